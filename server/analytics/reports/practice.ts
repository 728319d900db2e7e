// The practice overview: its twelve figures, the appointment quality, the executive dashboard.

import type { HkpReason } from '../../../shared/analytics/reports/worklist.ts';
import { KOSTENTRAEGER, TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import { FOLLOWED_BY } from '../../../shared/analytics/reports/figure-filters.ts';
import { changeOf } from '../../../shared/analytics/reports/report.ts';
import { figureOfKey } from '../../../shared/analytics/reports/figures.ts';
import {
  narrowToPractitioner,
  narrowToWeekday,
  narrowToAppointmentType,
  withPeriod,
  type Selection,
} from '../snapshot/selection.ts';
import { forEachAppointment } from '../snapshot/selection/walk-appointments.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import { firstOfMonth, monthOfDay, dayText, WEEKDAYS } from '../snapshot/calendar.ts';
import { undocumentedUntil } from '../metrics/coverage.ts';
import { qualityIndexOf, appointmentQualityParts } from '../metrics/compute.ts';
import { comparedWith, kpi } from '../metrics/kpi.ts';
import { unfollowed, unfollowedBy } from '../snapshot/selection/followed-filters.ts';
import { isDue } from '../metrics/appointments.ts';
import { refilledMinutes } from '../metrics/gaps.ts';
import { isLost } from '../metrics/walks.ts';
import { plansWith } from '../cases/hkp-cases.ts';
import { unbilledToday } from './changes.ts';
import {
  eur,
  idOfRow,
  kpisOf,
  entityName,
  pageBounds,
  wholeOf,
  rounded,
  column,
  figureValue,
  free,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { clockTime } from './today/day-frame.ts';
import { isKnown } from '../snapshot/unassigned.ts';
import { practitionerIn } from './revenue/practitioner-revenue.ts';
import { sumsBy } from './revenue/revenue-sums.ts';
import { openProposals } from './proposals.ts';

const OVERVIEW_FIGURES = [
  'umsatz',
  'stundensatz',
  'umsatzJeTermin',
  'neupatienten',
  'auslastung',
  'ausfallquote',
  'wiedervorstellung',
  'recallquote',
  'pzrQuote',
  'hkpAnnahme',
  'nichtFakturiert',
  'offenePosten',
] as const;
/** The twelve months up to the span's last day. */
const monthsUpTo = (a: Selection): { name: string; from: number; to: number }[] => {
  const last = monthOfDay(a.cutoffDate);
  return Array.from({ length: 12 }, (_, at) => {
    const m = last - 11 + at;
    return {
      name: dayText(firstOfMonth(m)).slice(0, 7),
      from: firstOfMonth(m),
      to: firstOfMonth(m + 1) - 1,
    };
  });
};

const practiceFigures: ReportBuilder = (k) => {
  const months = monthsUpTo(k.a),
    kpis = kpisOf(k, ...OVERVIEW_FIGURES);
  return {
    kpis,
    columns: [
      column('kennzahl', 'Kennzahl', 'wort'),
      column('einheit', 'Einheit', 'wort'),
      column('wert', 'Wert', 'zahl'),
      column('ziel', 'Ziel', 'zahl'),
      column('vergleich', 'Vergleich', 'zahl'),
      column('delta', 'Veränderung', 'anteil'),
    ],
    rows: kpis.map((one) => {
      const before = one.vergleich === null ? null : comparedWith(one.key, k.a);
      return {
        kennzahl: one.key,
        einheit: figureOfKey(one.key).einheit,
        wert: one.wert,
        ziel: one.ziel,
        vergleich: one.vergleich,
        vorherTage: before && `${dayText(before.from)}|${dayText(before.to)}`,
        delta: one.delta,
      };
    }),
    series: OVERVIEW_FIGURES.map((key) => ({
      name: key,
      punkte: months.map((m) => ({
        x: m.name,
        y: figureValue(key, withPeriod(k.a, m.from, m.to)),
      })),
    })),
  };
};

const PARTS = ['einhaltung', 'auslastung', 'wert', 'puenktlichkeit', 'wiedervorstellung'] as const;
const appointmentQuality: ReportBuilder = (k) => {
  const row = (kind: string, name: string, a: Selection, part: Row = {}): Row => {
    const parts = appointmentQualityParts(a);
    return {
      art: kind,
      ...part,
      name,
      index: qualityIndexOf(parts),
      ...Object.fromEntries(PARTS.map((key, at) => [key, parts[at]!])),
    };
  };
  const { snapshot } = k.a,
    rows = [
      row('PRAXIS', 'Praxis', k.a),
      ...practitionerIn(k.a).map((at) =>
        row('BEHANDLER', entityName(snapshot, 'behandler', at), narrowToPractitioner(k.a, at), {
          teil: `behandler:${idOfRow(snapshot, 'behandler', at)}`,
        }),
      ),
      ...WEEKDAYS.map((word, day) =>
        row('WOCHENTAG', word, narrowToWeekday(k.a, day), { id: word }),
      ).filter((one) => one['index'] !== null),
      // Working hours have no kind of appointment: their share is left out there.
      ...[...snapshot.live.terminarten].map((at) => ({
        ...row(
          'TERMINART',
          entityName(snapshot, 'terminarten', at),
          narrowToAppointmentType(k.a, at),
          { teil: `terminart:${idOfRow(snapshot, 'terminarten', at)}` },
        ),
        gruppe: STANDARD_GROUPS[snapshot.groupByType[at]!] ?? null,
      })),
    ];
  return {
    kpis: kpisOf(
      k,
      'terminqualitaet',
      'ausfallquote',
      'auslastung',
      'umsatzJeTermin',
      'puenktlichkeit',
      'wiedervorstellung',
      'ohneErgebnis',
    ),
    columns: [
      column('art', 'Gruppe', 'wort'),
      column('name', 'Name', 'wort'),
      column('index', 'Terminqualität', 'zahl'),
      column('einhaltung', 'Einhaltung', 'anteil'),
      column('auslastung', 'Auslastung', 'anteil'),
      column('wert', 'Wert', 'anteil'),
      column('puenktlichkeit', 'Pünktlichkeit', 'anteil'),
      column('wiedervorstellung', 'Wiedervorstellung', 'anteil'),
    ],
    rows,
  };
};

/** Maximum rows of a page. */
const MAX_NUMBERS = 1000;
/** Failed appointments of the span whose time was not reused, the longest first; without names. */
const weakSpots: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments } = snapshot,
    found: { i: number; empty: number }[] = [];
  forEachAppointment(k.a, (i) => {
    if (!isLost(appointments.status[i]!) || !isDue(snapshot, i)) return;
    const empty = Math.max(0, appointments.dauer[i]! - refilledMinutes(snapshot, i));
    if (empty > 0) found.push({ i, empty });
  });
  found.sort((x, y) => y.empty - x.empty || appointments.day[y.i]! - appointments.day[x.i]!);
  const { first, end } = pageBounds(k, MAX_NUMBERS);
  const rows = found.slice(first, end).map(({ i, empty }): Row => ({
    id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
    tag: dayText(appointments.day[i]!),
    zeit: clockTime(appointments.minute[i]!),
    terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
    behandler: entityName(snapshot, 'behandler', appointments.behandler[i]!),
    status: TERMIN_STATUS[appointments.status[i]!]!,
    dauer: appointments.dauer[i]!,
    leer: empty,
  }));
  return {
    kpis: kpisOf(k, 'ausfallquote', 'wiederbelegung', 'ausfallkosten'),
    columns: [
      column('tag', 'Tag', 'tag'),
      column('zeit', 'Zeit', 'uhrzeit'),
      column('terminart', 'Terminart', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('status', 'Stand', 'wort'),
      column('dauer', 'Dauer', 'minuten'),
      column('leer', 'Leer geblieben', 'minuten'),
    ],
    rows,
    ...wholeOf(found.length, MAX_NUMBERS, () => ({
      dauer: found.reduce((sum, { i }) => sum + appointments.dauer[i]!, 0),
      leer: found.reduce((sum, { empty }) => sum + empty, 0),
    })),
  };
};

/**
 * Outliers: the last whole month against the twelve before it, by more than two standard
 * deviations.
 */
function changesOf(a: Selection): Row[] {
  const last = monthOfDay(a.cutoffDate) - 1,
    at = (m: number): Selection => withPeriod(a, firstOfMonth(m), firstOfMonth(m + 1) - 1),
    found: { row: Row; size: number }[] = [];
  for (const key of [
    'umsatz',
    'stundensatz',
    'umsatzJeTermin',
    'neupatienten',
    'ausfallquote',
    'wiedervorstellung',
    'zeitBisRechnung',
    'mittlererFaktor',
    'anteilGkv',
    'auslastung',
  ]) {
    const past = Array.from({ length: 12 }, (_, n) => at(last - 12 + n))
        .filter((one) => undocumentedUntil(key, one) === undefined)
        .map((one) => figureValue(key, one))
        .filter((value) => value !== null),
      now = figureValue(key, at(last));
    if (past.length < 6 || now === null) continue;
    const mean = past.reduce((sum, x) => sum + x, 0) / past.length,
      spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (past.length - 1));
    if (spread > 0 && Math.abs(now - mean) > 2 * spread)
      found.push({
        size: Math.abs(now - mean) / spread,
        row: {
          art: 'AENDERUNG',
          id: key,
          name: key,
          einheit: figureOfKey(key).einheit,
          wert: now,
          vergleich: rounded(mean, 4),
          delta: changeOf(figureOfKey(key).einheit, now, mean),
        },
      });
  }
  return found
    .sort((x, y) => y.size - x.size)
    .slice(0, 5)
    .map((one) => one.row);
}
const executive: ReportBuilder = async (k) => {
  const { snapshot } = k.a,
    { today, services } = snapshot,
    next14 = withPeriod(k.a, today, today + 13),
    months = monthsUpTo(k.a);
  const planFilters = unfollowedBy(FOLLOWED_BY.PLANS, k.a),
    wants = (reason: HkpReason): number[] =>
      plansWith(snapshot, reason).filter((at) => matchesPlan(k.a, 'hkp', at));
  // Tasks are those of today, whatever the period.
  const todayOnly = withPeriod(k.a, today, today);
  const over60 = (figureValue('offen61bis90', k.a) ?? 0) + (figureValue('offenUeber90', k.a) ?? 0),
    rows: Row[] = changesOf(k.a);
  for (const at of practitionerIn(k.a).filter((one) => isKnown(snapshot, 'behandler', one))) {
    const own = narrowToPractitioner(k.a, at),
      now = kpi('umsatz', own);
    rows.push({
      art: 'BEHANDLER',
      id: idOfRow(snapshot, 'behandler', at),
      name: entityName(snapshot, 'behandler', at),
      einheit: 'eur',
      wert: now.wert,
      vergleich: now.vergleich,
      delta: now.delta,
    });
  }
  const todo = (id: string, unit: string, value: number | null): void => {
    rows.push({
      art: 'AUFGABE',
      id,
      name: id,
      einheit: unit,
      wert: value,
      vergleich: null,
      delta: null,
    });
  };
  todo('HKP_OHNE_TERMIN', 'zahl', planFilters.length > 0 ? null : wants('ohne_termin').length);
  todo('RECALL_UEBERFAELLIG', 'zahl', figureValue('recallUeberfaellig', todayOnly));
  todo('NICHT_FAKTURIERT', 'eur', eur(unbilledToday(todayOnly).cents));
  const each = months.map((m) => sumsBy(withPeriod(k.a, m.from, m.to), services.traeger)),
    proposals = await openProposals(k);
  return {
    kpis: [
      ...kpisOf(
        k,
        'umsatz',
        'stundensatz',
        'ausfallquote',
        'neupatienten',
        'hkpOffen',
        'pzrQuote',
        'zielerreichung',
        'hkpAblaufend',
        'parWert',
      ),
      free('auslastung14', figureValue('auslastung', next14), null, unfollowed('auslastung', k.a)),
      free('offenUeber60', rounded(over60, 2)),
      free(
        'vorschlaegeOffen',
        proposals && eur(proposals.cents),
        proposals?.anzahl ?? null,
        unfollowedBy(['behandler', 'teams'], k.a),
      ),
    ],
    columns: [
      column('art', 'Teil', 'wort'),
      column('name', 'Name', 'text'),
      column('einheit', 'Einheit', 'wort'),
      column('wert', 'Wert', 'zahl'),
      column('vergleich', 'Vergleich', 'zahl'),
      column('delta', 'Veränderung', 'anteil'),
    ],
    rows,
    ...(proposals !== null &&
      (proposals.geschaetzt > 0 || proposals.ohneWert > 0) && {
        hints: ['vorschlagGeschaetzt'],
      }),
    series: KOSTENTRAEGER.map((word, payer) => ({
      name: word,
      punkte: months.map((m, at) => ({ x: m.name, y: eur(each[at]!.get(payer)?.umsatz ?? 0) })),
    })),
  };
};
export const practiceReports: Readonly<Record<string, ReportBuilder>> = {
  praxiskpi: practiceFigures,
  terminqualitaet: appointmentQuality,
  'terminqualitaet/schwach': weakSpots,
  'dashboard/executive': executive,
};
