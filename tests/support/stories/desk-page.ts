/** Reception in a story: the practice app in its own window, signed in, and its actions. */
import { randomBytes } from 'node:crypto';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { XSRF } from '../../../shared/base/headers.ts';
import { screens } from './browser.ts';
import type { RunningServer } from '../server.ts';
import type { Role } from './desk-calls.ts';

export class DeskPage {
  readonly page: Page;
  private constructor(page: Page) {
    this.page = page;
  }
  /**
   * Opens a separate workstation, without another session, with the board open. Signed in by the
   * call of the sign-in page; the page itself has its own stories.
   */
  static async open(
    browser: Browser,
    server: RunningServer,
    role: Role = 'reception',
    screen: (typeof screens)[keyof typeof screens] = screens.desk,
  ): Promise<DeskPage> {
    const context = await browser.newContext({
      ...screen,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      acceptDownloads: true,
    });
    const { [role]: email, password } = server.logins(),
      xsrf = randomBytes(16).toString('hex');
    await context.addCookies([{ name: XSRF.cookie, value: xsrf, url: server.url }]);
    const answer = await context.request.post(`${server.url}/auth/login`, {
      headers: { [XSRF.header]: xsrf },
      data: { credentials: { email, password }, longLogin: false },
    });
    if (!answer.ok())
      throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
    const desk = new DeskPage(await context.newPage());
    // Marker the app stores at sign-in, so that the next start knows a session may exist; any file
    // of its origin will do.
    await desk.page.goto(`${server.url}/icon.svg`);
    await desk.page.evaluate(() => localStorage.setItem('practice.signedIn', '1'));
    await desk.page.goto(`${server.url}/practice/empfang`);
    await expect(desk.page.locator('.e-stand')).toContainText('live');
    return desk;
  }
  /** The board of a page that is signed in already. */
  static of(page: Page): DeskPage {
    return new DeskPage(page);
  }
  close(): Promise<void> {
    return this.page.context().close();
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole(
      'button',
      typeof name === 'string' ? { name, exact: true } : { name },
    );
  }
  column(name: 'Braucht jemanden' | 'Erwartet' | 'Da · am Tablet' | 'Fertig' | 'Tablets'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
  /** Returns the row of a person, in any section. */
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
  /**
   * Selects one paper in the panel of a person who was just put in, instead of those that the
   * rules propose to a new patient.
   */
  async pickInsteadOfProposed(panel: Locator, title: string): Promise<void> {
    for (const proposed of [
      'Persönliche Angaben',
      'Information zum Datenschutz',
      'Fragen zu Ihrer Gesundheit',
    ])
      await panel.getByLabel(proposed, { exact: true }).uncheck();
    await panel.getByLabel(title).check();
  }
}
