// Evaluation state of the engine: one patient's services by day in small arrays, the current day,
// and facts from the patient's other rows.

import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Scope, TimeWindow } from '../../../shared/analytics/billing/rule-language.ts';
import { fuzOf, windowStart } from '../../../shared/analytics/billing/periods.ts';
import { STATUS } from '../snapshot/snapshot.ts';
import {
  ageInMonths,
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
import { notesByDay } from './notes/notes-by-day.ts';
import { sortedById } from './sorted-by-id.ts';
import { ToothChart } from './tooth-chart.ts';
import { countRegions, countTeeth } from './tooth-masks.ts';

const NEVER = 2_000_000_000;
export class Situation {
  readonly m: EngineSnapshot;
  p = -1;
  /** Services of the patient by day; index `n` is reserved for a hypothetical one. */
  n = 0;
  code = new Int32Array(256);
  days = new Int32Array(256);
  quantities = new Int32Array(256);
  permanent = new Int32Array(256);
  milk = new Int32Array(256);
  serviceOf = new Int32Array(256);
  bornDay = EMPTY;
  insurance = -1;
  /**
   * The current day, its services `a` up to before `b`, and whether index `n` counts on its day.
   */
  day = 0;
  a = 0;
  b = 0;
  hasTrial = false;
  /**
   * Current subject of the rule: a tooth (index in ZAEHNE) or a region by its teeth, a plan, a
   * service.
   */
  tooth = -1;
  askedPermanentTeeth = 0;
  askedMilkTeeth = 0;
  plan = -1;
  row = -1;
  hits = 0;
  /** Age in months on the day, -1 unknown. */
  months = -1;
  private notes: ReadonlyMap<number, string> | undefined;
  /** Notes of the current day, once they were read. */
  private noteOfDay: string | undefined;
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
    this.notes = undefined;
    this.noteOfDay = undefined;
    this.chart = new ToothChart(this.m, p);
    this.hasTrial = false;
    this.appointmentsDay = EMPTY;
    if (n + 1 > this.code.length)
      for (const name of ['code', 'days', 'quantities', 'permanent', 'milk', 'serviceOf'] as const)
        this[name] = new Int32Array(2 * (n + 1));
    const tooth = rawRows.tables.leistung.columns['zahn']!,
      orderedRows = sortedById(this.m, rows.slice(start, start + n));
    for (let i = 0; i < n; i += 1) {
      const l = orderedRows[i]!,
        word = tooth[services.rawRows[l]!]!;
      this.serviceOf[i] = l;
      this.code[i] = this.m.code(l);
      this.days[i] = services.day[l]!;
      this.quantities[i] = services.menge[l] === EMPTY ? 1 : services.menge[l]!;
      this.permanent[i] = word < 0 ? 0 : this.m.permanent[word]!;
      this.milk[i] = word < 0 ? 0 : this.m.milk[word]!;
    }
    this.bornDay = this.m.column('patient', 'geburtsdatum')[p]!;
    this.insurance = this.m.column('patient', 'versicherung')[p]!;
  }
  assign(day: number, a: number, b: number): void {
    this.day = day;
    this.noteOfDay = undefined;
    this.a = a;
    this.b = b;
    this.months = this.bornDay === EMPTY ? -1 : ageInMonths(this.bornDay, day);
    this.free();
  }
  free(): void {
    this.tooth = -1;
    this.askedPermanentTeeth = 0;
    this.askedMilkTeeth = 0;
    this.plan = -1;
    this.row = -1;
    this.hits = 0;
  }

  /**
   * Checks whether a service is at the current tooth or region.
   * @param streng false: a service without a tooth matches as well
   */
  matches(i: number, scope: Scope, isStrict: boolean): boolean {
    if (scope === '') return true;
    const b = this.permanent[i]!,
      m = this.milk[i]!;
    return (
      (b & this.askedPermanentTeeth) !== 0 ||
      (m & this.askedMilkTeeth) !== 0 ||
      (!isStrict && b === 0 && m === 0)
    );
  }
  /** Returns the index of the first service today in the set, -1 without one. */
  newestToday(quantity: Uint8Array, scope: Scope, isStrict: boolean): number {
    for (let i = this.a; i < this.b; i += 1)
      if (quantity[this.code[i]!] === 1 && this.matches(i, scope, isStrict)) return i;
    return this.isTrialToday() &&
      quantity[this.code[this.n]!] === 1 &&
      this.matches(this.n, scope, isStrict)
      ? this.n
      : -1;
  }
  /**
   * Returns the index of the newest service of the set before today, on or after a day; -1 without
   * one.
   */
  preceding(quantity: Uint8Array, from: number, scope: Scope, isStrict: boolean): number {
    const trial = this.isTrialBefore(from) ? this.n : -1,
      isTried =
        trial >= 0 && quantity[this.code[trial]!] === 1 && this.matches(trial, scope, isStrict);
    for (let i = this.a - 1; i >= 0 && this.days[i]! >= from; i -= 1) {
      if (isTried && this.days[i]! <= this.days[trial]!) return trial;
      if (quantity[this.code[i]!] === 1 && this.matches(i, scope, isStrict)) return i;
    }
    return isTried ? trial : -1;
  }
  /** Checks whether the service at index `n` is tried on the current day. */
  isTrialToday(): boolean {
    return this.hasTrial && this.days[this.n] === this.day;
  }
  /** Checks whether it is tried on an earlier day, on or after `from`. */
  private isTrialBefore(from: number): boolean {
    return this.hasTrial && this.days[this.n]! < this.day && this.days[this.n]! >= from;
  }
  /** Sums the quantities today, and since `von` where it is given. */
  sum(menge: Uint8Array, from: number, scope: Scope): number {
    let sum = 0;
    for (let i = this.a; i < this.b; i += 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, true)) sum += this.countAt(i, scope);
    if (
      (this.isTrialToday() || this.isTrialBefore(from)) &&
      menge[this.code[this.n]!] === 1 &&
      this.matches(this.n, scope, true)
    )
      sum += this.countAt(this.n, scope);
    for (let i = this.a - 1; i >= 0 && this.days[i]! >= from; i -= 1)
      if (menge[this.code[i]!] === 1 && this.matches(i, scope, true)) sum += this.countAt(i, scope);
    return sum;
  }
  /** Quantity of a service at one place: of several teeth or regions each has an equal share. */
  private countAt(i: number, scope: Scope): number {
    const quantity = this.quantities[i]!;
    if (scope === '' || quantity < 2) return quantity;
    const [permanent, milk] = [this.permanent[i]!, this.milk[i]!],
      places = scope === 'Z' ? countTeeth(permanent, milk) : countRegions(permanent, milk);
    return places < 2 ? quantity : Math.max(1, Math.floor(quantity / places));
  }
  /** Returns the first day of a window; null where its reference date is unknown. */
  startOf(timeWindow: TimeWindow | null): number | null {
    if (timeWindow === null) return NEVER;
    switch (timeWindow.art) {
      case 'TAGE':
        return this.day - timeWindow.n;
      case 'MONATE': {
        const key = this.day * 2048 + timeWindow.n;
        let from = this.windowStarts.get(key);
        if (from === undefined)
          this.windowStarts.set(
            key,
            (from = dayNumberOf(windowStart(`${timeWindow.n}M`, dayText(this.day)))),
          );
        return from;
      }
      case 'KJ':
      case 'KHJ':
      case 'Q':
        return this.periodStarts()[timeWindow.art];
      case 'QUARTALE':
        return firstOfMonth((quarterOfDay(this.day) - timeWindow.n + 1) * 3);
      case 'EVER':
        return -NEVER;
      case 'FENSTER': {
        const window = this.months < 0 ? undefined : fuzOf(this.months);
        if (!window) return null;
        let from = plusMonths(this.bornDay, window.from);
        while (ageInMonths(this.bornDay, from) < window.from) from += 1;
        return from;
      }
      case 'CASE_PAR': {
        const parCase = this.perioCase();
        return parCase < 0 ? null : this.dayNumberOf('parfall', 'erstelltAm', parCase);
      }
      case 'CASE_KFO': {
        const plan = this.kfoPlan();
        return plan < 0 ? null : this.dayNumberOf('hkp', 'erstelltAm', plan);
      }
      case 'HKP': {
        const plan = this.currentPlan();
        return plan < 0 ? null : this.dayNumberOf('hkp', 'erstelltAm', plan);
      }
      case 'UPTZEITRAUM': {
        const parCase = this.perioCase();
        return parCase < 0 ? null : (this.uptStart(parCase) ?? NEVER);
      }
    }
  }
  /** First day of the year, half-year and quarter of the current day; computed once a day. */
  private periodStarts(): { KJ: number; KHJ: number; Q: number } {
    let found = this.startsByDay.get(this.day);
    if (!found)
      this.startsByDay.set(
        this.day,
        (found = {
          KJ: firstOfMonth(dateOf(this.day).year * 12),
          KHJ: firstOfMonth(halfYearOfDay(this.day) * 6),
          Q: firstOfMonth(quarterOfDay(this.day) * 3),
        }),
      );
    return found;
  }
  dayNumberOf(entity: PatientTable, name: string, at: number): number | null {
    const t = this.m.column(entity, name)[at]!;
    return t === EMPTY ? null : t;
  }

  /** All notes of that day, '' without a note. */
  note(): string {
    return (this.noteOfDay ??= (this.notes ??= notesByDay(this.m, this.p)).get(this.day) ?? '');
  }
  /** Last finding of a tooth up to a day; '' without one. */
  findingAt(tooth: number, to: number): string {
    return this.chart.findingsOf(tooth).findLast((one) => one.day <= to)?.word ?? '';
  }
  /** Whether a full chart was recorded by the day: four findings of one day. */
  hasToothStatus(): boolean {
    return this.chart.isFullBy(this.day);
  }

  /** Newest row up to the day, by day and id; -1 without one. */
  newestRow(
    entity: PatientTable,
    name: string,
    to = this.day,
    matches: (at: number) => boolean = () => true,
  ): number {
    const days = this.m.column(entity, name);
    let best = -1;
    for (const at of this.m.rowsOf(entity, this.p)) {
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
  perioCase(): number {
    const status = this.m.column('parfall', 'status');
    return this.newestRow(
      'parfall',
      'erstelltAm',
      this.day,
      (at) => status[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  /** The newest orthodontic plan that was not refused. */
  private kfoPlan(): number {
    const [art, status] = [this.m.column('hkp', 'art'), this.m.column('hkp', 'status')];
    return this.newestRow(
      'hkp',
      'erstelltAm',
      this.day,
      (at) => HKP_ART[art[at]!] === 'KFO' && status[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  uptStart(parCase: number): number | null {
    const said = this.dayNumberOf('parfall', 'uptVon', parCase);
    if (said !== null) return said;
    const from = this.dayNumberOf('parfall', 'erstelltAm', parCase) ?? NEVER,
      quantity = this.m.codebook.codesOf([
        { system: 'BEMA', muster: 'UPTa', fenster: null, scope: '', wort: 'B:UPTa' },
      ]);
    for (let i = 0; i < this.b; i += 1)
      if (this.days[i]! >= from && quantity[this.code[i]!] === 1) return this.days[i]!;
    return null;
  }
  /**
   * The plan that a rule of the day refers to: that of the triggering service, else the newest
   * prosthetic plan made by then.
   */
  planOfDay(): number {
    if (this.plan >= 0) return this.plan;
    const { services } = this.m.snapshot,
      kind = this.m.column('hkp', 'art');
    if (this.row >= 0 && this.row < this.n && services.hkp[this.serviceOf[this.row]!]! >= 0)
      return services.hkp[this.serviceOf[this.row]!]!;
    return this.newestRow(
      'hkp',
      'erstelltAm',
      this.day,
      (at) =>
        kind[at] === 0 && this.m.column('hkp', 'status')[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  /** The plan in progress on the day: begun, not inserted yet. */
  currentPlan(): number {
    return this.newestRow('hkp', 'erstelltAm', this.day, (at) => {
      const begun = this.dayNumberOf('hkp', 'begonnenAm', at),
        done = this.dayNumberOf('hkp', 'eingegliedertAm', at);
      return begun !== null && begun <= this.day && (done === null || done >= this.day);
    });
  }
  /** Checks whether a plan of a kind was made that day. */
  isPlanMade(isPrivatePlan: boolean): boolean {
    const kind = this.m.column('hkp', 'art'),
      days = this.m.column('hkp', 'erstelltAm');
    return this.m
      .rowsOf('hkp', this.p)
      .some(
        (at) =>
          days[at] === this.day &&
          (isPrivatePlan ? kind[at] === 4 || kind[at] === 6 : kind[at] === 0),
      );
  }
  /** Indexes of appointments kept that day. */
  appointmentsToday(): readonly number[] {
    if (this.appointmentsDay === this.day) return this.appointmentList;
    const { appointments } = this.m.snapshot,
      { rows, from } = appointments.byPatient,
      found: number[] = [];
    for (let i = from[this.p]!; i < from[this.p + 1]!; i += 1) {
      const t = rows[i]!;
      if (appointments.day[t] === this.day && appointments.status[t] === STATUS.WAHRGENOMMEN)
        found.push(t);
    }
    this.appointmentsDay = this.day;
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
