// Deletes everything of one person from every table: the one place that removes rows of other
// slices. `store-tables.ts` defines how a table relates to a person.

import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { patientTarget } from '../../../shared/desk/follow-up.schema.ts';
import { foldEmail } from '../../../shared/base/email.ts';
import { NO_COUNTS, type ErasureCounts } from '../../../shared/records/retention.ts';
import { looseUses, usesOf } from '../../platform/blobs/store.ts';
import { withStandIns } from '../../platform/db/cells/cells.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row, TenantTable } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import { bareRecord } from './patient-fates.ts';
import { dropJobs, forgetGrants } from './store-mentions.ts';
import { columnsOf, byNumber } from './store-tables.ts';

/** Data of one person before deletion. */
export interface Belongings {
  patids: string[];
  taskIds: string[];
  /** Documents that are deleted. */
  fileIds: string[];
  /** Answers that came without a task: ops, drafts and photos reference them like tasks. */
  taskless: string[];
  /** Printed agreements: their scans reference them like tasks. */
  sheets: string[];
  mappen: Row<Schema['mappe']>[];
  shares: string[];
  homes: string[];
  terminIds: string[];
  hkps: string[];
  /** Plans, perio cases, recalls and the person as such: notes, steps and labels reference them. */
  lines: string[];
  bills: string[];
  emails: string[];
  /** Contents referenced by the person's rows. */
  shas: string[];
}

const ids = <T>(rows: readonly T[], of: (row: T) => string | null): string[] => [
  ...new Set(rows.flatMap((row) => of(row) ?? [])),
];
const rowId = (row: unknown): string => String((row as { id: unknown }).id);

async function tasklessOf(s: Look | Work, patids: string[], homes: string[]): Promise<string[]> {
  const { unmatched } = s.t;
  const rows = await readerOf(s).pick(
    unmatched,
    ['id'],
    or(inArray(unmatched.patid, patids), inArray(unmatched.homeId, homes)),
  );
  return ids(rows, (row) => row.id);
}

/**
 * Lists the rows that belong to a person.
 * @param keep documents to be kept: X-rays whose own period is still running
 */
export async function belongingsOf(
  s: Look | Work,
  patids: string[],
  keep: ReadonlySet<string>,
): Promise<Belongings> {
  const db = readerOf(s),
    { t } = s;
  const of = (table: TenantTable): SQL => inArray(columnsOf(table).patid!, patids);
  const tasks = await db.pick(
      t.task,
      ['taskId', 'mappeId', 'presentedPdfSha256', 'kind'],
      of(t.task),
    ),
    taskIds = ids(tasks, (row) => row.taskId);
  const envelopes =
    taskIds.length === 0
      ? []
      : await db.pick(
          t.envelope,
          ['finalSha256', 'pointFiles'],
          inArray(t.envelope.taskId, taskIds),
        );
  const documents = (await db.pick(t.document, ['fileId', 'sha256'], of(t.document))).filter(
    (row) => !keep.has(row.fileId),
  );
  const fileIds = ids(documents, (row) => row.fileId),
    versions =
      fileIds.length === 0
        ? []
        : await db.pick(t.sealVersion, ['sha256'], inArray(t.sealVersion.fileId, fileIds));
  const sheets = ids(await db.pick(t.printedPaper, ['id'], of(t.printedPaper)), (row) => row.id),
    scans = await db.pick(t.scanPage, ['sha256'], scansOf(t, patids, [...taskIds, ...sheets])),
    exports = await db.pick(t.personExport, ['sha256'], of(t.personExport));
  // In JSON a number is quoted; false matches are filtered out here.
  const mappen = (
    await db.find(
      t.mappe,
      or(
        ...patids.map(
          (one) => sql`cast(${t.mappe.patids} as text) like ${`%${JSON.stringify(one)}%`}`,
        ),
      ),
    )
  ).filter((row) => row.patids.some((one) => patids.includes(one)));
  const homes = ids(await db.pick(t.homeLink, ['id'], of(t.homeLink)), (row) => row.id);
  return {
    patids,
    taskIds,
    fileIds,
    taskless: await tasklessOf(s, patids, homes),
    sheets,
    mappen,
    shares: ids(await db.pick(t.share, ['id'], of(t.share)), (row) => row.id),
    homes,
    terminIds: ids(await db.pick(t.termin, ['terminId'], of(t.termin)), (row) => row.terminId),
    hkps: (await db.find(t.pvsHkp, of(t.pvsHkp))).map(rowId),
    lines: [
      ...(await db.find(t.pvsHkp, of(t.pvsHkp))),
      ...(await db.find(t.pvsParfall, of(t.pvsParfall))),
      ...(await db.find(t.pvsRecall, of(t.pvsRecall))),
    ]
      .map(rowId)
      .concat(patids.map(patientTarget)),
    bills: (await db.find(t.pvsRechnung, of(t.pvsRechnung))).map(rowId),
    emails: ids(await db.pick(t.patient, ['email'], of(t.patient)), (row) => row.email),
    shas: [
      ...new Set([
        ...documents.map((row) => row.sha256),
        ...versions.map((row) => row.sha256),
        ...envelopes.flatMap((row) => [
          ...row.finalSha256,
          ...row.pointFiles.flatMap((one) => one ?? []),
        ]),
        ...scans.map((row) => row.sha256),
        ...exports.flatMap((row) => row.sha256 ?? []),
        ...tasks.flatMap((row) =>
          row.presentedPdfSha256 === null || row.kind === 'questionnaire'
            ? []
            : [row.presentedPdfSha256],
        ),
      ]),
    ].filter((one) => one !== ''),
  };
}
const scansOf = (t: Schema, patids: string[], taskIds: string[]): SQL =>
  taskIds.length === 0
    ? inArray(t.scanPage.patid, patids)
    : sql`(${inArray(t.scanPage.patid, patids)} or ${inArray(t.scanPage.taskId, taskIds)})`;

/**
 * Returns those contents that sealed papers and tasks of others also reference; reads every
 * envelope, so call it before the deleting transaction.
 */
export async function usedElsewhere(
  look: Look,
  { shas, taskIds }: Belongings,
): Promise<Set<string>> {
  const own = new Set(taskIds);
  return new Set(
    (await usesOf(look.db, look.t, shas))
      .filter(
        (one) =>
          (one.use === 'sealed' || one.use === 'ink' || one.use === 'presented') &&
          one.taskId !== null &&
          !own.has(one.taskId),
      )
      .map((one) => one.sha256),
  );
}

/**
 * Mails of this person: rows to delete, and addresses that no other person has. Encrypted bytes are
 * decrypted by the owner of the key.
 */
export interface MailsOf {
  mailIds: string[];
  hashes: string[];
}

/**
 * Removes every row of one person in one transaction. With documents to keep, the record keeps
 * name, birth date and number, with a new creation time.
 * @returns the removed rows, and contents that no row references any more: their files are deleted
 * after the commit
 */
export async function erasePerson(
  w: Work,
  all: Belongings,
  keep: ReadonlySet<string>,
  elsewhere: ReadonlySet<string>,
  mails: MailsOf,
): Promise<{ counts: ErasureCounts; blobs: string[] }> {
  const { tx, t } = w,
    { patids, shares, homes } = all,
    taskIds = [...all.taskIds, ...all.taskless];
  const scanPage: TenantTable = t.scanPage;
  let others = 0;
  const drop = async (
    table: TenantTable,
    column: string,
    values: readonly string[],
    and_?: SQL,
  ): Promise<number> =>
    values.length === 0
      ? 0
      : tx.remove(table, and(inArray(columnsOf(table)[column]!, [...values]), and_)!);
  const also = async (
    table: TenantTable,
    column: string,
    values: readonly string[],
    and_?: SQL,
  ): Promise<void> => {
    others += await drop(table, column, values, and_);
  };

  const mappeIds = all.mappen
    .filter((row) => row.patids.every((one) => patids.includes(one)))
    .map((row) => row.id);
  for (const [table, column, values] of [
    [t.envelope, 'taskId', taskIds],
    [t.signaturePart, 'taskId', taskIds],
    [t.sealVersion, 'fileId', all.fileIds],
    [t.op, 'taskId', taskIds],
    // Submissions that were put aside and assigned to the person.
    [t.op, 'id', all.taskless],
    [t.draft, 'taskId', taskIds],
    [t.attachment, 'taskId', taskIds],
    [t.feed, 'taskId', taskIds],
    [t.feed, 'mappeId', mappeIds],
    [t.takeover, 'taskId', taskIds],
    [t.takeover, 'mappeId', mappeIds],
    [t.exportItem, 'taskId', taskIds],
    [t.exportItem, 'patid', patids],
    [t.shareItem, 'share', shares],
    [t.shareSession, 'share', shares],
    [t.shareCode, 'share', shares],
    [t.shareEvent, 'share', shares],
    [t.unmatched, 'patid', patids],
    [t.unmatched, 'homeId', homes],
    [t.mail, 'id', mails.mailIds],
    [t.mailSuppression, 'hash', mails.hashes],
    [t.pvsPatient, 'id', patids],
    [t.pvsHkpposition, 'hkpid', all.hkps],
    [t.pvsZahlung, 'rechnungId', all.bills],
    [t.planNote, 'target', all.lines],
    [t.planStep, 'target', all.lines],
    [t.planLabelOn, 'target', all.lines],
  ] as [TenantTable, string, string[]][])
    await also(table, column, values);
  await also(t.pvsCarried, 'id', patids, eq(t.pvsCarried.kind, 'patient'));
  await also(t.pvsCarried, 'id', all.terminIds, eq(t.pvsCarried.kind, 'termin'));
  others += await tx.remove(scanPage, scansOf(t, patids, [...taskIds, ...all.sheets]));
  await leaveMappen(w, all);
  await also(t.mappe, 'id', mappeIds);
  await dropJobs(w, new Set([...taskIds, ...mappeIds]));
  await forgetGrants(w, patids);

  const papers = await drop(t.task, 'taskId', taskIds);
  const documents =
    keep.size === 0
      ? await drop(t.document, 'patid', patids)
      : await drop(t.document, 'patid', patids, sql`${t.document.fileId} not in ${[...keep]}`);
  const answers = await drop(t.answers, 'patid', patids),
    termine = await drop(t.termin, 'patid', patids);
  for (const name of byNumber(t)) await also(t[name] as unknown as TenantTable, 'patid', patids);
  const people = await dropRecord(w, patids, keep.size > 0);

  const used = new Set([
      ...elsewhere,
      ...(all.shas.length === 0 ? [] : await looseUses(tx, t, all.shas)).map((one) => one.sha256),
    ]),
    blobs = all.shas.filter((one) => !used.has(one));
  const files = await drop(t.blob, 'sha256', blobs);
  return {
    counts: { ...NO_COUNTS, people, documents, papers, answers, termine, files, others },
    blobs,
  };
}

/** Takes the person out of Mappen of their family. */
async function leaveMappen({ tx, t }: Work, { patids, mappen }: Belongings): Promise<void> {
  const table: TenantTable = t.mappe;
  for (const mappe of mappen) {
    // Signers that cannot be read may be the person: they go.
    const { row } = withStandIns(mappe, { signers: [] }),
      others = row.patids.filter((one) => !patids.includes(one));
    // A signer for another person in a family's Mappe stays with that person.
    if (others.length > 0)
      await tx.update(
        table,
        {
          patids: others,
          signers: row.signers.filter(
            (one) => one.patid === undefined || !patids.includes(one.patid),
          ),
        },
        eq(t.mappe.id, row.id),
      );
  }
}

/** The record itself; with kept X-rays, the columns that identify their person. */
async function dropRecord(w: Work, patids: string[], isKept: boolean): Promise<number> {
  const { tx, t } = w,
    table: TenantTable = t.patient,
    rows = await tx.find(t.patient, inArray(t.patient.patid, patids));
  if (!isKept) return (await tx.remove(table, inArray(t.patient.patid, patids))) > 0 ? 1 : 0;
  for (const row of rows)
    await tx.update(table, bareRecord(row, w.now), eq(t.patient.patid, row.patid));
  return 0;
}

/**
 * Deletes everything of one table whose period in days is over: parked, ended, never assigned.
 * @returns how many rows
 */
export async function forgetPassing(
  w: Work,
  before: { putAside: number; shares: number; links: number; day: string },
): Promise<{ putAside: number; links: number; termine: number; imports: number }> {
  const { tx, t } = w,
    unmatched: TenantTable = t.unmatched,
    share: TenantTable = t.share,
    homeLink: TenantTable = t.homeLink,
    online: TenantTable = t.onlineTermin,
    imports: TenantTable = t.importItem;
  const putAside = await tx.remove(
    unmatched,
    and(eq(t.unmatched.state, 'discarded'), sql`${t.unmatched.decidedAt} < ${before.putAside}`)!,
  );
  const over = (
    await tx.pick(
      t.share,
      ['id'],
      sql`coalesce(${t.share.endedAt}, ${t.share.expiresAt}) < ${before.shares}`,
    )
  ).map((row) => row.id);
  for (const [table, column] of [
    [t.shareItem, 'share'],
    [t.shareSession, 'share'],
    [t.shareCode, 'share'],
    [t.shareEvent, 'share'],
    [share, 'id'],
  ] as [TenantTable, string][])
    if (over.length > 0) await tx.remove(table, inArray(columnsOf(table)[column]!, over));
  // A row whose answers still wait for a record is needed as their origin.
  const homes = (
    await tx.pick(
      t.homeLink,
      ['id'],
      sql`coalesce(${t.homeLink.endedAt}, ${t.homeLink.expiresAt}) < ${before.links}`,
    )
  ).map((row) => row.id);
  const needed = new Set(
      homes.length === 0
        ? []
        : (await tx.pick(t.unmatched, ['homeId'], inArray(t.unmatched.homeId, homes))).flatMap(
            (row) => row.homeId ?? [],
          ),
    ),
    free = homes.filter((one) => !needed.has(one));
  if (free.length > 0) await tx.remove(homeLink, inArray(t.homeLink.id, free));
  const termine = await tx.remove(
    online,
    and(isNull(t.onlineTermin.patid), sql`${t.onlineTermin.day} < ${before.day}`)!,
  );
  const read = await tx.remove(
    imports,
    and(
      or(eq(t.importItem.outcome, 'taken'), isNotNull(t.importItem.seenAt)),
      sql`${t.importItem.at} < ${before.links}`,
    )!,
  );
  return { putAside, links: over.length + free.length, termine, imports: read };
}
/** Returns all mails of the practice that are still readable, for the owner of their key. */
export const sealedMails = (
  look: Look,
): Promise<Pick<Row<Schema['mail']>, 'id' | 'key' | 'sealed'>[]> =>
  look.db.pick(look.t.mail, ['id', 'key', 'sealed']);
/** Checks whether another person has this address. */
export async function sharesAddress(
  look: Look,
  email: string,
  patids: readonly string[],
): Promise<boolean> {
  const { patient } = look.t;
  const others = await look.db.pick(
    patient,
    ['email'],
    and(isNotNull(patient.email), notInArray(patient.patid, [...patids])),
  );
  return others.some((other) => foldEmail(other.email ?? '') === email);
}
