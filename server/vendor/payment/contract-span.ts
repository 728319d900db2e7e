// The history of a contract: with which plan and price it ran from when to when. The contract itself
// keeps its present state only.

import type { Work } from '../../platform/work.ts';
import { closeSpan, findContract, insertSpan, listSpans } from './store.ts';

/** Continues the history after the contract was read at the provider; repeating it changes nothing. */
export async function noteSpan(w: Work): Promise<void> {
  const row = await findContract(w);
  if (!row || row.subscriptionId === null || row.startedAt === null) return;
  const { subscriptionId, plan, netCents, startedAt, endedAt } = row,
    spans = await listSpans(w),
    open = spans.find(({ untilAt }) => untilAt === null),
    isOther = open !== undefined && open.subscriptionId !== subscriptionId;
  if (open && (isOther || endedAt !== null))
    // Of a contract that was followed by another one only the new beginning is known.
    await closeSpan(w, open.id, Math.max(open.fromAt, isOther ? startedAt : (endedAt ?? w.now)));
  if (endedAt !== null || plan === null || netCents === null) return;
  if (open && !isOther) {
    if (open.plan === plan && open.netCents === netCents) return;
    await closeSpan(w, open.id, w.now);
  }
  const isKnown = spans.some((one) => one.subscriptionId === subscriptionId);
  await insertSpan(w, {
    id: w.newId(),
    subscriptionId,
    plan,
    netCents,
    fromAt: isKnown ? w.now : startedAt,
    untilAt: null,
  });
}
