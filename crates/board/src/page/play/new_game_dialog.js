// The dialog for a new game: board, sides, time, strength.

import { ask } from "../common/dialogs.js";
import { trouble } from "../common/messages.js";
import { find } from "../common/page_elements.js";
import { Game, text } from "../package/luctor.js";

/** Offers the levels if the engine has the options for it. */
async function offerLevels(engine, form) {
  const { level } = form.elements;
  await engine.start();
  level.disabled = !engine.hasLevels;
  const show = () => {
    const elo = engine.eloOf(Number(level.value));
    form.elements["elo-shown"].value = elo ? text.elo(elo) : "";
  };
  level.onchange = show;
  show();
}

// A fair start of emergo without an opening: the empty board, with fewer men. docs/emergo.md has the figures.
const CLUB_START = "1/3/5/7/9/7/5/3/1 w 9,10";

/** The start of the game and a comment that names it: a balanced opening is chosen at random. */
async function startOf(from, rules, variant) {
  if (from !== "fair") return { start: from === "club" ? CLUB_START : null, comment: "" };
  const starts = await rules.listFairStarts(variant);
  const index = Math.floor(Math.random() * starts.length);
  return { start: starts[index], comment: text.fairStart(index + 1, starts.length) };
}

/** The fair hands are those of emergo. */
function fitStart(fields) {
  if (fields.variant.value !== "emergo" && fields.from.value === "club") fields.from.value = "empty";
}

/** Fills in the board and the level. The other fields keep what the person entered last. */
function fill(fields, variant, level) {
  fields.variant.replaceChildren(...Object.entries(text.boards).map(([key, name]) => new Option(name, key)));
  fields.variant.value = variant;
  fitStart(fields);
  fields.level.disabled = true;
  fields.level.replaceChildren(...text.levels.map((name, index) => new Option(name, String(index))));
  fields.level.value = String(level);
}

/** Lets a change of a field change others. */
function connectFields(form) {
  const fields = form.elements;
  form.oninput = ({ target: { name, value } }) => {
    if (name === "from" && value === "club") fields.variant.value = "emergo";
    fitStart(fields);
    // Entering a time selects it.
    if (name === "seconds") [fields.time.value, fields.preset.value] = ["move", "none"];
    if (name === "minutes" || name === "increment") [fields.time.value, fields.preset.value] = ["clock", "own"];
    if (name !== "preset") return;
    fields.time.value = value === "none" ? "move" : "clock";
    if (value === "own") form.querySelector("details").open = true;
    if (value.includes("+")) [fields.minutes.value, fields.increment.value] = value.split("+");
  };
}

/** What the person has chosen. */
function read(fields) {
  const seconds = (name) => Math.max(fields[name].valueAsNumber || 0, 0);
  const control =
    fields.time.value === "clock"
      ? { base: Math.max(seconds("minutes") * 60_000, 1000), increment: Math.round(seconds("increment") * 1000) }
      : { seconds: Math.max(seconds("seconds"), 0.01) };
  const engineSides = ["w", "b"].filter((side) => !fields.person.value.includes(side)).join("");
  const [variant, from, blocked] = [fields.variant.value, fields.from.value, fields.blocked.value];
  return { variant, from, blocked, engineSides, control, level: Number(fields.level.value) };
}

/**
 * Asks for a new game and keeps the level for the next one. Returns {game, engineSides, control, level} as in the store, or null.
 * `variant` is the board that is selected first, `isLost` shows the warning that the game on the board is not saved.
 */
export async function askNewGame(engine, rules, settings, { variant: shown, isLost }) {
  const dialog = find("#new-game-dialog");
  const form = dialog.querySelector("form");
  fill(form.elements, shown, settings.values.level);
  connectFields(form);
  find("#new-game-dialog .loss").hidden = !isLost;
  offerLevels(engine, form).catch((error) => trouble(error.message));
  if ((await ask(dialog)) !== "start") return null;
  const { variant, from, blocked, ...chosen } = read(form.elements);
  settings.set("level", chosen.level);
  const { start, comment } = await startOf(from, rules, variant);
  const game = new Game({ variant, start, blocked });
  game.root.comment = comment;
  return { game, ...chosen };
}
