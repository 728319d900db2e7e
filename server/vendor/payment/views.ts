// Contract and invoices as the owner of the practice sees them.

import { mayAgree } from '../../../shared/vendor/contract/held-change.ts';
import { isOwed, owedCents } from '../../../shared/vendor/payment.ts';
import type { ContractAnswer, Invoices } from '../../../shared/vendor/payment.schema.ts';
import type { Look } from '../../platform/work.ts';
import { isRunning } from './change-contract.ts';
import { heldView } from './held/held-routes.ts';
import type { PaymentDeps } from './links.ts';
import { CHANGE_MS } from './refresh.ts';
import {
  findContract,
  listDebitNotices,
  listInvoices,
  openChanges,
  stateOfPayment,
  type InvoiceRow,
} from './store.ts';

const invoiceState = (one: InvoiceRow): Invoices['items'][number]['state'] => {
  if (one.status === 'draft') return 'draft';
  if (one.status === 'void') return 'void';
  if (one.status === 'paid' && one.disputedCents <= one.recoveredCents) return 'paid';
  if (isOwed(one) && one.status === 'paid') return 'returned';
  return one.isProcessing ? 'submitted' : 'open';
};

const futureOf = (at: number | null | undefined, now: number): number | null =>
  at !== null && at !== undefined && at > now ? at : null;
async function announcedOf(look: Look): Promise<ContractAnswer['announced']> {
  const [row] = await listDebitNotices(look, look.now);
  return row
    ? { cents: row.cents, dueAt: row.dueAt, at: row.at, isMailed: row.keys.length > 0 }
    : null;
}
/** Shows a contract as its owner sees it. */
export async function contractView(deps: PaymentDeps, look: Look): Promise<ContractAnswer> {
  const row = await findContract(look),
    changes = await openChanges(look, look.now - CHANGE_MS);
  return {
    state: await stateOfPayment(look),
    contract: isRunning(row)
      ? {
          plan: row.plan,
          nextPlan: row.nextPlan,
          startedAt: row.startedAt ?? 0,
          periodEnd: row.periodEnd ?? 0,
          isEnding: row.isEnding,
          nextTotalCents: null,
        }
      : null,
    method:
      row?.methodKind === undefined || row.methodKind === null
        ? null
        : { kind: row.methodKind, last4: row.last4 ?? '', mandate: row.mandate ?? '' },
    payer: row?.payer ?? (await deps.payerOf(look.cid)),
    announced: await announcedOf(look),
    holdUntil: futureOf(row?.holdUntil, look.now),
    pausedUntil: futureOf(row?.pausedUntil, look.now),
    owedCents: (await listInvoices(look)).reduce((sum, one) => sum + owedCents(one), 0),
    isWaiting: changes.some(({ kind, sessionId }) => kind !== 'plan' && sessionId !== null),
    changes: await heldView(deps, look),
    hasSecondOwner: (await deps.owners(look)).some((owner) =>
      mayAgree(owner, {
        userId: look.actor.kind === 'user' ? look.actor.userId : '',
        at: look.now,
      }),
    ),
    asOf: row === undefined || row.fetchedAt === 0 ? null : row.fetchedAt,
  };
}

/** Lists the charges of a practice, the newest first. */
export const invoicesView = async (look: Look): Promise<Invoices> => ({
  items: (await listInvoices(look)).map((one) => ({
    id: one.id,
    number: one.number ?? '',
    at: one.at,
    totalCents: one.totalCents,
    taxCents: one.taxCents,
    state: invoiceState(one),
  })),
});
