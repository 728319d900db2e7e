// Seal keys of a practice: the newest valid one seals, all roots verify earlier seals.

import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { SEAL_MARGIN_MS, sealState, type SealState } from '../../../shared/papers/seal-end.ts';
import {
  certificateFacts,
  importSealKey,
  isIssuedBy,
  validityOf,
} from '../../paper/seal/authority.ts';
import type { Schema } from '../db/schema.ts';
import type { ScopedReader } from '../db/scope.ts';
import type { Store } from '../db/store.ts';
import type { Look } from '../work.ts';
import { unwrapWith, type Root } from './rootkey/root-keys.ts';
import { isCertified, keyAad, type CertifiedRow } from './certified.ts';
import { revocationListOf } from './revocations.ts';
import { authorityRows, certifiedOf, openRenewals, sealRows, type KeyRow } from './store.ts';

/** A sealing key with its certificates. */
interface SealingKey {
  key: CryptoKey;
  /** Seal certificate first, then the root that issued it (DER). */
  chain: [seal: Uint8Array, root: Uint8Array];
  /** Revocation lists of the root, for readers of later years (DER). */
  crls: readonly Uint8Array[];
}

/** Read each time: another process may have renewed the seal. */
export interface Seals {
  /**
   * Returns the key that seals at an instant (UTC ms).
   * @throws AppError seal_over when no certificate is valid then
   */
  sealAt(at: number): Promise<SealingKey>;
  /**
   * Checks whether one of the practice's seal certificates, given by its SHA-256, is valid at an
   * instant (UTC ms), and not retired.
   */
  stillHolds(certificateSha256: string, at: number): Promise<boolean>;
  /** Returns all roots of the practice's seals (DER), newest first. */
  authorities(): Promise<Uint8Array[]>;
}

/** Checks whether a certificate is valid at an instant (ms), with a margin before its end (ms). */
export function holdsAt(certificate: Uint8Array, at: number, margin = 0): boolean {
  const { notBefore, notAfter } = validityOf(certificate);
  return notBefore <= at && at + margin < notAfter;
}

/** A seal with its issuing root. */
interface IssuedSeal {
  seal: CertifiedRow;
  root: CertifiedRow;
}

/**
 * Returns the seal used at an instant: the newest whose own certificate and root are valid. A
 * future-dated one waits for its day.
 * @param seals newest first
 */
export function usedSeal(
  seals: readonly KeyRow[],
  roots: readonly KeyRow[],
  at: number,
): IssuedSeal | undefined {
  for (const seal of seals) {
    if (
      seal.retiredAt !== null ||
      !isCertified(seal) ||
      !holdsAt(seal.certificate, at, SEAL_MARGIN_MS)
    )
      continue;
    const root = roots
      .filter(isCertified)
      .find((one) => isIssuedBy(seal.certificate, one.certificate));
    if (root && holdsAt(root.certificate, at, SEAL_MARGIN_MS)) return { seal, root };
  }
  return undefined;
}

/** Returns the end of the seal used at an instant (ms); null when there is none. */
export function sealEnd(
  seals: readonly KeyRow[],
  roots: readonly KeyRow[],
  at: number,
): number | null {
  const used = usedSeal(seals, roots, at);
  if (!used) return null;
  return Math.min(...[used.seal, used.root].map((row) => validityOf(row.certificate).notAfter));
}

/** Returns the current state of a practice's seal. A practice that never sealed has no end. */
export async function sealStanding({
  db,
  t,
  now,
}: Pick<Look, 'db' | 't' | 'now'>): Promise<{ state: SealState; validUntil: number | null }> {
  const seals = await sealRows(db, t);
  if (seals.length === 0) return { state: 'ok', validUntil: null };
  const validUntil = sealEnd(seals, await authorityRows(db, t), now);
  return { state: sealState(validUntil, now), validUntil };
}

/**
 * Returns the state of the seal of each of some practices that ever sealed, by one query.
 * @param now ms
 */
export async function sealStates(
  store: Store,
  cids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SealState>> {
  const own = new Map<string, { seals: KeyRow[]; roots: KeyRow[] }>();
  for (const row of await certifiedOf(store, cids)) {
    const of = own.get(row.cid) ?? { seals: [], roots: [] };
    own.set(row.cid, of);
    (row.purpose === 'seal' ? of.seals : of.roots).push(row);
  }
  return new Map(
    [...own].flatMap(([cid, { seals, roots }]) =>
      seals.length === 0 ? [] : [[cid, sealState(sealEnd(seals, roots, now), now)]],
    ),
  );
}

/** What owners are informed of about the practice's seal. */
interface SealNews {
  /** The last end of any seal (ms); null for a practice that never sealed. */
  end: number | null;
  /** When the seal in use replaced another (ms); null if it is the first. */
  renewedAt: number | null;
  /** A renewal has been open for a day: right after a start it only waits for its turn. */
  isFailing: boolean;
}

/** Reads the end of a practice's seals, their last renewal and whether the next one fails. */
export async function sealNews({ db, t, now }: Pick<Look, 'db' | 't' | 'now'>): Promise<SealNews> {
  const seals = (await sealRows(db, t)).filter(isCertified);
  if (seals.length === 0) return { end: null, renewedAt: null, isFailing: false };
  const open = await openRenewals(db, t, now - DAY_MS);
  const used = usedSeal(seals, await authorityRows(db, t), now)?.seal,
    isFirst = seals.every((row) => used === undefined || row.createdAt >= used.createdAt);
  return {
    end: Math.max(...seals.map((row) => validityOf(row.certificate).notAfter)),
    renewedAt: used === undefined || isFirst ? null : used.createdAt,
    isFailing: open.length > 0,
  };
}

/** Opens the seals of a practice. @param rootKey the key that wraps the practice's keys */
export function openSeals(db: ScopedReader, t: Schema, rootKey: Root): Seals {
  // Parsed certificates are cached: the same bytes are not parsed again.
  const certificates = new Map<string, Uint8Array>(),
    keys = new Map<string, Promise<CryptoKey>>();
  const certificateOf = (row: CertifiedRow): Uint8Array => {
    const known = certificates.get(row.id) ?? row.certificate;
    certificates.set(row.id, known);
    return known;
  };
  const keyOf = (row: CertifiedRow): Promise<CryptoKey> => {
    const known =
      keys.get(row.id) ??
      importSealKey(unwrapWith(rootKey, row.wrapped, keyAad(db.cid, row.id, 'seal')));
    keys.set(row.id, known);
    return known;
  };
  const lists = new Map<string, Promise<readonly Uint8Array[]>>();
  // One list for an hour: it would cost as much as the seal itself.
  const listsOf = (
    root: CertifiedRow,
    seals: readonly KeyRow[],
    at: number,
  ): Promise<readonly Uint8Array[]> => {
    const retired = seals.filter((row) => row.retiredAt !== null).map((row) => row.id);
    const name = [root.id, Math.floor(at / HOUR_MS), ...retired].join('|');
    const known = lists.get(name);
    if (known) return known;
    if (lists.size > 5) lists.clear();
    const made = revocationListOf({ cid: db.cid, root, seals }, rootKey, at).then(
      (list) => [list],
      // A root key that cannot be opened stops renewals, and is reported there; it stops no seal.
      () => [],
    );
    lists.set(name, made);
    return made;
  };
  return {
    async sealAt(at) {
      const seals = await sealRows(db, t),
        used = usedSeal(seals, await authorityRows(db, t), at);
      if (!used) throw new AppError('seal_over');
      return {
        key: await keyOf(used.seal),
        chain: [certificateOf(used.seal), certificateOf(used.root)],
        crls: await listsOf(used.root, seals, at),
      };
    },
    async stillHolds(certificateSha256, at) {
      const row = (await sealRows(db, t))
        .filter(isCertified)
        .find((one) => certificateFacts(one.certificate).sha256 === certificateSha256);
      return row?.retiredAt === null && holdsAt(row.certificate, at, SEAL_MARGIN_MS);
    },
    authorities: async () =>
      (await authorityRows(db, t)).flatMap((row) => (row.certificate ? [row.certificate] : [])),
  };
}
