/**
 * Keyboard user and screen reader: tab stops, answers by Space, letters and arrows, and the
 * accessibility tree of a screen without dates and times.
 */
import { expect, type Locator, type Page } from '@playwright/test';

/** A day at reception with forty people has more than a hundred. */
const MOST_STOPS = 300;
/** A repeat on the same control within this time counts as a tremor (kiosk/ui/press.ts). */
const PACE_MS = 450;

/** Presses Tab until an element has the focus; it must then be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement))
      return expect(target).toBeInViewport();
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target.toString()}`);
}
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Runs in the page: returns the focused element, as far as a question needs. */
function focused(): { kind: 'radio' | 'check' | 'text' | 'primary' | 'other'; isEmpty: boolean } {
  const at = document.activeElement;
  if (at?.matches('footer .k-button--primary')) return { kind: 'primary', isEmpty: false };
  if (at instanceof HTMLInputElement && at.type === 'radio')
    return {
      kind: 'radio',
      isEmpty: document.querySelector(`input[name="${CSS.escape(at.name)}"]:checked`) === null,
    };
  // Takes the last one of several: „Nichts davon trifft zu“.
  if (at instanceof HTMLInputElement && at.type === 'checkbox')
    return {
      kind: 'check',
      isEmpty:
        at === [...(at.closest('.q-item')?.querySelectorAll('input[type=checkbox]') ?? [])].pop(),
    };
  if (at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type === 'text'))
    return { kind: 'text', isEmpty: at.value === '' };
  return { kind: 'other', isEmpty: false };
}

/**
 * Answers a page of a questionnaire from the first tab stop to „Weiter“ and turns it, at human
 * pace.
 * @returns the number of answers
 */
export async function answerByKeys(page: Page): Promise<number> {
  const began = Date.now();
  let given = 0;
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const { kind, isEmpty } = await page.evaluate(focused);
    if (kind === 'primary') {
      await expect.poll(() => Date.now() - began, { intervals: [50] }).toBeGreaterThan(PACE_MS);
      await page.keyboard.press('Enter');
      return given;
    }
    if (!isEmpty) continue;
    given += 1;
    if (kind === 'text') await page.keyboard.type('12');
    else await page.keyboard.press('Space');
  }
  throw new Error('Tab never came to the way on');
}

/**
 * Presses Enter on a control as long as it is present, at human pace. Scrolling by Tab may make it
 * unnecessary: then it disappears, and nothing else is pressed.
 */
export async function enterWhileThere(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS && (await target.count()) > 0; stop++) {
    if (
      !(await target
        .evaluate((element) => element === document.activeElement, undefined, { timeout: 1000 })
        .catch(() => false))
    ) {
      await page.keyboard.press('Tab');
      continue;
    }
    let last = -1;
    await expect
      .poll(
        async () => {
          const before = last;
          last = await page.evaluate(() => scrollY);
          return last === before;
        },
        { intervals: [PACE_MS / 2, PACE_MS / 2, 100] },
      )
      .toBe(true);
    if ((await target.count()) > 0) await page.keyboard.press('Enter');
  }
  await expect(target).toHaveCount(0);
}

/**
 * The appointments of a day, on a screen that lists all of them: every patient of that day, in no
 * fixed order.
 */
const PLAN =
  /^( *)(- region "Heute würde vorgeschlagen":\n +- heading .*\n +- list:)(?:\n\1 {4,}.*)+/m;

/**
 * Returns the accessibility tree of the idle page, without daily changing values and „Gespeichert“.
 * @param part selector of the part
 */
export async function treeOf(page: Page, part = 'body'): Promise<string> {
  let tree = '';
  await expect
    .poll(
      async () => {
        const before = tree;
        tree = await page.locator(part).ariaSnapshot();
        return tree === before;
      },
      { intervals: [100, 150, 250] },
    )
    .toBe(true);
  return `${tree
    .replaceAll(/\d{1,2}\.\d{1,2}\.(?:\d{4})?/g, '«Tag»')
    .replaceAll(/\b\d{2}:\d{2}\b/g, '«Zeit»')
    .replaceAll(/\b(?:Mo|Di|Mi|Do|Fr|Sa|So) «Tag»/g, '«Tag»')
    .replaceAll(/^(\s*- status): Gespeichert$/gm, '$1')
    .replace(PLAN, '$1$2 «Plan»')}\n`;
}

/** Presses Tab until the target element has the focus. */
export async function tabToName(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate(
      ([source, flags]) => {
        const focused = document.activeElement as HTMLElement | null;
        const labels =
          focused instanceof HTMLInputElement
            ? [...(focused.labels ?? [])].map((label) => label.textContent)
            : [];
        const words = [focused?.getAttribute('aria-label'), ...labels, focused?.textContent]
          .filter((one) => one != null)
          .map((one) => one.trim());
        return words.some((one) => new RegExp(source ?? '', flags).test(one));
      },
      typeof name === 'string'
        ? [`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, '']
        : [name.source, name.flags],
    );
  for (let step = 0; step < 80; step++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Nothing called ${String(name)} is reached by the Tab key.`);
}

/** Fills a day of three fields. @param day YYYY-MM-DD */
export async function fillDay(page: Page, label: string, day: string): Promise<void> {
  const group = page.getByRole('group', { name: label, exact: true }),
    [year = '', month = '', date = ''] = day.split('-');
  for (const [name, part] of [
    ['Tag', date],
    ['Monat', month],
    ['Jahr', year],
  ] as const)
    await group.getByRole('textbox', { name }).fill(part);
}
