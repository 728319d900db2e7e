/**
 * Tests of the fate of each patient column: a canary in every one of them, and no trace of it after
 * the erasure.
 */
import { eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import { pgSchema } from '../../platform/db/schema.ts';
import { insertDocument } from '../documents/store.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { CONTACT_FIELDS } from '../../../shared/desk/master-fields.ts';
import { KEPT_COLUMNS, PATIENT_FATES, type OwnFates } from './patient-fates.ts';
import { belongingsOf, erasePerson } from './store-erase.ts';
import { eraseRest, restOf } from './store-rest.ts';

const CANARY = 'ZAUBERLEHRLING',
  NO_MAILS = { mailIds: [], hashes: [] };
const COLUMNS = Object.entries(getTableColumns(pgSchema.patient)),
  OF_TEXT = COLUMNS.filter(([, column]) => column.dataType === 'string').map(([name]) => name);
let t: TestApp,
  p: Practice,
  last = 1000,
  patid = '';
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord', []);
});
afterAll(() => t.drop());
beforeEach(async () => {
  patid = String(last++);
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    addPatients(w, 'pvs', [person(patid, 'Lea', 'Lehrling', '2020-05-01')]),
  );
});

/** Writes the canary into these columns of the patient. */
async function fill(columns: readonly string[]): Promise<void> {
  const { patient } = t.deps.store.t;
  await t.deps.store.write(async (db) => {
    await db
      .update(patient)
      .set(Object.fromEntries(columns.map((column) => [column, CANARY])))
      .where(eq(patient.patid, patid));
  });
}
/** Every `table.column` that contains the canary. */
async function found(): Promise<string[]> {
  const places: string[] = [];
  for (const [name, table] of Object.entries(t.deps.store.t)) {
    const rows: Record<string, unknown>[] = await t.deps.store.read.select().from(table as never);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if ((JSON.stringify(value) ?? '').includes(CANARY)) places.push(`${name}.${column}`);
  }
  return places.sort();
}
async function addXray(): Promise<string> {
  const keys = await t.deps.keys(p.cid),
    fileId = t.deps.newId(),
    blob = await t.deps.blobs.put(p.cid, new TextEncoder().encode(`X-ray of ${patid}`), {
      keyId: keys.blobKeyId,
      key: keys.blobKey,
    });
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await recordBlob(w, { ...blob, mime: 'image/webp', keyId: keys.blobKeyId });
    await insertDocument(w, {
      fileId,
      patid,
      taskId: null,
      sha256: blob.sha256,
      title: 'Röntgenbild',
      mime: 'image/webp',
      uploadKind: 'xray',
      uploadedBy: p.users.owner.userId,
    });
  });
  return fileId;
}
const erase = (keep: readonly string[]): Promise<unknown> =>
  t.deps.workshop.write(p.cid, p.system, async (w) => {
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
    ]);
  });

  it('a record kept for its X-rays keeps no value of the other columns', async () => {
    const fileId = await addXray(),
      columns = OF_TEXT.filter((name) => !(KEPT_COLUMNS as readonly string[]).includes(name)),
      made = t.clock.now;
    await fill(columns);
    expect(await found()).toEqual(columns.map((name) => `patient.${name}`).sort());
    t.clock.now += 1000;
    await erase([fileId]);
    expect(await found()).toEqual([]);
    const [row] = await t.deps.store.read
      .select()
      .from(t.deps.store.t.patient)
      .where(eq(t.deps.store.t.patient.patid, patid));
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
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await eraseRest(w, await restOf(w, [patid]), new Set(), NO_MAILS);
    });
    expect(await found()).toEqual(['patient.street']);
    await erase([]);
  });
});
