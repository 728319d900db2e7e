// Lists of proposals and the day beside one, with the names of who decided.

import type { z } from 'zod';
import type {
  abgelehnteSchema,
  Tagesblatt,
  VorschlaegeQuery,
  Vorschlag,
  Vorschlaege,
} from '../../../shared/analytics/billing/billing.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look } from '../../platform/work.ts';
import type { AbrechnungLinks } from './links.ts';
import { isFollowDue, labelsOf, verlaufAm } from './store.ts';

interface Worte {
  readonly names: ReadonlyMap<string, string>;
  /** Labels that there are. */ readonly labels: ReadonlySet<string>;
}
const worte = async (look: Look, links: AbrechnungLinks): Promise<Worte> => ({
  names: await links.people(look),
  labels: new Set((await labelsOf(look)).map((one) => one.id)),
});
/** With the name of who decided, and without labels that were taken away. */
const benannt = ({ names, labels }: Worte, one: Vorschlag): Vorschlag => ({
  ...one,
  labels: one.labels.filter((id) => labels.has(id)),
  entscheid: one.entscheid && { ...one.entscheid, von: names.get(one.entscheid.von) ?? '' },
});

export async function listVorschlaege(
  look: Look,
  links: AbrechnungLinks,
  query: VorschlaegeQuery,
): Promise<Vorschlaege> {
  // Asked first: what is noted while the list is made is shown with the next one.
  const isDue = await isFollowDue(look),
    found = await links.fragen.liste(look, query),
    all = await worte(look, links);
  return {
    ...found,
    fortschritt: { ...found.fortschritt, laeuft: found.fortschritt.laeuft || isDue },
    items: found.items.map((one) => benannt(all, one)),
  };
}
export async function listAbgelehnte(
  look: Look,
  links: AbrechnungLinks,
  input: { von: string; bis: string; cursor: string | undefined; n: number },
): Promise<z.input<typeof abgelehnteSchema>> {
  const found = await links.fragen.abgelehnte(look, input),
    all = await worte(look, links);
  return { ...found, items: found.items.map((one) => benannt(all, one)) };
}
/** @throws AppError `not_found` for somebody whom the practice's software never delivered */
export async function readTagesblatt(
  look: Look,
  links: AbrechnungLinks,
  patid: string,
  tag: string,
): Promise<Tagesblatt> {
  const found = await links.fragen.tagesblatt(look, { patid, tag });
  if (found === null) throw new AppError('not_found');
  const { patids, ...blatt } = found,
    all = await worte(look, links),
    rows = await verlaufAm(look, patids, tag);
  return {
    ...blatt,
    vorschlaege: blatt.vorschlaege.map((one) => benannt(all, one)),
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
