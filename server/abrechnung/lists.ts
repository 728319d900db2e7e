// Lists of proposals and the day beside one, with the names of who decided.

import type { z } from 'zod';
import type { abgelehnteSchema, Tagesblatt, VorschlaegeQuery, Vorschlag, Vorschlaege } from '../../shared/abrechnung.schema.ts';
import { AppError } from '../../shared/errors.ts';
import type { Look } from '../work.ts';
import type { AbrechnungLinks } from './links.ts';
import { verlaufAm } from './store.ts';

type Names = ReadonlyMap<string, string>;
const benannt = (names: Names, one: Vorschlag): Vorschlag => ({ ...one, entscheid: one.entscheid && { ...one.entscheid, von: names.get(one.entscheid.von) ?? '' } });

export async function listVorschlaege(look: Look, links: AbrechnungLinks, query: VorschlaegeQuery): Promise<Vorschlaege> {
  const found = await links.fragen.liste(look, query), names = await links.people(look);
  return { ...found, items: found.items.map(one => benannt(names, one)) };
}
export async function listAbgelehnte(look: Look, links: AbrechnungLinks, input: { von: string; bis: string; cursor: string | undefined; n: number }): Promise<z.input<typeof abgelehnteSchema>> {
  const found = await links.fragen.abgelehnte(look, input), names = await links.people(look);
  return { ...found, items: found.items.map(one => benannt(names, one)) };
}
/** @throws AppError `not_found` for somebody whom the practice's software never delivered */
export async function readTagesblatt(look: Look, links: AbrechnungLinks, patid: string, tag: string): Promise<Tagesblatt> {
  const found = await links.fragen.tagesblatt(look, { patid, tag });
  if (found === null) throw new AppError('not_found');
  const { patids, ...blatt } = found, names = await links.people(look), rows = await verlaufAm(look, patids, tag);
  return { ...blatt, vorschlaege: blatt.vorschlaege.map(one => benannt(names, one)), entscheidungen: rows.map(({ regel, zahn, state, by, at, grund, comment }) => ({ regel, zahn, nach: state, von: names.get(by) ?? '', am: at, grund, comment })) };
}
