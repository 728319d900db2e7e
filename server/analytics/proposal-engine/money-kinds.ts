/** Kinds of proposals and warnings by the money that they bring, and the part of a fee that counts. */
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import { findPosition } from '../../../catalog/find-position.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * A forgotten position, a forgotten surcharge, the higher factor of a service, the co-payment of a
 * filling, a chance for the next visit, and a warning whose fix keeps a fee: a reason or an
 * agreement that is missing. Others have no value: the fix of most warnings lowers the bill, an
 * expiring plan is no service yet, and a service that was not invoiced was entered already.
 */
export const MONEY_KINDS = [
  'VERGESSEN',
  'ZUSCHLAG',
  'FAKTOR',
  'MEHRKOSTEN',
  'CHANCE',
  'SICHERUNG',
] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** Rules whose value is not that of their position; rules of a practice have no other value. */
const SPECIAL_RULES = new Map<string, Rule>(
  HOUSE_RULES.filter(({ wert }) => wert !== undefined).map((one) => [one.id, one]),
);
/** Highest GOZ factor without a reason, in hundredths. */
const THRESHOLD = 230;

const isSurcharge = ({ system, nr, tag }: Finding): boolean =>
  nr !== '' && findPosition(system, nr, tag)?.text.startsWith('Zuschlag') === true;

/** Returns the kind of a finding; null where it has no value. */
export function moneyKindOf(finding: Finding): MoneyKind | null {
  const value = SPECIAL_RULES.get(finding.regel)?.wert;
  switch (finding.art) {
    case 'VERGESSEN':
      return value === 'LASER' || isSurcharge(finding) ? 'ZUSCHLAG' : 'VERGESSEN';
    case 'PRUEFUNG':
      return value === 'SICHERUNG' ? 'SICHERUNG' : null;
    case 'POTENZIAL':
      if (value === 'FAKTOR' || value === 'MEHRKOSTEN') return value;
      return finding.nr === '' ? null : 'CHANCE';
  }
}
/** Returns the whole cents that a finding found; 0 where its value is not known. */
export const foundCents = (finding: Finding): number =>
  finding.wertArt === 'UNBEKANNT'
    ? 0
    : Math.round(finding.art === 'PRUEFUNG' ? (finding.sichert ?? 0) : finding.cents);

/** Returns the part of a service's fee that a finding of this kind brought, 0 to 1. */
export function broughtShare(
  { services }: Snapshot,
  kind: MoneyKind,
  finding: Finding,
  i: number,
): number {
  if (kind !== 'FAKTOR' && kind !== 'SICHERUNG') return 1;
  const rule = SPECIAL_RULES.get(finding.regel),
    least = kind === 'FAKTOR' ? THRESHOLD : (rule?.faktor ?? null),
    factor = services.faktor[i]!;
  if (least === null) return 1;
  return factor === EMPTY || factor <= least ? 0 : 1 - least / factor;
}
