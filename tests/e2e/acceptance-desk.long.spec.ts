/**
 * The jobs of reception in the acceptance table, done with the mouse and by keys alone: steps are
 * counted, printed and held to the table.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { berlinDay, berlinInstant } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { DeskCalls, PHOTO } from '../support/stories/desk-calls.ts';
import type { DeskPage } from '../support/stories/desk-page.ts';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

const today = berlinDay(Date.now());
const NAMES = ['Ahorn', 'Birke', 'Eiche', 'Fichte', 'Linde', 'Weide', 'Tanne', 'Ulme'] as const;
/** The last two have no appointment: their recall waits. */
const VISITS = 6;
let story: Story;

test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
  const owner = await DeskCalls.open(story.server, 'owner');
  await owner.setSettings({ privacyContact: 'Dr. Weber' });
  await deliver(story, {
    behandler: [{ id: 'o', name: 'Dr. Weber' }],
    zimmer: [{ id: 'z1', name: 'Zimmer 1' }],
    patient: NAMES.map((nachname, at) => ({
      id: `a${at}`,
      nachname,
      vorname: 'Jörg',
      geburtsdatum: `1978-11-0${at + 1}`,
      telefon: `0171 39200${at}`,
      versicherung: 'GKV',
    })),
    // Late in the day, so that they are to come at whatever time the story runs.
    termin: NAMES.slice(0, VISITS).map((_, at) => ({
      id: `t${at}`,
      patid: `a${at}`,
      behandler: 'o',
      zimmer: 'z1',
      start: new Date(berlinInstant(today, '23:30') + at * 60_000).toISOString(),
      dauerMin: 15,
      status: 'GEPLANT',
    })),
    recall: NAMES.slice(VISITS).map((_, at) => ({
      id: `r${at}`,
      patid: `a${VISITS + at}`,
      art: 'KONTROLLE',
      faelligAm: addDays(today, -20),
      status: 'NAECHSTER_RECALLTERMIN',
    })),
  });
});
test.afterAll(() => story.close());

const board = (desk: DeskPage) => async (): Promise<void> => {
  await story.openPage(desk.page, '/empfang');
  await expect(desk.page.locator('.e-stand')).toContainText('live');
};
const expected = (desk: DeskPage, name: string): Locator =>
  desk.column('Erwartet').locator('li.e-termin').filter({ hasText: name });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Mappe senden' });

/** Takes the last thing back, so that its tablet is free again. */
async function takenBack({ page }: DeskPage): Promise<void> {
  await page.getByRole('button', { name: /^Rückgängig/ }).click();
  await expect(page.getByText('Zurückgenommen.').first()).toBeVisible();
}

test('a proposed Mappe goes out in three steps, a patient is marked as there in one', async ({
  browser,
}) => {
  // A Mappe is sent at once to a tablet that is switched on.
  await story.tablet('Tablet 1');
  const desk = await story.desk(browser),
    { page } = desk;
  const sent = async (name: string): Promise<void> => {
    await expect(
      page.getByText(`Mappe für Jörg ${name} liegt auf`, { exact: false }),
    ).toBeVisible();
    await takenBack(desk);
  };
  await holdSteps({
    name: 'reception sends the proposed Mappe',
    most: 3,
    page,
    begin: board(desk),
    ways: {
      async mouse(steps) {
        await steps.press(expected(desk, 'Birke').getByRole('button', { name: 'Mappe senden' }));
        await steps.press(panelOf(page).getByLabel('Gesundheitskarte'));
        await steps.press(panelOf(page).getByRole('button', { name: /^Senden/ }));
        await sent('Birke');
      },
      async keys(steps) {
        await steps.toRow(expected(desk, 'Eiche'));
        await steps.key('m');
        await expect(panelOf(page).getByLabel('Gesundheitskarte')).toBeFocused();
        await steps.key('Space', 'Enter');
        await sent('Eiche');
      },
    },
  });
  await holdSteps({
    name: 'reception marks a patient as there',
    most: 1,
    page,
    begin: board(desk),
    ways: {
      async mouse(steps) {
        await steps.press(expected(desk, 'Fichte').getByRole('button', { name: /^Da: / }));
        await expect(desk.column('Da · am Tablet')).toContainText('Fichte');
      },
      async keys(steps) {
        await steps.toRow(expected(desk, 'Linde'));
        await steps.key('d');
        await expect(desk.column('Da · am Tablet')).toContainText('Linde');
      },
    },
  });
});

test('an interrupted Mappe goes on in one step', async ({ browser }) => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1', { withClock: true }),
    desk = await story.desk(browser),
    patient = await story.calls.addPatient('Theodora', 'Halbfertig', '1944-06-09');
  await story.calls.send(patient, { items: [PHOTO], tabletId });
  const row = desk
      .column('Braucht jemanden')
      .locator('li.e-card')
      .filter({ hasText: 'Halbfertig' }),
    goOn = row.getByRole('button', { name: 'Fortsetzen auf Tablet 1' });
  await holdSteps({
    name: 'reception lets an interrupted Mappe go on',
    most: 1,
    page: desk.page,
    async begin() {
      await tablet.begin(patient.geburtsdatum);
      // The patient goes away: the tablet covers the page, then gives up.
      await expect(desk.row('Halbfertig')).toContainText('Füllt aus');
      await tablet.page.clock.fastForward(121_000);
      await expect(tablet.page.getByRole('alertdialog')).toBeVisible();
      await tablet.page.clock.fastForward(31_000);
      await expect(goOn).toBeVisible();
    },
    ways: {
      async mouse(steps) {
        await steps.press(goOn);
        await expect(tablet.ready()).toBeVisible();
      },
      async keys(steps) {
        await steps.toRow(row);
        await steps.key('Enter');
        await expect(tablet.ready()).toBeVisible();
      },
    },
  });
  await tablet.close();
});

test("a patient's number is found in two steps, a recall call noted in at most three", async ({
  browser,
}) => {
  const { page } = await story.desk(browser);
  const found = (): Promise<void> =>
    expect(page.getByRole('option').filter({ hasText: 'Weide' })).toContainText('0171 392005');
  await holdSteps({
    name: "reception reads a patient's telephone number",
    most: 2,
    page,
    begin: () => story.openPage(page, '/fehlend'),
    ways: {
      async mouse(steps) {
        await steps.press(page.locator('.p-find'));
        await steps.fill(page.getByRole('dialog').getByRole('textbox'), 'weide');
        await found();
      },
      async keys(steps) {
        await steps.key('Control+k');
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
        await steps.type('weide');
        await found();
      },
    },
  });
  const line = (name: string): Locator => page.locator('[data-row]').filter({ hasText: name });
  await holdSteps({
    name: 'reception notes a recall call',
    most: 3,
    page,
    begin: () => story.openPage(page, '/recall'),
    ways: {
      async mouse(steps) {
        await steps.press(line('Tanne').getByRole('button', { name: 'Tanne, Jörg öffnen' }));
        await steps.press(page.getByRole('button', { name: /^Nicht erreicht/ }));
        await expect(line('Tanne')).toContainText('Anrufen');
      },
      async keys(steps) {
        await steps.toRow(line('Ulme'));
        await steps.key('r');
        await expect(page.getByRole('dialog', { name: 'Ulme, Jörg' })).toBeVisible();
        await steps.key('2');
        await expect(line('Ulme')).toContainText('Anrufen');
      },
    },
  });
});

test('a walk-in without a record gets papers in six steps', async ({ browser }) => {
  const desk = await story.desk(browser),
    { page } = desk,
    entry = page.getByRole('dialog', { name: 'Neu ohne Akte' });
  const sent = (name: string): Promise<void> =>
    expect(page.getByText(`Mappe für Neo ${name} `, { exact: false })).toBeVisible();
  await holdSteps({
    name: 'reception gives papers to a walk-in without a record',
    most: 6,
    page,
    begin: board(desk),
    ways: {
      async mouse(steps) {
        await steps.press(desk.button('Neu ohne Akte').first());
        await steps.fill(entry.getByLabel('Nachname'), 'Maus');
        await steps.fill(entry.getByLabel('Vorname'), 'Neo');
        await entry.getByLabel('Tag').click();
        await steps.type('05111990');
        await steps.press(entry.getByLabel('Gesundheitskarte'));
        await steps.press(entry.getByRole('button', { name: 'Anlegen und Mappe senden' }));
        await sent('Maus');
      },
      async keys(steps) {
        await steps.key('n');
        await expect(entry.getByLabel('Nachname')).toBeFocused();
        await steps.type('Taste');
        await steps.tab(entry.getByLabel('Vorname'));
        await steps.type('Neo');
        await steps.tab(entry.getByLabel('Tag'));
        await steps.type('06111990');
        await steps.tab(entry.getByLabel('Gesundheitskarte'));
        await steps.key('Space', 'Enter');
        await sent('Taste');
      },
    },
  });
});

test('a tablet is registered in at most four steps', async ({ browser }) => {
  test.setTimeout(150_000);
  const { page } = await story.desk(browser),
    dialog = page.getByRole('dialog', { name: 'Tablet anmelden' }),
    confirm = dialog.getByRole('button', { name: 'Zahl stimmt, anmelden' }),
    reason = dialog.getByRole('textbox', { name: 'Wie ist das Tablet gesperrt?' });
  const tablets: TabletPage[] = [];
  /** The tablet's part: it types the code that the desk shows. */
  const arrive = async (): Promise<void> => {
    const shown = dialog.locator('output.e-number');
    await expect(shown).toHaveText(/^[\w]{5}-[\w]{5}$/);
    const code = (await shown.textContent()) ?? '',
      tablet = await TabletPage.open(story.server.url);
    tablets.push(tablet);
    await tablet.typeCode(code);
    const number = await tablet.number();
    await expect(shown).toHaveText([...number].join(' '));
    await expect(confirm).toBeVisible({ timeout: 60_000 });
  };
  try {
    await holdSteps({
      name: 'reception registers a tablet',
      most: 4,
      page,
      begin: () => story.openPage(page, '/empfang'),
      ways: {
        async mouse(steps) {
          await steps.press(page.getByRole('button', { name: 'Tablet anmelden' }));
          await arrive();
          await steps.fill(reason, 'PIN eingerichtet');
          await steps.press(confirm);
          await expect(dialog).toBeHidden();
        },
        async keys(steps) {
          await steps.tab(page.getByRole('button', { name: 'Tablet anmelden' }));
          await steps.key('Enter');
          await arrive();
          await steps.tab(reason);
          await steps.type('PIN eingerichtet');
          await steps.key('Enter');
          await expect(dialog).toBeHidden();
        },
      },
    });
  } finally {
    for (const tablet of tablets) await tablet.drop();
  }
});
