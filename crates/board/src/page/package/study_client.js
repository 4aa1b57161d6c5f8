// The client of requests that take a search: the report on a game, the refutation of a wrong move in a puzzle, the
// comparison of a move with the best one, and how a position goes on. A request has one channel: it carries the request,
// messages about the progress and one last message. Closing it cancels the request.

/** @import { GameRecord, GameText, PuzzleAttempt, StudyMessage, StudyTask } from "./types.js" */
/** @typedef {{ signal?: AbortSignal, onProgress?: (done: number, total: number) => void }} Options `signal` cancels a request */

import { ConnectionLost, Refused } from "./rules_client.js";
import { openStudy } from "./transport.js";

export class Study {
  #open;

  constructor(open = openStudy) {
    this.#open = open;
  }

  /**
   * Sends a task. Returns the last message, which has this kind, or null if the request was cancelled.
   *
   * @template {StudyMessage["kind"]} Kind
   * @param {StudyTask} task
   * @param {Kind} kind
   * @param {Options} options
   * @returns {Promise<Extract<StudyMessage, { kind: Kind }> | null>}
   */
  #ask(task, kind, { signal, onProgress = () => {} }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        resolve(null);
        return;
      }
      const close = this.#open(task, {
        onMessage: (message) => {
          const answer = JSON.parse(message);
          if (answer.kind === "progress") {
            if (!signal?.aborted) onProgress(answer.done, answer.total);
            return;
          }
          close();
          if (answer.kind === "refused") reject(new Refused(answer.refusal));
          else if (answer.kind === kind) resolve(answer);
          else reject(new Error(`unexpected answer: ${answer.kind}`));
        },
        onEnd: (sentence) => reject(new ConnectionLost(sentence)),
      });
      signal?.addEventListener("abort", () => {
        resolve(null);
        close();
      });
    });
  }

  /**
   * The report on a game.
   *
   * @param {GameRecord} record
   * @param {Options & { nodes: number }} options `nodes` for each position, a whole number
   */
  async annotate(record, { nodes, ...options }) {
    return (await this.#ask({ kind: "annotate", record, limit: { nodes } }, "report", options))?.report ?? null;
  }

  /** The refutation of a wrong move in a puzzle. */
  refute(/** @type {PuzzleAttempt} */ attempt, /** @type {string} */ move, /** @type {Options} */ options = {}) {
    return this.#ask({ kind: "refute", attempt, text: move }, "refutation", options);
  }

  /** The comparison of a move with the best one. */
  compare(
    /** @type {GameText} */ game,
    /** @type {string} */ move,
    /** @type {string} */ best,
    /** @type {Options} */ options = {},
  ) {
    return this.#ask({ kind: "compare", game, text: move, best }, "comparison", options);
  }

  /** How a position goes on, until one sees why a side is better. */
  playOut(/** @type {GameText} */ game, /** @type {Options} */ options = {}) {
    return this.#ask({ kind: "play_out", game }, "playout", options);
  }
}
