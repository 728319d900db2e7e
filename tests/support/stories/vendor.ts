/**
 * The vendor in a story: the command on its machine, the first administrator, and a server with the
 * local payment server.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, type Browser, type Page } from '@playwright/test';
import { freePort, type RunningServer } from '../server.ts';
import { startPaymentServer, type PaymentServer } from '../stripe/server.ts';
import { confirmBy, fillIn } from './account-pages.ts';
import { Story } from './story.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const VENDOR = {
  mail: 'vera@demo.molar',
  password: 'Zwei Kastanien und ein Kran',
} as const;

/** Runs `npm run vendor` on the machine of the story and returns what it prints. */
export const vendorCommand = (server: RunningServer, ...args: string[]): string =>
  execFileSync(process.execPath, ['scripts/vendor.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, MOLAR_DATA: server.data, MOLAR_PORT: String(server.port) },
  });

/** Creates the account of the first administrator by the printed link, and signs in with it. */
export async function enterAsVendor(page: Page, server: RunningServer): Promise<void> {
  const path = /\/practice\/first\/\S+/.exec(vendorCommand(server))?.[0] ?? '';
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Vorname').fill('Vera');
  await page.getByLabel('Nachname').fill('Hersteller');
  await page.getByLabel('E-Mail-Adresse').fill(VENDOR.mail);
  await page.getByLabel('Passwort', { exact: true }).fill(VENDOR.password);
  await page.keyboard.press('Enter');
}

/** Invites a second administrator, whose mail is read at the terminal, and signs in with it. */
export async function enterAsSecond(
  browser: Browser,
  vera: Page,
  server: RunningServer,
): Promise<Page> {
  await vera.goto(`${server.url}/practice/nutzer`);
  await vera.getByRole('button', { name: 'Nutzer einladen' }).click();
  const form = vera.getByRole('dialog', { name: 'Nutzer einladen' });
  await form.getByLabel('E-Mail-Adresse').fill('zora@demo.molar');
  await form.getByLabel('Vorname').fill('Zora');
  await form.getByLabel('Nachname').fill('Zweite');
  await form.getByRole('radio', { name: /^Administration/ }).check();
  await form.getByRole('button', { name: 'Einladung senden' }).click();
  await confirmBy(vera, VENDOR.password);
  await expect(vera.getByRole('row').filter({ hasText: 'zora@demo.molar' })).toBeVisible();
  const link =
      /http\S+\/practice\/einladung\/\S+/.exec(vendorCommand(server, '--outbox'))?.[0] ?? '',
    page = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await page.goto(link);
  await page.getByLabel('Neues Passwort').fill(VENDOR.password);
  await page.getByRole('button', { name: 'Zugang einrichten' }).click();
  await expect(page.getByRole('heading', { name: 'Zugang eingerichtet' })).toBeVisible();
  await page.goto(`${server.url}/practice/betrieb`);
  await fillIn(page, 'zora@demo.molar', VENDOR.password);
  await expect(page.getByRole('heading', { name: 'Betrieb', level: 1 })).toBeVisible();
  return page;
}

const SECRET = 'whsec_story';
/**
 * Opens a story whose server uses a local payment server.
 * @param now start of the payment server's clock, in seconds since 1970
 * @param env further settings of the server
 */
export async function openPaidStory(
  now: number,
  env: Record<string, string> = {},
): Promise<{ story: Story; payment: PaymentServer; close: () => Promise<void> }> {
  const port = await freePort(),
    payment = await startPaymentServer({
      now,
      hasWallClock: true,
      prices: { praxis_v1: 14_900, praxis_plus_v1: 19_900 },
      webhook: { url: `http://localhost:${port}/api/stripe/webhook`, secret: SECRET },
    });
  const story = await Story.open({
    port,
    env: {
      MOLAR_STRIPE_KEY: 'sk_test_story',
      MOLAR_STRIPE_WEBHOOK_SECRET: SECRET,
      MOLAR_STRIPE_API_BASE: payment.url,
      ...env,
    },
  });
  return {
    story,
    payment,
    async close() {
      await story.close();
      await payment.close();
    },
  };
}
