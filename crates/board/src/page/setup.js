// Setting up a position: columns are put on cells by cap and prisoners, hands and side are chosen. What the rules
// refuse is said and changes nothing.

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
      this.#queue(() => this.#finish(this.#draft.text));
    });
    // Enter ends the change of a field; it does not end the set-up.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault();
      if (event.target.name === "text") this.#readText();
      else event.target.blur();
    });
    this.#button("clear", () => this.#change((draft) => draft.columns.clear()));
    this.#button("give-up", () => this.#queue(() => this.#finish(null)));
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

  /** @param men how many a side has */
  open(draft, men) {
    this.#form.hidden = false;
    for (const name of ["cap", "prisoners", "hand-w", "hand-b"]) this.#field(name).max = men;
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

  /** Does one thing after the other, each with the draft as it then is. */
  #queue(work) {
    this.#turn = this.#turn.then(() => this.isOn && work()).catch((error) => this.#say(error.message));
  }

  /** Changes the draft, if the rules take it. */
  #change(change) {
    this.#queue(() => this.#judge(this.#draft.with(change).text));
  }

  async #judge(text) {
    const wrong = await this.judge(text);
    if (!this.isOn) return;
    if (wrong !== null) this.#show(this.#draft);
    this.#say(wrong === null ? "" : sentence(wrong));
  }

  #readText() {
    const text = this.#field("text").value.trim();
    this.#queue(async () => {
      const wrong = await this.judge(text);
      // What was typed stays, to be mended.
      this.#say(wrong === null ? "" : sentence(wrong));
    });
  }

  /** The rules took a text: this is it. */
  replace(draft) {
    if (this.isOn) this.#show(draft);
  }

  /** The text of the draft, or null. */
  get text() {
    return this.#draft?.text ?? null;
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
