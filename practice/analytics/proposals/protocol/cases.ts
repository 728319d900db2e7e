// Findings of a protocol as cases of a hand-in: a person and the area that is billed together, with
// the class of each finding. Pure.

import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';

/** Classes of findings, the gravest first. */
export const CLASSES = ['fehler', 'warnung', 'hinweis', 'vergessen'] as const;
export type FindingClass = (typeof CLASSES)[number];
/** From these certainties on a warning is called an error, and a warning; below it is a hint. */
const ERROR_FROM = 0.85,
  WARNING_FROM = 0.7;
/** Areas of a hand-in, in their order; services under GOZ and GOÄ are private. */
export const CASE_AREAS = ['KCH', 'PAR', 'ZE', 'KB', 'KFO', 'PRIVAT', 'SONSTIGE'] as const;
export type CaseArea = (typeof CASE_AREAS)[number];

/** Returns the class of a finding. */
export function classOf({ art, konfidenz }: Pick<Proposal, 'art' | 'konfidenz'>): FindingClass {
  if (art !== 'PRUEFUNG') return 'vergessen';
  if (konfidenz >= ERROR_FROM) return 'fehler';
  return konfidenz >= WARNING_FROM ? 'warnung' : 'hinweis';
}
/** Returns the area whose hand-in a finding belongs to. */
export function caseAreaOf({ system, bereich }: Pick<Proposal, 'system' | 'bereich'>): CaseArea {
  if (system !== 'BEMA') return 'PRIVAT';
  return CASE_AREAS.find((one) => one === bereich) ?? 'SONSTIGE';
}

/** Findings of one person in one area. */
export interface BillingCase {
  readonly key: string;
  readonly area: CaseArea;
  readonly first: Proposal;
  readonly items: readonly Proposal[];
}
const gravity = (one: Proposal): number => CLASSES.indexOf(classOf(one));
const inCase = (a: Proposal, b: Proposal): number =>
  gravity(a) - gravity(b) ||
  a.tag.localeCompare(b.tag) ||
  a.nr.localeCompare(b.nr) ||
  a.zahn.localeCompare(b.zahn) ||
  a.regel.localeCompare(b.regel);

/** Groups findings by case: by name, of one person by area; the gravest of a case first. */
export function casesOf(items: readonly Proposal[]): readonly BillingCase[] {
  const cases = new Map<string, Proposal[]>();
  for (const one of items) {
    const key = `${one.patid} ${caseAreaOf(one)}`,
      own = cases.get(key);
    if (own) own.push(one);
    else cases.set(key, [one]);
  }
  return [...cases]
    .flatMap(([key, own]): BillingCase[] => {
      const ordered = own.toSorted(inCase),
        [first] = ordered;
      return first ? [{ key, area: caseAreaOf(first), first, items: ordered }] : [];
    })
    .sort(
      (a, b) =>
        a.first.name.localeCompare(b.first.name, 'de') ||
        a.first.patid.localeCompare(b.first.patid) ||
        CASE_AREAS.indexOf(a.area) - CASE_AREAS.indexOf(b.area),
    );
}
/** Counts the findings of each class. */
export const countsOf = (items: readonly Proposal[]): Readonly<Record<FindingClass, number>> =>
  Object.fromEntries(
    CLASSES.map((name) => [name, items.filter((one) => classOf(one) === name).length]),
  ) as Record<FindingClass, number>;
