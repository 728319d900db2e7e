// Evaluates one day of one patient: checks first, then missing positions, without those that exist
// already or would be incompatible; then rules as of today.

import { coPayment, gozCents, laserCents } from '../../../shared/analytics/billing/fees.ts';
import { BEHANDLER_ART } from '../../../shared/analytics/deliveries/pvs.ts';
import type {
  Evidence,
  CounterReason,
  ValueKind,
} from '../../../shared/analytics/billing/proposal.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { collectEvidence, confidenceOf, counterReasonsOf, idOfRow } from './evidence.ts';
import type { System } from './codebook.ts';
import type { Situation } from './day-state.ts';
import type { BoundRules } from './bound-rules.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { doubtOf } from './value.ts';
import { JAW_REGIONS, TEETH, TOOTH_BITS } from './tooth-masks.ts';

export interface Hit {
  readonly compiledRule: CompiledRule;
  readonly tag: number;
  readonly zahn: string;
  readonly behandler: number;
  readonly system: System;
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  readonly cents: number;
  readonly wertArt?: ValueKind;
  readonly belege: readonly Evidence[];
  readonly gegen: readonly CounterReason[];
  readonly verdeckt?: true;
}
/** A position with its value; `menge` where it differs from that of the rule. */
interface PricedPosition {
  system: System;
  nr: string;
  punkte: number | null;
  cents: number;
  wertArt?: ValueKind;
  menge?: number;
}
/** Absent where the euros are certain. */
const withDoubt = (wertArt: ValueKind | undefined): { wertArt?: ValueKind } =>
  wertArt === undefined ? {} : { wertArt };
const SUBSTITUTE = BEHANDLER_ART.indexOf('VERTRETUNG');
/** Number of the private filling that a statutory one could have been. */
const COMPOSITE_FILLINGS: Readonly<Record<string, string>> = {
  '13a': '2060',
  '13b': '2080',
  '13c': '2100',
  '13d': '2120',
};

/** Checks whether the first of two findings for one position is more certain. */
function goesBefore(a: Hit, b: Hit): boolean {
  const x = confidenceOf(a.compiledRule.regel, a.belege);
  const y = confidenceOf(b.compiledRule.regel, b.belege);
  return x > y || (x === y && a.compiledRule.regel.id < b.compiledRule.regel.id);
}

export class DayCheck {
  private readonly g: BoundRules;
  private readonly k: Situation;
  private readonly seenSpans: Int32Array;
  private zaehler = 0;
  private gefunden: Hit[] = [];
  private readonly withHidden: boolean;
  /**
   * @param withHidden include findings that lost against a likelier rule for the same position,
   * marked accordingly
   */
  constructor(g: BoundRules, withHidden = false) {
    this.withHidden = withHidden;
    this.g = g;
    this.k = g.k;
    this.seenSpans = new Int32Array(g.alle.length);
  }

  /** Findings of the rules on a day; its services are the indexes `a` up to before `b`. */
  tag(day: number, a: number, b: number): Hit[] {
    const { g, k } = this;
    this.gefunden = [];
    this.zaehler += 1;
    k.assign(day, a, b);
    for (let i = a; i < b; i += 1) for (const one of g.byCode[k.code[i]!] ?? []) this.attempt(one);
    for (const one of g.occasionRules)
      if (
        one.occasions.some((was) =>
          was === 'TERMIN' ? k.termine().length > 0 : k.isPlanMade(was === 'KVA'),
        )
      )
        this.attempt(one);
    // Checks first; identical in every run, regardless of the row order.
    return this.mergeHits(this.gefunden).sort(
      (x, y) =>
        Number(x.compiledRule.regel.art !== 'PRUEFUNG') -
          Number(y.compiledRule.regel.art !== 'PRUEFUNG') ||
        (x.compiledRule.regel.id === y.compiledRule.regel.id
          ? Number(x.zahn) - Number(y.zahn)
          : x.compiledRule.regel.id < y.compiledRule.regel.id
            ? -1
            : 1),
    );
  }
  private attempt(one: CompiledRule): void {
    if (this.seenSpans[one.slot] === this.zaehler) return;
    this.seenSpans[one.slot] = this.zaehler;
    if (!this.darf(one)) return;
    this.places(one, () => {
      this.addFinding(one);
    });
  }
  /** Checks person, age, validity, and positions that exclude the rule on that day. */
  private darf({ insuranceOf, regel: rule, von: from, bis: to, noneToday }: CompiledRule): boolean {
    const { k } = this;
    if (insuranceOf[k.versicherung] !== 1 || k.tag < from || k.tag > to) return false;
    if (
      (rule.alterVonM !== null && (k.monate < 0 || k.monate < rule.alterVonM)) ||
      (rule.alterBisM !== null && (k.monate < 0 || k.monate > rule.alterBisM))
    )
      return false;
    return !noneToday.some((one) => one.scope === '' && k.heute(one.menge, '', false) >= 0);
  }
  /** Iterates over the places a rule applies to and reports those where it matches. */
  private places(one: CompiledRule, ja: () => void): void {
    const { k } = this;
    k.free();
    if (one.isPerRow) {
      let best: number | undefined;
      // Of several services of the day the finding names the most valuable one; identical in every
      // run.
      for (const i of this.triggers(one)) {
        k.zeile = i;
        if (this.appliesTo(one) && (best === undefined || this.isWorthMore(one, i, best))) best = i;
      }
      if (best !== undefined) {
        k.zeile = best;
        ja();
      }
    } else if (one.toothList) {
      let hits = 0;
      for (const tooth of one.toothList) {
        this.moveToTooth(tooth);
        if (this.appliesTo(one)) hits += 1;
      }
      k.free();
      k.treffer = hits;
      if (hits > 0) ja();
    } else if (one.ort === 'Z') {
      const { bleibend, milch: milk } = one.isFromHistory
        ? this.teethOfHistory(one)
        : this.teethToday(one);
      for (let tooth = 0; tooth < TOOTH_BITS.length; tooth += 1) {
        const bit = TOOTH_BITS[tooth]!;
        if ((bit.bleibend & bleibend) === 0 && (bit.milch & milk) === 0) continue;
        this.moveToTooth(tooth);
        if (one.needsRow) k.zeile = this.triggers(one)[0] ?? -1;
        if (this.appliesTo(one)) ja();
      }
    } else if (one.ort === 'K') {
      for (const region of JAW_REGIONS) {
        k.free();
        k.askedPermanentTeeth = region.bleibend;
        k.askedMilkTeeth = region.milch;
        if (one.needsRow) k.zeile = this.triggers(one)[0] ?? -1;
        if (this.appliesTo(one)) {
          ja();
          break;
        }
      }
    } else {
      if (one.needsRow) k.zeile = this.triggers(one)[0] ?? -1;
      if (this.appliesTo(one)) ja();
    }
    k.free();
  }
  private moveToTooth(tooth: number): void {
    const { k } = this,
      bit = TOOTH_BITS[tooth]!;
    k.free();
    k.zahn = tooth;
    k.askedPermanentTeeth = bit.bleibend;
    k.askedMilkTeeth = bit.milch;
  }
  /** Services of the day that trigger the rule, at the current tooth or region, ordered by id. */
  private triggers(one: CompiledRule): number[] {
    const { k } = this,
      found: number[] = [];
    if (!one.heute) return found;
    const scope =
      one.isFromHistory || one.toothList || (k.askedPermanentTeeth === 0 && k.askedMilkTeeth === 0)
        ? ('' as const)
        : one.ort;
    for (let i = k.a; i < k.b; i += 1)
      if (one.heute[k.code[i]!] === 1 && k.matches(i, scope, true)) found.push(i);
    return found.length < 2
      ? found
      : found.sort((x, y) => (idOfRow(k, x) < idOfRow(k, y) ? -1 : 1));
  }
  private isWorthMore(one: CompiledRule, a: number, b: number): boolean {
    const { services } = this.k.m.snapshot,
      x = services.honorar[this.k.stelle[a]!]!,
      y = services.honorar[this.k.stelle[b]!]!;
    return one.regel.art !== 'PRUEFUNG' && x > y;
  }
  private teethToday(one: CompiledRule): { bleibend: number; milch: number } {
    const { k } = this;
    let bleibend = 0,
      milk = 0;
    for (let i = k.a; i < k.b; i += 1)
      if (one.heute?.[k.code[i]!] === 1) {
        bleibend |= k.bleibend[i]!;
        milk |= k.milch[i]!;
      }
    if (k.hasTrial && one.heute?.[k.code[k.n]!] === 1) {
      bleibend |= k.bleibend[k.n]!;
      milk |= k.milch[k.n]!;
    }
    return { bleibend, milch: milk };
  }
  private teethOfHistory(one: CompiledRule): { bleibend: number; milch: number } {
    const { k } = this;
    let bleibend = 0,
      milk = 0;
    for (const { menge, fenster } of one.historieNoetig) {
      const from = k.von(fenster);
      if (from !== null)
        for (let i = k.a - 1; i >= 0 && k.tage[i]! >= from; i -= 1)
          if (menge[k.code[i]!] === 1) {
            bleibend |= k.bleibend[i]!;
            milk |= k.milch[i]!;
          }
    }
    return { bleibend, milch: milk };
  }
  /**
   * Checks whether a rule matches at the current place. Exclusions also apply where the tooth was
   * not recorded; required positions have to be at the place.
   */
  private appliesTo(one: CompiledRule): boolean {
    const { k } = this;
    if (one.noneToday.some((no) => no.scope !== '' && k.heute(no.menge, no.scope, false) >= 0))
      return false;
    if (one.tokenTree && !one.tokenTree(k)) return false;
    if (
      one.historieNoetig.length > 0 &&
      !one.historieNoetig.some((need) => {
        const from = k.von(need.fenster);
        return from !== null && k.preceding(need.menge, from, need.scope, true) >= 0;
      })
    )
      return false;
    if (one.needsPlan && k.currentPlan() < 0) return false;
    // A window without a known start is not known to be empty.
    for (const no of one.historieKeine) {
      const from = k.von(no.fenster);
      if (from === null || k.preceding(no.menge, from, no.scope, false) >= 0) return false;
    }
    return one.zusatz === null || one.zusatz(k) === 1;
  }

  private addFinding(one: CompiledRule): void {
    const { g, k } = this,
      { regel: rule } = one,
      menge = one.menge(k);
    if (k.zeile < 0) k.zeile = this.triggers(one)[0] ?? -1;
    const { zeile: row } = k,
      { services } = k.m.snapshot,
      tooth = k.zahn < 0 ? '' : String(TEETH[k.zahn]!);
    const behandler =
      row >= 0 && row < k.n ? services.behandler[k.stelle[row]!]! : this.practitionerOfDay();
    const isSubstitute = behandler >= 0 && k.m.spalte('behandler', 'art')[behandler] === SUBSTITUTE;
    if (isSubstitute && !g.einstellung.mitVertretung) return;
    if (rule.art === 'PRUEFUNG') {
      this.addWarning(one, tooth, behandler);
      return;
    }
    if (typeof menge !== 'number' || menge <= 0) return;
    const replacement = this.position(one, menge);
    if (!replacement || (!one.mayBePresent && this.isPresent(replacement.system, replacement.nr)))
      return;
    if (this.violates(one, replacement.system, replacement.nr, menge)) return;
    this.gefunden.push({
      compiledRule: one,
      tag: k.tag,
      zahn: tooth,
      behandler,
      menge,
      ...replacement,
      belege: collectEvidence(one, k),
      gegen: counterReasonsOf(one, tooth, isSubstitute),
    });
  }
  private practitionerOfDay(): number {
    const { k } = this;
    return k.b > k.a ? k.m.snapshot.services.behandler[k.stelle[k.a]!]! : -1;
  }
  private addWarning(one: CompiledRule, tooth: string, behandler: number): void {
    const { k } = this,
      { position } = one.regel,
      word = position?.nr ?? '',
      menge = word.endsWith('*')
        ? k.m.codebook.menge([
            {
              system: position!.system as 'BEMA',
              muster: word,
              fenster: null,
              scope: '',
              wort: word,
            },
          ])
        : null;
    let at = word === '=' ? k.zeile : -1;
    // Returns the charged position that the finding is about; without its own, the one that
    // triggered it.
    if (at < 0)
      for (let i = k.a; i < k.b && at < 0; i += 1)
        if (
          (menge ? menge[k.code[i]!] === 1 : k.code[i] === one.code) &&
          k.matches(i, one.ort, true)
        )
          at = i;
    if (at < 0) at = k.zeile;
    if (at < 0 || at >= k.n) return;
    const l = k.stelle[at]!,
      { services } = k.m.snapshot,
      code = k.code[at]!;
    this.gefunden.push({
      compiledRule: one,
      tag: k.tag,
      zahn: tooth,
      behandler,
      system: k.m.codebook.systems[code]!,
      nr: k.m.codebook.positionNumbers[code]!,
      menge: k.menge[at]!,
      punkte: services.punkte[l] === EMPTY ? null : services.punkte[l]! * k.menge[at]!,
      cents: Math.round(services.honorar[l]!),
      belege: collectEvidence(one, k),
      gegen: counterReasonsOf(one, tooth, false),
    });
  }
  private isPresent(system: System, nr: string): boolean {
    const { k } = this,
      code = k.m.codebook.code(system, nr);
    for (let i = k.a; i < k.b; i += 1) if (k.code[i] === code) return true;
    return false;
  }
  /** Returns the proposed positions and their value. */
  private position(one: CompiledRule, menge: number): PricedPosition | null {
    const { k, g } = this,
      { regel: rule } = one,
      { services, rawRows } = k.m.snapshot,
      { position } = rule,
      from = (system: System, nr: string): PricedPosition => {
        const { punkte, cents, wertArt } = g.werte.von(k, system, nr, menge, rule.faktor);
        return {
          system,
          nr,
          punkte: punkte === null ? null : punkte * menge,
          cents,
          ...withDoubt(wertArt),
        };
      };
    switch (rule.wert) {
      case 'PLAN': {
        const plan = k.plan,
          parCase = plan < 0 ? k.parfall() : -1,
          cents =
            plan >= 0
              ? rawRows.tables.hkp.columns['gesamt']![plan]!
              : parCase >= 0
                ? rawRows.tables.parfall.columns['wert']![parCase]!
                : 0;
        return {
          system: 'EIGEN',
          nr: '',
          punkte: null,
          ...(Number.isNaN(cents)
            ? { cents: 0, wertArt: 'UNBEKANNT' }
            : { cents: Math.round(cents) }),
        };
      }
      case 'LEISTUNGEN':
        return { system: 'EIGEN', nr: '', punkte: null, cents: 0 };
      case 'MEHRKOSTEN': {
        if (k.zeile < 0) return null;
        const bema = k.m.codebook.positionNumbers[k.code[k.zeile]!]!,
          nr = COMPOSITE_FILLINGS[bema],
          punkte = nr === undefined ? null : (g.werte.position('GOZ', nr, k.tag)?.points ?? null);
        return nr === undefined || punkte === null
          ? null
          : {
              system: 'GOZ',
              nr,
              punkte: punkte * menge,
              cents: coPayment(
                gozCents(punkte, (rule.faktor ?? 230) / 100, menge),
                Math.round(services.honorar[k.stelle[k.zeile]!]!),
              ),
            };
      }
      case 'FAKTOR': {
        if (k.zeile < 0) return null;
        const code = k.code[k.zeile]!,
          nr = k.m.codebook.positionNumbers[code]!,
          count = k.menge[k.zeile]!,
          punkte = g.werte.position('GOZ', nr, k.tag)?.points ?? null;
        return punkte === null
          ? null
          : {
              system: 'GOZ',
              nr,
              punkte: punkte * count,
              cents:
                gozCents(punkte, (rule.faktor ?? 350) / 100, count) - gozCents(punkte, 2.3, count),
            };
      }
      case 'LASER': {
        let most = 0;
        for (const i of this.triggers(one))
          most = Math.max(
            most,
            g.werte.position('GOZ', k.m.codebook.positionNumbers[k.code[i]!]!, k.tag)?.points ?? 0,
          );
        return most === 0 || position === null
          ? null
          : { system: position.system, nr: position.nr, punkte: null, cents: laserCents(most) };
      }
      case 'AIT_REST':
        return this.aitRest();
      case undefined: {
        if (position === null) return null;
        const found = from(
          position.system,
          k.zahn >= 0 && one.dort?.an[k.zahn] === 1 ? one.dort.nr : position.nr,
        );
        if (!one.ersetzt || found.wertArt === 'UNBEKANNT') return found;
        let walk = 0;
        for (let i = k.a; i < k.b; i += 1)
          if (one.ersetzt[k.code[i]!] === 1) walk += services.honorar[k.stelle[i]!]!;
        return { ...found, cents: Math.max(0, found.cents - Math.round(walk)) };
      }
    }
  }
  /** Planned teeth that were not charged: those with several roots first, the value of both. */
  private aitRest(): PricedPosition | null {
    const { k, g } = this,
      parCase = k.parfall(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase);
    if (from === null) return null;
    const rest = (name: string, nr: string): number => {
      const planned = k.m.spalte('parfall', name)[parCase]!;
      return planned === EMPTY
        ? 0
        : Math.max(
            0,
            planned -
              k.summe(
                k.m.codebook.menge([
                  { system: 'BEMA', muster: nr, fenster: null, scope: '', wort: nr },
                ]),
                from,
                '',
              ),
          );
    };
    const one = rest('zaehneEinwurzelig', 'AITa'),
      more = rest('zaehneMehrwurzelig', 'AITb'),
      a = g.werte.von(k, 'BEMA', 'AITa', one, null),
      b = g.werte.von(k, 'BEMA', 'AITb', more, null);
    if (one + more === 0) return null;
    const wertArt = doubtOf(one > 0 ? a.wertArt : undefined, more > 0 ? b.wertArt : undefined);
    const cents = (one > 0 ? a.cents : 0) + (more > 0 ? b.cents : 0);
    return {
      system: 'BEMA',
      nr: more > 0 ? 'AITb' : 'AITa',
      menge: more > 0 ? more : one,
      punkte: (a.punkte ?? 0) * one + (b.punkte ?? 0) * more,
      cents: wertArt === 'UNBEKANNT' ? 0 : cents,
      ...withDoubt(wertArt),
    };
  }
  /** Checks whether a check would fire if the proposed position were charged. */
  private violates(one: CompiledRule, system: System, nr: string, menge: number): boolean {
    const { g, k } = this;
    if (one.isStateRule || nr === '' || one.regel.wert === 'FAKTOR') return false;
    const code = k.m.codebook.code(system, nr),
      checks =
        g.pruefungen[code] ??
        g.alle.filter((x) => x.regel.art === 'PRUEFUNG' && x.heute?.[code] === 1);
    if (checks.length === 0) return false;
    const { zahn: tooth, askedPermanentTeeth, askedMilkTeeth, plan, zeile: row, treffer: hits } = k,
      mask = tooth >= 0 ? TOOTH_BITS[tooth]! : this.teethToday(one),
      hidden: number[] = [];
    if (one.ersetzt)
      for (let i = k.a; i < k.b; i += 1)
        if (one.ersetzt[k.code[i]!] === 1) {
          hidden.push(i, k.code[i]!);
          k.code[i] = 0;
        }
    k.code[k.n] = code;
    k.menge[k.n] = menge;
    k.tage[k.n] = k.tag;
    k.bleibend[k.n] = mask.bleibend;
    k.milch[k.n] = mask.milch;
    k.stelle[k.n] = -1;
    let broken = false;
    for (const check of checks) {
      if (!this.darf(check)) continue;
      k.hasTrial = false;
      let before = false,
        after = false;
      this.places(check, () => {
        before = true;
      });
      k.hasTrial = true;
      this.places(check, () => {
        after = true;
      });
      if (after && !before) {
        broken = true;
        break;
      }
    }
    k.hasTrial = false;
    for (let i = 0; i < hidden.length; i += 2) k.code[hidden[i]!] = hidden[i + 1]!;
    k.zahn = tooth;
    k.askedPermanentTeeth = askedPermanentTeeth;
    k.askedMilkTeeth = askedMilkTeeth;
    k.plan = plan;
    k.zeile = row;
    k.treffer = hits;
    return broken;
  }
  /**
   * Keeps the proposals of the surest rule for one position and day: one for each tooth where it is
   * charged by tooth, else one.
   */
  private mergeHits(all: readonly Hit[]): Hit[] {
    if (all.length < 2) return [...all];
    const bestHits = new Map<string, Hit>(),
      key = (one: Hit): string => `${one.system} ${one.nr}`,
      isCertain = (one: Hit): boolean =>
        one.compiledRule.regel.art === 'PRUEFUNG' ||
        one.nr === '' ||
        one.compiledRule.regel.wert === 'FAKTOR';
    for (const one of all) {
      if (isCertain(one)) continue;
      const known = bestHits.get(key(one));
      if (!known || goesBefore(one, known)) bestHits.set(key(one), one);
    }
    const found: Hit[] = [];
    for (const one of all) {
      const best = bestHits.get(key(one));
      if (
        isCertain(one) ||
        best === one ||
        (best?.compiledRule === one.compiledRule && one.compiledRule.isPerTooth)
      )
        found.push(one);
      // The same rule at another place adds nothing for a position that is charged once.
      else if (this.withHidden && best?.compiledRule !== one.compiledRule)
        found.push({ ...one, verdeckt: true });
    }
    return found;
  }

  /** Evaluates rules as of today, independent of days of treatment. */
  stand(today: number): Hit[] {
    const { g, k } = this;
    this.gefunden = [];
    if (g.stand.length === 0) return [];
    k.assign(today, k.n, k.n);
    for (const one of g.stand) {
      if (!this.darf(one)) continue;
      if (one.regel.wert === 'LEISTUNGEN') this.perDay(one);
      else if (one.isPerPlan)
        for (const plan of [...k.m.zeilen('hkp', k.p)].sort((x, y) =>
          k.m.id('hkp', x) < k.m.id('hkp', y) ? -1 : 1,
        )) {
          k.free();
          k.plan = plan;
          if (this.appliesTo(one))
            this.addStateFinding(
              one,
              k.dayNumberOf('hkp', 'genehmigtAm', plan) ??
                k.dayNumberOf('hkp', 'angenommenAm', plan) ??
                k.dayNumberOf('hkp', 'erstelltAm', plan) ??
                today,
              k.m.spalte('hkp', 'behandler')[plan]!,
            );
        }
      else {
        this.places(one, () => {
          const rows = one.historieNoetig
              .map((need) => {
                const from = k.von(need.fenster);
                return from === null ? -1 : k.preceding(need.menge, from, need.scope, true);
              })
              .filter((i) => i >= 0),
            last = rows.length === 0 ? -1 : Math.max(...rows);
          const parCase = k.parfall();
          this.addStateFinding(
            one,
            last >= 0
              ? k.tage[last]!
              : ((parCase < 0 ? null : k.dayNumberOf('parfall', 'genehmigtAm', parCase)) ?? today),
            last >= 0
              ? k.m.snapshot.services.behandler[k.stelle[last]!]!
              : parCase < 0
                ? -1
                : k.m.spalte('parfall', 'behandler')[parCase]!,
          );
        });
      }
    }
    k.free();
    // Two plans of one day are one finding: it names the larger.
    return this.gefunden.sort((x, y) => x.tag - y.tag || y.cents - x.cents);
  }
  private addStateFinding(one: CompiledRule, day: number, behandler: number): void {
    const { k } = this,
      menge = one.menge(k),
      tooth = k.zahn < 0 ? '' : String(TEETH[k.zahn]!);
    if (typeof menge !== 'number' || menge <= 0) return;
    const replacement = this.position(one, menge);
    if (replacement)
      this.gefunden.push({
        compiledRule: one,
        tag: day,
        zahn: tooth,
        behandler,
        menge,
        ...replacement,
        belege: collectEvidence(one, k),
        gegen: counterReasonsOf(one, tooth, false),
      });
  }
  /** Services that a rule reports by day of treatment, one finding a day with their sum. */
  private perDay(one: CompiledRule): void {
    const { k } = this,
      { services } = k.m.snapshot;
    for (let a = 0; a < k.n && k.tage[a]! <= k.tag;) {
      const day = k.tage[a]!;
      let b = a,
        cents = 0,
        count = 0,
        first = -1;
      const belege: Evidence[] = [];
      for (; b < k.n && k.tage[b] === day; b += 1) {
        k.zeile = b;
        if (!this.appliesTo(one)) continue;
        const l = k.stelle[b]!;
        cents += Math.round(services.betrag[l]!);
        count += 1;
        if (first < 0 || idOfRow(k, b) < idOfRow(k, first)) first = b;
        if (belege.length < 6)
          belege.push({
            was: 'rechnung',
            system: k.m.codebook.systems[k.code[b]!]!,
            nr: k.m.codebook.positionNumbers[k.code[b]!]!,
            tag: null,
            zahn: k.m.text('leistung', 'zahn', services.rawRows[l]!),
            text: '',
          });
      }
      if (count > 0)
        this.gefunden.push({
          compiledRule: one,
          tag: day,
          zahn: '',
          behandler: services.behandler[k.stelle[first]!]!,
          system: 'EIGEN',
          nr: '',
          menge: count,
          punkte: null,
          cents,
          belege,
          gegen: [],
        });
      a = b;
    }
    k.free();
  }
}
