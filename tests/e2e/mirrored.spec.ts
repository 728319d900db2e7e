/**
 * Right to left with the mirrored pseudo-language: the layout is mirrored; numbers, codes and the
 * signature line are not.
 */
import { expect, test, type Page } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { mirror } from '../support/stories/mirrored.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterAll(async () => {
  await story.close();
});

const middle = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not there.`);
  return box.x + box.width / 2;
};
/** Horizontal overflow in px. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [name, width, height] of [
  ['tablet', 800, 1280],
  ['phone', 360, 640],
] as const) {
  test(
    `[U6] a patient's whole way from right to left, ${width} × ${height}`,
    { tag: '@long' },
    async () => {
      test.setTimeout(90_000);
      const { tablet, tabletId } = await story.tablet(name, {
        screen: name === 'phone' ? 'phone' : 'tabletPortrait',
      });
      const { page } = tablet;
      await page.setViewportSize({ width, height });
      await mirror(tablet.context);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const patient = await story.calls.addPatient('Anneliese', `Spiegel ${name}`, '1951-04-09');
      const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
      await expect(tablet.ready()).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await tablet.press('Beginnen');
      await expect(tablet.button('1')).toBeVisible();
      expect(await middle(page, '.k-pad button:has-text("1")')).toBeLessThan(
        await middle(page, '.k-pad button:has-text("3")'),
      );
      expect(await middle(page, '.k-date input >> nth=0')).toBeLessThan(
        await middle(page, '.k-date input >> nth=2'),
      );
      await tablet.sayBirthDate(patient.geburtsdatum);
      await tablet.press('Weiter');
      expect(await sideways(page)).toBe(0);
      await tablet.readToEnd();
      await tablet.press('Keine Fragen mehr');
      await tablet.declare(true, true, true);
      await expect(tablet.button('Weiter zur Unterschrift')).toBeVisible();
      // The back button is where reading begins: on the right; below it on a narrow screen.
      const [back, on] = [
        await tablet.button('Zurück').boundingBox(),
        await tablet.button('Weiter zur Unterschrift').boundingBox(),
      ];
      if (!back || !on) throw new Error('The footer is not there.');
      expect(back.x + back.width).toBeGreaterThanOrEqual(Math.round(on.x + on.width));
      const icon = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => getComputedStyle(one).transform);
      expect(await icon('.task-answers svg')).toBe('none');
      expect(await icon('footer .k-icon--mirrored')).toContain('matrix(-1');
      expect(await sideways(page)).toBe(0);
      await tablet.press('Weiter zur Unterschrift');
      await expect(tablet.pad).toBeVisible();
      expect(await tablet.pad.evaluate((pad) => getComputedStyle(pad).direction)).toBe('ltr');
      expect(await sideways(page)).toBe(0);
      await tablet.sign();
      await expect(tablet.thanks()).toBeVisible();
      expect(await sideways(page)).toBe(0);
      await story.calls.reaches(mappeId, 'filed', 30_000);
    },
  );
}
