// Counts and removes, in one transaction, data without a retention duty of a person whose record
// has to stay, on their demand (Art. 17 GDPR). Apart from `store-erase.ts` this is the only place
// that removes rows of other slices.

import { and, getTableColumns, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  NO_COUNTS,
  type ErasureCounts,
  type KeptThing,
  type RestThing,
} from '../../../shared/records/retention.ts';
import { looseUses } from '../../platform/blobs/store.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { TenantTable } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import { CONTACT_FIELDS } from '../../../shared/desk/master-fields.ts';
import { WITHOUT_CONTACTS } from './patient-fates.ts';
import { belongingsOf, type Belongings, type MailsOf } from './store-erase.ts';
import { byNumber } from './store-tables.ts';

const columnOf = (table: TenantTable, name: string): PgColumn =>
  (getTableColumns(table) as Record<string, PgColumn>)[name]!;
/**
 * Tables of delivered rows with a patient's number: the practice's own software may deliver them
 * again.
 */
const DELIVERED = /^pvs/;

/** Papers that ended without content: nothing signed, declined, answered or stored. */
async function unfinishedOf(
  s: Look | Work,
  patids: readonly string[],
): Promise<{ taskIds: string[]; shas: string[] }> {
  const db = readerOf(s),
    { t } = s;
  const ended = await db.pick(
      t.task,
      ['taskId', 'presentedPdfSha256', 'kind'],
      and(inArray(t.task.patid, [...patids]), inArray(t.task.state, ['cancelled', 'expired'])),
    ),
    ids = ended.map((one) => one.taskId);
  if (ids.length === 0) return { taskIds: [], shas: [] };
  const said = new Set<string | null>([
    ...(await db.pick(t.envelope, ['taskId'], inArray(t.envelope.taskId, ids))).map(
      (row) => row.taskId,
    ),
    ...(await db.pick(t.document, ['taskId'], inArray(t.document.taskId, ids))).map(
      (row) => row.taskId,
    ),
    ...(await db.pick(t.answers, ['taskId'], inArray(t.answers.taskId, ids))).map(
      (row) => row.taskId,
    ),
    ...(await db.pick(t.scanPage, ['taskId'], inArray(t.scanPage.taskId, ids))).map(
      (row) => row.taskId,
    ),
    ...(await db.pick(t.withdrawal, ['taskId'], inArray(t.withdrawal.taskId, ids))).map(
      (row) => row.taskId,
    ),
  ]);
  const own = ended.filter((one) => !said.has(one.taskId));
  return {
    taskIds: own.map((one) => one.taskId),
    shas: own.flatMap((one) =>
      one.presentedPdfSha256 === null || one.kind === 'questionnaire'
        ? []
        : [one.presentedPdfSha256],
    ),
  };
}

/** All data of a person that is deleted although the record stays. */
export interface Rest {
  all: Belongings;
  unfinished: { taskIds: string[]; shas: string[] };
  exports: string[];
}
export async function restOf(s: Look | Work, patids: string[]): Promise<Rest> {
  const { t } = s;
  return {
    all: await belongingsOf(s, patids, new Set()),
    unfinished: await unfinishedOf(s, patids),
    exports: (
      await readerOf(s).pick(t.personExport, ['sha256'], inArray(t.personExport.patid, patids))
    ).flatMap((row) => row.sha256 ?? []),
  };
}
/** Rows of a person that a table of another slice keeps only temporarily. */
const passing = (
  t: Schema,
  { all: { patids, lines } }: Rest,
): Readonly<
  Record<
    Exclude<RestThing, 'links' | 'unfinished' | 'mails' | 'contacts'>,
    readonly (readonly [TenantTable, SQL])[]
  >
> => {
  const of = (table: TenantTable, and_?: SQL): readonly [TenantTable, SQL] => [
    table,
    and(inArray(columnOf(table, 'patid'), patids), and_)!,
  ];
  return {
    // Filed data is among the answers.
    tray: [of(t.unmatched)],
    changes: [of(t.masterChange, inArray(t.masterChange.state, ['open', 'declined']))],
    notes:
      lines.length === 0
        ? []
        : ([t.planNote, t.planStep, t.planLabelOn] as TenantTable[]).map(
            (table) => [table, inArray(columnOf(table, 'target'), lines)] as const,
          ),
    // An agreement withdrawn before it came back signed has no content to keep.
    others: [
      of(t.printedPaper, and(isNotNull(t.printedPaper.voidedAt), isNull(t.printedPaper.fileId))),
      of(t.arrival),
      of(t.roomStay),
      of(t.onlineTermin),
      of(t.importItem),
      of(t.personExport),
    ],
  };
};

/**
 * Counts the remaining rows of a person.
 * @param mails of this person, as found by the owner of their key
 */
export async function countRest(
  look: Look,
  rest: Rest,
  mails: MailsOf,
): Promise<{ thing: RestThing; count: number }[]> {
  const { db, t } = look,
    { patids, shares, homes } = rest.all,
    groups = passing(t, rest);
  const sum = async (parts: readonly (readonly [TenantTable, SQL])[]): Promise<number> => {
    let n = 0;
    for (const [table, where] of parts) n += await db.count(table, where);
    return n;
  };
  const people = await db.pick(t.patient, CONTACT_FIELDS, inArray(t.patient.patid, patids)),
    contacts = people.reduce(
      (n, row) =>
        n + CONTACT_FIELDS.filter((field) => row[field] !== null && row[field] !== '').length,
      0,
    );
  const counts: Record<RestThing, number> = {
    links: shares.length + homes.length,
    tray: await sum(groups.tray),
    unfinished: rest.unfinished.taskIds.length,
    changes: await sum(groups.changes),
    mails: mails.mailIds.length,
    contacts,
    notes: await sum(groups.notes),
    others: await sum(groups.others),
  };
  return (Object.keys(counts) as RestThing[]).flatMap((thing) =>
    counts[thing] === 0 ? [] : [{ thing, count: counts[thing] }],
  );
}

/** Counts parts of the record: they stay until its period is over. */
export async function countKept(
  look: Look,
  patids: readonly string[],
): Promise<Record<KeptThing, number>> {
  const { db, t } = look,
    of = (table: TenantTable, and_?: SQL): Promise<number> =>
      db.count(table, and(inArray(columnOf(table, 'patid'), [...patids]), and_));
  let delivered = 0;
  for (const name of byNumber(t))
    if (DELIVERED.test(name)) delivered += await of(t[name] as unknown as TenantTable);
  const isXray = sql`coalesce(${t.document.uploadKind}, '') = 'xray'`;
  return {
    documents: await of(t.document, sql`not (${isXray})`),
    xrays: await of(t.document, isXray),
    answers: await of(t.answers),
    papers:
      (await of(t.task, inArray(t.task.state, ['filed', 'declined']))) +
      (await of(t.printedPaper, isNull(t.printedPaper.voidedAt))),
    withdrawals: await of(t.withdrawal),
    termine: await of(t.termin),
    delivered,
  };
}

/**
 * Removes all of it in one transaction; the record stays. Idempotent.
 * @returns the removed rows, and contents that no row references any more: their files are deleted
 * after the commit
 */
export async function eraseRest(
  w: Work,
  rest: Rest,
  elsewhere: ReadonlySet<string>,
  mails: MailsOf,
): Promise<{ counts: ErasureCounts; blobs: string[] }> {
  const { tx, t } = w,
    { patids, shares, homes, mappen } = rest.all,
    { taskIds, shas } = rest.unfinished,
    sentIds = [...taskIds, ...rest.all.taskless];
  const drop = async (
    table: TenantTable,
    column: string,
    values: readonly string[],
  ): Promise<number> =>
    values.length === 0 ? 0 : tx.remove(table, inArray(columnOf(table, column), [...values]));
  let others = 0;
  for (const [table, column, values] of [
    [t.shareItem, 'share', shares],
    [t.shareSession, 'share', shares],
    [t.shareCode, 'share', shares],
    [t.shareEvent, 'share', shares],
    [t.share, 'id', shares],
    [t.homeLink, 'id', homes],
    [t.signaturePart, 'taskId', taskIds],
    [t.op, 'taskId', sentIds],
    [t.op, 'id', rest.all.taskless],
    [t.draft, 'taskId', sentIds],
    [t.attachment, 'taskId', sentIds],
    [t.feed, 'taskId', taskIds],
    [t.takeover, 'taskId', taskIds],
    [t.exportItem, 'taskId', taskIds],
    [t.mail, 'id', mails.mailIds],
  ] as [TenantTable, string, string[]][])
    others += await drop(table, column, values);
  for (const parts of Object.values(passing(t, rest)))
    for (const [table, where] of parts) others += await tx.remove(table, where);
  const papers = await drop(t.task, 'taskId', taskIds);
  // A Mappe without a paper has no content.
  const emptied = mappen.map((one) => one.id),
    filled = new Set(
      emptied.length === 0
        ? []
        : (await tx.pick(t.task, ['mappeId'], inArray(t.task.mappeId, emptied))).map(
            (row) => row.mappeId,
          ),
    );
  others += await drop(
    t.mappe,
    'id',
    emptied.filter((one) => !filled.has(one)),
  );
  const patient: TenantTable = t.patient;
  await tx.update(
    patient,
    WITHOUT_CONTACTS,
    and(
      inArray(t.patient.patid, patids),
      or(...CONTACT_FIELDS.map((column) => isNotNull(t.patient[column]))),
    )!,
  );
  const all = [...new Set([...shas, ...rest.exports])],
    used = new Set([
      ...elsewhere,
      ...(all.length === 0 ? [] : await looseUses(tx, t, all)).map((one) => one.sha256),
    ]);
  const shown = new Set(
    all.length === 0
      ? []
      : (
          await tx.pick(
            t.task,
            ['presentedPdfSha256'],
            and(isNotNull(t.task.presentedPdfSha256), inArray(t.task.presentedPdfSha256, all)),
          )
        ).map((row) => row.presentedPdfSha256),
  );
  const blobs = all.filter((one) => !used.has(one) && !shown.has(one)),
    files = await drop(t.blob, 'sha256', blobs);
  return { counts: { ...NO_COUNTS, papers, files, others }, blobs };
}
