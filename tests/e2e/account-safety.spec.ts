/** Stories of an account's safety: authenticator app, passkey and its copy, recovery code, the lock of a workstation and the change of person. */
import { expect, test, type Browser, type CDPSession, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { screens } from '../support/browser.ts';
import { DeskPage } from '../support/desk-page.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;
test.beforeAll(async () => { server = await startServer(); });
test.afterAll(() => server.stop());

/** The sign-in page of a browser that nobody used before. */
async function freshPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ ...screens.desk, locale: 'de-DE', timezoneId: 'Europe/Berlin' })).newPage();
  await page.goto(`${server.url}/practice/empfang`);
  return page;
}
async function fillIn(page: Page, email: string, password = server.logins().password): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}
const isIn = (page: Page): Promise<void> => expect(page.locator('.p-side')).toBeVisible();
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen' });
  await dialog.getByLabel('Passwort', { exact: true }).fill(server.logins().password);
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
}
async function menu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Menü von/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('[sec 17] an authenticator app is set up with its code; a new browser asks for it, a used code opens nothing, a recovery code stands in', async ({ browser }) => {
  const { staff } = server.logins();
  const desk = await DeskPage.open(browser, server, 'staff'), { page } = desk;
  await menu(page, 'Mein Konto');
  await page.getByRole('link', { name: 'Sicherheit' }).click();
  await page.getByRole('button', { name: 'App einrichten' }).click();
  await confirm(page);
  const secret = ((await page.locator('.k-secret').textContent()) ?? '').replace(/\s/g, '');
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible();
  const codeAt = (ms: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
  const at = Date.now();
  await page.getByLabel('Code mit sechs Ziffern').fill(codeAt(at));
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await expect(page.locator('.k-codes li')).toHaveCount(10);
  const codes = await page.locator('.k-codes li').allTextContents();
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
  await expect(page.getByText('Noch 10 von 10 Codes')).toBeVisible();

  const second = await freshPage(browser);
  await fillIn(second, staff);
  const field = second.getByLabel('Code aus der Authenticator-App');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill(codeAt(at));
  await second.getByRole('button', { name: 'Bestätigen' }).click();
  await expect(second.getByRole('alert')).toContainText('stimmt nicht oder wurde schon benutzt');
  // The next step's code is taken already, so that nobody waits.
  await field.fill(codeAt(at + 30_000));
  await second.getByRole('button', { name: 'Bestätigen' }).click();
  await isIn(second);

  const third = await freshPage(browser);
  await fillIn(third, staff);
  await third.getByRole('button', { name: 'Wiederherstellungscode nehmen' }).click();
  await third.getByLabel('Wiederherstellungscode').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Bestätigen' }).click();
  await isIn(third);
  await third.goto(`${server.url}/practice/konto/sitzungen`);
  await expect(third.getByText('mit Wiederherstellungscode')).toBeVisible();
  await third.getByRole('button', { name: 'Alle anderen beenden' }).click();
  await expect(third.getByText('Alle anderen Sitzungen sind beendet.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  for (const one of [desk.page, second, third]) await one.context().close();
});

async function authenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } });
  return { cdp, authenticatorId };
}

test('[sec 17] a passkey signs in without a password; a copy with an older counter is refused and shown', async ({ browser }) => {
  const desk = await DeskPage.open(browser, server, 'owner'), { page } = desk;
  const { cdp, authenticatorId } = await authenticator(page);
  await page.goto(`${server.url}/practice/konto/sicherheit`);
  await page.getByLabel('Name des Passkeys').fill('Laptop Zimmer 1');
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await confirm(page);
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
  await expect(page.getByText('Laptop Zimmer 1', { exact: true })).toBeVisible();

  await menu(page, 'Abmelden');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await isIn(page);
  await page.goto(`${server.url}/practice/konto/sitzungen`);
  await expect(page.getByText('mit Passkey')).toBeVisible();

  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const [one] = credentials;
  if (!one) throw new Error('no passkey');
  await menu(page, 'Abmelden');
  await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: one.credentialId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...one, signCount: 0 } });
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page.getByRole('alert')).toContainText('nicht angenommen');
  // The true one is refused as well from now on: nobody knows which of the two it is.
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page.getByRole('alert')).toContainText('nicht angenommen');
  await fillIn(page, server.logins().owner);
  await isIn(page);
  await page.goto(`${server.url}/practice/konto/sicherheit`);
  await expect(page.getByText('Von diesem Passkey gibt es vermutlich eine Kopie.')).toBeVisible();
  await desk.close();
});

test('[sec 9] a locked workstation shows no names of patients; PIN by keys or by touch, and another person in between', async ({ browser }) => {
  const desk = await DeskPage.open(browser, server, 'reception'), { page } = desk;
  await page.goto(`${server.url}/practice/konto/sicherheit`);
  await page.getByLabel('Neue PIN, 4 bis 8 Ziffern').fill('4711');
  await page.getByRole('button', { name: 'PIN setzen' }).click();
  await confirm(page);
  await expect(page.getByText('Die PIN ist gesetzt.')).toBeVisible();
  await page.goto(`${server.url}/practice/empfang`);
  await expect(page.locator('.e-stand')).toContainText('live');

  const lock = page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' });
  await menu(page, 'Arbeitsplatz sperren');
  await expect(lock).toBeVisible();
  await expect(page.locator('.p-shell')).toBeHidden();
  // A reload is no way round.
  await page.reload();
  await expect(lock).toBeVisible();
  await page.getByLabel('Eigene PIN').fill('0815');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Diese PIN stimmt nicht.');
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Menü von Fatma Kaya' })).toBeVisible();

  await menu(page, 'Arbeitsplatz sperren');
  await page.getByRole('button', { name: 'Andere Person anmelden' }).click();
  await fillIn(page, server.logins().owner);
  await expect(page.getByRole('button', { name: /^Menü von Özlem/ })).toBeVisible();
  await menu(page, 'Arbeitsplatz sperren');
  await page.getByRole('button', { name: /Fatma Kaya/ }).click();
  for (const digit of ['4', '7', '1', '1']) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'Entsperren' }).click();
  await expect(page.getByRole('button', { name: 'Menü von Fatma Kaya' })).toBeVisible();
  await expect(page.locator('.e-stand')).toContainText('live');
  await desk.close();
});
