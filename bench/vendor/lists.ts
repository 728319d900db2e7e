/**
 * The vendor's lists over 10,000 practices and 100,000 requests, called through the whole server in
 * this process, next to the same page in plain SQL over the same file.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ensureContract, updateContract } from '../../server/vendor/payment/store.ts';
import { insertTicket } from '../../server/vendor/tickets/store.ts';
import { createTestApp, type Bearer, type TestApp } from '../../tests/support/in-process.ts';
import { addPractice, addVendor } from '../../tests/support/practice.ts';
import { freshFolder } from '../kit/server.ts';
import { interleave, type Rounds } from '../kit/rounds.ts';

const SHOWN = 500,
  WARM = 5;
export interface Lists {
  names: readonly string[];
  rounds: Rounds<number[]>;
}
type Row = Record<string, unknown>;

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
function fillRest(file: string, of: { clients: number; tickets: number; now: number }): void {
  const db = new Database(file),
    numbers = NUMBERS;
  db.prepare(
    `${numbers} insert into praxis (cid, name, settings, version, created_at)
     select 'c' || i, 'Zahnarztpraxis ' || i, (select settings from praxis limit 1), 1, i from n`,
  ).run(of.clients);
  db.prepare(
    `${numbers} insert into fleet_state (cid, checked_at, light, rank, since, reasons, facts, search)
     select 'c' || i, @now, light, rank, @now, reasons, facts, 'zahnarztpraxis ' || i
     from n, (select light, rank, reasons, facts from fleet_state limit 1)`,
  ).run(of.clients, { now: of.now });
  db.prepare(
    `${numbers} insert into ticket (cid, id, helpdeskid, area, priority, subject, state, opened_at,
       opened_by, opened_name, last_at, last_side, due_at, solved_at)
     select 'c' || (1 + i % ?), 'k' || i, 'T-25-' || i, 'tablet', 'p3', 'x', 'closed', @now, 'u', 'n',
       @now, 'vendor', null, @now from n`,
  ).run(of.tickets - SHOWN, of.clients, { now: of.now });
  const cid = `'c' || i`;
  copyRows(db, 'r4c', of.clients, { cid, r4c_uuid: `'r' || i`, r4chost: `'r' || i` });
  copyRows(db, 'contract', of.clients, { cid, customer_id: `'cus' || i` });
  copyRows(db, 'practice_key', of.clients, { cid, id: `one.id || i` });
  db.exec('analyze');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const TICKETS = `from ticket join praxis on praxis.cid = ticket.cid`,
  WAITING = `due_at is not null and state <> 'solved'`;
const CLIENTS = 'from praxis join r4c on r4c.cid = praxis.cid',
  FIRST_CLIENTS = `select praxis.cid ${CLIENTS} order by lower(name), praxis.cid limit 50`;
/** The pages in plain SQL: rows, and the numbers above them. */
function plainPages(db: Database.Database, now: number): Readonly<Record<string, () => string>> {
  const all = (sql: string, ...values: unknown[]) => {
    const statement = db.prepare(sql);
    return (): Row[] => statement.all(...values) as Row[];
  };
  const page =
    (...parts: (() => Row[])[]): (() => string) =>
    () =>
      JSON.stringify(parts.map((part) => part()));
  const fleet = (where: string, ...values: unknown[]) =>
    page(
      all(
        `select fleet_state.*, praxis.name from fleet_state join praxis on praxis.cid = fleet_state.cid
         ${where} order by rank, since, fleet_state.cid limit 200`,
        ...values,
      ),
      all(
        `select count(*) as n from fleet_state join praxis on praxis.cid = fleet_state.cid ${where}`,
        ...values,
      ),
      all('select light, count(*) as n from fleet_state group by light'),
    );
  const tickets = (where: string) =>
    page(
      all(
        `select ticket.*, praxis.name ${TICKETS} ${where}
         order by coalesce(due_at, ${Number.MAX_SAFE_INTEGER}), last_at desc, id limit 51`,
      ),
      all(`select count(*) as n from ticket where ${WAITING}`),
      all(`select count(*) as n from ticket where ${WAITING} and due_at <= ?`, now),
      all(
        `select rating, count(*) as n from ticket where rating is not null and solved_at >= ? group by rating`,
        now - 90 * 86_400_000,
      ),
    );
  return {
    '/support/fleet?view=all': fleet(''),
    '/support/fleet?view=all&q=praxis%2099': fleet('where search like ?', '%praxis 99%'),
    '/support/clients': page(
      all(
        `select praxis.cid, name, praxis.created_at, r4chost ${CLIENTS} order by lower(name), praxis.cid limit 51`,
      ),
      all(
        `select cid, count(*) as n from "user" where disabled_at is null and cid in (${FIRST_CLIENTS}) group by cid`,
      ),
      all(
        `select * from practice_key where purpose in ('seal', 'authority') and cid in (${FIRST_CLIENTS})
         order by created_at desc, id desc`,
      ),
    ),
    '/admin/contracts?view=all': page(
      all(
        `select contract.*, praxis.name from contract left join praxis on praxis.cid = contract.cid
         order by lower(praxis.name), contract.cid limit 51`,
      ),
      ...['payment_invoice', 'held_change', 'debit_notice'].map((table) =>
        all(
          `select * from ${table} where cid in (select contract.cid from contract
           left join praxis on praxis.cid = contract.cid order by lower(praxis.name) limit 50)`,
        ),
      ),
    ),
    '/support/tickets?view=waiting': tickets(`where ${WAITING}`),
    '/support/tickets?view=all': tickets(''),
  };
}

async function ours(t: TestApp, as: Bearer, path: string): Promise<number> {
  const began = performance.now(),
    answer = await t.call(path, { as }),
    ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${path} was answered by ${answer.status}`);
  return ms;
}

/** Measures each page by turns, ms. */
export async function measureLists(
  of: { clients: number; tickets: number; rounds: number; perRound: number },
  say: (line: string) => void,
): Promise<Lists> {
  const folder = freshFolder('lists'),
    file = join(folder, 'molar.db'),
    t = await createTestApp('sqlite', {
      folder,
      payment: { key: 'sk_test_bench', webhookSecrets: ['whsec_bench'], base: undefined },
    });
  try {
    const vendor = (await addVendor(t)).administrator,
      practice = await addPractice(t, 'nord');
    await ours(t, vendor, '/support/fleet?view=all');
    await fillShown(t, practice.cid);
    await fillFirst(t, practice.cid);
    fillRest(file, { ...of, now: t.clock.now });
    const db = new Database(file, { readonly: true }),
      plain = plainPages(db, t.clock.now),
      names = Object.keys(plain);
    const plainly = (path: string): number => {
      const began = performance.now(),
        text = plain[path]!();
      if (text.length < 100) throw new Error(`${path} is empty`);
      return performance.now() - began;
    };
    const series = async (make: () => number | Promise<number>): Promise<number[]> => {
      const times: number[] = [];
      for (let at = 0; at < of.perRound; at += 1) times.push(await make());
      return times;
    };
    for (const path of names)
      for (let at = 0; at < WARM; at += 1) {
        await ours(t, vendor, path);
        plainly(path);
      }
    const rounds = await interleave(
      names.flatMap((path) => [
        { name: path, run: () => series(() => ours(t, vendor, path)) },
        { name: `${path} plain`, run: () => series(() => plainly(path)) },
      ]),
      of.rounds,
      say,
    );
    db.close();
    return { names, rounds };
  } finally {
    await t.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}
