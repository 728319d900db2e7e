// Evaluates one day of one patient: checks first, then missing positions, without those that exist
// already or would be incompatible.

import { BEHANDLER_ART } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { amountEvidence, collectEvidence, counterReasonsOf } from './evidence.ts';
import type { System } from './codebook.ts';
import type { Situation } from './day-state.ts';
import type { BoundRules } from './bound-rules.ts';
import type { CompiledRule } from './compiled-rules.ts';
import type { Hit } from './hit.ts';
import { mergeHits } from './merge-hits.ts';
import { forEachPlace, isEligible, triggersOf } from './places.ts';
import { isStatutoryToday } from './co-payment.ts';
import { eachSession, sessionsOf, type Sessions } from './sessions.ts';
import { overchargeOf, securedCents } from './overcharge.ts';
import { pricedPosition } from './priced-position.ts';
import { TEETH } from './tooth-masks.ts';
import type { Triggers } from './triggers.ts';
import { violates } from './violation.ts';

const SUBSTITUTE = BEHANDLER_ART.indexOf('VERTRETUNG');

export class DayCheck {
  private readonly g: BoundRules;
  private readonly k: Situation;
  private readonly seenSpans: Int32Array;
  private readonly seenSystems = new Set<System>();
  private dayCount = 0;
  /** Sessions of the current day; undefined until a rule asks for them. */
  private sessions: Sessions | null | undefined;
  private found: Hit[] = [];
  private readonly withHidden: boolean;
  /**
   * @param withHidden include findings that lost against a likelier rule for the same position,
   * marked accordingly
   */
  constructor(g: BoundRules, withHidden = false) {
    this.withHidden = withHidden;
    this.g = g;
    this.k = g.k;
    this.seenSpans = new Int32Array(g.all.length);
  }

  /** Findings of the rules on a day; its services are the indexes `a` up to before `b`. */
  tag(day: number, a: number, b: number): Hit[] {
    const { g, k } = this;
    this.found = [];
    this.dayCount += 1;
    this.sessions = undefined;
    k.assign(day, a, b);
    const triggers = k.note() === '' ? g.triggersWithoutNote : g.triggers;
    this.attemptTriggered(triggers[k.insurance]!);
    // Checks first; identical in every run, regardless of the row order.
    const hits = mergeHits(this.found, this.withHidden);
    if (hits.length < 2) return hits;
    return hits.sort(
      (x, y) =>
        Number(x.compiledRule.rule.art !== 'PRUEFUNG') -
          Number(y.compiledRule.rule.art !== 'PRUEFUNG') ||
        (x.compiledRule.rule.id === y.compiledRule.rule.id
          ? Number(x.zahn) - Number(y.zahn)
          : x.compiledRule.rule.id < y.compiledRule.rule.id
            ? -1
            : 1),
    );
  }
  private attemptTriggered(triggers: Triggers): void {
    const { k, seenSystems } = this;
    seenSystems.clear();
    for (let i = k.a; i < k.b; i += 1) {
      const code = k.code[i]!,
        system = k.m.codebook.systems[code]!;
      if (code > 0 && !seenSystems.has(system)) {
        seenSystems.add(system);
        for (const one of triggers.ofSystem(system)) this.attempt(one);
      }
      for (const one of triggers.ofCode(code)) this.attempt(one);
    }
    if (this.g.occasionRules.length === 0) return;
    if (k.appointmentsToday().length > 0)
      for (const one of triggers.onOccasion('TERMIN')) this.attempt(one);
    for (const occasion of ['HKP', 'KVA'] as const)
      if (k.isPlanMade(occasion === 'KVA'))
        for (const one of triggers.onOccasion(occasion)) this.attempt(one);
  }
  private attempt(one: CompiledRule): void {
    if (this.seenSpans[one.slot] === this.dayCount) return;
    this.seenSpans[one.slot] = this.dayCount;
    const sessions = one.isPerSession ? this.sessionsToday() : null;
    if (sessions === null) this.judge(one);
    else
      eachSession(this.k, sessions, () => {
        this.judge(one);
      });
  }
  private judge(one: CompiledRule): void {
    if (isEligible(this.k, one)) forEachPlace(this.k, one, this.take);
  }
  private sessionsToday(): Sessions | null {
    if (this.sessions === undefined) this.sessions = sessionsOf(this.k);
    return this.sessions;
  }

  /** One function for all rules: a day tries some hundred of them. */
  private readonly take = (one: CompiledRule): void => {
    this.addFinding(one);
  };
  private addFinding(one: CompiledRule): void {
    const { g, k } = this,
      { rule } = one,
      quantity = one.menge(k);
    if (k.row < 0) k.row = triggersOf(k, one)[0] ?? -1;
    const { row } = k,
      { services } = k.m.snapshot,
      tooth = k.tooth < 0 ? '' : String(TEETH[k.tooth]!);
    const practitioner =
      row >= 0 && row < k.n ? services.behandler[k.serviceOf[row]!]! : this.practitionerOfDay();
    const isSubstitute =
      practitioner >= 0 && k.m.column('behandler', 'art')[practitioner] === SUBSTITUTE;
    if (isSubstitute && !g.settings.mitVertretung) return;
    if (rule.art === 'PRUEFUNG') {
      this.addWarning(one, tooth, practitioner);
      return;
    }
    if (typeof quantity !== 'number' || quantity <= 0) return;
    const replacement = pricedPosition(g, one, quantity);
    if (!replacement || (!one.mayBePresent && this.isPresent(replacement.system, replacement.nr)))
      return;
    if (isStatutoryToday(k, one, replacement)) return;
    if (violates(g, one, replacement.system, replacement.nr, quantity)) return;
    this.found.push({
      compiledRule: one,
      tag: k.day,
      zahn: tooth,
      behandler: practitioner,
      menge: quantity,
      ...replacement,
      belege: collectEvidence(one, k),
      gegen: counterReasonsOf(one, tooth, isSubstitute),
    });
  }
  /** The triggering service with the fewest points: of two that exclude each other it is dropped. */
  private cheapestTrigger(one: CompiledRule): number {
    const { k } = this,
      points = (i: number): number => k.m.points(k.code[i]!);
    return triggersOf(k, one).reduce(
      (best, i) => (best < 0 || points(i) < points(best) ? i : best),
      -1,
    );
  }
  private practitionerOfDay(): number {
    const { k } = this;
    return k.b > k.a ? k.m.snapshot.services.behandler[k.serviceOf[k.a]!]! : -1;
  }
  private addWarning(one: CompiledRule, tooth: string, practitioner: number): void {
    const { g, k } = this,
      { position } = one.rule,
      word = position?.nr ?? '',
      quantity = word.endsWith('*')
        ? k.m.codebook.codesOf([
            {
              system: position!.system as 'BEMA',
              muster: word,
              fenster: null,
              scope: '',
              wort: word,
            },
          ])
        : null;
    let at = word === '=' ? k.row : word === '<' ? this.cheapestTrigger(one) : -1;
    // Returns the charged position that the finding is about; without its own, the one that
    // triggered it.
    if (at < 0)
      for (let i = k.a; i < k.b && at < 0; i += 1)
        if (
          (quantity ? quantity[k.code[i]!] === 1 : k.code[i] === one.code) &&
          k.matches(i, one.scope, true)
        )
          at = i;
    if (at < 0) at = k.row;
    if (at < 0 || at >= k.n) return;
    const over = overchargeOf(g, one, at);
    // The fee is reduced already.
    if (over === null) return;
    const l = k.serviceOf[at]!,
      { services } = k.m.snapshot,
      code = k.code[at]!,
      sichert = securedCents(g, one, at);
    this.found.push({
      compiledRule: one,
      tag: k.day,
      zahn: tooth,
      behandler: practitioner,
      system: k.m.codebook.systems[code]!,
      nr: k.m.codebook.positionNumbers[code]!,
      menge: k.quantities[at]!,
      punkte: services.punkte[l] === EMPTY ? null : services.punkte[l]! * k.quantities[at]!,
      cents: over === undefined ? Math.round(services.honorar[l]!) : over.charged - over.allowed,
      ...(sichert !== undefined && { sichert }),
      belege: [...collectEvidence(one, k), ...amountEvidence(k, at, over)],
      gegen: counterReasonsOf(one, tooth, false),
    });
  }
  private isPresent(system: System, nr: string): boolean {
    const { k } = this,
      code = k.m.codebook.code(system, nr);
    for (let i = k.a; i < k.b; i += 1) if (k.code[i] === code) return true;
    return false;
  }
}
