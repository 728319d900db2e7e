// Grants to act for a practice: requested by the vendor's users, effective at once, by a spoken
// code, or by approval of the owner or a second administrator.

import { randomInt } from 'node:crypto';
import { AppError } from '../../../shared/base/errors.ts';
import { GRANT_MINUTES, grantState, SPOKEN_CODE_MS } from '../../../shared/vendor/grants.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Actor, Work } from '../../platform/work.ts';
import type { SupportDeps } from './links.ts';
import {
  activeGrant,
  beginGrant,
  countTry,
  endGrantRow,
  findGrant,
  insertGrant,
  openCodes,
  reviewGrantRow,
  type GrantRow,
} from './store.ts';

export type Person = Extract<Actor, { kind: 'user' }>;
export interface Asked {
  kind: 'impersonation' | 'break_glass';
  reason: string;
  ticket: string;
  minutes: number;
  mayWrite: boolean;
  patids?: string[] | undefined;
}

const MINUTE = 60_000;
const codeHash = (cid: string, code: string): string =>
  hashSecret(`spoken|${cid}|${code.replace(/\D/g, '')}`);
const news = (w: Work): void => {
  w.emit({ to: 'staff', event: { kind: 'changed' } });
};

/**
 * Requests a grant: an impersonation starts at once and the practice's owners are notified;
 * break-glass waits for approval.
 * @throws AppError validation (too long, or break-glass without patients or with writing),
 * state_conflict while another one is open
 */
export async function askGrant(
  w: Work,
  deps: Pick<SupportDeps, 'tellOwners'>,
  person: Person,
  asked: Asked,
): Promise<GrantRow> {
  const { kind, minutes, mayWrite } = asked,
    patids = asked.patids ?? [];
  const fields: Record<string, string> = {
    ...(minutes > GRANT_MINUTES[kind] && { minutes: 'too_long' }),
    ...(kind === 'break_glass' && patids.length === 0 && { patids: 'required' }),
    ...(kind === 'impersonation' && patids.length > 0 && { patids: 'not_allowed' }),
    ...(kind === 'break_glass' && mayWrite && { mayWrite: 'not_allowed' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields });
  if (await activeGrant(w, person.userId)) throw new AppError('state_conflict');
  const isNow = kind === 'impersonation',
    until = w.now + minutes * MINUTE;
  const row = await insertGrant(w, {
    id: w.newId(),
    kind,
    userId: person.userId,
    role: person.role,
    name: person.name,
    reason: asked.reason,
    ticket: asked.ticket,
    mayWrite,
    patids,
    codeHash: null,
    tries: 0,
    askedAt: w.now,
    approvedAt: isNow ? w.now : null,
    approvedBy: null,
    expiresAt: isNow ? until : null,
    endedAt: null,
    reviewedAt: null,
    reviewedBy: null,
  });
  if (!row) throw new AppError('internal');
  await w.audit(isNow ? 'grant.begun' : 'grant.asked', {
    grantId: row.id,
    userId: person.userId,
    role: person.role,
    kind,
    ticket: asked.ticket,
    minutes,
    mayWrite,
    patients: patids.length,
  });
  await deps.tellOwners(w, { id: row.id, name: person.name, reason: asked.reason, until });
  news(w);
  return row;
}

/**
 * Approves a break-glass request for half an hour.
 * @throws AppError not_found, state_conflict, forbidden for one's own request
 */
export async function approveGrant(
  w: Work,
  deps: Pick<SupportDeps, 'tellOwners'>,
  person: Person,
  id: string,
  why?: 'patient_safety' | 'outage',
): Promise<GrantRow> {
  const found = await findGrant(w, id);
  if (!found || found.kind !== 'break_glass') throw new AppError('not_found');
  if (found.userId === person.userId) throw new AppError('forbidden');
  const until = w.now + GRANT_MINUTES.break_glass * MINUTE;
  const row = await beginGrant(w, id, {
    approvedAt: w.now,
    approvedBy: person.name,
    expiresAt: until,
  });
  if (!row) throw new AppError('state_conflict');
  await w.audit('grant.approved', { grantId: id, by: person.userId, ...(why && { why }) });
  // The owner, whose approval was not required, is notified at once.
  if (why) await deps.tellOwners(w, { id, name: found.name, reason: found.reason, until });
  news(w);
  return row;
}

/** Ends or refuses a grant, from either side; idempotent. @throws AppError not_found */
export async function endGrant(w: Work, id: string): Promise<void> {
  const found = await findGrant(w, id);
  if (!found) throw new AppError('not_found');
  const wasActive = grantState(found, w.now) === 'active';
  if (!(await endGrantRow(w, id))) return;
  await w.audit(wasActive ? 'grant.ended' : 'grant.refused', { grantId: id });
  news(w);
}

/**
 * Records the owner's review of the actions.
 * @throws AppError not_found, state_conflict while it still runs
 */
export async function reviewGrant(w: Work, person: Person, id: string): Promise<void> {
  const found = await findGrant(w, id);
  if (!found) throw new AppError('not_found');
  if (grantState(found, w.now) !== 'over') throw new AppError('state_conflict');
  if (await reviewGrantRow(w, id, person.name))
    await w.audit('grant.reviewed', { grantId: id, by: person.userId });
}

/**
 * Creates a code that the practice reads out on the telephone: it opens half an hour without
 * identities, read only.
 */
export async function speakCode(
  w: Work,
  person: Person,
): Promise<{ id: string; code: string; expiresAt: number }> {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const row = await insertGrant(w, {
    id: w.newId(),
    kind: 'spoken',
    userId: '',
    role: 'support',
    name: '',
    reason: '',
    ticket: '',
    mayWrite: false,
    patids: null,
    codeHash: codeHash(w.cid, digits),
    tries: 0,
    askedAt: w.now,
    approvedAt: null,
    approvedBy: person.name,
    expiresAt: null,
    endedAt: null,
    reviewedAt: null,
    reviewedBy: null,
  });
  if (!row) throw new AppError('internal');
  await w.audit('grant.code', { grantId: row.id });
  return {
    id: row.id,
    code: `${digits.slice(0, 4)} ${digits.slice(4)}`,
    expiresAt: w.now + SPOKEN_CODE_MS,
  };
}

/**
 * Redeems a spoken code: undefined for a wrong one, which uses one of the five attempts of every
 * open code of the practice. The caller reserves the attempt before and refuses after the commit,
 * so that the attempts stay counted.
 * @throws AppError state_conflict while another grant is open: the code then stays valid
 */
export async function redeemCode(
  w: Work,
  person: Person,
  code: string,
): Promise<GrantRow | undefined> {
  if (await activeGrant(w, person.userId)) throw new AppError('state_conflict');
  const hash = codeHash(w.cid, code),
    open = await openCodes(w, w.now - SPOKEN_CODE_MS);
  const right = open.find((row) => row.codeHash === hash);
  if (!right) {
    for (const row of open) await countTry(w, row);
    await w.audit('grant.code_wrong', { userId: person.userId });
    // It may have been the last attempt of a code.
    news(w);
    return undefined;
  }
  const row = await beginGrant(w, right.id, {
    userId: person.userId,
    role: person.role,
    name: person.name,
    codeHash: null,
    approvedAt: w.now,
    expiresAt: w.now + GRANT_MINUTES.spoken * MINUTE,
  });
  if (!row) return undefined;
  await w.audit('grant.begun', {
    grantId: row.id,
    userId: person.userId,
    role: person.role,
    kind: 'spoken',
  });
  news(w);
  return row;
}
