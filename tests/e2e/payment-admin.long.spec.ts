/**
 * Money between the vendor and a practice: another account by two administrators and the owners'
 * link, a stop by an owner, and vouchers from the batch to an invoice whose XML an independent check
 * accepts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Profile, validateXsd } from '@stackforge-eu/factur-x';
import { expect, test, type Page } from '@playwright/test';
import { FacturX } from 'factur-x-kit';
import { unzipSync } from 'fflate';
import { checkCii } from '../../server/vendor/invoice/check-cii.ts';
import { SELLER } from '../../server/vendor/invoice/invoice.fixture.ts';
import { attachedText } from '../support/stories/attached-text.ts';
import { confirmBy, readMail } from '../support/stories/account-pages.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import type { Story } from '../support/stories/story.ts';
import { enterAsSecond, enterAsVendor, openPaidStory, VENDOR } from '../support/stories/vendor.ts';

test.describe.configure({ mode: 'serial' });

const PAYS = 'DE89370400440532013000',
  OTHER = 'DE35370400440532013002';
let folder: string, story: Story, close: () => Promise<void>, vera: Page, zora: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'molar-paid-'));
  const seller = join(folder, 'seller.json');
  writeFileSync(seller, JSON.stringify(SELLER));
  ({ story, close } = await openPaidStory(Math.floor(Date.now() / 1000), {
    MOLAR_SELLER_FILE: seller,
  }));
  vera = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await enterAsVendor(vera, story.server);
  await expect(vera.getByRole('navigation').getByRole('link', { name: 'Betrieb' })).toBeVisible();
  zora = await enterAsSecond(browser, vera, story.server);
});
test.afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});
const section = (page: Page, name: string) => page.getByRole('region', { name });
const enter = async (page: Page, account: string): Promise<void> => {
  await page.getByLabel('IBAN oder Kartennummer').fill(account);
  await page.getByRole('button', { name: 'Speichern' }).click();
};
/** Answers the prompt for the password where the last one no longer counts. */
async function confirmIfAsked(page: Page, isDone: () => Promise<void>): Promise<void> {
  const asked = page.getByLabel('Passwort', { exact: true });
  await expect(async () => {
    if (await asked.isVisible()) await confirmBy(page, VENDOR.password);
    await isDone();
  }).toPass({ timeout: 20_000 });
}

test('vouchers go from a batch to an invoice whose sum and XML are right', async ({ browser }) => {
  test.setTimeout(240_000);
  const faults: string[] = [],
    { password } = story.server.logins();
  await vera.goto(`${story.server.url}/practice/betrieb/gutscheine`);
  await vera.getByLabel('Sponsor').fill('Kammer Nord');
  await vera.getByRole('combobox', { name: 'Wirkung' }).click();
  await vera.getByRole('option', { name: 'Prozent' }).click();
  await vera.getByLabel('Prozent', { exact: true }).fill('10');
  await vera.getByLabel('Anzahl der Codes').fill('2');
  faults.push(...(await staffPageFaults(vera, 'new batch')));
  await vera.getByRole('button', { name: 'Anlegen' }).click();
  await confirmIfAsked(vera, () =>
    expect(vera.getByText('Codes noch nicht erzeugt')).toBeVisible({ timeout: 2000 }),
  );
  await vera.getByRole('button', { name: 'Codes erzeugen: Kammer Nord' }).click();
  const codes = vera.getByRole('dialog').getByRole('textbox');
  await confirmIfAsked(vera, () => expect(codes).toBeVisible({ timeout: 2000 }));
  const [code = '', ...others] = (await codes.inputValue()).split('\n');
  expect(others).toHaveLength(1);
  faults.push(...(await staffPageFaults(vera, 'codes')));
  await vera.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();

  const { page: owner } = await story.desk(browser, 'owner');
  await owner.goto(`${story.server.url}/practice/einstellungen/vertrag`);
  await owner.getByLabel('Gutscheincode').fill(code.toLowerCase().replaceAll('-', ' '));
  await owner.getByRole('button', { name: 'Einlösen' }).click();
  await confirmBy(owner, password);
  await expect(section(owner, 'Gutscheine')).toContainText('gilt ab Vertragsbeginn');
  await owner.getByRole('button', { name: /^Tarif Praxis wählen/ }).click();
  // 149.00 less 10 %, with VAT.
  await expect(owner.getByRole('dialog')).toContainText('159,58');
  await owner.getByRole('button', { name: 'Kostenpflichtig bestellen' }).click();
  await enter(owner, PAYS);
  await expect(section(owner, 'Zahlungsart')).toContainText('endet auf 3000');
  await expect(section(owner, 'Rechnungen')).toContainText('159,58');
  await expect(section(owner, 'Gutscheine').getByText('gilt', { exact: true })).toBeVisible();
  const all = owner.getByRole('button', { name: /^Alle herunterladen/ });
  await expect(async () => {
    await owner.reload();
    await expect(all).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  faults.push(...(await staffPageFaults(owner, 'invoices')));
  const [download] = await Promise.all([owner.waitForEvent('download'), all.click()]),
    zip = join(folder, 'rechnungen.zip');
  await download.saveAs(zip);
  const files = unzipSync(new Uint8Array(readFileSync(zip))),
    pdfs = Object.keys(files).filter((one) => one.endsWith('.pdf'));
  expect(pdfs).toHaveLength(1);
  const xml = attachedText(Buffer.from(files[pdfs[0]!]!), '<rsm:CrossIndustryInvoice');
  expect(checkCii(xml)).toEqual([]);
  expect((await validateXsd(xml, Profile.EN16931)).errors).toEqual([]);
  expect((await FacturX.fromXML(xml)).validate().errors ?? []).toEqual([]);
  expect(xml).toContain('>159.58<');

  await vera.getByRole('button', { name: 'Bericht: Kammer Nord' }).click();
  await expect(vera.getByRole('dialog')).toContainText('Demopraxis');
  faults.push(...(await staffPageFaults(vera, 'report')));
  await vera.keyboard.press('Escape');
  expect(faults).toEqual([]);
});

test('two administrators ask for another account, an owner enters it by the link, and it is stopped', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const faults: string[] = [],
    reason = 'Vom Inhaber am Telefon gewünscht';
  await vera.goto(`${story.server.url}/practice/betrieb/vertraege?sicht=all`);
  await vera.getByRole('button', { name: /^Vertrag öffnen: Demopraxis/ }).click();
  await vera.getByRole('button', { name: 'Konto oder Rechnungsangaben ändern' }).click();
  await vera.getByRole('dialog').getByLabel('Grund').fill(reason);
  faults.push(...(await staffPageFaults(vera, 'details')));
  await vera.getByRole('button', { name: 'Freigabe erbitten' }).click();
  const ofVera = section(vera, 'Zweite Freigabe').getByRole('listitem').first();
  await confirmIfAsked(vera, () => expect(ofVera).toContainText('wartet', { timeout: 2000 }));
  await expect(ofVera.getByRole('button', { name: /^Freigeben/ })).toHaveCount(0);

  await zora.goto(`${story.server.url}/practice/betrieb/vertraege`);
  await zora.getByRole('button', { name: /^Freigeben: Demopraxis/ }).click();
  await confirmIfAsked(zora, () =>
    expect(section(zora, 'Zweite Freigabe')).toContainText('ausgeführt', { timeout: 3000 }),
  );
  faults.push(...(await staffPageFaults(zora, 'approved')));

  const { page: owner } = await story.desk(browser, 'owner'),
    text = await readMail(
      owner,
      story.server,
      story.server.logins().owner,
      'Bitte hinterlegen Sie eine neue Zahlungsart',
    );
  expect(text).toContain(reason);
  const link = /http\S+\/practice\/zahlung\/konto\/\S+/.exec(text)?.[0] ?? '';
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Neue Zahlungsart hinterlegen' })).toBeVisible();
  faults.push(...(await staffPageFaults(owner, 'link')));
  await owner.getByRole('button', { name: 'Zur Eingabe' }).click();
  await enter(owner, OTHER);
  const held = section(owner, 'Änderungen, die warten').getByRole('listitem').first();
  await expect(async () => {
    await owner.goto(`${story.server.url}/practice/einstellungen/vertrag`);
    await expect(held).toContainText(/3002.*wartet.*Vera Hersteller \(Molar\)/, { timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await expect(section(owner, 'Zahlungsart')).toContainText('endet auf 3000');
  await expect(section(owner, 'Änderungen durch den Anbieter')).toContainText(reason);
  faults.push(...(await staffPageFaults(owner, 'held')));
  await vera.reload();
  await expect(section(vera, 'Änderungen, die warten')).toContainText('3002');
  faults.push(...(await staffPageFaults(vera, 'waiting')));
  await held.getByRole('button', { name: /^Änderung stoppen: Zahlungsart/ }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Stoppen' }).click();
  await expect(held).toContainText('gestoppt');
  await owner.goto(link);
  await owner.getByRole('button', { name: 'Zur Eingabe' }).click();
  await expect(owner.getByRole('alert')).toBeVisible();
  expect(story.server.output()).not.toContain(OTHER);
  expect(faults).toEqual([]);
});
