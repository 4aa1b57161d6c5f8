// The dialog for a new game: board, sides, time, strength.

/** @import { Blocked, Engine, Rules, TimeControl, Variant } from "../package/types.js" */

import { ask } from "../common/dialogs.js";
import { showError } from "../common/messages.js";
import { find, findAll, Game, SIDES, text } from "../package/luctor.js";

/** @typedef {"seconds" | "minutes" | "increment"} Numbers */
/** @typedef {Record<"variant" | "from" | "person" | "level" | "preset" | "blocked", HTMLSelectElement>} Choices */
/** @typedef {Choices & Record<Numbers, HTMLInputElement> & { time: RadioNodeList, "elo-shown": HTMLOutputElement }} Fields */

/** Offers the levels if the engine has the options for it. */
async function offerLevels(/** @type {Engine} */ engine, /** @type {Fields} */ { level, "elo-shown": shown }) {
  await engine.start();
  level.disabled = !engine.hasLevels;
  const show = () => {
    const elo = engine.eloOf(Number(level.value));
    shown.value = elo ? `Elo ${elo}` : "";
  };
  level.onchange = show;
  show();
}

// A fair start of emergo without an opening: the empty board, with fewer men. docs/emergo.md has the figures.
const CLUB_START = "1/3/5/7/9/7/5/3/1 w 9,10";

/** The start of the game and a comment that names it: a balanced opening is chosen at random. */
async function startOf(/** @type {string} */ from, /** @type {Rules} */ rules, /** @type {Variant} */ variant) {
  if (from !== "fair") return { start: from === "club" ? CLUB_START : null, comment: "" };
  const starts = await rules.listFairStarts(variant);
  const index = Math.floor(Math.random() * starts.length);
  return { start: starts[index], comment: text.fairStart(index + 1, starts.length) };
}

/** The fair hands are those of emergo. */
function fitStart(/** @type {Fields} */ fields) {
  if (fields.variant.value !== "emergo" && fields.from.value === "club") fields.from.value = "empty";
}

/** Fills in the board and the level. The other fields keep what the person entered last. */
function fill(/** @type {Fields} */ fields, /** @type {Variant} */ variant, /** @type {number} */ level) {
  fields.variant.replaceChildren(...Object.entries(text.boards).map(([key, name]) => new Option(name, key)));
  fields.variant.value = variant;
  fitStart(fields);
  fields.level.disabled = true;
  fields.level.replaceChildren(...text.levels.map((name, index) => new Option(name, String(index))));
  fields.level.value = String(level);
}

/** Lets a change of a field change others. */
function connectFields(/** @type {HTMLFormElement} */ form, /** @type {Fields} */ fields) {
  form.oninput = ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === "from" && value === "club") fields.variant.value = "emergo";
    fitStart(fields);
    // Entering a time selects it.
    if (name === "seconds") [fields.time.value, fields.preset.value] = ["move", "none"];
    if (name === "minutes" || name === "increment") [fields.time.value, fields.preset.value] = ["clock", "own"];
    if (name !== "preset") return;
    fields.time.value = value === "none" ? "move" : "clock";
    if (value === "own") find("details", form).open = true;
    if (value.includes("+")) [fields.minutes.value, fields.increment.value] = value.split("+");
  };
  // The browser shows why a number is invalid, if it can be seen.
  for (const field of findAll("details input", form)) field.oninvalid = () => (find("details", form).open = true);
}

/** What the person has chosen. */
function read(/** @type {Fields} */ fields) {
  // The browser checks the limits, but an empty field has no number.
  const numberIn = (/** @type {Numbers} */ name) => fields[name].valueAsNumber || Number(fields[name].min);
  /** @type {TimeControl} */
  const control =
    fields.time.value === "clock"
      ? { base: Math.round(numberIn("minutes") * 60_000), increment: Math.round(numberIn("increment") * 1000) }
      : { seconds: numberIn("seconds") };
  const engineSides = SIDES.filter((side) => !fields.person.value.includes(side));
  const variant = /** @type {Variant} */ (fields.variant.value);
  const blocked = /** @type {Blocked} */ (fields.blocked.value);
  return { variant, from: fields.from.value, blocked, engineSides, control, level: Number(fields.level.value) };
}

/**
 * Asks for a new game. Returns {game, engineSides, control, level} as in the store, or null. `variant` and `level` are selected
 * first, `isLost` shows the warning that the game on the board is not saved.
 */
export async function askNewGame(
  /** @type {Engine} */ engine,
  /** @type {Rules} */ rules,
  /** @type {{ variant: Variant, level: number, isLost: boolean }} */ { variant: shown, level, isLost },
) {
  const dialog = find("dialog#new-game-dialog");
  const form = find("form", dialog);
  const fields = /** @type {HTMLFormControlsCollection & Fields} */ (form.elements);
  fill(fields, shown, level);
  connectFields(form, fields);
  find(".loss", dialog).hidden = !isLost;
  offerLevels(engine, fields).catch((error) => showError(error.message));
  if ((await ask(dialog)) !== "start") return null;
  const { variant, from, blocked, ...chosen } = read(fields);
  const { start, comment } = await startOf(from, rules, variant);
  const game = new Game({ variant, start, blocked });
  game.root.comment = comment;
  return { game, ...chosen };
}
