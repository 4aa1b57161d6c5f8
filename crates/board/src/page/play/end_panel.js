// The end of a game, over the board: the result in large type, the reason, and what to do next.

/** @import { Report } from "../analysis/report.js" */
/** @import { BoardController, MoveNode } from "../package/types.js" */
/** @import { Transitions } from "../state/transitions.js" */
/** @import { NewGames } from "./new_games.js" */
/** @import { Play } from "./play.js" */

import { Part } from "../common/part.js";
import { capitalised, LOSERS, reasonWords, text } from "../package/luctor.js";

/** @extends {Part<{ controller: BoardController, play: Play, report: Report, transitions: Transitions, newGames: NewGames }>} */
export class EndPanel extends Part {
  /** @type {MoveNode | null} The last node of the game whose end the person has closed. */
  #closed = null;

  constructor(/** @type {EndPanel["parts"]} */ parts) {
    super(parts, "#end");
    const { report, transitions, newGames } = this.parts;
    this.on(".dismiss", "click", () => {
      this.#closed = this.store.ownGame.node;
      this.#draw();
    });
    this.on("#study-game", "click", async () => {
      await transitions.setMode("analyse");
      // On a phone the report is below the board.
      report.element.scrollIntoView({ block: "nearest" });
      if (!report.isRunning && !report.isMade) await report.request();
    });
    this.on(".rematch", "click", () => {
      const { personSide, engineSides } = this.store;
      return newGames.again({ engineSides: personSide ? [personSide] : engineSides });
    });
    this.on(".next-level", "click", () => newGames.again({ level: this.store.level + 1 }));
    this.store.listen(["position", "players"], () => this.#draw());
  }

  /** Shows the end of a game that was played here, if its last position is on the board. */
  #draw() {
    const { ownGame: game, personSide, level } = this.store;
    // An analysis may go on behind the end.
    const end = game.isAtEnd && game.source === null ? (game.node.outcome ?? game.node.ending) : null;
    this.element.hidden = end === null || this.#closed === game.node;
    const next = this.find(".next-level");
    const nextLevel = text.levels[level + 1];
    next.textContent = text.ended.nextLevel(nextLevel ?? "");
    if (end === null) return;
    const loser = LOSERS[end.result];
    const outcome = loser === undefined || personSide === null ? null : loser === personSide ? "lost" : "won";
    this.element.dataset.outcome = outcome ?? "";
    this.find(".result").textContent = outcome ? text.ended[outcome] : text.winners[end.result];
    this.find(".reason").textContent = capitalised(reasonWords(end));
    this.find(".rematch").hidden = personSide === null;
    this.find(".rematch").classList.toggle("main", outcome !== "won");
    next.hidden = personSide === null || nextLevel === undefined || !this.parts.play.engine.hasLevels;
    next.classList.toggle("main", outcome === "won");
  }
}
