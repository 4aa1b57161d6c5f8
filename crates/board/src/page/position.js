// The text of a position, as far as the page has to read or write one: cells, side, hands and turn. Pure.

/** A position text in its parts; those that are left out are undefined. */
export function readPosition(text) {
  const [cells, side, hands, turn] = text.split(" ");
  return { cells, side, hands: hands?.split(",").map(Number), turn };
}

/** The lines of a position text, each with its number of cells: what tells the boards apart. */
export function shapeOf(text) {
  const cellsOf = (line) => [...line.matchAll(/\([^)]*\)|[wb]|(\d+)/gi)].reduce((sum, [, vacant]) => sum + Number(vacant ?? 1), 0);
  return readPosition(text).cells.split("/").map(cellsOf).join();
}

/** A column as texts and pictures name it, such as `w3b2`, as {owner, cap, prisoners}; or null. */
export function readColumn(text) {
  const found = /^([wb])(\d*)(?:[wb](\d*))?$/.exec(text ?? "");
  if (!found) return null;
  const [whole, owner, cap, prisoners] = found;
  const held = prisoners === undefined ? 0 : Number(prisoners || 1);
  return { owner, cap: Number(cap || 1), prisoners: /[wb].*[wb]/.test(whole) ? held : 0 };
}

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
    const { side, hands, turn } = readPosition(text);
    Object.assign(this, { side, hands, turn });
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
