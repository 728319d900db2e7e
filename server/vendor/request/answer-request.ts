// The word of a second administrator, and the effect that follows it as a job.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { Approve } from '../../../shared/vendor/contract/request.schema.ts';
import { isAnswerable, isOverdue } from '../../../shared/vendor/contract/request.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import { refusalOf } from '../payment/provider.ts';
import { practiceNames, VENDOR, vendorLook } from '../vendor-rows.ts';
import { lapse } from './ask-request.ts';
import { NeverDone, type RequestDeps } from './links.ts';
import { findRequest, listRequests, moveRequest, type RequestRow } from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'run-request': true;
  }
}

const answerOf = ({ userId, name }: SignedIn, now: number) => ({
  answeredId: userId,
  answeredBy: name,
  answeredAt: now,
});

async function answerable(deps: RequestDeps, id: string): Promise<RequestRow> {
  const row = await findRequest(vendorLook(deps.workshop), id);
  if (!row) throw new AppError('not_found');
  if (!isAnswerable(row, deps.now())) throw new AppError('state_conflict');
  return row;
}

/**
 * Approves a request; a job brings its effect about.
 * @throws AppError not_found, forbidden for the own one, state_conflict for an old or answered one
 */
export async function approveRequest(
  deps: RequestDeps,
  person: SignedIn,
  id: string,
  approve: Approve,
): Promise<void> {
  const row = await answerable(deps, id);
  if (row.userId === person.userId) throw new AppError('forbidden');
  const added = (await deps.effects[row.kind].judge?.(row, approve)) ?? null;
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    if (!(await moveRequest(w, id, 'open', 'approved', { ...answerOf(person, w.now), added })))
      throw new AppError('state_conflict');
    await w.audit('request.approved', { requestId: id, kind: row.kind, tenant: row.tenant });
    await w.job('run-request', `request:${id}`, { id });
  });
}

/** Refuses a request; the one who asked may take it back so. @throws AppError as above */
export async function refuseRequest(
  deps: RequestDeps,
  person: SignedIn,
  id: string,
): Promise<void> {
  const row = await answerable(deps, id);
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    if (!(await moveRequest(w, id, 'open', 'refused', answerOf(person, w.now))))
      throw new AppError('state_conflict');
    await w.audit('request.refused', { requestId: id, kind: row.kind, tenant: row.tenant });
  });
}

/** Brings an approved request about; repeating it changes nothing. */
export async function runRequest(deps: RequestDeps, id: string): Promise<void> {
  const row = await findRequest(vendorLook(deps.workshop), id);
  if (row?.state !== 'approved') return;
  const effect = deps.effects[row.kind];
  try {
    await effect.run(
      row,
      async (w) => (await moveRequest(w, id, 'approved', 'done')) !== undefined,
    );
  } catch (error) {
    const failure = error instanceof NeverDone ? error.failure : refusalOf(error);
    if (failure === undefined) throw error;
    await effect.fail?.(row);
    await failRequest(deps, row, failure);
  }
}
/** Ends a request that no repetition brings about, and tells both administrators. */
async function failRequest(deps: RequestDeps, row: RequestRow, failure: string): Promise<void> {
  const { id, kind, tenant } = row,
    practiceName = (await practiceNames(deps.store)).get(tenant) ?? tenant;
  await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
    if (!(await moveRequest(w, id, 'approved', 'failed', { failure }))) return;
    await w.audit('request.failed', { requestId: id, kind, tenant, failure });
    for (const userId of [row.userId, row.answeredId])
      if (userId !== null)
        await deps.tellFailed(w, { key: `request:${id}:${userId}`, userId, practiceName });
  });
}

/** Daily work: ends requests without an answer, and tries again what a job gave up. */
export async function requestDaily(deps: RequestDeps): Promise<void> {
  const day = berlinDay(deps.now());
  for (const row of await listRequests(vendorLook(deps.workshop), deps.now()))
    if (isOverdue(row, deps.now()))
      await deps.workshop.write(VENDOR_CID, VENDOR, (w) => lapse(w, row.id));
    else if (row.state === 'approved')
      await deps.workshop.write(VENDOR_CID, VENDOR, (w) =>
        w.job('run-request', `request:${row.id}:${day}`, { id: row.id }),
      );
}
