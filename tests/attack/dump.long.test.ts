/**
 * A dump of PostgreSQL shows no person: a practice is filled through the API with marked words, then
 * every text of every table is searched for them.
 */
import { createHash } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { shapeOf } from '../../server/platform/db/cells/sealed-columns.ts';
import { pgSchema } from '../../server/platform/db/schema.ts';
import { PVS_ENTITIES, PVS_FIELDS, type PvsField } from '../../shared/analytics/deliveries/pvs.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { valuesOf } from '../support/from-schema.ts';
import { addVendor, stepUp } from '../support/practice.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';
import { CLEAR_COLUMNS } from './clear-columns.ts';

/** In every free text of every call. */
const WORD = 'Kanarienwort',
  /** Of people: names, birth dates, places and numbers in each way of entering them. */
  OF_PEOPLE = [
    'Kanarienvogel',
    '1931-03-17',
    '17.03.1931',
    '98765',
    '0171 5550199',
    'kanarie@example.org',
    'Kommend',
    '1980-05-05',
    '1941-03-04',
    '04.03.1941',
    'Weg bei',
  ],
  /** Name of a patient, and of a user who signs the practice's sheets in the filled practice. */
  SHARED_NAME = 'Großnord',
  SEED = 3,
  BODIES = 4;
const PERSONAL: Readonly<Record<string, string>> = {
  vorname: 'Kanarienvogel',
  nachname: 'Kanarienvogel',
  geburtsdatum: '1931-03-17',
  plz: '98765',
  telefon: '0171 5550199',
  mobil: '0171 5550199',
  email: 'kanarie@example.org',
  patid: '7001',
};
const TEXT_TYPES: readonly string[] = ['string', 'json', 'buffer', 'custom'];

interface Column {
  table: PgTable;
  /** `table.column` */
  name: string;
  column: string;
  isSealed: boolean;
}
/** Every column that may hold text. */
const COLUMNS: readonly Column[] = (Object.values(pgSchema) as PgTable[]).flatMap((table) => {
  const sealed = new Set(shapeOf(table)?.columns.map((one) => one.name));
  return Object.entries(getTableColumns(table) as Record<string, { dataType: string }>)
    .filter(([, { dataType }]) => TEXT_TYPES.includes(dataType))
    .map(([column]) => ({
      table,
      column,
      name: `${getTableName(table)}.${column}`,
      isSealed: sealed.has(column),
    }));
});
const clearOf = (group: keyof typeof CLEAR_COLUMNS): string[] =>
  CLEAR_COLUMNS[group].columns.flatMap((line) => {
    const [table, columns = ''] = line.split(': ');
    return columns.split(' ').map((column) => `${table}.${column}`);
  });
const GROUPS = Object.keys(CLEAR_COLUMNS) as (keyof typeof CLEAR_COLUMNS)[];

it('every column with text is encrypted, or listed with the reason why it is not', () => {
  const decided = GROUPS.flatMap(clearOf),
    open = COLUMNS.filter((one) => !one.isSealed).map((one) => one.name);
  expect(open.filter((name) => !decided.includes(name))).toEqual([]);
  expect(decided.filter((name) => !open.includes(name))).toEqual([]);
  expect(new Set(decided).size).toBe(decided.length);
});

/** Replaces every text that the schema leaves free. */
function marked(schema: z.ZodType, value: unknown): unknown {
  const root = { it: structuredClone(value) };
  const walk = (of: Record<string, unknown>, key: string): void => {
    const one = of[key];
    if (typeof one === 'string') {
      of[key] = WORD;
      if (!schema.safeParse(root.it).success) of[key] = one;
    } else if (typeof one === 'object' && one !== null)
      for (const name of Object.keys(one)) walk(one as Record<string, unknown>, name);
  };
  walk(root, 'it');
  return root.it;
}
const deliveredValue = ({ name, type, words }: PvsField): string | number | boolean => {
  if (PERSONAL[name] !== undefined) return PERSONAL[name];
  if (type === 'text') return WORD;
  if (type === 'day') return '2026-11-19';
  if (type === 'instant') return '2026-11-21T09:00:00';
  if (type === 'clock') return '09:00';
  if (type === 'bool') return false;
  return type === 'word' ? words[0]! : '1';
};

let t: TestApp, filled: Filled;
const renderer = testRenderer();
/** Delivers one row of every entity as a program of the practice does. */
async function deliver(): Promise<void> {
  const { owner } = filled.p.users;
  await stepUp(t, owner);
  const made = await t.call('/auth/token', {
    as: owner,
    method: 'POST',
    json: { id: crypto.randomUUID(), kind: 'collector', name: 'Abholer', days: null },
  });
  const as = { token: (made.json as { token: string }).token },
    post = (path: string, json: object) =>
      t.call(`/collector${path}`, { as, method: 'POST', json });
  const opened = await post('/batches', { run: 'erste', source: 'Probe' });
  expect([made.text, opened.status, opened.text]).toEqual([made.text, 200, opened.text]);
  const { batch } = opened.json as { batch: number };
  for (const [at, entity] of PVS_ENTITIES.entries()) {
    const fields = PVS_FIELDS[entity].filter(
      ({ name }) => name !== 'zusammengefuehrtIn' && name !== 'gutschriftZu',
    );
    const body = JSON.stringify({
      id: entity === 'patient' ? '7001' : '1',
      geaendertAm: 1,
      ...Object.fromEntries(fields.map((field) => [field.name, deliveredValue(field)])),
    });
    const sha256 = createHash('sha256').update(body).digest('hex');
    const sent = await t.call(
      `/collector/batches/${batch}/parts/${at + 1}?entity=${entity}&sha256=${sha256}`,
      { as, method: 'POST', body, type: 'application/x-ndjson' },
    );
    expect([entity, sent.status, sent.text]).toEqual([entity, 200, sent.text]);
  }
  expect((await post(`/batches/${batch}/close`, { parts: PVS_ENTITIES.length })).status).toBe(200);
  await t.runJobs();
}
/** Calls every route that writes, with marked words. @returns how many took one */
async function callAll(): Promise<number> {
  const { p, tablet } = filled,
    ids = filled.ids as unknown as Record<string, string>,
    vendor = await addVendor(t);
  const callers: Bearer[] = [
    p.users.owner,
    p.users.reception,
    tablet,
    vendor.support,
    vendor.administrator,
  ];
  let taken = 0;
  for (const m of t.app.table) {
    const { body } = m.route.spec;
    if (m.method === 'get' || !body) continue;
    const path = m.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? t.deps.newId());
    let isTaken = false;
    for (const value of fc.sample(valuesOf(body), { numRuns: BODIES, seed: SEED })) {
      const json = JSON.parse(JSON.stringify(marked(body, value)), (key, one: unknown) => {
        if (key === 'patid') return '7001';
        return typeof one === 'string' ? (ids[key] ?? one) : one;
      }) as object;
      for (const as of callers)
        isTaken ||= (await t.call(path, { as, method: m.method.toUpperCase(), json })).status < 300;
    }
    if (isTaken) taken += 1;
  }
  await t.runJobs();
  return taken;
}
beforeAll(async () => {
  t = await createTestApp('postgres', { renderer });
  filled = await fillPraxis(t, 'nord', '1001');
  await deliver();
}, 120_000);
afterAll(async () => {
  await t.drop();
  renderer.close();
});

it('no name, birth date, address, number, note or free text of a person stands in a table', async () => {
  // Everything is there for the program.
  const found = await filled.p.call('/patient/search?q=Kanarienv', {
    as: filled.p.users.reception,
  });
  expect(found.text).toContain('0171 5550199');
  expect(await callAll()).toBeGreaterThan(45);
  const free = new Set(
      GROUPS.flatMap((group) => (CLEAR_COLUMNS[group].isFree ? clearOf(group) : [])),
    ),
    team = new Set(clearOf('team')),
    seen: string[] = [];
  const rowsOf = new Map<PgTable, Record<string, unknown>[]>();
  for (const { table, column, name } of COLUMNS) {
    if (!rowsOf.has(table))
      rowsOf.set(table, (await t.deps.store.read.select().from(table)) as never);
    const words = [
      ...OF_PEOPLE,
      ...(free.has(name) ? [] : [WORD]),
      ...(team.has(name) ? [] : [SHARED_NAME]),
    ];
    for (const row of rowsOf.get(table)!) {
      const value = row[column],
        text = Buffer.isBuffer(value) ? value.toString('utf8') : JSON.stringify(value ?? '');
      for (const word of words) if (text.includes(word)) seen.push(`${name}: ${word}`);
    }
  }
  expect([...new Set(seen)]).toEqual([]);
  // The search above finds such words at all.
  expect(rowsOf.size).toBe(Object.keys(pgSchema).length);
  expect(JSON.stringify(rowsOf.get(pgSchema.praxis as PgTable))).toContain('Zahnarztpraxis nord');
}, 300_000);
