// Setting up a position: columns are put on cells by cap and prisoners, hands and side are chosen. What the rules
// refuse is said and changes nothing. Only the text of positions is known here.

import { readColumn } from "./words.js";

/** What a column is called in a position text. */
function columnText({ owner, cap, prisoners }) {
  const men = (side, number) => (number > 1 ? `${side}${number}` : side);
  if (cap === 1 && prisoners === 0) return owner;
  const held = owner === "w" ? "b" : "w";
  return `(${men(owner, cap)}${prisoners > 0 ? men(held, prisoners) : ""})`;
}

/** A position as it is put together: columns by cell, side and hands. */
export class Draft {
  /** @param cells all cells  @param columns those with a piece -> `w3b2`  @param text the position text they are of */
  constructor(cells, columns, text) {
    this.cells = [...cells].sort((a, b) => b[1].localeCompare(a[1]) || a[0].localeCompare(b[0]));
    this.columns = new Map([...columns].map(([cell, column]) => [cell, readColumn(column)]));
    const [, side, hands, turn] = text.split(" ");
    this.side = side;
    this.hands = hands.split(",").map(Number);
    this.turn = turn;
  }

  /** A draft with a change. */
  with(change) {
    const draft = Object.create(Draft.prototype);
    Object.assign(draft, this, { columns: new Map(this.columns), hands: [...this.hands] });
    change(draft);
    return draft;
  }

  get text() {
    const lines = new Map();
    for (const cell of this.cells) {
      const line = lines.get(cell[1]) ?? { text: "", vacant: 0 };
      lines.set(cell[1], line);
      const column = this.columns.get(cell);
      if (!column) {
        line.vacant += 1;
        continue;
      }
      line.text += (line.vacant || "") + columnText(column);
      line.vacant = 0;
    }
    const cells = [...lines.values()].map(({ text, vacant }) => text + (vacant || "")).join("/");
    return `${cells} ${this.side} ${this.hands.join(",")} ${this.turn}`;
  }
}

export class SetUp {
  #form;
  #draft = null;

  /**
   * @param form the panel
   * @param judge asks the rules about a text: a promise of what is wrong, or null; shows the position if nothing is
   * @param onDone called with the position text, or null when the person gives up
   */
  constructor(form, { judge, onDone }) {
    this.#form = form;
    this.judge = judge;
    this.onDone = onDone;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#finish(this.#draft.text);
    });
    this.#button("clear", () => this.#change((draft) => draft.columns.clear()));
    this.#button("give-up", () => this.#finish(null));
    this.#button("read-text", () => this.#readText());
    form.addEventListener("change", (event) => this.#changed(event.target.name));
  }

  get isOn() {
    return this.#draft !== null;
  }

  #button(name, act) {
    this.#form.querySelector(`[name=${name}]`).addEventListener("click", act);
  }

  #field(name) {
    return this.#form.elements[name];
  }

  open(draft) {
    this.#form.hidden = false;
    this.#show(draft);
  }

  #finish(text) {
    this.#draft = null;
    this.#form.hidden = true;
    this.#say("");
    this.onDone(text);
  }

  #show(draft) {
    this.#draft = draft;
    this.#field("side").value = draft.side;
    [this.#field("hand-w").value, this.#field("hand-b").value] = draft.hands;
    this.#field("text").value = draft.text;
  }

  #say(sentence) {
    this.#form.querySelector(".complaint").textContent = sentence;
  }

  #turn = Promise.resolve();

  /** Changes the draft, if the rules take it. One change waits for the one before. */
  #change(change) {
    this.#turn = this.#turn.then(async () => {
      if (!this.isOn) return;
      const draft = this.#draft.with(change);
      const wrong = await this.judge(draft.text);
      this.#show(wrong === null ? draft : this.#draft);
      this.#say(wrong === null ? "" : sentence(wrong));
    });
  }

  #readText() {
    const text = this.#field("text").value.trim();
    this.#turn = this.#turn.then(async () => {
      const wrong = await this.judge(text);
      this.#say(wrong === null ? "" : sentence(wrong));
    });
  }

  /** The rules took a text that was typed or pasted: this is it. */
  replace(draft) {
    this.#show(draft);
  }

  #changed(name) {
    if (name === "side") {
      const side = this.#field("side").value;
      this.#change((draft) => (draft.side = side));
    }
    const hand = ["hand-w", "hand-b"].indexOf(name);
    if (hand >= 0) {
      const men = Math.max(0, Math.round(this.#field(name).valueAsNumber || 0));
      this.#change((draft) => (draft.hands[hand] = men));
    }
  }

  /** A cell was clicked: the chosen column goes there, or what stands there goes. */
  click(cell) {
    const owner = this.#field("owner").value;
    const [cap, prisoners] = [this.#field("cap"), this.#field("prisoners")].map((field) => field.valueAsNumber || 0);
    this.#change((draft) => {
      const there = draft.columns.get(cell);
      const same = there && there.owner === owner && there.cap === cap && there.prisoners === prisoners;
      if (owner === "none" || same) draft.columns.delete(cell);
      else draft.columns.set(cell, { owner, cap: Math.max(1, cap), prisoners: Math.max(0, prisoners) });
    });
  }
}

function sentence(wrong) {
  const text = wrong.replace(/; the old position is kept$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
