/**
 * Pages of owners and users: the audit log with filters and exports, record access, API access, the
 * own profile at another workstation, news, and the terms of use.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { screens } from '../support/stories/browser.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());
const at = (path: string): string => `${story.server.url}/practice${path}`;

test('[B42] the owner filters the audit log, sees who viewed a record, prints, saves and verifies it', async ({
  browser,
}) => {
  const faults: string[] = [];
  const reception = await story.desk(browser, 'reception');
  await expect(reception.page.getByRole('heading', { name: 'Empfang', exact: true })).toBeVisible();
  const { page } = await story.desk(browser, 'owner');
  await page.goto(at('/einstellungen'));
  await page.getByRole('link', { name: /Protokoll/ }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'audit log')));

  await page.getByLabel('Art').selectOption('access');
  await page.getByLabel('Person').selectOption({ label: 'Fatma Kaya' });
  await expect(page).toHaveURL(/kind=access/);
  await expect(table.getByText('Am Empfang gesehen').first()).toBeVisible();
  await expect(table.getByText('Angemeldet')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Art')).toHaveValue('access');
  await expect(table.getByRole('row').nth(1)).toContainText('Fatma Kaya');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV speichern' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe(
    'Nummer,Zeit,Was,Art,Ergebnis,Wer,Kennung,Rolle,Patientennummer,Patient,Zweck,Anfrage,Gerät',
  );
  expect(csv).toContain(',Am Empfang gesehen,patient.on_board,erfolgt,Fatma Kaya,');

  await page.getByLabel('Patientennummer').fill('gibt es nicht');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Zu diesen Angaben gibt es keine Einträge.')).toBeVisible();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await page.getByRole('button', { name: 'Protokoll prüfen' }).click();
  await expect(page.getByText(/^Unverändert: \d+ Zeilen nachgerechnet/)).toBeVisible();

  const link = table.getByRole('link').first(),
    name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'Wer hat diese Akte gesehen?' })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${name}, Patientennummer `))).toBeVisible();
  await expect(page.getByRole('table')).toContainText('Fatma Kaya');
  faults.push(...(await staffPageFaults(page, 'accesses')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
  expect(faults).toEqual([]);

  // Other roles have no access.
  await reception.page.goto(at('/protokoll'));
  await expect(
    reception.page.getByText('Dafür fehlt Ihnen die Berechtigung.').first(),
  ).toBeVisible();
});

test(
  'an API access is made with the password, shown once, works, and is revoked',
  { tag: '@long' },
  async ({ browser, request }) => {
    const faults: string[] = [];
    const { page } = await story.desk(browser, 'owner');
    await page.goto(at('/zugaenge'));
    await expect(page.getByText('Noch hat kein Programm einen Zugang.')).toBeVisible();
    await page.getByRole('button', { name: 'Neuer Zugang' }).click();
    await page.getByLabel('Wofür ist er?').fill('Steuerberaterin');
    faults.push(...(await staffPageFaults(page, 'new access')));
    await page.getByRole('checkbox', { name: /Einstellungen, Benutzer/ }).check();
    await page.getByRole('button', { name: 'Zugang anlegen' }).click();
    const confirm = async (go: string): Promise<void> => {
      const dialog = page
        .getByRole('dialog')
        .filter({ has: page.getByLabel('Passwort', { exact: true }) });
      await dialog.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
      await dialog.getByRole('button', { name: go, exact: true }).click();
    };
    await confirm('Zugang anlegen');
    const value = await page.getByLabel('Wert des Zugangs').inputValue();
    expect(value).toMatch(/^api_[\w-]{43}$/);
    const ask = async () =>
      (
        await request.get(`${story.server.url}/api/settings`, {
          headers: { Authorization: `Bearer ${value}` },
        })
      ).status();
    expect(await ask()).toBe(200);
    await page.getByRole('button', { name: 'Ich habe ihn gesichert' }).click();
    await page.reload();
    await expect(page.getByText(`endet auf ${value.slice(-4)}`)).toBeVisible();
    expect(await page.content()).not.toContain(value);
    faults.push(...(await staffPageFaults(page, 'access')));
    await page.getByRole('button', { name: 'Steuerberaterin beenden' }).click();
    await confirm('Beenden');
    await expect(page.getByText('Noch hat kein Programm einen Zugang.')).toBeVisible();
    expect(await ask()).toBe(401);
    expect(faults).toEqual([]);
  },
);

test(
  'picture, language, appearance and first page follow the user to another workstation; news are read once',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { page } = await story.desk(browser, 'staff');
    await page.getByRole('button', { name: 'Neues, 2 ungelesen' }).click();
    await expect(page.getByRole('dialog', { name: 'Neues' }).getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Neues', exact: true })).toBeFocused();

    await page.goto(at('/konto'));
    const png = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#0B626A' },
    })
      .png()
      .toBuffer();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ich.png', mimeType: 'image/png', buffer: png });
    await expect(page.locator('main .mantine-Avatar-image')).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({
      name: 'ich.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html><script>1</script></html>'),
    });
    await expect(page.getByText('Dieses Format wird nicht angenommen.')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'profile')));
    await page.getByLabel('Startseite').selectOption('/dokumente');
    await page.getByLabel('Darstellung').selectOption('dark');
    await page.getByLabel('Sprache').selectOption('en');
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();

    // Another computer without stored preferences.
    const context = await browser.newContext({
      ...screens.desk,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    });
    const other = await context.newPage();
    await other.goto(at('/'));
    await other.getByLabel('E-Mail-Adresse').fill(story.server.logins().staff);
    await other.getByLabel('Passwort', { exact: true }).fill(story.server.logins().password);
    await other.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(other.locator('header .mantine-Avatar-image')).toBeVisible();
    await expect(other.getByRole('button', { name: 'News', exact: true })).toBeVisible();
    faults.push(...(await staffPageFaults(other, 'chosen')));
    await context.close();
    expect(faults).toEqual([]);
  },
);

test('the terms of use show who accepted them and that they are not yet reviewed by counsel', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'reception');
  await page.goto(at('/agb'));
  for (const name of ['Nutzungsbedingungen (AGB)', 'Vertrag zur Auftragsverarbeitung (AVV)']) {
    const document = page.getByRole('region', { name, exact: true });
    await expect(
      document.getByText(/^Fassung 1 wurde am .* von Demo für die Praxis angenommen\.$/),
    ).toBeVisible();
    await expect(document.getByText(/noch nicht anwaltlich geprüft/)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /annehmen$/ })).toHaveCount(0);
  expect(await staffPageFaults(page, 'terms')).toEqual([]);
});
