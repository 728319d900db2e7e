// What an administrator does with a practice's contract: recorded in the practice's own audit log
// and list, mailed to its owners, and carried out by a job.

import { berlinInstant } from '../../../shared/base/dates.ts';
import { addDays, DAY_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { MOST_DAYS, type ActKind } from '../../../shared/vendor/contract/admin.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { isRunning } from '../payment/change-contract.ts';
import { answerNotice } from '../payment/dunning/dun.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { providerOf } from '../payment/provider.ts';
import { refreshPayment } from '../payment/refresh.ts';
import { findContract, updateContract } from '../payment/store.ts';
import { findAct, finishAct, insertAct, listActs } from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'run-act': true;
  }
}

/** Who acts; `secondId`: who approved it. */
export interface ActBy {
  id: string;
  userId: string;
  name: string;
  secondId: string | null;
}
export interface Act {
  kind: ActKind;
  /** The new plan, a last day, the number of an invoice, or new details; empty: none. */
  detail: string;
  reason: string;
}
/** Acts that end each other: only the newest of a group is carried out. */
const GROUPS: readonly (readonly ActKind[])[] = [
  ['cancel', 'keep'],
  ['pause', 'resume'],
];

/** Stores an act with its audit entry. @returns false for a repeated one */
export async function noteAct(
  w: Work,
  by: ActBy,
  { kind, detail, reason, isDone, linkHash }: Act & { isDone: boolean; linkHash?: string },
): Promise<boolean> {
  const isNew = await insertAct(w, {
    ...by,
    kind,
    detail,
    reason,
    at: w.now,
    doneAt: isDone ? w.now : null,
    linkHash: linkHash ?? null,
  });
  if (!isNew) return false;
  await w.audit('contract.acted', {
    actId: by.id,
    kind,
    ...(by.secondId !== null && { askedBy: by.userId, approvedBy: by.secondId }),
  });
  return true;
}
/** Records an act with its audit entry, its mail and its job. @returns false for a repeated one */
export async function recordAct(
  deps: PaymentDeps,
  w: Work,
  by: ActBy,
  { kind, detail, reason }: Act,
): Promise<boolean> {
  const isAtProvider = GROUPS.some((group) => group.includes(kind)),
    isNow = !isAtProvider && kind !== 'plan' && kind !== 'refund';
  if (!(await noteAct(w, by, { kind, detail, reason, isDone: isNow }))) return false;
  await deps.tellActed(w, { key: `act:${by.id}`, kind, detail, reason });
  if (isAtProvider) await w.job('run-act', `act:${by.id}`, { id: by.id });
  return true;
}

/** Returns the first moment after a last day, ms. */
export const berlinEnd = (until: string): number => berlinInstant(addDays(until, 1), '00:00');
/** Returns the first moment after a last day. @throws AppError validation */
export function endOfDay(until: string, now: number): number {
  const end = berlinEnd(until);
  if (end <= now) throw new AppError('validation', { fields: { until: 'past' } });
  if (end > now + MOST_DAYS * DAY_MS)
    throw new AppError('validation', { fields: { until: 'too_long' } });
  return end;
}

/** Does one thing in the practice's own transaction. @throws AppError not_found without a contract */
async function act(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  of: Act,
  isPossible: (w: Work) => Promise<boolean>,
): Promise<void> {
  await deps.workshop.write(tenant, person, async (w) => {
    if (!(await findContract(w))) throw new AppError('not_found');
    if (!(await isPossible(w))) throw new AppError('state_conflict');
    const { userId, name } = person;
    await recordAct(deps, w, { id: w.newId(), userId, name, secondId: null }, of);
  });
}

/** Ends a contract with its period, or takes that back. @throws AppError not_found, state_conflict */
export const endFor = (
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { isEnding, reason }: { isEnding: boolean; reason: string },
): Promise<void> =>
  act(
    deps,
    person,
    tenant,
    { kind: isEnding ? 'cancel' : 'keep', detail: '', reason },
    async (w) => {
      const row = await findContract(w);
      return isRunning(row) && row.isEnding !== isEnding;
    },
  );
/** Ends a pause. @throws AppError not_found, state_conflict without one */
export const resumeFor = (
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  reason: string,
): Promise<void> =>
  act(deps, person, tenant, { kind: 'resume', detail: '', reason }, async (w) => {
    const row = await findContract(w);
    return isRunning(row) && (row.pausedUntil ?? 0) > w.now;
  });
/** Holds dunning until the end of a day, or no longer. @throws AppError not_found, validation */
export const holdFor = (
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { until, reason }: { until: string | null; reason: string },
): Promise<void> => {
  const end = until === null ? null : endOfDay(until, deps.now());
  return act(
    deps,
    person,
    tenant,
    { kind: until === null ? 'unhold' : 'hold', detail: until ?? '', reason },
    async (w) => {
      if (end === null && ((await findContract(w))?.holdUntil ?? 0) <= w.now) return false;
      await updateContract(w, { holdUntil: end, holdReason: end === null ? null : reason });
      return true;
    },
  );
};
/**
 * Mails a dunning step again, or notes that the practice knows by other means.
 * @throws AppError not_found, state_conflict without such a mail
 */
export const noticeFor = (
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { act: what, reason }: { act: 'again' | 'byHand'; reason: string },
): Promise<void> =>
  act(
    deps,
    person,
    tenant,
    { kind: what === 'again' ? 'noticeAgain' : 'noticeByHand', detail: '', reason },
    (w) => answerNotice(deps, w, what),
  );

/** Carries an act out at the provider; repeating it changes nothing. */
export async function runAct(deps: PaymentDeps, cid: string, id: string): Promise<void> {
  const system: Actor = { kind: 'system', cid },
    look = deps.workshop.look(cid, system),
    found = await findAct(look, id),
    row = await findContract(look);
  if (!found || found.doneAt !== null) return;
  const group = GROUPS.find((kinds) => kinds.includes(found.kind)) ?? [],
    [newest] = await listActs(look, group);
  // The provider refuses a pause that ended before the call got through.
  const isOver = found.kind === 'pause' && berlinEnd(found.detail) <= deps.now();
  if (newest?.id === id && isRunning(row) && !isOver) {
    await providerOf(deps).stripe.subscriptions.update(row.subscriptionId, changeOf(found));
    await refreshPayment(deps, cid);
  }
  await deps.workshop.write(cid, system, (w) => finishAct(w, id));
}
const changeOf = ({ kind, detail }: Pick<Act, 'kind' | 'detail'>) => {
  if (kind === 'cancel' || kind === 'keep') return { cancel_at_period_end: kind === 'cancel' };
  return {
    pause_collection:
      kind === 'pause'
        ? {
            behavior: 'void' as const,
            resumes_at: Math.floor(berlinEnd(detail) / 1000),
          }
        : ('' as const),
  };
};
