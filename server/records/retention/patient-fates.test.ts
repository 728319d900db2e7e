/**
 * Tests of the fate of each patient column: a canary in every one of them, and no trace of it after
 * the erasure.
 */
import { createHash } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import { pgSchema } from '../../platform/db/schema.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { insertDocument } from '../documents/store.ts';
import { createPractice } from '../../accounts/settings/create-practice.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { CONTACT_FIELDS } from '../../../shared/desk/master-fields.ts';
import { KEPT_COLUMNS, PATIENT_FATES, type OwnFates } from './patient-fates.ts';
import { belongingsOf, erasePerson } from './store-erase.ts';
import { eraseRest, restOf } from './store-rest.ts';

const CANARY = 'ZAUBERLEHRLING',
  NO_MAILS = { mailIds: [], hashes: [] };
const COLUMNS = Object.entries(getTableColumns(pgSchema.patient)),
  OF_TEXT = COLUMNS.filter(([, column]) => column.dataType === 'string').map(([name]) => name);
const PRACTICE = '11111111-1111-7111-8111-111111111111',
  system: Actor = { kind: 'system', cid: PRACTICE };
let store: Store,
  bench: TestBench,
  drop: () => Promise<void>,
  last = 1000,
  patid = '';
const write = <T>(work: (w: Work) => Promise<T>): Promise<T> =>
  bench.workshop.write(PRACTICE, system, work);
beforeAll(async () => {
  ({ store, drop } = await openTestStore('sqlite'));
  bench = createTestBench(store);
  await write((w) => createPractice(w, { name: 'Zahnarztpraxis Nord' }));
});
afterAll(() => drop());
beforeEach(async () => {
  patid = String(last++);
  const lea = {
    patid,
    title: '',
    firstName: 'Lea',
    lastName: 'Lehrling',
    geburtsdatum: '2020-05-01',
    street: 'Weg 1',
    plz: '10115',
    city: 'Berlin',
  };
  await write((w) => addPatients(w, 'pvs', [lea]));
});

/** Writes the canary into these columns of the patient. */
async function fill(columns: readonly string[]): Promise<void> {
  const { patient } = store.t;
  await store.write(async (db) => {
    await db
      .update(patient)
      .set(Object.fromEntries(columns.map((column) => [column, CANARY])))
      .where(eq(patient.patid, patid));
  });
}
/** Every `table.column` that contains the canary. */
async function found(): Promise<string[]> {
  const places: string[] = [];
  for (const [name, table] of Object.entries(store.t)) {
    const rows: Record<string, unknown>[] = await store.read.select().from(table as never);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if ((JSON.stringify(value) ?? '').includes(CANARY)) places.push(`${name}.${column}`);
  }
  return places.sort();
}
async function addXray(): Promise<string> {
  const fileId = bench.newId(),
    sha256 = createHash('sha256').update(`X-ray of ${patid}`).digest('hex');
  await write(async (w) => {
    await recordBlob(w, { sha256, size: 20, mime: 'image/webp', keyId: 'key' });
    await insertDocument(w, {
      fileId,
      patid,
      taskId: null,
      sha256,
      title: 'Röntgenbild',
      mime: 'image/webp',
      uploadKind: 'xray',
      uploadedBy: 'dentist',
    });
  });
  return fileId;
}
const erase = (keep: readonly string[]): Promise<unknown> =>
  write(async (w) => {
    const kept = new Set(keep);
    await erasePerson(w, await belongingsOf(w, [patid], kept), kept, new Set(), NO_MAILS);
  });

/** True if the fates of the present columns suffice for a table with one more column. */
type IsEnough<Column extends string> =
  OwnFates extends OwnFates<(typeof pgSchema)['patient']['$inferSelect'] & Record<Column, string>>
    ? true
    : false;

describe('[sec 6] fate of the patient columns', () => {
  it('a new column without a fate does not compile', () => {
    const isEnough: { old: IsEnough<'patid'>; fresh: IsEnough<'occupation'> } = {
      old: true,
      fresh: false,
    };
    expect(isEnough).toEqual({ old: true, fresh: false });
  });

  it('every column has a fate, and only the identity of kept documents is kept', () => {
    expect(Object.keys(PATIENT_FATES).sort()).toEqual(COLUMNS.map(([name]) => name).sort());
    expect([...KEPT_COLUMNS].sort()).toEqual([
      'cid',
      'firstName',
      'geburtsdatum',
      'herkunft',
      'lastName',
      'mergedInto',
      'patid',
      'rev',
    ]);
  });

  it('a record kept for its X-rays keeps no value of the other columns', async () => {
    const fileId = await addXray(),
      columns = OF_TEXT.filter((name) => !(KEPT_COLUMNS as readonly string[]).includes(name)),
      made = bench.now();
    await fill(columns);
    expect(await found()).toEqual(columns.map((name) => `patient.${name}`).sort());
    bench.pass(1000);
    await erase([fileId]);
    expect(await found()).toEqual([]);
    const [row] = await store.read
      .select()
      .from(store.t.patient)
      .where(eq(store.t.patient.patid, patid));
    expect([row?.firstName, row?.lastName, row?.geburtsdatum, row?.search, row?.createdAt]).toEqual(
      ['Lea', 'Lehrling', '2020-05-01', ' lehrling lea ', made + 1000],
    );
  });

  it('a record without retention duty is deleted with every column', async () => {
    await fill(OF_TEXT.filter((name) => name !== 'cid' && name !== 'patid'));
    await erase([]);
    expect(await found()).toEqual([]);
  });

  it('a demand empties the contacts and keeps the record', async () => {
    await fill([...CONTACT_FIELDS, 'street']);
    await write(async (w) => {
      await eraseRest(w, await restOf(w, [patid]), new Set(), NO_MAILS);
    });
    expect(await found()).toEqual(['patient.street']);
    await erase([]);
  });
});
