// What the page shows of a game beside the board: the moves, how it ended, the steps, the graph and the score bar.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController, MoveNode } from "../package/types.js" */

import { Part } from "../common/part.js";
import { find, reasonWords } from "../package/luctor.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { drawScoreBar } from "./score_bar.js";
import { drawSteps } from "./steps.js";

/** @extends {Part<{ controller: BoardController, report: Report, analysis?: Analysis }>} */
export class GameView extends Part {
  #moveList;
  #graph;

  /** `showsScores` tells whether the person sees scores now. */
  constructor(/** @type {GameView["parts"]} */ parts, showsScores = () => true) {
    super(parts);
    this.showsScores = showsScores;
    this.#moveList = new MoveList(find("#move-list"), { onSelect: (node) => this.#select(node) });
    this.#graph = new Graph(find("#graph"), { onJump: (ply) => this.controller.goTo(ply) });
    this.store.listen(["position", "moves", "mode"], () => this.#draw());
    this.store.listen(["analysis"], () => this.#drawScores());
  }

  /** A person who sees scores gets the better line of a judged move, and the position before it. */
  #select(/** @type {MoveNode} */ node) {
    return this.showsScores() ? this.parts.report.jump(node) : this.controller.select(node);
  }

  #draw() {
    const { game } = this.store;
    const { names } = this.controller.board;
    this.#moveList.draw({ game, names, judged: this.parts.report.judged, showsScores: this.showsScores() });
    const { end } = game;
    find("#outcome").textContent = end ? [end.result, reasonWords(end)].filter(Boolean).join(", ") : "";
    drawSteps(game);
    this.#drawScores();
  }

  #drawScores() {
    const { game, turned } = this.store;
    const isShown = this.showsScores() && (this.parts.analysis?.isOn || game.isEvaluated);
    drawScoreBar(game, { isShown, turned });
    this.#graph.draw(game, this.controller.board.names);
  }
}
