// The dialog for a new game: board, sides, time, strength.

import { ask } from "./dialogs.js";
import { Game } from "./game.js";

const find = (selector) => document.querySelector(selector);

/** Enables the choice of a strength if the engine has the options for it. */
async function offerStrength(engine, form) {
  const fieldset = find("#strength");
  fieldset.disabled = true;
  await engine.start();
  const elo = engine.options.get("uci_elo");
  if (!elo || !engine.options.has("uci_limitstrength")) return;
  const slider = form.elements.elo;
  [slider.min, slider.max, slider.step] = [elo.min, elo.max, 1];
  slider.value = engine.chosen.get("UCI_Elo") ?? Math.round((elo.min + elo.max) / 2);
  form.elements["elo-shown"].value = slider.value;
  slider.oninput = () => {
    form.elements["elo-shown"].value = slider.value;
    form.elements.limited.checked = true;
  };
  fieldset.disabled = false;
}

/** The limits of White and Black, as match records write them. */
function limitsOf({ base, increment, seconds }, engineSides) {
  const clock = base === undefined ? null : `${base / 1000}${increment > 0 ? `+${increment / 1000}` : ""}`;
  return ["w", "b"].map((side) => clock ?? (engineSides.includes(side) ? `${seconds} s a move` : "-"));
}

/**
 * Asks for a new game and sets the engine's strength. Returns {game, engineSides, control} as in `Play`, or null.
 * `variant` is the board that is selected first. `onTrouble` is called with a sentence if the engine does not start.
 */
export async function askNewGame(engine, variant, onTrouble) {
  const dialog = find("#new-game-dialog");
  const form = dialog.querySelector("form");
  form.elements.variant.value = variant;
  // Entering a time selects it.
  form.oninput = ({ target: { name } }) => {
    if (name === "seconds") form.elements.time.value = "move";
    if (name === "minutes" || name === "increment") form.elements.time.value = "clock";
  };
  offerStrength(engine, form).catch((error) => onTrouble(error.message));
  if ((await ask(dialog)) !== "start") return null;
  const fields = form.elements;
  if (!find("#strength").disabled) {
    engine.chosen.set("UCI_LimitStrength", String(fields.limited.checked));
    if (fields.limited.checked) engine.chosen.set("UCI_Elo", fields.elo.value);
  }
  const seconds = (name) => Math.max(fields[name].valueAsNumber || 0, 0);
  const control =
    fields.time.value === "clock"
      ? { base: Math.max(seconds("minutes") * 60_000, 1000), increment: Math.round(seconds("increment") * 1000) }
      : { seconds: Math.max(seconds("seconds"), 0.01) };
  const engineSides = ["w", "b"].filter((side) => !fields.person.value.includes(side)).join("");
  const game = new Game({ variant: fields.variant.value, blocked: fields.blocked.value, limits: limitsOf(control, engineSides) });
  return { game, engineSides, control };
}
