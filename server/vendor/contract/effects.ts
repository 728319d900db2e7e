// Effects of approved requests about a contract: another plan, a pause.

import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { pausePayload, planPayload } from '../../../shared/vendor/contract/request.schema.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import {
  checkPreview,
  isRunning,
  movePlan,
  notePlan,
  type PlanChange,
} from '../payment/change-contract.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { refreshPayment } from '../payment/refresh.ts';
import { findContract, updateContract } from '../payment/store.ts';
import { askRequest } from '../request/ask-request.ts';
import type { RequestEffect } from '../request/links.ts';
import type { RequestRow } from '../request/store.ts';
import { VENDOR } from '../vendor-rows.ts';
import { berlinEnd, endOfDay, recordAct, type ActBy } from './act-on-contract.ts';
import { failAct, finishAct } from './store.ts';

const systemOf = (cid: string) => ({ kind: 'system', cid }) as const;
export const byOf = ({ id, userId, name, answeredId }: RequestRow): ActBy => ({
  id,
  userId,
  name,
  secondId: answeredId,
});

async function requireRunning(deps: PaymentDeps, tenant: string): Promise<void> {
  if (!isRunning(await findContract(deps.workshop.look(tenant, systemOf(tenant)))))
    throw new AppError('not_found');
}

/** Asks for another plan. @throws AppError not_found, state_conflict */
export async function askPlan(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { plan, reason }: { plan: PlanChange['plan']; reason: string },
): Promise<void> {
  await requireRunning(deps, tenant);
  await askRequest(deps, person, { kind: 'plan', tenant, payload: { plan }, reason });
}
/** Asks for a pause in which nothing is charged. @throws AppError not_found, validation */
export async function askPause(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { until, reason }: { until: string; reason: string },
): Promise<void> {
  endOfDay(until, deps.now());
  await requireRunning(deps, tenant);
  await askRequest(deps, person, { kind: 'pause', tenant, payload: { until }, reason });
}

/** Notes that an act cannot be done, and tells the owners, who read that it would be. */
export async function undoAct(
  deps: PaymentDeps,
  { id, tenant }: RequestRow,
  undo?: (w: Work) => Promise<void>,
): Promise<void> {
  await deps.workshop.write(tenant, systemOf(tenant), async (w) => {
    const failed = await failAct(w, id);
    if (!failed) return;
    const { kind, detail } = failed;
    await undo?.(w);
    await w.audit('contract.act_failed', { actId: id, kind });
    await deps.tellNotDone(w, { key: `act:${id}:failed`, kind, detail });
  });
}

/** Builds the effects. */
export const contractEffects = (deps: PaymentDeps): Record<'plan' | 'pause', RequestEffect> => ({
  plan: {
    async judge({ tenant, payload }, { previewId }) {
      if (previewId === undefined)
        throw new AppError('validation', { fields: { previewId: 'required' } });
      const { plan } = planPayload.parse(payload);
      return checkPreview(deps, tenant, plan, previewId);
    },
    async run(row, finish) {
      const { tenant, id } = row,
        { plan } = planPayload.parse(row.payload),
        change: PlanChange = {
          id,
          plan,
          at: Number(row.added?.at),
          isUpgrade: row.added?.isUpgrade === true,
        };
      await deps.workshop.write(tenant, systemOf(tenant), async (w) => {
        if (!isRunning(await findContract(w))) return;
        const act = { kind: 'plan', detail: plan, reason: row.reason } as const;
        if (await recordAct(deps, w, byOf(row), act)) await notePlan(w, change);
      });
      await movePlan(deps, tenant, change);
      await refreshPayment(deps, tenant);
      await deps.workshop.write(tenant, systemOf(tenant), (w) => finishAct(w, id));
      await deps.workshop.write(VENDOR_CID, VENDOR, finish);
    },
    fail: (row) =>
      undoAct(deps, row, async (w) => {
        if ((await findContract(w))?.nextPlan === planPayload.parse(row.payload).plan)
          await updateContract(w, { nextPlan: null });
      }),
  },
  pause: {
    async judge({ payload }) {
      // A day passes between the request and its approval.
      if (berlinEnd(pausePayload.parse(payload).until) <= deps.now())
        throw new AppError('state_conflict');
      return {};
    },
    async run(row, finish) {
      const { until } = pausePayload.parse(row.payload);
      await deps.workshop.write(row.tenant, systemOf(row.tenant), async (w) => {
        if (isRunning(await findContract(w)))
          await recordAct(deps, w, byOf(row), {
            kind: 'pause',
            detail: until,
            reason: row.reason,
          });
      });
      await deps.workshop.write(VENDOR_CID, VENDOR, finish);
    },
  },
});
