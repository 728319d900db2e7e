/** The engine and the reference on the same rows, and what they say in words that can be compared. */
import { REGELN } from '../../catalog/billing-rules/catalogue.ts';
import { baueBild, type Bild } from '../../server/analytics/snapshot/snapshot.ts';
import { tagVon } from '../../server/analytics/snapshot/calendar.ts';
import { kompiliere, werteAus } from '../../server/analytics/rules-engine/engine.ts';
import { Rohdaten, type RohZeile } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import type { RegelEinstellung } from '../../shared/analytics/billing/proposal.ts';
import { isOfDay, isPerTooth, referenz } from './reference/reference.ts';
import { plainCode } from './reference/words.ts';
import { HEUTE } from './random-days.ts';

/** What the reference knows: forgotten positions and checks of a day. */
export const BEKANNT = REGELN.filter((one) => one.art !== 'POTENZIAL' && isOfDay(one));
const byId = new Map(REGELN.map((one) => [one.id, one]));
/** Every rule on that the reference knows, and no other: proposals of one position drive each other out. */
export const einstellung = (more: Partial<RegelEinstellung> = {}): RegelEinstellung => ({
  aus: REGELN.filter((one) => !BEKANNT.includes(one)).map((one) => one.id),
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
  ...more,
});

export interface Gesagt {
  readonly patid: string;
  readonly tag: string;
  readonly regel: string;
  readonly zahn: string;
  readonly system: string;
  readonly nr: string;
  readonly menge: number;
}
/** Of a check only where it is; of a proposal also what and how much. A tooth is named where the position is charged by tooth. */
export function wortVon(one: Gesagt): string {
  const rule = byId.get(one.regel)!,
    place = `${one.patid} ${one.tag} ${one.regel}`;
  if (rule.art === 'PRUEFUNG')
    return /@Z|gleicheFlaechen/.test(
      `${rule.heuteAlle}${rule.zusatz}${rule.historieNoetig.join('')}`,
    )
      ? `${place} ${one.zahn}`
      : place;
  return `${place} ${isPerTooth(rule) ? one.zahn : ''} ${one.system} ${plainCode(one.nr)} × ${one.menge}`;
}
export function bildAus(rows: readonly RohZeile[], heute = HEUTE): Bild {
  const roh = new Rohdaten();
  for (const row of rows) roh.nimm(row);
  return baueBild(roh, tagVon(heute));
}
export const motorSagt = (bild: Bild, set: RegelEinstellung, patienten?: Int32Array): Gesagt[] =>
  werteAus(bild, kompiliere(REGELN, set), { patienten });
export const referenzSagt = (rows: readonly RohZeile[], set: RegelEinstellung): Gesagt[] =>
  referenz({ rows, regeln: REGELN, heute: HEUTE, einstellung: set });
