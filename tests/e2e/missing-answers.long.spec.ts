/**
 * Missing answers and follow-ups on the tablet: the question with its message begins the view, on
 * every screen, and a follow-up unfolds in view below its answer.
 */
import { expect, test } from '@playwright/test';
import { answerItem } from '../support/form-hand.ts';
import { picture, SCREENS, setSight } from '../support/stories/in-view.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterAll(() => story.close());

const MOST_PAGES = 40;
/** Room between the header and the question, px. */
const MOST_ABOVE = 48;

/** Runs in the page: returns what is wrong with the place of the first missing question. */
function placeFaults(mostAbove: number): string[] {
  const item = document.querySelector<HTMLElement>('.q-item[data-wrong]');
  if (!item) return ['no question is marked'];
  const ask =
    item.dataset.heading === undefined ? item : document.querySelector<HTMLElement>('.q-top__ask');
  const title = ask?.querySelector<HTMLElement>('h1, .q-head__title'),
    message = ask?.querySelector<HTMLElement>('.k-error__line');
  if (!title || !message) return ['the question has no message'];
  const header = document.querySelector('.k-header')?.getBoundingClientRect().bottom ?? 0,
    footer = document.querySelector('.k-footer')?.getBoundingClientRect().top ?? innerHeight;
  const top = Math.max(header, 0),
    bottom = Math.min(footer, innerHeight);
  const first = message.getBoundingClientRect(),
    begin = title.getBoundingClientRect().top;
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const summary = document.querySelector('.q-missing')?.getBoundingClientRect().top ?? first.top;
  const active = document.activeElement;
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return [
    ...(wide > 0 ? [`the page is ${wide} px too wide`] : []),
    ...(first.top < top - 1 || first.bottom > bottom + 1
      ? [`the message is at ${Math.round(first.top)}–${Math.round(first.bottom)}`]
      : []),
    ...(begin < top - 1 || begin > bottom - 24 ? [`the question is at ${Math.round(begin)}`] : []),
    ...(Math.min(first.top, summary >= top - 1 ? summary : first.top) - top > mostAbove &&
    !isAtEnd &&
    scrollY > 0
      ? [`${Math.round(first.top - top)} px are free above the question`]
      : []),
    ...(active === item || (ask?.contains(active) ?? false) ? [] : ['the focus is elsewhere']),
  ];
}

test('a missing answer and its message begin the view, at 100 and 200 %, on every screen', async () => {
  test.setTimeout(480_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const patient = await story.calls.addPatient('Frieda', 'Lücke', '1948-02-03');
  await story.calls.send(patient, {
    items: [{ template: 'anamnese-erwachsene@2' }],
    tabletId,
    signers: [],
  });
  await tablet.begin('1948-02-03');
  await tablet.press('Weiter');
  await expect(page.locator('.q-item').first()).toBeVisible();
  const review = page.locator('.q-review'),
    wrong = page.locator('.q-item[data-wrong]'),
    heading = page.locator('h1').first(),
    faults: string[] = [];
  let stops = 0;
  for (let n = 1; n < MOST_PAGES && (await review.count()) === 0; n++) {
    const before = await heading.innerText();
    await tablet.tap(page.locator('footer .k-button--primary'));
    await expect
      .poll(
        async () =>
          (await wrong.count()) > 0 ||
          (await review.count()) > 0 ||
          (await heading.innerText()) !== before,
      )
      .toBe(true);
    if ((await wrong.count()) === 0) continue;
    stops += 1;
    for (const screen of SCREENS)
      for (const scale of ['100', '200']) {
        await setSight(page, screen, scale);
        await tablet.tap(page.locator('footer .k-button--primary'));
        const found = await page.evaluate(placeFaults, MOST_ABOVE),
          where = `page ${n} ${screen.width}×${screen.height} ${scale} %`;
        faults.push(...found.map((fault) => `${where}: ${fault}`));
        if (found.length > 0 || n < 7) await picture(page, `missing ${where}`);
      }
    await setSight(page, SCREENS[1], '100');
    for (let left = await wrong.count(); left > 0; left--)
      await answerItem(tablet, wrong.nth(left - 1));
  }
  expect(stops).toBeGreaterThan(8);
  expect(faults).toEqual([]);
});

test('a follow-up unfolds in view below its answer, which stays under the finger', async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 2'),
    { page } = tablet;
  const patient = await story.calls.addPatient('Frieda', 'Infarkt', '1948-02-03');
  await story.calls.send(patient, {
    items: [{ template: 'zusatz-betaeubung@3' }],
    tabletId,
    signers: [],
  });
  await tablet.begin('1948-02-03');
  await tablet.press('Weiter');
  await expect(page.locator('.q-item').first()).toBeVisible();
  const tile = page.locator('label.k-tile', { hasText: 'Herzinfarkt' }),
    wrong = page.locator('.q-item[data-wrong]');
  while ((await tile.count()) === 0) {
    await tablet.tap(page.locator('footer .k-button--primary'));
    await expect.poll(async () => (await wrong.count()) > 0 || (await tile.count()) > 0).toBe(true);
    for (let left = await wrong.count(); left > 0; left--)
      await answerItem(tablet, wrong.nth(left - 1));
  }
  const followUp = page.getByRole('group', { name: /^Wann war der Herzinfarkt/ });
  for (const screen of SCREENS)
    for (const scale of ['100', '200']) {
      await setSight(page, screen, scale);
      await tablet.tap(tile.locator('input'));
      await expect(followUp).toBeVisible();
      const where = `${screen.width}×${screen.height} ${scale} %`;
      // Scrolling is smooth: wait for its end.
      await expect
        .poll(
          () =>
            followUp.evaluate((one) => {
              const box = one.getBoundingClientRect(),
                footer = document.querySelector('.k-footer')?.getBoundingClientRect().top ?? 0;
              return box.top < Math.min(footer, innerHeight) - 40;
            }),
          { message: `the follow-up is in view at ${where}` },
        )
        .toBe(true);
      await picture(page, `follow-up ${where}`);
      const box = await tile.boundingBox();
      expect(box && box.y >= -1, `the answer stays in view at ${where}`).toBe(true);
      await tablet.tap(tile.locator('input'));
      await expect(followUp).toHaveCount(0);
    }
  await setSight(page, SCREENS[1], '100');
  await tablet.tap(tile.locator('input'));
  // In landscape the question stands next to its answers, and stays while they scroll.
  const besides = (): Promise<{ isNext: boolean; isInView: boolean; scrolled: boolean }> =>
    page.evaluate(() => {
      const box = (one: string): DOMRect | undefined =>
          document.querySelector(one)?.getBoundingClientRect(),
        ask = box('.q-item > .q-head'),
        answer = box('label.k-tile');
      if (!ask || !answer) throw new Error('The page has no question with answers.');
      return {
        isNext: ask.right <= answer.left,
        isInView: ask.top >= 0 && ask.bottom <= innerHeight,
        scrolled: scrollY > 0,
      };
    });
  expect(await besides()).toEqual({ isNext: true, isInView: true, scrolled: false });
  await page.evaluate(() => scrollTo(0, 250));
  await expect.poll(besides).toEqual({ isNext: true, isInView: true, scrolled: true });
  await picture(page, 'question next to its answers');
  await page.evaluate(() => scrollTo(0, 0));
  const before = await page.locator('h1').first().innerText();
  await tablet.tap(page.locator('footer .k-button--primary'));
  await expect(followUp.getByText(/^Diese Frage ist noch offen/)).toBeVisible();
  await picture(page, 'follow-up asked once');
  await tablet.press('Weiß ich nicht');
  await expect(followUp.getByRole('button', { name: 'Weiß ich nicht' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await tablet.tap(page.locator('footer .k-button--primary'));
  await expect(page.locator('h1').first()).not.toHaveText(before);
});
