// Verifies every practice's chain and signed heads and reports mismatches; used by the command
// while the server may be running.

import type { Schema } from '../db/schema.ts';
import { scopeReader } from '../db/scope.ts';
import type { Reader } from '../db/store.ts';
import { verifyChain, type ChainRow } from '../../paper/seal/chain.ts';
import { isSigned, readHeadsFile, type SignedHead } from './heads.ts';
import { auditRows } from './store.ts';
import { cidsWithEntries, listHeads, sealCertificates } from './store-read.ts';

type AuditFault =
  | {
      cid: string;
      what: 'edited' | 'gap' | 'broken_link' | 'rewritten' | 'truncated' | 'wrong_practice';
      seq: number;
    }
  | {
      cid: string;
      what: 'head_wrong' | 'head_unsigned' | 'head_missing';
      seq: number;
      day: string;
      where: 'database' | 'file';
    }
  | { cid: ''; what: 'file_unreadable'; seq: number };
export interface AuditCheck {
  practices: { cid: string; rows: number; heads: number; head: string }[];
  faults: AuditFault[];
}

export async function verifyAll(read: Reader, t: Schema, headsFile: string): Promise<AuditCheck> {
  const { heads: inFile, broken } = await readHeadsFile(headsFile);
  const check: AuditCheck = {
    practices: [],
    faults: broken.map((seq) => ({ cid: '' as const, what: 'file_unreadable' as const, seq })),
  };
  for (const cid of new Set([...(await cidsWithEntries(read, t)), ...inFile.map((h) => h.cid)])) {
    const db = scopeReader(read, cid),
      rows: ChainRow[] = [];
    for await (const page of auditRows(db, t)) rows.push(...page);
    const verdict = verifyChain(cid, rows);
    if (!verdict.ok) check.faults.push({ cid, what: verdict.reason, seq: verdict.seq });
    const certificates = await sealCertificates({ db, t }),
      stored = await listHeads({ db, t }),
      copied = inFile.filter((h) => h.cid === cid);
    const hashes = new Map(rows.map((r) => [r.seq, r.hash]));
    const judge = (head: SignedHead, where: 'database' | 'file'): void => {
      const at = { cid, seq: head.seq, day: head.day, where };
      if (!isSigned(head, certificates)) check.faults.push({ ...at, what: 'head_unsigned' });
      else if (hashes.get(head.seq) !== head.hash) check.faults.push({ ...at, what: 'head_wrong' });
    };
    for (const head of stored) judge(head, 'database');
    for (const head of copied) judge(head, 'file');
    for (const { day, seq } of copied)
      if (!stored.some((h) => h.day === day))
        check.faults.push({ cid, what: 'head_missing', seq, day, where: 'database' });
    for (const { day, seq } of stored)
      if (!copied.some((h) => h.day === day))
        check.faults.push({ cid, what: 'head_missing', seq, day, where: 'file' });
    check.practices.push({
      cid,
      rows: rows.length,
      heads: stored.length,
      head: rows.at(-1)?.hash ?? '',
    });
  }
  return check;
}

const WORDS: Record<AuditFault['what'], string> = {
  edited: 'was changed',
  gap: 'is not the next number: an entry was deleted or moved',
  broken_link: 'does not follow from the entry before it: entries were exchanged',
  rewritten: 'differs from what was signed',
  truncated: 'is missing: the end was cut off',
  wrong_practice: 'belongs to another practice',
  head_wrong: 'signed head does not fit the entry',
  head_unsigned: 'head bears no signature of the practice',
  head_missing: 'signed head is missing',
  file_unreadable: 'cannot be read',
};
/** Formats the printable lines; each fault with the practice and the number of the entry. */
export function printCheck({ practices, faults }: AuditCheck): string[] {
  return [
    ...practices.map(
      (p) =>
        `Practice ${p.cid}: ${p.rows} entries, ${p.heads} signed heads, sum ${p.head.slice(0, 16)}`,
    ),
    ...faults.map((f) =>
      'day' in f
        ? `BROKEN practice ${f.cid}, head of ${f.day} in the ${f.where}, entry ${f.seq}: ${WORDS[f.what]}`
        : f.cid === ''
          ? `BROKEN line ${f.seq} of the file of heads: ${WORDS[f.what]}`
          : `BROKEN practice ${f.cid}, entry ${f.seq}: ${WORDS[f.what]}`,
    ),
    faults.length === 0
      ? 'Nothing was changed.'
      : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.`,
  ];
}
