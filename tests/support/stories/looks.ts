/**
 * Layout requirements of every screen: no serious axe violation, no small targets, no horizontal
 * scrolling on a narrow phone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

// The content policy stops injected script elements; evaluated source is the tester's own.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeRun {
  run: (
    root: Document,
    options: object,
  ) => Promise<{
    violations: {
      id: string;
      impact: string | null;
      nodes: { target: unknown[]; failureSummary?: string }[];
    }[];
  }>;
}

/** Returns serious and critical violations, one line each. */
async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Colours of a page that is still fading in are not meant to be read.
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    );
    const { violations } = await (globalThis as unknown as { axe: AxeRun }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .flatMap((one) =>
        one.nodes.map(
          (node) =>
            `${one.id}: ${node.target.join(' ')} ${(node.failureSummary ?? '').replaceAll(/\s+/g, ' ').slice(0, 160)}`,
        ),
      );
  });
}

/** Returns visible controls lower than `least` px; links inside text are exempt. */
function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate(
    (limit) =>
      [
        ...document.querySelectorAll(
          'button, input:not([type=hidden]), select, [role=button], [role=switch], [role=menuitem], a[href]',
        ),
      ].flatMap((control) => {
        const target = control.closest('label') ?? control;
        const box = target.getBoundingClientRect();
        const isHidden =
          box.width === 0 ||
          box.height === 0 ||
          box.width <= 1 ||
          getComputedStyle(target).visibility === 'hidden' ||
          control.closest('[inert], [aria-hidden=true]') !== null;
        if (isHidden || (control.tagName === 'A' && control.closest('p, li > span') !== null))
          return [];
        // A field's wrapper may be the target; a control's own pseudo-element counts only where it
        // is drawn.
        return Math.round(box.height) < limit
          ? [
              `${control.tagName.toLowerCase()} "${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}" is ${Math.round(box.width)} × ${Math.round(box.height)}`,
            ]
          : [];
      }),
    least,
  );
}

/**
 * A resized window may stop drawing if several of them share a busy machine; resizing it by one
 * more px wakes it.
 */
const WAKE_MS = 4000,
  WAKE_TRIES = 5;
/**
 * Resizes the window and waits until the page is drawn in it: in a sleeping window, code that waits
 * for a frame would never continue.
 */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  for (let tries = 0; tries < WAKE_TRIES; tries++) {
    await page.setViewportSize(size);
    const isDrawn = await page.evaluate(
      (patience) =>
        Promise.race([
          new Promise<boolean>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
          ),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience)),
        ]),
      WAKE_MS,
    );
    if (isDrawn) return;
    await page.bringToFront();
    await page.setViewportSize({ ...size, height: size.height + 1 });
  }
  throw new Error(`The window draws nothing at ${size.width} × ${size.height}.`);
}

/** Charts follow a new width only after the browser has laid them out. */
const SETTLED_MS = 3_000;
/** Returns the horizontal overflow in px that stays, and the widest element. */
async function sidewaysAt(page: Page, width: number, height: number): Promise<string[]> {
  const before = page.viewportSize();
  await resize(page, { width, height });
  await page
    .waitForFunction((screen) => document.documentElement.scrollWidth <= screen, width, {
      timeout: SETTLED_MS,
    })
    .catch(() => undefined);
  const found = await page.evaluate((screen) => {
    const over = document.documentElement.scrollWidth - screen;
    if (over <= 0) return [];
    const widest = [...document.body.querySelectorAll('*')].sort(
      (a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right,
    )[0];
    return [`${over} px wider than ${screen}: ${widest?.outerHTML.slice(0, 120) ?? ''}`];
  }, width);
  if (before) await resize(page, before);
  return found;
}

/** Returns words of answers and buttons that are torn across lines, at no hyphen of their own. */
export function tornWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const torn: string[] = [],
      range = document.createRange();
    for (const control of document.querySelectorAll('.k-tile, .k-button')) {
      if (control.getBoundingClientRect().width <= 1) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u00AD-]+/g)) {
          // A part after a soft hyphen may begin with the hyphen's box at the end of the line above.
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set(
            [...range.getClientRects()]
              .filter((one) => one.width > 1)
              .map((one) => Math.round(one.top)),
          );
          if (lines.size > 1 && text.textContent?.[index - 1] !== '\u00AD')
            torn.push(`“${word}” is torn`);
        }
    }
    return torn;
  });
}

/** Checks a patient's screen: all violations, each with the screen's name. */
export async function patientScreenFaults(page: Page, name: string): Promise<string[]> {
  const faults = [
    ...(await axeFaults(page)),
    ...(await smallTargets(page, 56)),
    ...(await tornWords(page)),
    ...(await sidewaysAt(page, 320, 568)),
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}

/**
 * Checks a staff page: dense, but never below 24 px, and without overflow at 320 px as WCAG 1.4.10
 * requires.
 */
export async function staffPageFaults(page: Page, name: string): Promise<string[]> {
  const faults = [
    ...(await axeFaults(page)),
    ...(await smallTargets(page, 24)),
    ...(await sidewaysAt(page, 320, 640)),
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Checks a staff page on a touch screen as it is: no target below 24 px, no overflow. */
export async function touchPageFaults(page: Page, name: string): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const faults = [...(await smallTargets(page, 24)), ...(await sidewaysAt(page, width, height))];
  return faults.map((fault) => `${name}, touch: ${fault}`);
}

/** Checks that a staff page does not scroll sideways on a small screen of a desk. */
export const narrowPageFaults = async (page: Page, name: string): Promise<string[]> =>
  (await sidewaysAt(page, 1024, 768)).map((fault) => `${name}: ${fault}`);

/** Checks a page without a minimum size of its targets, since the gallery has its own controls. */
export async function galleryFaults(page: Page, name: string): Promise<string[]> {
  const faults = [...(await axeFaults(page)), ...(await sidewaysAt(page, 320, 640))];
  return faults.map((fault) => `${name}: ${fault}`);
}
