// What the page shows of a game beside the board: the moves with their notes, the steps, the graph and the score bar.

import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { Notes } from "./notes.js";
import { find } from "./page_elements.js";
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

  /** A person who plays does not see the engine's scores, unless the person asks. Exercises have no scores. */
  get #showsScores() {
    const { mode } = this.#controller.store;
    return mode === "analyse" || (mode === "play" && this.#page.settings.values.scores);
  }

  /** Draws the score bar and the graph. */
  drawScores() {
    const { game, view, board } = this.#controller;
    const isShown = this.#showsScores && (this.#page.analysis.isOn || game.isEvaluated);
    drawScoreBar(find("#score-bar"), game, { isShown, turned: view.turned });
    this.#graph.draw(game, board.names);
  }
}
