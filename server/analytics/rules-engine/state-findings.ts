/** Findings of rules as of today, independent of days of treatment. */
import type { Evidence } from '../../../shared/analytics/billing/proposal.ts';
import type { BoundRules } from './bound-rules.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { collectEvidence, counterReasonsOf, idOfRow } from './evidence.ts';
import type { Hit } from './hit.ts';
import { appliesTo, forEachPlace, isEligible } from './places.ts';
import { pricedPosition } from './priced-position.ts';
import { TEETH } from './tooth-masks.ts';

/** Returns the findings about the patient as of today. */
export function stateFindings(g: BoundRules, today: number): Hit[] {
  const { k } = g;
  if (g.stateRules.length === 0) return [];
  const found: Hit[] = [];
  k.assign(today, k.n, k.n);
  for (const one of g.stateRules) {
    if (!isEligible(k, one)) continue;
    if (one.rule.wert === 'LEISTUNGEN') found.push(...findingsPerDay(g, one));
    else if (one.isPerPlan) found.push(...findingsPerPlan(g, one, today));
    else
      forEachPlace(k, one, () => {
        found.push(...findingHere(g, one, today));
      });
  }
  k.free();
  // Two plans of one day are one finding: it names the larger.
  return found.sort((x, y) => x.tag - y.tag || y.cents - x.cents);
}

/** The finding about each plan, oldest id first, on the day of its approval. */
function findingsPerPlan(g: BoundRules, one: CompiledRule, today: number): Hit[] {
  const { k } = g;
  const plans = [...k.m.rowsOf('hkp', k.p)].sort((x, y) =>
    k.m.id('hkp', x) < k.m.id('hkp', y) ? -1 : 1,
  );
  return plans.flatMap((plan) => {
    k.free();
    k.plan = plan;
    if (!appliesTo(k, one)) return [];
    const day =
      k.dayNumberOf('hkp', 'genehmigtAm', plan) ??
      k.dayNumberOf('hkp', 'angenommenAm', plan) ??
      k.dayNumberOf('hkp', 'erstelltAm', plan) ??
      today;
    return stateFinding(g, one, day, k.m.column('hkp', 'behandler')[plan]!);
  });
}

/** The finding at the current place, on the day of the latest service of its history. */
function findingHere(g: BoundRules, one: CompiledRule, today: number): Hit[] {
  const { k } = g;
  const rows = one.neededHistory
    .map((need) => {
      const from = k.startOf(need.window);
      return from === null ? -1 : k.preceding(need.codes, from, need.scope, true);
    })
    .filter((i) => i >= 0);
  if (rows.length > 0) {
    const last = Math.max(...rows);
    return stateFinding(
      g,
      one,
      k.days[last]!,
      k.m.snapshot.services.behandler[k.serviceOf[last]!]!,
    );
  }
  const parCase = k.perioCase();
  if (parCase < 0) return stateFinding(g, one, today, -1);
  return stateFinding(
    g,
    one,
    k.dayNumberOf('parfall', 'genehmigtAm', parCase) ?? today,
    k.m.column('parfall', 'behandler')[parCase]!,
  );
}

/** One finding, or none where the rule proposes no position or no quantity. */
function stateFinding(g: BoundRules, one: CompiledRule, day: number, practitioner: number): Hit[] {
  const { k } = g;
  const quantity = one.menge(k);
  const tooth = k.tooth < 0 ? '' : String(TEETH[k.tooth]!);
  if (typeof quantity !== 'number' || quantity <= 0) return [];
  const replacement = pricedPosition(g, one, quantity);
  return replacement
    ? [
        {
          compiledRule: one,
          tag: day,
          zahn: tooth,
          behandler: practitioner,
          menge: quantity,
          ...replacement,
          belege: collectEvidence(one, k),
          gegen: counterReasonsOf(one, tooth, false),
        },
      ]
    : [];
}

/** Services that a rule reports by day of treatment, one finding a day with their sum. */
function findingsPerDay({ k }: BoundRules, one: CompiledRule): Hit[] {
  const found: Hit[] = [];
  const { services } = k.m.snapshot;
  for (let a = 0; a < k.n && k.days[a]! <= k.day;) {
    const day = k.days[a]!;
    let b = a,
      cents = 0,
      count = 0,
      first = -1;
    const proofs: Evidence[] = [];
    for (; b < k.n && k.days[b] === day; b += 1) {
      k.row = b;
      if (!appliesTo(k, one)) continue;
      const l = k.serviceOf[b]!;
      cents += Math.round(services.betrag[l]!);
      count += 1;
      if (first < 0 || idOfRow(k, b) < idOfRow(k, first)) first = b;
      if (proofs.length < 6)
        proofs.push({
          was: 'rechnung',
          system: k.m.codebook.systems[k.code[b]!]!,
          nr: k.m.codebook.positionNumbers[k.code[b]!]!,
          tag: null,
          zahn: k.m.text('leistung', 'zahn', services.rawRows[l]!),
          text: '',
        });
    }
    if (count > 0)
      found.push({
        compiledRule: one,
        tag: day,
        zahn: '',
        behandler: services.behandler[k.serviceOf[first]!]!,
        system: 'EIGEN',
        nr: '',
        menge: count,
        punkte: null,
        cents,
        belege: proofs,
        gegen: [],
      });
    a = b;
  }
  k.free();
  return found;
}
