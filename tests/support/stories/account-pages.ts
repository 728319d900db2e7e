/**
 * Accounts in a story: a fresh browser, signing in, confirming an action, app codes, mails as the
 * owner reads them, and virtual passkeys.
 */
import { expect, type Browser, type CDPSession, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { screens } from './browser.ts';
import type { RunningServer } from '../server.ts';

/** Opens a page of a fresh browser without a session. @param path below /practice */
export async function freshPage(
  browser: Browser,
  server: RunningServer,
  path = '/empfang',
  screen: keyof typeof screens = 'desk',
): Promise<Page> {
  const page = await (
    await browser.newContext({ ...screens[screen], locale: 'de-DE', timezoneId: 'Europe/Berlin' })
  ).newPage();
  await page.goto(`${server.url}/practice${path}`);
  return page;
}
/** Fills in the sign-in form and submits it. */
export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}
export const isIn = (page: Page): Promise<void> => expect(page.locator('.p-side')).toBeVisible();

/** Answers the password prompt. @param go label of the button */
export async function confirmBy(page: Page, password: string, go = 'Bestätigen'): Promise<void> {
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel('Passwort', { exact: true }) });
  await dialog.getByLabel('Passwort', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: go, exact: true }).click();
  await expect(dialog).toBeHidden();
}
export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Menü von/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
/**
 * Sets up an authenticator app on the open security page.
 * @returns a function from time, in ms, to code, and the recovery codes
 */
export async function setUpApp(
  page: Page,
  password: string,
): Promise<{ codeAt: (ms: number) => string; at: number; recovery: string[] }> {
  await page.getByRole('button', { name: 'App einrichten' }).click();
  await confirmBy(page, password);
  const secret = Secret.fromBase32(
    ((await page.locator('.k-secret').textContent()) ?? '').replace(/\s/g, ''),
  );
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible();
  const codeAt = (ms: number): string => new TOTP({ secret }).generate({ timestamp: ms });
  const at = Date.now();
  await page.getByLabel('Code mit sechs Ziffern').fill(codeAt(at));
  await page
    .getByRole('region', { name: 'Authenticator-App' })
    .getByRole('button', { name: 'Einschalten' })
    .click();
  await expect(page.locator('.k-codes li')).toHaveCount(10);
  const recovery = await page.locator('.k-codes li').allTextContents();
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click();
  return { codeAt, at, recovery };
}
/** Returns the text of the newest mail to an address, read in the owner's outbox. */
export async function readMail(
  owner: Page,
  server: RunningServer,
  to: string,
  subject: string,
): Promise<string> {
  await owner.goto(`${server.url}/practice/postausgang`);
  await owner
    .getByRole('button', { name: `Öffnen: ${subject}, ${to}` })
    .first()
    .click();
  const asked = owner.getByLabel('Passwort', { exact: true }),
    mail = owner.getByRole('dialog', { name: subject });
  await expect(asked.or(mail).first()).toBeVisible();
  if (await asked.isVisible()) await confirmBy(owner, server.logins().password, 'Öffnen');
  await mail.getByText('Text', { exact: true }).click();
  return (await mail.locator('.m-text').textContent()) ?? '';
}
/** Returns the six digits of a mail with a code. */
export const codeIn = (text: string): string =>
  /^\d{6}$/m.exec(text)?.[0] ?? /\b\d{6}\b/.exec(text)?.[0] ?? '';

/** Adds a virtual authenticator that confirms every request automatically. */
export async function authenticator(
  page: Page,
): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
