/**
 * The vendor in a story: the command on its machine, the first administrator, and a server with the
 * local payment server.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { freePort, type RunningServer } from '../server.ts';
import { startPaymentServer, type PaymentServer } from '../stripe/server.ts';
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

const SECRET = 'whsec_story';
/**
 * Opens a story whose server uses a local payment server.
 * @param now start of the payment server's clock, in seconds since 1970
 */
export async function openPaidStory(
  now: number,
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
