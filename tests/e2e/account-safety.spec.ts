/**
 * Account security: authenticator app, passkey and its clone, recovery code, the lock of a
 * workstation and switching users.
 */
import { expect, test } from '@playwright/test';
import {
  authenticator,
  choose,
  confirmBy,
  fillIn,
  freshPage,
  isIn,
  setUpApp,
} from '../support/stories/account-pages.ts';
import { DeskPage } from '../support/stories/desk-page.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer, password: string;
test.beforeAll(async () => {
  server = await startServer();
  ({ password } = server.logins());
});
test.afterAll(() => server.stop());

test(
  '[sec 17] sets up an authenticator app; a new browser asks for it, a used code fails, a recovery code works',
  { tag: '@long' },
  async ({ browser }) => {
    const { staff } = server.logins();
    const desk = await DeskPage.open(browser, server, 'staff'),
      { page } = desk;
    await choose(page, 'Mein Konto');
    await page.getByRole('link', { name: 'Sicherheit' }).click();
    const { codeAt, at, recovery } = await setUpApp(page, password);
    await expect(page.getByText('Noch 10 von 10 Codes')).toBeVisible();

    const second = await freshPage(browser, server);
    await fillIn(second, staff, password);
    const field = second.getByLabel('Code aus der Authenticator-App');
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await field.fill(codeAt(at));
    await second.getByRole('button', { name: 'Bestätigen' }).click();
    await expect(second.getByRole('alert')).toContainText('stimmt nicht oder wurde schon benutzt');
    // Uses the code of the next time step, which is accepted already, to avoid waiting.
    await field.fill(codeAt(at + 30_000));
    await second.getByRole('button', { name: 'Bestätigen' }).click();
    await isIn(second);

    const third = await freshPage(browser, server);
    await fillIn(third, staff, password);
    await third.getByRole('button', { name: 'Wiederherstellungscode nehmen' }).click();
    await third.getByLabel('Wiederherstellungscode').fill(recovery[0] ?? '');
    await third.getByRole('button', { name: 'Bestätigen' }).click();
    await isIn(third);
    await third.goto(`${server.url}/practice/konto/sitzungen`);
    await expect(third.getByText('mit Wiederherstellungscode')).toBeVisible();
    await third.getByRole('button', { name: 'Alle anderen abmelden' }).click();
    await expect(third.getByText('Alle anderen Geräte sind abgemeldet.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
    for (const one of [desk.page, second, third]) await one.context().close();
  },
);

test(
  '[sec 17] a passkey signs in without a password; a clone with an older counter is refused and shown',
  { tag: '@long' },
  async ({ browser }) => {
    const desk = await DeskPage.open(browser, server, 'owner'),
      { page } = desk;
    const { cdp, authenticatorId } = await authenticator(page);
    await page.goto(`${server.url}/practice/konto/sicherheit`);
    await page.getByLabel('Name des Passkeys').fill('Laptop Zimmer 1');
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await confirmBy(page, password);
    await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
    await expect(page.getByText('Laptop Zimmer 1', { exact: true })).toBeVisible();

    await choose(page, 'Abmelden');
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await isIn(page);
    await page.goto(`${server.url}/practice/konto/sitzungen`);
    await expect(page.getByText('mit Passkey')).toBeVisible();

    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [one] = credentials;
    if (!one) throw new Error('no passkey');
    await choose(page, 'Abmelden');
    await cdp.send('WebAuthn.removeCredential', {
      authenticatorId,
      credentialId: one.credentialId,
    });
    await cdp.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...one, signCount: 0 },
    });
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(page.getByRole('alert')).toContainText('nicht angenommen');
    // The original is refused as well: the server cannot tell which of the two is the clone.
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(page.getByRole('alert')).toContainText('nicht angenommen');
    await fillIn(page, server.logins().owner, password);
    await isIn(page);
    await page.goto(`${server.url}/practice/konto/sicherheit`);
    await expect(page.getByText('Von diesem Passkey gibt es vermutlich eine Kopie.')).toBeVisible();
    await desk.close();
  },
);

test(
  '[sec 9] a locked workstation shows no patient names; PIN by keys or touch, and another user in between',
  { tag: '@long' },
  async ({ browser }) => {
    const desk = await DeskPage.open(browser, server, 'reception'),
      { page } = desk;
    await page.goto(`${server.url}/practice/konto/sicherheit`);
    await page.getByLabel('Neue PIN, 4 bis 8 Ziffern').fill('4820');
    await page.getByRole('button', { name: 'PIN setzen' }).click();
    await confirmBy(page, password);
    await expect(page.getByText('Die PIN ist gesetzt.')).toBeVisible();
    await page.goto(`${server.url}/practice/empfang`);
    await expect(page.locator('.e-stand')).toContainText('live');

    const lock = page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' });
    await choose(page, 'Arbeitsplatz sperren');
    await expect(lock).toBeVisible();
    await expect(page.locator('.p-shell')).toBeHidden();
    // A reload does not bypass the lock.
    await page.reload();
    await expect(lock).toBeVisible();
    await page.getByLabel('Eigene PIN').fill('0815');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Diese PIN stimmt nicht.');
    await page.keyboard.type('4820');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Menü von Fatma Kaya' })).toBeVisible();

    await choose(page, 'Arbeitsplatz sperren');
    await page.getByRole('button', { name: 'Andere Person anmelden' }).click();
    await fillIn(page, server.logins().owner, password);
    await expect(page.getByRole('button', { name: /^Menü von Özlem/ })).toBeVisible();
    await choose(page, 'Arbeitsplatz sperren');
    await page.getByRole('button', { name: /Fatma Kaya/ }).click();
    for (const digit of ['4', '7', '1', '1'])
      await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Entsperren' }).click();
    await expect(page.getByRole('button', { name: 'Menü von Fatma Kaya' })).toBeVisible();
    await expect(page.locator('.e-stand')).toContainText('live');
    await desk.close();
  },
);
