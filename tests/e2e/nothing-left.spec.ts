/**
 * After a patient has left in any way, no patient data is found in the browser profile on disk; and
 * no other person gets to see it.
 */
import { expect, test } from '@playwright/test';
import { PHOTO, type Patient } from '../support/stories/desk-calls.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';
import { filesHolding } from '../support/stories/profile.ts';
import { Story } from '../support/stories/story.ts';

const TYPED = 'Xaveria Kanarienvogl';
let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 3 });
});
test.afterAll(async () => {
  await story.close();
});

const wordsOf = (patient: Patient): string[] => [
  patient.firstName,
  patient.lastName,
  patient.geburtsdatum,
  patient.geburtsdatum.split('-').reverse().join('.'),
  TYPED,
];

/**
 * Switches the tablet off and searches its disk; `spoor` was stored in plain text on purpose, so
 * that a search that finds nothing at all would be noticed.
 */
async function expectNothingOf(
  tablet: TabletPage,
  patient: Patient,
  end: 'close' | 'kill' = 'close',
): Promise<void> {
  if (end === 'close') {
    const spoor = `spoor-${Date.now()}`;
    await tablet.page.evaluate((word) => localStorage.setItem('spoor', word), spoor);
    await tablet.close();
    expect(filesHolding(tablet.profile, [spoor])).not.toEqual([]);
  } else await tablet.kill();
  expect(filesHolding(tablet.profile, wordsOf(patient))).toEqual([]);
}
/** Goes to the signature field and draws a stroke. */
async function toSignature(tablet: TabletPage, patient: Patient): Promise<void> {
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, true, true);
  await tablet.press('Weiter zur Unterschrift');
  await tablet.draw();
}

test('[F25] [sync S4] signed with a typed name: removed from disk, and the next patient sees no trace of it', async () => {
  test.setTimeout(90_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1');
  const patient = await story.calls.addPatient('Xaveria', 'Kanarienvogl', '1937-02-11');
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  await toSignature(tablet, patient);
  await tablet.press('Ich kann nicht schreiben');
  await tablet.press(/^Meinen Namen eintippen/);
  await tablet.page.getByLabel('Ihr Vorname und Nachname').fill(TYPED);
  // The on-screen keyboard covers the bottom of the page until it is closed.
  await tablet.press('Fertig');
  await tablet.press('Unterschrift abgeben');
  await expect(tablet.thanks()).toBeVisible();
  // The thank-you page closes automatically: it is left before any wait.
  await tablet.press('Fertig');
  await story.calls.reaches(mappeId, 'filed', 30_000);

  // The browser's back button leads to no patient page (T5). A reload of the app may race with a
  // back step; wherever it ends, no patient is named.
  await expect(async () => {
    await tablet.page.goBack();
    expect(await tablet.page.locator('body').innerText()).not.toMatch(/Kanarienvogl/);
    expect(tablet.page.url()).toBe('about:blank');
  }).toPass({ timeout: 15_000 });
  await tablet.page.goto(tablet.url);
  await expect(tablet.home()).toBeVisible();
  const next = await story.calls.addPatient('Bodo', 'Nachfolger', '1980-08-08');
  await story.calls.send(next, { items: [PHOTO], tabletId });
  await expect(tablet.ready()).toBeVisible();
  // The birth date of the previous patient is wrong here.
  await tablet.begin(patient.geburtsdatum);
  await expect(
    tablet.page.getByText('Mit diesem Datum finden wir keine Unterlagen.'),
  ).toBeVisible();
  // The typed date stays, to be compared and mended.
  await expect(tablet.page.getByLabel('Tag', { exact: true })).not.toHaveValue('');
  expect(await tablet.page.locator('body').innerText()).not.toMatch(/Kanarienvogl|Nachfolger/);
  await expectNothingOf(tablet, patient);
});

test(
  '[X9] [T2] [F25] restarted, then cancelled by the patient: removed from disk and server',
  { tag: '@long' },
  async () => {
    test.setTimeout(90_000);
    const { tablet, tabletId } = await story.tablet('Tablet 2');
    const patient = await story.calls.addPatient('Quirina', 'Federspielerin', '1946-04-12');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await toSignature(tablet, patient);
    await tablet.press('Beenden');
    await tablet.press('Dieses Blatt von vorn beginnen');
    await tablet.press('Ja, von vorn');
    await expect(tablet.heading('Einwilligung: Fotos für die Behandlung')).toBeVisible();
    await tablet.readToEnd();
    await tablet.press('Keine Fragen mehr');
    // Nothing of the first run remains: no answer is filled in.
    await expect(tablet.page.getByText('Erklärung 1 von 3')).toBeVisible();
    await expect(tablet.page.getByText('Ihre Antwort bisher')).toHaveCount(0);
    await tablet.declare(true, false, false);
    await tablet.press('Weiter zur Unterschrift');
    expect(await tablet.inkPixels()).toBe(0);
    await tablet.draw();
    await expect.poll(() => story.rows('select task_id from draft').length).toBe(1);

    await tablet.press('Beenden');
    await tablet.press('Vorgang abbrechen');
    const question = tablet.page.getByRole('alertdialog', { name: 'Vorgang abbrechen?' });
    await expect(question).toContainText('Ihre Eingaben werden nicht gespeichert.');
    await tablet.press('Nein, weitermachen');
    await expect(question).toBeHidden();
    expect(await tablet.inkPixels()).toBeGreaterThan(100);
    await tablet.press('Beenden');
    await tablet.press('Vorgang abbrechen');
    await tablet.press('Ja, abbrechen');
    await expect(tablet.heading('Vorgang abgebrochen')).toBeVisible();
    await expect(tablet.page.getByText('Ihre Eingaben sind gelöscht.')).toBeVisible();
    await story.calls.reaches(mappeId, 'cancelled');
    expect(story.rows('select * from draft')).toEqual([]);
    await expectNothingOf(tablet, patient);
  },
);

test(
  '[F25] [F1] killed midway and left too long: encrypted on disk, then removed, the Mappe continues',
  { tag: '@long' },
  async () => {
    test.setTimeout(90_000);
    const { tablet, tabletId } = await story.tablet('Tablet 3', { withClock: true });
    const patient = await story.calls.addPatient('Walburgis', 'Tannenhäher', '1953-09-19');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await toSignature(tablet, patient);
    await expect(tablet.page.getByText('Gespeichert')).toBeVisible();
    await expectNothingOf(tablet, patient, 'kill');

    // Immediately: the same page with the same ink.
    await tablet.start();
    await expect(tablet.heading('Unterschrift: Walburgis Tannenhäher')).toBeVisible();
    await expect.poll(() => tablet.inkPixels()).toBeGreaterThan(100);
    await tablet.kill();

    // An hour later: the patient's page is not shown to anyone.
    await tablet.start({ laterBy: 3_600_000 });
    await expect(
      tablet
        .heading('Vorgang abgebrochen')
        .or(tablet.home())
        .or(tablet.button(/^Ruhezeit/)),
    ).toBeVisible();
    expect(await tablet.page.locator('body').innerText()).not.toContain('Tannenhäher');
    await story.calls.reaches(mappeId, 'interrupted');
    await expectNothingOf(tablet, patient);
  },
);
