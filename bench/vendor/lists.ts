/**
 * The vendor's lists over 10,000 practices, 100,000 requests and 1,000,000 events, called over HTTP
 * through the whole server in this process, next to a bare HTTP server in this process that answers
 * the same rows from plain SQL over the same file.
 */
import { rmSync } from 'node:fs';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Database from 'better-sqlite3';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { z } from 'zod';
import { ensureContract, updateContract } from '../../server/vendor/payment/store.ts';
import { insertTicket } from '../../server/vendor/tickets/store.ts';
import { route } from '../../server/platform/http/route.ts';
import { listen } from '../../server/platform/listen.ts';
import { createTestApp, type TestApp } from '../../tests/support/in-process.ts';
import { addPractice, addVendor } from '../../tests/support/practice.ts';
import { freshFolder } from '../kit/server.ts';
import { interleave, type Rounds } from '../kit/rounds.ts';
import { plainPages, type PlainPages } from './plain-lists.ts';

const SHOWN = 500,
  WARM = 10,
  EMPTY = '/support/bench-empty';
export interface Lists {
  names: readonly string[];
  /** Name of the request that reads nothing. */
  empty: string;
  rounds: Rounds<number[]>;
}

/** Requests that the page shows: their subjects are encrypted, so that the product writes them. */
async function fillShown(t: TestApp, cid: string): Promise<void> {
  const system = { kind: 'system', cid } as const;
  await t.deps.workshop.write(cid, system, async (w) => {
    for (let at = 0; at < SHOWN; at += 1)
      await insertTicket(w, {
        id: w.newId(),
        helpdeskid: `T-26-9${String(at).padStart(4, '0')}`,
        area: 'tablet',
        priority: 'p3',
        subject: `Tablet ${at} zeigt „Ohne Verbindung“`,
        state: 'open',
        openedAt: w.now,
        openedBy: 'u1',
        openedName: 'Lena Groß',
        lastAt: w.now,
        lastSide: 'practice',
        dueAt: w.now + at,
        solvedAt: null,
        assigneeId: null,
        assigneeName: null,
        rating: null,
        ratingText: null,
        followsId: null,
        mailWord: null,
      });
  });
}
const NUMBERS = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)';
/** Copies the rows of a table for each further practice. @param own expressions of its own columns */
function copyRows(
  db: Database.Database,
  table: string,
  count: number,
  own: Readonly<Record<string, string>>,
): void {
  const names = (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name),
    values = names.map((name) => own[name] ?? `one."${name}"`);
  db.prepare(
    `${NUMBERS} insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from n, (select * from "${table}") one`,
  ).run(count);
}
/** Gives the one practice a seal and a contract that runs. */
async function fillFirst(t: TestApp, cid: string): Promise<void> {
  await t.deps.keys(cid);
  await t.deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const payer = { name: 'Praxis', email: '', street: '', plz: '', city: '' };
    await ensureContract(w, 'cus_nord', payer);
    await updateContract(w, { subscriptionId: 'sub_nord', plan: 'praxis', startedAt: w.now });
  });
}
/** The other practices and requests, in statements over a list of numbers. */
function fillRest(
  folder: string,
  of: { clients: number; tickets: number; events: number; now: number },
): void {
  const db = openFile(storedFile(folder)),
    numbers = NUMBERS;
  db.prepare(
    `${numbers} insert into praxis (cid, name, settings, version, created_at)
     select 'c' || i, 'Zahnarztpraxis ' || i, (select settings from praxis limit 1), 1, i from n`,
  ).run(of.clients);
  db.prepare(
    `${numbers} insert into fleet_state (cid, checked_at, light, rank, since, reasons, facts, search)
     select 'c' || i, @now, light, rank, @now - i * 1000, reasons, facts, 'zahnarztpraxis ' || i
     from n, (select light, rank, reasons, facts from fleet_state limit 1)`,
  ).run(of.clients, { now: of.now });
  db.prepare(
    `${numbers} insert into ticket (cid, id, helpdeskid, area, priority, subject, state, opened_at,
       opened_by, opened_name, last_at, last_side, due_at, solved_at)
     select 'c' || (1 + i % ?), 'k' || i, 'T-25-' || i, 'tablet', 'p3', 'x', 'closed', @now, 'u', 'n',
       @now, 'vendor', null, @now from n`,
  ).run(of.tickets - SHOWN, of.clients, { now: of.now });
  db.prepare(
    `${numbers} insert into stripe_event (cid, id, type, at)
     select 'vendor', 'evt_' || i, 'invoice.paid', @now from n`,
  ).run(of.events, { now: of.now });
  const cid = `'c' || i`;
  copyRows(db, 'r4c', of.clients, { cid, r4c_uuid: `'r' || i`, r4chost: `'r' || i` });
  copyRows(db, 'contract', of.clients, { cid, customer_id: `'cus' || i` });
  copyRows(db, 'practice_key', of.clients, { cid, id: `one.id || i` });
  db.exec('analyze');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Adds a page that reads nothing: what a signed-in request costs before its work. */
function mountEmpty(t: TestApp): void {
  t.app.frame.mount('/support', [
    route(
      {
        method: 'get',
        path: '/bench-empty',
        policy: 'vendor.read',
        summary: 'Nothing, for the floor of the bench',
        answer: z.strictObject({}),
      },
      () => Promise.resolve({}),
    ),
  ]);
}
/** Serves the plain pages over HTTP, in this process as the product is. */
function servePlain(pages: PlainPages): Promise<Server> {
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(pages[request.url ?? '']?.() ?? '{}');
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(server));
  });
}
interface Got {
  text: string;
  ms: number;
}
/** Returns a caller of one server over one connection. */
function callerOf(port: number, agent: Agent, headers: Record<string, string> = {}) {
  return (path: string): Promise<Got> =>
    new Promise((done, failed) => {
      const began = performance.now();
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8'),
            ms = performance.now() - began;
          if (response.statusCode === 200) done({ text, ms });
          else failed(new Error(`${path} was answered by ${String(response.statusCode)}`));
        });
      }).on('error', failed);
    });
}
/** @throws Error if the two pages show other rows */
function checkSame(path: string, ours: string, plain: string): void {
  const keysOf = (text: string): string[] =>
    (JSON.parse(text) as { items: { cid?: string; tenant?: string; id?: string }[] }).items.map(
      ({ cid, tenant, id }) => [cid ?? tenant, id].join(' '),
    );
  const [own, others] = [keysOf(ours), keysOf(plain)];
  if (own.length === 0 || own.join() !== others.join())
    throw new Error(`${path} shows other rows than plain SQL`);
}

/** Measures each page by turns, ms. */
export async function measureLists(
  of: { clients: number; tickets: number; events: number; rounds: number; perRound: number },
  say: (line: string) => void,
): Promise<Lists> {
  const folder = freshFolder('lists'),
    t = await createTestApp('sqlite', {
      folder,
      payment: { key: 'sk_test_bench', webhookSecrets: ['whsec_bench'], base: undefined },
    });
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  mountEmpty(t);
  const listening = await listen(t.app.frame.app, { host: '127.0.0.1', port: 0, tls: undefined });
  let plainServer: Server | undefined;
  try {
    const vendor = (await addVendor(t)).administrator,
      practice = await addPractice(t, 'nord');
    const ours = callerOf(listening.port, agents[0], { authorization: `Bearer ${vendor.token}` });
    await ours('/support/fleet?view=all');
    await fillShown(t, practice.cid);
    await fillFirst(t, practice.cid);
    fillRest(folder, { ...of, now: t.clock.now });
    const db = openFile(storedFile(folder), { readonly: true }),
      pages = plainPages(db, t.clock.now),
      names = Object.keys(pages);
    plainServer = await servePlain(pages);
    const plainly = callerOf((plainServer.address() as AddressInfo).port, agents[1]);
    for (const path of names)
      for (let at = 0; at < WARM; at += 1)
        checkSame(path, (await ours(path)).text, (await plainly(path)).text);
    const series = async (make: () => Promise<Got>): Promise<number[]> => {
      const times: number[] = [];
      for (let at = 0; at < of.perRound; at += 1) times.push((await make()).ms);
      return times;
    };
    for (let at = 0; at < WARM; at += 1) await ours(EMPTY);
    const rounds = await interleave(
      [
        { name: EMPTY, run: () => series(() => ours(EMPTY)) },
        { name: `${EMPTY} plain`, run: () => series(() => plainly(EMPTY)) },
        ...names.flatMap((path) => [
          { name: path, run: () => series(() => ours(path)) },
          { name: `${path} plain`, run: () => series(() => plainly(path)) },
        ]),
      ],
      of.rounds,
      say,
    );
    db.close();
    return { names, empty: EMPTY, rounds };
  } finally {
    for (const agent of agents) agent.destroy();
    plainServer?.close();
    await listening.close();
    await t.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}
