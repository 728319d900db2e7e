/**
 * Two built servers on one PostgreSQL database and one data folder: each hears the other's events,
 * one leaves without an error while the other serves, and a third with its own folder is refused.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { XSRF_PAIR } from '../support/in-process.ts';
import { composition } from '../support/mappe.ts';
import { freshPostgres, runSql, servingUrl, type FreshDatabase } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';

const DRAIN_MS = 2000;
let work: string, dist: string, database: FreshDatabase, a: RunningServer, b: RunningServer;
let session: { authToken: string; r4cUuid: string };

const started: RunningServer[] = [];
async function start(data: string): Promise<RunningServer> {
  const server = await startServer({
    dist,
    data,
    env: {
      DATABASE_URL: servingUrl(database.url),
      MOLAR_DATABASE_OWNER_URL: database.url,
      MOLAR_SHARED_DATA: 'yes',
      MOLAR_DRAIN_SECONDS: String(DRAIN_MS / 1000),
    },
  });
  started.push(server);
  return server;
}
const ask = (server: RunningServer, target: string, json?: object): Promise<Response> =>
  fetch(server.url + target, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...XSRF_PAIR,
      ...(session && { Authorization: `Bearer ${session.authToken}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
const below = (rest: string): string => `/r4c/${session.r4cUuid}${rest}`;

/** Listens to the board of a server. */
async function listen(server: RunningServer) {
  const answer = await ask(server, below('/tablet/live'));
  expect(answer.status).toBe(200);
  const heard: string[] = [];
  const state = { heard, isOver: false };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body!) heard.push(decoder.decode(part));
  })()
    .catch(() => undefined)
    .finally(() => {
      state.isOver = true;
    });
  await expect.poll(() => heard.join('')).toContain('event: changed');
  heard.length = 0;
  return state;
}
const addPerson = (server: RunningServer, firstName: string): Promise<Response> =>
  ask(server, below('/patient/patients'), {
    firstName,
    lastName: 'Zweifach',
    geburtsdatum: '1980-05-05',
  });

beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'molar-processes-'));
  dist = await buildServer('processes');
  database = await freshPostgres();
  // At the same moment, on an empty database and folder.
  [a, b] = await Promise.all([start(work), start(work)]);
  const { owner, password } = a.logins(),
    answer = await ask(a, '/auth/login', {
      credentials: { email: owner, password },
      longLogin: false,
    });
  session = (await answer.json()) as typeof session;
}, 90_000);
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await database.drop();
  removeBuilds();
  rmSync(work, { recursive: true, force: true });
});

describe('two servers on one PostgreSQL database', () => {
  it('[scale M3] started together on an empty database, they made one installation and one practice', async () => {
    const countOf = async (what: string): Promise<unknown> =>
      (await runSql(database.url, `select count(*)::int as n from ${what}`))[0]?.['n'];
    expect(await countOf('installation')).toBe(1);
    expect(await countOf('praxis')).toBe(1);
    expect(await countOf(`practice_key where purpose = 'escrow'`)).toBe(1);
    const again = await ask(b, '/auth/login', {
      credentials: { email: b.logins().owner, password: b.logins().password },
      longLogin: false,
    });
    expect(again.status).toBe(200);
  });

  it('the role that serves is bound by row-level security', async () => {
    const rows = await runSql(servingUrl(database.url), 'select 1 from praxis');
    expect(rows).toEqual([]);
  });

  it('a user signed in at one works at both, and each board hears the other within a second', async () => {
    for (const [at, by] of [
      [a, b],
      [b, a],
    ] as const) {
      const board = await listen(at);
      const { patid } = (await (await addPerson(by, `Kind ${by.port}`)).json()) as {
        patid: string;
      };
      const began = performance.now();
      const made = await ask(by, below('/tablet/mappen'), composition({ patid }));
      expect(made.status).toBe(200);
      await expect.poll(() => board.heard.join('')).toContain('event: changed');
      expect(performance.now() - began).toBeLessThan(3000);
    }
  });

  it('a third server with another data folder is refused and says why', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'molar-processes-other-'));
    await expect(start(other)).rejects.toThrow('anderen Datenordner');
    rmSync(other, { recursive: true });
  });

  it('a server that stops is red at once, ends its streams and serves on until its time is over', async () => {
    const board = await listen(a),
      stopping = a.stop();
    await expect
      .poll(async () => (await ask(a, '/readyz').catch(() => undefined))?.status)
      .toBe(503);
    expect((await ask(a, '/livez')).status).toBe(200);
    expect((await addPerson(a, 'Spät')).status).toBe(200);
    expect((await ask(b, '/readyz')).status).toBe(200);
    await stopping;
    expect(board.isOver).toBe(true);
    expect(a.output()).not.toContain('"level":"error"');
    expect((await addPerson(b, 'Danach')).status).toBe(200);
  });

  it('a server that is killed leaves nothing that keeps the next one from starting', async () => {
    await b.kill();
    await b.restart();
    expect((await addPerson(b, 'Neu')).status).toBe(200);
  });
});
