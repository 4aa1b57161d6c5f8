// What the page shows of a game beside the board: the moves with their notes, the steps, the graph and the score bar.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */
/** @import { Settings } from "../state/storage.js" */

import { find } from "../common/page_elements.js";
import { Part } from "../common/part.js";
import { MODES } from "../state/modes.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { Notes } from "./notes.js";
import { drawScoreBar } from "./score_bar.js";
import { drawSteps } from "./steps.js";

/** @extends {Part<{ controller: BoardController, settings: Settings, play: Play, analysis: Analysis, report: Report }>} */
export class GameView extends Part {
  #moveList;
  #graph;

  constructor(parts) {
    super(parts);
    new Notes(parts);
    this.#moveList = new MoveList(find("#move-list"), { onSelect: (node) => this.parts.report.jump(node) });
    this.#graph = new Graph(find("#graph"), { onJump: (ply) => this.controller.goTo(ply) });
    this.store.listen(["position", "moves", "mode"], () => this.#draw());
    this.store.listen(["analysis"], () => this.#drawScores());
  }

  #draw() {
    const { store: { game }, controller: { board } } = this;
    this.#moveList.draw(game, board.names, { judged: this.parts.report.judged, showsScores: this.#showsScores });
    drawSteps(game);
    this.#drawScores();
  }

  get #showsScores() {
    const { scores } = MODES[this.store.mode];
    return scores === "always" || (scores === "if wanted" && this.parts.settings.values.scores);
  }

  #drawScores() {
    const { store: { game, view }, controller: { board } } = this;
    const isShown = this.#showsScores && (this.parts.analysis.isOn || game.isEvaluated);
    drawScoreBar(find("#score-bar"), game, { isShown, turned: view.turned });
    this.#graph.draw(game, board.names);
  }
}
