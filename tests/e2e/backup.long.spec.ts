/**
 * Backup setup: the owner sets a target, makes the recovery sheet and proves it from paper; then no
 * alarm remains, and other users see no secret.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { BackupStatus } from '../../shared/operations/backup.schema.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

/**
 * /dev/shm is a different disk from the data's; a second folder on the same disk would rightly stay
 * amber.
 */
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

const banner = (page: Page) => page.getByRole('region', { name: 'Hinweis zur Sicherung' });

test('[L1] sets up target and recovery sheet by keyboard, runs backup and drill, and the red line disappears', async ({
  browser,
}) => {
  const faults: string[] = [];
  const reception = await story.desk(browser, 'reception');
  await expect(banner(reception.page)).toContainText(
    'Es fehlen ein Ort für die Sicherung und das Notfallblatt.',
  );
  await expect(banner(reception.page)).toContainText(
    'Bitte sagen Sie der Inhaberin oder dem Inhaber Bescheid.',
  );
  await expect(banner(reception.page).getByRole('link')).toHaveCount(0);

  const { page } = await story.desk(browser, 'owner');
  await banner(page).getByRole('link', { name: 'Jetzt einrichten' }).press('Enter');
  await expect(page.getByRole('heading', { name: '1 von 2: Ort der Sicherung' })).toBeVisible();
  const folder = page.getByLabel('Ordner');
  for (const [path, words] of [
    [join(tmpdir(), 'gibt-es-nicht'), 'Diesen Ordner gibt es auf dem Praxis-Server nicht.'],
    [story.server.data, 'Dieser Ordner gehört zu den Daten selbst.'],
  ] as const) {
    await folder.fill(path);
    await folder.press('Enter');
    await expect(page.getByText(words)).toBeVisible();
    await expect(folder).toBeFocused();
  }
  faults.push(...(await staffPageFaults(page, 'set-up')));
  await folder.fill(target);
  await folder.press('Enter');

  await expect(page.getByRole('heading', { name: '2 von 2: Notfallblatt' })).toBeVisible();
  await page.getByRole('button', { name: 'Weiter', exact: true }).press('Enter');
  await page.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
  await page.keyboard.press('Enter');
  const paper = page.getByRole('region', { name: 'Vorschau des Notfallblatts' });
  await expect(paper.getByText('npm run restore')).toContainText(target);
  const groups = await paper.locator('.b-code').first().getByRole('listitem').allTextContents();
  expect(groups).toHaveLength(13);
  faults.push(...(await staffPageFaults(page, 'sheet')));
  // Only the sheet is printed.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.b-print .b-paper')).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'Es ist gedruckt' }).press('Enter');
  await expect(page.getByText(groups[0] ?? '-')).toHaveCount(0);
  await expect(page.getByLabel('Gruppe 13')).toBeFocused();
  await page.keyboard.type((groups[12] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Erste Schritte' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await page.goto(`${story.server.url}/practice/einstellungen/sicherung`);
  await expect(page.getByText(/^Gesichert .*Patient/).first()).toBeVisible();
  await expect(page.getByText('Die Sicherung lässt sich wiederherstellen.')).toBeVisible({
    timeout: 15_000,
  });
  await page.getByRole('button', { name: 'Wiederherstellung proben' }).press('Enter');
  await expect(page.getByText(/^Geprobt gerade eben/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/^Notfallblatt vom /)).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'backup')));
  expect(readdirSync(target).some((name) => name.startsWith('molar-'))).toBe(true);
  expect(faults).toEqual([]);
});

test('reception sees that the backup is safe, but no path, key or fingerprint', async ({
  browser,
}) => {
  const calls = await DeskCalls.open(story.server, 'reception');
  const seen = (await (await calls.raw('/api/backup')).json()) as BackupStatus;
  expect(seen).toMatchObject({ level: 'ok', details: null });
  for (const path of ['/api/backup/sheet', '/api/backup/run', '/api/backup/drill'])
    await expect(calls.raw(path, { method: 'POST' })).rejects.toThrow('403');
  await expect(calls.raw('/api/backup/target', { json: { path: target } })).rejects.toThrow('403');
  const { page } = await story.desk(browser, 'reception');
  await expect(banner(page)).toHaveCount(0);
  await page.goto(`${story.server.url}/practice/einstellungen/sicherung`);
  await expect(page.getByText(/^Gesichert .*Patient/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(target);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
