// What the page shows of a game beside the board: the moves with their notes, the steps, the graph and the score bar.

/** @import { Analysis } from "../analysis/analysis.js" */
/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController } from "../package/types.js" */
/** @import { Play } from "../play/play.js" */
/** @import { Settings } from "../state/storage.js" */

import { find } from "../common/page_elements.js";
import { MODES } from "../state/modes.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { Notes } from "./notes.js";
import { drawScoreBar } from "./score_bar.js";
import { drawSteps } from "./steps.js";

export class GameView {
  #parts;
  #notes;
  #moveList;
  #graph;

  /** @param {{ controller: BoardController, settings: Settings, play: Play, analysis: Analysis, report: Report }} parts */
  constructor(parts) {
    const { controller, play, report } = parts;
    const { store } = controller;
    this.#parts = parts;
    this.#moveList = new MoveList(find("#move-list"), { onSelect: (node) => report.jump(node) });
    this.#notes = new Notes({
      onChange: () => store.changed("moves"),
      onRemove: async () => {
        await play.halt();
        await controller.refresh();
      },
    });
    this.#graph = new Graph(find("#graph"), { onJump: (ply) => controller.goTo(ply) });
    store.listen(["position", "moves", "mode"], () => this.#draw());
    store.listen(["analysis"], () => this.#drawScores());
  }

  #draw() {
    const { store: { game }, board } = this.#parts.controller;
    this.#moveList.draw(game, board.names, { judged: this.#parts.report.judged, showsScores: this.#showsScores });
    this.#notes.draw(game);
    drawSteps(game);
    this.#drawScores();
  }

  get #showsScores() {
    const { scores } = MODES[this.#parts.controller.store.mode];
    return scores === "always" || (scores === "if wanted" && this.#parts.settings.values.scores);
  }

  #drawScores() {
    const { store: { game, view }, board } = this.#parts.controller;
    const isShown = this.#showsScores && (this.#parts.analysis.isOn || game.isEvaluated);
    drawScoreBar(find("#score-bar"), game, { isShown, turned: view.turned });
    this.#graph.draw(game, board.names);
  }
}
