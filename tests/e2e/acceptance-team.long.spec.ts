/**
 * The jobs of the practice's team in the acceptance table, done with the mouse and by keys alone:
 * steps are counted, printed and held to the table.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { isHolidayIn } from '../../server/analytics/snapshot/public-holidays.ts';
import { berlinDay, berlinInstant } from '../../shared/base/dates.ts';
import { addDays, dayNumber } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now());
/** 4 January 1970 was the first Sunday. */
const SUNDAY = 3;
/** Working days: on a Sunday or holiday the surcharge rule would fire as well. */
const days = Array.from({ length: 30 }, (_, n) => addDays(today, -8 - n))
  .filter((day) => dayNumber(day) % 7 !== SUNDAY && !isHolidayIn(day, null))
  .slice(0, 5);
const NAMES = ['Ahorn', 'Birke', 'Eiche', 'Fichte', 'Linde', 'Weide'] as const;
let story: Story;

/** Six people with an extraction whose anaesthesia was not charged, two with a visit. */
const ROWS: Readonly<Record<string, readonly object[]>> = {
  behandler: [{ id: 'o', name: 'Dr. Weber', art: 'ZAHNARZT' }],
  zimmer: [
    { id: 'z1', name: 'Zimmer 1' },
    { id: 'z2', name: 'Zimmer 2' },
  ],
  patient: NAMES.map((nachname, at) => ({
    id: `a${at}`,
    nachname,
    vorname: 'Jörg',
    geburtsdatum: `1978-11-0${at + 1}`,
    telefon: `0171 39200${at}`,
    versicherung: 'GKV',
  })),
  termin: NAMES.slice(0, 2).map((_, at) => ({
    id: `t${at}`,
    patid: `a${at}`,
    behandler: 'o',
    zimmer: `z${at + 1}`,
    start: new Date(berlinInstant(today, '23:30') + at * 60_000).toISOString(),
    dauerMin: 15,
    status: 'GEPLANT',
  })),
  leistung: NAMES.flatMap((_, at) =>
    [{ nr: '43', zahn: '35' }, { nr: 'Ä1' }].map((position) => ({
      id: `l${at}-${position.nr}`,
      patid: `a${at}`,
      behandler: 'o',
      datum: days[at % days.length],
      system: 'BEMA',
      ...position,
      menge: 1,
      punkte: 10,
      honorar: '12.80',
      betrag: '12.80',
      status: 'ERBRACHT',
    })),
  ),
};

test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, ROWS);
});
test.afterAll(() => story.close());

const at = (path: string): string => `${story.server.url}/practice${path}`;
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(at(path));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};
test('a proposal is decided in one to three steps', async ({ browser }) => {
  const { page } = await story.desk(browser, 'staff'),
    sheet = page.getByRole('region', { name: 'Gewählter Vorschlag' }),
    count = async (): Promise<number> =>
      Number(/(\d+) offen/.exec((await page.locator('main').textContent()) ?? '')?.[1]);
  let before = 0;
  const begin = async (): Promise<void> => {
    await open(page, '/abrechnung');
    await expect(sheet).toBeVisible();
    before = await count();
  };
  const decided = (): Promise<void> => expect.poll(count).toBe(before - 1);
  await holdSteps({
    name: 'the team accepts a proposal',
    most: 1,
    page,
    begin,
    ways: {
      async mouse(steps) {
        await steps.press(sheet.getByRole('button', { name: /^Vormerken/ }));
        await decided();
      },
      async keys(steps) {
        await steps.key('Enter');
        await decided();
      },
    },
  });
  await holdSteps({
    name: 'the team rejects a proposal with a reason',
    most: 3,
    page,
    begin,
    ways: {
      async mouse(steps) {
        await steps.press(sheet.getByRole('button', { name: /^Ablehnen/ }));
        await steps.press(sheet.locator('.ab-chips button').nth(1));
        await steps.press(sheet.locator('form button[type=submit]'));
        await decided();
      },
      async keys(steps) {
        await steps.key('a', '2', 'Enter');
        await decided();
      },
    },
  });
});

test('a patient goes into the room in one step', async ({ browser }) => {
  const desk = await story.desk(browser, 'staff'),
    row = (name: string): Locator =>
      desk.column('Erwartet').locator('li.e-termin').filter({ hasText: name }),
    inRoom = (name: string): Promise<void> =>
      expect(desk.page.getByRole('region', { name: 'Im Zimmer' })).toContainText(name);
  await holdSteps({
    name: 'the team sends a patient into the room',
    most: 1,
    page: desk.page,
    async begin() {
      await open(desk.page, '/empfang');
      await expect(desk.page.locator('.e-stand')).toContainText('live');
    },
    ways: {
      async mouse(steps) {
        await steps.press(row('Ahorn').getByRole('button', { name: 'In Zimmer 1: Ahorn, Jörg' }));
        await inRoom('Ahorn');
      },
      async keys(steps) {
        await steps.toRow(row('Birke'));
        await steps.key('z');
        await inRoom('Birke');
      },
    },
  });
});
