// The engine of billing rules: parses rules once, walks patients day by day over the image, and
// reports missing and incompatible services. It books nothing.

import type { BoundRules } from './bound-rules.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import {
  findingKey,
  type Finding,
  type RuleSettings,
} from '../../../shared/analytics/billing/proposal.ts';
import { VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import { STATUS, type Snapshot } from '../snapshot/snapshot.ts';
import type { RawData } from '../snapshot/tables/raw-tables.ts';
import { firstOfMonth, EMPTY, quarterOfDay, dayText, dayNumberOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { confidenceOf } from './evidence.ts';
import { Situation } from './day-state.ts';
import { EngineSnapshot } from './engine-snapshot.ts';
import { DayCheck } from './check-day.ts';
import { markRepeats } from './first-of-window.ts';
import type { Hit } from './hit.ts';
import { parseRule, compileRule, type CompiledRule, type ParsedRule } from './compiled-rules.ts';
import { stateFindings } from './state-findings.ts';
import { RulesByCode, Triggers } from './triggers.ts';
import { PositionValues } from './value.ts';

export const DEFAULT_SETTINGS: RuleSettings = {
  aus: [],
  mitVertretung: false,
  mitAnderenTraegern: false,
  schalter: {},
  schwellen: {},
};
/** Rules parsed once with the practice's settings; usable with any image. */
export interface CompiledRules {
  readonly rules: readonly ParsedRule[];
  /** Limits whose warning is switched off; they still hold proposals back. */
  readonly silent: readonly ParsedRule[];
  readonly settings: RuleSettings;
}
/** Compiles rules. @throws Sprachfehler of the first rule that cannot be parsed */
export function compileRules(
  rules: readonly Rule[],
  setting: RuleSettings = DEFAULT_SETTINGS,
): CompiledRules {
  const source = new Set(setting.aus);
  return {
    rules: rules.filter((one) => !source.has(one.id)).map(parseRule),
    silent: rules
      .filter((one) => source.has(one.id) && one.gruppe === 'GRENZEN' && isInStartSet(one))
      .map(parseRule),
    settings: setting,
  };
}

interface Practice {
  readonly m: EngineSnapshot;
  readonly bound: WeakMap<CompiledRules, BoundRules>;
}
const practices = new WeakMap<RawData, Practice>();
function practiceOf(snapshot: Snapshot, patients: Int32Array | undefined): Practice {
  const known = practices.get(snapshot.rawRows);
  // More new positions than the capacity: everything is prepared again.
  if (known)
    try {
      known.m.moveTo(snapshot, patients);
      return known;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  const made: Practice = { m: new EngineSnapshot(snapshot), bound: new WeakMap() };
  practices.set(snapshot.rawRows, made);
  made.m.moveTo(snapshot, patients);
  return made;
}
/** Checks whether a rule holds proposals back. A missing reason or agreement can still be made. */
const isGuard = ({ rule: { art, wert } }: CompiledRule): boolean =>
  art === 'PRUEFUNG' && wert !== 'SICHERUNG';
const byInsurance = (rules: readonly CompiledRule[], m: EngineSnapshot): readonly Triggers[] =>
  VERSICHERUNG.map(
    (_, insurance) =>
      new Triggers(
        rules.filter((one) => one.insuranceOf[insurance] === 1),
        m.codebook,
      ),
  );
/**
 * Binds compiled rules to an image.
 * @param patients indexes of the patients to evaluate; all without it
 */
export function bindRules(
  snapshot: Snapshot,
  compiled: CompiledRules,
  patients?: Int32Array,
): BoundRules {
  const { m, bound: rules } = practiceOf(snapshot, patients),
    { settings: setting } = compiled,
    surroundings = {
      region: setting.region ?? null,
      schalter: setting.schalter,
      schwellen: setting.schwellen,
      agreements: setting.agreements ?? [],
      coPayments: setting.coPayments ?? [],
    };
  let found = rules.get(compiled);
  if (!found) {
    const compile = (one: ParsedRule, slot: number): CompiledRule =>
        compileRule(one, slot, m, surroundings, setting.mitAnderenTraegern),
      all = compiled.rules.map(compile),
      silent = compiled.silent.map((one, at) => compile(one, all.length + at)),
      guards = [...all, ...silent].filter(isGuard),
      // They examine charged positions before anything is proposed.
      checksFirst = [...all].sort(
        (x, y) => Number(x.rule.art !== 'PRUEFUNG') - Number(y.rule.art !== 'PRUEFUNG'),
      );
    rules.set(
      compiled,
      (found = {
        m,
        k: new Situation(m),
        values: new PositionValues(setting.ownPointValues ?? [], setting.region ?? null),
        settings: setting,
        all,
        stateRules: all.filter((one) => one.isStateRule),
        occasionRules: all.filter((one) => one.occasions.length > 0),
        triggers: byInsurance(checksFirst, m),
        triggersWithoutNote: byInsurance(
          checksFirst.filter((one) => one.notes.length === 0),
          m,
        ),
        checks: new RulesByCode(guards, (one, code) => one.today?.[code] === 1),
        laterChecks: new RulesByCode(guards, (one, code) =>
          one.counted.some(({ codes }) => codes[code] === 1),
        ),
      }),
    );
  }
  return found;
}

export interface Selection {
  /**
   * Indexes in the table of patients; all without it. A merged record is represented by the
   * surviving one.
   */
  readonly patients?: Int32Array | undefined;
  /** All patients that will be evaluated in parts; rows are then grouped for these only. */
  readonly askedPatients?: Int32Array | undefined;
  /**
   * First and last day of treatment `YYYY-MM-DD`. Rules as of today are evaluated if today is
   * within them.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /**
   * Include findings that lost against a likelier rule for the same position of the day, marked
   * `verdeckt`, or that an earlier visit of the window comes before, marked by `reihe`.
   */
  readonly withHidden?: boolean | undefined;
  /**
   * Receives each finding on its creation, so that none has to be kept; the returned list is then
   * empty.
   */
  readonly take?: ((finding: Finding) => void) | undefined;
  /** Called between patients; true aborts. */
  readonly shouldStop?: ((done: number, all: number) => boolean) | undefined;
}
/**
 * Evaluates rules over an image. Days after today produce no findings: planned services were not
 * forgotten. Findings are ordered by patient, then by day, checks of a day first. Decisions about
 * them are unknown here.
 */
export function evaluateRules(
  snapshot: Snapshot,
  compiled: CompiledRules,
  selection: Selection = {},
): Finding[] {
  const g = bindRules(snapshot, compiled, selection.askedPatients ?? selection.patients),
    { k } = g,
    found: Finding[] = [],
    take =
      selection.take ??
      ((one: Finding) => {
        found.push(one);
      });
  const from = selection.from === undefined ? -2_000_000_000 : dayNumberOf(selection.from),
    to = Math.min(
      snapshot.today,
      selection.to === undefined ? 2_000_000_000 : dayNumberOf(selection.to),
    ),
    { rowState } = snapshot.rawRows.tables.patient;
  const dayCheck = new DayCheck(g, selection.withHidden),
    chosen = selection.patients
      ? [...new Set(Array.from(selection.patients, (p) => snapshot.mergedInto[p] ?? -1))]
          .filter((p) => p >= 0)
          .sort((x, y) => x - y)
      : null;
  const all = chosen ? chosen.length : snapshot.rawRows.tables.patient.count;
  for (let at = 0; at < all; at += 1) {
    const p = chosen ? chosen[at]! : at;
    if (rowState[p] !== LIVE || snapshot.mergedInto[p] !== p) continue;
    if (selection.shouldStop?.(at, all) === true) break;
    k.loadPatient(p);
    if (k.insurance < 0) continue;
    const hits = markRepeats(g, days(g, dayCheck, from, to)).filter(
      (one) => selection.withHidden === true || one.reihe?.wartet !== true,
    );
    if (snapshot.today >= from && snapshot.today <= to)
      hits.push(...stateFindings(g, snapshot.today));
    const once = new Set<string>();
    for (const one of hits) {
      const finding = findingFrom(g, one),
        key = findingKey(finding);
      if (!once.has(key)) {
        once.add(key);
        take(finding);
      }
    }
  }
  return found;
}
function days(g: BoundRules, dayCheck: DayCheck, from: number, to: number): Hit[] {
  const { k } = g,
    found: Hit[] = [],
    otherDays = otherDaysOf(g, from, to);
  let next = 0;
  const daysWithoutService = (previous: number, at: number): void => {
    for (; next < otherDays.length && otherDays[next]! < previous; next += 1)
      found.push(...dayCheck.tag(otherDays[next]!, at, at));
  };
  for (let a = 0; a < k.n;) {
    const day = k.days[a]!;
    let b = a + 1;
    while (b < k.n && k.days[b] === day) b += 1;
    daysWithoutService(day, a);
    if (otherDays[next] === day) next += 1;
    if (day >= from && day <= to) found.push(...dayCheck.tag(day, a, b));
    a = b;
  }
  daysWithoutService(2_000_000_000, k.n);
  return found;
}
/**
 * Days on which a rule may fire without a charged service: a plan was made, an appointment kept.
 */
function otherDaysOf({ k, m, occasionRules }: BoundRules, since: number, to: number): number[] {
  if (occasionRules.length === 0) return [];
  const days = new Set<number>(),
    { appointments } = m.snapshot,
    { rows, from } = appointments.byPatient,
    dayCount = m.column('hkp', 'erstelltAm');
  for (const at of m.rowsOf('hkp', k.p)) days.add(dayCount[at]!);
  if (occasionRules.some((one) => one.occasions.includes('TERMIN')))
    for (let i = from[k.p]!; i < from[k.p + 1]!; i += 1)
      if (appointments.status[rows[i]!] === STATUS.WAHRGENOMMEN)
        days.add(appointments.day[rows[i]!]!);
  return [...days]
    .filter((day) => day !== EMPTY && day >= since && day <= to)
    .sort((x, y) => x - y);
}
function findingFrom(g: BoundRules, { compiledRule, behandler, reihe, ...one }: Hit): Finding {
  const { rule } = compiledRule;
  return {
    regel: rule.id,
    regelVersion: rule.version,
    art: rule.art,
    patid: g.m.id('patient', g.k.p),
    behandler: g.m.id('behandler', behandler),
    konfidenz: confidenceOf(rule, one.belege),
    ...one,
    tag: dayText(one.tag),
    ...(reihe && { reihe: { ...reihe, zuvor: reihe.zuvor.map(dayText) } }),
  };
}

export interface BacktestResult {
  readonly treffer: number;
  readonly cents: number;
  /** Sample days on which the rule would have fired, spread over the span. */
  readonly beispiele: readonly Finding[];
}
const EXAMPLES = 20;
/**
 * Returns the findings of a rule in a span, and the checks that suppress proposals.
 * @throws Sprachfehler
 */
export function backtest(
  snapshot: Snapshot,
  rule: Rule,
  from: string,
  to: string,
  setting: RuleSettings = DEFAULT_SETTINGS,
  checks: readonly Rule[] = [],
): BacktestResult {
  const own = compileRules(
    [rule, ...checks.filter((one) => one.id !== rule.id && one.art === 'PRUEFUNG')],
    { ...setting, aus: setting.aus.filter((id) => id !== rule.id) },
  );
  const examples: Finding[] = [];
  let hits = 0,
    cents = 0,
    step = 1;
  evaluateRules(snapshot, own, {
    from,
    to,
    take: (finding) => {
      if (finding.regel !== rule.id) return;
      if (hits % step === 0) examples.push(finding);
      hits += 1;
      cents += finding.cents;
      // Every second one is dropped, so that the kept ones stay evenly spread.
      if (examples.length >= EXAMPLES * 2) {
        step *= 2;
        for (let i = examples.length - 1; i > 0; i -= 2) examples.splice(i, 1);
      }
    },
  });
  return { treffer: hits, cents, beispiele: examples.slice(0, EXAMPLES) };
}

/**
 * Inputs of findings other than the patient's own rows and today: ratios of the whole practice, by
 * the quarter in which they are used.
 */
export interface PracticeRatios {
  readonly byQuarter: ReadonlyMap<number, string>;
  /** Rules read them on days with services only. */
  readonly isServiceOnly: boolean;
}
export function practiceRatios(
  snapshot: Snapshot,
  compiled: CompiledRules,
  askedPatients?: Int32Array,
): PracticeRatios {
  const asking = bindRules(snapshot, compiled, askedPatients).all.filter(
      (one) => one.ratios.length > 0,
    ),
    first = snapshot.services.n === 0 ? 0 : quarterOfDay(snapshot.services.day[0]!),
    last =
      snapshot.services.n === 0
        ? -1
        : quarterOfDay(Math.max(snapshot.today, snapshot.services.day[snapshot.services.n - 1]!)),
    byQuarter = new Map<number, string>();
  if (asking.length > 0)
    for (let q = first; q <= last; q += 1)
      byQuarter.set(
        q,
        asking
          .flatMap((one) => one.ratios)
          .map((rate) => rate(q)?.toFixed(9) ?? '-')
          .join(' '),
      );
  return {
    byQuarter,
    isServiceOnly: asking.every((one) => !one.isStateRule && one.occasions.length === 0),
  };
}
/**
 * Finds the patients affected by changed ratios: indexes, none where nothing changed, all where it
 * cannot be determined.
 */
export function affectedByRatios(
  snapshot: Snapshot,
  before: PracticeRatios,
  now: PracticeRatios,
): ReadonlySet<number> | 'all' {
  const found = new Set<number>(),
    { services } = snapshot;
  for (const q of new Set([...before.byQuarter.keys(), ...now.byQuarter.keys()])) {
    if ((before.byQuarter.get(q) ?? '-') === (now.byQuarter.get(q) ?? '-')) continue;
    if (!before.isServiceOnly || !now.isServiceOnly) return 'all';
    for (
      let i = lowerBound(services.day, firstOfMonth(q * 3)),
        end = lowerBound(services.day, firstOfMonth(q * 3 + 3));
      i < end;
      i += 1
    )
      if (services.pat[i]! >= 0) found.add(services.pat[i]!);
  }
  return found;
}
