// Other invoice details, or another account, by two administrators: the change waits a day in which
// any owner stops it. An account is typed on the provider's page only.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { HeldKind } from '../../../shared/vendor/contract/held-change.ts';
import {
  methodPayload,
  payerPayload,
  type PayerPayload,
} from '../../../shared/vendor/contract/request.schema.ts';
import type { z } from 'zod';
import type { SignedIn } from '../../platform/http/route.ts';
import { openPage } from '../payment/change-contract.ts';
import { holdChange, wordsOf, type NewDetail } from '../payment/held/ask-change.ts';
import { findHeld, openHeldOf } from '../payment/held/store-held.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { findContract, isPageUsed } from '../payment/store.ts';
import { askRequest } from '../request/ask-request.ts';
import { NeverDone, type RequestEffect } from '../request/links.ts';
import { findRequest, type RequestRow } from '../request/store.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import { noteAct } from './act-on-contract.ts';
import { byOf } from './effects.ts';
import { actByHash } from './store.ts';

/** A mailed link opens the page for so long, ms. */
const LINK_MS = 3 * DAY_MS;
/** A page in a call is opened on the day of its approval, ms. */
const CALL_MS = DAY_MS;

const systemOf = (cid: string) => ({ kind: 'system', cid }) as const;
const lookAt = (deps: PaymentDeps, cid: string) => deps.workshop.look(cid, systemOf(cid));

/** Checks that there is something to change and that nothing of this kind waits. */
async function requireFree(deps: PaymentDeps, tenant: string, kind: HeldKind): Promise<void> {
  const look = lookAt(deps, tenant);
  if (!(await findContract(look))) throw new AppError('not_found');
  if (await openHeldOf(look, kind)) throw new AppError('state_conflict');
}

/** Asks for other details of invoices. @throws AppError not_found, state_conflict */
export async function askPayer(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { payer, reason }: { payer: PayerPayload; reason: string },
): Promise<void> {
  await requireFree(deps, tenant, payer.what);
  await askRequest(deps, person, { kind: 'payer', tenant, payload: payer, reason });
}
/** Asks for another account or card. @throws AppError not_found, state_conflict */
export async function askMethod(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  { reason, ...payload }: z.output<typeof methodPayload> & { reason: string },
): Promise<void> {
  await requireFree(deps, tenant, 'method');
  await askRequest(deps, person, { kind: 'method', tenant, payload, reason });
}

const detailOf = ({ what, ...payer }: PayerPayload): Exclude<NewDetail, { kind: 'method' }> => ({
  kind: what,
  payer,
});
/** Builds the effects. */
export const detailEffects = (deps: PaymentDeps): Record<'payer' | 'method', RequestEffect> => ({
  payer: {
    async judge({ tenant, payload }) {
      await requireFree(deps, tenant, payerPayload.parse(payload).what);
      return {};
    },
    async run(row, finish) {
      const { id, tenant, userId, name, reason } = row,
        detail = detailOf(payerPayload.parse(row.payload)),
        base = await deps.payerOf(tenant);
      const verdict = await deps.workshop.write(tenant, systemOf(tenant), async (w) => {
        if (await findHeld(w, id)) return 'held';
        const now = (await findContract(w))?.payer ?? base,
          by = { id, userId, name, vendorReason: reason },
          held = await holdChange(deps, w, by, detail, now);
        if (held === 'held')
          await noteAct(w, byOf(row), {
            kind: 'payer',
            detail: wordsOf({ payer: detail.payer, last4: null }),
            reason,
            isDone: true,
          });
        return held;
      });
      if (verdict === 'taken') throw new NeverDone('change_waits');
      await deps.workshop.write(VENDOR_CID, VENDOR, finish);
    },
  },
  method: {
    async judge({ tenant }) {
      await requireFree(deps, tenant, 'method');
      return {};
    },
    async run(row, finish) {
      const { tenant, reason } = row,
        { way } = methodPayload.parse(row.payload);
      await deps.workshop.write(tenant, systemOf(tenant), async (w) => {
        const link = way === 'mail' ? deps.newLink() : undefined,
          isNew = await noteAct(w, byOf(row), {
            kind: 'method',
            detail: way,
            reason,
            isDone: true,
            ...(link && { linkHash: link.hash }),
          });
        if (isNew && link)
          await deps.tellPage(w, { key: `page:${row.id}`, reason, token: link.token });
      });
      await deps.workshop.write(VENDOR_CID, VENDOR, finish);
    },
  },
});

const isOpenable = (row: RequestRow | undefined, tenant: string, now: number): row is RequestRow =>
  row?.kind === 'method' &&
  row.tenant === tenant &&
  row.state === 'done' &&
  methodPayload.parse(row.payload).way === 'phone' &&
  now < (row.answeredAt ?? 0) + CALL_MS;
/**
 * Opens the page in a call with the practice: who asked for it, on the day of the approval.
 * @returns its address
 * @throws AppError not_found, forbidden for another administrator, state_conflict
 */
export async function openInCall(
  deps: PaymentDeps,
  person: SignedIn,
  tenant: string,
  requestId: string,
): Promise<string> {
  const row = await findRequest(vendorLook(deps.workshop), requestId);
  if (!isOpenable(row, tenant, deps.now())) throw new AppError('not_found');
  if (row.userId !== person.userId) throw new AppError('forbidden');
  if (await isPageUsed(lookAt(deps, tenant), row.id)) throw new AppError('state_conflict');
  return openPage(
    deps,
    { cid: tenant, actor: person, userId: person.userId },
    { kind: 'method', actId: row.id },
    `/practice/betrieb/vertraege?praxis=${encodeURIComponent(tenant)}`,
  );
}

/**
 * Opens the page by the link of a mail.
 * @returns its address
 * @throws AppError link_invalid for unknown, used and late links alike; rate_limited
 */
export async function openByLink(
  deps: PaymentDeps,
  { token, ip }: { token: string; ip: string },
): Promise<string> {
  const giveBack = await deps.reserveLink(ip),
    act = await actByHash(deps.store, deps.hashOfLink(token));
  if (!act || deps.now() >= act.at + LINK_MS) throw new AppError('link_invalid');
  await giveBack();
  const look = lookAt(deps, act.cid);
  if ((await isPageUsed(look, act.id)) || (await openHeldOf(look, 'method')))
    throw new AppError('link_invalid');
  return openPage(
    deps,
    { cid: act.cid, actor: systemOf(act.cid), userId: act.userId },
    { kind: 'method', actId: act.id },
  );
}
