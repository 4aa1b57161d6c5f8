// The types of the JSON interface to the rules, as in `crates/board/src/interface.rs`. Cells and moves are in oblique
// coordinates. This file contains no code.

/**
 * @typedef {"emergo" | "emergo7" | "hexemergo"} Variant
 * @typedef {"w" | "b"} Side
 * @typedef {"entry" | "step" | "capture"} MoveKind
 */

/**
 * @typedef {object} GameText a position of a game, by its start and its moves
 * @property {Variant} variant
 * @property {"draw" | "loss"} blocked the result for a blocked side
 * @property {"draw" | "unlimited"} [repetition] the rule for the third occurrence of a position
 * @property {string | null} start a position text, or null for the start of the variant
 * @property {string[]} moves
 */

/**
 * @typedef {object} PictureView
 * @property {"diamond" | "checkerboard"} layout
 * @property {boolean} turned Black's side is at the bottom
 */

/**
 * @typedef {object} ColumnData
 * @property {Side} owner
 * @property {number} cap the owner's men
 * @property {number} prisoners men of the other side
 */

/** @typedef {{ w: number, b: number }} Hands */

/**
 * @typedef {object} Composition a position that was put together
 * @property {Variant} variant
 * @property {Side} side
 * @property {Hands} hands
 * @property {number} turn
 * @property {{ cell: string, column: ColumnData }[]} columns
 */

/**
 * @typedef {object} LegalMove
 * @property {string} text
 * @property {MoveKind} kind
 * @property {string[]} path the cell of an entry, or the cells from the origin to the end
 * @property {string[]} captured the cell of each captured man
 */

/**
 * @typedef {object} EndingData
 * @property {"1-0" | "0-1" | "1/2-1/2"} result
 * @property {string} reason a text of `Termination`
 */

/**
 * @typedef {object} PositionData
 * @property {Variant} variant
 * @property {string} text the position text
 * @property {number} turn
 * @property {Side} side
 * @property {number} men men of each side in the game
 * @property {Hands} hands
 * @property {{ kind: MoveKind, men: number, shadowpiece: boolean } | null} required null if the game has ended
 * @property {{ cell: string, checkerboard: string, column: ColumnData | null }[]} cells
 * @property {LegalMove[]} moves
 * @property {{ cell: string, fault: IllegalMove }[]} forbidden vacant cells that may not be entered
 * @property {string[]} threatened
 * @property {EndingData | null} ending
 * @property {string} picture SVG, for display and download only
 */

/** @typedef {{ cells: string, picture: string }} PartialMove */

/**
 * @typedef {{ kind: "unreadable" | "must_enter" | "empty_hand" | "no_moves" | "no_such_move" }
 *   | { kind: "unknown_square", name: string }
 *   | { kind: "ambiguous", candidates: string[] }
 *   | { kind: "must_capture", example: string }
 *   | { kind: "not_longest", men: number, example: string }
 *   | { kind: "occupied" | "centre" | "feeding" | "not_yours", cell: string }
 *   | { kind: "game_ended", ending: EndingData }} IllegalMove
 */

/**
 * @typedef {{ kind: "character", character: string }
 *   | { kind: "unclosed" | "nothing" | "same_side" }
 *   | { kind: "too_tall", men: number, limit: number }} CellFaultData
 */

/**
 * @typedef {{ kind: "missing", field: "cells" | "side" | "hands" }
 *   | { kind: "surplus" | "side" | "hands" | "turn" | "inconsistent" }
 *   | { kind: "lines", found: number, expected: number }
 *   | { kind: "line", digit: number, found: number, expected: number }
 *   | { kind: "cell", digit: number, at: number, fault: CellFaultData }
 *   | { kind: "unknown_square", name: string }
 *   | { kind: "too_many_men", side: Side, on_board: number, in_hand: number, limit: number }} PositionFault
 */

/**
 * @typedef {{ kind: "json" | "nesting" | "variant" | "coordinates" | "blocked" | "repetition" | "result" }
 *   | { kind: "unclosed", bracket: string }
 *   | { kind: "unexpected", character: string }
 *   | { kind: "start", fault: PositionFault }
 *   | { kind: "move", number: number, fault: IllegalMove }} RecordFault
 */

/**
 * @typedef {{ kind: "bad_request", message: string }
 *   | { kind: "other_version", supported: number }
 *   | { kind: "position", fault: PositionFault }
 *   | { kind: "no_puzzle", count: number }
 *   | { kind: "index" | "resources", message: string }
 *   | { kind: "move", number: number, text: string, fault: IllegalMove }} Refusal
 */

/**
 * @typedef {object} RecordedMove a move of a match line; other keys are kept
 * @property {string} move
 * @property {number} [score] centimen from the mover's view
 * @property {number} [mate] moves to the end, from the mover's view
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [ms]
 * @property {number[]} [nags] numeric annotation glyphs
 * @property {string} [comment]
 * @property {RecordedMove[][]} [variations] other moves in place of this one, with their continuations
 */

/**
 * @typedef {object} GameRecord a match line; other keys are kept
 * @property {Variant} [variant]
 * @property {"draw" | "loss"} [blocked]
 * @property {"draw" | "unlimited"} [repetition]
 * @property {string} [white]
 * @property {string} [black]
 * @property {string[]} [limits] the limits of White and Black
 * @property {string} [opening] the position text of the start
 * @property {string} [comment] the comment before the first move
 * @property {RecordedMove[]} moves
 * @property {string} [result] `*` if the game is not finished
 * @property {string} [reason] a text of `Termination`
 * @property {string} [detail]
 * @property {string} [date] `YYYY.MM.DD`
 */

/**
 * @typedef {{ line: number, fault: RecordFault }} RecordError an error and its line in the text
 * @typedef {{ kind: "game", record: GameRecord, first_side: Side, first_turn: number, error: RecordError | null }} GameEntry
 *   a game, or its moves before an error
 * @typedef {{ kind: "unreadable" } & RecordError} UnreadableEntry
 * @typedef {GameEntry | UnreadableEntry} RecordEntry
 */

/** @typedef {{ variant: Variant, coordinates: "oblique" | "checkerboard" }} BoardAndCoordinates */

/**
 * @typedef {{ kind: "given" }
 *   | { kind: "only_legal" | "none_legal", used: BoardAndCoordinates }
 *   | { kind: "ambiguous", used: BoardAndCoordinates, others: BoardAndCoordinates[] }} BoardChoice how the board of games
 *   that do not name it was found
 */

/** @typedef {Partial<BoardAndCoordinates>} ReadOptions the board and the coordinates of games that do not name them */

/**
 * @typedef {object} ReadReport
 * @property {"pgn" | "json" | "abstractplay" | "mindsports" | "tutor" | "zillions" | "moves"} format
 * @property {BoardChoice} board
 * @property {RecordEntry[]} records
 */

/**
 * @typedef {object} PuzzleSummary
 * @property {Side} side the side that solves the puzzle
 * @property {"win" | "save"} goal
 * @property {number} length the unforced moves of the solution
 * @property {number} difficulty 1 to 5
 * @property {string[]} themes
 */

/**
 * @typedef {object} PuzzleAttempt
 * @property {Variant} variant
 * @property {number} number from 1
 * @property {string[]} found the right moves of the player so far, without forced moves
 *
 * @typedef {{ kind: "show" | "give_up" } | { kind: "move", text: string } | { kind: "hint", number: number }} PuzzleStep
 *
 * @typedef {object} AttemptState
 * @property {GameText} game the position of the puzzle, and all moves so far
 * @property {number} moves_left unforced moves that the player still has to find
 * @property {boolean} is_solved
 * @property {{ moves: string[], win_in: number | null } | null} solution known if the puzzle is solved or given up
 *
 * @typedef {{ kind: "right", played: LegalMove[] } | { kind: "wrong" }
 *   | { kind: "hint", piece: string | null, target: string | null }} PuzzleReply
 */

/**
 * @typedef {object} ExampleGame
 * @property {string} [file]
 * @property {number} number from 1
 * @property {string} [white]
 * @property {string} [black]
 * @property {string} [date]
 * @property {string} result
 *
 * @typedef {object} GameCounts
 * @property {number} games
 * @property {number} white games that White won
 * @property {number} draws
 * @property {number} black games that Black won
 * @property {number} unfinished
 * @property {number} scored games with a score
 * @property {number | null} mean_score centimen from the view of the side to move
 *
 * @typedef {GameCounts & { source: string, examples: ExampleGame[] }} SourceMove
 * @typedef {GameCounts & { move: string, symmetric?: string[], sources: SourceMove[] }} ExplorerMove
 * @typedef {GameCounts & { variant: Variant, position: string, side: "white" | "black", moves: ExplorerMove[] }} ExplorerAnswer
 */

/**
 * @typedef {{ centimen: number } | { mate: number }} EvaluationData a score from the mover's view
 *
 * @typedef {object} LineReport
 * @property {string[]} moves
 * @property {EvaluationData} evaluation
 * @property {number} expected
 * @property {number} depth
 *
 * @typedef {object} MoveReport from the view of the player who made the move; docs/study.md describes all keys
 * @property {number} ply from 1
 * @property {number} turn
 * @property {"white" | "black"} side
 * @property {string} played
 * @property {boolean} forced
 * @property {EvaluationData} evaluation
 * @property {number} expected expected points, 0 to 1
 * @property {number} loss
 * @property {"good" | "inaccuracy" | "mistake" | "blunder" | null} mark
 * @property {LineReport | null} best
 * @property {LineReport | null} next_best
 * @property {number | null} missed_win
 * @property {number | null} allowed_win
 *
 * @typedef {object} ReportSummary
 * @property {number} judged
 * @property {number | null} accuracy
 * @property {number} good
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number} missed_wins
 *
 * @typedef {{ name: string | null, game: ReportSummary, entering: ReportSummary, middle: ReportSummary, end: ReportSummary }} PlayerReport
 *
 * @typedef {object} GameReportData
 * @property {string} engine
 * @property {{ nodes: number }} limit
 * @property {number[]} graph White's expected points before each move and after the last one
 * @property {MoveReport[]} moves
 * @property {{ white: PlayerReport, black: PlayerReport }} players
 */

/**
 * @typedef {{ kind: "annotate", record: GameRecord, limit: { nodes: number } }
 *   | { kind: "refute", attempt: PuzzleAttempt, text: string }
 *   | { kind: "compare", game: GameText, text: string, best: string }} StudyTask
 *
 * @typedef {object} Refutation
 * @property {string[]} line the best line after the move; it begins with the answer of the opponent
 * @property {number} expected expected points of the player after the move, 0 to 1
 * @property {boolean} reaches_goal there is no refutation
 * @property {EndingData | null} ending
 *
 * @typedef {object} Comparison a move compared with the best one
 * @property {string[]} line the best line after the move; it begins with the answer of the opponent
 * @property {number} expected expected points of the player after the move, 0 to 1
 * @property {number} best_expected the same after the best move
 * @property {"inaccuracy" | "mistake" | "blunder" | null} mark null if the move is as good
 * @property {EndingData | null} ending
 *
 * @typedef {{ kind: "progress", done: number, total: number } | { kind: "report", report: GameReportData }
 *   | ({ kind: "refutation" } & Refutation) | ({ kind: "comparison" } & Comparison)
 *   | { kind: "refused", refusal: Refusal }} StudyMessage
 */

// The types of the page's own data.

/** @typedef {"play" | "learn" | "analyse" | "puzzles" | "mistakes"} Mode the mistakes belong to Analysis */

/**
 * @typedef {{ cp?: number, mate?: number, lost?: Side }} Score from White's view: centimen, or moves to the end
 * @typedef {{ score: Score, depth: number, expected?: number }} Evaluation of a position by an analysis
 * @typedef {{ result: string, reason?: string | null, detail?: string }} RecordEnd how a game ended
 * @typedef {{ seconds?: number, base?: number, increment?: number }} TimeControl `seconds` for each move of the engine, or
 *   `base` and `increment` in milliseconds for both sides
 */

/**
 * @typedef {object} MoveNode a position in the tree of a game, after the move `text`
 * @property {string} [text] undefined at the root
 * @property {Score} [score] the mover's evaluation, from White's view
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [ms]
 * @property {number[]} nags
 * @property {string} comment
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} children the first one continues the main line
 * @property {Evaluation | null} evaluation by an analysis
 * @property {any} report the judgement of a report, or null
 * @property {EndingData | null} ending by the rules, if it is known
 * @property {RecordEnd | null} outcome by a player, a clock or a record
 */

/**
 * @typedef {object} GameHeader
 * @property {Variant} variant
 * @property {"draw" | "loss"} blocked
 * @property {"draw" | "unlimited"} repetition
 * @property {string | null} start
 * @property {Side} firstSide
 * @property {number} firstTurn
 * @property {string} white
 * @property {string} black
 * @property {string} date
 * @property {string[] | null} limits
 * @property {any} source the keys of the record of a loaded game, with the texts of its moves; or null
 */

/**
 * @typedef {Partial<Omit<MoveNode, "parent" | "children">> & { parent?: number }} StoredNode with the index of its parent
 * @typedef {{ header: GameHeader, nodes: StoredNode[], last: number, cursor: number, isUnsaved: boolean }} StoredGame `last` is
 *   the index of the end of the line that is shown
 */

/**
 * @typedef {object} GameSummary a game in the list of the games of a text
 * @property {number} part the part of the text, from 0
 * @property {number} index the game of the part, from 0
 * @property {string} [white]
 * @property {string} [black]
 * @property {string} [date]
 * @property {string} [result]
 * @property {number} length moves that can be shown
 * @property {RecordError | null} error
 */

/**
 * @typedef {object} LessonStep
 * @property {(move: LegalMove, after: PositionData) => boolean} accepts does the move fulfil the task?
 * @property {string} [reply] the answer of the other side
 */

/**
 * @typedef {object} Lesson
 * @property {"enter" | "centre" | "feeding" | "capture" | "mandatory" | "column" | "liberation" | "majority" | "sacrifice" | "shadowpiece" | "blocked" | "win"} key
 * @property {string} start a position text
 * @property {LessonStep[]} [steps]
 * @property {"centre" | "feeding"} [forbidden] the task is to find a cell that this rule forbids
 */

/**
 * @typedef {object} Exercise what is on the board in place of the game: lessons, puzzles or mistakes
 * @property {(place?: import("./address.js").Place) => Promise<void>} open shows the first position, or that of a place
 * @property {() => void} close
 * @property {(side: Side) => boolean} mayMove may the person move this side now?
 * @property {(move: LegalMove) => Promise<void>} play the person plays a legal move
 * @property {(direction: -1 | 1) => boolean} step goes on or back in the line on the board; returns whether there is one
 * @property {() => void} shown the board shows a position of the exercise
 * @property {() => void} draw writes the texts again
 */

/**
 * @typedef {object} EngineEvents
 * @property {(line: string) => void} onLine called with each line of the engine
 * @property {(sentence: string) => void} onEnd called when the engine ends by itself
 */

/**
 * @typedef {object} StudyEvents
 * @property {(message: string) => void} onMessage called with each `StudyMessage` in JSON
 * @property {(sentence: string) => void} onEnd called when the channel ends; after the last message it has no meaning
 */

/**
 * @typedef {object} EngineLink a running engine that speaks UGI
 * @property {boolean} isOpen
 * @property {(variant: Variant) => Promise<void>} prepare loads what the engine needs for a board; the message of an error
 *   is a sentence
 * @property {(line: string) => void} send
 * @property {() => void} close
 */

export {};
