/**
 * One flipped bit in each encrypted cell of one row of each table: every list still opens, the opened entry
 * itself says that it is damaged, and monitor, board, mail and log name the damage until it is gone.
 */
import fc from 'fast-check';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import {
  ONLY_POSTGRES,
  SEALED,
  shapeOf,
  type SealedShape,
} from '../../server/platform/db/cells/sealed-columns.ts';
import { scopeReader, scopeWriter, type TenantTable } from '../../server/platform/db/scope.ts';
import { checkStored } from '../../server/platform/keys/cells/check-stored.ts';
import type { Damaged } from '../../shared/operations/damage.schema.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { valuesOf } from '../support/from-schema.ts';
import type { Work } from '../../server/platform/work.ts';
import { addVendor } from '../support/practice.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { submissionOf } from '../support/sim-tablet.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
const SEED = 7,
  SAMPLES = 4;
/** Calls that open one entry, by the tables whose row they need. */
const OPENS: readonly [tables: string[], route: RegExp][] = [
  [['answers'], /\/anamnese\/responses\/\{answersId\}(\/sheet)?$/],
  [['envelope', 'task'], /\/documents\/file\/\{fileId\}\/protocol$/],
  [['task'], /\/tablet\/tasks\/\{taskId\}\/print$/],
  [['unmatched'], /\/anamnese\/unmatched\/\{unmatchedId\}$/],
];
/** Streams, and state that each call changes. */
const LEFT_OUT = /\/live$|\/readyz$|\/metrics$|\/ui\/incidents$/;

interface Call {
  path: string;
  route: string;
  as: Bearer;
}
/** Tables with values that SQLite encrypts; the others are covered by the encryption of its file. */
const tables = Object.keys(SEALED).filter((name) =>
  Object.values(SEALED[name]!.columns).some((since) => since < ONLY_POSTGRES),
);

describe('a damaged row', () => {
  let t: TestApp, a: Filled;
  const calls: Call[] = [];
  const tableOf = (name: string): { table: TenantTable; shape: SealedShape } => {
    const table = Object.values(t.deps.store.t).find(
      (one) => getTableName(one as PgTable) === name,
    ) as TenantTable;
    const shape = shapeOf(table)!;
    return { table, shape: { ...shape, columns: shape.columns.filter((one) => one.isSealed) } };
  };
  /** Returns a path with ids of the practice. */
  const pathOf = (path: string, named: Record<string, string>): string | undefined => {
    let isWhole = true;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = named[name];
      if (value === undefined) isWhole = false;
      return encodeURIComponent(value ?? '');
    });
    return isWhole ? filled : undefined;
  };
  /** Stores the free texts of a practice. */
  const addTexts = async (w: Work): Promise<void> => {
    const id = w.newId(),
      at = w.now,
      who = { userId: 'x', name: 'X' },
      note = { id, by: 'user:x', text: 'ruft an' };
    await w.tx.insert(w.t.breach, {
      ...who,
      id,
      awareAt: at,
      text: 'Fax an falsche Nummer',
      people: 1,
      measures: 'angerufen',
      decision: 'no_risk',
      reason: 'kein Risiko',
      reportedAt: null,
      informedAt: null,
      rev: 1,
      changedAt: at,
    });
    await w.tx.insert(w.t.compliancePoint, {
      ...who,
      point: 'x',
      state: 'open',
      note: 'prüfen',
      nextDay: null,
      at,
    });
    await w.tx.insert(w.t.planNote, { ...note, kind: 'hkp', target: '1', at });
    await w.tx.insert(w.t.reportNote, { ...note, report: 'hkp', key: '2026-01', at });
    await w.tx.update(w.t.printedPaper, { voidNote: 'falsch' }, { id: a.ids.agreementId });
    await w.tx.update(w.t.share, { stepReason: 'kein Telefon' }, { id: a.ids.shareRow });
    await w.tx.insert(w.t.strayMail, {
      id,
      messageId: 'm',
      at,
      sender: 'a@b.test',
      subject: 'Hilfe',
      text: 'Bitte',
      removed: 0,
      files: 0,
    });
    await w.tx.insert(w.t.ticket, {
      id,
      helpdeskid: 'T-26-ANNA',
      area: 'other',
      priority: 'p4',
      subject: 'Drucker',
      state: 'solved',
      openedAt: at,
      openedBy: a.p.users.owner.userId,
      openedName: 'X',
      lastAt: at,
      lastSide: 'practice',
      dueAt: null,
      solvedAt: at,
      assigneeId: null,
      assigneeName: null,
      rating: 'good',
      ratingText: 'schnell',
    });
    await w.tx.insert(w.t.ticketEntry, {
      ...who,
      id,
      ticketId: id,
      at,
      side: 'practice',
      kind: 'message',
      text: 'druckt nicht',
      state: null,
    });
  };
  /** Stores values that a filled practice lacks. */
  const addRest = (): Promise<void> =>
    t.deps.workshop.write(a.p.cid, a.p.system, async (w) => {
      const by = { by: 'user:x', byName: 'X' },
        of = { patid: a.ids.tempPatid, reason: 'Streit' };
      await w.tx.update(w.t.document, { voidNote: 'falsch' }, { fileId: a.ids.fileId });
      await w.tx.update(w.t.unmatched, { reason: 'doppelt' }, { id: a.ids.unmatchedId });
      const read = { reading: {}, declarations: [], at: w.now, language: 'de' };
      await w.tx.update(w.t.task, { read: read as never }, { taskId: a.ids.taskId });
      await w.tx.insert(w.t.restriction, {
        ...of,
        id: w.newId(),
        until: '2030-01-01',
        setBy: 'user:x',
        setByName: 'X',
        setAt: w.now,
        liftedAt: null,
        liftedBy: null,
        liftedByName: null,
        erasedAt: null,
      });
      const opening = { id: w.newId(), at: w.now, until: w.now };
      await w.tx.insert(w.t.restrictionOpening, { ...of, ...by, ...opening });
      await addTexts(w);
    });
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    a = await fillPraxis(t, 'anna', '1001');
    await addRest();
    const vendor = await addVendor(t);
    const named = a.ids as unknown as Record<string, string>;
    for (const m of t.app.table) {
      if (m.method !== 'get' || LEFT_OUT.test(m.path)) continue;
      const path = pathOf(m.path, named);
      if (path === undefined) continue;
      const queries = m.route.spec.query
        ? fc.sample(valuesOf(m.route.spec.query), { numRuns: SAMPLES, seed: SEED })
        : [{}];
      for (const query of [{}, { patid: a.ids.patid }, ...queries] as Record<string, unknown>[])
        for (const as of [a.p.users.owner, a.tablet, vendor.support]) {
          const search = new URLSearchParams(
            Object.entries(query).map(([key, value]) => [key, named[key] ?? String(value)]),
          ).toString();
          const target = search === '' ? path : `${path}?${search}`;
          if (calls.some((one) => one.path === target && one.as === as)) continue;
          if ((await t.call(target, { as })).status === 200)
            calls.push({ path: target, route: m.path, as });
        }
    }
  }, 120_000);
  afterAll(() => t.drop());

  /** Returns a row of the table as it is stored, all of whose encrypted columns have a value. */
  const rowOf = async (name: string, key?: string): Promise<Record<string, unknown>> => {
    const { table, shape } = tableOf(name),
      columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
    const rows = (await scopeReader(t.deps.store.read, a.p.cid).find(
      table,
      key === undefined ? undefined : eq(columns[shape.keys[0]!]!, key),
    )) as Record<string, unknown>[];
    const row = rows.find((one) => shape.columns.every((column) => one[column.name] !== null));
    if (!row) throw new Error(`no whole row of ${name}`);
    return row;
  };
  const write = (name: string, key: string, values: object): Promise<unknown> => {
    const { table, shape } = tableOf(name),
      columns = getTableColumns(table as PgTable) as Record<string, PgColumn>;
    return t.deps.store.write((db) =>
      scopeWriter(db, a.p.cid).update(table, values as never, eq(columns[shape.keys[0]!]!, key)),
    );
  };
  const flipped = (value: string): string => {
    const at = value.length - 12;
    return value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
  };

  const damaged = async (): Promise<Damaged['items']> =>
    ((await t.call('/api/damaged', { as: a.p.users.owner })).json as Damaged).items;
  /** What the monitor and the board say. */
  const state = async (): Promise<[string | undefined, string[]]> => {
    t.clock.now += 2_000;
    const { status, json } = await t.call('/readyz'),
      board = (await t.call('/ui/incidents')).json as { troubles: string[] };
    expect(status).toBe(200);
    return [(json as { checks: Record<string, string> }).checks['entries'], board.troubles];
  };

  it('is asked for by lists of every kind', () => {
    expect(calls.length).toBeGreaterThan(100);
  });

  it.each(tables)('of %s leaves every list open', async (name) => {
    const { shape } = tableOf(name),
      row = await rowOf(name),
      key = row[shape.keys[0]!] as string;
    await write(
      name,
      key,
      Object.fromEntries(shape.columns.map((one) => [one.name, flipped(row[one.name] as string)])),
    );
    const closed: string[] = [];
    for (const { path, route, as } of calls) {
      const answer = await t.call(path, { as });
      if (answer.status === 200) continue;
      const opens = OPENS.some(([tables, one]) => tables.includes(name) && one.test(route));
      if (!opens || answer.code !== 'entry_damaged')
        closed.push(`${route} ${answer.status} ${answer.code ?? ''}`);
    }
    await checkStored(t.deps, a.p.cid);
    const named = await damaged(),
      worried = await state();
    await write(
      name,
      key,
      Object.fromEntries(shape.columns.map((one) => [one.name, row[one.name]])),
    );
    await checkStored(t.deps, a.p.cid);
    expect([...new Set(closed)]).toEqual([]);
    expect(named).toMatchObject([{ kind: name, id: key }]);
    expect(worried).toEqual(['partial', ['entries']]);
    expect([await damaged(), await state()]).toEqual([[], ['ok', []]]);
  });

  it('is named by a mail and the log once, and its end as well', async () => {
    const mails = async (): Promise<number> =>
      (
        await t.deps.store.read
          .select({ id: t.deps.store.t.mail.id })
          .from(t.deps.store.t.mail)
          .where(eq(t.deps.store.t.mail.template, 'serverTrouble'))
      ).length;
    const pass = async (): Promise<void> => {
      t.clock.now += 60_000;
      await t.app.sweep();
    };
    const noted = (word: string): number => t.lines.filter((line) => line.includes(word)).length;
    const { id, response } = (await rowOf('answers')) as { id: string; response: string },
      before = await mails();
    await write('answers', id, { response: flipped(response) });
    await checkStored(t.deps, a.p.cid);
    for (let minute = 0; minute < 4; minute += 1) await pass();
    expect(await mails()).toBe(before + 1);
    expect(noted('"check":"entries"')).toBe(1);
    expect(noted('"cells.damaged"')).toBeGreaterThan(0);
    expect(t.lines.filter((line) => line.includes('cells.damaged')).join()).not.toContain('Groß');
    await write('answers', id, { response });
    await checkStored(t.deps, a.p.cid);
    await pass();
    expect(noted('"health.recovered"')).toBe(1);
  });

  it('leaves the tablet without its own paper only, and what the tablet sends is judged', async () => {
    const { p } = a,
      { taskIds } = await sendMappe(p, {
        patid: a.ids.patid,
        name: 'Anna Großanna',
        tabletId: a.free.id,
        templates: ['foto@1', 'recall@1'],
      }),
      [bad, good] = taskIds as [string, string];
    const body = (await a.free.inbox()).find((one) => one.taskId === bad)!;
    const { data } = (await scopeReader(t.deps.store.read, p.cid).one(t.deps.store.t.task, {
      taskId: bad,
    }))!;
    await write('task', bad, { data: flipped(data) });
    const again = await a.free.inbox();
    expect(again.map((one) => one.taskId)).toContain(good);
    const found = (await tasksOf(p, body.mappeId)).find((one) => one.taskId === bad);
    expect(found).toMatchObject({ attention: 'entry_damaged' });
    // A signature for the damaged paper does not hold up the next one.
    const next = again.find((one) => one.taskId === good)!;
    await a.free.push(await a.free.op('task.submit', body, submissionOf(body, t.clock.now)));
    await a.free.push(await a.free.op('task.submit', next, submissionOf(next, t.clock.now)));
    await t.runJobs();
    const filed = (await tasksOf(p, next.mappeId)).find((one) => one.taskId === good);
    expect(filed).toMatchObject({ state: 'filed' });
    await write('task', bad, { data });
  });
});
