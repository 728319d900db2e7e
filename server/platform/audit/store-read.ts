// Queries that read the audit log: pages by filter, the entries of one patient, alarms, signed
// heads.

import { and, asc, desc, eq, gte, inArray, like, lt, type SQL } from 'drizzle-orm';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { typesWith } from '../../../shared/operations/audit.ts';
import type { AuditFilters } from '../../../shared/operations/audit.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Row } from '../db/scope.ts';
import type { Schema } from '../db/schema.ts';
import type { Reader } from '../db/store.ts';
import type { Look, Work } from '../work.ts';

export type AuditRow = Row<Schema['audit']>;
export type HeadRow = Row<Schema['auditHead']>;
/** Longer lists of numbers are queried in chunks: databases limit the parameters of one query. */
const PIECE = 500;

/** Start of the next day, computed through its noon: correct for days of 23 and 25 hours. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

function conditions(t: Schema, f: Omit<EntryFilters, 'patids'>): SQL[] {
  const a = t.audit;
  return [
    ...(f.from === undefined ? [] : [gte(a.at, berlinInstant(f.from, '00:00'))]),
    ...(f.to === undefined ? [] : [lt(a.at, berlinInstant(dayAfter(f.to), '00:00'))]),
    // Ids contain letters, digits and dashes only; anything else matches nothing.
    ...(f.user === undefined ? [] : [like(a.actor, `%:${f.user.replace(/[^\w-]/g, '')}%`)]),
    ...(f.kind === undefined && f.result === undefined
      ? []
      : [inArray(a.type, typesWith(f.kind, f.result))]),
  ];
}
/** `patids`: every number of one person. */
export type EntryFilters = Omit<AuditFilters, 'patid'> & { patids?: readonly string[] | undefined };
/** Returns entries newest first, at most `limit`, below `before`. */
export async function findEntries(
  { db, t }: Look,
  { patids, ...f }: EntryFilters,
  before: number | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const where = conditions(t, f),
    order = { orderBy: desc(t.audit.seq), limit };
  if (patids === undefined)
    return db.find(
      t.audit,
      and(...where, ...(before === undefined ? [] : [lt(t.audit.seq, before)])),
      order,
    );
  const p = t.auditPerson,
    own = await db.pick(
      p,
      ['seq'],
      and(inArray(p.patid, [...patids]), ...(before === undefined ? [] : [lt(p.seq, before)])),
      { orderBy: desc(p.seq) },
    );
  const found: AuditRow[] = [];
  for (let i = 0; i < own.length && found.length < limit; i += PIECE) {
    found.push(
      ...(await db.find(
        t.audit,
        and(
          ...where,
          inArray(
            t.audit.seq,
            own.slice(i, i + PIECE).map((r) => r.seq),
          ),
        ),
        { orderBy: desc(t.audit.seq), limit: limit - found.length },
      )),
    );
  }
  return found;
}
/** Maps the number of an entry to its patient, unless erased. */
export async function patientsOf(
  { db, t }: Look,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let i = 0; i < seqs.length; i += PIECE) {
    for (const row of await db.pick(
      t.auditPerson,
      ['seq', 'patid'],
      inArray(t.auditPerson.seq, seqs.slice(i, i + PIECE)),
    ))
      found.set(row.seq, row.patid);
  }
  return found;
}
export const findOfTypes = (
  { db, t }: Look,
  types: readonly string[],
  since: number,
): Promise<AuditRow[]> =>
  db.find(t.audit, and(inArray(t.audit.type, [...types]), gte(t.audit.at, since)), {
    orderBy: desc(t.audit.seq),
    limit: 200,
  });
export const entryAt = (w: Work, seq: number): Promise<AuditRow | undefined> =>
  w.tx.one(w.t.audit, { seq });

/** Returns the time of the first entry (ms). */
export const firstAt = async ({ db, t }: Look): Promise<number | undefined> =>
  (await db.find(t.audit, undefined, { orderBy: asc(t.audit.seq), limit: 1 }))[0]?.at;
/** Returns the newest entry's number. */
export const newestSeq = async ({ db, t }: Look): Promise<number> =>
  (await db.find(t.audit, undefined, { orderBy: desc(t.audit.seq), limit: 1 }))[0]?.seq ?? 0;
/** Returns the last entry before an instant. */
export const lastBefore = async ({ db, t }: Look, at: number): Promise<AuditRow | undefined> =>
  (await db.find(t.audit, lt(t.audit.at, at), { orderBy: desc(t.audit.seq), limit: 1 }))[0];
export const headOfDay = ({ db, t }: Look, day: string): Promise<HeadRow | undefined> =>
  db.one(t.auditHead, { day });
export const insertHead = (w: Work, row: Omit<HeadRow, 'cid'>): Promise<unknown> =>
  w.tx.insert(w.t.auditHead, row, { ifAbsent: true });
export const listHeads = ({ db, t }: Pick<Look, 'db' | 't'>): Promise<HeadRow[]> =>
  db.find(t.auditHead, undefined, { orderBy: asc(t.auditHead.seq) });
/** Lists the certificates that ever sealed for this practice, including retired ones. */
export const sealCertificates = async ({ db, t }: Pick<Look, 'db' | 't'>): Promise<Uint8Array[]> =>
  (await db.pick(t.practiceKey, ['certificate'], eq(t.practiceKey.purpose, 'seal'))).flatMap(
    (row) => (row.certificate ? [row.certificate] : []),
  );
/** Returns every practice that has entries, including the vendor's own. */
export const cidsWithEntries = async (read: Reader, t: Schema): Promise<string[]> =>
  (await read.selectDistinct({ cid: t.audit.cid }).from(t.audit)).map((r) => r.cid).sort();
