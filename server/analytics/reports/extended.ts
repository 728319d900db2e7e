// Extended reports of output, hours, rooms, appointments, prophylaxis and factors.

import type { ChartSeries } from '../../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS, GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  selectsEveryRow,
  buildSelection,
  narrowToPractitioner,
  withPeriod,
  forEachHours,
  forEachService,
  forEachServiceIn,
  forEachAppointment,
  isByPersonOnly,
  type Selection,
} from '../snapshot/selection.ts';
import { STATUS, SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, periodsBetween, dayText, WEEKDAYS, weekdayOf } from '../snapshot/calendar.ts';
import { singleRateFee, servicesWithFactor } from '../metrics/money.ts';
import { forEachGap, refilledMinutes } from '../metrics/gaps.ts';
import { isShortNotice, forEachDue } from '../metrics/appointments.ts';
import { subsetOf, memoise, isMemoised, type RowSet } from '../metrics/row-index.ts';
import {
  isLost,
  forEachCase,
  servicesByNumber,
  pzrServices,
  uptServices,
} from '../metrics/walks.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import {
  ratioOf,
  eur,
  idOfRow,
  figureColumn,
  kpisOf,
  entityName,
  rounded,
  column,
  figureValue,
  type ReportBuilder,
} from './report-kind.ts';
import { positionsOf, positionText, type Positions } from './positions.ts';
import { practitionerIn, keptAppointments, totalOf, sumsPer, sumsBy } from './revenue.ts';

const practitionerOutput: ReportBuilder = (k) => {
  const rows = practitionerIn(k.a).map((at) => {
    const own = narrowToPractitioner(k.a, at),
      sum = totalOf(own),
      gkv = figureValue('anteilGkv', own);
    const appointments = keptAppointments(own);
    return {
      id: idOfRow(k.a.snapshot, 'behandler', at),
      behandler: entityName(k.a.snapshot, 'behandler', at),
      stunden: figureValue('behandlungsstunden', own),
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      honorarProStunde: figureValue('stundensatz', own),
      termine: appointments,
      umsatzProTermin: figureValue('umsatzJeTermin', own),
      anteilPrivat: gkv === null ? null : rounded(1 - gkv, 6),
      ausfallquote: figureValue('ausfallquote', own),
    };
  });
  return {
    kpis: kpisOf(k, 'stundensatz', 'behandlungsstunden', 'umsatzJeTermin', 'ausfallquote'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('stunden', 'Stunden', 'stunden'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('honorarProStunde', 'Honorar je Stunde', 'eur'),
      column('termine', 'Termine', 'zahl'),
      column('umsatzProTermin', 'Umsatz je Termin', 'eur'),
      column('anteilPrivat', 'Anteil privat', 'anteil'),
      column('ausfallquote', 'Ausfallquote', 'anteil'),
    ],
    rows,
    series: [
      {
        name: 'honorarProStunde',
        punkte: rows.map((z) => ({ x: z.behandler, y: z.honorarProStunde })),
      },
    ],
  };
};
/** Distinct positions of each area, and the position of each service. */
export function areaPositions(
  snapshot: Snapshot,
): Positions & { bereich: number[]; position: number[] } {
  return memoise(snapshot, 'bereichspositionen', () => {
    const { bereich } = snapshot.services,
      known = positionsOf(snapshot),
      from = new Int32Array(snapshot.services.n),
      areas: number[] = [],
      position: number[] = [],
      places = new Int32Array(known.nr.length * 64).fill(-1);
    for (let i = 0; i < from.length; i += 1) {
      const key = known.ofService[i]! * 64 + bereich[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = areas.length;
        areas.push(bereich[i]!);
        position.push(known.ofService[i]!);
      }
      from[i] = at;
    }
    return { ...known, von: from, bereich: areas, position };
  });
}
/** Positions of each area, the area with the highest fees first. */
function seriesByArea(
  rows: readonly { bereich: string; nr: string; text: string; honorar: number }[],
): ChartSeries[] {
  const areas = new Map<string, { nr: string; text: string; honorar: number }[]>();
  for (const z of rows) {
    const own = areas.get(z.bereich);
    if (own) own.push(z);
    else areas.set(z.bereich, [z]);
  }
  const sum = (rows: readonly { honorar: number }[]): number =>
    rows.reduce((all, z) => all + z.honorar, 0);
  return [...areas]
    .sort(([, x], [, y]) => sum(y) - sum(x))
    .map(([name, rows]) => ({
      name,
      punkte: rows.map((z) => ({ x: `${z.nr}: ${z.text}`, y: z.honorar })),
    }));
}
const serviceMix: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    places = areaPositions(k.a.snapshot),
    sums = sumsBy(k.a, places.ofService),
    before = k.previous && sumsBy(k.previous, places.ofService),
    all = totalOf(k.a);
  let cases = 0;
  forEachCase(k.a, () => {
    cases += 1;
  });
  const rows = [...sums]
    .map(([key, sum]) => {
      const at = places.position[key]!,
        nr = services.positionNumbers.words[places.nr[at]!] ?? '',
        system = GEBUEHREN[places.system[at]!] ?? 'EIGEN';
      return {
        bereich: SERVICE_AREAS[places.bereich[key]!] ?? 'SONSTIGE',
        system,
        nr,
        text: positionText(k.a.snapshot, system, nr),
        anzahl: rounded(sum.anzahl, 2),
        je100Faelle: ratioOf(sum.anzahl * 100, cases, 2),
        honorar: eur(sum.honorar),
        anteil: ratioOf(sum.honorar, all.honorar),
        vorjahr: before && eur(before.get(key)?.honorar ?? 0),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'honorarumsatz', 'fuellungenJe100', 'punkteJeFall'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('je100Faelle', 'Je 100 Fälle', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('vorjahr', 'Honorar im Vergleich', 'eur'),
    ],
    rows,
    series: seriesByArea(rows),
  };
};
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
    honorar = new Float64Array(many),
    bereich = new Int8Array(many).fill(-1),
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
      if (bereich[t] === 0) {
        const at = (t - from) * AREAS;
        let most = 0;
        for (let area = 0; area < AREAS; area += 1) {
          const own = fees[at + area]!;
          honorar[t]! += own;
          if (own > fees[at + most]!) most = area;
        }
        bereich[t] = most;
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
    bereich[t] = 0;
    fees[(t - from) * AREAS + services.bereich[i]!]! += services.honorar[i]!;
  });
  flush();
  return { honorar, bereich };
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
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
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
/** Fees and minutes of kept appointments, by the area with most of their fees. */
const hourlyFees: ReportBuilder = (k) => {
  const { appointments } = k.a.snapshot,
    from = lowerBound(appointments.day, k.a.from),
    whole =
      selectsEveryRow(k.a) &&
      (k.a.to - k.a.from > ONE_YEAR || isMemoised(k.a.snapshot, FIGURES_PER_APPOINTMENT))
        ? forEachAppointmentMade(k.a.snapshot)
        : undefined,
    first = whole ? 0 : from,
    { honorar, bereich } =
      whole ?? perAppointment(k.a, first, lowerBound(appointments.day, k.a.to + 1) - first);
  const fees = new Float64Array((AREAS + 1) * DAYS * HOURS),
    minutes = new Float64Array(fees.length),
    seen = new Uint8Array(fees.length);
  forEachAppointment(k.a, (i) => {
    if (appointments.status[i] !== STATUS.WAHRGENOMMEN) return;
    const key =
      ((bereich[i - first]! + 1) * DAYS + weekdayOf(appointments.day[i]!)) * HOURS +
      Math.floor(appointments.minute[i]! / 60);
    seen[key] = 1;
    minutes[key]! += appointments.dauer[i]!;
    fees[key]! += honorar[i - first]!;
  });
  const rows = [...seen.keys()]
    .filter((key) => seen[key] === 1)
    .map((key) => ({
      bereich: SERVICE_AREAS[Math.floor(key / (DAYS * HOURS)) - 1] ?? 'OHNE',
      weekday: WEEKDAYS[Math.floor(key / HOURS) % DAYS]!,
      hour: key % HOURS,
      honorar: fees[key]!,
      minutes: minutes[key]!,
    }));
  const lines = rows
    .map((row) => ({
      bereich: row.bereich,
      wochentag: row.weekday,
      stunde: row.hour,
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
  rows: readonly { weekday: string; hour: number; honorar: number; minutes: number }[],
): ChartSeries[] {
  const hours = [...new Set(rows.map((row) => row.hour))].sort((x, y) => x - y);
  return WEEKDAYS.map((name) => ({
    name,
    punkte: hours.map((hour) => {
      const own = rows.filter((row) => row.weekday === name && row.hour === hour);
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
const roomUtilisation: ReportBuilder = (k) => {
  const { appointments, workingHours } = k.a.snapshot,
    rows = new Map<number, { open: number; occupied: number; cents: number; gaps: number }>(),
    of = (z: number) => {
      let row = rows.get(z);
      if (!row) rows.set(z, (row = { open: 0, occupied: 0, cents: 0, gaps: 0 }));
      return row;
    };
  forEachHours(k.a, (i) => {
    if (workingHours.zimmer[i]! >= 0)
      of(workingHours.zimmer[i]!).open += workingHours.roomMinutes[i]!;
  });
  forEachAppointment(k.a, (i) => {
    if (appointments.zimmer[i]! >= 0 && appointments.status[i] === STATUS.WAHRGENOMMEN)
      of(appointments.zimmer[i]!).occupied += appointments.dauer[i]!;
  });
  for (const [z, sum] of sumsPer(k.a, 'zimmer')) if (z >= 0) of(z).cents += sum.umsatz;
  forEachGap(k.a, 30, (l) => {
    if (l.zimmer >= 0) of(l.zimmer).gaps += 1;
  });
  const lines = [...rows]
    .map(([z, row]) => ({
      id: idOfRow(k.a.snapshot, 'zimmer', z),
      zimmer: entityName(k.a.snapshot, 'zimmer', z),
      offeneMin: row.open,
      belegteMin: row.occupied,
      auslastung: ratioOf(row.occupied, row.open),
      umsatzProStunde: ratioOf(row.cents / 100, row.open / 60, 2),
      luecken30: row.gaps,
    }))
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisOf(k, 'stuhlauslastung', 'umsatzJeZimmerstunde', 'auslastung', 'freieZeit'),
    columns: [
      column('zimmer', 'Zimmer', 'text'),
      column('offeneMin', 'Offen', 'minuten'),
      column('belegteMin', 'Belegt', 'minuten'),
      column('auslastung', 'Auslastung', 'anteil'),
      column('umsatzProStunde', 'Umsatz je Stunde', 'eur'),
      column('luecken30', 'Lücken ab 30 Minuten', 'zahl'),
    ],
    rows: lines,
    series: (['belegteMin', 'offeneMin'] as const).map((name) => ({
      name,
      punkte: lines.map((z) => ({ x: z.zimmer, y: z[name] })),
    })),
  };
};
const lostAppointments: ReportBuilder = (k) => {
  const { appointments } = k.a.snapshot,
    rate = figureValue('stundensatz', k.a) ?? 0,
    rows = new Map<
      number,
      {
        appointments: number;
        cancellations: number;
        shortNotice: number;
        noShow: number;
        minutes: number;
        rest: number;
      }
    >();
  forEachDue(k.a, (i) => {
    let row = rows.get(appointments.terminart[i]!);
    if (!row)
      rows.set(
        appointments.terminart[i]!,
        (row = {
          appointments: 0,
          cancellations: 0,
          shortNotice: 0,
          noShow: 0,
          minutes: 0,
          rest: 0,
        }),
      );
    row.appointments += 1;
    if (!isLost(appointments.status[i]!)) return;
    if (appointments.status[i] === STATUS.ABGESAGT_PATIENT) row.cancellations += 1;
    else row.noShow += 1;
    if (isShortNotice(k.a, i)) row.shortNotice += 1;
    row.minutes += appointments.dauer[i]!;
    row.rest += appointments.dauer[i]! - refilledMinutes(k.a.snapshot, i);
  });
  const lines = [...rows]
    .map(([kind, row]) => ({
      id: idOfRow(k.a.snapshot, 'terminarten', kind),
      terminart: entityName(k.a.snapshot, 'terminarten', kind),
      termine: row.appointments,
      absagen: row.cancellations,
      kurzfristig: row.shortNotice,
      noShow: row.noShow,
      quote: ratioOf(row.cancellations + row.noShow, row.appointments),
      ausfallkosten: rounded((row.rest / 60) * rate, 2),
      wiederbelegt: ratioOf(row.minutes - row.rest, row.minutes),
    }))
    .sort((x, y) => y.ausfallkosten - x.ausfallkosten || (x.terminart < y.terminart ? -1 : 1));
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    line = (key: string) => ({
      name: key,
      punkte: parts.map((p) => ({ x: p.name, y: figureValue(key, withPeriod(k.a, p.from, p.to)) })),
    });
  return {
    kpis: kpisOf(
      k,
      'ausfallquote',
      'absagequote',
      'kurzfristabsage',
      'noShowQuote',
      'wiederbelegung',
      'ausfallkosten',
    ),
    columns: [
      column('terminart', 'Terminart', 'text'),
      column('termine', 'Fällige Termine', 'zahl'),
      column('absagen', 'Absagen', 'zahl'),
      column('kurzfristig', 'Davon unter 24 Stunden', 'zahl'),
      column('noShow', 'Nicht erschienen', 'zahl'),
      column('quote', 'Ausfallquote', 'anteil'),
      column('ausfallkosten', 'Ausfallkosten', 'eur'),
      column('wiederbelegt', 'Wieder belegt', 'anteil'),
    ],
    rows: lines,
    series: [line('absagequote'), line('noShowQuote')],
  };
};
/**
 * Returns a function for services visited by day: whether one is the first of its practitioner at
 * its visit.
 */
function firstPerVisit(snapshot: Snapshot): (i: number) => boolean {
  const { services, rawRows } = snapshot,
    many = rawRows.tables.behandler.count,
    seen = new Set<number>();
  let day = EMPTY;
  return (i) => {
    const b = services.visit[i]!,
      who = services.behandler[i]!,
      key = b * many + who;
    // A visit is on one day.
    if (services.day[i] !== day) {
      day = services.day[i]!;
      seen.clear();
    }
    if (b < 0 || who < 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
/** Visits of each practitioner with positions of a kind; `word` names it. */
function daysWith(a: Selection, word: string, kind: RowSet): Int32Array {
  const { services, rawRows } = a.snapshot,
    days = new Int32Array(rawRows.tables.behandler.count),
    count = (i: number): void => {
      days[services.behandler[i]!]! += 1;
    };
  // Which service of a visit is the first is irrelevant where only days and patients are filtered.
  if (isByPersonOnly(a)) {
    forEachServiceIn(
      a,
      memoise(a.snapshot, `tage ${word}`, () => subsetOf(kind, firstPerVisit(a.snapshot))),
      count,
    );
    return days;
  }
  const isFirst = firstPerVisit(a.snapshot);
  forEachServiceIn(a, kind, (i) => {
    if (isFirst(i)) count(i);
  });
  return days;
}
/**
 * Days and hours of each prophylaxis practitioner in a span. Also computed in idle time: the lists
 * that it walks stay with the image.
 */
export function prophylaxisRows(a: Selection) {
  const { snapshot } = a,
    pzr = daysWith(a, 'pzr', pzrServices(snapshot)),
    upt = daysWith(a, 'upt', uptServices(snapshot)),
    ip = daysWith(a, 'ip', servicesByNumber(snapshot, SYSTEM.BEMA, /^IP\d$/));
  return practitionerIn(a)
    .filter((at) => pzr[at]! + upt[at]! + ip[at]! > 0)
    .map((at) => {
      const own = narrowToPractitioner(a, at);
      return {
        id: idOfRow(snapshot, 'behandler', at),
        behandler: entityName(snapshot, 'behandler', at),
        pzr: pzr[at]!,
        upt: upt[at]!,
        ip: ip[at]!,
        stunden: figureValue('behandlungsstunden', own),
        honorarProStunde: figureValue('stundensatz', own),
        pzrQuote: figureValue('pzrQuote', own),
      };
    });
}
const prophylaxisReport: ReportBuilder = (k) => {
  const rows = prophylaxisRows(k.a);
  return {
    kpis: kpisOf(
      k,
      'pzrQuote',
      'pzrJePatient',
      'prophylaxeStundensatz',
      'uptAnteil',
      'ipQuote',
      'psiQuote',
      'uptTreue',
    ),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('pzr', 'PZR-Tage', 'zahl'),
      column('upt', 'UPT-Tage', 'zahl'),
      column('ip', 'IP-Tage', 'zahl'),
      column('stunden', 'Stunden', 'stunden'),
      column('honorarProStunde', 'Honorar je Stunde', 'eur'),
      figureColumn('pzrQuote'),
    ],
    rows,
    series: (['pzr', 'upt', 'ip'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.behandler, y: z[name] })),
    })),
  };
};
const feeFactors: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    rows = new Map<
      number,
      { n: number; base: number; weighted: number; above: number; without: number; rest: number }
    >(),
    histogram = new Map<number, number>();
  forEachServiceIn(k.a, servicesWithFactor(k.a.snapshot), (i) => {
    const faktor = services.faktor[i]!,
      base = singleRateFee(services.punkte[i]!, services.menge[i]!, services.honorar[i]!, faktor);
    let row = rows.get(services.nr[i]!);
    if (!row)
      rows.set(
        services.nr[i]!,
        (row = { n: 0, base: 0, weighted: 0, above: 0, without: 0, rest: 0 }),
      );
    row.n += 1;
    row.base += base;
    row.weighted += (base * faktor) / 100;
    if (faktor > 230) {
      row.above += 1;
      if (services.hasReason[i] === 0) row.without += 1;
    }
    if (faktor < 350) row.rest += (base * (350 - faktor)) / 100;
    histogram.set(faktor, (histogram.get(faktor) ?? 0) + 1);
  });
  const lines = [...rows]
    .map(([nr, row]) => ({
      nr: services.positionNumbers.words[nr] ?? '',
      text: positionText(k.a.snapshot, 'GOZ', services.positionNumbers.words[nr] ?? ''),
      anzahl: row.n,
      mittlererFaktor: ratioOf(row.weighted, row.base, 3),
      ueber23: ratioOf(row.above, row.n),
      ohneBegruendung: row.without,
      potenzialBis35: eur(row.rest),
    }))
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'mittlererFaktor', 'faktorUeber23'),
    columns: [
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('mittlererFaktor', 'Mittlerer Faktor', 'faktor'),
      column('ueber23', 'Über 2,3', 'anteil'),
      column('ohneBegruendung', 'Über 2,3 ohne Begründung', 'zahl'),
      column('potenzialBis35', 'Abstand zu Faktor 3,5', 'eur'),
    ],
    rows: lines,
    series: [
      {
        name: 'faktor',
        punkte: [...histogram]
          .sort(([x], [y]) => x - y)
          .map(([faktor, y]) => ({ x: (faktor / 100).toFixed(2), y })),
      },
    ],
  };
};
export const extendedReports: Readonly<Record<string, ReportBuilder>> = {
  'extended/behandlerleistung': practitionerOutput,
  'extended/leistungsmix': serviceMix,
  'extended/stundensatz': hourlyFees,
  'extended/zimmerauslastung': roomUtilisation,
  'extended/terminausfall': lostAppointments,
  'extended/prophylaxe': prophylaxisReport,
  'extended/faktoren': feeFactors,
};
