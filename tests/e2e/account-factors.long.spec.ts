/**
 * Second factor in use: codes by mail, switching off a lost app, actions confirmed by code and by
 * passkey, unlocking by passkey, and switching users from the sign-in page.
 */
import { expect, test } from '@playwright/test';
import {
  authenticator,
  choose,
  codeIn,
  confirmBy,
  fillIn,
  freshPage,
  isIn,
  readMail,
  setUpApp,
} from '../support/stories/account-pages.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { DeskPage } from '../support/stories/desk-page.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer, password: string;
test.beforeAll(async () => {
  server = await startServer();
  ({ password } = server.logins());
});
test.afterAll(() => server.stop());
const at = (path: string): string => `${server.url}/practice${path}`;
const lost = 'Dieser Code stimmt nicht oder wurde schon benutzt';

test(
  '[sec 9] signing out at the lock leaves colleagues on the sign-in page, one tile and a PIN away',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { page } = await DeskPage.open(browser, server, 'reception');
    await page.goto(at('/konto/sicherheit'));
    await page.getByLabel('Neue PIN, 4 bis 8 Ziffern').fill('582913');
    await page.getByRole('button', { name: 'PIN setzen' }).click();
    await confirmBy(page, password);
    await expect(page.getByText('Die PIN ist gesetzt.')).toBeVisible();
    await choose(page, 'Arbeitsplatz sperren');
    await page.getByRole('button', { name: 'Andere Person anmelden' }).click();
    await fillIn(page, server.logins().owner, password);
    await expect(page.getByRole('button', { name: /^Menü von Özlem/ })).toBeVisible();
    await choose(page, 'Arbeitsplatz sperren');
    const tiles = page.getByRole('group', { name: 'Wer arbeitet weiter?' }).getByRole('button');
    await expect(tiles).toHaveCount(2);
    faults.push(...(await staffPageFaults(page, 'lock of two')));
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click();

    await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible();
    await expect(tiles).toHaveText(['FKFatma Kaya']);
    await page.reload();
    await expect(tiles).toHaveText(['FKFatma Kaya']);
    await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'sign-in with a tile')));
    await tiles.click();
    await expect(page.getByLabel('Eigene PIN')).toBeFocused();
    faults.push(...(await staffPageFaults(page, 'sign-in by PIN')));
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Diese PIN stimmt nicht.');
    await page.keyboard.type('582913');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Menü von Fatma Kaya' })).toBeVisible();
    // No user remains once the last one signs out.
    await choose(page, 'Abmelden');
    await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
    await expect(tiles).toHaveCount(0);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test(
  '[sec 17] a mailed code signs in where the practice allows it; a wrong code does not',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    await (
      await DeskCalls.open(server, 'owner')
    ).setSettings({ mailFactorReason: 'Nicht jeder am Empfang hat ein eigenes Telefon.' });
    const { staff } = server.logins();
    const owner = await DeskPage.open(browser, server, 'owner'),
      own = await DeskPage.open(browser, server, 'staff');
    await own.page.goto(at('/konto/sicherheit'));
    const card = own.page.getByRole('region', { name: 'Codes per E-Mail' });
    await card.getByRole('button', { name: 'Einschalten' }).click();
    await confirmBy(own.page, password);
    await own.page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
    await expect(card.getByText('Eingeschaltet')).toBeVisible();

    const page = await freshPage(browser, server);
    await fillIn(page, staff, password);
    await page.getByRole('button', { name: 'Code per E-Mail senden' }).click();
    await expect(page.getByText('Gesendet. Der Code gilt zehn Minuten.')).toBeVisible();
    faults.push(...(await staffPageFaults(page, 'code by mail')));
    const code = codeIn(await readMail(owner.page, server, staff, 'Ihr Code für die Anmeldung'));
    expect(code).toMatch(/^\d{6}$/);
    const field = page.getByLabel('Code aus der E-Mail');
    await field.fill(code === '000000' ? '111111' : '000000');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText(lost);
    await field.fill(code);
    await field.press('Enter');
    await isIn(page);
    await page.goto(at('/konto/sitzungen'));
    await expect(page.getByText('mit Code per E-Mail')).toBeVisible();
    expect(faults).toEqual([]);
    for (const one of [owner.page, own.page, page]) await one.context().close();
  },
);

test(
  '[sec 17] an app code confirms a dangerous action once; a mailed code switches off a lost app',
  { tag: '@long' },
  async ({ browser }) => {
    const faults: string[] = [];
    const { reception } = server.logins();
    const first = await DeskPage.open(browser, server, 'reception');
    await first.page.goto(at('/konto/sicherheit'));
    const app = await setUpApp(first.page, password);
    // Signed in with a paper code, so that the app's codes remain unused.
    const page = await freshPage(browser, server);
    await fillIn(page, reception, password);
    await page.getByRole('button', { name: 'Wiederherstellungscode nehmen' }).click();
    // A typing error is shown at the field, and the input is kept.
    await page.getByLabel('Wiederherstellungscode').fill('abcd-efgh');
    await page.keyboard.press('Enter');
    await expect(page.getByText('So sieht kein Code aus. Bitte prüfen Sie ihn.')).toBeVisible();
    await expect(page.getByLabel('Wiederherstellungscode')).toHaveValue('abcd-efgh');
    await expect(page.getByRole('link', { name: 'Passwort vergessen?' })).toHaveCount(0);
    await page.getByLabel('Wiederherstellungscode').fill(app.recovery[0] ?? '');
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.goto(at('/konto/sicherheit'));
    await page.getByLabel('Neue PIN, 4 bis 8 Ziffern').fill('582913');
    await page.getByRole('button', { name: 'PIN setzen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen' });
    const field = dialog.getByLabel('Code aus der Authenticator-App');
    await expect(field).toBeFocused();
    faults.push(...(await staffPageFaults(page, 'confirm by code')));
    await field.fill(app.codeAt(app.at));
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(lost);
    await expect(page.getByText('Die PIN ist gesetzt.')).toHaveCount(0);
    await field.fill(app.codeAt(app.at + 30_000));
    await field.press('Enter');
    await expect(page.getByText('Die PIN ist gesetzt.')).toBeVisible();
    await expect(dialog).toBeHidden();

    const card = page.getByRole('region', { name: 'Authenticator-App' }),
      owner = await DeskPage.open(browser, server, 'owner');
    await card.getByRole('button', { name: 'App ausschalten' }).click();
    await card.getByRole('button', { name: 'Code per E-Mail' }).click();
    await expect(page.getByText('Der Code ist unterwegs.')).toBeVisible();
    const code = codeIn(
      await readMail(owner.page, server, reception, 'Ihr Code für die Anmeldung'),
    );
    await card.getByLabel('Code mit sechs Ziffern').fill(code === '000000' ? '111111' : '000000');
    await card.getByRole('button', { name: 'Ausschalten' }).click();
    await expect(card.getByRole('alert')).toContainText(lost);
    await card.getByLabel('Code mit sechs Ziffern').fill(code);
    await card.getByRole('button', { name: 'Ausschalten' }).click();
    await expect(card.getByText('Aus', { exact: true })).toBeVisible();
    const other = await freshPage(browser, server);
    await fillIn(other, reception, password);
    await isIn(other);
    expect(faults).toEqual([]);
    for (const one of [first.page, page, owner.page, other]) await one.context().close();
  },
);

test('[sec 9] a passkey confirms an action and unlocks the screen; typed text below the lock stays', async ({
  browser,
}) => {
  const faults: string[] = [];
  const { page } = await DeskPage.open(browser, server, 'owner');
  await authenticator(page);
  await page.goto(at('/konto/sicherheit'));
  await page.getByLabel('Name des Passkeys').fill('Laptop');
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await confirmBy(page, password);
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
  await choose(page, 'Abmelden');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await isIn(page);

  await page.goto(at('/konto/sicherheit'));
  await page.getByLabel('Neue PIN, 4 bis 8 Ziffern').fill('394017');
  await page.getByRole('button', { name: 'PIN setzen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen' });
  faults.push(...(await staffPageFaults(page, 'confirm by passkey')));
  await dialog.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
  await expect(page.getByText('Die PIN ist gesetzt.')).toBeVisible();

  await page.getByLabel('Name des Passkeys').fill('halb getippt');
  await choose(page, 'Arbeitsplatz sperren');
  await expect(page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' })).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'lock with passkey')));
  await page.getByRole('button', { name: 'Mit Passkey entsperren' }).click();
  await expect(page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' })).toHaveCount(0);
  await expect(page.getByLabel('Name des Passkeys')).toHaveValue('halb getippt');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('every screen of a demo is marked as demo: sign-in, link page, app, lock', async ({
  browser,
}) => {
  const page = await freshPage(browser, server);
  const mark = page.getByRole('complementary', { name: 'Demo · keine echten Daten' });
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  await expect(mark).toBeInViewport();
  await page.goto(at('/einladung/lnk_abc'));
  await expect(
    page.getByText('Diese Einladung ist abgelaufen, zurückgezogen oder schon angenommen.'),
  ).toBeVisible();
  await expect(mark).toBeInViewport();
  await page.goto(at('/empfang'));
  await fillIn(page, server.logins().reception, password);
  await isIn(page);
  await expect(mark).toBeInViewport();
  await choose(page, 'Arbeitsplatz sperren');
  await expect(page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' })).toBeVisible();
  // The demo mark is above the lock as well: the element at its centre is the mark itself.
  expect(
    await mark.evaluate((element: HTMLElement) => {
      // It ignores pointer events; for the hit test it must not.
      element.style.pointerEvents = 'auto';
      const box = element.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === element;
    }),
  ).toBe(true);
  await page.context().close();
});
