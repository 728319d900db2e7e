/**
 * Documents received by post: added to a record, previewed, checked, saved, filtered; forbidden
 * files are refused in plain words; the owner checks the stored files.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { CATALOG, makePdf, PAGES, streamOf, latin1, withCatalog } from '../support/hostile-pdf.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

const LETTER = makePdf([
  CATALOG,
  PAGES,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>',
  streamOf('', latin1('BT /F 24 Tf 72 720 Td (Arztbrief) Tj ET')),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]);
const ACTING = withCatalog(
  '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
);

test('[sec B50] files a letter and a photo for a patient, refuses a file with active content', async ({
  browser,
}) => {
  const story = await Story.open();
  try {
    const faults: string[] = [],
      patient = await story.calls.addPatient('Post', 'Eingang', '1970-02-03');
    const { page } = await story.desk(browser, 'owner');
    await page.goto(`${story.server.url}/practice/dokumente?patid=${patient.patid}`);
    await expect(page.getByText('Dokumente von Eingang, Post')).toBeVisible();
    await expect(page.getByText('Für diese Person liegt kein Dokument vor.')).toBeVisible();
    await page.getByRole('button', { name: 'Dokument hinzufügen' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Dokument hinzufügen' });
    await expect(dialog.getByText('Eingang, Post')).toBeVisible();
    const photo = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#0B626A' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'brief.pdf', mimeType: 'application/pdf', buffer: LETTER },
        { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo },
        { name: 'skript.pdf', mimeType: 'application/pdf', buffer: ACTING },
      ]);
    await dialog.getByLabel('Was ist es?').selectOption('findings');
    await dialog.getByRole('button', { name: '3 Dateien hinzufügen' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/von selbst handeln kann/);
    await expect(dialog.getByText('2 von 3 in der Akte')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'adding')));
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();

    const rows = page.getByRole('row').filter({ hasText: 'hinzugefügt von' });
    await expect(rows).toHaveCount(2);
    await rows
      .first()
      .getByRole('button', { name: /ansehen$/ })
      .click();
    const preview = page.getByRole('region', { name: 'Vorschau: Befund von Eingang, Post' });
    await expect(preview.locator('img')).toBeVisible();
    // Upright, by its EXIF orientation.
    expect(
      await preview
        .locator('img')
        .evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]),
    ).toEqual([200, 300]);
    await rows
      .last()
      .getByRole('button', { name: /ansehen$/ })
      .click();
    await expect(preview.locator('iframe')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'preview')));
    const saved = page.waitForEvent('download');
    await preview.getByRole('button', { name: 'Herunterladen' }).click();
    expect(readFileSync(await (await saved).path()).equals(LETTER)).toBe(true);
    await preview.getByRole('button', { name: 'Siegel prüfen' }).click();
    await expect(
      page
        .getByRole('dialog', { name: 'Siegel prüfen' })
        .getByRole('heading', { name: 'Nicht von uns gesiegelt' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByLabel('Siegel', { exact: true }).selectOption('yes');
    await expect(page.getByText('Zu diesen Angaben liegt kein Dokument vor.')).toBeVisible();

    await page.goto(`${story.server.url}/practice/einstellungen/dateien`);
    await page.getByRole('button', { name: 'Alle Dateien prüfen' }).click();
    await expect(page.getByText(/^Alle \d+ Dateien sind unversehrt\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Nach herrenlosen Dateien suchen' }).click();
    await expect(page.getByText('Keine gefunden: Jede Datei gehört zu etwas.')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'stored files')));
    expect(faults).toEqual([]);
  } finally {
    await story.close();
  }
});
