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
import { S, SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, periodsBetween, dayText, WEEKDAYS, weekdayOf } from '../snapshot/calendar.ts';
import { singleRateFee, servicesWithFactor } from '../metrics/money.ts';
import { forEachGap, wiederBelegt } from '../metrics/gaps.ts';
import { isShortNotice, forEachDue } from '../metrics/appointments.ts';
import { subsetOf, memoise, isMemoised, type RowSet } from '../metrics/row-index.ts';
import { isLost, forEachCase, positionen, pzrServices, uptServices } from '../metrics/walks.ts';
import { lowerBound as stelleDesTages } from '../snapshot/tables/sort-rows.ts';
import {
  ratioOf,
  eur,
  idOfRow,
  figureColumn,
  kpisOf,
  entityName,
  rounded,
  spalte,
  figureValue,
  type ReportBuilder,
} from './report-kind.ts';
import { positionsOf, positionText, type Positions } from './positions.ts';
import { practitionerIn, keptAppointments, gesamt, sumsPer, sumsBy } from './revenue.ts';

const practitionerOutput: ReportBuilder = (k) => {
  const zeilen = practitionerIn(k.a).map((at) => {
    const own = narrowToPractitioner(k.a, at),
      sum = gesamt(own),
      gkv = figureValue('anteilGkv', own);
    const termine = keptAppointments(own);
    return {
      id: idOfRow(k.a.snapshot, 'behandler', at),
      behandler: entityName(k.a.snapshot, 'behandler', at),
      stunden: figureValue('behandlungsstunden', own),
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      honorarProStunde: figureValue('stundensatz', own),
      termine,
      umsatzProTermin: figureValue('umsatzJeTermin', own),
      anteilPrivat: gkv === null ? null : rounded(1 - gkv, 6),
      ausfallquote: figureValue('ausfallquote', own),
    };
  });
  return {
    kpis: kpisOf(k, 'stundensatz', 'behandlungsstunden', 'umsatzJeTermin', 'ausfallquote'),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('stunden', 'Stunden', 'stunden'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      spalte('termine', 'Termine', 'zahl'),
      spalte('umsatzProTermin', 'Umsatz je Termin', 'eur'),
      spalte('anteilPrivat', 'Anteil privat', 'anteil'),
      spalte('ausfallquote', 'Ausfallquote', 'anteil'),
    ],
    zeilen,
    serien: [
      {
        name: 'honorarProStunde',
        punkte: zeilen.map((z) => ({ x: z.behandler, y: z.honorarProStunde })),
      },
    ],
  };
};
/** Distinct positions of each area, and the position of each service. */
export function areaPositions(
  snapshot: Snapshot,
): Positions & { bereich: number[]; position: number[] } {
  return memoise(snapshot, 'bereichspositionen', () => {
    const { bereich } = snapshot.L,
      known = positionsOf(snapshot),
      von = new Int32Array(snapshot.L.n),
      areas: number[] = [],
      position: number[] = [],
      places = new Int32Array(known.nr.length * 64).fill(-1);
    for (let i = 0; i < von.length; i += 1) {
      const key = known.von[i]! * 64 + bereich[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = areas.length;
        areas.push(bereich[i]!);
        position.push(known.von[i]!);
      }
      von[i] = at;
    }
    return { ...known, von, bereich: areas, position };
  });
}
/** Positions of each area, the area with the highest fees first. */
function seriesByArea(
  zeilen: readonly { bereich: string; nr: string; text: string; honorar: number }[],
): ChartSeries[] {
  const areas = new Map<string, { nr: string; text: string; honorar: number }[]>();
  for (const z of zeilen) {
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
  const { L } = k.a.snapshot,
    places = areaPositions(k.a.snapshot),
    sums = sumsBy(k.a, places.von),
    before = k.previous && sumsBy(k.previous, places.von),
    all = gesamt(k.a);
  let faelle = 0;
  forEachCase(k.a, () => {
    faelle += 1;
  });
  const zeilen = [...sums]
    .map(([key, sum]) => {
      const at = places.position[key]!,
        nr = L.positionNumbers.liste[places.nr[at]!] ?? '',
        system = GEBUEHREN[places.system[at]!] ?? 'EIGEN';
      return {
        bereich: SERVICE_AREAS[places.bereich[key]!] ?? 'SONSTIGE',
        system,
        nr,
        text: positionText(k.a.snapshot, system, nr),
        anzahl: rounded(sum.anzahl, 2),
        je100Faelle: ratioOf(sum.anzahl * 100, faelle, 2),
        honorar: eur(sum.honorar),
        anteil: ratioOf(sum.honorar, all.honorar),
        vorjahr: before && eur(before.get(key)?.honorar ?? 0),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'honorarumsatz', 'fuellungenJe100', 'punkteJeFall'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('je100Faelle', 'Je 100 Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('vorjahr', 'Honorar im Vergleich', 'eur'),
    ],
    zeilen,
    serien: seriesByArea(zeilen),
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
    const { L, T } = snapshot;
    for (let i = 0; i < L.n; i += 1)
      if (L.termin[i]! >= 0 && T.tag[L.termin[i]!] !== L.tag[i]) return true;
    return false;
  });
/** @param first index of the first appointment; `many`: their number */
function perAppointment(a: Selection, first: number, many: number): PerAppointment {
  const { L, T } = a.snapshot,
    honorar = new Float64Array(many),
    bereich = new Int8Array(many).fill(-1),
    apart = namesOtherDays(a.snapshot);
  let fees = new Float64Array((apart ? many : 64) * AREAS),
    tag = EMPTY,
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
    const t = L.termin[i]! - first;
    if (t < 0 || t >= many) return;
    if (!apart && L.tag[i] !== tag) {
      flush();
      tag = L.tag[i]!;
      from = stelleDesTages(T.tag, tag) - first;
      to = stelleDesTages(T.tag, tag + 1) - first;
      if ((to - from) * AREAS > fees.length) fees = new Float64Array((to - from) * AREAS * 2);
      else fees.fill(0, 0, (to - from) * AREAS);
    }
    bereich[t] = 0;
    fees[(t - from) * AREAS + L.bereich[i]!]! += L.honorar[i]!;
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
    const { L, T } = snapshot;
    if (namesOtherDays(snapshot)) return undefined;
    const all = buildSelection(snapshot, {
      von: dayText(Math.min(L.tag[0] ?? 0, T.tag[0] ?? 0)),
      bis: dayText(Math.max(L.tag.at(-1) ?? 0, T.tag.at(-1) ?? 0)),
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
    return perAppointment(all, 0, T.n);
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
const stundensatz: ReportBuilder = (k) => {
  const { T } = k.a.snapshot,
    from = stelleDesTages(T.tag, k.a.von),
    whole =
      selectsEveryRow(k.a) &&
      (k.a.bis - k.a.von > ONE_YEAR || isMemoised(k.a.snapshot, FIGURES_PER_APPOINTMENT))
        ? forEachAppointmentMade(k.a.snapshot)
        : undefined,
    first = whole ? 0 : from,
    { honorar, bereich } =
      whole ?? perAppointment(k.a, first, stelleDesTages(T.tag, k.a.bis + 1) - first);
  const fees = new Float64Array((AREAS + 1) * DAYS * HOURS),
    minutes = new Float64Array(fees.length),
    seen = new Uint8Array(fees.length);
  forEachAppointment(k.a, (i) => {
    if (T.status[i] !== S.WAHRGENOMMEN) return;
    const key =
      ((bereich[i - first]! + 1) * DAYS + weekdayOf(T.tag[i]!)) * HOURS +
      Math.floor(T.minute[i]! / 60);
    seen[key] = 1;
    minutes[key]! += T.dauer[i]!;
    fees[key]! += honorar[i - first]!;
  });
  const rows = [...seen.keys()]
    .filter((key) => seen[key] === 1)
    .map((key) => ({
      bereich: SERVICE_AREAS[Math.floor(key / (DAYS * HOURS)) - 1] ?? 'OHNE',
      wochentag: WEEKDAYS[Math.floor(key / HOURS) % DAYS]!,
      stunde: key % HOURS,
      honorar: fees[key]!,
      minuten: minutes[key]!,
    }));
  const zeilen = rows
    .map((row) => ({
      bereich: row.bereich,
      wochentag: row.wochentag,
      stunde: row.stunde,
      honorarProStunde: ratioOf(row.honorar / 100, row.minuten / 60, 2),
      minuten: row.minuten,
    }))
    .sort(
      (x, y) =>
        WEEKDAYS.indexOf(x.wochentag) - WEEKDAYS.indexOf(y.wochentag) ||
        x.stunde - y.stunde ||
        (x.bereich < y.bereich ? -1 : 1),
    );
  return {
    kpis: kpisOf(k, 'stundensatz', 'behandlungsstunden'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('wochentag', 'Wochentag', 'wort'),
      spalte('stunde', 'Stunde', 'zahl'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      spalte('minuten', 'Minuten', 'minuten'),
    ],
    zeilen,
    serien: seriesByHour(rows),
  };
};
/** Fee per hour of each weekday and hour, over all areas. */
function seriesByHour(
  rows: readonly { wochentag: string; stunde: number; honorar: number; minuten: number }[],
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
          own.reduce((sum, row) => sum + row.minuten, 0) / 60,
          2,
        ),
      };
    }),
  }));
}
const roomUtilisation: ReportBuilder = (k) => {
  const { T, A } = k.a.snapshot,
    rows = new Map<number, { offen: number; occupied: number; cents: number; gaps: number }>(),
    of = (z: number) => {
      let row = rows.get(z);
      if (!row) rows.set(z, (row = { offen: 0, occupied: 0, cents: 0, gaps: 0 }));
      return row;
    };
  forEachHours(k.a, (i) => {
    if (A.zimmer[i]! >= 0) of(A.zimmer[i]!).offen += A.roomMinutes[i]!;
  });
  forEachAppointment(k.a, (i) => {
    if (T.zimmer[i]! >= 0 && T.status[i] === S.WAHRGENOMMEN)
      of(T.zimmer[i]!).occupied += T.dauer[i]!;
  });
  for (const [z, sum] of sumsPer(k.a, 'zimmer')) if (z >= 0) of(z).cents += sum.umsatz;
  forEachGap(k.a, 30, (l) => {
    if (l.zimmer >= 0) of(l.zimmer).gaps += 1;
  });
  const zeilen = [...rows]
    .map(([z, row]) => ({
      id: idOfRow(k.a.snapshot, 'zimmer', z),
      zimmer: entityName(k.a.snapshot, 'zimmer', z),
      offeneMin: row.offen,
      belegteMin: row.occupied,
      auslastung: ratioOf(row.occupied, row.offen),
      umsatzProStunde: ratioOf(row.cents / 100, row.offen / 60, 2),
      luecken30: row.gaps,
    }))
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisOf(k, 'stuhlauslastung', 'umsatzJeZimmerstunde', 'auslastung', 'freieZeit'),
    spalten: [
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('offeneMin', 'Offen', 'minuten'),
      spalte('belegteMin', 'Belegt', 'minuten'),
      spalte('auslastung', 'Auslastung', 'anteil'),
      spalte('umsatzProStunde', 'Umsatz je Stunde', 'eur'),
      spalte('luecken30', 'Lücken ab 30 Minuten', 'zahl'),
    ],
    zeilen,
    serien: (['belegteMin', 'offeneMin'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.zimmer, y: z[name] })),
    })),
  };
};
const lostAppointments: ReportBuilder = (k) => {
  const { T } = k.a.snapshot,
    rate = figureValue('stundensatz', k.a) ?? 0,
    rows = new Map<
      number,
      {
        termine: number;
        absagen: number;
        kurzfristig: number;
        noShow: number;
        minuten: number;
        rest: number;
      }
    >();
  forEachDue(k.a, (i) => {
    let row = rows.get(T.terminart[i]!);
    if (!row)
      rows.set(
        T.terminart[i]!,
        (row = { termine: 0, absagen: 0, kurzfristig: 0, noShow: 0, minuten: 0, rest: 0 }),
      );
    row.termine += 1;
    if (!isLost(T.status[i]!)) return;
    if (T.status[i] === S.ABGESAGT_PATIENT) row.absagen += 1;
    else row.noShow += 1;
    if (isShortNotice(k.a, i)) row.kurzfristig += 1;
    row.minuten += T.dauer[i]!;
    row.rest += T.dauer[i]! - wiederBelegt(k.a.snapshot, i);
  });
  const zeilen = [...rows]
    .map(([art, row]) => ({
      id: idOfRow(k.a.snapshot, 'terminarten', art),
      terminart: entityName(k.a.snapshot, 'terminarten', art),
      termine: row.termine,
      absagen: row.absagen,
      kurzfristig: row.kurzfristig,
      noShow: row.noShow,
      quote: ratioOf(row.absagen + row.noShow, row.termine),
      ausfallkosten: rounded((row.rest / 60) * rate, 2),
      wiederbelegt: ratioOf(row.minuten - row.rest, row.minuten),
    }))
    .sort((x, y) => y.ausfallkosten - x.ausfallkosten || (x.terminart < y.terminart ? -1 : 1));
  const parts = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung),
    line = (key: string) => ({
      name: key,
      punkte: parts.map((p) => ({ x: p.name, y: figureValue(key, withPeriod(k.a, p.von, p.bis)) })),
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
    spalten: [
      spalte('terminart', 'Terminart', 'text'),
      spalte('termine', 'Fällige Termine', 'zahl'),
      spalte('absagen', 'Absagen', 'zahl'),
      spalte('kurzfristig', 'Davon unter 24 Stunden', 'zahl'),
      spalte('noShow', 'Nicht erschienen', 'zahl'),
      spalte('quote', 'Ausfallquote', 'anteil'),
      spalte('ausfallkosten', 'Ausfallkosten', 'eur'),
      spalte('wiederbelegt', 'Wieder belegt', 'anteil'),
    ],
    zeilen,
    serien: [line('absagequote'), line('noShowQuote')],
  };
};
/**
 * Returns a function for services visited by day: whether one is the first of its practitioner at
 * its visit.
 */
function firstPerVisit(snapshot: Snapshot): (i: number) => boolean {
  const { L, rawRows } = snapshot,
    many = rawRows.tables.behandler.anzahl,
    seen = new Set<number>();
  let tag = EMPTY;
  return (i) => {
    const b = L.besuch[i]!,
      who = L.behandler[i]!,
      key = b * many + who;
    // A visit is on one day.
    if (L.tag[i] !== tag) {
      tag = L.tag[i]!;
      seen.clear();
    }
    if (b < 0 || who < 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
/** Visits of each practitioner with positions of a kind; `wort` names it. */
function daysWith(a: Selection, wort: string, kind: RowSet): Int32Array {
  const { L, rawRows } = a.snapshot,
    days = new Int32Array(rawRows.tables.behandler.anzahl),
    count = (i: number): void => {
      days[L.behandler[i]!]! += 1;
    };
  // Which service of a visit is the first is irrelevant where only days and patients are filtered.
  if (isByPersonOnly(a)) {
    forEachServiceIn(
      a,
      memoise(a.snapshot, `tage ${wort}`, () => subsetOf(kind, firstPerVisit(a.snapshot))),
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
    ip = daysWith(a, 'ip', positionen(snapshot, SYSTEM.BEMA, /^IP\d$/));
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
const prophylaxis: ReportBuilder = (k) => {
  const zeilen = prophylaxisRows(k.a);
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
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('pzr', 'PZR-Tage', 'zahl'),
      spalte('upt', 'UPT-Tage', 'zahl'),
      spalte('ip', 'IP-Tage', 'zahl'),
      spalte('stunden', 'Stunden', 'stunden'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      figureColumn('pzrQuote'),
    ],
    zeilen,
    serien: (['pzr', 'upt', 'ip'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.behandler, y: z[name] })),
    })),
  };
};
const feeFactors: ReportBuilder = (k) => {
  const { L } = k.a.snapshot,
    rows = new Map<
      number,
      { n: number; base: number; weighted: number; above: number; without: number; rest: number }
    >(),
    histogram = new Map<number, number>();
  forEachServiceIn(k.a, servicesWithFactor(k.a.snapshot), (i) => {
    const faktor = L.faktor[i]!,
      base = singleRateFee(L.punkte[i]!, L.menge[i]!, L.honorar[i]!, faktor);
    let row = rows.get(L.nr[i]!);
    if (!row)
      rows.set(L.nr[i]!, (row = { n: 0, base: 0, weighted: 0, above: 0, without: 0, rest: 0 }));
    row.n += 1;
    row.base += base;
    row.weighted += (base * faktor) / 100;
    if (faktor > 230) {
      row.above += 1;
      if (L.hasReason[i] === 0) row.without += 1;
    }
    if (faktor < 350) row.rest += (base * (350 - faktor)) / 100;
    histogram.set(faktor, (histogram.get(faktor) ?? 0) + 1);
  });
  const zeilen = [...rows]
    .map(([nr, row]) => ({
      nr: L.positionNumbers.liste[nr] ?? '',
      text: positionText(k.a.snapshot, 'GOZ', L.positionNumbers.liste[nr] ?? ''),
      anzahl: row.n,
      mittlererFaktor: ratioOf(row.weighted, row.base, 3),
      ueber23: ratioOf(row.above, row.n),
      ohneBegruendung: row.without,
      potenzialBis35: eur(row.rest),
    }))
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'mittlererFaktor', 'faktorUeber23'),
    spalten: [
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('mittlererFaktor', 'Mittlerer Faktor', 'faktor'),
      spalte('ueber23', 'Über 2,3', 'anteil'),
      spalte('ohneBegruendung', 'Über 2,3 ohne Begründung', 'zahl'),
      spalte('potenzialBis35', 'Abstand zu Faktor 3,5', 'eur'),
    ],
    zeilen,
    serien: [
      {
        name: 'faktor',
        punkte: [...histogram]
          .sort(([x], [y]) => x - y)
          .map(([faktor, y]) => ({ x: (faktor / 100).toFixed(2), y })),
      },
    ],
  };
};
export const extended: Readonly<Record<string, ReportBuilder>> = {
  'extended/behandlerleistung': practitionerOutput,
  'extended/leistungsmix': serviceMix,
  'extended/stundensatz': stundensatz,
  'extended/zimmerauslastung': roomUtilisation,
  'extended/terminausfall': lostAppointments,
  'extended/prophylaxe': prophylaxis,
  'extended/faktoren': feeFactors,
};
