/** What most stories start from: a running demo practice, reception's calls, and registered tablets that are all switched off at the end. */
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import Database from 'better-sqlite3';
import { DeskCalls, type Role } from './desk-calls.ts';
import { DeskPage } from './desk-page.ts';
import { startServer, type RunningServer, type StartOptions } from './server.ts';
import { TabletPage, type TabletOptions } from './tablet-page.ts';

/** A practice that never rests: outside opening hours a waiting tablet is a dark clock, at closing time open papers end, and stories run at any hour. */
export async function keepAwake(server: RunningServer): Promise<void> {
  await (await DeskCalls.open(server, 'owner')).setSettings({ openingHours: { from: '00:00', to: '23:59' }, closingTime: '23:59' });
}

export class Story {
  readonly server: RunningServer;
  readonly calls: DeskCalls;
  readonly #tablets: TabletPage[] = [];
  readonly #desks: DeskPage[] = [];
  private constructor(server: RunningServer, calls: DeskCalls) {
    this.server = server;
    this.calls = calls;
  }
  static async open(options: StartOptions = {}): Promise<Story> {
    const server = await startServer(options);
    await keepAwake(server);
    return new Story(server, await DeskCalls.open(server));
  }
  /** A new tablet, registered under a name and waiting. */
  async tablet(name: string, options: TabletOptions & { posture?: 'hand' | 'wall' | 'desk' } = {}): Promise<{ tablet: TabletPage; tabletId: string }> {
    const tablet = await TabletPage.open(this.server.url, options);
    this.#tablets.push(tablet);
    return { tablet, tabletId: await this.calls.register(tablet, name, options.posture) };
  }
  async desk(browser: Browser, role: Role = 'reception'): Promise<DeskPage> {
    const desk = await DeskPage.open(browser, this.server, role);
    this.#desks.push(desk);
    return desk;
  }
  /** Rows as they lie in the database, read beside the server or after its death. */
  rows(query: string, ...values: string[]): unknown[] {
    const db = new Database(join(this.server.data, 'molar.db'), { readonly: true });
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
