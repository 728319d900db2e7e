/**
 * PostgreSQL is stopped, crashes or loses its connections in the middle of calls: every call answers
 * „later“, acknowledged data is there afterwards, and the server goes on without a restart.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/server.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, PASSWORD, type Practice } from '../support/practice.ts';
import { nativeFolder, PASSWORD as PG_PASSWORD, startCluster } from '../support/setup/cluster.ts';
import type { Cluster } from '../support/setup/cluster.ts';
import { SimTablet } from '../support/sim-tablet.ts';

/** Answers of one kind of call: how often it worked, waited, and what else it said. */
interface Seen {
  ok: number;
  later: number;
  other: string[];
}
const KINDS = ['board', 'patient', 'search', 'user', 'login', 'push'] as const;
type Kind = (typeof KINDS)[number];

let cluster: Cluster, t: TestApp, p: Practice, tablet: SimTablet;
const maintenance = (): pg.Client =>
  new pg.Client({
    host: cluster.socketPath.replace(/\/[^/]+$/, ''),
    user: 'postgres',
    password: PG_PASSWORD,
    database: 'postgres',
    port: Number(cluster.socketPath.split('.').at(-1)),
  });
beforeAll(async () => {
  const port = await freePort();
  // A crash keeps what a commit promised.
  cluster = await startCluster(nativeFolder(), { port, flags: ['synchronous_commit=on'] });
  const client = maintenance();
  await client.connect();
  await client.query('create database away');
  await client.end();
  t = await createTestApp('postgres', {
    databaseUrl: `postgres://postgres:${PG_PASSWORD}@127.0.0.1:${port}/away`,
  });
  p = await addPractice(t, 'nord');
  tablet = await SimTablet.register(p);
}, 60_000);
afterAll(async () => {
  await t.drop();
  await cluster.stop();
});

/** Staff and a tablet at work until they are stopped. */
class Crowd {
  readonly patids: string[] = [];
  acked = 0;
  seen: Record<Kind, Seen>;
  #isOn = true;
  readonly #work: Promise<unknown>;
  constructor() {
    this.seen = Crowd.#none();
    this.#work = Promise.all([
      ...KINDS.filter((kind) => kind !== 'push').map((kind) => this.#repeat(kind)),
      this.#repeat('patient'),
      this.#pushes(),
    ]);
  }
  static #none = (): Record<Kind, Seen> =>
    Object.fromEntries(
      KINDS.map((kind) => [kind, { ok: 0, later: 0, other: [] as string[] }]),
    ) as unknown as Record<Kind, Seen>;
  forget(): void {
    this.seen = Crowd.#none();
  }
  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#work;
  }
  #note(kind: Kind, { status, code, headers, text }: Answer): boolean {
    const seen = this.seen[kind];
    if (status === 200) seen.ok += 1;
    else if (status === 503 && code === 'unavailable' && Number(headers.get('retry-after')) > 0)
      seen.later += 1;
    else seen.other.push(`${status} ${text.slice(0, 200)}`);
    return status === 200;
  }
  async #repeat(kind: Exclude<Kind, 'push'>): Promise<void> {
    const { reception, staff } = p.users;
    const calls: Record<typeof kind, () => Promise<Answer>> = {
      board: () => p.call('/tablet/board', { as: reception }),
      patient: () =>
        p.post('/patient/patients', reception, {
          firstName: `Kind ${crypto.randomUUID().replace(/[^a-f]/g, '')}`,
          lastName: 'Viele',
          geburtsdatum: '2001-05-05',
        }),
      search: () => p.call('/patient/search?q=vie', { as: staff }),
      user: () => t.call('/auth/user', { as: staff }),
      login: () =>
        t.call('/auth/login', {
          method: 'POST',
          json: { credentials: { email: staff.email, password: PASSWORD }, longLogin: false },
        }),
    };
    while (this.#isOn) {
      const answer = await calls[kind]();
      if (this.#note(kind, answer) && kind === 'patient')
        this.patids.push((answer.json as { patid: string }).patid);
      await pause(20);
    }
  }
  /** A tablet repeats an op until it is acknowledged. */
  async #pushes(): Promise<void> {
    while (this.#isOn) {
      const op = await tablet.op('log', { taskId: '', taskRev: 0 }, { code: 'test', at: 1 });
      for (;;) {
        const answer = await tablet.send(tablet.frame([op]));
        if (this.#note('push', answer) && (answer.json as { ackN: number }).ackN >= op.h.n) break;
        await pause(20);
      }
      this.acked = op.h.n;
    }
  }
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const monitor = async () => {
  // The answer is kept for a second of the server's clock.
  t.clock.now += 2000;
  const { status, json } = await t.call('/readyz');
  return [status, (json as { checks: Record<string, string> }).checks.database];
};
const least = (crowd: Crowd, word: 'ok' | 'later'): number =>
  Math.min(...KINDS.map((kind) => crowd.seen[kind][word]));

/** Everything that was acknowledged is stored once. */
async function expectKept(crowd: Crowd): Promise<void> {
  const look = t.deps.workshop.look(p.cid, p.system),
    { op, patient } = t.deps.store.t;
  const numbers = (await look.db.find(op))
    .filter((row) => row.device === tablet.id && row.inc === tablet.inc)
    .map((row) => row.n)
    .toSorted((a, b) => a - b);
  expect(crowd.acked).toBeGreaterThan(0);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1));
  expect(numbers.length).toBeGreaterThanOrEqual(crowd.acked);
  const stored = new Set((await look.db.find(patient)).map((row) => row.patid));
  expect(crowd.patids.length).toBeGreaterThan(0);
  expect(crowd.patids.filter((patid) => !stored.has(patid))).toEqual([]);
  expect((await p.call('/audit/verify', { as: p.users.owner })).json).toMatchObject({ ok: true });
}
const strange = (crowd: Crowd): string[] =>
  KINDS.flatMap((kind) => crowd.seen[kind].other.map((text) => `${kind}: ${text}`));

describe('while PostgreSQL is away', () => {
  it.each([
    ['stopped by its operator', 'SIGINT'],
    ['crashed', 'SIGQUIT'],
  ] as const)(
    '%s: every call answers 503 with Retry-After, and the server finds it again',
    async (_name, signal) => {
      const crowd = new Crowd();
      await expect.poll(() => least(crowd, 'ok'), { timeout: 30_000 }).toBeGreaterThan(2);
      expect(await monitor()).toEqual([200, 'ok']);
      await cluster.halt(signal);
      await expect.poll(monitor, { timeout: 10_000 }).toEqual([503, 'failed']);
      // Running calls have been answered.
      await expect.poll(() => least(crowd, 'later'), { timeout: 30_000 }).toBeGreaterThan(0);
      const before = strange(crowd);
      crowd.forget();
      const lines = t.lines.length,
        began = performance.now();
      await expect.poll(() => least(crowd, 'later'), { timeout: 30_000 }).toBeGreaterThan(20);
      expect(least(crowd, 'ok')).toBe(0);
      expect([...before, ...strange(crowd)]).toEqual([]);
      // One line a second about the failure, however many calls fail.
      const failures = t.lines.slice(lines).filter((line) => line.includes('"kind":"failure"'));
      expect(failures.length).toBeLessThanOrEqual((performance.now() - began) / 1000 + 2);
      expect((await t.call('/livez')).status).toBe(200);

      await cluster.resume();
      crowd.forget();
      await expect.poll(() => least(crowd, 'ok'), { timeout: 30_000 }).toBeGreaterThan(2);
      await expect.poll(monitor, { timeout: 10_000 }).toEqual([200, 'ok']);
      expect(strange(crowd)).toEqual([]);
      await crowd.stop();
      await expectKept(crowd);
    },
    120_000,
  );

  it('with its connections broken again and again in the middle of calls, only single calls wait', async () => {
    const crowd = new Crowd(),
      client = maintenance();
    await client.connect();
    await expect.poll(() => least(crowd, 'ok'), { timeout: 30_000 }).toBeGreaterThan(2);
    const broken = () => KINDS.reduce((sum, kind) => sum + crowd.seen[kind].later, 0);
    for (let times = 0; times < 60 && (times < 15 || broken() === 0); times += 1) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'away'`,
      );
      await pause(40);
    }
    await client.end();
    expect(broken()).toBeGreaterThan(0);
    expect(strange(crowd)).toEqual([]);
    crowd.forget();
    await expect.poll(() => least(crowd, 'ok'), { timeout: 30_000 }).toBeGreaterThan(2);
    expect(strange(crowd)).toEqual([]);
    await crowd.stop();
    await expectKept(crowd);
    expect(await monitor()).toEqual([200, 'ok']);
  }, 120_000);
});
