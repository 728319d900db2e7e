/**
 * Interrupted runs: idle timeout, empty battery, revoked tablet; the run continues on another
 * tablet, and the first one keeps nothing.
 */
import { expect, test } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { filesHolding } from '../support/stories/profile.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeEach(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterEach(async () => {
  await story.close();
});

test(
  '[T3] [X8] idle while signing: covered, counted down, aborted; resumes on another tablet at the same page and ink',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const { tablet: first, tabletId } = await story.tablet('Tablet A', { withClock: true });
    const { tablet: second } = await story.tablet('Tablet B');
    const desk = await story.desk(browser);
    const patient = await story.calls.addPatient('Theodora', 'Mönchhalfen', '1944-06-09');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await first.begin(patient.geburtsdatum);
    await first.press('Weiter');
    await first.readToEnd();
    await first.press('Keine Fragen mehr');
    await first.declare(true, false, true);
    await first.press('Weiter zur Unterschrift');
    await first.draw();
    await expect(first.page.getByText('Gespeichert')).toBeVisible();

    await first.page.clock.fastForward(121_000);
    const cover = first.page.getByRole('alertdialog', { name: 'Sind Sie noch da?' });
    await expect(cover).toBeVisible();
    // The page is fully covered everywhere.
    const seen = await cover.evaluate((layer) => {
      const spots = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
        [0.02, 0.5, 0.98].map((y) => document.elementFromPoint(innerWidth * x, innerHeight * y)),
      );
      const colour = getComputedStyle(layer).backgroundColor;
      return {
        isOnTop: spots.every((spot) => spot !== null && layer.contains(spot)),
        isOpaque:
          getComputedStyle(layer).opacity === '1' &&
          (colour.startsWith('rgb(') || /^oklch\([^/]*\)$/.test(colour)),
        colour,
      };
    });
    expect(seen, seen.colour).toMatchObject({ isOnTop: true, isOpaque: true });
    await first.press('Ja, weitermachen');
    await expect(cover).toBeHidden();
    expect(await first.inkPixels()).toBeGreaterThan(100);

    await first.page.clock.fastForward(121_000);
    await expect(cover).toBeVisible();
    await expect(desk.row('Mönchhalfen')).toContainText('Unterschreibt');
    await first.page.clock.fastForward(31_000);
    await expect(first.heading('Vorgang abgebrochen')).toBeVisible();
    await expect(first.page.getByText('Am Empfang können Sie weitermachen.')).toBeVisible();
    expect(await first.page.locator('body').innerText()).not.toContain('Mönchhalfen');

    const row = desk
      .column('Braucht jemanden')
      .locator('li.e-card')
      .filter({ hasText: 'Mönchhalfen' });
    await expect(row).toContainText('Unterbrochen bei Seite');
    await expect(row.getByRole('button', { name: 'Fortsetzen auf Tablet A' })).toBeVisible();
    await row.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await desk.page.getByRole('menuitem', { name: 'Tablet B' }).click();
    await expect(row).toHaveCount(0);
    await expect(second.ready()).toBeVisible();
    expect(await second.page.locator('body').innerText()).not.toContain('Mönchhalfen');
    await second.begin(patient.geburtsdatum);
    await expect(second.heading('Unterschrift: Theodora Mönchhalfen')).toBeVisible();
    await expect.poll(() => second.inkPixels()).toBeGreaterThan(100);
    await second.press('Zurück');
    await expect(second.heading('Stimmt alles?')).toBeVisible();
    await expect(second.page.locator('.task-answers dd')).toHaveText(['Ja', 'Nein', 'Ja']);
    await second.press('Weiter zur Unterschrift');
    await second.press('Unterschrift abgeben');
    await expect(second.thanks()).toBeVisible();
    await second.press('Fertig');
    await story.calls.reaches(mappeId, 'filed', 30_000);
    await first.close();
    expect(
      filesHolding(first.profile, [
        patient.firstName,
        patient.lastName,
        patient.geburtsdatum,
        '09.06.1944',
      ]),
    ).toEqual([]);
  },
);

test(
  '[F1] [sync S4] [sync S5] after an empty battery the Mappe moves to another tablet',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const { tablet: first, tabletId } = await story.tablet('Tablet C');
    const { tablet: second } = await story.tablet('Tablet D');
    const desk = await story.desk(browser);
    const patient = await story.calls.addPatient('Friedlinde', 'Oppershäuser', '1951-01-27');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await first.begin(patient.geburtsdatum);
    await first.press('Weiter');
    await first.press('Weiterlesen');
    await expect(desk.row('Oppershäuser')).toContainText('Füllt aus');
    await first.kill();
    expect(
      filesHolding(first.profile, [patient.lastName, patient.geburtsdatum, '27.01.1951']),
    ).toEqual([]);

    const row = desk.row('Oppershäuser');
    await row.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await expect(desk.page.getByText('Auf anderes Tablet')).toBeVisible();
    await desk.page.getByRole('menuitem', { name: 'Tablet D' }).click();
    await expect(second.ready()).toBeVisible();
    await second.begin(patient.geburtsdatum);
    // Size and language are asked again unless the first tablet had sent its draft before its
    // battery died.
    const paper = second.heading('Einwilligung: Fotos für die Behandlung');
    await expect(paper.or(second.button('Weiter'))).toBeVisible();
    if (!(await paper.isVisible())) await second.press('Weiter');
    await expect(paper).toBeVisible();

    await first.start();
    await expect(first.home()).toBeVisible({ timeout: 30_000 });
    await expect(first.ready()).toHaveCount(0);
    expect(await first.page.locator('body').innerText()).not.toContain('Oppershäuser');
    await first.close();
    expect(
      filesHolding(first.profile, [patient.lastName, patient.geburtsdatum, '27.01.1951']),
    ).toEqual([]);

    await second.readToEnd();
    await second.press('Keine Fragen mehr');
    await second.declare(true, true, true);
    await second.press('Weiter zur Unterschrift');
    await second.sign();
    await expect(second.thanks()).toBeVisible();
    await story.calls.reaches(mappeId, 'filed', 30_000);
    expect((await story.calls.documentsOf(patient.patid)).items).toHaveLength(1);
  },
);

test(
  '[F18] [sec tablet] a tablet revoked during a task locks, and no patient data can be read',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(90_000);
    const { tablet, tabletId } = await story.tablet('Tablet Verlust');
    const desk = await story.desk(browser, 'owner');
    const patient = await story.calls.addPatient('Balthasar', 'Knoblochzehe', '1979-10-13');
    await story.calls.send(patient, { items: [PHOTO], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('Weiter');
    await expect(tablet.page.getByText('Balthasar Knoblochzehe')).toBeVisible();

    await desk
      .tablet('Tablet Verlust')
      .getByRole('button', { name: 'Aktionen für Tablet Verlust' })
      .click();
    await desk.page.getByRole('menuitem', { name: /^Abmelden/ }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'Tablet Verlust abmelden' });
    await expect(dialog.getByText(/liegt noch eine Mappe/)).toBeVisible();
    await dialog.getByLabel('Passwort', { exact: true }).fill('nicht das richtige');
    await dialog.getByRole('button', { name: 'Abmelden' }).click();
    await expect(dialog.getByText('Dieses Passwort stimmt nicht.')).toBeVisible();
    await expect(tablet.page.getByText('Balthasar Knoblochzehe')).toBeVisible();
    await dialog.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
    await dialog.getByRole('button', { name: 'Abmelden' }).click();
    await expect(dialog).toBeHidden();

    await expect(tablet.heading('Dieses Tablet wurde abgemeldet.')).toBeVisible({
      timeout: 30_000,
    });
    expect(await tablet.page.locator('body').innerText()).not.toContain('Knoblochzehe');
    // Work done there since its last contact is unknown: staff confirms that before the card is
    // removed.
    await expect(
      desk.tablet('Tablet Verlust').getByText(/war dort jemand mitten in einem Dokument/),
    ).toBeVisible();
    await desk.tablet('Tablet Verlust').getByRole('button', { name: 'Gelesen' }).click();
    await expect(desk.tablet('Tablet Verlust')).toHaveCount(0);
    await tablet.close();
    expect(
      filesHolding(tablet.profile, [patient.lastName, patient.geburtsdatum, '13.10.1979']),
    ).toEqual([]);
    // It stays locked after a restart.
    await tablet.start();
    await expect(tablet.heading('Dieses Tablet wurde abgemeldet.')).toBeVisible();
  },
);
