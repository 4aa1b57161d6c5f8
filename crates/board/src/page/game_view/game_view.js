// What the page shows of a game beside the board: the moves with their notes, the steps, the graph and the score bar.

import { find } from "../common/page_elements.js";
import { MODES } from "../package/luctor.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { Notes } from "./notes.js";
import { drawScoreBar } from "./score_bar.js";
import { drawSteps } from "./steps.js";

export class GameView {
  #controller;
  #page;
  #notes;
  #moveList;
  #graph;

  /** `page` has parts of the page. */
  constructor(controller, page) {
    const { store } = controller;
    this.#controller = controller;
    this.#page = page;
    this.#moveList = new MoveList(find("#move-list"), { onSelect: (node) => page.report.jump(node) });
    this.#notes = new Notes({
      onChange: () => store.changed("moves"),
      onRemove: async () => {
        await page.play.halt();
        await controller.refresh();
      },
    });
    this.#graph = new Graph(find("#graph"), { onJump: (ply) => controller.goTo(ply) });
    store.listen(["position", "moves", "mode"], () => this.#draw());
  }

  #draw() {
    const { game, board } = this.#controller;
    this.#moveList.draw(game, board.names, { judged: this.#page.report.judged, showsScores: this.#showsScores });
    this.#notes.draw(game);
    drawSteps(game);
    this.drawScores();
  }

  get #showsScores() {
    const { scores } = MODES[this.#controller.store.mode];
    return scores === "always" || (scores === "if wanted" && this.#page.settings.values.scores);
  }

  drawScores() {
    const { game, view, board } = this.#controller;
    const isShown = this.#showsScores && (this.#page.analysis.isOn || game.isEvaluated);
    drawScoreBar(find("#score-bar"), game, { isShown, turned: view.turned });
    this.#graph.draw(game, board.names);
  }
}
