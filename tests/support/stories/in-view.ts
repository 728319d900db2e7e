/** Screens, text sizes and pictures for stories that look at what is in view. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const SCREENS = [
  { width: 800, height: 1280 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
] as const;

/** A phone on its side. */
export const LANDSCAPE = { width: 740, height: 360 } as const;

/** Sets text size and screen, and waits until the bars have followed. */
export async function setSight(
  page: Page,
  screen: { readonly width: number; readonly height: number },
  scale: string,
): Promise<void> {
  await page.setViewportSize(screen);
  await page.evaluate(async (size) => {
    const { dataset } = document.documentElement;
    if (dataset.textScale !== size) dataset.textScale = size;
    window.scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    );
  }, scale);
}

/** Sets „Ruhige Hand“ as the app does. */
export const setCalmHand = (page: Page, isCalm: boolean): Promise<boolean> =>
  page.evaluate((on) => document.documentElement.toggleAttribute('data-calm', on), isCalm);

/** Keeps a picture where a folder for them is named. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STORY_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`) });
}

/** What a screen promises besides its next step. */
export interface Promised {
  /** Text of „Hilfe“; undefined where no one can be called. */
  readonly help?: string | undefined;
  /** A final page has no next step. */
  readonly isEnd?: boolean;
}

/**
 * Runs in the page: returns the controls whose words are outside of them.
 */
function cutWords(): string[] {
  const root = [...document.querySelectorAll('[data-k-layer]')].at(-1) ?? document,
    faults: string[] = [],
    praxis = '.home-praxis, .tab-top__praxis',
    controls = `.k-button, .k-tile, .k-key, .k-size, .k-language, .k-switch, h1, h2, ${praxis}`;
  for (const control of root.querySelectorAll(controls)) {
    const box = control.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u00AD-]+/g)) {
        // The hyphen at the end of the line above belongs to the letter after it.
        const isSplit = text.textContent?.[index - 1] === '\u00AD';
        range.setStart(text, isSplit ? index + 1 : index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter((one) => one.width > 1);
        if (control.matches(praxis) && lines.length > 1)
          faults.push(`“${word}” of the practice's name is broken`);
        if (
          lines.some(
            (one) =>
              one.left < box.left - 1 ||
              one.right > box.right + 1 ||
              // Tight lines of a heading are lower than its letters.
              (!/^H\d$/.test(control.tagName) &&
                (one.top < box.top - 6 || one.bottom > box.bottom + 6)),
          )
        )
          faults.push(`“${word}” is outside of its control`);
      }
  }
  return faults;
}

/**
 * Runs in the page, scrolled to its top: returns what is not in view of the next step, Hilfe and
 * the keys of a pad, and which buttons cut their words.
 */
function sightFaults({ help, isEnd = false }: Promised): string[] {
  const faults: string[] = [];
  const named = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').replaceAll('\u00AD', '').slice(0, 30);
  const isShown = (one: Element) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(one).visibility !== 'hidden';
  };
  const first = (root: ParentNode, ...selectors: string[]) =>
    selectors.flatMap((one) => [...root.querySelectorAll(one)]).find(isShown);
  const away = (one: Element): string | null => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const place = `${Math.round(top)}–${Math.round(bottom)} of ${innerHeight}`;
    if (left < -1 || right > innerWidth + 1)
      return `${Math.round(left)}–${Math.round(right)} of ${innerWidth} wide`;
    if (top < -1 || bottom > innerHeight + 1) return place;
    const covered = [top + 4, bottom - 4].some((y) => {
      const met = document.elementFromPoint((left + right) / 2, y);
      return met !== null && !one.contains(met) && !met.contains(one);
    });
    return covered ? `covered at ${place}` : null;
  };
  const expectSeen = (what: string, one: Element | undefined) => {
    const where = one === undefined ? 'missing' : away(one);
    if (where !== null) faults.push(`${what} is ${where}`);
  };
  const layer = [...document.querySelectorAll('[data-k-layer]')].at(-1),
    root = layer ?? document;
  const next = layer
    ? first(
        root,
        '.k-modal__actions .k-button',
        '.k-cover__actions .k-button',
        '.k-button, .k-tile',
      )
    : first(
        root,
        '.k-footer .k-button--grow, .k-footer .k-button--primary',
        'main .k-button--primary',
        'main .k-tile',
      );
  if (!isEnd) expectSeen(`the next step “${next ? named(next) : ''}”`, next);
  if (!layer && help !== undefined)
    expectSeen(
      'Hilfe',
      [...document.querySelectorAll('.k-header .k-button, .k-footer .k-button')].find(
        (one) => isShown(one) && named(one) === help,
      ),
    );
  for (const key of root.querySelectorAll('.k-pad .k-key'))
    expectSeen(`the key “${named(key)}”`, key);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  return faults;
}

/** Looks at the screens of a walk in every size. */
export class Sight {
  readonly faults: string[] = [];
  readonly #page: Page;
  readonly #sizes: readonly { width: number; height: number }[];
  readonly #scales: readonly string[];
  readonly #postures: readonly string[];
  readonly #help: string | undefined;

  /** @param help text of „Hilfe“; undefined on a private phone */
  constructor(
    page: Page,
    {
      sizes = SCREENS as readonly { width: number; height: number }[],
      scales = ['100', '200'] as readonly string[],
      postures = ['hand'] as readonly string[],
      help = undefined as string | undefined,
    },
  ) {
    this.#page = page;
    this.#sizes = sizes;
    this.#scales = scales;
    this.#postures = postures;
    this.#help = help;
  }

  /** Looks at the current screen in every size; size and text size are as before afterwards. */
  async look(name: string, promised: Promised = { help: this.#help }): Promise<void> {
    const before = await this.#page.evaluate(() => {
      const { textScale, posture } = document.documentElement.dataset;
      return { textScale, posture, top: scrollY };
    });
    const size = this.#page.viewportSize();
    for (const screen of this.#sizes)
      for (const posture of this.#postures)
        for (const scale of this.#scales) {
          await this.#page.evaluate((one) => {
            document.documentElement.dataset.posture = one;
          }, posture);
          await setSight(this.#page, screen, scale);
          const where = `${name} ${screen.width}×${screen.height} ${posture} ${scale} %`;
          const found = [
            ...(await this.#page.evaluate(sightFaults, promised)),
            ...(await this.#page.evaluate(cutWords)),
          ];
          this.faults.push(...found.map((fault) => `${where}: ${fault}`));
          await picture(this.#page, where);
        }
    if (size) await setSight(this.#page, size, before.textScale ?? '100');
    await this.#page.evaluate(({ posture, top }) => {
      if (posture === undefined) delete document.documentElement.dataset.posture;
      else document.documentElement.dataset.posture = posture;
      scrollTo(0, top);
    }, before);
  }
}
