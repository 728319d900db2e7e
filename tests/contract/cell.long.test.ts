/**
 * The same day of a practice gives the same answers on one server with SQLite, on one with
 * PostgreSQL, and on three with PostgreSQL behind random routing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUSH_TYPE } from '../../shared/exchange/sync.ts';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { createTestCell, type TestCell } from '../support/cell.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { board, composition, sendMappe } from '../support/mappe.ts';
import { submissionOf } from '../support/sim-tablet.ts';

/** Ids, secrets, hashes, addresses and times differ between two days; their place and kind do not. */
const RANDOM = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /^[\w+/=.-]{20,}$/,
  /^[A-HJ-NP-Z2-9]{5}-?[A-HJ-NP-Z2-9]{5}$/,
  // The number that a waiting tablet shows.
  /^\d{4}$/,
  /^https?:\/\//,
];
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string')
    return RANDOM.some((one) => one.test(value))
      ? 'random'
      : value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'random');
  if (typeof value === 'number') return value > 1e11 ? 'time' : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        // PostgreSQL stores JSON without the order of its keys.
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        // The size of a compressed text depends on its random ids.
        .map(([key, one]) => [
          shapeOf(key),
          key === 'bytes' || key === 'size' ? typeof one : shapeOf(one),
        ]),
    );
  return value;
}
const wordOf = ({ status, code, json, bytes }: Answer): string =>
  `${status} ${code ?? ''} ${json === undefined ? `${bytes.length > 0} bytes` : JSON.stringify(shapeOf(json))}`;

/**
 * Routes of the machine; of the audit log, where each server writes its own entries of who was shown
 * on a list; of what each server has computed so far; and a list in the order of random hashes.
 */
const OWN =
  /^\/(openapi\.json|readyz|metrics|api\/(backup|audit|abrechnung\/fortschritt))|\/(live|audit\/verify|bucket\/list)$/;

/** Reads every route that only needs ids of the filled practice, as its owner. */
async function readAll(t: TestApp, { p, ids }: Filled): Promise<Map<string, string>> {
  const known = ids as unknown as Record<string, string | undefined>,
    answers = new Map<string, string>();
  for (const { method, path } of t.app.table) {
    if (method !== 'get' || OWN.test(path)) continue;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);
    if (names.some((name) => known[name] === undefined)) continue;
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!);
    answers.set(path, wordOf(await t.call(target, { as: p.users.owner })));
  }
  return answers;
}

let renderer: Renderer, cell: TestCell, day: Filled;
const opened: TestApp[] = [];
beforeAll(async () => {
  renderer = testRenderer();
  cell = await createTestCell(3, { renderer });
  opened.push(cell);
  day = await fillPraxis(cell, 'nord', '1001');
}, 60_000);
afterAll(async () => {
  for (const one of opened) await one.drop();
  renderer.close();
});

describe('a cell of three servers', () => {
  it('answers every reading call as one server does on either database', async () => {
    const inCell = await readAll(cell, day);
    expect(inCell.size).toBeGreaterThan(100);
    for (const kind of ['sqlite', 'postgres'] as const) {
      const alone = await createTestApp(kind, { renderer });
      opened.push(alone);
      const answers = await readAll(alone, await fillPraxis(alone, 'nord', '1001'));
      expect([kind, Object.fromEntries(answers)]).toEqual([kind, Object.fromEntries(inCell)]);
    }
    expect(Math.min(...cell.answered)).toBeGreaterThan(30);
  });

  it('takes a signature once that a tablet pushes to every server at the same time', async () => {
    const { p, free: tablet } = day;
    const { taskIds } = await sendMappe(p, {
      patid: '1001',
      name: 'Anna Großnord',
      tabletId: tablet.id,
    });
    const body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0])!,
      op = await tablet.op('task.submit', body, submissionOf(body, cell.clock.now)),
      frame = tablet.frame([op]);
    const answers = await Promise.all(
      cell.servers.map((server) =>
        server.call(`${p.base}/tablet/sync/v1/push`, {
          as: tablet,
          method: 'POST',
          body: frame,
          type: PUSH_TYPE,
        }),
      ),
    );
    expect(answers.map((one) => [one.status, (one.json as { ackN?: number }).ackN])).toEqual(
      Array.from({ length: 3 }, () => [200, op.h.n]),
    );
    await cell.app.sync.judged();
    await cell.runJobs();
    const { t } = cell.deps.store,
      look = cell.deps.workshop.look(p.cid, p.system);
    expect(await look.db.count(t.op)).toBe(
      new Set((await look.db.find(t.op)).map((row) => `${row.device} ${row.inc} ${row.n}`)).size,
    );
    const tasks = (await board(p)).mappen.flatMap((one) => one.tasks);
    expect(tasks.find((one) => one.taskId === taskIds[0])?.state).toBe('filed');
    const jobs = (await look.db.find(t.job)).filter(
      (row) => row.kind === 'seal-document' && JSON.stringify(row.payload).includes(taskIds[0]!),
    );
    expect(jobs.map((row) => [row.state, row.attempts])).toEqual([['done', 1]]);
  });

  it('sixty changes by three servers at once leave one valid chain of the audit log', async () => {
    const { p } = day;
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        p.post('/patient/patients', p.users.reception, {
          firstName: `Kind ${i}`,
          lastName: 'Viele',
          geburtsdatum: '2001-05-05',
        }),
      ),
    );
    expect(new Set(made.map((one) => one.status))).toEqual(new Set([200]));
    const verified = await p.call('/audit/verify', { as: p.users.owner });
    expect(verified.json).toMatchObject({ ok: true });
  });

  it('staff at one server hear within a second what happened at another', async () => {
    const { p } = day,
      heard: string[][] = cell.servers.map(() => []);
    cell.servers.forEach(({ deps }, i) => {
      void deps.bus.staff(p.cid, {
        send: (event) => heard[i]!.push(event) > 0,
        closed: new Promise(() => undefined),
      });
    });
    for (const [i, server] of cell.servers.entries()) {
      for (const list of heard) list.length = 0;
      const began = performance.now();
      const sent = await server.call(`${p.base}/tablet/mappen`, {
        as: p.users.reception,
        method: 'POST',
        json: composition({ name: 'Anna Großnord' }),
      });
      expect(sent.status).toBe(200);
      await expect
        .poll(() => heard.map((list) => list.includes('changed')))
        .toEqual([true, true, true]);
      expect([i, performance.now() - began < 3000]).toEqual([i, true]);
    }
  });

  it('wrong passwords at three servers use up one budget', async () => {
    const email = `owner@nord.test`,
      codes: (string | undefined)[] = [];
    for (let i = 0; i < 24; i++)
      codes.push(
        (
          await cell.call('/auth/login', {
            method: 'POST',
            json: { credentials: { email, password: 'falsch' }, longLogin: false },
            from: '198.51.100.7',
          })
        ).code,
      );
    expect(codes.filter((code) => code !== 'rate_limited').length).toBeLessThanOrEqual(10);
  });
});
