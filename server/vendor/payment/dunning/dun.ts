// Dunning: each step mails all owners, counts once an owner got the mail, and never stops work with
// patients. The last one ends the contract.

import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { isDelivered } from '../../../../shared/vendor/contract/notice.ts';
import { LAST_STEP, nextStep, nextStepAt, owedCents } from '../../../../shared/vendor/payment.ts';
import type { Work } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import {
  findContract,
  listInvoices,
  takeStep,
  updateContract,
  type ContractRow,
} from '../store.ts';

declare module '../../../platform/work.ts' {
  interface JobKinds {
    'end-unpaid': true;
  }
}

/** Mails a step to all owners and remembers the mails. */
async function announce(
  deps: PaymentDeps,
  w: Work,
  row: ContractRow,
  { step, attempt }: { step: number; attempt: number },
): Promise<void> {
  const cents = (await listInvoices(w)).reduce((sum, one) => sum + owedCents(one), 0),
    openSince = row.openSince ?? w.now;
  const keys = await deps.tellDue(w, {
    key: `mahnung:${openSince}:${step}${attempt === 0 ? '' : `:${attempt}`}`,
    cents,
    step,
    nextAt: nextStepAt({ openSince, step, stepAt: w.now }),
  });
  await updateContract(w, { notice: { step, at: w.now, attempt, keys, isByHand: false } });
  await w.audit('payment.notice', { step, attempt });
}
/** Informs the owners of a debt on the day it was reported. */
export async function noticeOpen(deps: PaymentDeps, w: Work): Promise<void> {
  const row = await findContract(w);
  if (row) await announce(deps, w, row, { step: 0, attempt: 0 });
}

/** Takes a step whose mail arrived. */
async function take(w: Work, row: ContractRow): Promise<void> {
  const step = row.step + 1,
    // Looked at once a day: the day between mail and look does not add up.
    at = Math.max(row.notice?.at ?? 0, w.now - DAY_MS);
  if (!(await takeStep(w, row.step, step, at))) return;
  await w.audit('payment.dunned', { step });
  if (step === LAST_STEP) await w.job('end-unpaid', `end:${row.openSince ?? 0}`, {});
}

/** Does what is due of a practice's dunning: takes the step that was announced, or announces one. */
export async function dun(deps: PaymentDeps, cid: string): Promise<void> {
  await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const row = await findContract(w);
    if (row?.openSince === null || row === undefined || (row.holdUntil ?? 0) > w.now) return;
    const { notice } = row;
    if (notice) {
      const states = await deps.deliveryOf(w, notice.keys),
        isTaken = notice.step <= row.step;
      // A mail that came back after its step stops the next one; one that was deleted by now not.
      const hasArrived = isDelivered(notice, states) || (isTaken && states.length === 0);
      if (!isTaken && hasArrived) await take(w, row);
      if (!isTaken || !hasArrived) return;
    }
    const step = nextStep(row, w.now);
    if (step !== undefined) await announce(deps, w, row, { step, attempt: 0 });
  });
}

/** Mails the newest step again, or notes that the practice knows by other means. */
export async function answerNotice(
  deps: PaymentDeps,
  w: Work,
  act: 'again' | 'byHand',
): Promise<boolean> {
  const row = await findContract(w);
  if (!row?.notice || row.openSince === null) return false;
  if (act === 'byHand') await updateContract(w, { notice: { ...row.notice, isByHand: true } });
  else await announce(deps, w, row, { step: row.notice.step, attempt: row.notice.attempt + 1 });
  return true;
}
