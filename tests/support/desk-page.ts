/** Reception in a story: the practice app in its own window, signed in, and the ways it is used. */
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { screens } from './browser.ts';
import type { RunningServer } from './server.ts';
import type { Role } from './desk-calls.ts';

export class DeskPage {
  readonly page: Page;
  private constructor(page: Page) {
    this.page = page;
  }
  /** A workstation of its own: nothing of another one's session. */
  static async open(browser: Browser, server: RunningServer, role: Role = 'reception'): Promise<DeskPage> {
    const context = await browser.newContext({ ...screens.desk, locale: 'de-DE', timezoneId: 'Europe/Berlin', acceptDownloads: true });
    const desk = new DeskPage(await context.newPage());
    const logins = server.logins();
    await desk.page.goto(`${server.url}/practice/empfang`);
    await desk.signIn(logins[role], logins.password);
    await expect(desk.page.locator('.e-stand')).toContainText('live');
    return desk;
  }
  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-Mail-Adresse').fill(email);
    await this.page.getByLabel('Passwort', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  }
  close(): Promise<void> {
    return this.page.context().close();
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }
  column(name: 'Braucht jemanden' | 'Erwartet' | 'Da · am Tablet' | 'Fertig' | 'Tablets'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
  /** The row of a person, wherever it stands. */
  row(name: string): Locator {
    return this.page.locator('li.e-card').filter({ hasText: name });
  }
  tablet(name: string): Locator {
    return this.column('Tablets').getByRole('listitem').filter({ hasText: name });
  }
  /** Opens the panel for a person found by the search. */
  async find(name: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Patient suchen' }).fill(name);
    await this.page.getByRole('option').filter({ hasText: name }).click();
    await expect(this.page.getByRole('dialog', { name: 'Mappe senden' })).toBeVisible();
  }
}
