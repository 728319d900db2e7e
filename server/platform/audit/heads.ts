// The chain's head at the end of each day, signed by the practice's seal key: one copy in the
// database, one in an append-only file.

import { createHash, createPublicKey, createVerify, X509Certificate } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { canonicalJson } from '../../paper/seal/canonical.ts';
import type { Seals } from '../keys/seals.ts';
import type { Workshop } from '../work.ts';
import { headOfDay, insertHead, lastBefore, type HeadRow } from './store-read.ts';

/** The second copy, in the data folder. */
export const HEADS_FILE = 'audit-heads.jsonl';
export type SignedHead = Pick<
  HeadRow,
  'cid' | 'day' | 'seq' | 'hash' | 'signature' | 'keyId' | 'at'
>;

const signedBytes = ({
  cid,
  day,
  seq,
  hash,
}: Pick<SignedHead, 'cid' | 'day' | 'seq' | 'hash'>): Buffer =>
  Buffer.from(canonicalJson({ v: 1, cid, day, seq, hash }));
const keyIdOf = (certificate: Uint8Array): string =>
  createHash('sha256').update(certificate).digest('hex');

export interface HeadDeps {
  workshop: Workshop;
  file: string;
  keys: (cid: string) => Promise<Pick<Seals, 'sealAt'>>;
}

/**
 * Signs the heads of past days, once; idempotent.
 * @throws AppError seal_over: the head of a later day covers these entries as well
 */
export async function signHead(deps: HeadDeps, cid: string): Promise<boolean> {
  const look = deps.workshop.look(cid, { kind: 'system', cid }),
    today = berlinDay(look.now);
  const start = berlinInstant(today, '00:00'),
    day = berlinDay(start - 1);
  if (await headOfDay(look, day)) return false;
  const row = await lastBefore(look, start);
  if (!row) return false;
  const { key, chain } = await (await deps.keys(cid)).sealAt(look.now);
  const head = { cid, day, seq: row.seq, hash: row.hash };
  const signature = Buffer.from(
    await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      new Uint8Array(signedBytes(head)),
    ),
  );
  const signed: SignedHead = { ...head, signature, keyId: keyIdOf(chain[0]), at: look.now };
  // The file is written first: an extra line repeats the row, but a row without its line would look
  // like a truncated file.
  await appendFile(
    deps.file,
    `${JSON.stringify({ ...signed, signature: signature.toString('base64') })}\n`,
    { mode: 0o600, flush: true },
  );
  await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    await insertHead(w, signed);
  });
  return true;
}

/** Returns the lines of the second copy; an unreadable line is reported by its number. */
export async function readHeadsFile(
  file: string,
): Promise<{ heads: SignedHead[]; broken: number[] }> {
  const lines = (
    await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    })
  ).split('\n');
  const heads: SignedHead[] = [],
    broken: number[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    try {
      const { cid, day, seq, hash, signature, keyId, at } = JSON.parse(line) as Omit<
        SignedHead,
        'signature'
      > & { signature: string };
      heads.push({ cid, day, seq, hash, keyId, at, signature: Buffer.from(signature, 'base64') });
    } catch {
      broken.push(i + 1);
    }
  }
  return { heads, broken };
}

/** Checks whether a head was signed by one of the practice's seal keys. */
export function isSigned(head: SignedHead, certificates: readonly Uint8Array[]): boolean {
  const certificate = certificates.find((c) => keyIdOf(c) === head.keyId);
  if (!certificate) return false;
  try {
    const key = createPublicKey(
      new X509Certificate(Buffer.from(certificate)).publicKey.export({
        type: 'spki',
        format: 'pem',
      }),
    );
    return createVerify('sha256')
      .update(signedBytes(head))
      .verify({ key, dsaEncoding: 'ieee-p1363' }, head.signature);
  } catch {
    return false;
  }
}
