/**
 * Presses keys and links of the staff's app inside the page, and measures each until the first frame
 * that shows its answer is handed over.
 */
import type { Page } from 'playwright-core';

/** ms of the acceptance table, p95. `bare`: the next frame after nothing, the machine's own share. */
export const LIMITS = {
  opens: 100,
  hits: 300,
  page: 400,
  first: 400,
  panel: 400,
  row: 100,
} as const;
export type Kind = keyof typeof LIMITS | 'bare';
export type Times = Record<Kind, number[]>;

export const noTimes = (): Times => ({
  bare: [],
  opens: [],
  hits: [],
  page: [],
  first: [],
  panel: [],
  row: [],
});

/** A measurement that takes longer has failed. */
const LONGEST_MS = 30_000;
/** @param act,seen JavaScript: the policy of the page runs no code that was made there */
const until = (page: Page, act: string, seen: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const before = document.activeElement,
      began = performance.now(),
      look = () => {
        if (performance.now() - began > ${LONGEST_MS})
          return reject(new Error('not seen: ' + ${JSON.stringify(seen)}));
        if (!(${seen})) return requestAnimationFrame(look);
        // The frame is painted between these two.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      };
    ${act};
    look();
  })`);
const press = (key: string, more = ''): string =>
  `(document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true ${more} }),
  )`;
const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
const PALETTE = press('k', ', ctrlKey: true'),
  FIELD = '.pl-box input',
  /** The field can be typed into, and pages and actions stand below it. */
  IS_OPEN = `document.activeElement === ${has(FIELD)} && ${has('.pl-row')}?.checkVisibility()`,
  PANEL = '.al-panel .mantine-Drawer-content';
const typed = (text: string): string =>
  `(() => {
    const field = ${has(FIELD)};
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${text}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`;
/** Follows a link as a pointer does: it comes, presses, and clicks. */
const follow = (path: string): string =>
  `(() => {
    const link = ${has(`a[href$="/practice${path}"]`)};
    for (const name of ['pointerover', 'pointerdown'])
      link.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    link.click();
  })()`;
/** The page has its heading and its rows. */
const isThere = (heading: string): string =>
  `${has('main h1')}?.textContent.startsWith('${heading}') && ${has('main [data-row]')}`;

/** Opens the palette and finds a person in it, each time another one; then closes it. */
async function find(page: Page, name: string, times: Times): Promise<void> {
  times.opens.push(await until(page, PALETTE, IS_OPEN));
  times.hits.push(
    await until(
      page,
      typed(name),
      `[...document.querySelectorAll('.pl-name')].some((one) => one.textContent.includes('${name}'))`,
    ),
  );
  await until(page, PALETTE, `!${has(FIELD)}?.checkVisibility()`);
}

/**
 * Measures everything once on the list of recalls.
 * @param turn number of the turn, from 0
 * @param name of a person whom no earlier turn looked for
 */
export async function walk(page: Page, turn: number, name: string, times: Times): Promise<void> {
  times.bare.push(await until(page, '', 'true'));
  await find(page, name, times);
  await page.locator('[data-row]').nth(turn).focus();
  times.row.push(
    await until(
      page,
      press('j'),
      `document.activeElement !== before && document.activeElement.matches('[data-row]')`,
    ),
  );
  times.panel.push(await until(page, press('Enter'), has(PANEL)));
  await page.keyboard.press('Escape');
  await page.locator(PANEL).waitFor({ state: 'detached' });
  times.page.push(await until(page, follow('/hkp'), isThere('Heil')));
  times.page.push(await until(page, follow('/recall'), isThere('Recall')));
}

/** Measures a list that this window has not opened yet. The page of the recalls is open. */
export async function firstOpening(page: Page, times: Times): Promise<void> {
  times.first.push(await until(page, follow('/hkp'), isThere('Heil')));
}
