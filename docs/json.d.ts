// Generated from the types of Rust by crates/board/tests/all/types.rs.

export type Blocked = "draw" | "loss";

/** A line of a [`LinesReport`]. */
export type BookLine = {
/** The moves. */
moves: Array<string>,
/** White's negamaxed score of the line. */
evaluation: EvaluationData,
/** White's expected points, 0.0..=1.0. */
expected: number,
/** The sums of the losses of White's and of Black's moves against the best ones, in centimen. */
losses: [number, number],
/** The position after the moves. */
position: string, };

/** A value for each player. */
export type BySide<T> = {
/** The value for White. */
white: T,
/** The value for Black. */
black: T, };

/** The positions of a material class. A class contains the side to move, so each material occurs twice. */
export type ClassReport = {
/** The columns, White's first. White is to move. */
columns: string,
/** Plies of the longest win of the side to move. */
longest_win: number | null,
/** All positions, each symmetric one for itself. */
positions: number,
/** Positions of which none is symmetric to another. */
distinct: number,
/** Won for the side to move. */
won: number,
/** Lost for the side to move. */
lost: number,
/** Drawn. */
drawn: number, };

/** An estimated coefficient with its 95 % error: 1.96 standard errors. */
export type Coefficient = {
/** The coefficient. */
value: number,
/** The error. */
error: number, };

/** How often the search agreed with a table. */
export type ComparisonReport = {
/** The board. */
variant: Variant,
/** The pieces of the positions. */
pieces: number,
/** The largest number of nodes of a search. */
nodes: number,
/** Positions that are won for the side to move. */
won: VerdictCounts,
/** Lost positions. */
lost: VerdictCounts,
/** Drawn positions. */
drawn: VerdictCounts,
/** The positions in which the search and the table contradict each other; texts in JSON. */
contradictions: string[], };

export type Coordinates = "oblique" | "checkerboard";

/** Why a position is drawn. */
export type DrawReason = "blocked" | "steps" | "after-captures" | "endless-captures";

/** The draws of a reason. As in [`EndingCounts`](super::EndingCounts), White is to move. */
export type DrawStatistics = {
/** The reason. */
reason: DrawReason,
/** All positions, each symmetric one for itself. */
positions: number,
/** Those of them in which one move keeps the draw and another one loses. */
only_move: number,
/** One of them; its text in JSON. */
example: string, };

/** A difference in strength in Elo, logistic or normalized. It is positive if the first engine is stronger, and infinite if
 * one engine made all points. */
export type Elo = number | null;

/** A difference in strength with its 95 % confidence interval. It is never NaN. An end of the interval is infinite if the
 * results do not bound it. In JSON an infinite number is `null`. */
export type EloEstimate = {
/** The difference of maximum likelihood. */
difference: Elo,
/** Half of the width of the interval. */
error: Elo,
/** The lower end of the interval. */
low: Elo,
/** The upper end of the interval. */
high: Elo, };

/** The meaning of the Elo numbers of a test. */
export type EloModel = "logistic" | "normalized";

/** A position with its value and the best moves of both sides. */
export type EndingLine = {
/** The position; its text in JSON. */
position: string,
/** The moves to the end of the game; none in a draw. */
line: Array<string>, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });

/** A move and its value for the side that makes it. */
export type EndingMoveReport = {
/** The move. */
move: string, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });

/** The endings of a board with a number of pieces. */
export type EndingReport = {
/** The board. */
variant: Variant,
/** The pieces of both sides. */
pieces: number,
/** A longest win. */
longest_win: EndingLine | null,
/** The draws by reason. */
draws: Array<DrawStatistics>,
/** The results by material. */
classes?: Array<ClassReport>,
/** All positions, each symmetric one for itself. */
positions: number,
/** Positions of which none is symmetric to another. */
distinct: number,
/** Won for the side to move. */
won: number,
/** Lost for the side to move. */
lost: number,
/** Drawn. */
drawn: number, };

/** The value of a position for the side to move if both sides play best. The winner shortens the game, the loser
 * lengthens it. Plies count to the end of the game, as in the scores of the search: 1 if the next move wins. */
export type EndingValue = { "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" };

/** The results of an engine. */
export type EngineReport = {
/** Its name. */
name: string,
/** Games it won. */
wins: number,
/** Games drawn. */
draws: number,
/** Games it lost. */
losses: number, };

/** An evaluation from the mover's view. In JSON: `{"centimen": 35}` or `{"mate": -3}`. */
export type EvaluationData = { "centimen": number }
  | { "mate": number };

/** A game with the move. */
export type ExampleGame = {
/** The name of its file. */
file?: string,
/** Its number in the file, from 1. */
number: number,
/** White's name. */
white?: string,
/** Black's name. */
black?: string,
/** The date as `YYYY.MM.DD`. */
date?: string,
/** `1-0`, `1/2-1/2`, `0-1`, or `*` of a game that is not finished. */
result: string, };

/** A position and the move that was played in it. */
export type ExamplePosition = {
/** The position text. */
position: string,
/** The move, in oblique coordinates. */
move: string, };

/** What was played in a position. */
export type ExplorerAnswer = {
/** The board. */
variant: Variant,
/** The position text. */
position: string,
/** The side to move. */
side: Side,
/** The moves that were played, the most frequent first. */
moves: Array<ExplorerMove>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** A move that was played. */
export type ExplorerMove = {
/** The move. Of moves that are symmetric to each other in this position, the first one stands for all. */
move: string,
/** The other moves of the position that are symmetric to it. Their games are counted here. */
symmetric?: Array<string>,
/** The games of each source, in the order in which the sources were added. */
sources: Array<SourceMove>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** Statistics of feeding. */
export type FeedingReport = {
/** Men that the winner fed in a game. A man counts each time he is fed. */
fed_by_winner: MeanReport | null,
/** Men that the loser fed in a game. */
fed_by_loser: MeanReport | null,
/** Men that a side fed in a drawn game: the mean of both sides. */
fed_in_drawn_games: MeanReport | null,
/** All feeding moves that were followed by a capture. */
moves: number,
/** The most frequent patterns, at most 20. */
patterns: Array<PatternReport>,
/** Runs by their length. */
runs: Array<RunReport>,
/** The share of feeding moves, 0.0..=1.0, by stage, where the side to move has no capture and can choose. Stages of
 * fewer than two games are left out. */
choices: { [key in Stage]?: MeanReport }, };

/** One game. The readers of this crate check that its moves are legal. */
export type GameRecord = { match?: string, game?: number, pair?: number, variant?: Variant, coordinates?: Coordinates, blocked?: Blocked, repetition?: Repetition, white?: string, black?: string, limits?: [string, string], opening?: string, black_first?: boolean, comment?: string, moves: Array<RecordedMove>, result?: string, reason?: string, detail?: string, end?: string, event?: string, site?: string, date?: string, round?: string, tags?: Array<[string, string]>, wall_ms?: number, };

/** The report on a game. */
export type GameReportData = {
/** [`REPORT_VERSION`]. */
version: number,
/** The name and the version of the engine. */
engine: string,
/** The limit of the search of each position. */
limit: PositionLimit,
/** The nodes of all searches. */
nodes: number,
/** The game, with the keys of a line of `emergo_records::json`. */
game: GameRecord,
/** White's expected points before each move and after the last one. */
graph: Array<number>,
/** A report on each move. */
moves: Array<MoveReport>,
/** A report on each player. */
players: BySide<PlayerReport>, };

/** A hypothesis of a test. */
export type Hypothesis = "H0" | "H1";

/** The lengths of games in plies. A tenth of the games is not longer than `tenth`, and a tenth is longer than `nine_tenths`. */
export type LengthReport = {
/** The mean. */
mean: number,
/** The first decile. */
tenth: number,
/** The median. */
median: number,
/** The ninth decile. */
nine_tenths: number,
/** The longest game. */
longest: number, };

/** A line of play. */
export type LineReport = {
/** The moves, at least one. */
moves: Array<ReportedMove>,
/** The score. */
evaluation: EvaluationData,
/** The expected points, 0.0..=1.0. */
expected: number,
/** The searched depth in plies. */
depth: number, };

/** Main lines as an object of JSON. */
export type LinesReport = {
/** The board. */
variant: Variant,
/** Nodes of the search of a position. */
nodes: number,
/** Positions of the book. */
positions: number,
/** Positions with moves. */
expanded: number,
/** The lines. */
lines: Array<BookLine>, };

/** The judgement of a move. */
export type Mark = "good" | "inaccuracy" | "mistake" | "blunder";

/** The results of a match. */
export type MatchReport = {
/** All games. */
games: number,
/** The engines, in the order of the settings. */
engines: Array<EngineReport>,
/** The difference in strength of the first engine to the others, in Elo. */
elo: EloEstimate,
/** The same in normalized Elo. */
normalized_elo: EloEstimate,
/** The probability that the first engine is stronger, 0 to 1. */
los: number,
/** Finished pairs of the first two engines by the points of the first: 0, 0.5, 1, 1.5 and 2. */
pairs: [number, number, number, number, number],
/** Pairs with one game. If there are finished pairs of two engines, Elo and SPRT do not count these games. */
unfinished_pairs: number,
/** The test; `null` without one. */
sprt: SprtReport | null,
/** Games by the reason of their end, by [`GameRecord::reason_name`](emergo_records::GameRecord::reason_name). */
ends: { [key in string]: number }, };

/** A kind of material that is removed. */
export type Material = { "column": {
/** Men in the cap; 5 stands for more too. */
cap: number,
/** Prisoners; 4 stands for more too. */
prisoners: number, } }
  | { "single_man": {
/** Steps from the centre. */
ring: number, } }
  | "man_in_hand";

/** The mean value of material by the network. */
export type MaterialContribution = {
/** The material. */
material: Material,
/** How much the score of its owner falls if it is removed. */
centimen: MeanReport, };

/** A mean with its 95 % error. */
export type MeanReport = {
/** The number of games with an observation. */
games: number,
/** The number of observations. */
count: number,
/** The mean of the observations. */
mean: number,
/** 1.96 standard errors of the mean, in the unit of the observations. Only the games count as independent. `null` if
 * all games have the same mean: then it is unknown. */
error: number | null, };

/** The report on a move. Scores and expected points are from the view of the player who made it. */
export type MoveReport = {
/** The number of the ply, from 1. */
ply: number,
/** The number of the turn. */
turn: number,
/** The player. */
side: Side,
/** The stage of the game before the move. */
stage: Stage,
/** The move. */
played: ReportedMove,
/** All legal moves have the same result, so the move is not judged. */
forced: boolean,
/** The score of the move. */
evaluation: EvaluationData,
/** The expected points of the move, 0.0..=1.0. */
expected: number,
/** The expected points of the best move minus those of the move, 0.0..=1.0. */
loss: number,
/** The accuracy in percent; `null` for a forced move. */
accuracy: number | null,
/** The judgement, if the move has one. */
mark: Mark | null,
/** The line of the best move, which may be the move itself; `null` for a forced move. */
best: LineReport | null,
/** Does `best` begin with a better move? It does for errors and missed wins. Other moves are shown without it. */
shows_best: boolean,
/** The best line of the other moves; only for a move with the mark `!`. */
next_best: LineReport | null,
/** The number of moves of the forced win that the move missed. */
missed_win: number | null,
/** The number of moves of the opponent's forced win that the move allowed, and that another move avoids. */
allowed_win: number | null, };

/** The results after an opening. */
export type OpeningReport = {
/** The start position of the first game with it; `null` is the start of the board. */
start: string | null,
/** The position after the opening, of the first game with it. */
position: string,
/** The moves of the first game with it, from the start of its record. */
moves: Array<string>,
/** The results of White. */
white: PointCounts, };

/** A pattern of feeding. */
export type PatternReport = {
/** Men that are captured by each capture: the opponent's first, then the feeder's, and so on. */
captures: Array<number>,
/** The share of [`FeedingReport::moves`]. */
share: number,
/** The feeder's points, 0.0..=1.0: the mean over the moves. `null` if all of them are of one game. */
points: MeanReport | null,
/** The first one among the games. */
example: ExamplePosition, };

/** The report on a player. */
export type PlayerReport = {
/** The name, if it is known. */
name: string | null,
/** The whole game. */
game: ReportSummary,
/** While men enter. */
entering: ReportSummary,
/** The middle of the game. */
middle: ReportSummary,
/** The end of the game. */
end: ReportSummary, };

/** How many games a side won, drew and lost. */
export type PointCounts = { games: number, won: number, drawn: number, lost: number, points: number | null, error: number | null, };

/** The limit of the search of a position. */
export type PositionLimit = { "nodes": number }
  | { "move_time": number }
  | { "depth": number };

/** A position with the values of its moves. */
export type PositionReport = {
/** The board. */
variant: Variant,
/** The legal moves, best first. */
moves: Array<EndingMoveReport>,
/** The position; its text in JSON. */
position: string,
/** The moves to the end of the game; none in a draw. */
line: Array<string>, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });

/** The keys of a move. */
export type RecordedMove = { move: string, score?: number, mate?: number, depth?: number, nodes?: number, ms?: number, nags?: Array<number>, comment?: string, variations?: Array<Array<RecordedMove>>, };

export type Repetition = "draw" | "unlimited";

/** A summary of moves of a player. */
export type ReportSummary = {
/** Moves that were not forced. */
judged: number,
/** Forced moves. */
forced: number,
/** The accuracy in percent; `null` without judged moves. */
accuracy: number | null,
/** The mean loss of the judged moves in expected points; `null` without judged moves. */
mean_loss: number | null,
/** Moves with `!`. */
good: number,
/** Moves with `?!`. */
inaccuracies: number,
/** Moves with `?`. */
mistakes: number,
/** Moves with `??`. */
blunders: number,
/** Forced wins that were missed. */
missed_wins: number, };

/** A move and its text. JSON has the text only. */
export type ReportedMove = string;

/** A linear regression of White's points, 0 to 1, by the differences of the sides in one position of each game. Material
 * that never differs has no estimate. */
export type ResultModel = {
/** The number of games. */
games: number,
/** White's points with equal material. */
white: Coefficient | null,
/** One column more with a cap of 1, 2, 3, 4, and 5 or more men. The number of men is fixed, so the opponent has as many
 * prisoners fewer. */
caps: [Coefficient | null, Coefficient | null, Coefficient | null, Coefficient | null, Coefficient | null],
/** One man more in hand. */
man_in_hand: Coefficient | null, };

/** Runs of one length. */
export type RunReport = {
/** Feeding moves in the run. */
moves: number,
/** The feeder's points, 0.0..=1.0: the mean over the runs. `null` if all of them are of one game. */
points: MeanReport | null, };

/** A linear regression over all shadowpieces: the change by one man more, with everything else equal. */
export type ShadowpieceModel = {
/** The number of games. */
games: number,
/** The value without any men. */
constant: Coefficient,
/** One man more in the shadowpiece. */
shadowpiece_man: Coefficient,
/** One man of the owner more in the caps on the board. */
own_man: Coefficient,
/** One man of the opponent more in the caps on the board. */
opposing_man: Coefficient, };

/** Statistics of shadowpieces. */
export type ShadowpieceReport = {
/** All games, with and without a shadowpiece. */
games: number,
/** Games with a shadowpiece of White. */
white: number,
/** Games with a shadowpiece of Black. */
black: number,
/** By size, the smallest first. */
sizes: Array<ShadowpieceSizeReport>,
/** What explains the points of the owner, 0 to 1. */
points_model: ShadowpieceModel | null,
/** What explains the score of the entry, in centimen from the owner's view, limited to 1,500. */
score_model: ShadowpieceModel | null, };

/** Shadowpieces of one size. */
export type ShadowpieceSizeReport = {
/** The number of men. */
size: number,
/** The results of the owner. */
owner: PointCounts,
/** The mean score of the entry from the owner's view, in centimen. `null` if the moves have no evaluations. */
mean_score: number | null,
/** The mean number of men that the opponent fed before the entry. */
mean_fed: number,
/** The first one among the games. */
example: ExamplePosition, };

/** A player. White moves first. */
export type Side = "white" | "black";

/** The games of a source with a move. */
export type SourceMove = {
/** The name of the source. */
source: string,
/** The first games. */
examples: Array<ExampleGame>,
/** All games. */
games: number,
/** Games that White won. */
white: number,
/** Draws. */
draws: number,
/** Games that Black won. */
black: number,
/** Games without a result. */
unfinished: number,
/** Games with a score of the move. */
scored: number,
/** The mean score with one decimal, in centimen from the view of the side to move. Each score is limited to ±2,000. */
mean_score: number | null, };

/** A test and its state. */
export type SprtReport = {
/** The logarithm of the likelihood ratio. */
llr: number,
/** H0 is accepted at or below this ratio. */
lower: number,
/** H1 is accepted at or above this ratio. */
upper: number,
/** The accepted hypothesis; `null` before the decision. */
accepted: Hypothesis | null,
/** H0: Elo <= elo0. From -200 to 200. */
elo0: number,
/** H1: Elo >= elo1. Above `elo0`, at most 200. */
elo1: number,
/** The probability of accepting H1 though H0 is true, above 0 and below 0.5. */
alpha: number,
/** The probability of accepting H0 though H1 is true, above 0 and below 0.5. */
beta: number,
/** The meaning of the Elo numbers. */
model: EloModel, };

export type Stage = "entering" | "middle" | "end";

/** What columns are worth in a stage. */
export type StageColumnReport = {
/** The stage. */
stage: Stage,
/** The values by the network, in positions with a score between -100 and 100 centimen. Removals after which the side
 * to move can capture are left out, and material that was removed in one game only. */
contributions: Array<MaterialContribution>,
/** The values by results. `null` if the games do not determine them. */
by_results: ResultModel | null, };

/** The statistics of games of one board. */
export type StatisticsReport = {
/** The board. */
variant: Variant,
/** The result for a blocked side. */
blocked: Blocked,
/** Games without a result. They are in no other number. */
unfinished: number,
/** The results of White. */
white: PointCounts,
/** The lengths of the games. */
plies: LengthReport | null,
/** How many games ended for each reason; `unknown` if the record does not tell it. */
reasons: { [key in string]: number },
/** The results by opening, the most frequent first. Symmetric positions are one opening. */
openings: Array<OpeningReport>,
/** Shadowpieces. */
shadowpieces: ShadowpieceReport,
/** Feeding. */
feeding: FeedingReport,
/** What columns are worth, by stage. Empty without networks. */
columns: Array<StageColumnReport>, };

export type Variant = "emergo" | "emergo7" | "hexemergo";

/** The number of positions with each verdict. */
export type VerdictCounts = { positions: number, agrees: number, longer: number, open: number, contradicts: number, };

/** The value of the empty board, and of White's first entries. */
export type WholeGameReport = {
/** The board. */
variant: Variant,
/** The men of each side. */
men: number,
/** Positions in the tables, of which none is symmetric to another or equal to it with colours exchanged. */
positions: number,
/** Plies of the longest win or loss in them. */
longest: number,
/** White's first entries, best first, one of each class of symmetric ones. */
entries: Array<EndingMoveReport>,
/** The value of a first entry on the centre, which the rules forbid, for White. */
centre: EndingValue,
/** The best moves of both sides to the end of the game; none if it is drawn. */
line: Array<string>, } & ({ "result": "win",
/** Plies to the end, odd. */
plies: number, }
  | { "result": "loss",
/** Plies to the end, even. 0: the game is over. */
plies: number, }
  | { "result": "draw" });
