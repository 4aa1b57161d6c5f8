// The texts of the page in English. `dutch.js` has the same keys. A text with values is a function. A text of typed data, or one
// that several parts show, is an entry. Other texts stand where they are shown, as arguments of `pageText` or in index.html.

/** @import { CellMark } from "./marks.js" */
/** @import { Board, BoardChoice, CellFault, ClickRefusal, EndingMoveReport, Format, GameError, GameMoveError, GameResult, GameSummary, Goal, IllegalReason, Mark, MoveKind, PositionField, PositionTextError, Refusal, ReportSummary, Side, Stage, Termination, Theme, Variant, Words } from "./types.js" */

import { other } from "./sides.js";

/** @param {number} number @param {string} one */
const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const men = (/** @type {number} */ number) => counted(number, "man", "men");
/** The example is empty where it could be a solution. */
const suchAs = (/** @type {string} */ example) => example && `, such as ${example}`;
/** @type {Record<Side, string>} */
const NAMES = { white: "White", black: "Black" };
const otherSide = (/** @type {Side} */ side) => NAMES[other(side)];
const board = (/** @type {Board} */ { variant, coordinates }) => `${variant} in ${coordinates} coordinates`;
/** @type {Record<PositionField, string>} */
const FIELDS = { cells: "text of the cells", side: "side to move", hands: "number of men in hand" };
/** @type {Record<Mark, string>} */
const MARKS = { good: "best by far", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" };

export default {
  sides: NAMES,

  /** @type {Record<string, string>} The fixed texts in another language by their English texts. */
  page: {},

  column: {
    vacant: "vacant",
    man: (/** @type {Side} */ owner) => `${NAMES[owner]}, a man`,
    men: (/** @type {Side} */ owner, /** @type {number} */ cap) => `${NAMES[owner]}, a column of ${cap}`,
    prisoners: (/** @type {Side} */ owner, /** @type {number} */ cap, /** @type {number} */ prisoners) =>
      `${NAMES[owner]}, cap of ${cap} over ${counted(prisoners, `${otherSide(owner)} prisoner`)}`,
  },
  /** @type {Partial<Record<number, string>>} The meanings of numeric annotation glyphs. */
  glyphs: {
    1: "good move",
    2: "mistake",
    3: "very good move",
    4: "blunder",
    5: "interesting move",
    6: "doubtful move",
    10: "even",
    11: "even, quiet",
    12: "even, active",
    13: "unclear",
    14: "White is slightly better",
    15: "Black is slightly better",
    16: "White is better",
    17: "Black is better",
    18: "White is winning",
    19: "Black is winning",
  },
  /** What a square is marked as, for screen readers. @type {Record<Exclude<CellMark, "forbidden" | "own">, string>} */
  marks: {
    legal: "legal",
    movable: "can move",
    origin: "selected",
    passed: "passed",
    next: "next square",
    end: "a move ends here",
    threatened: "threatened",
  },
  forbidden: (/** @type {string} */ reason) => `forbidden: ${reason}`,
  /** @type {Record<MoveKind, (side: Side, cells: string[], captured: number) => string>} */
  move: {
    entry: (side, cells) => `${NAMES[side]} enters ${cells[0]}`,
    step: (side, cells) => `${NAMES[side]} steps ${cells[0]} to ${cells[1]}`,
    capture: (side, cells, captured) => `${NAMES[side]} captures ${men(captured)}: ${cells.join(", ")}`,
  },
  /** @type {Record<MoveKind | "shadowpiece", (number: number) => string> & { turn: (side: Side | null, task: string) => string }} */
  required: {
    /** `side` is null for the person at the page. */
    turn: (side, task) => `${side ? `${NAMES[side]}'s` : "Your"} turn: ${task}`,
    entry: () => "enter a man",
    shadowpiece: (number) => `enter the shadowpiece of ${number}`,
    step: () => "move a piece",
    capture: (number) => `capture ${men(number)}`,
  },
  ended: { won: "You win", lost: "You lose", nextLevel: (/** @type {string} */ level) => `Next level: ${level}` },
  /** @type {Record<GameResult, string>} */
  winners: { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" },
  /** The reasons with the side that loses. @type {Partial<Record<Termination, (loser: Side) => string>>} */
  losses: {
    resignation: (loser) => `${NAMES[loser]} resigned`,
    "no men left": (loser) => `${NAMES[loser]} has no piece left`,
    "time loss": (loser) => `${NAMES[loser]}'s time is up`,
  },
  /** @type {Record<Termination, string>} */
  reasons: {
    "no men left": "no men left",
    blocked: "blocked",
    "third repetition": "third repetition",
    "illegal move": "illegal move",
    resignation: "resignation",
    agreement: "agreement",
    "draw by score": "draw by score",
    "move limit": "move limit",
    "time loss": "time loss",
    crash: "crash",
    hang: "hang",
    "wrong claim": "wrong claim",
    abandoned: "abandoned",
  },
  /** For the rules the words of `IllegalReason` in crates/emergo. @type {Words<GameMoveError>} */
  illegalMove: {
    unreadable: () => "This is not a move. Moves look like e4, f4-e4 or h4xf4xd4.",
    unknown_square: ({ name }) => `The board has no square ${name}.`,
    ambiguous: ({ candidates }) => `The move is ambiguous: ${candidates.join(" or ")}.`,
    must_capture: ({ example }) => `A capture is mandatory${suchAs(example)}.`,
    not_longest: ({ men: number, example }) => `The longest capture is mandatory: ${men(number)}${suchAs(example)}.`,
    no_such_capture: ({ example }) => `This capture is not possible${example && `; a legal one is ${example}`}.`,
    must_enter: () => "Men in hand must be entered before a piece may step.",
    empty_hand: () => "There are no men in hand.",
    occupied: ({ square }) => `${square} is not vacant.`,
    centre: ({ square }) => `White's first entry may not be on the centre ${square}.`,
    feeding: ({ square }) => `The opponent could jump a piece entering on ${square}, and has no other capture.`,
    not_yours: ({ square }) => `The side to move has no piece on ${square}.`,
    no_moves: () => "There is no legal move.",
    no_such_move: () => "No piece moves like that.",
    game_ended: ({ ending }) => `The game has ended: ${ending}.`,
  },
  click: {
    engineToMove: (/** @type {Side} */ side) => `${NAMES[side]} is played by the engine.`,
    next: (/** @type {string} */ cell, /** @type {string[]} */ names) => `From ${cell} to ${names.join(" or ")}`,
  },
  /** The refused clicks that are not moves. @type {Words<Exclude<ClickRefusal, IllegalReason>>} */
  clickRefusal: {
    other_side: ({ cell, owner }) => `The piece on ${cell} is ${NAMES[owner]}'s.`,
    no_piece: ({ cell, side }) => `There is no piece on ${cell}: choose one of ${NAMES[side]}'s.`,
    no_step: ({ cell }) => `The piece on ${cell} has no step.`,
  },
  /** @type {Words<PositionTextError>} */
  positionFault: {
    missing: ({ field }) => `The ${FIELDS[field]} is missing.`,
    surplus: () => "There is text after the number of the turn.",
    lines: ({ found, expected }) => `The text has ${found} lines of cells, the board has ${expected}.`,
    line: ({ digit, found, expected }) =>
      found > expected
        ? `Line ${digit} of the cells has more than its ${expected} cells.`
        : `Line ${digit} of the cells has ${found} of its ${expected} cells.`,
    cell: ({ digit, at, fault }) => `Line ${digit} of the cells, character ${at} of the text: ${fault}.`,
    side: () => "The side to move must be w or b.",
    hands: () => "The men in hand must be two numbers such as 12,12.",
    turn: () => "The turn must be a whole number from 1 to 4294967295.",
    too_many_men: ({ side, on_board: onBoard, in_hand: inHand, limit }) =>
      `${NAMES[side]} has ${onBoard} on the board and ${inHand} in hand, but each side has ${men(limit)}.`,
    column: () => "The columns contradict each other.",
  },
  /** @type {Words<CellFault>} */
  cellFault: {
    character: ({ character }) => `unexpected “${character}”`,
    unclosed: () => "a column without its closing bracket",
    zero: () => "a number that is 0",
    no_men: () => "a column that does not begin with men",
    same_side: () => "cap and prisoners of the same side",
    too_tall: ({ men: number, limit }) => `a column with ${number} men of one side, but each side has ${limit}`,
  },
  /** @type {Record<Format, string>} */
  formats: {
    pgn: "PGN",
    json: "match lines",
    abstractplay: "AbstractPlay",
    mindsports: "MindSports",
    tutor: "shorthand of the Emergo Tutor",
    zillions: "Zillions of Games",
    moves: "list of moves",
  },
  record: {
    source: (/** @type {string} */ name, /** @type {string} */ format, /** @type {number} */ games, /** @type {number} */ errors) =>
      `${name}: ${format}, ${counted(games, "game")}${errors > 0 ? `, ${errors} with an error` : ""}.`,
    /** @type {Words<BoardChoice>} */
    choice: {
      given: () => "",
      only_legal: ({ used }) => `Read as ${used}: all moves are legal there only.`,
      ambiguous: ({ used, others }) => `Read as ${used}. The moves are also legal as ${others.join(" and as ")}.`,
      none_legal: ({ used }) => `Read as ${used}. No board makes all moves legal.`,
    },
    boardName: board,
    readAs: (/** @type {Board} */ other) => `Read as ${board(other)}`,
    unreadable: (/** @type {number} */ number, /** @type {string} */ error) => `${number}. (cannot be read) ${error}`,
    /** @type {(number: number, game: Required<Omit<GameSummary, "entry" | "error">>, error: string) => string} */
    title: (number, { white, black, result, date, length }, error) =>
      `${number}. ${white} – ${black}, ${result}${date ? `, ${date}` : ""}, ${counted(length, "move")}${error ? `, with an error. ${error}` : ""}`,
    line: (/** @type {number} */ line, /** @type {string} */ fault) => `Line ${line}: ${fault}`,
    noGame: (/** @type {string} */ name) => `${name}: there is no game.`,
    chooseOne: (/** @type {number} */ number) => `Choose one of ${number} games`,
    found: (/** @type {number} */ found, /** @type {number} */ all, /** @type {number} */ more) =>
      `${found === all ? "All games" : counted(found, "game fits", "games fit")}.${more > 0 ? ` ${more} more are not shown: search for them.` : ""}`,
    list: (/** @type {number} */ number) => `All ${number} games`,
    reading: (/** @type {string} */ name) => `Reading ${name}`,
    tooLarge: (/** @type {string} */ name, /** @type {number} */ size, /** @type {number} */ limit) =>
      `${name} has ${size} MB. The page reads at most ${limit} MB: divide it, or select games with luctor convert.`,
    gameOf: (/** @type {string} */ name, /** @type {number} */ number) => `${name}, game ${number}`,
    cannotRead: (/** @type {string} */ where, /** @type {string} */ error) => `${where} cannot be read. ${error}`,
    legalPart: (/** @type {string} */ where, /** @type {string} */ error) => `${where}: only the legal moves are shown. ${error}`,
    loaded: (/** @type {string} */ title, /** @type {string} */ note) => `Loaded ${title}. ${note}`,
  },
  /** @type {Words<GameError>} */
  recordFault: {
    json: () => "This is not a game in JSON.",
    unclosed: ({ bracket }) => `A “${bracket}” is not closed.`,
    unexpected: ({ character }) => `Unexpected “${character}”.`,
    nesting: () => "Variations are nested too deep.",
    not_a_saved_game: () => "This is not a saved game of Zillions.",
    variant: () => "There is no such board.",
    start: ({ fault }) => `The start is not a position of the board. ${fault}`,
    coordinates: () => "The coordinates must be oblique or checkerboard.",
    blocked: () => "A blocked side must be draw or loss.",
    repetition: () => "Repetition must be draw or unlimited.",
    result: () => "The result must be 1-0, 0-1, 1/2-1/2 or *.",
    move: ({ number, is_complete, fault }) => `Move ${number}${is_complete ? ", in a variation" : ""}: ${fault}`,
  },
  /** @type {Words<Refusal>} */
  refusal: {
    position: ({ fault }) => fault,
    move: ({ number, text, fault }) => `Move ${number}, ${text}: ${fault}`,
    bad_request: ({ message }) => `The page sent a bad request: ${message}. Load the page again.`,
    no_puzzle: ({ count }) => `There are ${count} puzzles.`,
    index: ({ message }) => `The index of games cannot be read: ${message}`,
    resources: ({ message }) => `The search cannot start: ${message}`,
  },

  messages: {
    crashed: (/** @type {string} */ sentence, /** @type {boolean} */ givenUp) =>
      `${sentence} ${givenUp ? "It is not started again by itself. The game is kept." : "It was started again. The game continues."}`,
    saved: (/** @type {string} */ name) => `Saved: ${name}`,
    ofEngine: (/** @type {string} */ message) => `Message of the engine: ${message}`,
    movedElsewhere: (/** @type {string} */ move) => `${move}. You are looking at an earlier position.`,
    positionRefused: (/** @type {string} */ fault) => `The position cannot be set up. ${fault}`,
    newGame: (/** @type {Variant} */ variant) => `New game of ${variant}`,
    cannotCopy: (/** @type {string} */ text) => `The browser does not let the page copy. The text is ${text}`,
    analysed: (/** @type {number} */ white, /** @type {number} */ black) =>
      `Game analysed: White has ${counted(white, "error")}, Black has ${black}`,
    badLink: (/** @type {string} */ fault) => `The link cannot be opened. ${fault}`,
    damagedLink: "It is not complete, or it was changed. Copy the whole link again.",
    noServer: "There is no connection to Luctor. Is it still running?",
    notLoaded: (/** @type {string} */ file) => `The file ${file} cannot be loaded. Is there a connection?`,
    serverRefused: (/** @type {string} */ status) => `Luctor refused the request: ${status}`,
    noWebAssembly:
      "This browser cannot run the rules of the game, because it has no WebAssembly. Use another browser, or allow WebAssembly.",
    rulesFailed: (/** @type {string} */ error) =>
      `The rules stopped with an error${error ? `: ${error}` : ". Is there a connection?"}`,
  },
  engine: {
    notRunning: "The engine is not running.",
    noAnswer: (/** @type {string} */ question, /** @type {number} */ seconds) =>
      `did not answer ${question} within ${seconds} seconds`,
    stopped: (/** @type {string} */ reason) => `The engine ${reason}.`,
    failed: (/** @type {string} */ error) =>
      error ? `The engine stopped with an error: ${error}.` : "The engine cannot be started. Is there a connection?",
    noVariant: (/** @type {string} */ name, /** @type {Variant} */ variant) =>
      `${name} does not offer ${variant} in its option UCI_Variant.`,
    noBlocked: (/** @type {string} */ name) =>
      `${name} has no option Blocked, so it cannot play with the rule that a blocked side loses.`,
    noElo: (/** @type {string} */ name, /** @type {number} */ min, /** @type {number} */ max) =>
      `${name} plays at an Elo from ${min} to ${max}, a whole number.`,
  },
  play: {
    hand: (/** @type {Side} */ side, /** @type {number} */ number, /** @type {boolean} */ shadowpiece) =>
      `${NAMES[side]}: ${number === 0 ? "none in hand" : shadowpiece ? `a shadowpiece of ${number}` : `${number} in hand`}`,
    thinkingAt: (/** @type {string} */ score, /** @type {number} */ depth) => `thinking: ${score}, depth ${depth}`,
  },
  analysis: {
    scoreForWhite: (/** @type {string} */ score) => `Score for White: ${score}`,
    state: (/** @type {string} */ depth, /** @type {string} */ nodes, /** @type {string} */ speed) =>
      `depth ${depth} · ${nodes} nodes · ${speed} a second`,
    thinking: (/** @type {string} */ name) => `${name} is thinking`,
    chances: (/** @type {number} */ win, /** @type {number} */ draw, /** @type {number} */ loss) =>
      `White wins ${win} %, draw ${draw} %, Black wins ${loss} %`,
    progress: (/** @type {number} */ done, /** @type {number} */ all) => `${done} of ${all}`,
    placeStart: (/** @type {string} */ score) => `the start; score for White ${score}`,
    /** @type {(turn: number, side: Side, move: string, verdict: string, score: string) => string} */
    place: (turn, side, move, verdict, score) =>
      `turn ${turn}, ${NAMES[side]}'s ${move}${verdict ? `, ${verdict}` : ""}; score for White ${score}`,
  },
  /** @type {Partial<Record<string, string>>} What options of engines mean to a player. Others have the engine's own names. */
  engineOptions: {
    hash: "Memory in MiB",
    threads: "Processor threads",
    uci_showwdl: "Show the chances of a win, a draw and a loss",
  },
  /** @type {Record<Variant, string>} */
  boards: { emergo: "Emergo, 9×9", emergo7: "Emergo7, 7×7", hexemergo: "HexEmergo, hexagonal" },
  /** From the weakest to full strength. */
  levels: ["Beginner", "Novice", "Casual player", "Student", "Club player", "Expert", "Master", "Full strength"],
  fairStart: (/** @type {number} */ number, /** @type {number} */ all) => `Fair start ${number} of ${all}`,
  confirmRemoval: (/** @type {number} */ number) => `Delete ${counted(number, "move")}?`,
  keys: {
    back: "a move back",
    on: "a move on",
    start: "to the start",
    end: "to the end",
    previousVariation: "the variation before",
    nextVariation: "the next variation",
    forget: "forget the chosen squares and the arrows",
    takeBack: "take back (also Ctrl+Z)",
    redo: "redo (also Ctrl+Y)",
    flip: "turn the board",
    analyse: "start or stop the analysis",
    draw: "on a square: begin or end an arrow",
    newGame: "new game",
    keys: "this list",
  },
  report: {
    marks: MARKS,
    /** The judgement of a move. Points are percentages of the points that the player expects. */
    good: (/** @type {string} */ move, /** @type {number} */ points, /** @type {number} */ other) =>
      `${move} is best by far: ${points} %, every other move at most ${other} %.`,
    error: (/** @type {string} */ move, /** @type {string} */ word, /** @type {number} */ before, /** @type {number} */ after) =>
      `${move} is ${word === "inaccuracy" ? "an" : "a"} ${word}: from ${before} % to ${after} % of the points.`,
    missedWin: (/** @type {number} */ moves) => `It misses a forced win in ${counted(moves, "move")}.`,
    allowedWin: (/** @type {number} */ moves) => `It allows a forced win in ${counted(moves, "move")}.`,
    missedBy: (/** @type {number} */ turn, /** @type {Side} */ side, /** @type {string} */ move, /** @type {number} */ moves) =>
      `Turn ${turn}, ${NAMES[side]}: ${move} misses a win in ${counted(moves, "move")}`,
    /** @type {Record<Exclude<keyof ReportSummary, "forced">, string>} */
    columns: {
      judged: "moves",
      accuracy: "accuracy",
      mean_loss: "mean loss",
      inaccuracies: "?!",
      mistakes: "?",
      blunders: "??",
      good: "!",
      missed_wins: "missed wins",
    },
    /** @type {Record<Stage, string>} */
    stages: { entering: "entering", middle: "middle", end: "end" },
    /** @type {Record<"nodes" | "move_time" | "depth", (amount: number) => string>} */
    limits: {
      nodes: (nodes) => `${nodes} nodes per position`,
      move_time: (ms) => `${ms} ms per position`,
      depth: (plies) => `depth ${plies}`,
    },
    madeBy: (/** @type {string} */ engine, /** @type {string} */ limit) => `${engine}, ${limit}. Forced moves are not judged.`,
  },
  puzzles: {
    /** @type {Record<Goal, (side: Side) => string>} */
    tasks: {
      win: (side) => `${NAMES[side]} to move and win`,
      save: (side) => `${NAMES[side]} to move and save the game`,
    },
    count: (/** @type {number} */ number) => counted(number, "puzzle"),
    results: (/** @type {number} */ solved, /** @type {number} */ failed) => `${solved} solved, ${failed} failed`,
    nextDifficulty: (/** @type {number} */ difficulty) => `The next difficulty is ${difficulty}.`,
    difficulty: (/** @type {number} */ difficulty) => `difficulty ${difficulty}`,
    left: (/** @type {number} */ number) => counted(number, "move to find", "moves to find"),
    /** @type {Record<Theme, string>} */
    themes: {
      feeder: "feeder",
      decapitation: "decapitation",
      shadowpiece: "shadowpiece",
      entering: "entering",
      "longest-capture": "longest capture",
      "quiet-win": "quiet win",
      "draw-saved": "draw saved",
    },
    /** The ideas of the themes: the last hint. @type {Record<Theme, string>} */
    ideas: {
      feeder: "Give men away: a capture is mandatory, so you choose where the opponent goes.",
      decapitation: "Capture the last man of a cap: all men below it are free.",
      shadowpiece: "All your men in hand enter at once as one column: find the square for it.",
      entering: "The square of an entry decides. Look at what the opponent must do then.",
      "longest-capture": "The opponent must play the longest capture. Leave only the one that helps you.",
      "quiet-win": "No capture wins here. A quiet move takes the good moves away from the opponent.",
      "draw-saved": "A draw is enough: look for a repetition, or for a position without moves.",
    },
    /** @type {Record<Goal, string>} */
    goals: {
      win: "Look for captures that free your prisoners and take the opponent's last men of a cap.",
      save: "All other moves lose. Look at what the opponent can capture next.",
    },
    verdict: (/** @type {Side} */ side, /** @type {number} */ own, /** @type {number} */ others, /** @type {number} */ percent) =>
      `At the end of the line ${NAMES[side]} holds ${counted(own, "prisoner")}, and ${otherSide(side)} ${others}. ${NAMES[side]} expects ${percent} % of the points.`,
    verdictEnd: (/** @type {string} */ ending) => `The game ends with the line: ${ending}.`,
    right: (/** @type {number} */ left) => `Right. ${counted(left, "move")} left to find.`,
    solved: (/** @type {number} */ wrong) => (wrong === 0 ? "Solved." : `Solved, after ${counted(wrong, "wrong move")}.`),
    proved: (/** @type {number} */ moves) => `The win is proved: at most ${counted(moves, "move")}.`,
    notSolution: (/** @type {string} */ move) => `${move} is not the solution.`,
    /** @type {(move: string, opponent: Side, answer: string, side: Side, percent: number) => string} */
    wrong: (move, opponent, answer, side, percent) =>
      `${move} is wrong: ${NAMES[opponent]} answers ${answer}. ${NAMES[side]} expects ${percent} % of the points.`,
    wrongEnd: (/** @type {string} */ move, /** @type {string} */ ending) => `${move} is wrong: ${ending}.`,
    notRefuted: (/** @type {string} */ move, /** @type {Side} */ side, /** @type {number} */ percent) =>
      `${move} is not the solution, but the search finds no refutation: ${NAMES[side]} expects ${percent} % of the points.`,
    hint_piece: (/** @type {string} */ cell) => `Move the piece on ${cell}.`,
    hint_target: (/** @type {string} */ cell) => `The move ends on ${cell}.`,
    notNow: "It is not your move in this position.",
  },
  mistakes: {
    count: (/** @type {number} */ number, /** @type {number} */ all) => `mistake ${number} of ${all}`,
    task: (/** @type {number} */ turn, /** @type {Side} */ side, /** @type {string} */ move, /** @type {string} */ word) =>
      `Turn ${turn}: ${NAMES[side]} played ${move} (${word}). Find a better move.`,
    best: (/** @type {string} */ move) => `${move} is the best move.`,
    asGood: (/** @type {string} */ move, /** @type {number} */ points, /** @type {string} */ best, /** @type {number} */ most) =>
      `${move} is as good: ${points} % of the points, and ${most} % with the best move, ${best}.`,
    same: (/** @type {string} */ move) => `${move} is the move of the game.`,
    searching: (/** @type {string} */ move) => `${move} is compared with the best move.`,
    /** @type {(move: string, reply: { mark: Mark, opponent: Side, answer: string, points: number, most: number }) => string} */
    wrong: (move, { mark, opponent, answer, points, most }) =>
      `${move} is ${mark === "inaccuracy" ? "an" : "a"} ${MARKS[mark]}: ${NAMES[opponent]} answers ${answer} (${points} % of the points, the best move ${most} %).`,
    wrongEnd: (/** @type {string} */ move, /** @type {string} */ ending) => `${move} is not the best move: ${ending}.`,
    summary: (/** @type {Side} */ side, /** @type {Record<"all" | "found" | "atOnce", number>} */ { all, found, atOnce }) =>
      all === 0
        ? `The report has no mistakes of ${NAMES[side]}.`
        : `${NAMES[side]}: you found ${found} of ${all} better moves, ${atOnce} of them at the first try.`,
  },
  explorer: {
    /** The exact result of a position, with the moves of the winner to the end.
     * @type {Record<EndingMoveReport["result"], (side: Side, moves: number) => string>} */
    exact: {
      win: (side, moves) => `Exact: ${NAMES[side]} wins in ${counted(moves, "move")}.`,
      loss: (side, moves) => `Exact: ${otherSide(side)} wins in ${counted(moves, "move")}.`,
      draw: () => "Exact: a draw.",
    },
    /** The same of a move, short. @type {Record<EndingMoveReport["result"], (moves: number) => string>} */
    exactMove: { win: (moves) => `wins in ${moves}`, loss: (moves) => `loses in ${moves}`, draw: () => "draws" },
    found: (/** @type {number} */ number) => (number === 0 ? "No game has this position." : counted(number, "game")),
    move: "move",
    games: "games",
    results: "White, draw, Black",
    score: "score",
    scored: (/** @type {number} */ number) => `Mean score for White in ${counted(number, "game")}`,
    symmetric: (/** @type {string} */ moves) => `Symmetric: ${moves}`,
  },
  learn: {
    notTheTask: (/** @type {string | null} */ solution) =>
      `This move is legal, but it is not the task. Try ${solution ?? "again"}.`,
    solved: (/** @type {string} */ title) => `${title}, solved`,
  },
  lessons: {
    enter: {
      title: "Entering",
      text: "Emergo begins with an empty board. White and Black enter their twelve men in turn, one man each turn. Dots mark the legal squares.",
      task: "Click a dot to enter a man.",
      done: "While you have men in hand, you enter one each turn, unless you must capture.",
    },
    centre: {
      title: "The centre",
      text: "White's very first man may not enter on the centre. Black's first man may, and so may White's later ones.",
      task: "Click the square where White may not begin.",
      done: "A cross marks a forbidden square. Point at it to see the reason.",
    },
    feeding: {
      title: "No feeding",
      text: "You may not enter a man where the opponent could jump it at once. This is called feeding. Next to a man of the opponent most squares are therefore forbidden.",
      task: "Click a square where White may not enter because of feeding.",
      done: "If the opponent already has a capture somewhere, the ban does not apply: then you may enter anywhere.",
    },
    capture: {
      title: "The goal",
      text: "You win when the opponent has no piece left, because all men of the opponent are your prisoners. A piece jumps over an adjacent piece of the opponent to the vacant square behind it. The captured man goes under the piece that jumps. No man ever leaves the game.",
      task: "Win: capture Black's last man. Click the white man.",
      done: "You have won. You now have a column: one white man on top, and one black prisoner below.",
    },
    mandatory: {
      title: "Captures are mandatory",
      text: "If you can capture, you must. A capture goes on as long as the piece can jump, also around a corner, but not straight back.",
      task: "White can capture two men in two ways. Click the white man, then the squares of one way.",
      done: "The column carries two prisoners. The other white man was not allowed to step.",
    },
    column: {
      title: "Columns",
      text: "Only the top man of a column is captured; the rest stays on its square. The men of one colour on top are the cap. Their number says how often the column can be captured.",
      task: "Capture one man of the black column of three.",
      done: "Two black men are left on the square. If there is nothing to capture and no man in hand, a piece steps one square along a line.",
    },
    liberation: {
      title: "Liberation",
      text: "If the last man of a cap is captured, the prisoners below are free: the piece belongs to their side again.",
      task: "Capture the black man that holds two white prisoners.",
      done: "The column that stays behind is white now. Freeing your men is the way to win.",
    },
    majority: {
      title: "The majority rule",
      text: "Of several captures you must play one that captures the most men.",
      task: "White can jump over one man or over two. Find the legal capture.",
      done: "A route is never cut short either.",
    },
    sacrifice: {
      title: "Feeding on purpose",
      text: "Because captures are mandatory, you can steer the opponent by giving men away. Black already has a capture here, so White may enter anywhere, also where Black can jump.",
      task: "Enter a man so that Black must capture five men. Then enter one beside Black's tall column, and free your men with a jump.",
      done: "White lost seven men on the way and freed five at once. This is how games of Emergo are decided.",
    },
    shadowpiece: {
      title: "The shadowpiece",
      text: "When one player has entered all men and the other has some left, these enter all at once as one column: the shadowpiece.",
      task: "Enter White's shadowpiece of five.",
      done: "After that both players step and capture.",
    },
    blocked: {
      title: "Draws",
      text: "If a player has pieces but no legal move, the game is a draw. It is also a draw when the same position occurs for the third time.",
      task: "Black threatens to jump. Step so that Black has no move.",
      done: "Black's only man is blocked: a draw.",
    },
    win: {
      title: "Winning",
      text: "You win when the opponent has no piece left: every man of the opponent is a prisoner.",
      task: "Win with one capture of five men.",
      done: "The piece jumped in a circle and even passed a square twice. Now play a game!",
    },
  },
};
