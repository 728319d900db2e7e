/**
 * A practice begins: the owner walks from the page of first steps to the first signed paper, leaves
 * in the middle and comes back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { staffPageFaults } from '../support/stories/looks.ts';
import {
  nextStep,
  registerFirst,
  seeProgress,
  signFirstPaper,
} from '../support/stories/first-paper.ts';
import { picture } from '../support/stories/in-view.ts';
import { Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

/** Another disk than that of the data. */
const OTHER_DISK = '/dev/shm';
let story: Story;
let target: string;
test.beforeAll(async () => {
  target = mkdtempSync(join(OTHER_DISK, 'molar-target-'));
  story = await Story.open();
});
test.afterAll(async () => {
  await story.close();
  rmSync(target, { recursive: true, force: true });
});

async function setUpBackup(page: Page): Promise<void> {
  await page.getByLabel('Ordner').fill(target);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '2 von 2: Notfallblatt' })).toBeVisible();
}

async function makeSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
  await page.keyboard.press('Enter');
  const groups = page
    .getByRole('region', { name: 'Vorschau des Notfallblatts' })
    .locator('.b-code')
    .first()
    .getByRole('listitem');
  await expect(groups).toHaveCount(13);
  const last = await groups.nth(12).innerText();
  await page.getByRole('button', { name: 'Es ist gedruckt' }).click();
  await expect(page.getByLabel('Gruppe 13')).toBeFocused();
  await page.keyboard.type(last);
  await page.keyboard.press('Enter');
}

test('from the first steps to the first signed paper, with a break after each step', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const desk = await story.desk(browser, 'owner'),
    { page } = desk,
    look = async (words: string): Promise<void> => {
      await seeProgress(page, words);
      await picture(page, `first steps ${words}`);
    };
  const tablet = await TabletPage.open(story.server.url);
  try {
    await look('3 von 7 erledigt');
    expect(await staffPageFaults(page, 'first steps')).toEqual([]);
    await nextStep(page).getByRole('link', { name: 'Ort wählen' }).click();
    await setUpBackup(page);
    // The owner is called away before the sheet, and signs in again later.
    await look('4 von 7 erledigt');
    await nextStep(page).getByRole('link', { name: 'Notfallblatt machen' }).click();
    await makeSheet(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Erste Schritte' })).toBeVisible();
    await look('5 von 7 erledigt');
    await nextStep(page).getByRole('link', { name: 'Tablet anmelden' }).click();
    await registerFirst(desk, tablet);
    await page.reload();
    await look('6 von 7 erledigt');
    await nextStep(page).getByRole('link', { name: 'Mappe senden' }).click();
    await signFirstPaper(desk, tablet);
    await look('Alles erledigt. Das erste Papier ist unterschrieben und abgelegt.');
  } finally {
    await tablet.drop();
  }
  // The paper is at the patient.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('erstling');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Erstling, Eva', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Einwilligung: Fotos für die Behandlung');
});
