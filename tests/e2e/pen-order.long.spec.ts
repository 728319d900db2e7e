/**
 * Touch pens from the vendor's shelf to the practice: reception orders above its limit, an owner
 * releases, the vendor confirms and sends, the practice receives, and the next invoice has the line.
 */
import { expect, test } from '@playwright/test';
import { confirmBy } from '../support/stories/account-pages.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import type { Story } from '../support/stories/story.ts';
import { enterAsVendor, openPaidStory } from '../support/stories/vendor.ts';
import type { PaymentServer } from '../support/stripe/server.ts';

const PAYS = 'DE89370400440532013000';
let story: Story, payment: PaymentServer, close: () => Promise<void>;
test.beforeAll(async () => {
  ({ story, payment, close } = await openPaidStory(Math.floor(Date.now() / 1000)));
});
test.afterAll(() => close());

test('reception orders, an owner releases, the vendor sends, and it is charged once', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const faults: string[] = [],
    { page: owner } = await story.desk(browser, 'owner'),
    { password } = story.server.logins();
  await owner.goto(`${story.server.url}/practice/einstellungen/vertrag`);
  await owner.getByRole('button', { name: /^Tarif Praxis wählen/ }).click();
  await owner.getByRole('button', { name: 'Kostenpflichtig bestellen' }).click();
  await confirmBy(owner, password);
  await owner.getByLabel('IBAN oder Kartennummer').fill(PAYS);
  await owner.getByRole('button', { name: 'Speichern' }).click();
  await expect(owner.getByRole('region', { name: 'Zahlungsart' })).toContainText('endet auf 3000');

  const vendor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await enterAsVendor(vendor, story.server);
  await vendor.getByRole('button', { name: 'Verträge und Geld' }).click();
  await vendor.getByRole('menuitem', { name: 'Bestellungen' }).click();
  await vendor.getByRole('button', { name: 'Artikel anlegen' }).click();
  const form = vendor.getByRole('dialog');
  await form.getByLabel('Artikelnummer').fill('STIFT-1');
  await form.getByLabel('Name auf Deutsch').fill('Eingabestift');
  await form.getByLabel('Name auf Englisch').fill('Touch pen');
  await form.getByLabel('Preis netto in Euro').fill('49,90');
  await form.getByLabel('Passende Tablets').fill('iPad (10. Generation)');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await vendor.getByRole('button', { name: 'Bestand: STIFT-1' }).click();
  await form.getByLabel('Neuer Bestand').fill('12');
  await form.getByLabel('Grund').fill('Lieferung');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await expect(vendor.getByText('Bestand 12')).toBeVisible();
  faults.push(...(await staffPageFaults(vendor, 'products')));

  const { page: desk } = await story.desk(browser, 'reception');
  await desk.goto(`${story.server.url}/practice/hilfe/stifte`);
  await expect(desk.getByText('Stifte ohne Berechnung in diesem Jahr: noch 2')).toBeVisible();
  await desk.getByRole('button', { name: 'In den Warenkorb: Eingabestift' }).click();
  for (let pieces = 2; pieces <= 5; pieces += 1) {
    await desk.getByRole('button', { name: 'Ein Stück mehr: Eingabestift' }).click();
    await expect(desk.getByLabel(`Eingabestift: ${pieces} Stück`)).toBeVisible();
  }
  faults.push(...(await staffPageFaults(desk, 'cart')));
  await desk.getByRole('button', { name: 'Bestellung prüfen' }).click();
  await expect(desk.getByRole('dialog')).toContainText('gesamt 178,14');
  await expect(desk.getByRole('dialog')).toContainText('Für Sie zurückgelegt bis');
  faults.push(...(await staffPageFaults(desk, 'last look')));
  await desk.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  const ofDesk = desk.getByRole('region', { name: 'Bestellungen' }).getByRole('listitem');
  await expect(ofDesk).toContainText('Wartet auf Freigabe');

  await owner.goto(`${story.server.url}/practice/hilfe/stifte`);
  await owner.getByRole('button', { name: /^Freigeben: B-/ }).click();
  const ofOwner = owner.getByRole('region', { name: 'Bestellungen' }).getByRole('listitem');
  await expect(ofOwner).toContainText('Bestellt');

  await vendor.reload();
  for (const act of ['Bestätigen', 'Gepackt', 'Versandt']) {
    await vendor.getByRole('button', { name: new RegExp(`^${act}: B-`) }).click();
    const dialog = vendor.getByRole('dialog');
    if (act === 'Versandt') await dialog.getByLabel(/^Sendungsnummer/).fill('00340434');
    await dialog.getByRole('button', { name: act }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(async () => {
    await vendor.reload();
    await expect(vendor.getByText('Auf der Rechnung')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  faults.push(...(await staffPageFaults(vendor, 'sent order')));

  await desk.reload();
  await expect(ofDesk).toContainText('Sendungsnummer 00340434');
  await desk.getByRole('button', { name: /^Ist angekommen: B-/ }).click();
  await expect(ofDesk).toContainText('Angekommen');
  faults.push(...(await staffPageFaults(desk, 'received order')));
  expect(
    [...payment.world.items.values()].map(({ amount, quantity }) => [amount, quantity]),
  ).toEqual([[14_970, 3]]);
  expect(faults).toEqual([]);
});
