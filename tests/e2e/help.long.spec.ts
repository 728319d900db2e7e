/**
 * A request for help from reception to the vendor and back: words of patients are taken out first,
 * the answer arrives in the practice, the colleague's note does not, and the end is rated.
 */
import { expect, test } from '@playwright/test';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import { enterAsVendor } from '../support/stories/vendor.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

test('reception asks, the vendor answers, and both see the same state', async ({ browser }) => {
  const faults: string[] = [];
  await story.calls.addPatient('Zacharias', 'Quittenbaum', '1961-04-12');
  const { page: desk } = await story.desk(browser, 'reception');
  await desk.getByRole('button', { name: /^Menü von/ }).click();
  await desk.getByRole('menuitem', { name: 'Hilfe anfragen' }).click();
  await expect(desk.getByText('Es gibt noch keine Anfrage.')).toBeVisible();
  await desk.getByRole('link', { name: 'Hilfe anfragen' }).click();
  await desk.getByLabel('In einem Satz').fill('Tablet 2 zeigt „Ohne Verbindung“');
  await desk
    .getByLabel('Was ist geschehen?')
    .fill('Herr Quittenbaum, geb. 12.04.1961, konnte nicht unterschreiben.');
  await desk.getByRole('button', { name: 'Absenden' }).click();
  await expect(desk.getByRole('alert')).toContainText('12.04.1961 (Geburtsdatum)');
  await expect(desk.getByRole('alert')).toContainText('Quittenbaum (Name eines Patienten)');
  faults.push(...(await staffPageFaults(desk, 'words of patients')));
  for (let left = 2; left > 0; left -= 1)
    await desk.getByRole('button', { name: 'Im Text ersetzen' }).first().click();
  await desk.getByRole('button', { name: 'Absenden' }).click();
  await expect(desk.getByText('Herr [entfernt], geb. [entfernt], konnte')).toBeVisible();

  const vendor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await enterAsVendor(vendor, story.server);
  await vendor.getByRole('link', { name: 'Anfragen' }).click();
  await expect(vendor.getByText('1 wartet, davon 0 überfällig')).toBeVisible();
  faults.push(...(await staffPageFaults(vendor, 'requests')));
  await vendor.getByRole('link', { name: /Tablet 2/ }).click();
  await vendor.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(vendor.getByText('Bearbeitet von Vera Hersteller')).toBeVisible();
  await vendor.getByText('Notiz für Kollegen', { exact: true }).click();
  await vendor.getByRole('textbox', { name: 'Notiz für Kollegen' }).fill('Access Point alt?');
  await vendor.getByRole('button', { name: 'Absenden' }).click();
  await expect(vendor.getByRole('listitem').filter({ hasText: 'Access Point' })).toBeVisible();
  await vendor.getByText('Antwort an die Praxis', { exact: true }).first().click();
  await vendor
    .getByRole('textbox', { name: 'Antwort an die Praxis' })
    .fill('Bitte prüfen Sie, ob das Tablet im WLAN der Praxis ist.');
  await vendor.getByRole('button', { name: 'Absenden' }).click();
  await expect(vendor.getByText('Wartet auf die Praxis')).toBeVisible();
  faults.push(...(await staffPageFaults(vendor, 'request of the vendor')));

  // The open page follows on its own.
  await expect(desk.getByText('ob das Tablet im WLAN der Praxis ist')).toBeVisible({
    timeout: 30_000,
  });
  await expect(desk.getByText('Access Point')).toHaveCount(0);
  await desk.getByLabel('Ihre Antwort').fill('Es geht wieder, danke.');
  await desk.getByRole('button', { name: 'Absenden' }).click();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Es geht wieder' })).toBeVisible();
  await desk.getByRole('button', { name: 'Als gelöst markieren' }).click();
  await desk.getByRole('radio', { name: 'Ja' }).check();
  await desk.getByRole('button', { name: 'Bewertung senden' }).click();
  await expect(desk.getByText('Danke für die Bewertung.')).toBeVisible();
  faults.push(...(await staffPageFaults(desk, 'solved request')));
  await vendor.reload();
  await expect(vendor.getByText('Bewertung: Ja')).toBeVisible();
  expect(faults).toEqual([]);
});
