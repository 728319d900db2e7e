/**
 * Common start of most stories: a running demo practice, reception's calls, and registered tablets
 * that are switched off at the end.
 */
import { expect, type Browser, type Page } from '@playwright/test';
import { openFile } from '../../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../../server/platform/keys/rootkey/stored-file.ts';
import { DeskCalls, type Login, type Role } from './desk-calls.ts';
import { screens } from './browser.ts';
import { DeskPage } from './desk-page.ts';
import { berlinTime } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { startServer, type RunningServer, type StartOptions } from '../server.ts';
import type { Posture } from '../../../shared/desk/tablet.ts';
import { TabletPage, type TabletOptions } from './tablet-page.ts';

/**
 * Keeps the practice open all day: outside opening hours a waiting tablet is a dark clock, and at
 * closing time open papers end. Stories run at any hour, and the default practice is closed for
 * half of the day.
 * @param as an owner of the practice; default: of the demo practice
 */
export async function keepAwake(
  server: RunningServer,
  as: 'owner' | Login = 'owner',
): Promise<void> {
  const desk = await DeskCalls.open(server, as);
  await desk.setSettings({
    openingHours: { from: '00:00', to: '23:59' },
    closingTime: berlinTime(Date.now() + DAY_MS / 2),
  });
}

export class Story {
  readonly server: RunningServer;
  readonly calls: DeskCalls;
  readonly #tablets: TabletPage[] = [];
  readonly #desks: DeskPage[] = [];
  /** Number of the template's tablets in use. */
  #taken = 0;
  private constructor(server: RunningServer, calls: DeskCalls) {
    this.server = server;
    this.calls = calls;
  }
  static async open(options: StartOptions = {}): Promise<Story> {
    const server = await startServer(options);
    if (!server.tablets) await keepAwake(server);
    return new Story(server, await DeskCalls.open(server));
  }
  /**
   * A tablet with a name, waiting: first those that the story was opened with, then newly
   * registered ones.
   */
  async tablet(
    name: string,
    { posture = 'hand', ...options }: TabletOptions & { posture?: Posture } = {},
  ): Promise<{ tablet: TabletPage; tabletId: string }> {
    const ready = this.server.tablets?.[this.#taken];
    if (!ready) {
      const tablet = await TabletPage.open(this.server.url, options);
      this.#tablets.push(tablet);
      return { tablet, tabletId: await this.calls.register(tablet, name, posture) };
    }
    this.#taken++;
    const { tabletId, profile } = ready;
    if (name !== ready.name || posture !== 'hand')
      await this.calls.call(`/tablet/tablets/${tabletId}`, { name, posture }, 'PATCH');
    const tablet = await TabletPage.open(this.server.url, {
      ...options,
      port: this.server.port,
      profile,
    });
    this.#tablets.push(tablet);
    await expect(tablet.home()).toBeVisible();
    await expect(tablet.page.getByText(name, { exact: true })).toBeVisible();
    return { tablet, tabletId };
  }
  async desk(
    browser: Browser,
    role: Role = 'reception',
    screen: keyof typeof screens = 'desk',
  ): Promise<DeskPage> {
    const desk = await DeskPage.open(browser, this.server, role, screens[screen]);
    this.#desks.push(desk);
    return desk;
  }
  /** Opens a page of the practice app by its address, and waits for its heading. */
  async openPage(page: Page, path: string): Promise<void> {
    await page.goto(`${this.server.url}/practice${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  /** Reads one set of answers. */
  async answers<T>(answersId: string): Promise<T> {
    return (await this.team()).call<T>(`/anamnese/responses/${answersId}`);
  }
  /** Calls of a member of the team: answers, also signed ones, are not opened at reception. */
  team(): Promise<DeskCalls> {
    return DeskCalls.open(this.server, 'staff');
  }
  /** Reads rows from the database while the server runs or after its end. */
  rows(query: string, ...values: string[]): unknown[] {
    const db = openFile(storedFile(this.server.data), { readonly: true });
    try {
      return db.prepare(query).all(...values);
    } finally {
      db.close();
    }
  }
  async close(): Promise<void> {
    for (const tablet of this.#tablets) await tablet.drop();
    for (const desk of this.#desks) await desk.close();
    await this.server.stop();
  }
}
