/** The vendor's staff in a story: the command on its machine, and the first administrator. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunningServer } from '../server.ts';

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
