// Rows of accepted terms and of the contract on processing; the only writer of these tables.

import { and, eq, isNull } from 'drizzle-orm';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look, Work } from '../../platform/work.ts';

export type AcceptanceRow = Row<Schema['termsAcceptance']>;

export const listAccepted = ({ db, t }: Pick<Look, 'db' | 't'>): Promise<AcceptanceRow[]> =>
  db.find(t.termsAcceptance);
/** Returns false when the practice had accepted this version before. */
export const insertAcceptance = async (
  w: Work,
  row: Omit<AcceptanceRow, 'cid'>,
): Promise<boolean> => (await w.tx.insert(w.t.termsAcceptance, row, { ifAbsent: true })).length > 0;

export type ContractRow = Row<Schema['processingContract']>;
export const listContracts = ({ db, t }: Pick<Look, 'db' | 't'>): Promise<ContractRow[]> =>
  db.find(t.processingContract);
/** Returns whether the practice has accepted any version of the terms of use. */
export const hasAccepted = async (w: Work): Promise<boolean> =>
  (await w.tx.count(w.t.termsAcceptance)) > 0;
/** Stores that a version is offered; nothing where it was offered before. */
export const insertOffer = async (
  w: Work,
  offer: Pick<NewRow<Schema['processingContract']>, 'version' | 'dueAt'>,
): Promise<boolean> =>
  (
    await w.tx.insert(
      w.t.processingContract,
      { ...offer, offeredAt: w.now, acceptedAt: null, sha256: null, userId: null, name: null },
      { ifAbsent: true },
    )
  ).length > 0;
/** Accepts an offered version; false when the practice had accepted it before. */
export const acceptOffer = async (
  w: Work,
  version: string,
  by: { sha256: string; userId: string; name: string },
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.processingContract,
      { ...by, acceptedAt: w.now },
      and(eq(w.t.processingContract.version, version), isNull(w.t.processingContract.acceptedAt))!,
    )
  ).length > 0;
