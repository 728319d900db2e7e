// Lists of proposals and the day of one proposal, with the names of the deciders.

import type { z } from 'zod';
import type {
  rejectedSchema,
  DaySheetData,
  ProposalsQuery,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look } from '../../platform/work.ts';
import type { BillingLinks } from './links.ts';
import { isFollowDue, labelsOf, historyOn } from './store.ts';

interface LabelWords {
  readonly names: ReadonlyMap<string, string>;
  /** All existing labels. */
  readonly labels: ReadonlySet<string>;
}
const words = async (look: Look, links: BillingLinks): Promise<LabelWords> => ({
  names: await links.people(look),
  labels: new Set((await labelsOf(look)).map((one) => one.id)),
});
/** With the decider's name and without removed labels. */
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
  // Read first: follow-up recorded while the list is built appears in the next one.
  const isDue = await isFollowDue(look),
    found = await links.queries.liste(look, query),
    all = await words(look, links);
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
    all = await words(look, links);
  return { ...found, items: found.items.map((one) => named(all, one)) };
}
/**
 * Reads the day of a proposal.
 * @throws AppError `not_found` for a patient whom the practice software never delivered
 */
export async function readDaySheet(
  look: Look,
  links: BillingLinks,
  patid: string,
  day: string,
): Promise<DaySheetData> {
  const found = await links.queries.tagesblatt(look, { patid, tag: day });
  if (found === null) throw new AppError('not_found');
  const { patids, ...sheet } = found,
    all = await words(look, links),
    rows = await historyOn(look, patids, day);
  return {
    ...sheet,
    vorschlaege: sheet.vorschlaege.map((one) => named(all, one)),
    entscheidungen: rows.map(
      ({ regel: rule, zahn: tooth, state, by, at, grund: reason, comment }) => ({
        regel: rule,
        zahn: tooth,
        nach: state,
        von: all.names.get(by) ?? '',
        am: at,
        grund: reason,
        comment,
      }),
    ),
  };
}
