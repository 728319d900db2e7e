/**
 * Main flow: reception registers a tablet and sends a consent, the patient reads and signs, the
 * practice gets a sealed PDF.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { run } from '../readers/programs.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { DeskPage } from '../support/stories/desk-page.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { keepAwake } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

let server: RunningServer;
let folder: string;
test.beforeAll(async () => {
  server = await startServer();
  await keepAwake(server);
  folder = mkdtempSync(join(tmpdir(), 'molar-pdf-'));
});
test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

/** Checks the file on our own page, then with one flipped byte in the signed part. */
async function checkOnPage(desk: DeskPage, file: string): Promise<void> {
  await desk.page.getByRole('link', { name: 'Siegel prüfen' }).click();
  const choose = desk.page.locator('input[type=file]');
  await choose.setInputFiles(file);
  await expect(
    desk.page.getByRole('heading', { name: /^Unverändert seit \d\d\.\d\d\.20\d\d/ }),
  ).toBeVisible({ timeout: 20_000 });
  await expect(
    desk.page.getByText('Was gezeigt wurde, ist was unterschrieben wurde.'),
  ).toBeVisible();
  await expect(desk.page.getByText('Annegret Krähenbühl (Patient)')).toBeVisible();

  const broken = readFileSync(file);
  const at = Math.floor(broken.length / 3);
  broken[at] = (broken[at] ?? 0) ^ 1;
  const brokenFile = join(folder, 'verändert.pdf');
  writeFileSync(brokenFile, broken);
  expect((await run('pdfsig', ['-nocert', brokenFile])).text).not.toContain('Signature is Valid');
  await choose.setInputFiles(brokenFile);
  await expect(desk.page.getByRole('heading', { name: /^(Verändert|Nicht lesbar)$/ })).toBeVisible({
    timeout: 20_000,
  });
}

/** Reads, answers and signs on the tablet. */
async function readAndSign(tablet: TabletPage, row: Locator): Promise<void> {
  // Patient: no name is shown before the birth date.
  await expect(tablet.ready()).toBeVisible({ timeout: 20_000 });
  expect(await tablet.page.locator('body').innerText()).not.toContain('Krähenbühl');
  await tablet.begin('1941-03-04');
  await expect(tablet.heading('Wie möchten Sie lesen?')).toBeVisible();
  await expect(row).toContainText('Füllt aus');
  await tablet.press('Weiter');
  await expect(tablet.heading('Einwilligung: Fotos für die Behandlung')).toBeVisible();
  await expect(tablet.page.getByText('Annegret Krähenbühl')).toBeVisible();
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, false, true);
  await expect(tablet.heading('Stimmt alles?')).toBeVisible();
  await tablet.press('Weiter zur Unterschrift');
  await expect(tablet.heading('Unterschrift: Annegret Krähenbühl')).toBeVisible();
  await expect(row).toContainText('Unterschreibt');
  // An empty field or a single tap is not a signature.
  await tablet.press('Unterschrift abgeben');
  await expect(tablet.page.getByText('Wir sehen noch keine Unterschrift.')).toBeVisible();
  await tablet.touch('touchStart', [0.5, 0.5]);
  await tablet.touch('touchEnd');
  await tablet.press('Unterschrift abgeben');
  await expect(tablet.page.getByText('Wir sehen noch keine Unterschrift.')).toBeVisible();
  await tablet.press('Neu beginnen');
  await tablet.sign();
  await expect(tablet.thanks()).toBeVisible();
  await expect(tablet.page.getByText('Bitte geben Sie das Tablet am Empfang ab.')).toBeVisible();
  await tablet.press('Fertig');
  await expect(tablet.home()).toBeVisible();
  await expect(tablet.ready()).toHaveCount(0);
}

/** Registers the tablet with a typed code. */
async function register(desk: DeskPage, tablet: TabletPage): Promise<void> {
  // Registration: a wrong code is reported, then the right one; the number is the same on both
  // screens.
  await expect(tablet.heading('Dieses Tablet ist noch nicht angemeldet.')).toBeVisible();
  await tablet.typeCode('ABCDE-FGHJK');
  await expect(
    tablet.page.getByText('Die Anmeldung des Tablets konnte nicht bestätigt werden'),
  ).toBeVisible();

  await desk.button('Tablet anmelden').click();
  const dialog = desk.page.getByRole('dialog', { name: 'Tablet anmelden' });
  await expect(dialog.getByRole('img', { name: 'QR-Code mit Adresse und Code' })).toBeVisible();
  const code = await dialog.locator('output').innerText();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  await tablet.typeCode(code.toLowerCase());
  const number = await tablet.number();
  await expect(dialog.getByText('Ein Tablet möchte sich anmelden')).toBeVisible();
  expect((await dialog.locator('output').innerText()).replaceAll(/\s/g, '')).toBe(number);

  const confirm = dialog.getByRole('button', { name: 'Zahl stimmt, anmelden' });
  await expect(confirm).toBeVisible({ timeout: 20_000 });
  await dialog.getByLabel('Name', { exact: true }).fill('Tablet Fenster');
  await confirm.click();
  await expect(
    dialog.getByText('Bitte sagen Sie kurz, wie das Tablet gesperrt ist').first(),
  ).toBeVisible();
  for (const reason of await dialog.getByLabel(/^Wie ist das Tablet gesperrt/).all())
    await reason.fill('Sperre am Gerät eingerichtet und geprüft');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(tablet.home()).toBeVisible({ timeout: 20_000 });
  await expect(tablet.page.getByText('Tablet Fenster')).toBeVisible();
  await expect(desk.tablet('Tablet Fenster')).toContainText('Frei');
  await expect(desk.tablet('Tablet Fenster')).toContainText(
    'Bildschirmsperre: Sperre am Gerät eingerichtet und geprüft',
  );
}

test('[T1] [X5] [T4] register with a typed code, send, read, sign: the board says “In der Akte”, the PDF is valid', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const desk = await DeskPage.open(browser, server);
  const tablet = await TabletPage.open(server.url);
  try {
    await register(desk, tablet);

    // Reception enters a person by hand and sends the photo consent.
    await desk.button('Neu ohne Akte').click();
    const entry = desk.page.getByRole('dialog', { name: 'Neu ohne Akte' });
    await entry.getByLabel('Nachname').fill('Krähenbühl');
    await entry.getByLabel('Vorname').fill('Annegret');
    await entry.getByLabel('Tag').fill('04');
    await entry.getByLabel('Monat').fill('03');
    await entry.getByLabel('Jahr').fill('1941');
    await entry.getByRole('button', { name: 'Anlegen und Mappe senden' }).click();
    const panel = desk.page.getByRole('dialog', { name: 'Mappe senden' });
    await expect(panel).toContainText('04.03.1941');
    await desk.pickInsteadOfProposed(panel, 'Einwilligung: Fotos für die Behandlung');
    await panel.getByRole('button', { name: /^Senden/ }).click();
    await expect(panel.getByText('Bitte wählen Sie eine Möglichkeit.').first()).toBeVisible();
    await panel.getByLabel('Gesundheitskarte').check();
    await panel.getByRole('button', { name: /^Senden/ }).click();
    await expect(panel).toBeHidden();
    const row = desk.row('Krähenbühl');
    await expect(desk.column('Da · am Tablet').getByText('Krähenbühl')).toBeVisible();

    await readAndSign(tablet, row);

    // The result arrives without a reload.
    await expect(
      desk.column('Fertig').locator('li.e-card').filter({ hasText: 'Krähenbühl' }),
    ).toContainText('In der Akte', { timeout: 30_000 });
    await expect(desk.tablet('Tablet Fenster')).toContainText('Frei');

    await desk.page.getByRole('link', { name: 'Patienten', exact: true }).click();
    await desk.page.getByRole('link', { name: 'Dokumente' }).click();
    await expect(desk.page.getByRole('row').filter({ hasText: 'Krähenbühl' })).toContainText(
      'In der Akte',
    );
    const calls = await DeskCalls.open(server);
    const documents = await calls.call<{ items: { fileId: string; patid: string }[] }>(
      '/documents/list',
    );
    expect(documents.items).toHaveLength(1);
    const pdf = Buffer.from(await calls.bytes(`/documents/file/${documents.items[0]?.fileId}`));
    const file = join(folder, 'gesiegelt.pdf');
    writeFileSync(file, pdf);

    // Independent PDF readers.
    const checked = await run('qpdf', ['--check', file]);
    expect(checked, checked.text).toMatchObject({ code: 0 });
    const signed = await run('pdfsig', ['-nocert', file]);
    expect(signed.text).toContain('Signature Validation: Signature is Valid.');
    expect(signed.text).toContain('Total document signed');
    const words = await run('pdftotext', ['-layout', file, '-']);
    expect(words.text).toContain('Annegret Krähenbühl');

    await checkOnPage(desk, file);
  } finally {
    await tablet.drop();
    await desk.close();
  }
});
