// Automatic follow-up of a delivery: proposals are offered for the first time, and positions that
// were to be entered have arrived.

import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import type { BillingLinks } from './links.ts';
import { findDecision, labelsAn, recordOffered, putDecision, putLabels } from './store.ts';

type Context = Pick<RequestContext, 'look' | 'write'>;
/** Rows per transaction: other writers wait for no more than these. */
const PIECE = 500;
/** Debounce span in ms: changes within it are followed up once. */
const TOGETHER_MS = 10_000;

/** Records the time at which new proposals are first offered. @returns how many */
async function noteOffered(context: Context, links: BillingLinks): Promise<number> {
  const found = await links.queries.neue(context.look());
  for (let at = 0; at < found.length; at += PIECE)
    await context.write((w) => recordOffered(w, found.slice(at, at + PIECE)));
  return found.length;
}
/**
 * Marks decisions whose position has arrived as implemented, dated by the delivery that brought it
 * and without a user, since it is detected automatically.
 * @returns how many
 */
async function settle(context: Context, links: BillingLinks): Promise<number> {
  const arrived = await links.queries.eingetroffen(context.look());
  if (arrived.length === 0) return 0;
  return context.write(async (w) => {
    let count = 0;
    for (const { rev, am, ...place } of arrived) {
      const row = await findDecision(w, place);
      if (row?.state !== 'VORGEMERKT' || row.rev !== rev) continue;
      if (
        await putDecision(w, row, {
          ...row,
          state: 'UMGESETZT',
          at: Math.max(row.at, am ?? w.now),
          by: '',
          rev: rev + 1,
        })
      ) {
        count += 1;
        await w.audit('vorschlag.implemented', { regel: place.regel, tag: place.tag }, place.patid);
      }
    }
    return count;
  });
}
/**
 * Carries a decision over to the tooth that the practice corrected it to, with its author, its time
 * and its labels; at the old tooth it is revoked without a user.
 */
async function carryOver(context: Context, links: BillingLinks): Promise<void> {
  const moved = await links.queries.verschoben(context.look());
  if (moved.length === 0) return;
  await context.write(async (w) => {
    for (const { rev, nach, ...place } of moved) {
      const row = await findDecision(w, place),
        to = { ...place, zahn: nach.zahn },
        seen = await findDecision(w, to);
      if (row?.rev !== rev || (seen !== undefined && seen.state !== 'NEU')) continue;
      if (row.state !== 'VORGEMERKT' && row.state !== 'ABGELEHNT') continue;
      if (
        !(await putDecision(w, seen, {
          ...row,
          ...to,
          fund: { ...nach, ...to },
          regelVersion: nach.regelVersion,
          rev: (seen?.rev ?? 0) + 1,
        }))
      )
        continue;
      await putDecision(w, row, { ...row, state: 'NEU', at: w.now, by: '', rev: rev + 1 });
      const labels = await labelsAn(w, place);
      await putLabels(w, to, labels, [], row.by);
      await putLabels(w, place, [], labels, row.by);
      await w.audit('vorschlag.moved', { regel: place.regel, tag: place.tag }, place.patid);
    }
  });
}
/** Runs after a delivery, after a change that may bring proposals, and daily. */
export async function follow(context: Context, links: BillingLinks): Promise<void> {
  await noteOffered(context, links);
  await carryOver(context, links);
  await settle(context, links);
}

/**
 * Requests the follow-up job once this transaction is committed; several changes in a row request
 * it once. The job runs a whole span later, when every transaction that began within the span has
 * ended.
 */
export async function askFollow(w: Work): Promise<void> {
  const due = (Math.floor(w.now / TOGETHER_MS) + 2) * TOGETHER_MS;
  await w.job('follow-delivery', `follow:change:${due}`, {}, due);
}
