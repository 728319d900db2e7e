// What follows from a delivery without anybody's doing: proposals are offered for the first time, and positions that were to be entered have arrived.

import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import type { BillingLinks } from './links.ts';
import { findDecision, recordOffered, putDecision } from './store.ts';

type Context = Pick<RequestContext, 'look' | 'write'>;
/** Rows of one unit of work: whoever else writes waits for no more than these. */
const PIECE = 500;
/** Changes in so many ms are followed once. */
const TOGETHER_MS = 10_000;

/** Notes of what is offered for the first time when that was. @returns how many */
async function noteOffered(context: Context, links: BillingLinks): Promise<number> {
  const found = await links.queries.neue(context.look());
  for (let at = 0; at < found.length; at += PIECE)
    await context.write((w) => recordOffered(w, found.slice(at, at + PIECE)));
  return found.length;
}
/** Notes of decisions whose position has arrived that they are implemented, on the day of the delivery that brought it; by nobody, since it is found by itself. @returns how many */
async function settle(context: Context, links: BillingLinks): Promise<number> {
  const arrived = await links.queries.eingetroffen(context.look());
  if (arrived.length === 0) return 0;
  return context.write(async (w) => {
    let count = 0;
    for (const { rev, am, ...ort } of arrived) {
      const row = await findDecision(w, ort);
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
        await w.audit('vorschlag.implemented', { regel: ort.regel, tag: ort.tag }, ort.patid);
      }
    }
    return count;
  });
}
/** After a delivery, after a change that may bring proposals, and each day. */
export async function follow(context: Context, links: BillingLinks): Promise<void> {
  await noteOffered(context, links);
  await settle(context, links);
}

/**
 * Asks that proposals be followed once this unit is committed; several changes in a row ask once.
 * It is done a whole span later: a unit that began in the span has ended by then.
 */
export async function askFollow(w: Work): Promise<void> {
  const due = (Math.floor(w.now / TOGETHER_MS) + 2) * TOGETHER_MS;
  await w.job('follow-delivery', `follow:change:${due}`, {}, due);
}
