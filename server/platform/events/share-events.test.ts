// Tests that an event of one process reaches the listeners of another on the same PostgreSQL
// database, and that a lost connection is noticed.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runSql } from '../../../tests/support/postgres.ts';
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts';
import { packMessages } from '../db/postgres/wire.ts';
import type { Store } from '../db/store.ts';
import { createBus, type Bus } from './bus.ts';
import { shareEvents, type SharedEvents } from './share-events.ts';

interface Process {
  bus: Bus;
  events: SharedEvents;
  /** What its tablets and staff heard, and practices whose closed records it forgot. */
  heard: string[];
}
function processOn(store: Store): Process {
  const bus = createBus(),
    heard: string[] = [];
  return {
    bus,
    heard,
    events: shareEvents(bus, store.wire, (cid) => heard.push(`forget ${cid}`)),
  };
}
const sinkOf = (p: Process, name: string) => ({
  send: (event: string, data: unknown) => {
    p.heard.push(`${name} ${event} ${JSON.stringify(data)}`);
    return true;
  },
  closed: new Promise<void>(() => undefined),
});

describe('events between processes', () => {
  let opened: TestStore, other: Store, a: Process, b: Process;
  /** Resolves once each process hears the other. */
  const connected = (): Promise<void> =>
    vi.waitFor(
      () => {
        a.events.closedChanged('word of a');
        b.events.closedChanged('word of b');
        expect(b.heard).toContain('forget word of a');
        expect(a.heard).toContain('forget word of b');
      },
      { timeout: 20_000, interval: 30 },
    );
  const words = ({ heard }: Process): string[] => heard.filter((one) => !one.includes('word of'));
  beforeEach(async () => {
    opened = await openTestStore('postgres');
    other = await opened.again();
    a = processOn(opened.store);
    b = processOn(other);
    await connected();
  });
  afterEach(async () => {
    await other.close();
    await opened.drop();
  });

  it('staff hear an event of another process, of their own practice only, and once of their own', async () => {
    for (const p of [a, b]) {
      void p.bus.staff('nord', sinkOf(p, 'nord'));
      void p.bus.staff('sued', sinkOf(p, 'sued'));
      p.heard.length = 0;
    }
    for (let i = 0; i < 3; i++)
      a.events.publish('nord', { to: 'staff', event: { kind: 'backup' } });
    a.events.publish('nord', { to: 'staff', event: { kind: 'help', tabletId: 't' } });
    const help = 'nord help {"kind":"help","tabletId":"t"}',
      backup = 'nord backup {"kind":"backup"}';
    // Equal events of one moment travel once; here each listener has its own queue for that.
    await expect.poll(() => words(b)).toEqual([backup, help]);
    await connected();
    expect(words(a)).toEqual([backup, backup, backup, help]);
  });

  it('a tablet hears its newest row without the body that only its own process can seal', async () => {
    void b.bus.tablet('t', 4, sinkOf(b, 't'));
    b.heard.length = 0;
    const inline = { from: 4, epoch: 'e', items: [] };
    a.events.publish('nord', {
      to: 'tablet',
      tabletId: 't',
      event: { kind: 'poke', seq: 5, inline },
    });
    a.events.publish('nord', {
      to: 'tablet',
      tabletId: 't',
      event: { kind: 'help', answered: true },
    });
    await expect.poll(() => words(b)).toEqual(['t poke {"seq":5}', 't help {"answered":true}']);
  });

  it('staff hear of a draft that is open in a window of another process, and of its end', async () => {
    const draft = { kind: 'text', id: 'foto@2' } as const,
      window = { windowId: '1', userId: 'ada', name: 'Ada' },
      said = (windows: object[]): string =>
        `nord editing ${JSON.stringify({ kind: 'editing', draft, windows })}`;
    for (const p of [a, b]) {
      void p.bus.staff('nord', sinkOf(p, 'nord'));
      p.heard.length = 0;
    }
    expect(a.events.editing('nord', { draft, window, isOpen: true })).toEqual([window]);
    await expect.poll(() => words(b)).toEqual([said([window])]);
    const own = { windowId: '2', userId: 'bea', name: 'Bea' };
    expect(b.events.editing('nord', { draft, window: own, isOpen: true })).toEqual([window, own]);
    b.events.editing('nord', { draft, window, isOpen: false });
    await expect.poll(() => words(a)).toEqual([said([window]), said([window, own]), said([own])]);
  });

  it('the stream of a revoked tablet ends in the process that holds it', async () => {
    let isOver = false;
    void b.bus.tablet('t', 0, sinkOf(b, 't')).then(() => {
      isOver = true;
    });
    a.events.dropTablet('t');
    await expect.poll(() => isOver).toBe(true);
  });

  it('after a lost connection the listeners look again, and later events arrive', async () => {
    const missed = vi.spyOn(b.bus, 'refresh');
    await runSql(
      opened.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'molar news' and datname = current_database()`,
    );
    await expect.poll(() => missed.mock.calls.length).toBeGreaterThan(0);
    a.heard.length = b.heard.length = 0;
    await connected();
  });

  it('ten thousand events at once become the word to look again', async () => {
    const missed = vi.spyOn(b.bus, 'refresh');
    for (let i = 0; i < 10_000; i++)
      a.events.publish(`p${i}`, { to: 'staff', event: { kind: 'changed' } });
    await expect.poll(() => missed.mock.calls.length).toBeGreaterThan(0);
    await connected();
  });
});

describe('payloads of messages', () => {
  it('stay below what PostgreSQL refuses, lose nothing and keep the order', () => {
    const messages = Array.from({ length: 400 }, (_, i) => `${i} ${'ü'.repeat(i % 90)}`),
      packed = packMessages('me', messages);
    for (const one of packed) expect(Buffer.byteLength(one)).toBeLessThan(8000);
    expect(packed.length).toBeGreaterThan(1);
    expect(packed.flatMap((one) => (JSON.parse(one) as string[]).slice(1))).toEqual(messages);
  });
  it('a message that fits in none, or too many of them, become the word to look again', () => {
    expect(packMessages('me', ['x'.repeat(9000)])).toEqual(['["me","*"]']);
    expect(packMessages('me', Array.from({ length: 501 }, String))).toEqual(['["me","*"]']);
  });
});
