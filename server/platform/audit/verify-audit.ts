// Recomputes a practice's whole audit chain and reports the first mismatching row.

import { verifyChain, type ChainRow } from '../../paper/seal/chain.ts';
import type { Look } from '../work.ts';
import { auditRows } from './store.ts';

export interface AuditVerdict {
  ok: boolean;
  rows: number;
  head: string;
  at: number;
  broken?: { seq: number; reason: string };
}

export async function verifyAudit(look: Look): Promise<AuditVerdict> {
  const rows: ChainRow[] = [];
  for await (const page of auditRows(look.db, look.t)) rows.push(...page);
  const verdict = verifyChain(look.cid, rows);
  if (verdict.ok) return { ok: true, rows: verdict.size, head: verdict.head, at: look.now };
  return {
    ok: false,
    rows: rows.length,
    head: rows.at(-1)?.hash ?? '',
    at: look.now,
    broken: { seq: verdict.seq, reason: verdict.reason },
  };
}
