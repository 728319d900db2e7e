/** The first tablet and the first signed paper of a practice, through the real screens. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { DeskPage } from './desk-page.ts';
import type { TabletPage } from './tablet-page.ts';

/** Opens the first steps from the settings, as the page itself advises, and checks the progress. */
export async function seeProgress(page: Page, words: string): Promise<void> {
  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
  await page.getByRole('link', { name: /Erste Schritte/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erste Schritte' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(words);
}
/** The line of the next step. */
export const nextStep = (page: Page): Locator => page.locator('[aria-current="step"]');

/** Registers a tablet with the code of the desk, under the name „Tablet 1“. */
export async function registerFirst(desk: DeskPage, tablet: TabletPage): Promise<void> {
  await desk.button('Tablet anmelden').click();
  const dialog = desk.page.getByRole('dialog', { name: 'Tablet anmelden' });
  await tablet.typeCode(await dialog.locator('output').innerText());
  await tablet.number();
  await dialog.getByLabel('Name', { exact: true }).fill('Tablet 1', { timeout: 20_000 });
  const confirm = dialog.getByRole('button', { name: 'Zahl stimmt, anmelden' });
  await expect(confirm).toBeVisible({ timeout: 20_000 });
  for (const reason of await dialog.getByLabel(/^Wie ist das Tablet gesperrt/).all())
    await reason.fill('Sperre am Gerät eingerichtet');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await tablet.atHome('Tablet 1');
}

/** Puts in Eva Erstling, sends her the consent to photos, and lets her sign it. */
export async function signFirstPaper(desk: DeskPage, tablet: TabletPage): Promise<void> {
  await desk.button('Neu ohne Akte').click();
  const entry = desk.page.getByRole('dialog', { name: 'Neu ohne Akte' });
  await entry.getByLabel('Nachname').fill('Erstling');
  await entry.getByLabel('Vorname').fill('Eva');
  await entry.getByLabel('Tag').fill('04');
  await entry.getByLabel('Monat').fill('03');
  await entry.getByLabel('Jahr').fill('1981');
  await entry.getByRole('button', { name: 'Anlegen und Mappe senden' }).click();
  const panel = desk.page.getByRole('dialog', { name: 'Mappe senden' });
  await desk.pickInsteadOfProposed(panel, 'Einwilligung: Fotos für die Behandlung');
  await panel.getByLabel('Gesundheitskarte').check();
  await panel.getByRole('button', { name: /^Senden/ }).click();
  await expect(panel).toBeHidden();
  await expect(tablet.ready()).toBeVisible({ timeout: 20_000 });
  await tablet.begin('1981-03-04');
  await tablet.signPhotoConsent();
  await tablet.press('Fertig');
  await expect(
    desk.column('Fertig').locator('li.e-card').filter({ hasText: 'Erstling' }),
  ).toContainText('In der Akte', { timeout: 30_000 });
}
