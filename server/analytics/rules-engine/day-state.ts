// Evaluation state of the engine: one patient's services by day in small arrays, the current day,
// and facts from the patient's other rows.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Scope, TimeWindow } from '../../../shared/analytics/billing/rule-language.ts';
import { fuzOf, windowStart } from '../../../shared/analytics/billing/periods.ts';
import { STATUS } from '../snapshot/snapshot.ts';
import {
  dateOf,
  firstOfMonth,
  halfYearOfDay,
  EMPTY,
  plusMonths,
  quarterOfDay,
  dayText,
  dayNumberOf,
} from '../snapshot/calendar.ts';
import type { PatientTable, EngineSnapshot } from './engine-snapshot.ts';
import { ToothChart } from './tooth-chart.ts';

/**
 * Returns the completed months of age on a day; a person born on the 31st completes the month on
 * the following first where it has no 31st.
 */
function ageInMonths(bornDay: number, day: number): number {
  const g = dateOf(bornDay),
    d = dateOf(day);
  return (d.year - g.year) * 12 + d.month - g.month - (d.day < g.day ? 1 : 0);
}
const NEVER = 2_000_000_000;
export class Situation {
  readonly m: EngineSnapshot;
  p = -1;
  /** Services of the patient by day; index `n` is reserved for a hypothetical one. */
  n = 0;
  code = new Int32Array(256);
  tage = new Int32Array(256);
  menge = new Int32Array(256);
  bleibend = new Int32Array(256);
  milch = new Int32Array(256);
  stelle = new Int32Array(256);
  bornDay = EMPTY;
  versicherung = -1;
  /**
   * The current day, its services `a` up to before `b`, and whether index `n` counts among them.
   */
  tag = 0;
  a = 0;
  b = 0;
  hasTrial = false;
  /**
   * Current subject of the rule: a tooth (index in ZAEHNE) or a region by its teeth, a plan, a
   * service.
   */
  zahn = -1;
  askedPermanentTeeth = 0;
  askedMilkTeeth = 0;
  plan = -1;
  zeile = -1;
  treffer = 0;
  /** Age in months on the day, -1 unknown. */
  monate = -1;
  private notizen: Map<number, string> | undefined;
  chart: ToothChart;
  private readonly startsByDay = new Map<number, { KJ: number; KHJ: number; Q: number }>();
  private readonly windowStarts = new Map<number, number>();
  private appointmentsDay = EMPTY;
  private appointmentList: readonly number[] = [];

  constructor(m: EngineSnapshot) {
    this.m = m;
    this.chart = new ToothChart(m, -1);
  }

  loadPatient(p: number): void {
    const { services, rawRows } = this.m.snapshot,
      { rows, from } = services.byPatient,
      start = from[p]!,
      n = from[p + 1]! - start;
    this.p = p;
    this.n = n;
    this.notizen = undefined;
    this.chart = new ToothChart(this.m, p);
    this.hasTrial = false;
    this.appointmentsDay = EMPTY;
    if (n + 1 > this.code.length)
      for (const name of ['code', 'tage', 'menge', 'bleibend', 'milch', 'stelle'] as const)
        this[name] = new Int32Array(2 * (n + 1));
    const tooth = rawRows.tables.leistung.columns['zahn']!,
      orderedRows = this.sortedById(rows.slice(start, start + n));
    for (let i = 0; i < n; i += 1) {
      const l = orderedRows[i]!,
        word = tooth[services.rawRows[l]!]!;
      this.stelle[i] = l;
      this.code[i] = this.m.code(l);
      this.tage[i] = services.day[l]!;
      this.menge[i] = services.menge[l] === EMPTY ? 1 : services.menge[l]!;
      this.bleibend[i] = word < 0 ? 0 : this.m.bleibend[word]!;
      this.milch[i] = word < 0 ? 0 : this.m.milch[word]!;
    }
    this.bornDay = this.m.spalte('patient', 'geburtsdatum')[p]!;
    this.versicherung = this.m.spalte('patient', 'versicherung')[p]!;
  }
  /** Services of one day ordered by id: findings must not depend on the delivery order. */
  private sortedById(orderedRows: Int32Array): Int32Array {
    const { services, rawRows } = this.m.snapshot,
      { ids } = rawRows.tables.leistung;
    // Days are short: each service is moved left past those of its day with a greater id.
    for (let i = 1; i < orderedRows.length; i += 1) {
      const l = orderedRows[i]!,
        day = services.day[l]!,
        id = ids[services.rawRows[l]!]!;
      let at = i;
      for (
        ;
        at > 0 &&
        services.day[orderedRows[at - 1]!] === day &&
        ids[services.rawRows[orderedRows[at - 1]!]!]! > id;
        at -= 1
      )
        orderedRows[at] = orderedRows[at - 1]!;
      orderedRows[at] = l;
    }
    return orderedRows;
  }
  assign(day: number, a: number, b: number): void {
    this.tag = day;
    this.a = a;
    this.b = b;
    this.monate = this.bornDay === EMPTY ? -1 : ageInMonths(this.bornDay, day);
    this.free();
  }
  free(): void {
    this.zahn = -1;
    this.askedPermanentTeeth = 0;
    this.askedMilkTeeth = 0;
    this.plan = -1;
    this.zeile = -1;
    this.treffer = 0;
  }

  /**
   * Checks whether a service is at the current tooth or region.
   * @param streng false: a service without a tooth matches as well
   */
  matches(i: number, scope: Scope, isStrict: boolean): boolean {
    if (scope === '') return true;
    const b = this.bleibend[i]!,
      m = this.milch[i]!;
    return (
      (b & this.askedPermanentTeeth) !== 0 ||
      (m & this.askedMilkTeeth) !== 0 ||
      (!isStrict && b === 0 && m === 0)
    );
  }
  /** Returns the index of the first service today in the set, -1 without one. */
  heute(menge: Uint8Array, scope: Scope, isStrict: boolean): number {
    for (let i = this.a; i < this.b; i += 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, isStrict)) return i;
    return this.hasTrial && menge[this.code[this.n]!] === 1 && this.matches(this.n, scope, isStrict)
      ? this.n
      : -1;
  }
  /**
   * Returns the index of the newest service of the set before today, on or after a day; -1 without
   * one.
   */
  preceding(menge: Uint8Array, from: number, scope: Scope, isStrict: boolean): number {
    for (let i = this.a - 1; i >= 0 && this.tage[i]! >= from; i -= 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, isStrict)) return i;
    return -1;
  }
  /** Sums the quantities today, and since `von` where it is given. */
  summe(menge: Uint8Array, from: number, scope: Scope): number {
    let sum = 0;
    for (let i = this.a; i < this.b; i += 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, true)) sum += this.menge[i]!;
    if (this.hasTrial && menge[this.code[this.n]!] === 1 && this.matches(this.n, scope, true))
      sum += this.menge[this.n]!;
    for (let i = this.a - 1; i >= 0 && this.tage[i]! >= from; i -= 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, true)) sum += this.menge[i]!;
    return sum;
  }
  /** Returns the first day of a window; null where its reference date is unknown. */
  von(fenster: TimeWindow | null): number | null {
    if (fenster === null) return NEVER;
    switch (fenster.art) {
      case 'TAGE':
        return this.tag - fenster.n;
      case 'MONATE': {
        const key = this.tag * 2048 + fenster.n;
        let from = this.windowStarts.get(key);
        if (from === undefined)
          this.windowStarts.set(
            key,
            (from = dayNumberOf(windowStart(`${fenster.n}M`, dayText(this.tag)))),
          );
        return from;
      }
      case 'KJ':
      case 'KHJ':
      case 'Q':
        return this.periodStarts()[fenster.art];
      case 'QUARTALE':
        return firstOfMonth((quarterOfDay(this.tag) - fenster.n + 1) * 3);
      case 'EVER':
        return -NEVER;
      case 'FENSTER': {
        const window = this.monate < 0 ? undefined : fuzOf(this.monate);
        if (!window) return null;
        let from = plusMonths(this.bornDay, window.from);
        while (ageInMonths(this.bornDay, from) < window.from) from += 1;
        return from;
      }
      case 'CASE_PAR': {
        const parCase = this.parfall();
        return parCase < 0 ? null : this.dayNumberOf('parfall', 'erstelltAm', parCase);
      }
      case 'HKP': {
        const plan = this.currentPlan();
        return plan < 0 ? null : this.dayNumberOf('hkp', 'erstelltAm', plan);
      }
      case 'UPTZEITRAUM': {
        const parCase = this.parfall();
        return parCase < 0 ? null : (this.uptVon(parCase) ?? NEVER);
      }
    }
  }
  /** First day of the year, half-year and quarter of the current day; computed once a day. */
  private periodStarts(): { KJ: number; KHJ: number; Q: number } {
    let found = this.startsByDay.get(this.tag);
    if (!found)
      this.startsByDay.set(
        this.tag,
        (found = {
          KJ: firstOfMonth(dateOf(this.tag).year * 12),
          KHJ: firstOfMonth(halfYearOfDay(this.tag) * 6),
          Q: firstOfMonth(quarterOfDay(this.tag) * 3),
        }),
      );
    return found;
  }
  dayNumberOf(entity: PatientTable, name: string, at: number): number | null {
    const t = this.m.spalte(entity, name)[at]!;
    return t === EMPTY ? null : t;
  }

  /** All notes of that day, '' without a note. */
  notiz(): string {
    if (!this.notizen) {
      this.notizen = new Map();
      const rows = [...this.m.zeilen('tagesnotiz', this.p)].sort((x, y) =>
          this.m.id('tagesnotiz', x) < this.m.id('tagesnotiz', y) ? -1 : 1,
        ),
        days = this.m.spalte('tagesnotiz', 'datum');
      for (const at of rows) {
        const before = this.notizen.get(days[at]!),
          text = this.m.text('tagesnotiz', 'text', at);
        this.notizen.set(days[at]!, before === undefined ? text : `${before}\n${text}`);
      }
    }
    return this.notizen.get(this.tag) ?? '';
  }
  /** Last finding of a tooth up to a day; '' without one. */
  befund(tooth: number, to: number): string {
    return this.chart.findingsOf(tooth).findLast((one) => one.tag <= to)?.wort ?? '';
  }
  /** Whether a full chart was recorded by the day: four findings of one day. */
  hasToothStatus(): boolean {
    return this.chart.isFullBy(this.tag);
  }

  /** Newest row up to the day, by day and id; -1 without one. */
  newestRow(
    entity: PatientTable,
    name: string,
    to = this.tag,
    matches: (at: number) => boolean = () => true,
  ): number {
    const days = this.m.spalte(entity, name);
    let best = -1;
    for (const at of this.m.zeilen(entity, this.p)) {
      if (days[at] === EMPTY || days[at]! > to || !matches(at)) continue;
      if (
        best < 0 ||
        days[at]! > days[best]! ||
        (days[at] === days[best] && this.m.id(entity, at) > this.m.id(entity, best))
      )
        best = at;
    }
    return best;
  }
  /** The perio case of the day: the newest one planned by then and not refused. */
  parfall(): number {
    const status = this.m.spalte('parfall', 'status');
    return this.newestRow(
      'parfall',
      'erstelltAm',
      this.tag,
      (at) => status[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  uptVon(parCase: number): number | null {
    const said = this.dayNumberOf('parfall', 'uptVon', parCase);
    if (said !== null) return said;
    const from = this.dayNumberOf('parfall', 'erstelltAm', parCase) ?? NEVER,
      menge = this.m.codebook.menge([
        { system: 'BEMA', muster: 'UPTa', fenster: null, scope: '', wort: 'B:UPTa' },
      ]);
    for (let i = 0; i < this.b; i += 1)
      if (this.tage[i]! >= from && menge[this.code[i]!] === 1) return this.tage[i]!;
    return null;
  }
  /**
   * The plan that a rule of the day refers to: that of the triggering service, else the newest
   * prosthetic plan made by then.
   */
  planOfDay(): number {
    if (this.plan >= 0) return this.plan;
    const { services } = this.m.snapshot,
      kind = this.m.spalte('hkp', 'art');
    if (this.zeile >= 0 && this.zeile < this.n && services.hkp[this.stelle[this.zeile]!]! >= 0)
      return services.hkp[this.stelle[this.zeile]!]!;
    return this.newestRow(
      'hkp',
      'erstelltAm',
      this.tag,
      (at) =>
        kind[at] === 0 && this.m.spalte('hkp', 'status')[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  /** The plan in progress on the day: begun, not inserted yet. */
  currentPlan(): number {
    return this.newestRow('hkp', 'erstelltAm', this.tag, (at) => {
      const begun = this.dayNumberOf('hkp', 'begonnenAm', at),
        done = this.dayNumberOf('hkp', 'eingegliedertAm', at);
      return begun !== null && begun <= this.tag && (done === null || done >= this.tag);
    });
  }
  /** Checks whether a plan of a kind was made that day. */
  isPlanMade(isPrivatePlan: boolean): boolean {
    const kind = this.m.spalte('hkp', 'art'),
      days = this.m.spalte('hkp', 'erstelltAm');
    return this.m
      .zeilen('hkp', this.p)
      .some(
        (at) =>
          days[at] === this.tag &&
          (isPrivatePlan ? kind[at] === 4 || kind[at] === 6 : kind[at] === 0),
      );
  }
  /** Indexes of appointments kept that day. */
  termine(): readonly number[] {
    if (this.appointmentsDay === this.tag) return this.appointmentList;
    const { appointments } = this.m.snapshot,
      { rows, from } = appointments.byPatient,
      found: number[] = [];
    for (let i = from[this.p]!; i < from[this.p + 1]!; i += 1) {
      const t = rows[i]!;
      if (appointments.day[t] === this.tag && appointments.status[t] === STATUS.WAHRGENOMMEN)
        found.push(t);
    }
    this.appointmentsDay = this.tag;
    this.appointmentList = found;
    return found;
  }
  /** Checks whether an appointment after today is booked; of a group where one is given. */
  hasFollowUp(group: number): boolean {
    const { appointments, today } = this.m.snapshot,
      { rows, from } = appointments.byPatient;
    for (let i = from[this.p + 1]! - 1; i >= from[this.p]!; i -= 1) {
      const t = rows[i]!;
      if (appointments.day[t]! <= today) return false;
      if (
        (appointments.status[t] === STATUS.GEPLANT ||
          appointments.status[t] === STATUS.BESTAETIGT) &&
        (group < 0 || appointments.gruppe[t] === group)
      )
        return true;
    }
    return false;
  }
}
