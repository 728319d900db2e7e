/**
 * Keyboard only: signing in with a second factor, changing a setting, locking and unlocking the
 * workstation.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { fillIn, freshPage, isIn, setUpApp } from '../support/stories/account-pages.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** Presses Tab until an element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${target.toString()}`);
}

test(
  '[sec 9][sec 17] sign-in, second step, settings, lock and unlock work by keyboard alone',
  { tag: '@long' },
  async ({ browser }) => {
    const { owner, password } = server.logins();
    const before = await freshPage(browser, server, '/konto/sicherheit');
    await fillIn(before, owner, password);
    await isIn(before);
    const app = await setUpApp(before, password);
    await before.context().close();

    const page = await freshPage(browser, server);
    await tabTo(page, page.getByLabel('E-Mail-Adresse'));
    await page.keyboard.type(owner);
    await tabTo(page, page.getByLabel('Passwort', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    // The code field is focused automatically.
    await expect(page.getByLabel('Code aus der Authenticator-App')).toBeFocused();
    await page.keyboard.type(app.codeAt(app.at + 30_000));
    await page.keyboard.press('Enter');
    await isIn(page);

    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Einstellungen' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
    await tabTo(page, page.getByLabel('Telefon'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('030 4711 4712');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible();

    await tabTo(page, page.getByRole('button', { name: /^Menü von/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('menuitem', { name: 'Arbeitsplatz sperren' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Arbeitsplatz gesperrt' })).toBeVisible();
    // Earlier notifications overlay everything and may contain a name.
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 1_000 });
    expect(await staffPageFaults(page, 'lock by password')).toEqual([]);
    await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused();
    await page.keyboard.type('falsch');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Dieses Passwort stimmt nicht.')).toBeVisible();
    await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused();
    await page.keyboard.type(password);
    await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Telefon')).toHaveValue('030 4711 4712');
    await page.context().close();
  },
);
