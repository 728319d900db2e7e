/**
 * Exceptions on a patient's way: wrong person, call for help, change of language and size; actions
 * of staff meanwhile; and the layout of every screen.
 */
import { expect, test } from '@playwright/test';
import { EXTRACTION, PHOTO } from '../support/stories/desk-calls.ts';
import { patientScreenFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 3 });
});
test.afterAll(async () => {
  await story.close();
});

test('[T1] three wrong birth dates call for help; “Ich bin hier nicht richtig” clears the tablet and informs the board', async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1', { withClock: true });
  const desk = await story.desk(browser);
  const patient = await story.calls.addPatient('Leopoldine', 'Falschermann', '1955-05-05');
  await story.calls.send(patient, { items: [PHOTO], tabletId });
  await tablet.begin('1950-01-01');
  await expect(
    tablet.page.getByText('Mit diesem Datum finden wir keine Unterlagen.'),
  ).toBeVisible();
  await tablet.sayBirthDate('1950-02-01');
  await expect(tablet.page.getByText('Wenn es noch einmal nicht klappt')).toBeVisible();
  await tablet.sayBirthDate('1950-03-01');
  await expect(tablet.heading('Wir helfen Ihnen')).toBeVisible();
  await expect(
    tablet.page.getByText('Wir wissen Bescheid. Gleich kommt jemand zu Ihnen.'),
  ).toBeVisible();
  const row = desk.column('Braucht jemanden').locator('li.e-card').filter({ hasText: 'Tablet 1' });
  await expect(row).toContainText('Hilfe gerufen');
  await expect(desk.page).toHaveTitle(/^\(1\) Empfang/);
  await row.getByRole('button', { name: 'Ich gehe hin' }).click();
  await expect(desk.page).toHaveTitle(/^Empfang/);
  await tablet.page.clock.fastForward(61_000);
  await expect(tablet.heading('Bitte geben Sie Ihr Geburtsdatum ein.')).toBeVisible();
  await tablet.press('Ich bin hier nicht richtig');
  await expect(tablet.heading('Vorgang abgebrochen')).toBeVisible();
  await expect(tablet.page.getByText('Danke, dass Sie Bescheid sagen.')).toBeVisible();
  await expect(desk.row('Falschermann')).toContainText('Am Tablet: „Ich bin hier nicht richtig“');
  await tablet.page.clock.fastForward(16_000);
  await expect(tablet.home()).toBeVisible();
  await expect(tablet.ready()).toHaveCount(0);
  await tablet.close();
});

/** Opens the staff menu by three faint dots and a PIN that the server checks. */
async function openStaffMenu(
  tablet: TabletPage,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await tablet.press('Menü für das Praxisteam');
  const pad = tablet.page.getByRole('group', { name: 'Ziffern', exact: true });
  await look('PIN');
  const type = async (pin: string): Promise<void> => {
    for (const digit of pin) await pad.getByRole('button', { name: digit, exact: true }).tap();
  };
  const pin = story.server.tabletPin();
  await type(pin === '135790' ? '246801' : '135790');
  await expect(tablet.page.getByText('Die PIN stimmt nicht.')).toBeVisible();
  await type(pin);
  await expect(tablet.heading('Für das Praxisteam')).toBeVisible();
  await expect(tablet.page.getByText('nichts', { exact: true })).toBeVisible();
  await look('staff menu');
  await tablet.press('Schließen');
  await expect(tablet.home().or(tablet.button(/^Ruhezeit/))).toBeVisible();
}

/** Signs with a witness, since the patient cannot write. */
async function signByWitness(
  tablet: TabletPage,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await tablet.press('Ich kann nicht schreiben');
  await look('other ways to sign');
  await tablet.press(/^Mit einer Zeugin/);
  await look('witness');
  await tablet.page.getByLabel('Name der Zeugin oder des Zeugen').fill('Jonas Weber');
  await tablet.press('Fertig');
  await tablet.press('Unterschrift abgeben');
}

test(
  "[U3] [U4] [U6] changing language and size or calling help keeps a paper's state; all screens fit",
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(150_000);
    const faults: string[] = [];
    const { tablet, tabletId } = await story.tablet('Tablet 2');
    const look = async (name: string): Promise<void> => {
      faults.push(...(await patientScreenFaults(tablet.page, name)));
    };
    await look('home');
    const desk = await story.desk(browser);
    const patient = await story.calls.addPatient('Wendelgard', 'Sprachwechslerin', '1942-10-10');
    // Reception knows that the patient may want English: the paper contains both texts.
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId, language: 'en' });
    await expect(tablet.ready().or(tablet.heading('Your papers are ready.'))).toBeVisible();
    await look('papers ready');
    await tablet.press(/^(Beginnen|Begin)$/);
    await expect(tablet.heading('Please enter your date of birth.')).toBeVisible();
    await look('person check in English');
    await tablet.press('English');
    await tablet.press('Deutsch');
    await expect(tablet.heading('Bitte geben Sie Ihr Geburtsdatum ein.')).toBeVisible();
    await look('person check');
    await tablet.sayBirthDate(patient.geburtsdatum);
    await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
    await look('comfort');
    await tablet.tap(tablet.page.locator('label').filter({ hasText: '200 %' }));
    await expect(tablet.page.locator('html')).toHaveAttribute('data-text-scale', '200');
    await look('comfort at 200 %');
    await tablet.press('Weiter');
    await look('reading at 200 %');
    await tablet.readToEnd();
    await tablet.press('Keine Fragen mehr');
    await look('declaration at 200 %');
    await tablet.declare(true);

    // English in the middle of the declarations: the first answer stays, the same declaration is
    // shown.
    await tablet.press('Menü');
    await tablet.press('Deutsch');
    await look('language');
    await tablet.press('English');
    await expect(tablet.page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(
      tablet.page.getByText('In addition, my face may be photographed where planning requires it.'),
    ).toBeVisible();
    await expect(
      tablet.page.getByText('Zusätzlich darf mein Gesicht fotografiert werden'),
    ).toBeVisible();
    await look('declaration in English');
    await tablet.press(/^No/);
    await tablet.press(/^Yes/);
    await expect(tablet.page.locator('.task-answers dd')).toHaveText(['Yes', 'No', 'Yes']);
    await look('summary in English at 200 %');
    await tablet.press('Menu');
    await tablet.press('English');
    await tablet.press('Deutsch');
    await expect(tablet.heading('Stimmt alles?')).toBeVisible();
    await expect(tablet.page.locator('.task-answers dd')).toHaveText(['Ja', 'Nein', 'Ja']);
    await tablet.press('Menü');
    await tablet.press('A, Schriftgröße');
    await look('text size');
    await tablet.tap(tablet.page.getByRole('dialog').locator('label').filter({ hasText: '100 %' }));
    await tablet.press('Fertig');
    await look('summary');

    await tablet.press('Hilfe');
    const help = tablet.page.getByRole('dialog', { name: 'Hilfe' });
    await expect(help).toContainText('Wir wissen Bescheid.');
    await look('help');
    await expect(desk.row('Sprachwechslerin')).toContainText('Hilfe gerufen');
    await desk.row('Sprachwechslerin').getByRole('button', { name: 'Ich gehe hin' }).click();
    await expect(help).toContainText('Jemand ist auf dem Weg zu Ihnen.');
    await tablet.press('Weitermachen');
    await tablet.press('Beenden');
    await look('ways to end');
    await tablet.press('Vorgang abbrechen');
    await look('cancel?');
    await tablet.press('Nein, weitermachen');
    await tablet.press('Weiter zur Unterschrift');
    await look('signature');
    await signByWitness(tablet, look);
    await expect(tablet.thanks()).toBeVisible();
    await tablet.tap(
      tablet.page.locator('label').filter({ hasText: 'Ich möchte eine Kopie auf Papier' }),
    );
    await look('thanks');
    await story.calls.reaches(mappeId, 'filed', 30_000);
    // The request for a copy stays at the desk until it was printed and handed over.
    await expect(desk.row('Sprachwechslerin')).toContainText('Möchte eine Kopie auf Papier');
    await desk.row('Sprachwechslerin').getByRole('button', { name: 'Kopie übergeben' }).click();
    await expect(
      desk.column('Fertig').locator('li.e-card').filter({ hasText: 'Sprachwechslerin' }),
    ).toBeVisible();
    await tablet.press('Fertig');

    await openStaffMenu(tablet, look);

    expect(faults).toEqual([]);
  },
);

test(
  '[T2] staff restarts a run and withdraws it while the patient uses it',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(90_000);
    const { tablet, tabletId } = await story.tablet('Tablet 3', { posture: 'wall' });
    const desk = await story.desk(browser);
    const patient = await story.calls.addPatient('Ottokar', 'Rücknehmer', '1970-06-01');
    await story.calls.send(patient, { items: [EXTRACTION], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('Weiter');
    await tablet.press('Weiterlesen');
    const row = desk.row('Rücknehmer');
    await expect(row).toContainText('Füllt aus');
    await row.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await desk.page.getByRole('menuitem', { name: 'Neu beginnen lassen' }).click();
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Neu beginnen', exact: true })
      .click();
    await expect(
      tablet.heading(
        /^(Bitte geben Sie Ihr Geburtsdatum ein\.|Wie möchten Sie lesen\?|Einwilligung: Entfernung eines Zahnes|Ihre Unterlagen sind bereit\.)$/,
      ),
    ).toBeVisible();
    await expect
      .poll(() => story.rows('select state, task_rev from task where patid = ?', patient.patid))
      .toEqual([{ state: expect.stringMatching(/^(assigned|started)$/), task_rev: 2 }]);

    await row.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await desk.page.getByRole('menuitem', { name: 'Zurückziehen' }).click();
    const sure = desk.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Zurückziehen', exact: true });
    if (await sure.isVisible().catch(() => false)) await sure.click();
    await expect(tablet.heading('Vorgang abgebrochen')).toBeVisible();
    await expect(
      tablet.page.getByText('Die Praxis hat diese Unterlagen zurückgenommen.'),
    ).toBeVisible();
    expect(await tablet.page.locator('body').innerText()).not.toContain('Rücknehmer');
    // A wall-mounted tablet is not handed over.
    await expect(tablet.page.getByText('Bitte melden Sie sich am Empfang.')).toBeVisible();
    // Within the undo time it was never sent; later it is listed as finished.
    await expect(desk.row('Rücknehmer').filter({ hasNotText: 'Abgebrochen' })).toHaveCount(0);
    await expect(desk.tablet('Tablet 3')).toContainText('Frei');
  },
);
