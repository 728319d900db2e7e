// Queries of licences; the only writer of them.

import { and, desc, eq, lt } from 'drizzle-orm';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type LicenceRow = Row<Schema['licence']>;
export type IssuedRow = Row<Schema['issuedLicence']>;

export const findLicence = (s: Look | Work): Promise<LicenceRow | undefined> =>
  readerOf(s).one(s.t.licence);
/** Notes once that the practice was seen; returns the stored row. */
export async function ensureLicence(w: Work): Promise<LicenceRow> {
  await w.tx.insert(w.t.licence, { file: null, seq: 0, noticedAt: w.now }, { ifAbsent: true });
  return (await findLicence(w))!;
}
/** Stores a newer file; false when a newer one was first. */
export const takeFile = async (w: Work, file: string, seq: number): Promise<boolean> =>
  (await w.tx.update(w.t.licence, { file, seq }, lt(w.t.licence.seq, seq))).length > 0;
export const setOver = (
  w: Work,
  set: Partial<Pick<LicenceRow, 'seatsOverSince' | 'tabletsOverSince'>>,
): Promise<unknown> => w.tx.update(w.t.licence, set, eq(w.t.licence.cid, w.cid));

export const insertIssued = (w: Work, row: NewRow<Schema['issuedLicence']>): Promise<unknown> =>
  w.tx.insert(w.t.issuedLicence, row);
/** Returns the newest file of a practice. */
export const findIssued = async (s: Look | Work, tenant: string): Promise<IssuedRow | undefined> =>
  (
    await readerOf(s).find(s.t.issuedLicence, eq(s.t.issuedLicence.tenant, tenant), {
      orderBy: desc(s.t.issuedLicence.seq),
      limit: 1,
    })
  )[0];
/** Returns the newest file of every practice. */
export async function listIssued({ read, t }: Store): Promise<IssuedRow[]> {
  const rows = await read
    .select()
    .from(t.issuedLicence)
    .where(eq(t.issuedLicence.cid, VENDOR_CID))
    .orderBy(desc(t.issuedLicence.seq));
  const newest = new Map<string, IssuedRow>();
  for (const row of rows) if (!newest.has(row.tenant)) newest.set(row.tenant, row);
  return [...newest.values()].sort((a, b) => b.at - a.at);
}
/** Lists practices of this server with their names. */
export const listPractices = async ({ read, t }: Store): Promise<{ cid: string; name: string }[]> =>
  read.select({ cid: t.praxis.cid, name: t.praxis.name }).from(t.praxis);
export type ContractLine = Pick<
  Row<Schema['contract']>,
  'cid' | 'plan' | 'periodEnd' | 'isEnding' | 'endedAt' | 'openSince' | 'pausedUntil'
>;
/** Lists all contracts, or one practice's. */
export const listContracts = async ({ read, t }: Store, cid?: string): Promise<ContractLine[]> =>
  read
    .select({
      cid: t.contract.cid,
      plan: t.contract.plan,
      periodEnd: t.contract.periodEnd,
      isEnding: t.contract.isEnding,
      endedAt: t.contract.endedAt,
      openSince: t.contract.openSince,
      pausedUntil: t.contract.pausedUntil,
    })
    .from(t.contract)
    .where(cid === undefined ? undefined : eq(t.contract.cid, cid));
export const isPractice = async ({ read, t }: Store, cid: string): Promise<boolean> =>
  (
    await read
      .select({ cid: t.praxis.cid })
      .from(t.praxis)
      .where(and(eq(t.praxis.cid, cid)))
      .limit(1)
  ).length > 0;
