// Makes batches of vouchers on the vendor's side; their codes leave the server once.

import { createHmac, randomInt } from 'node:crypto';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { ALONE_CODES, CODE_SIGNS, codeOf } from '../../../shared/vendor/voucher.ts';
import type { MakeBatch } from '../../../shared/vendor/voucher.schema.ts';
import type { Actor } from '../../platform/work.ts';
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

type Person = Extract<Actor, { kind: 'user' }>;
const LAST = 4,
  VALUES = 32;

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

export async function makeBatch(
  deps: VoucherDeps,
  person: Person,
  { from, until, ...asked }: MakeBatch,
): Promise<void> {
  const validUntil = berlinInstant(addDays(until, 1), '00:00');
  if (validUntil <= deps.now()) throw new AppError('validation', { fields: { until: 'past' } });
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const id = w.newId();
    await insertBatch(w, {
      id,
      ...asked,
      validFrom: berlinInstant(from, '00:00'),
      validUntil,
      userId: person.userId,
      at: w.now,
    });
    await w.audit('voucher.batch_made', { batchId: id, count: asked.count });
  });
}

/** A second administrator approves a large batch. @throws AppError forbidden for the own one */
export async function approve(deps: VoucherDeps, person: Person, id: string): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const batch = await findBatch(w, id);
    if (!batch) throw new AppError('not_found');
    if (batch.userId === person.userId) throw new AppError('forbidden');
    if (stateOfBatch(batch) !== 'approval' || !(await approveBatch(w, id, person.userId)))
      throw new AppError('state_conflict');
    await w.audit('voucher.batch_approved', { batchId: id });
  });
}

const draw = (): string => {
  for (;;) {
    const code = codeOf(Array.from({ length: CODE_SIGNS }, () => randomInt(VALUES)));
    if (code !== undefined) return code;
  }
};
/**
 * Draws the codes of a batch, stores their hashes, and returns them this one time.
 * @throws AppError state_conflict when they were made, or a second administrator is missing
 */
export async function makeCodes(deps: VoucherDeps, person: Person, id: string): Promise<string[]> {
  return deps.workshop.write(VENDOR_CID, person, async (w) => {
    const batch = await findBatch(w, id);
    if (!batch) throw new AppError('not_found');
    if (stateOfBatch(batch) !== 'ready' || !(await markMade(w, id)))
      throw new AppError('state_conflict');
    const codes = new Set<string>();
    while (codes.size < batch.count) codes.add(draw());
    await insertCodes(
      w,
      id,
      [...codes].map((code) => ({ codeHash: hashOfCode(deps, code), last4: code.slice(-LAST) })),
    );
    await w.audit('voucher.codes_made', { batchId: id, count: codes.size });
    return [...codes];
  });
}

/** Blocks a batch, or opens it again; what was redeemed stays. */
export async function blockBatch(
  deps: VoucherDeps,
  person: Person,
  id: string,
  isBlocked: boolean,
): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    if ((await setBlocked(w, id, isBlocked)).length === 0) throw new AppError('not_found');
    await w.audit('voucher.batch_blocked', { batchId: id, isBlocked });
  });
}
