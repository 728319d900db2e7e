/**
 * Jobs of the practice's team with plans and perio cases in the acceptance table, by mouse and by
 * keys: steps are counted, printed and held to the table.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now());
const NAMES = ['Ahorn', 'Birke', 'Eiche', 'Fichte', 'Linde', 'Weide'] as const;
let story: Story;
const ROWS: Readonly<Record<string, readonly object[]>> = {
  behandler: [{ id: 'o', name: 'Dr. Weber', art: 'ZAHNARZT' }],
  patient: NAMES.map((nachname, at) => ({
    id: `a${at}`,
    nachname,
    vorname: 'Jörg',
    geburtsdatum: `1978-11-0${at + 1}`,
    telefon: `0171 39200${at}`,
    versicherung: 'GKV',
  })),
  hkp: NAMES.slice(2, 4).map((_, at) => ({
    id: `h${at}`,
    patid: `a${at + 2}`,
    behandler: 'o',
    art: 'ZE',
    status: 'GENEHMIGT',
    erstelltAm: addDays(today, -60),
    genehmigtAm: addDays(today, -40),
    gesamt: 1840,
  })),
  parfall: NAMES.slice(4).map((_, at) => ({
    id: `p${at}`,
    patid: `a${at + 4}`,
    behandler: 'o',
    grad: 'B',
    status: 'GENEHMIGT',
    erstelltAm: addDays(today, -120),
    genehmigtAm: addDays(today, -100),
    wert: 900,
  })),
};
test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, ROWS);
});
test.afterAll(() => story.close());

const rowOf = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ hasText: name });

test('an approved plan is called about in two steps, the next step of a perio case planned in two', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff'),
    number = rowOf(page, 'Eiche').getByRole('link', { name: '0171 392002' }),
    figure = page.getByRole('button', { name: /^Genehmigt ohne Termin.*Zeilen zeigen$/ });
  await holdSteps({
    name: 'the team calls about an approved plan',
    most: 2,
    page,
    async begin() {
      await story.openPage(page, '/hkp');
      // The browser would ask for a program that calls.
      await page.evaluate(() =>
        addEventListener('click', (event) => {
          if ((event.target as Element).closest('a[href^="tel:"]') !== null) event.preventDefault();
        }),
      );
    },
    ways: {
      async mouse(steps) {
        await steps.press(figure);
        await expect(page).toHaveURL(/grund=ohne_termin/);
        await expect(number).toHaveAttribute('href', 'tel:0171392002');
        await steps.press(number);
      },
      async keys(steps) {
        await steps.toRow(rowOf(page, 'Eiche'));
        await steps.key('r');
        const panel = page.getByRole('dialog', { name: 'Eiche, Jörg' });
        await expect(panel.getByRole('link', { name: '0171 392002' })).toBeVisible();
        await steps.key('2');
        await expect(rowOf(page, 'Eiche')).toContainText('Anrufen');
      },
    },
  });
  const planned = (name: string): Promise<void> =>
    expect(rowOf(page, name)).toContainText('Termin anbieten');
  await holdSteps({
    name: 'the team plans the next step of a perio case',
    most: 2,
    page,
    begin: () => story.openPage(page, '/par'),
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('button', { name: 'Linde, Jörg öffnen' }));
        await steps.press(
          page
            .getByRole('dialog', { name: 'Linde, Jörg' })
            .getByRole('button', { name: 'Termin anbieten' }),
        );
        await planned('Linde');
      },
      async keys(steps) {
        await steps.toRow(rowOf(page, 'Weide'));
        await steps.key('Enter');
        await steps.tab(
          page
            .getByRole('dialog', { name: 'Weide, Jörg' })
            .getByRole('button', { name: 'Termin anbieten' }),
        );
        await steps.key('Enter');
        await planned('Weide');
      },
    },
  });
});
