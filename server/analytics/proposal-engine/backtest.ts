/** Trial of a rule on a span of past days: its hits, and what became of them. */
import {
  TRIAL_OUTCOMES,
  type RuleTrialResult,
  type TrialOutcome,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import { patientNameOf, rounded } from '../reports/report-kind.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isPresent } from './arrival.ts';
import type { Asked } from './lists.ts';
import { isLater, placeKey, recordIndex } from './places.ts';
import type { DecisionRow } from './store.ts';
import type { RuleTrial } from './trial.ts';
import { sumOf } from './wire.ts';

const EXAMPLES = 20;
/** A forgotten position is charged at one of the next visits, a chance within a year. */
const DAYS_TO_CHARGE = { VERGESSEN: 30, POTENZIAL: 365 } as const;

export interface BacktestInput {
  regel: string;
  /** Wording of a draft; null: the rule as it is in the book. */
  entwurf: { version: number; eingabe: RuleInput } | null;
  von: string;
  bis: string;
  /** Name of the trial. */
  probe: string | undefined;
}

/** Decisions of a span: by place of their rule, and by position whatever the rule. */
interface Decided {
  readonly byPlace: ReadonlyMap<string, DecisionRow>;
  readonly byPosition: ReadonlyMap<string, DecisionRow>;
}
const positionKey = (
  pat: number,
  day: string,
  { system, nr }: Pick<Finding, 'system' | 'nr'>,
  tooth: string,
): string => placeKey(pat, day, `${system} ${nr}`, tooth);

function decidedOf(snapshot: Snapshot, rows: readonly DecisionRow[], rule: string): Decided {
  const byPlace = new Map<string, DecisionRow>(),
    byPosition = new Map<string, DecisionRow>();
  const keep = (map: Map<string, DecisionRow>, key: string, row: DecisionRow): void => {
    const before = map.get(key);
    if (before === undefined || isLater(row, before)) map.set(key, row);
  };
  for (const row of rows) {
    const pat = recordIndex(snapshot, row.patid);
    if (row.state === 'NEU' || pat < 0) continue;
    if (row.regel === rule) keep(byPlace, placeKey(pat, row.tag, '', row.zahn), row);
    if (row.fund.art !== 'PRUEFUNG' && row.fund.nr !== '')
      keep(byPosition, positionKey(pat, row.tag, row.fund, row.zahn), row);
  }
  return { byPlace, byPosition };
}

const outcomeOfDecision = ({ state }: DecisionRow): TrialOutcome =>
  state === 'ABGELEHNT' ? 'abgelehnt' : 'angenommen';

function outcomeOf(snapshot: Snapshot, pat: number, hit: Finding, decided: Decided): TrialOutcome {
  const row =
    decided.byPlace.get(placeKey(pat, hit.tag, '', hit.zahn)) ??
    (hit.art === 'PRUEFUNG' || hit.nr === ''
      ? undefined
      : decided.byPosition.get(positionKey(pat, hit.tag, hit, hit.zahn)));
  if (row) return outcomeOfDecision(row);
  if (hit.art === 'PRUEFUNG' || hit.nr === '') return 'offen';
  const day = dayNumberOf(hit.tag);
  return isPresent(snapshot, pat, day + 1, day + DAYS_TO_CHARGE[hit.art], hit)
    ? 'spaeter'
    : 'offen';
}

/** Counts the hits by outcome, and the places that the practice charged itself. */
function weigh(
  { state: { snapshot }, charged }: RuleTrial,
  hits: readonly { finding: Finding; outcome: TrialOutcome }[],
  { byPlace }: Decided,
): Pick<RuleTrialResult, 'ausgang' | 'selbst' | 'quote'> {
  const counts = Object.fromEntries(TRIAL_OUTCOMES.map((one) => [one, 0])) as Record<
      TrialOutcome,
      number
    >,
    keyOf = (one: { patid: string; tag: string; zahn: string }): string =>
      placeKey(recordIndex(snapshot, one.patid), one.tag, '', one.zahn),
    own = new Set((charged ?? []).map(keyOf));
  for (const { finding, outcome } of hits) {
    counts[outcome] += 1;
    own.delete(keyOf(finding));
  }
  const found = new Set(hits.map(({ finding }) => keyOf(finding)));
  for (const [key, row] of byPlace) {
    if (found.has(key)) continue;
    const outcome = outcomeOfDecision(row);
    // Accepted and then entered: it counts once. Refused and yet charged: the charge counts.
    if (outcome === 'angenommen') own.delete(key);
    else if (own.has(key)) continue;
    counts[outcome] += 1;
  }
  const { angenommen, abgelehnt, spaeter, offen } = counts,
    confirmed = charged === null ? angenommen : own.size + angenommen + spaeter,
    all = confirmed + abgelehnt + (charged === null ? 0 : offen);
  return {
    ausgang: counts,
    selbst: charged === null ? null : own.size,
    quote: { wert: all === 0 ? null : rounded(confirmed / all), zaehler: confirmed, nenner: all },
  };
}

/** Tries a rule on past data, next to the checks. Null where the book has no such rule. */
export async function backtest(
  { proposals, cid, now, lockedIds }: Asked,
  { regel: rule, entwurf: draft, von: from, bis: to, probe: name }: BacktestInput,
): Promise<RuleTrialResult | null> {
  const trial = await proposals.trials.run(
    cid,
    now,
    draft === null
      ? rule
      : { ...draft.eingabe, id: rule, version: draft.version, mark: 'proposal' },
    { from, to },
    name,
  );
  if (trial === null) return null;
  const { snapshot } = trial.state,
    rows = await proposals.source.decisions(cid, from, to),
    decided = decidedOf(
      snapshot,
      rows.filter(({ tag }) => tag >= from && tag <= to),
      rule,
    );
  const hits = trial.findings
    .filter((one) => one.tag >= from && one.tag <= to)
    .sort((a, b) => (a.tag === b.tag ? (a.patid < b.patid ? -1 : 1) : a.tag < b.tag ? 1 : -1))
    .map((finding) => ({
      finding,
      outcome: outcomeOf(snapshot, recordIndex(snapshot, finding.patid), finding, decided),
    }));
  const { cents, geschaetzt, ohneWert } = sumOf(hits.map(({ finding }) => finding));
  return {
    von: from,
    bis: to,
    treffer: hits.length,
    cents,
    geschaetzt,
    ohneWert,
    tage: new Set(hits.map(({ finding }) => finding.tag)).size,
    ...weigh(trial, hits, decided),
    beispiele: hits
      .filter(({ finding }) => !lockedIds.includes(finding.patid))
      .slice(0, EXAMPLES)
      .map(({ finding: one, outcome }) => ({
        patid: one.patid,
        name: patientNameOf(snapshot, recordIndex(snapshot, one.patid)),
        tag: one.tag,
        zahn: one.zahn,
        cents: Math.round(one.cents),
        wertArt: one.wertArt ?? null,
        schonAbgerechnet: one.belege.some((b) => b.was === 'heute' && b.nr === one.nr),
        ausgang: outcome,
      })),
  };
}
