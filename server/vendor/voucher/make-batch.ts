// Makes batches of vouchers on the vendor's side; their codes leave the server for a short time only.

import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { ALONE_CODES, CODE_SIGNS, codeOf } from '../../../shared/vendor/voucher.ts';
import type { MakeBatch } from '../../../shared/vendor/voucher.schema.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { VoucherDeps } from './links.ts';
import {
  approveBatch,
  findBatch,
  insertBatch,
  insertCodes,
  markMade,
  setBlocked,
  type BatchRow,
} from './store.ts';

const LAST = 4,
  VALUES = 32,
  /** An answer that was lost can be asked for again; later, a stolen session gets no code. */
  AGAIN_MS = 10 * 60_000;

export const hashOfCode = ({ codeKey }: VoucherDeps, code: string): string =>
  createHmac('sha256', codeKey).update(code).digest('hex');

/** Returns how far a batch is. */
export const stateOfBatch = ({
  blockedAt,
  madeAt,
  count,
  approvedBy,
}: BatchRow): 'approval' | 'ready' | 'made' | 'blocked' =>
  blockedAt !== null
    ? 'blocked'
    : madeAt !== null
      ? 'made'
      : count > ALONE_CODES && approvedBy === null
        ? 'approval'
        : 'ready';

/** Whether the codes of a batch can still be shown. */
export const showsCodes = ({ madeAt, blockedAt }: BatchRow, now: number): boolean =>
  madeAt !== null && blockedAt === null && now - madeAt < AGAIN_MS;

/**
 * Stores a batch under the id that its maker chose, so that a repeated call makes no second one.
 * @throws AppError state_conflict when the id belongs to another batch
 */
export async function makeBatch(
  deps: VoucherDeps,
  person: SignedIn,
  { from, until, ...asked }: MakeBatch,
): Promise<void> {
  const validUntil = berlinInstant(addDays(until, 1), '00:00');
  if (validUntil <= deps.now()) throw new AppError('validation', { fields: { until: 'past' } });
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const row = {
      ...asked,
      validFrom: berlinInstant(from, '00:00'),
      validUntil,
      userId: person.userId,
    };
    if (!(await insertBatch(w, { ...row, at: w.now }))) {
      const known = await findBatch(w, asked.id);
      if (!known || !isDeepStrictEqual({ ...known, ...row }, known))
        throw new AppError('state_conflict');
      return;
    }
    await w.audit('voucher.batch_made', { batchId: asked.id, count: asked.count });
  });
}

/** A second administrator approves a large batch. @throws AppError forbidden for the own one */
export async function approve(deps: VoucherDeps, person: SignedIn, id: string): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const batch = await findBatch(w, id);
    if (!batch) throw new AppError('not_found');
    if (batch.userId === person.userId) throw new AppError('forbidden');
    if (stateOfBatch(batch) !== 'approval' || !(await approveBatch(w, id, person.userId)))
      throw new AppError('state_conflict');
    await w.audit('voucher.batch_approved', { batchId: id });
  });
}

/**
 * Derives the codes of a batch from the secret, so that nothing readable is stored.
 * @returns `count` different codes, always the same of one batch
 */
function codesOf({ codeKey }: VoucherDeps, { id, count }: BatchRow): string[] {
  const codes = new Set<string>();
  for (let at = 0; codes.size < count; at++) {
    const bytes = createHmac('sha256', codeKey).update(`codes:${id}:${at}`).digest(),
      code = codeOf([...bytes.subarray(0, CODE_SIGNS)].map((byte) => byte % VALUES));
    if (code !== undefined) codes.add(code);
  }
  return [...codes];
}
/**
 * Makes the codes of a batch, stores their hashes, and returns them; for ten minutes it returns
 * them again.
 * @throws AppError state_conflict when that time is over, or a second administrator is missing
 */
export async function makeCodes(
  deps: VoucherDeps,
  person: SignedIn,
  id: string,
): Promise<string[]> {
  return deps.workshop.write(VENDOR_CID, person, async (w) => {
    const batch = await findBatch(w, id);
    if (!batch) throw new AppError('not_found');
    const codes = codesOf(deps, batch);
    if (showsCodes(batch, w.now)) {
      await w.audit('voucher.codes_shown', { batchId: id });
      return codes;
    }
    if (stateOfBatch(batch) !== 'ready' || !(await markMade(w, id)))
      throw new AppError('state_conflict');
    await insertCodes(
      w,
      id,
      codes.map((code) => ({ codeHash: hashOfCode(deps, code), last4: code.slice(-LAST) })),
    );
    await w.audit('voucher.codes_made', { batchId: id, count: codes.length });
    return codes;
  });
}

/** Blocks a batch, or opens it again; what was redeemed stays. */
export async function blockBatch(
  deps: VoucherDeps,
  person: SignedIn,
  id: string,
  isBlocked: boolean,
): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    if ((await setBlocked(w, id, isBlocked)).length === 0) throw new AppError('not_found');
    await w.audit('voucher.batch_blocked', { batchId: id, isBlocked });
  });
}
