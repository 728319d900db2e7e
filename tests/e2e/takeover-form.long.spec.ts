/**
 * A form moves to the patient's phone in the middle: it goes on at the same page, with the answers
 * given so far. A camera can read the whole code at every text size without scrolling.
 */
import { expect, test, type Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { picture, SCREENS, setSight } from '../support/stories/in-view.ts';
import { Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
});
test.afterAll(() => story.close());

const SCALES = ['100', '150', '200'];

/** Text that a camera reads from the code. */
async function readCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}

/** Rounded corners of the code's white edge, which has no modules, px. */
const EDGE = 8;

/** Whether the whole code is on the screen and nothing covers a corner of it. */
const isWhole = (code: Locator): Promise<boolean> =>
  code.evaluate((element, edge) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return (
      Math.min(left, top, innerWidth - right, innerHeight - bottom) >= 0 &&
      [left + edge, right - edge].every((x) =>
        [top + edge, bottom - edge].every((y) => element.contains(document.elementFromPoint(x, y))),
      )
    );
  }, EDGE);

/** Heading of the page, without hyphens that only show at the end of a line. */
const headingOf = async ({ page }: TabletPage): Promise<string> =>
  (await page.locator('h1').first().innerText()).replaceAll('\u00AD', '');

test('[R7] a form goes on at the same page of the phone, and its whole code is in view in large text', async () => {
  test.setTimeout(180_000);
  const { tablet, tabletId } = await story.tablet('Tablet A'),
    { page } = tablet;
  const patient = await story.calls.addPatient('Walburga', 'Seitenweise', '1987-10-02');
  await story.calls.send(patient, { items: [{ template: 'zusatz-roentgen@3' }], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  const first = page.locator('.q-item').filter({ hasText: 'Wurden Sie schon einmal' }).first();
  await tablet.tap(first.getByRole('radio').nth(1));
  const heading = await headingOf(tablet);
  await tablet.press('Weiter');
  await expect.poll(() => headingOf(tablet)).not.toBe(heading);
  const second = await headingOf(tablet);
  await tablet.press('Beenden');
  await tablet.press('Auf dem Handy weitermachen');
  const code = page.getByRole('img', { name: 'QR-Code', exact: true });
  await expect(code).toBeVisible();
  const path = new URL(await readCode(code)).pathname;
  for (const { width, height } of SCREENS)
    for (const scale of SCALES) {
      await setSight(page, { width, height }, scale);
      const where = `${width}×${height} at ${scale} %`;
      await expect.poll(() => isWhole(code), { message: where }).toBe(true);
      await picture(page, `code ${where}`);
    }

  const phone = await TabletPage.open(story.server.url, { screen: 'phone' });
  try {
    await phone.page.goto(`${story.server.url}${path}`);
    await phone.press('Hier weitermachen');
    await phone.sayBirthDate(patient.geburtsdatum);
    await expect.poll(() => headingOf(phone)).toBe(second);
    await phone.press('Zurück');
    await expect(phone.page.getByRole('radio', { checked: true })).toHaveCount(1);
  } finally {
    await phone.drop();
  }
});
