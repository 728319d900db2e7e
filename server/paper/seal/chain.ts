// Computes the audit log: a chain of hashes per practice, with personal data only as commitments
// that can be erased.
import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from './canonical.ts';

/**
 * `data` never contains personal data; `pii` commits to the data stored (with the salt) in another
 * table.
 */
export type ChainRow = {
  readonly v: 1;
  readonly practice: string;
  /** From 1, without gaps. */
  readonly seq: number;
  /** UTC ms. */
  readonly at: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly pii: string | null;
  readonly prev: string;
  readonly hash: string;
};

export type ChainHead = { readonly seq: number; readonly hash: string };
/** A head of the chain at some moment, stored outside the database. */
export type Checkpoint = { readonly size: number; readonly head: string; readonly at: number };

/** Returns the hash before the first row. */
export function genesis(practice: string): string {
  return sha256(`genesis:${practice}`);
}

/**
 * Commits to data by HMAC-SHA-256 under a random salt: once the salt is deleted the committed data
 * cannot be determined (Art. 17 DSGVO).
 */
export function commitTo(
  personal: object,
  salt: Uint8Array = randomBytes(16),
): { readonly salt: Uint8Array; readonly commitment: string } {
  return {
    salt,
    commitment: createHmac('sha256', salt).update(canonicalJson(personal)).digest('hex'),
  };
}

function hashOf(row: Omit<ChainRow, 'hash'>): string {
  return sha256(canonicalJson(row));
}

/** Returns the row after `head` (`undefined` at the beginning). */
export function nextRow(
  practice: string,
  head: ChainHead | undefined,
  event: {
    readonly at: number;
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly pii?: string;
  },
): ChainRow {
  const row = {
    v: 1 as const,
    practice,
    seq: (head?.seq ?? 0) + 1,
    at: event.at,
    type: event.type,
    data: event.data,
    pii: event.pii ?? null,
    prev: head?.hash ?? genesis(practice),
  };
  return { ...row, hash: hashOf(row) };
}

export type ChainVerdict =
  | { readonly ok: true; readonly size: number; readonly head: string }
  | {
      readonly ok: false;
      readonly seq: number;
      readonly reason:
        | 'wrong_practice'
        | 'gap'
        | 'broken_link'
        | 'edited'
        | 'truncated'
        | 'rewritten';
    };

/**
 * Recomputes a whole chain.
 * @param rows ascending by seq from 1
 * @param checkpoints heads stored elsewhere: without them accidents are detected, but not an
 * attacker with control of the database
 */
export function verifyChain(
  practice: string,
  rows: Iterable<ChainRow>,
  checkpoints: readonly Checkpoint[] = [],
): ChainVerdict {
  const expected = new Map(checkpoints.map((one) => [one.size, one.head]));
  let head: ChainHead = { seq: 0, hash: genesis(practice) };
  for (const row of rows) {
    const wrong = (reason: Extract<ChainVerdict, { ok: false }>['reason']): ChainVerdict => ({
      ok: false,
      seq: row.seq,
      reason,
    });
    if (row.practice !== practice) return wrong('wrong_practice');
    if (row.seq !== head.seq + 1) return wrong('gap');
    const { hash, ...rest } = row;
    if (hashOf(rest) !== hash) return wrong('edited');
    if (row.prev !== head.hash) return wrong('broken_link');
    head = { seq: row.seq, hash };
    const known = expected.get(row.seq);
    if (known !== undefined && known !== hash) return wrong('rewritten');
  }
  for (const one of checkpoints) {
    if (one.size > head.seq) return { ok: false, seq: head.seq + 1, reason: 'truncated' };
  }
  return { ok: true, size: head.seq, head: head.hash };
}
