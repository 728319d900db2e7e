/** A person at a screen of any engine: looks, taps, types and signs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { aimAt, middleInSight, type Spot } from '../support/stories/aim.ts';
import type { Engine, Size, StartEngine } from './engine.ts';
import {
  aimAtFirst,
  boxOf,
  countOf,
  hasFocus,
  installFind,
  lacksHand,
  targetOf,
  textOf,
  wasBeside,
  type Wanted,
} from './page-hand.ts';

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);
const HAND = `window.storyAim = { middleInSight: ${middleInSight.toString()}, aimAt: ${aimAt.toString()} };
(${installFind.toString()})();`;
/** The app treats a second tap within this time as a tremor (kiosk/ui/press.ts). */
const HAND_PACE_MS = 450;

type Name = string | RegExp;
/** Describes an element by role and name, as a person finds it. */
export const seen = (role: string, name?: Name, within?: Wanted): Wanted => ({
  role,
  ...(name !== undefined && { name: typeof name === 'string' ? name : { pattern: name.source } }),
  ...(within && { within }),
});
/** Describes an element by its own text. */
export const words = (text: Name): Wanted => ({
  name: typeof text === 'string' ? text : { pattern: text.source },
});

export class Visitor {
  readonly profile = mkdtempSync(join(tmpdir(), 'molar-engine-'));
  readonly #startEngine: StartEngine;
  readonly #size: Size;
  #engine: Engine | undefined;
  #tappedAt = 0;
  private constructor(startEngine: StartEngine, size: Size) {
    this.#startEngine = startEngine;
    this.#size = size;
  }
  /** Opens a browser with a fresh profile. */
  static async open(startEngine: StartEngine, size: Size): Promise<Visitor> {
    const visitor = new Visitor(startEngine, size);
    await visitor.start();
    return visitor;
  }
  get isOpen(): boolean {
    return this.#engine !== undefined;
  }
  get engine(): Engine {
    if (!this.#engine) throw new Error('The browser is closed.');
    return this.#engine;
  }
  /** Starts the browser on the profile of its last run. */
  async start(): Promise<void> {
    this.#engine = await this.#startEngine(this.profile, this.#size);
  }
  /** Ends the browser; its profile stays. */
  async close(): Promise<void> {
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.close();
  }
  /** Ends it and removes its profile. */
  async drop(): Promise<void> {
    await this.close();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** Runs a function of the hand in the page, which lacks it after each navigation. */
  async #inPage<A extends unknown[], T>(
    work: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T> {
    if (await this.engine.run(lacksHand)) {
      await this.engine.load(LIBRARY);
      await this.engine.load(HAND);
    }
    return this.engine.run(work, ...args);
  }
  /** A page that is being replaced answers no question. */
  async #ask<A extends unknown[], T>(
    work: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T | undefined> {
    try {
      return await this.#inPage(work, ...args);
    } catch {
      return undefined;
    }
  }
  async has(wanted: Wanted): Promise<boolean> {
    return ((await this.#ask(countOf, wanted)) ?? 0) > 0;
  }
  /** Waits until an element is on the screen. */
  async sees(wanted: Wanted, timeout = 20_000): Promise<void> {
    await expect
      .poll(() => this.has(wanted), { message: `sees ${JSON.stringify(wanted)}`, timeout })
      .toBe(true);
  }
  /** Waits until no such element is on the screen. */
  async misses(wanted: Wanted): Promise<void> {
    await expect
      .poll(() => this.#ask(countOf, wanted), { message: `misses ${JSON.stringify(wanted)}` })
      .toBe(0);
  }
  async read(wanted: Wanted): Promise<string> {
    await this.sees(wanted);
    return (await this.#inPage(textOf, wanted)) ?? '';
  }
  /** Waits for a heading that contains these words. */
  heading(name: Name): Promise<void> {
    const part =
      typeof name === 'string' ? new RegExp(name.replaceAll(/[.?()]/g, String.raw`\$&`)) : name;
    return this.sees(seen('heading', part));
  }

  /** Taps the middle of an element once it is at rest, visible and uncovered. */
  async tap(wanted: Wanted): Promise<void> {
    await expect
      .poll(() => Date.now() - this.#tappedAt, { intervals: [50] })
      .toBeGreaterThan(HAND_PACE_MS);
    await expect
      .poll(() => this.#tapOnce(wanted), {
        message: `${JSON.stringify(wanted)} can be tapped`,
        intervals: [30, 60, 100],
      })
      .toBe(true);
    this.#tappedAt = Date.now();
  }
  async #tapOnce(wanted: Wanted): Promise<boolean> {
    const target = await this.#ask(targetOf, wanted);
    if (target === undefined || target === null || target === 'hidden') return false;
    if ((await this.#ask(aimAtFirst, wanted)) === undefined) return false;
    await this.engine.tap(target);
    // A page that was replaced by the tap was hit.
    return (await this.#ask(wasBeside)) !== true;
  }
  press(name: Name): Promise<void> {
    return this.tap(seen('button', name));
  }
  /** Presses a button again and again until an element is on the screen. */
  async pressUntil(name: Name, wanted: Wanted): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await this.has(wanted)) return true;
          if (
            Date.now() - this.#tappedAt > HAND_PACE_MS &&
            (await this.#tapOnce(seen('button', name)))
          )
            this.#tappedAt = Date.now();
          return false;
        },
        { message: `${String(name)} leads to ${JSON.stringify(wanted)}`, intervals: [60] },
      )
      .toBe(true);
  }
  /** Waits until fonts are loaded and nothing moves but what never ends. */
  async rest(): Promise<void> {
    await this.engine.run(async () => {
      await document.fonts.ready;
      await Promise.all(
        document
          .getAnimations()
          .filter((one) => one.effect?.getTiming().iterations !== Infinity)
          .map((one) => one.finished.catch(() => undefined)),
      );
    });
  }
  /** Chooses an answer of a question. */
  choose(question: Name, answer: Name, role: 'radio' | 'checkbox' = 'radio'): Promise<void> {
    return this.tap(seen(role, answer, seen('group', question)));
  }
  /** Taps a field and types into it. */
  async fill(name: Name, text: string): Promise<void> {
    const field = seen('textbox', name);
    await this.tap(field);
    await expect
      .poll(() => this.#ask(hasFocus, field), { message: `${String(name)} has the focus` })
      .toBe(true);
    await this.engine.type(text);
  }
  /** Signs with two strokes. */
  async draw(): Promise<void> {
    const pad = seen('img', /^Feld für die Unterschrift/);
    await this.sees(pad);
    for (const shift of [0, 0.3]) {
      const box = await this.#inPage(boxOf, pad);
      if (!box) throw new Error('There is no field to sign in.');
      const at = (i: number): Spot => ({
        x: Math.round(box.x + box.width * (0.2 + shift + i * 0.012)),
        y: Math.round(box.y + box.height * (0.5 + 0.25 * Math.sin(i / 2))),
      });
      await this.engine.stroke(Array.from({ length: 19 }, (_, i) => at(i)));
    }
  }
}
