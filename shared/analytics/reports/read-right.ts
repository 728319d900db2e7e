// Who may read which figures: owners all, others what the owner granted, a practitioner the own ones. Pure.

import type { BerichtFilter } from './report.ts';

/** `alle`: everything; `praxis`: the whole practice, nobody by name; `eigene`: only what the person treated. */
export const LESERECHTE = ['alle', 'praxis', 'eigene'] as const;
export type Leserecht = (typeof LESERECHTE)[number];
export interface Leser {
  readonly recht: Leserecht;
  readonly behandlerId: string | null;
}

/** Null where somebody may read no figures. */
export function leserOf({
  role,
  reportGrant,
  behandlerId,
}: {
  role: string;
  reportGrant: 'praxis' | 'alle' | null;
  behandlerId: string | null;
}): Leser | null {
  if (role === 'owner' || reportGrant === 'alle') return { recht: 'alle', behandlerId };
  if (reportGrant === 'praxis') return { recht: 'praxis', behandlerId };
  return behandlerId === null || behandlerId === '' ? null : { recht: 'eigene', behandlerId };
}

/** Reports that are about single practitioners and nothing else. */
const JE_BEHANDLER: ReadonlySet<string> = new Set([
  'umsatz/behandler',
  'umsatz/soll-ist',
  'extended/behandlerleistung',
  'extended/prophylaxe',
  'benchmark/behandler',
]);
/** Reports that the choice of a practitioner does not narrow. */
const GANZE_PRAXIS: ReadonlySet<string> = new Set([
  'umsatz/steuerbuero',
  'dashboard/aufgaben',
  'benchmark',
  'benchmarkgroups',
  'benchmark/leistungen',
  'benchmark/behandler',
  'benchmark/zeit',
  'benchmark/kzv',
  'dashboard/executive',
]);

/** The filter with which somebody may read a report; null where they may not. Whoever reads the own figures gets them without asking for themselves. */
export function lesbar(
  { recht, behandlerId }: Leser,
  pfad: string,
  filter: BerichtFilter,
): BerichtFilter | null {
  if (recht === 'alle') return filter;
  const own = behandlerId ?? '',
    isOwn = own !== '' && filter.behandler.length === 1 && filter.behandler[0] === own;
  if (recht === 'eigene')
    return GANZE_PRAXIS.has(pfad) || (filter.behandler.length > 0 && !isOwn)
      ? null
      : { ...filter, behandler: [own] };
  // A team or a stamp may be one person.
  const namesSomebody =
    filter.behandler.length > 0 || filter.teams.length > 0 || filter.stempel.length > 0;
  return isOwn ? filter : JE_BEHANDLER.has(pfad) || namesSomebody ? null : filter;
}
/** Whether practitioners are named to somebody; to others neither their rows nor their column is told. */
export const siehtBehandler = (leser: Leser, filter: BerichtFilter): boolean =>
  leser.recht !== 'praxis' ||
  (filter.behandler.length === 1 && filter.behandler[0] === leser.behandlerId);
/** Whether a report stands in somebody's list. */
export const stehtInListe = (recht: Leserecht, pfad: string): boolean =>
  !(recht === 'praxis' && JE_BEHANDLER.has(pfad)) &&
  !(recht === 'eigene' && GANZE_PRAXIS.has(pfad));
