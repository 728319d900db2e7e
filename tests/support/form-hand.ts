/**
 * Fills in any questionnaire in any language: continues until something is missing, answers that
 * minimally, and checks everything at the end.
 */
import { expect, type Locator } from '@playwright/test';
import type { TabletPage } from './stories/tablet-page.ts';

/** Maximum presses of „Weiter“ per form. */
const MOST_TURNS = 60;

/** Gives the minimal answer to a question: „Nein“, „Nichts davon“, a word, a day. */
export async function answerItem(tablet: TabletPage, item: Locator): Promise<void> {
  // Existing values are confirmed, in any language.
  const known = item.locator('.q-known__acts button');
  if ((await known.count()) > 0) return tablet.tap(known.first());
  const radios = item.getByRole('radio'),
    checks = item.getByRole('checkbox');
  if ((await radios.count()) > 0)
    return tablet.tap(radios.nth(Math.min(1, (await radios.count()) - 1)));
  if ((await checks.count()) > 0) return tablet.tap(checks.last());
  const boxes = item.getByRole('textbox');
  const days = await boxes.count();
  if (days === 3)
    for (const [index, value] of ['4', '3', '1980'].entries()) await boxes.nth(index).fill(value);
  else
    await boxes
      .first()
      .fill((await boxes.first().getAttribute('inputmode')) === 'email' ? 'a@b.example' : '12345');
}

/**
 * Fills in the form on the screen and submits it.
 * @param onScreen looks at each page, and at each page with missing answers
 * @returns the number of its pages
 */
export async function fillForm(
  tablet: TabletPage,
  onScreen: () => Promise<void> = async () => undefined,
): Promise<number> {
  const primary = tablet.page.locator('footer .k-button--primary'),
    review = tablet.page.locator('.q-review'),
    wrong = tablet.page.locator('.q-item[data-wrong]'),
    yes = tablet.page.locator('.k-modal .k-button--primary');
  let pages = 0;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await expect(primary).toBeVisible();
    await onScreen();
    if ((await review.count()) > 0) break;
    const heading = await tablet.page.locator('h1').first().innerText();
    await tablet.tap(primary);
    const hasTurned = async (): Promise<boolean> =>
      (await wrong.count()) > 0 ||
      (await review.count()) > 0 ||
      (await tablet.page.locator('h1').first().innerText()) !== heading;
    await expect.poll(async () => (await yes.count()) > 0 || (await hasTurned())).toBe(true);
    // Verification questions are answered with yes.
    while ((await yes.count()) > 0) await tablet.tap(yes, { mayVanish: true });
    await expect.poll(hasTurned).toBe(true);
    if ((await wrong.count()) === 0) {
      pages += 1;
      continue;
    }
    for (let left = await wrong.count(); left > 0; left--)
      await answerItem(tablet, wrong.nth(left - 1));
  }
  await expect(review.first()).toBeVisible();
  await tablet.tap(primary);
  return pages;
}
