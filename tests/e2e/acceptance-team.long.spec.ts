/**
 * The jobs of the practice's team in the acceptance table, done with the mouse and by keys alone:
 * steps are counted, printed and held to the table.
 */
import { v7 } from 'uuid';
import { expect, test, type Locator } from '@playwright/test';
import { isHolidayIn } from '../../server/analytics/snapshot/public-holidays.ts';
import { berlinDay, berlinInstant } from '../../shared/base/dates.ts';
import { addDays, DAY_MS, dayNumber } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { PHOTO, type Patient } from '../support/stories/desk-calls.ts';
import { plantAnswers, sealPlanted } from '../support/stories/planted-answers.ts';
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
let story: Story, known: Patient;

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

const coded = (code: string, display: string) => ({
  valueCoding: { system: 'urn:molar:anamnese', code, display },
});
const yesNo = (code: 'Y' | 'N') => ({
  valueCoding: {
    system: 'http://terminology.hl7.org/CodeSystem/v2-0136',
    code,
    display: code === 'Y' ? 'Ja' : 'Nein',
  },
});

/** Answers of last year and of today: today there is a blood thinner. */
async function plantPain({ patid }: Patient): Promise<void> {
  const form = (at: number, item: readonly unknown[]): void =>
    plantAnswers(story, {
      id: v7(),
      patid,
      form: 'schmerz@1',
      title: 'Kurze Fragen bei Schmerzen',
      language: 'de',
      at,
      item,
    });
  const medicine = (code: 'Y' | 'N', ...more: unknown[]) => ({
    linkId: 'seite.medikamente',
    item: [{ linkId: 'verduenner', text: 'Blutverdünner?', answer: [yesNo(code)] }, ...more],
  });
  form(Date.now() - 200 * DAY_MS, [medicine('N')]);
  form(Date.now(), [
    {
      linkId: 'seite.allergie',
      item: [
        { linkId: 'allergie', text: 'Allergie?', answer: [coded('penicillin', 'Penicillin')] },
      ],
    },
    medicine('Y', {
      linkId: 'verduenner.welche',
      text: 'Welches Mittel?',
      answer: [{ valueString: 'Eliquis 2×5 mg' }],
    }),
  ]);
  await sealPlanted(story, patid);
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  story = await Story.open({ tablets: 1 });
  await deliver(story, ROWS);
  known = await story.calls.addPatient('Gerda', 'Yıldız', '1958-03-12');
  await plantPain(known);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    mappeId = await story.calls.send(known, { items: [PHOTO], tabletId });
  await tablet.begin(known.geburtsdatum);
  await tablet.signPhotoConsent();
  await story.calls.reaches(mappeId, 'filed', 60_000);
  await tablet.close();
});
test.afterAll(() => story.close());

test('alerts and news of a patient stand on their page, which three steps open', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff'),
    here = (): Promise<void> =>
      expect(page.getByRole('heading', { level: 1, name: 'Yıldız, Gerda' })).toBeVisible();
  await holdSteps({
    name: 'the team opens a patient',
    most: 3,
    page,
    begin: () => story.openPage(page, '/abrechnung/regeln'),
    ways: {
      async mouse(steps) {
        await steps.press(page.locator('.p-find'));
        await steps.fill(page.getByRole('dialog').getByRole('textbox'), 'gerda yildiz');
        await steps.press(page.getByRole('option').filter({ hasText: 'Gerda' }));
        await here();
      },
      async keys(steps) {
        await steps.key('Control+k');
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
        await steps.type('gerda yildiz');
        await steps.key('Enter');
        await here();
      },
    },
  });
  const alerts = page.getByRole('region', { name: 'Warnhinweise' });
  await holdSteps({
    name: 'the team reads the alerts outside the room',
    most: 0,
    page,
    begin: () => story.openPage(page, `/patient/${known.patid}`),
    ways: {
      async sight() {
        await expect(alerts).toContainText('Eliquis 2×5 mg');
        await expect(alerts).toContainText('Penicillin');
        await expect(alerts.getByText('Penicillin').first()).toBeInViewport();
      },
    },
  });
  await holdSteps({
    name: 'the team sees what is new since last time',
    most: 0,
    page,
    begin: () => story.openPage(page, `/patient/${known.patid}`),
    ways: {
      async sight() {
        const since = page.locator('.pt-since');
        await expect(since).toContainText('Neu seit letztem Mal');
        await expect(since).toContainText('Eliquis');
        await expect(since).toBeInViewport();
      },
    },
  });
});

test('a signed PDF is open after three steps', async ({ browser }) => {
  const { page } = await story.desk(browser, 'staff'),
    document = page
      .locator('.d-list [data-row]')
      .filter({ hasText: 'Fotos' })
      .locator('[data-default]'),
    shown = async (): Promise<void> => {
      const preview = page.locator('.d-split[data-open="true"]');
      await expect(preview.locator('iframe, embed, object, canvas, img').first()).toBeVisible();
    };
  await holdSteps({
    name: 'the team opens a signed PDF',
    most: 3,
    page,
    begin: () => story.openPage(page, `/patient/${known.patid}`),
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('tab', { name: 'Dokumente' }));
        await steps.press(document);
        await shown();
      },
      async keys(steps) {
        await steps.tab(page.getByRole('tab', { selected: true }));
        // The arrows lead along the tabs.
        while (
          !(await page
            .getByRole('tab', { name: 'Dokumente' })
            .evaluate((tab) => tab.matches(':focus')))
        )
          await page.keyboard.press('ArrowRight');
        await steps.key('Enter');
        await steps.tab(document);
        await steps.key('Enter');
        await shown();
      },
    },
  });
});

test('a proposal is decided in one to three steps, those of a patient are found in two', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff'),
    sheet = page.getByRole('region', { name: 'Gewählter Vorschlag' }),
    count = async (): Promise<number> =>
      Number(/(\d+) offen/.exec((await page.locator('main').textContent()) ?? '')?.[1]);
  let before = 0;
  const begin = async (): Promise<void> => {
    await story.openPage(page, '/abrechnung');
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
  const only = async (): Promise<void> => {
    await expect(page.getByRole('listbox').getByRole('option')).not.toHaveCount(0);
    await expect(page.locator('main')).not.toContainText('Linde');
    await expect(page.locator('main')).toContainText('Fichte');
  };
  await holdSteps({
    name: 'the team finds the proposals of one patient',
    most: 2,
    page,
    begin,
    ways: {
      async mouse(steps) {
        await steps.fill(page.locator('[data-list-search]'), 'fichte');
        await only();
      },
      async keys(steps) {
        await steps.key('f');
        await steps.type('fichte');
        await only();
      },
    },
  });
  const print = page.getByRole('button', { name: 'Drucken' }),
    printed = async (): Promise<void> => {
      expect(await page.evaluate('printed')).toBe(1);
      await expect(page.locator('main')).toContainText('noch einzutragen');
    };
  await holdSteps({
    name: 'the team prints the list of what is to be entered',
    most: 2,
    page,
    async begin() {
      await begin();
      await page.evaluate('printed = 0; window.print = () => { printed += 1; }');
    },
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('link', { name: /^Nachtragen/ }));
        await steps.press(print);
        await printed();
      },
      async keys(steps) {
        await steps.tab(page.getByRole('link', { name: /^Nachtragen/ }));
        await steps.key('Enter');
        await expect(print).toBeVisible();
        await steps.tab(print);
        await steps.key('Enter');
        await printed();
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
      await story.openPage(desk.page, '/empfang');
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
