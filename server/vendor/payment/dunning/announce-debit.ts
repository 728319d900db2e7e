// Announces SEPA debits by a mail of ours (pre-notification): sum, day, creditor and mandate, 14
// days before; for what an owner orders at once, by the order itself.

import { berlinDay } from '../../../../shared/base/dates.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { isToAnnounce } from '../../../../shared/vendor/contract/debit.ts';
import type { Work } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import { providerOf } from '../provider.ts';
import {
  findContract,
  insertDebitNotice,
  listDebitNotices,
  listInvoices,
  setDebitKeys,
  type ContractRow,
} from '../store.ts';

/** A bank takes a debit a day after it was handed in, at the earliest. */
const COLLECT_MS = DAY_MS;
/** A cycle's invoice is written within this time of its announced day. */
const NEAR_MS = 3 * DAY_MS;

interface Announced {
  id: string;
  source: string;
  cents: number;
  dueAt: number;
  isOrdered: boolean;
}
/** Announces a debit once. */
async function announce(
  deps: PaymentDeps,
  w: Work,
  { mandate, last4 }: Pick<ContractRow, 'mandate' | 'last4'>,
  of: Announced,
): Promise<void> {
  // Without a creditor the mail would lack what the standard asks for; administrators see it.
  const isComplete = deps.creditorId !== '' && (mandate ?? '') !== '';
  if (!(await insertDebitNotice(w, { ...of, at: w.now, keys: [] }))) return;
  await w.audit('payment.debit_announced', {
    noticeId: of.id,
    day: berlinDay(of.dueAt),
    isMailed: isComplete,
  });
  if (!isComplete) return;
  const keys = await deps.tellDebit(w, {
    key: `debit:${of.id}`,
    cents: of.cents,
    dueAt: of.dueAt,
    mandate: mandate ?? '',
    last4: last4 ?? '',
  });
  await setDebitKeys(w, of.id, keys);
}

/** Announces the debit of the next period; a changed sum or account is announced again. */
export async function announceNext(deps: PaymentDeps, cid: string): Promise<void> {
  const system = { kind: 'system', cid } as const,
    row = await findContract(deps.workshop.look(cid, system));
  if (!row || row.subscriptionId === null) return;
  if (!isToAnnounce({ ...row, hasEnded: row.endedAt !== null }, deps.now())) return;
  const shown = await providerOf(deps).stripe.invoices.createPreview({
      subscription: row.subscriptionId,
    }),
    cents = shown.amount_due,
    dueAt = row.periodEnd ?? 0;
  if (cents <= 0) return;
  await deps.workshop.write(cid, system, (w) =>
    announce(deps, w, row, {
      id: `next:${dueAt}:${cents}:${row.methodId ?? ''}`,
      source: '',
      cents,
      dueAt,
      isOrdered: false,
    }),
  );
}

/** Announces a debit that begins now; one that an owner ordered has a shorter time. */
export const announceNow = (
  deps: PaymentDeps,
  w: Work,
  row: ContractRow,
  of: Omit<Announced, 'dueAt'>,
): Promise<void> =>
  row.methodKind === 'sepa_debit'
    ? announce(deps, w, row, { ...of, dueAt: w.now + COLLECT_MS })
    : Promise.resolve();

/** Announces debits on their way that no mail named, e.g. the first one of a contract. */
export async function announceRunning(deps: PaymentDeps, w: Work): Promise<void> {
  const row = await findContract(w);
  if (row?.methodKind !== 'sepa_debit') return;
  const running = (await listInvoices(w)).filter(
    ({ status, isProcessing }) => status === 'open' && isProcessing,
  );
  if (running.length === 0) return;
  const named = await listDebitNotices(w, Math.min(...running.map(({ at }) => at)) - NEAR_MS);
  for (const one of running) {
    const isNamed = named.some(
      ({ source, dueAt }) =>
        source === one.id || (source === '' && Math.abs(dueAt - one.at) < NEAR_MS),
    );
    if (!isNamed)
      await announceNow(deps, w, row, {
        id: `invoice:${one.id}`,
        source: one.id,
        cents: one.totalCents,
        isOrdered: Math.abs((row.startedAt ?? 0) - one.at) < NEAR_MS,
      });
  }
}
