// Lists of proposals and the day beside one, with the names of who decided.

import type { z } from 'zod';
import type {
  rejectedSchema,
  DaySheetData,
  ProposalsQuery,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/billing.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look } from '../../platform/work.ts';
import type { BillingLinks } from './links.ts';
import { isFollowDue, labelsOf, historyOn } from './store.ts';

interface LabelWords {
  readonly names: ReadonlyMap<string, string>;
  /** Labels that there are. */ readonly labels: ReadonlySet<string>;
}
const worte = async (look: Look, links: BillingLinks): Promise<LabelWords> => ({
  names: await links.people(look),
  labels: new Set((await labelsOf(look)).map((one) => one.id)),
});
/** With the name of who decided, and without labels that were taken away. */
const named = ({ names, labels }: LabelWords, one: Proposal): Proposal => ({
  ...one,
  labels: one.labels.filter((id) => labels.has(id)),
  entscheid: one.entscheid && { ...one.entscheid, von: names.get(one.entscheid.von) ?? '' },
});

export async function listProposals(
  look: Look,
  links: BillingLinks,
  query: ProposalsQuery,
): Promise<Proposals> {
  // Asked first: what is noted while the list is made is shown with the next one.
  const isDue = await isFollowDue(look),
    found = await links.queries.liste(look, query),
    all = await worte(look, links);
  return {
    ...found,
    fortschritt: { ...found.fortschritt, laeuft: found.fortschritt.laeuft || isDue },
    items: found.items.map((one) => named(all, one)),
  };
}
export async function listRejected(
  look: Look,
  links: BillingLinks,
  input: { von: string; bis: string; cursor: string | undefined; n: number },
): Promise<z.input<typeof rejectedSchema>> {
  const found = await links.queries.abgelehnte(look, input),
    all = await worte(look, links);
  return { ...found, items: found.items.map((one) => named(all, one)) };
}
/** @throws AppError `not_found` for somebody whom the practice's software never delivered */
export async function readDaySheet(
  look: Look,
  links: BillingLinks,
  patid: string,
  tag: string,
): Promise<DaySheetData> {
  const found = await links.queries.tagesblatt(look, { patid, tag });
  if (found === null) throw new AppError('not_found');
  const { patids, ...sheet } = found,
    all = await worte(look, links),
    rows = await historyOn(look, patids, tag);
  return {
    ...sheet,
    vorschlaege: sheet.vorschlaege.map((one) => named(all, one)),
    entscheidungen: rows.map(({ regel, zahn, state, by, at, grund, comment }) => ({
      regel,
      zahn,
      nach: state,
      von: all.names.get(by) ?? '',
      am: at,
      grund,
      comment,
    })),
  };
}
