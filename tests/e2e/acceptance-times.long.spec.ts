/**
 * How fast the palette, pages, panels and rows answer: printed next to the limits of the acceptance
 * table, since a busy machine decides them. It holds that each of them answers at all.
 */
import { expect, test, type Page } from '@playwright/test';
import { deliver } from '../support/stories/deliver.ts';
import { Story } from '../support/stories/story.ts';

const TIMES = 20;
let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, {
    patient: Array.from({ length: 400 }, (_, at) => ({
      id: `a${at}`,
      nachname: `Reihe${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'GKV',
    })),
    recall: Array.from({ length: 60 }, (_, at) => ({
      id: `r${at}`,
      patid: `a${at}`,
      art: 'KONTROLLE',
      faelligAm: '2026-09-01',
      status: 'NAECHSTER_RECALLTERMIN',
    })),
  });
});
test.afterAll(() => story.close());

/** ms of the acceptance table. */
const LIMITS = { opens: 100, hits: 300, page: 400, panel: 400, row: 100 } as const;
type Kind = keyof typeof LIMITS;

/** Measures in the page, from a key or a press to the first frame that shows the result. */
const until = (page: Page, act: string, seen: string): Promise<number> =>
  // A text, since the policy of the page runs no code that was made there.
  page.evaluate<number>(`new Promise((resolve) => {
    const before = document.activeElement,
      began = performance.now(),
      look = () => (${seen}) ? resolve(performance.now() - began) : requestAnimationFrame(look);
    ${act};
    look();
  })`);
const press = (key: string, more = ''): string =>
  `(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true ${more} }))`;
const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
const FIELD = '.pl-box input',
  /** The field can be typed into, and pages and actions stand below it. */
  IS_OPEN = `document.activeElement === ${has(FIELD)} && ${has('.pl-row')}`,
  PANEL = '.al-panel .mantine-Drawer-content';
const typed = (text: string): string =>
  `(() => { const field = ${has(FIELD)}; Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${text}'); field.dispatchEvent(new Event('input', { bubbles: true })); })()`;

/** Opens the palette and finds a person in it, each time another one. */
async function find(page: Page, times: Record<Kind, number[]>): Promise<void> {
  for (let n = 0; n < TIMES; n++) {
    times.opens.push(await until(page, press('k', ', ctrlKey: true'), IS_OPEN));
    const name = `Reihe${300 + n}`;
    times.hits.push(
      await until(
        page,
        typed(name),
        `[...document.querySelectorAll('.pl-name')].some((one) => one.textContent.includes('${name}'))`,
      ),
    );
    await page.keyboard.press('Control+k');
    await expect(page.locator(FIELD)).toBeHidden();
  }
}

test('the palette, pages, panels and rows answer, and how fast', async ({ browser }) => {
  test.setTimeout(150_000);
  const { page } = await story.desk(browser, 'staff'),
    times: Record<Kind, number[]> = { opens: [], hits: [], page: [], panel: [], row: [] },
    rows = page.locator('[data-row]');
  await story.openPage(page, '/recall');
  await expect(rows.first()).toBeVisible();
  await find(page, times);
  for (let n = 0; n < TIMES; n++)
    times.row.push(
      await until(
        page,
        press('j'),
        `document.activeElement !== before && document.activeElement.matches('[data-row]')`,
      ),
    );
  for (let n = 0; n < TIMES; n++) {
    times.panel.push(await until(page, press('Enter'), has(PANEL)));
    await page.keyboard.press('Escape');
    await expect(page.locator(PANEL)).toHaveCount(0);
    await rows.nth(n).focus();
  }
  for (let n = 0; n < TIMES; n++) {
    const [to, word] = n % 2 === 0 ? ['/hkp', 'Heil'] : ['/recall', 'Recall'];
    times.page.push(
      await until(
        page,
        `${has(`a[href$="/practice${to}"]`)}.click()`,
        `${has('main h1')}?.textContent.startsWith('${word}')`,
      ),
    );
  }
  for (const [kind, limit] of Object.entries(LIMITS)) {
    const all = times[kind as Kind].toSorted((a, b) => a - b),
      at = (share: number): number => Math.round(all[Math.ceil(all.length * share) - 1] ?? NaN);
    console.log(
      `acceptance: ${kind}: first ${Math.round(times[kind as Kind][0] ?? NaN)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${limit}`,
    );
    expect(all).toHaveLength(TIMES);
  }
});
