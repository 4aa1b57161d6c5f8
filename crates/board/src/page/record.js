// Game records as the match runner writes them: PGN with this game's move text (`-pgnout`), and a line of JSON a
// game (`-out`). Pure.

import { Game } from "./game.js";
import { whyWords } from "./words.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2"];

/** A record that cannot be read; `message` is a sentence. */
export class BadRecord extends Error {}

/** All games of a file, of either kind. `boards` are the names of the boards that there are. */
export function readRecords(text, boards) {
  const body = text.replace(/^\uFEFF/, "").trimStart();
  if (body === "") throw new BadRecord("the file is empty");
  return body.startsWith("{") ? readJson(body, boards) : readPgn(body, boards);
}

function board(name, boards) {
  const variant = String(name ?? boards[0]).toLowerCase();
  if (!boards.includes(variant)) throw new BadRecord(`there is no board '${variant}' here`);
  return variant;
}

function readJson(text, boards) {
  // The last line of a match that was stopped may be torn.
  const whole = text.endsWith("\n") ? text : text.slice(0, text.lastIndexOf("\n") + 1) || text;
  return whole
    .split("\n")
    .map((line, index) => [line.trim(), index + 1])
    .filter(([line]) => line !== "")
    .map(([line, number]) => {
      let record;
      try {
        record = JSON.parse(line);
      } catch {
        throw new BadRecord(`line ${number} is not a whole game: it is no JSON`);
      }
      const isGame = Array.isArray(record?.moves) && record.moves.every((move) => typeof move?.move === "string");
      if (!isGame) throw new BadRecord(`line ${number} is no game: it has no moves`);
      const first = record.black_first ? 1 : 0;
      const moves = record.moves.map(({ move, score, mate, depth, nodes, ms }, ply) => {
        const forWhite = (ply + first) % 2 === 0 ? 1 : -1;
        const known = mate !== undefined ? { mate: forWhite * mate } : score !== undefined ? { cp: forWhite * score } : undefined;
        // A line has a time for every move; no move takes none.
        return { text: move, score: known, depth, nodes, ms: ms || undefined };
      });
      return new Game({
        variant: board(record.variant, boards),
        blocked: record.blocked === "loss" ? "loss" : "draw",
        start: record.opening ?? null,
        moves,
        white: record.white,
        black: record.black,
        outcome: outcomeOf(record.result, record.reason, record.detail),
        date: record.date,
        limits: Array.isArray(record.limits) && record.limits.length === 2 ? record.limits : null,
      });
    });
}

function outcomeOf(result, reason, detail) {
  return RESULTS.includes(result) ? { result, reason: reason ?? "", detail } : null;
}

/** Games begin at tags that follow moves. */
function readPgn(text, boards) {
  const games = [];
  let tags = new Map();
  let words = [];
  const finish = () => {
    if (tags.size > 0 || words.length > 0) games.push(pgnGame(tags, words, boards));
    [tags, words] = [new Map(), []];
  };
  const token = /\s+|\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]|\{([^}]*)\}|;[^\n]*|([^\s{}[\];]+)|(.)/gy;
  for (const found of text.matchAll(token)) {
    const [, tag, value, comment, word, stray] = found;
    if (stray !== undefined) {
      const line = text.slice(0, found.index).split("\n").length;
      throw new BadRecord(`line ${line}: '${stray}' does not belong there`);
    }
    if (tag !== undefined) {
      if (words.length > 0) finish();
      tags.set(tag, value.replace(/\\(.)/g, "$1"));
    } else if (comment !== undefined) {
      if (words.length > 0) words.at(-1).comment = comment;
    } else if (word !== undefined && !/^\d+\.*$/.test(word)) {
      words.push({ text: word.replace(/^\d+\.+/, "") });
    }
  }
  finish();
  if (games.length === 0) throw new BadRecord("there is no game in it");
  return games;
}

function pgnGame(tags, words, boards) {
  const last = words.at(-1)?.text;
  const ended = RESULTS.includes(last) || last === "*";
  const moves = (ended ? words.slice(0, -1) : words).filter(({ text }) => text !== "");
  const game = new Game({
    variant: board(tags.get("Variant"), boards),
    blocked: tags.get("Blocked") === "loss" ? "loss" : "draw",
    start: tags.get("FEN") ?? null,
    white: tags.get("White"),
    black: tags.get("Black"),
    outcome: outcomeOf(ended ? last : tags.get("Result"), tags.get("Termination")),
    date: /^\d{4}\.\d\d\.\d\d$/.test(tags.get("Date")) ? tags.get("Date") : "",
    limits: limitsOf(tags),
  });
  game.moves = moves.map(({ text, comment }, ply) => ({ text, ...readComment(comment, game.sideAt(ply)) }));
  game.cursor = game.moves.length;
  return game;
}

/** What each side had for its moves, if the tags say it of both. */
function limitsOf(tags) {
  const both = tags.get("TimeControl");
  const limits = [tags.get("WhiteTimeControl") ?? both, tags.get("BlackTimeControl") ?? both];
  return limits.includes(undefined) ? null : limits;
}

/** `+0.35/12 0.10s`, `-M3/12 0.10s`: from the mover's view. */
function readComment(comment, side) {
  const found = /^\s*([+-])(M?)(\d+(?:\.\d+)?)(?:\/(\d+))?/.exec(comment ?? "");
  const time = /(\d+(?:\.\d+)?)s\b/.exec(comment ?? "");
  const known = { ms: time ? Number(time[1]) * 1000 : undefined };
  if (!found) return known;
  const [, sign, mate, number, depth] = found;
  const value = (sign === "-" ? -1 : 1) * (side === "w" ? 1 : -1) * Number(number);
  known.score = mate ? { mate: value } : { cp: Math.round(value * 100) };
  if (depth) known.depth = Number(depth);
  return known;
}

function comment({ score, depth, ms }, side) {
  const parts = [];
  if (score) {
    const value = (side === "w" ? 1 : -1) * (score.mate ?? score.cp);
    const sign = value < 0 ? "-" : "+";
    const size = "mate" in score ? `M${Math.abs(value)}` : (Math.abs(value) / 100).toFixed(2);
    parts.push(`${sign}${size}${depth === undefined ? "" : `/${depth}`}`);
  }
  if (ms !== undefined) parts.push(`${(ms / 1000).toFixed(2)}s`);
  return parts.length > 0 ? ` {${parts.join(" ")}}` : "";
}

function today() {
  const date = new Date();
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

/** A game as PGN, which `luctor show --game` reads too. `result` may be `*`. */
export function writePgn(game, end) {
  const { result } = end;
  const tags = [
    ["Event", "Luctor's board"],
    ["Date", game.date || today()],
    ["White", game.white || "?"],
    ["Black", game.black || "?"],
    ["Variant", game.variant],
  ];
  const [white, black] = game.limits ?? [];
  if (white !== undefined && white === black) tags.push(["TimeControl", white]);
  else if (white !== undefined) tags.push(["WhiteTimeControl", white], ["BlackTimeControl", black]);
  if (game.blocked !== "draw") tags.push(["Blocked", game.blocked]);
  if (game.start !== null) tags.push(["SetUp", "1"], ["FEN", game.start]);
  tags.push(["Round", "1.1"], ["Result", result], ["PlyCount", String(game.length)]);
  if (end.reason) tags.push(["Termination", whyWords(end)]);
  const quoted = (value) => value.replace(/[\n\r]/g, " ").replace(/[\\"]/g, "\\$&");
  const head = tags.map(([name, value]) => `[${name} "${quoted(value)}"]`).join("\n");
  const words = game.moves.map((move, ply) => {
    const { turn, side } = game.numberOf(ply);
    const number = side === "w" ? `${turn}. ` : ply === 0 ? `${turn}... ` : "";
    return `${number}${move.text}${comment(move, side)}`;
  });
  return `${head}\n\n${wrap([...words, result])}\n\n`;
}

/** Words in lines of at most 100 characters. */
function wrap(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== "" && line.length + 1 + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

/**
 * A game that has ended as the match runner's line of JSON, `end` being the text of its last position. A game without
 * a match is the first of a match without a name.
 */
export function writeJson(game, { result, reason, detail, end }) {
  const moves = game.moves.map(({ text, score, depth, nodes, ms }, ply) => {
    const own = game.sideAt(ply) === "w" ? 1 : -1;
    // Adding 0 makes a 0 of -0.
    const [cp, mate] = [score?.cp, score?.mate].map((value) => (value === undefined ? undefined : own * value + 0));
    return { move: text, score: cp, mate, depth, nodes, ms: ms ?? 0 };
  });
  const record = {
    match: "",
    game: 0,
    pair: 0,
    variant: game.variant,
    // The match's settings say it of a match's games.
    blocked: game.blocked === "draw" ? undefined : game.blocked,
    white: game.white || "?",
    black: game.black || "?",
    limits: game.limits ?? ["-", "-"],
    opening: game.start ?? undefined,
    black_first: game.firstSide === "b" || undefined,
    moves,
    result,
    reason,
    detail,
    end,
    date: game.date || today(),
    wall_ms: moves.reduce((sum, { ms }) => sum + ms, 0),
  };
  return `${JSON.stringify(record)}\n`;
}
