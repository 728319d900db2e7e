/**
 * Progress of a test run in plain lines, the same in a terminal and in a log: one when a room is
 * done, one every 15 seconds, one for each failure.
 */

import { appendFileSync } from 'node:fs';

const EVERY_MS = 15_000;
/** Folders of a file that name its room. */
const DEPTH = 2;
/** Number of files named at the end: a run that grows too long is cut there first. */
const SLOWEST = 12;

/** @typedef {{ files: number, done: number, tests: number, failed: number }} Tally */

/**
 * Room of a file: `kiosk/forms` of `kiosk/forms/answers/a.test.ts`.
 * @param {string} file path below the project
 */
const roomOf = (file) => file.split('/').slice(0, -1).slice(0, DEPTH).join('/') || '.';

/** @param {Tally} tally @param {number} ms since the start */
const words = ({ files, done, tests, failed }, ms) =>
  `${done} of ${files} files, ${tests} tests, ${failed} failed, ${Math.round(ms / 1000)} s`;

/** Counts files and tests by room and writes a line for each event worth reporting. */
export class Progress {
  #say;
  #started = Date.now();
  /** @type {Map<string, Tally>} */
  #rooms = new Map();
  /** @type {Tally} */
  #all = { files: 0, done: 0, tests: 0, failed: 0 };
  /** Files that ended, with their time. @type {{ file: string, ms: number }[]} */
  #times = [];
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #room;

  /**
   * @param {(line: string) => void} [say]
   * @param {(file: string) => string} [room] group under which a file is counted
   */
  constructor(say = (line) => console.log(line), room = roomOf) {
    this.#say = say;
    this.#room = room;
  }

  /** @param {string[]} files all that will run, as paths below the project */
  start(files) {
    for (const file of files) this.#talliesOf(file).forEach((one) => (one.files += 1));
    this.#say(`  ${files.length} files`);
    this.#timer = setInterval(() => this.#say(`  so far  ${this.#sum()}`), EVERY_MS);
    this.#timer.unref();
  }

  /** One test has ended. @param {string} file */
  ran(file) {
    for (const one of this.#talliesOf(file)) one.tests += 1;
  }

  /** @param {string} file @param {{ name: string, place: string, message: string }} failure */
  failed(file, { name, place, message }) {
    for (const one of this.#talliesOf(file)) one.failed += 1;
    this.#say(`  FAILED  ${place}  ${name}\n${message.replace(/^/gm, '          ')}`);
  }

  /**
   * All tests of a file have ended. With `TIMES_FILE`, each file's time is appended there, a line
   * of JSON each.
   * @param {string} file
   * @param {number} ms that its tests took
   */
  finished(file, ms) {
    this.#times.push({ file, ms });
    if (process.env.TIMES_FILE)
      appendFileSync(process.env.TIMES_FILE, `${JSON.stringify({ file, ms })}\n`);
    for (const one of this.#talliesOf(file)) one.done += 1;
    const room = this.#talliesOf(file)[0];
    if (room.done === room.files)
      this.#say(`  ${this.#room(file)}  ${words(room, Date.now() - this.#started)}`);
  }

  end() {
    clearInterval(this.#timer);
    this.#say(`  all  ${this.#sum()}`);
    const slowest = this.#times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    for (const { file, ms } of slowest) this.#say(`  slow  ${Math.round(ms / 1000)} s  ${file}`);
  }

  #sum() {
    return words(this.#all, Date.now() - this.#started);
  }

  /** @param {string} file @returns {[Tally, Tally]} of its room, and of all */
  #talliesOf(file) {
    const room = this.#room(file);
    const tally = this.#rooms.get(room) ?? { files: 0, done: 0, tests: 0, failed: 0 };
    this.#rooms.set(room, tally);
    return [tally, this.#all];
  }
}
