// The page of `luctor analyse --html`: a board, the list of moves, a graph and a table. The data are in #data.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const GAMES = JSON.parse(document.getElementById("data").textContent);
const MARKS = { good: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };
const STAGES = ["entering", "middle", "end"];
const byId = (id) => document.getElementById(id);

/** What is shown: a game, the number of moves played, and the number of moves of the better line at that ply, or null. */
const shown = { game: GAMES[0], ply: 0, line: null };

/** An element with properties and children. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function scoreText({ centimen, mate }) {
  if (mate !== undefined) return mate > 0 ? `win in ${mate}` : `loss in ${-mate}`;
  return (centimen >= 0 ? "+" : "−") + (Math.abs(centimen) / 100).toFixed(2);
}

function markOf(move) {
  return move.mark ? [element("span", { className: `mark ${move.mark}`, textContent: MARKS[move.mark] })] : [];
}

/** The moves of a line with their numbers. Each one is a button. */
function lineButtons(move, ply) {
  const buttons = [];
  shown.game.notes[ply].line.forEach((_, index) => {
    const isBlack = (move.side === "black") !== (index % 2 === 1);
    const turn = move.turn + Math.floor((index + (move.side === "black" ? 1 : 0)) / 2);
    const number = isBlack ? (index === 0 ? `${turn}… ` : "") : `${turn}. `;
    const button = element("button", { type: "button", textContent: number + move.best.moves[index] });
    button.dataset.line = `${ply}.${index + 1}`;
    button.addEventListener("click", () => show(ply, index + 1));
    buttons.push(button, " ");
  });
  return buttons;
}

function comment(move, ply) {
  const { sentence, line } = shown.game.notes[ply];
  if (!sentence) return [];
  const text = element("div", { className: `comment ${move.mark ?? ""}` }, sentence);
  if (line.length > 0) {
    const better = element("div", { className: "line" }, `Better (${scoreText(move.best.evaluation)}): `, ...lineButtons(move, ply));
    text.append(better);
  }
  return [text];
}

function fillMoves() {
  const rows = [];
  let row = null;
  shown.game.report.moves.forEach((move, ply) => {
    const button = element("button", { type: "button" }, move.played, ...markOf(move));
    button.append(element("span", { className: "points", textContent: shown.game.report.graph[ply + 1].toFixed(2) }));
    button.dataset.ply = ply + 1;
    button.addEventListener("click", () => show(ply + 1));
    if (row === null || move.side === "white" || row.childElementCount > 2) {
      row = element("li", {}, element("span", { className: "number", textContent: `${move.turn}.` }));
      if (move.side === "black") row.append(element("span", { textContent: "…" }));
      rows.push(row);
    }
    row.append(button);
    const texts = comment(move, ply);
    if (texts.length > 0) {
      if (move.side === "white") row.append(element("span"));
      row.append(...texts);
    }
  });
  byId("moves").replaceChildren(...rows);
}

function fillGraph() {
  const { graph, moves } = shown.game.report;
  const x = (ply) => (ply / Math.max(moves.length, 1)) * 800;
  // The marks at the edges stay visible.
  const y = (points) => 154 - points * 148;
  const line = graph.map((points, ply) => `${x(ply).toFixed(1)},${y(points).toFixed(1)}`).join(" ");
  const shapes = [
    shape("rect", { class: "black-part", width: 800, height: 160 }),
    shape("polygon", { class: "white-part", points: `0,160 ${line} 800,160` }),
    shape("line", { class: "even", x1: 0, x2: 800, y1: 80, y2: 80 }),
  ];
  for (const stage of STAGES.slice(1)) {
    const first = moves.findIndex((move) => move.stage === stage);
    if (first > 0) {
      const bar = shape("line", { class: "stage", x1: x(first), x2: x(first), y1: 0, y2: 160 });
      bar.append(shape("title", {}));
      bar.firstChild.textContent = `${stage} of the game`;
      shapes.push(bar);
    }
  }
  shapes.push(shape("line", { class: "now", y1: 0, y2: 160 }));
  moves.forEach((move, ply) => {
    if (!move.mark) return;
    const at = `M${x(ply + 1)} ${y(graph[ply + 1])}h0`;
    shapes.push(shape("path", { class: `dot ${move.mark}`, d: at }));
  });
  byId("graph").replaceChildren(...shapes);
}

function fillPlayers() {
  const heads = ["", "unforced moves", "accuracy", "mean loss", "!", "?!", "?", "??", "missed wins"];
  const rows = [];
  for (const side of ["white", "black"]) {
    const player = shown.game.report.players[side];
    const name = player.name ?? (side === "white" ? "White" : "Black");
    for (const part of ["game", ...STAGES]) {
      const sums = player[part];
      if (part !== "game" && sums.judged === 0) continue;
      const label = part === "game" ? [element("span", { className: `swatch ${side}` }), name] : [part];
      const cell = (text, kind = "") => element("td", { className: `count ${kind} ${text === 0 ? "none" : ""}`, textContent: text });
      rows.push(element("tr", { className: part === "game" ? "player" : "" },
        element("th", { scope: "row" }, ...label),
        cell(sums.judged),
        cell(sums.accuracy === null ? "–" : `${sums.accuracy.toFixed(1)} %`),
        cell(sums.mean_loss === null ? "–" : sums.mean_loss.toFixed(3)),
        cell(sums.good, "good"), cell(sums.inaccuracies, "inaccuracy"),
        cell(sums.mistakes, "mistake"), cell(sums.blunders, "blunder"), cell(sums.missed_wins)));
    }
  }
  const head = element("tr", {}, ...heads.map((textContent) => element("th", { scope: "col", textContent })));
  byId("players").replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/** Draws an arrow along the cells of a move, or a ring around the cell of an entry. */
function arrow(svg, cells) {
  const points = cells.map((cell) => {
    const { e, f } = svg.querySelector(`g.cell[data-cell="${cell}"]`).transform.baseVal.consolidate().matrix;
    return { x: e, y: f };
  });
  const last = points.at(-1);
  if (points.length === 1) {
    return [shape("circle", { class: "arrow", cx: last.x, cy: last.y, r: 22 })];
  }
  const before = points.at(-2);
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const at = (distance, turn) => `${last.x + distance * Math.cos(angle + turn)} ${last.y + distance * Math.sin(angle + turn)}`;
  const neck = at(16, Math.PI);
  const way = points.slice(0, -1).map(({ x, y }) => `${x} ${y}`).join("L");
  return [
    shape("path", { class: "arrow", d: `M${way}L${neck}` }),
    shape("path", { class: "head", d: `M${last.x} ${last.y}L${at(26, Math.PI - 0.55)}L${at(26, Math.PI + 0.55)}Z` }),
  ];
}

function drawPosition() {
  const { game, ply, line } = shown;
  const position = line === null ? game.positions[ply] : game.notes[ply].line[line - 1];
  const svg = byId("picture").firstElementChild;
  for (const cell of svg.querySelectorAll("g.cell")) {
    cell.classList.toggle("last", position.last.includes(cell.dataset.cell));
  }
  svg.querySelector(".pieces").innerHTML = position.pieces;
  const note = game.notes[ply];
  const arrows = byId("arrows").checked && line === null && note ? note.best : [];
  svg.querySelector(".arrows").replaceChildren(...(arrows.length > 0 ? arrow(svg, arrows) : []));
}

function drawNote() {
  const { game, ply, line } = shown;
  const { moves, graph } = game.report;
  const parts = [];
  if (line !== null) {
    const { evaluation, expected } = moves[ply].best;
    parts.push(`Better line, move ${line} of ${game.notes[ply].line.length}: ${scoreText(evaluation)}, ${expected.toFixed(2)} points for the mover.`);
  } else {
    const move = moves[ply - 1];
    if (move) {
      const number = `${move.turn}${move.side === "white" ? "." : "…"} ${move.played}`;
      const strong = element("strong", {}, number, ...markOf(move));
      parts.push(strong, ` ${move.forced ? "forced" : scoreText(move.evaluation)}. `, game.notes[ply - 1].sentence ?? "");
    }
    const next = moves[ply];
    if (next?.best) {
      parts.push(element("br"), element("span", { className: "line", textContent: `Best now: ${next.best.moves[0]} (${scoreText(next.best.evaluation)})` }));
    } else if (next) {
      parts.push(element("br"), element("span", { className: "line", textContent: `Forced: ${next.played}` }));
    }
  }
  byId("note").replaceChildren(...parts);
  const points = line === null ? graph[ply] : moves[ply].side === "white" ? moves[ply].best.expected : 1 - moves[ply].best.expected;
  const bar = byId("bar");
  bar.firstElementChild.style.height = `${points * 100}%`;
  bar.lastElementChild.textContent = points.toFixed(2);
  bar.classList.toggle("low", points < 0.5);
  bar.setAttribute("aria-label", `White's expected points: ${points.toFixed(2)}`);
}

/** Shows the position after `ply` moves, or after `line` moves of the better line there. */
function show(ply, line = null) {
  Object.assign(shown, { ply, line });
  drawPosition();
  drawNote();
  const now = byId("graph").querySelector(".now");
  const x = (ply / Math.max(shown.game.report.moves.length, 1)) * 800;
  now.setAttribute("x1", x);
  now.setAttribute("x2", x);
  const list = byId("moves");
  list.querySelector(".current")?.classList.remove("current");
  const current = list.querySelector(line === null ? `[data-ply="${ply}"]` : `[data-line="${ply}.${line}"]`);
  current?.classList.add("current");
  if (current) {
    // Scrolls the list only, never the page.
    const [box, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < outer.top || box.bottom > outer.bottom) {
      list.scrollTop += box.top - outer.top - outer.height / 2;
    }
  } else {
    list.scrollTop = 0;
  }
}

function showGame(index) {
  shown.game = GAMES[index];
  const { title, result, report, board } = shown.game;
  document.title = title;
  byId("title").textContent = title;
  const { event, date, variant } = report.game;
  const facts = [result, event, date, variant, `${report.engine}, ${limitText(report.limit)}`];
  byId("about").textContent = facts.filter(Boolean).join(" · ");
  const picture = byId("picture");
  picture.innerHTML = board;
  const svg = picture.firstElementChild;
  for (const old of svg.querySelectorAll("title, .piece, .hand")) old.remove();
  svg.append(shape("g", { class: "pieces" }), shape("g", { class: "arrows" }));
  fillMoves();
  fillGraph();
  fillPlayers();
  show(0);
}

function limitText({ nodes, move_time: time, depth }) {
  if (nodes !== undefined) return `${nodes.toLocaleString("en")} nodes per position`;
  return time !== undefined ? `${time} ms per position` : `depth ${depth}`;
}

/** Moves through the game, or through the line that is shown. */
function go(where) {
  const { game, ply, line } = shown;
  const last = game.report.moves.length;
  if (line !== null && (where === "back" || where === "forward")) {
    const next = line + (where === "back" ? -1 : 1);
    if (next === 0) show(ply);
    else if (next <= game.notes[ply].line.length) show(ply, next);
    return;
  }
  const marked = game.report.moves.map((move, index) => (move.mark ? index + 1 : 0)).filter(Boolean);
  const targets = {
    first: 0,
    back: Math.max(ply - 1, 0),
    forward: Math.min(ply + 1, last),
    last,
    next: marked.find((one) => one > ply) ?? marked[0] ?? ply,
    previous: marked.findLast((one) => one < ply) ?? ply,
  };
  show(targets[where]);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", ArrowDown: "next", ArrowUp: "previous" };

document.addEventListener("keydown", (event) => {
  const where = KEYS[event.key];
  if (!where || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, input")) return;
  event.preventDefault();
  go(where);
});
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => go(button.dataset.go));
}
byId("graph").addEventListener("click", (event) => {
  const box = byId("graph").getBoundingClientRect();
  show(Math.round(((event.clientX - box.left) / box.width) * shown.game.report.moves.length));
});
byId("arrows").addEventListener("change", drawPosition);
const games = byId("games");
games.hidden = GAMES.length < 2;
games.replaceChildren(...GAMES.map(({ title, result }, index) => element("option", { value: index, textContent: `${index + 1}. ${title} ${result}` })));
games.addEventListener("change", () => showGame(Number(games.value)));
showGame(0);
