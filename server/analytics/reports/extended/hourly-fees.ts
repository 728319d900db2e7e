/** Report of fees per hour by area, weekday and hour. */
import { UNFILTERED, type ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { type Selection, buildSelection } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { forEachService } from '../../snapshot/selection/walk-services.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { STATUS, type Snapshot } from '../../snapshot/snapshot.ts';
import { EMPTY, WEEKDAYS, dayText, weekdayOf } from '../../snapshot/calendar.ts';
import { isMemoised, memoise } from '../../metrics/row-index.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { rowName } from '../cells/row-name.ts';
import { type ReportBuilder, column, kpisOf, ratioOf } from '../report-kind.ts';

/**
 * For each appointment the fees of its services, and the area with most of them (-1 without
 * services).
 */
interface PerAppointment {
  honorar: Float64Array;
  bereich: Int8Array;
}

const AREAS = SERVICE_AREAS.length;

/**
 * Whether a service names an appointment of another day: then the span decides which services count
 * for it.
 */
const namesOtherDays = (snapshot: Snapshot): boolean =>
  memoise(snapshot, 'andereTage', () => {
    const { services, appointments } = snapshot;
    for (let i = 0; i < services.n; i += 1)
      if (services.termin[i]! >= 0 && appointments.day[services.termin[i]!] !== services.day[i])
        return true;
    return false;
  });

/** @param first index of the first appointment; `many`: their number */
function perAppointment(a: Selection, first: number, many: number): PerAppointment {
  const { services, appointments } = a.snapshot,
    fee = new Float64Array(many),
    billingArea = new Int8Array(many).fill(-1),
    apart = namesOtherDays(a.snapshot);
  let fees = new Float64Array((apart ? many : 64) * AREAS),
    day = EMPTY,
    from = 0,
    to = apart ? many : 0;
  /**
   * Computes the appointments from index `from` up to before `to`; their intermediate sums are
   * discarded.
   */
  const flush = (): void => {
    for (let t = from; t < to; t += 1)
      if (billingArea[t] === 0) {
        const at = (t - from) * AREAS;
        let most = 0;
        for (let area = 0; area < AREAS; area += 1) {
          const own = fees[at + area]!;
          fee[t]! += own;
          if (own > fees[at + most]!) most = area;
        }
        billingArea[t] = most;
      }
  };
  // Day by day, so that only the sums of one day are held: services and appointments are both
  // sorted by day. Appointments of other days are not needed.
  forEachService(a, (i) => {
    const t = services.termin[i]! - first;
    if (t < 0 || t >= many) return;
    if (!apart && services.day[i] !== day) {
      flush();
      day = services.day[i]!;
      from = lowerBound(appointments.day, day) - first;
      to = lowerBound(appointments.day, day + 1) - first;
      if ((to - from) * AREAS > fees.length) fees = new Float64Array((to - from) * AREAS * 2);
      else fees.fill(0, 0, (to - from) * AREAS);
    }
    billingArea[t] = 0;
    fees[(t - from) * AREAS + services.bereich[i]!]! += services.honorar[i]!;
  });
  flush();
  return { honorar: fee, bereich: billingArea };
}

/**
 * Returns the same for all appointments and services, once per image; undefined where it depends on
 * the span.
 */
export function forEachAppointmentMade(snapshot: Snapshot): PerAppointment | undefined {
  return memoise(snapshot, FIGURES_PER_APPOINTMENT, () => {
    const { services, appointments } = snapshot;
    if (namesOtherDays(snapshot)) return undefined;
    const all = buildSelection(snapshot, {
      von: dayText(Math.min(services.day[0] ?? 0, appointments.day[0] ?? 0)),
      bis: dayText(Math.max(services.day.at(-1) ?? 0, appointments.day.at(-1) ?? 0)),
      vergleich: 'KEIN',
      ...UNFILTERED,
      basis: 'leistung',
      gruppierung: 'MONAT',
      kennzahl: 'umsatz',
    });
    return perAppointment(all, 0, appointments.n);
  });
}

const FIGURES_PER_APPOINTMENT = 'jeTermin';

/**
 * Up to this many days services are walked instead of preparing all of them, unless they are
 * prepared already.
 */
const ONE_YEAR = 400;

const HOURS = 24,
  DAYS = 7;

/** Returns the area, weekday and hour of appointments of a selection as one number. */
function hoursOf(a: Selection): { honorar: (i: number) => number; key: (i: number) => number } {
  const { appointments } = a.snapshot,
    from = lowerBound(appointments.day, a.from),
    whole =
      selectsEveryRow(a) &&
      (a.to - a.from > ONE_YEAR || isMemoised(a.snapshot, FIGURES_PER_APPOINTMENT))
        ? forEachAppointmentMade(a.snapshot)
        : undefined,
    first = whole ? 0 : from,
    { honorar, bereich } =
      whole ?? perAppointment(a, first, lowerBound(appointments.day, a.to + 1) - first);
  return {
    honorar: (i) => honorar[i - first]!,
    key: (i) =>
      ((bereich[i - first]! + 1) * DAYS + weekdayOf(appointments.day[i]!)) * HOURS +
      Math.floor(appointments.minute[i]! / 60),
  };
}
/** Area, weekday and hour of a number. */
const wordsOf = (key: number) => ({
  bereich: SERVICE_AREAS[Math.floor(key / (DAYS * HOURS)) - 1] ?? 'OHNE',
  wochentag: WEEKDAYS[Math.floor(key / HOURS) % DAYS]!,
  stunde: key % HOURS,
});
const nameOf = ({ bereich, wochentag, stunde }: ReturnType<typeof wordsOf>): string =>
  rowName('terminstunde', bereich, wochentag, stunde);
/** Returns the name of the table row to which an appointment of a selection belongs. */
export function hourNames(a: Selection): (i: number) => string {
  const { key } = hoursOf(a);
  return (i) => nameOf(wordsOf(key(i)));
}

/** Reports the fees and minutes of kept appointments, by the area with most of their fees. */
export const hourlyFees: ReportBuilder = (k) => {
  const { appointments } = k.a.snapshot,
    { honorar, key: keyOf } = hoursOf(k.a);
  const fees = new Float64Array((AREAS + 1) * DAYS * HOURS),
    minutes = new Float64Array(fees.length),
    seen = new Uint8Array(fees.length);
  forEachAppointment(k.a, (i) => {
    if (appointments.status[i] !== STATUS.WAHRGENOMMEN) return;
    const key = keyOf(i);
    seen[key] = 1;
    minutes[key]! += appointments.dauer[i]!;
    fees[key]! += honorar(i);
  });
  const rows = [...seen.keys()]
    .filter((key) => seen[key] === 1)
    .map((key) => ({ ...wordsOf(key), honorar: fees[key]!, minutes: minutes[key]! }));
  const lines = rows
    .map((row) => ({
      bereich: row.bereich,
      wochentag: row.wochentag,
      stunde: row.stunde,
      nur: nameOf(row),
      honorarProStunde: ratioOf(row.honorar / 100, row.minutes / 60, 2),
      minuten: row.minutes,
    }))
    .sort(
      (x, y) =>
        WEEKDAYS.indexOf(x.wochentag) - WEEKDAYS.indexOf(y.wochentag) ||
        x.stunde - y.stunde ||
        (x.bereich < y.bereich ? -1 : 1),
    );
  return {
    kpis: kpisOf(k, 'stundensatz', 'behandlungsstunden'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('wochentag', 'Wochentag', 'wort'),
      column('stunde', 'Stunde', 'zahl'),
      column('honorarProStunde', 'Honorar je Stunde', 'eur'),
      column('minuten', 'Minuten', 'minuten'),
    ],
    rows: lines,
    series: seriesByHour(rows),
  };
};

/** Fee per hour of each weekday and hour, over all areas. */
function seriesByHour(
  rows: readonly { wochentag: string; stunde: number; honorar: number; minutes: number }[],
): ChartSeries[] {
  const hours = [...new Set(rows.map((row) => row.stunde))].sort((x, y) => x - y);
  return WEEKDAYS.map((name) => ({
    name,
    punkte: hours.map((hour) => {
      const own = rows.filter((row) => row.wochentag === name && row.stunde === hour);
      return {
        x: String(hour),
        y: ratioOf(
          own.reduce((sum, row) => sum + row.honorar, 0) / 100,
          own.reduce((sum, row) => sum + row.minutes, 0) / 60,
          2,
        ),
      };
    }),
  }));
}
