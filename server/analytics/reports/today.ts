// Report for the morning meeting: appointments with hints, planned revenue, gaps, plans, recalls,
// new patients, failures, unbilled services and team. The day is the first of the filter.

import { TERMIN_STATUS, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  buildSelection,
  withPeriod,
  forEachAppointment,
  matchesPractitioner,
  type Selection,
} from '../snapshot/selection.ts';
import { STATUS } from '../snapshot/snapshot.ts';
import {
  ageOn,
  berlinDay,
  firstOfMonth,
  EMPTY,
  monthOfDay,
  dayOrNull,
  dayText,
} from '../snapshot/calendar.ts';
import { targetInPeriod } from '../metrics/money.ts';
import { forEachGap, refilledMinutes, type Gap } from '../metrics/gaps.ts';
import { forEachOpenItem } from '../metrics/plans.ts';
import { isOpen } from '../metrics/cutoff-day.ts';
import { forEachOpenRecall, forEachToSchedule } from '../metrics/recalls.ts';
import {
  centsOrZero,
  isCancelledState,
  isLost,
  nextAppointments,
  nextAppointment,
} from '../metrics/walks.ts';
import {
  eur,
  idOfRow,
  entityName,
  patientNameOf,
  rounded,
  column,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { validUntil, isExpired } from './extended-more.ts';
import { holidayHints, regionOfPractice, workdays } from '../snapshot/working-days.ts';
import { expectedValue } from './revenue-more.ts';
import { totalOf } from './revenue.ts';

export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const selectionOfDay = (k: ReportContext, day = k.a.from): Selection => withPeriod(k.a, day, day);
/**
 * Unfiltered by practitioner: whether a patient has a plan does not depend on the treating
 * practitioner.
 */
const withoutFilter = (k: ReportContext): Selection =>
  buildSelection(
    k.a.snapshot,
    {
      ...k.filter,
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
    },
    k.a.targets,
  );
/** Plans of each patient that are open, or approved and not performed. */
function plansOf(k: ReportContext): Map<number, number[]> {
  const c = k.a.snapshot.rawRows.tables.hkp.columns,
    found = new Map<number, number[]>();
  for (const at of k.a.snapshot.live.hkp) {
    const p = c['patid']![at]!,
      status = c['status']![at]!;
    if (
      p < 0 ||
      !(
        isOpen(status) ||
        (status >= HKP_STATUS.indexOf('ANGENOMMEN_OHNE_KASSE') &&
          status <= HKP_STATUS.indexOf('IN_ARBEIT'))
      )
    )
      continue;
    const root = k.a.snapshot.mergedInto[p]!,
      list = found.get(root);
    if (list) list.push(at);
    else found.set(root, [at]);
  }
  return found;
}
const patientColumns = [
  column('patid', 'Patient', 'patient'),
  column('name', 'Name', 'text'),
] as const;
const person = (k: ReportContext, p: number): { patid: string | null; name: string } => ({
  patid: idOfRow(k.a.snapshot, 'patient', p),
  name: patientNameOf(k.a.snapshot, p),
});

const daySchedule: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments, visits } = snapshot,
    plans = plansOf(k),
    overdue = new Set<number>(),
    open = new Set<number>(),
    all = withoutFilter(k),
    rows: Row[] = [],
    firstSeen = snapshot.rawRows.tables.patient.columns['erstbesuch']!;
  forEachOpenRecall(
    all,
    (_at, p) => {
      overdue.add(p);
    },
    -Infinity,
    k.a.from - 1,
  );
  forEachOpenItem(withPeriod(all, k.a.from, k.a.from), (at, cents) => {
    if (cents > 0 && snapshot.invoices.pat[at]! >= 0) open.add(snapshot.invoices.pat[at]!);
  });
  forEachAppointment(selectionOfDay(k), (i) => {
    const p = appointments.pat[i]!,
      first = visits.from[p]! < visits.from[p + 1]! ? visits.day[visits.from[p]!]! : Infinity;
    rows.push({
      id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
      zeit: clockTime(appointments.minute[i]!),
      dauer: appointments.dauer[i]!,
      ...person(k, p),
      terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
      behandler: entityName(snapshot, 'behandler', appointments.behandler[i]!),
      zimmer: entityName(snapshot, 'zimmer', appointments.zimmer[i]!),
      status: TERMIN_STATUS[appointments.status[i]!]!,
      neu:
        first >= appointments.day[i]! &&
        (firstSeen[p] === EMPTY || firstSeen[p]! >= appointments.day[i]!),
      hkpOffen: plans.has(p),
      recallUeberfaellig: overdue.has(p),
      rechnungOffen: open.has(p),
    });
  });
  rows.sort((x, y) => (String(x['zeit']) < String(y['zeit']) ? -1 : 1));
  return {
    columns: [
      column('zeit', 'Zeit', 'uhrzeit'),
      column('dauer', 'Dauer', 'minuten'),
      ...patientColumns,
      column('terminart', 'Terminart', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('zimmer', 'Zimmer', 'text'),
      column('status', 'Stand', 'wort'),
      column('neu', 'Neu', 'janein'),
      column('hkpOffen', 'Offener Plan', 'janein'),
      column('recallUeberfaellig', 'Recall überfällig', 'janein'),
      column('rechnungOffen', 'Rechnung offen', 'janein'),
    ],
    rows,
  };
};
const dayRevenue: ReportBuilder = (k) => {
  const day = selectionOfDay(k),
    { appointments } = k.a.snapshot,
    worth = expectedValue(k.a, k.a.from),
    month = monthOfDay(k.a.from),
    from = firstOfMonth(month),
    to = firstOfMonth(month + 1) - 1,
    target = k.a.targets.get('umsatz'),
    which = k.filter.kennzahl;
  let planned = 0;
  forEachAppointment(day, (i) => {
    if (
      !isCancelledState(appointments.status[i]!) &&
      appointments.status[i] !== STATUS.NICHT_ERSCHIENEN
    )
      planned += worth(appointments.terminart[i]!, appointments.behandler[i]!);
  });
  const sofar = totalOf(withPeriod(k.a, from, k.a.from))[which],
    region = regionOfPractice(k.state),
    gone = workdays(from, k.a.from, region);
  const row = {
    geplant: eur(planned),
    ist: eur(totalOf(day)[which]),
    ziel:
      target === undefined
        ? null
        : rounded(
            targetInPeriod({ from, to }, target) / Math.max(1, workdays(from, to, region)),
            2,
          ),
    monatBisher: eur(sofar),
    monatHochrechnung: gone === 0 ? null : eur((sofar / gone) * workdays(from, to, region)),
    monatZiel: target ?? null,
  };
  return {
    columns: [
      column('geplant', 'Geplant', 'eur'),
      column('ist', 'Bisher', 'eur'),
      column('ziel', 'Tagesziel', 'eur'),
      column('monatBisher', 'Monat bisher', 'eur'),
      column('monatHochrechnung', 'Monat hochgerechnet', 'eur'),
      column('monatZiel', 'Monatsziel', 'eur'),
    ],
    rows: [row],
    hints: holidayHints(region),
  };
};
/**
 * Candidates for a gap: waiting list first, then approved plans, then overdue recalls; patients
 * with an appointment are left out.
 */
function candidateServices(k: ReportContext): (l: Gap) => { p: number; reason: string }[] {
  const { snapshot } = k.a,
    { rawRows, live, mergedInto } = snapshot,
    w = rawRows.tables.warteliste.columns,
    list: { p: number; reason: string; minutes: number; to: number; behandler: number }[] = [],
    h = rawRows.tables.hkp.columns,
    kinds = rawRows.tables.terminarten.columns;
  const next = nextAppointments(snapshot, k.a.from),
    free = (p: number): boolean => next[p]! < 0;
  for (const at of live.warteliste) {
    const p = w['patid']![at]!,
      kind = w['terminart']![at]!;
    if (p >= 0)
      list.push({
        p: mergedInto[p]!,
        reason: 'WARTELISTE',
        minutes:
          w['dauerMin']![at] !== EMPTY
            ? w['dauerMin']![at]!
            : kind >= 0 && kinds['dauerMin']![kind] !== EMPTY
              ? kinds['dauerMin']![kind]!
              : 30,
        to: w['bis']![at] === EMPTY ? Infinity : w['bis']![at]!,
        behandler: w['behandler']![at]!,
      });
  }
  for (const at of live.hkp) {
    const p = h['patid']![at]!;
    if (
      p >= 0 &&
      h['status']![at] === HKP_STATUS.indexOf('GENEHMIGT') &&
      !isExpired(snapshot, at, k.a.from) &&
      free(mergedInto[p]!)
    )
      list.push({
        p: mergedInto[p]!,
        reason: 'HKP_GENEHMIGT',
        minutes: 60,
        to: Infinity,
        behandler: h['behandler']![at]!,
      });
  }
  // Each patient once: a candidate for one gap is not proposed for another.
  const seen = new Uint8Array(next.length);
  forEachToSchedule(
    withoutFilter(k),
    (_at, p) => {
      if (seen[p] === 0) {
        seen[p] = 1;
        list.push({ p, reason: 'RECALL', minutes: 30, to: Infinity, behandler: -1 });
      }
    },
    -Infinity,
    k.a.from - 1,
    k.a.from,
  );
  const used = new Set<number>();
  return (l) => {
    const found: { p: number; reason: string }[] = [];
    for (const one of list) {
      if (found.length === 3) break;
      if (
        used.has(one.p) ||
        one.minutes > l.to - l.from ||
        one.to < l.day ||
        (one.behandler >= 0 && one.behandler !== l.behandler)
      )
        continue;
      used.add(one.p);
      found.push({ p: one.p, reason: one.reason });
    }
    return found;
  };
}
const gapsOfDay: ReportBuilder = (k) => {
  const candidates = candidateServices(k),
    rows: Row[] = [];
  forEachGap(withPeriod(k.a, k.a.from, k.a.from + 1), 30, (l) => {
    const base = {
        tag: dayText(l.day),
        von: clockTime(l.from),
        bis: clockTime(l.to),
        minuten: l.to - l.from,
        behandler: entityName(k.a.snapshot, 'behandler', l.behandler),
        zimmer: entityName(k.a.snapshot, 'zimmer', l.zimmer),
      },
      who = candidates(l);
    if (who.length === 0) rows.push({ ...base, patid: null, name: '', grund: null });
    for (const { p, reason } of who) rows.push({ ...base, ...person(k, p), grund: reason });
  });
  return {
    columns: [
      column('tag', 'Tag', 'tag'),
      column('von', 'Von', 'uhrzeit'),
      column('bis', 'Bis', 'uhrzeit'),
      column('minuten', 'Minuten', 'minuten'),
      column('behandler', 'Behandler', 'text'),
      column('zimmer', 'Zimmer', 'text'),
      ...patientColumns,
      column('grund', 'Warum diese Person', 'wort'),
    ],
    rows,
  };
};
/** Patients of the day, once each, with the minute of their first appointment. */
function patientsOfDay(k: ReportContext): Map<number, number> {
  const { appointments } = k.a.snapshot,
    found = new Map<number, number>();
  forEachAppointment(selectionOfDay(k), (i) => {
    if (!isCancelledState(appointments.status[i]!) && !found.has(appointments.pat[i]!))
      found.set(appointments.pat[i]!, appointments.minute[i]!);
  });
  return found;
}
const plansOfDay: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    c = snapshot.rawRows.tables.hkp.columns,
    plans = plansOf(k),
    rows: Row[] = [];
  for (const [p, minute] of patientsOfDay(k))
    for (const at of plans.get(p) ?? []) {
      const until = validUntil(snapshot, at);
      rows.push({
        id: idOfRow(snapshot, 'hkp', at),
        zeit: clockTime(minute),
        ...person(k, p),
        status: isExpired(snapshot, at, k.a.from) ? 'ABGELAUFEN' : HKP_STATUS[c['status']![at]!]!,
        bezeichnung: snapshot.rawRows.tables.hkp.text('bezeichnung', at),
        gesamt: eur(centsOrZero(c['gesamt']![at]!)),
        gueltigBis: dayOrNull(until),
        laeuftAb: until !== EMPTY && until <= k.a.from + 45,
      });
    }
  return {
    columns: [
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('status', 'Stand', 'wort'),
      column('bezeichnung', 'Plan', 'text'),
      column('gesamt', 'Summe', 'eur'),
      column('gueltigBis', 'Gilt bis', 'tag'),
      column('laeuftAb', 'Läuft in 45 Tagen ab', 'janein'),
    ],
    rows,
  };
};
const recallsOfDay: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    today = patientsOfDay(k),
    isToday = new Uint8Array(snapshot.rawRows.tables.patient.count),
    recalls = new Map<number, { at: number; due: number }>(),
    rows: Row[] = [],
    text = (at: number): string => snapshot.rawRows.tables.recall.text('art', at);
  for (const p of today.keys()) if (p >= 0) isToday[p] = 1;
  // The earliest first.
  forEachOpenRecall(withoutFilter(k), (at, p, due) => {
    if (isToday[p] === 1 && !recalls.has(p)) recalls.set(p, { at, due });
  });
  for (const [p, minute] of today)
    if (nextAppointment(snapshot, p, k.a.from + 1) < 0) {
      const next = recalls.get(p);
      rows.push({
        grund: 'HEUTE_OHNE_FOLGETERMIN',
        zeit: clockTime(minute),
        ...person(k, p),
        art: next ? text(next.at) : '',
        faelligAm: next ? dayText(next.due) : null,
      });
    }
  forEachToSchedule(
    withoutFilter(k),
    (at, p, due) => {
      if (isToday[p] === 0)
        rows.push({
          grund: 'FAELLIG',
          zeit: null,
          ...person(k, p),
          art: text(at),
          faelligAm: dayText(due),
        });
    },
    k.a.from,
    k.a.from + 6,
    k.a.from,
  );
  return {
    columns: [
      column('grund', 'Warum', 'wort'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('art', 'Recall', 'wort'),
      column('faelligAm', 'Fällig', 'tag'),
    ],
    rows,
  };
};
const newPatients: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { visits } = snapshot,
    p0 = snapshot.rawRows.tables.patient,
    rows: Row[] = [];
  for (const [p, minute] of patientsOfDay(k)) {
    const first = visits.from[p]! < visits.from[p + 1]! ? visits.day[visits.from[p]!]! : Infinity,
      firstSeen = p0.columns['erstbesuch']![p]!;
    if (first >= k.a.from && (firstSeen === EMPTY || firstSeen >= k.a.from))
      rows.push({
        zeit: clockTime(minute),
        ...person(k, p),
        quelle: p0.text('quelle', p),
        alter:
          p0.columns['geburtsdatum']![p] === EMPTY
            ? null
            : ageOn(p0.columns['geburtsdatum']![p]!, k.a.from),
      });
  }
  return {
    columns: [
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('quelle', 'Woher', 'text'),
      column('alter', 'Alter', 'zahl'),
    ],
    rows,
  };
};
const failedAppointments: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments } = snapshot,
    rows: Row[] = [];
  const tell = (i: number): void => {
    const refilled = refilledMinutes(snapshot, i);
    rows.push({
      id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
      tag: dayText(appointments.day[i]!),
      zeit: clockTime(appointments.minute[i]!),
      ...person(k, appointments.pat[i]!),
      terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
      status: TERMIN_STATUS[appointments.status[i]!]!,
      minuten: appointments.dauer[i]!,
      wiederBelegt: refilled > 0 && refilled >= appointments.dauer[i]!,
    });
  };
  // Appointments cancelled since yesterday, whatever their date, and no-shows of yesterday and
  // today.
  forEachAppointment(withPeriod(k.a, k.a.from - 1, k.a.from + 180), (i) => {
    const cancelled = Number.isNaN(appointments.absage[i])
      ? EMPTY
      : berlinDay(appointments.absage[i]!);
    if (
      isLost(appointments.status[i]!) &&
      (appointments.day[i]! <= k.a.from || (cancelled >= k.a.from - 1 && cancelled <= k.a.from))
    )
      tell(i);
  });
  return {
    columns: [
      column('tag', 'Tag', 'tag'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('terminart', 'Terminart', 'text'),
      column('status', 'Stand', 'wort'),
      column('minuten', 'Minuten', 'minuten'),
      column('wiederBelegt', 'Wieder belegt', 'janein'),
    ],
    rows,
  };
};
/**
 * Kept appointments of the last day that had any, without a service or without a note of that day.
 */
const unbilledReport: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { appointments, visits } = snapshot,
    notes = new Set<string>(),
    n = snapshot.rawRows.tables.tagesnotiz,
    rows: Row[] = [];
  let day = EMPTY;
  forEachAppointment(withPeriod(k.a, k.a.from - 14, k.a.from - 1), (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) day = Math.max(day, appointments.day[i]!);
  });
  if (day !== EMPTY) {
    for (let at = 0; at < n.count; at += 1)
      if (n.rowState[at] === 1 && n.columns['datum']![at] === day && n.columns['patid']![at]! >= 0)
        notes.add(String(snapshot.mergedInto[n.columns['patid']![at]!]));
    forEachAppointment(selectionOfDay(k, day), (i) => {
      if (appointments.status[i] !== STATUS.WAHRGENOMMEN) return;
      const without = appointments.visit[i]! < 0 || visits.hasService[appointments.visit[i]!] === 0,
        noNote = !notes.has(String(appointments.pat[i]));
      if (without || noNote)
        rows.push({
          id: idOfRow(snapshot, 'termin', appointments.rawRows[i]!),
          tag: dayText(day),
          zeit: clockTime(appointments.minute[i]!),
          ...person(k, appointments.pat[i]!),
          terminart: entityName(snapshot, 'terminarten', appointments.terminart[i]!),
          behandler: entityName(snapshot, 'behandler', appointments.behandler[i]!),
          ohneLeistung: without,
          ohneEintrag: noNote,
        });
    });
  }
  return {
    columns: [
      column('tag', 'Tag', 'tag'),
      column('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      column('terminart', 'Terminart', 'text'),
      column('behandler', 'Behandler', 'text'),
      column('ohneLeistung', 'Ohne Leistung', 'janein'),
      column('ohneEintrag', 'Ohne Eintrag', 'janein'),
    ],
    rows,
  };
};
const teamOfDay: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    a = snapshot.rawRows.tables.arbeitszeit,
    m = snapshot.rawRows.tables.mitarbeiter,
    f = snapshot.rawRows.tables.fehlzeit.columns,
    rows: Row[] = [];
  for (const at of snapshot.rawRows.live('arbeitszeit')) {
    const b = a.columns['behandler']![at]!;
    if (
      a.columns['datum']![at] === k.a.from &&
      a.columns['typ']![at] !== 2 &&
      matchesPractitioner(k.a, b)
    )
      rows.push({
        was: 'ANWESEND',
        name: entityName(snapshot, 'behandler', b),
        von: clockTime(a.columns['von']![at]!),
        bis: clockTime(a.columns['bis']![at]!),
        hinweis:
          a.columns['zimmer']![at]! < 0
            ? ''
            : entityName(snapshot, 'zimmer', a.columns['zimmer']![at]!),
      });
  }
  const isHere = (who: number): boolean =>
    who >= 0 &&
    m.columns['eintritt']![who]! <= k.a.from &&
    (m.columns['austritt']![who] === EMPTY || m.columns['austritt']![who]! >= k.a.from);
  for (const at of snapshot.live.fehlzeit)
    if (f['von']![at]! <= k.a.from && f['bis']![at]! >= k.a.from && isHere(f['mitarbeiter']![at]!))
      rows.push({
        was: 'ABWESEND',
        name: entityName(snapshot, 'mitarbeiter', f['mitarbeiter']![at]!),
        von: null,
        bis: null,
        hinweis: '',
      });
  for (const at of snapshot.live.mitarbeiter) {
    const born = m.columns['geburtsdatum']![at]!,
      left = m.columns['austritt']![at]!;
    if (
      born !== EMPTY &&
      (left === EMPTY || left >= k.a.from) &&
      ageOn(born, k.a.from) > ageOn(born, k.a.from - 1)
    )
      rows.push({
        was: 'GEBURTSTAG',
        name: entityName(snapshot, 'mitarbeiter', at),
        von: null,
        bis: null,
        hinweis: '',
      });
  }
  return {
    columns: [
      column('was', 'Was', 'wort'),
      column('name', 'Name', 'text'),
      column('von', 'Von', 'uhrzeit'),
      column('bis', 'Bis', 'uhrzeit'),
      column('hinweis', 'Hinweis', 'text'),
    ],
    rows,
  };
};
export const todayReports: Readonly<Record<string, ReportBuilder>> = {
  heute: daySchedule,
  'heute/umsatz': dayRevenue,
  'heute/luecken': gapsOfDay,
  'heute/hkp': plansOfDay,
  'heute/recall': recallsOfDay,
  'heute/neupatienten': newPatients,
  'heute/ausfaelle': failedAppointments,
  'heute/unabgerechnet': unbilledReport,
  'heute/team': teamOfDay,
};
