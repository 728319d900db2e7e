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
import { S } from '../snapshot/snapshot.ts';
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
import { forEachGap, wiederBelegt, type Gap } from '../metrics/gaps.ts';
import { forEachOpenItem } from '../metrics/plans.ts';
import { isOpen } from '../metrics/cutoff-day.ts';
import { forEachOpenRecall, forEachToSchedule } from '../metrics/recalls.ts';
import {
  centsOrZero,
  isCancelledState,
  isLost,
  nextAppointments,
  naechsterTermin,
} from '../metrics/walks.ts';
import {
  eur,
  idOfRow,
  entityName,
  patientNameOf,
  rounded,
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { gueltigBis, isExpired } from './extended-more.ts';
import { holidayHints, regionOfPractice, workdays } from '../snapshot/working-days.ts';
import { expectedValue } from './revenue-more.ts';
import { gesamt } from './revenue.ts';

export const uhrzeit = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const selectionOfDay = (k: ReportContext, tag = k.a.von): Selection => withPeriod(k.a, tag, tag);
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
    k.a.ziele,
  );
/** Plans of each patient that are open, or approved and not performed. */
function plansOf(k: ReportContext): Map<number, number[]> {
  const c = k.a.snapshot.rawRows.tables.hkp.spalten,
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
  spalte('patid', 'Patient', 'patient'),
  spalte('name', 'Name', 'text'),
] as const;
const person = (k: ReportContext, p: number): { patid: string | null; name: string } => ({
  patid: idOfRow(k.a.snapshot, 'patient', p),
  name: patientNameOf(k.a.snapshot, p),
});

const tag: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { T, B } = snapshot,
    plans = plansOf(k),
    overdue = new Set<number>(),
    open = new Set<number>(),
    all = withoutFilter(k),
    zeilen: Row[] = [],
    firstSeen = snapshot.rawRows.tables.patient.spalten['erstbesuch']!;
  forEachOpenRecall(
    all,
    (_at, p) => {
      overdue.add(p);
    },
    -Infinity,
    k.a.von - 1,
  );
  forEachOpenItem(withPeriod(all, k.a.von, k.a.von), (at, cents) => {
    if (cents > 0 && snapshot.R.pat[at]! >= 0) open.add(snapshot.R.pat[at]!);
  });
  forEachAppointment(selectionOfDay(k), (i) => {
    const p = T.pat[i]!,
      first = B.from[p]! < B.from[p + 1]! ? B.tag[B.from[p]!]! : Infinity;
    zeilen.push({
      id: idOfRow(snapshot, 'termin', T.rawRows[i]!),
      zeit: uhrzeit(T.minute[i]!),
      dauer: T.dauer[i]!,
      ...person(k, p),
      terminart: entityName(snapshot, 'terminarten', T.terminart[i]!),
      behandler: entityName(snapshot, 'behandler', T.behandler[i]!),
      zimmer: entityName(snapshot, 'zimmer', T.zimmer[i]!),
      status: TERMIN_STATUS[T.status[i]!]!,
      neu: first >= T.tag[i]! && (firstSeen[p] === EMPTY || firstSeen[p]! >= T.tag[i]!),
      hkpOffen: plans.has(p),
      recallUeberfaellig: overdue.has(p),
      rechnungOffen: open.has(p),
    });
  });
  zeilen.sort((x, y) => (String(x['zeit']) < String(y['zeit']) ? -1 : 1));
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      spalte('dauer', 'Dauer', 'minuten'),
      ...patientColumns,
      spalte('terminart', 'Terminart', 'text'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('neu', 'Neu', 'janein'),
      spalte('hkpOffen', 'Offener Plan', 'janein'),
      spalte('recallUeberfaellig', 'Recall überfällig', 'janein'),
      spalte('rechnungOffen', 'Rechnung offen', 'janein'),
    ],
    zeilen,
  };
};
const umsatz: ReportBuilder = (k) => {
  const day = selectionOfDay(k),
    { T } = k.a.snapshot,
    worth = expectedValue(k.a, k.a.von),
    month = monthOfDay(k.a.von),
    von = firstOfMonth(month),
    bis = firstOfMonth(month + 1) - 1,
    target = k.a.ziele.get('umsatz'),
    which = k.filter.kennzahl;
  let planned = 0;
  forEachAppointment(day, (i) => {
    if (!isCancelledState(T.status[i]!) && T.status[i] !== S.NICHT_ERSCHIENEN)
      planned += worth(T.terminart[i]!, T.behandler[i]!);
  });
  const sofar = gesamt(withPeriod(k.a, von, k.a.von))[which],
    region = regionOfPractice(k.stand),
    gone = workdays(von, k.a.von, region);
  const row = {
    geplant: eur(planned),
    ist: eur(gesamt(day)[which]),
    ziel:
      target === undefined
        ? null
        : rounded(
            targetInPeriod({ von, bis }, target) / Math.max(1, workdays(von, bis, region)),
            2,
          ),
    monatBisher: eur(sofar),
    monatHochrechnung: gone === 0 ? null : eur((sofar / gone) * workdays(von, bis, region)),
    monatZiel: target ?? null,
  };
  return {
    spalten: [
      spalte('geplant', 'Geplant', 'eur'),
      spalte('ist', 'Bisher', 'eur'),
      spalte('ziel', 'Tagesziel', 'eur'),
      spalte('monatBisher', 'Monat bisher', 'eur'),
      spalte('monatHochrechnung', 'Monat hochgerechnet', 'eur'),
      spalte('monatZiel', 'Monatsziel', 'eur'),
    ],
    zeilen: [row],
    hinweise: holidayHints(region),
  };
};
/**
 * Candidates for a gap: waiting list first, then approved plans, then overdue recalls; patients
 * with an appointment are left out.
 */
function candidateServices(k: ReportContext): (l: Gap) => { p: number; grund: string }[] {
  const { snapshot } = k.a,
    { rawRows, live, mergedInto } = snapshot,
    w = rawRows.tables.warteliste.spalten,
    list: { p: number; grund: string; minuten: number; bis: number; behandler: number }[] = [],
    h = rawRows.tables.hkp.spalten,
    arten = rawRows.tables.terminarten.spalten;
  const next = nextAppointments(snapshot, k.a.von),
    free = (p: number): boolean => next[p]! < 0;
  for (const at of live.warteliste) {
    const p = w['patid']![at]!,
      art = w['terminart']![at]!;
    if (p >= 0)
      list.push({
        p: mergedInto[p]!,
        grund: 'WARTELISTE',
        minuten:
          w['dauerMin']![at] !== EMPTY
            ? w['dauerMin']![at]!
            : art >= 0 && arten['dauerMin']![art] !== EMPTY
              ? arten['dauerMin']![art]!
              : 30,
        bis: w['bis']![at] === EMPTY ? Infinity : w['bis']![at]!,
        behandler: w['behandler']![at]!,
      });
  }
  for (const at of live.hkp) {
    const p = h['patid']![at]!;
    if (
      p >= 0 &&
      h['status']![at] === HKP_STATUS.indexOf('GENEHMIGT') &&
      !isExpired(snapshot, at, k.a.von) &&
      free(mergedInto[p]!)
    )
      list.push({
        p: mergedInto[p]!,
        grund: 'HKP_GENEHMIGT',
        minuten: 60,
        bis: Infinity,
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
        list.push({ p, grund: 'RECALL', minuten: 30, bis: Infinity, behandler: -1 });
      }
    },
    -Infinity,
    k.a.von - 1,
    k.a.von,
  );
  const used = new Set<number>();
  return (l) => {
    const found: { p: number; grund: string }[] = [];
    for (const one of list) {
      if (found.length === 3) break;
      if (
        used.has(one.p) ||
        one.minuten > l.bis - l.von ||
        one.bis < l.tag ||
        (one.behandler >= 0 && one.behandler !== l.behandler)
      )
        continue;
      used.add(one.p);
      found.push({ p: one.p, grund: one.grund });
    }
    return found;
  };
}
const gaps: ReportBuilder = (k) => {
  const candidates = candidateServices(k),
    zeilen: Row[] = [];
  forEachGap(withPeriod(k.a, k.a.von, k.a.von + 1), 30, (l) => {
    const base = {
        tag: dayText(l.tag),
        von: uhrzeit(l.von),
        bis: uhrzeit(l.bis),
        minuten: l.bis - l.von,
        behandler: entityName(k.a.snapshot, 'behandler', l.behandler),
        zimmer: entityName(k.a.snapshot, 'zimmer', l.zimmer),
      },
      who = candidates(l);
    if (who.length === 0) zeilen.push({ ...base, patid: null, name: '', grund: null });
    for (const { p, grund } of who) zeilen.push({ ...base, ...person(k, p), grund });
  });
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('von', 'Von', 'uhrzeit'),
      spalte('bis', 'Bis', 'uhrzeit'),
      spalte('minuten', 'Minuten', 'minuten'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('zimmer', 'Zimmer', 'text'),
      ...patientColumns,
      spalte('grund', 'Warum diese Person', 'wort'),
    ],
    zeilen,
  };
};
/** Patients of the day, once each, with the minute of their first appointment. */
function patientsOfDay(k: ReportContext): Map<number, number> {
  const { T } = k.a.snapshot,
    found = new Map<number, number>();
  forEachAppointment(selectionOfDay(k), (i) => {
    if (!isCancelledState(T.status[i]!) && !found.has(T.pat[i]!))
      found.set(T.pat[i]!, T.minute[i]!);
  });
  return found;
}
const hkp: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    c = snapshot.rawRows.tables.hkp.spalten,
    plans = plansOf(k),
    zeilen: Row[] = [];
  for (const [p, minute] of patientsOfDay(k))
    for (const at of plans.get(p) ?? []) {
      const until = gueltigBis(snapshot, at);
      zeilen.push({
        id: idOfRow(snapshot, 'hkp', at),
        zeit: uhrzeit(minute),
        ...person(k, p),
        status: isExpired(snapshot, at, k.a.von) ? 'ABGELAUFEN' : HKP_STATUS[c['status']![at]!]!,
        bezeichnung: snapshot.rawRows.tables.hkp.text('bezeichnung', at),
        gesamt: eur(centsOrZero(c['gesamt']![at]!)),
        gueltigBis: dayOrNull(until),
        laeuftAb: until !== EMPTY && until <= k.a.von + 45,
      });
    }
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      spalte('status', 'Stand', 'wort'),
      spalte('bezeichnung', 'Plan', 'text'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('gueltigBis', 'Gilt bis', 'tag'),
      spalte('laeuftAb', 'Läuft in 45 Tagen ab', 'janein'),
    ],
    zeilen,
  };
};
const recall: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    today = patientsOfDay(k),
    isToday = new Uint8Array(snapshot.rawRows.tables.patient.anzahl),
    recalls = new Map<number, { at: number; due: number }>(),
    zeilen: Row[] = [],
    text = (at: number): string => snapshot.rawRows.tables.recall.text('art', at);
  for (const p of today.keys()) if (p >= 0) isToday[p] = 1;
  // The earliest first.
  forEachOpenRecall(withoutFilter(k), (at, p, due) => {
    if (isToday[p] === 1 && !recalls.has(p)) recalls.set(p, { at, due });
  });
  for (const [p, minute] of today)
    if (naechsterTermin(snapshot, p, k.a.von + 1) < 0) {
      const next = recalls.get(p);
      zeilen.push({
        grund: 'HEUTE_OHNE_FOLGETERMIN',
        zeit: uhrzeit(minute),
        ...person(k, p),
        art: next ? text(next.at) : '',
        faelligAm: next ? dayText(next.due) : null,
      });
    }
  forEachToSchedule(
    withoutFilter(k),
    (at, p, due) => {
      if (isToday[p] === 0)
        zeilen.push({
          grund: 'FAELLIG',
          zeit: null,
          ...person(k, p),
          art: text(at),
          faelligAm: dayText(due),
        });
    },
    k.a.von,
    k.a.von + 6,
    k.a.von,
  );
  return {
    spalten: [
      spalte('grund', 'Warum', 'wort'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      spalte('art', 'Recall', 'wort'),
      spalte('faelligAm', 'Fällig', 'tag'),
    ],
    zeilen,
  };
};
const neupatienten: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { B } = snapshot,
    p0 = snapshot.rawRows.tables.patient,
    zeilen: Row[] = [];
  for (const [p, minute] of patientsOfDay(k)) {
    const first = B.from[p]! < B.from[p + 1]! ? B.tag[B.from[p]!]! : Infinity,
      firstSeen = p0.spalten['erstbesuch']![p]!;
    if (first >= k.a.von && (firstSeen === EMPTY || firstSeen >= k.a.von))
      zeilen.push({
        zeit: uhrzeit(minute),
        ...person(k, p),
        quelle: p0.text('quelle', p),
        alter:
          p0.spalten['geburtsdatum']![p] === EMPTY
            ? null
            : ageOn(p0.spalten['geburtsdatum']![p]!, k.a.von),
      });
  }
  return {
    spalten: [
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      spalte('quelle', 'Woher', 'text'),
      spalte('alter', 'Alter', 'zahl'),
    ],
    zeilen,
  };
};
const failedAppointments: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { T } = snapshot,
    zeilen: Row[] = [];
  const tell = (i: number): void => {
    const refilled = wiederBelegt(snapshot, i);
    zeilen.push({
      id: idOfRow(snapshot, 'termin', T.rawRows[i]!),
      tag: dayText(T.tag[i]!),
      zeit: uhrzeit(T.minute[i]!),
      ...person(k, T.pat[i]!),
      terminart: entityName(snapshot, 'terminarten', T.terminart[i]!),
      status: TERMIN_STATUS[T.status[i]!]!,
      minuten: T.dauer[i]!,
      wiederBelegt: refilled > 0 && refilled >= T.dauer[i]!,
    });
  };
  // Appointments cancelled since yesterday, whatever their date, and no-shows of yesterday and
  // today.
  forEachAppointment(withPeriod(k.a, k.a.von - 1, k.a.von + 180), (i) => {
    const cancelled = Number.isNaN(T.absage[i]) ? EMPTY : berlinDay(T.absage[i]!);
    if (
      isLost(T.status[i]!) &&
      (T.tag[i]! <= k.a.von || (cancelled >= k.a.von - 1 && cancelled <= k.a.von))
    )
      tell(i);
  });
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      spalte('terminart', 'Terminart', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('minuten', 'Minuten', 'minuten'),
      spalte('wiederBelegt', 'Wieder belegt', 'janein'),
    ],
    zeilen,
  };
};
/**
 * Kept appointments of the last day that had any, without a service or without a note of that day.
 */
const unbilledReport: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { T, B } = snapshot,
    notes = new Set<string>(),
    n = snapshot.rawRows.tables.tagesnotiz,
    zeilen: Row[] = [];
  let day = EMPTY;
  forEachAppointment(withPeriod(k.a, k.a.von - 14, k.a.von - 1), (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) day = Math.max(day, T.tag[i]!);
  });
  if (day !== EMPTY) {
    for (let at = 0; at < n.anzahl; at += 1)
      if (n.rowState[at] === 1 && n.spalten['datum']![at] === day && n.spalten['patid']![at]! >= 0)
        notes.add(String(snapshot.mergedInto[n.spalten['patid']![at]!]));
    forEachAppointment(selectionOfDay(k, day), (i) => {
      if (T.status[i] !== S.WAHRGENOMMEN) return;
      const without = T.besuch[i]! < 0 || B.hatLeistung[T.besuch[i]!] === 0,
        noNote = !notes.has(String(T.pat[i]));
      if (without || noNote)
        zeilen.push({
          id: idOfRow(snapshot, 'termin', T.rawRows[i]!),
          tag: dayText(day),
          zeit: uhrzeit(T.minute[i]!),
          ...person(k, T.pat[i]!),
          terminart: entityName(snapshot, 'terminarten', T.terminart[i]!),
          behandler: entityName(snapshot, 'behandler', T.behandler[i]!),
          ohneLeistung: without,
          ohneEintrag: noNote,
        });
    });
  }
  return {
    spalten: [
      spalte('tag', 'Tag', 'tag'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      ...patientColumns,
      spalte('terminart', 'Terminart', 'text'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('ohneLeistung', 'Ohne Leistung', 'janein'),
      spalte('ohneEintrag', 'Ohne Eintrag', 'janein'),
    ],
    zeilen,
  };
};
const team: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    a = snapshot.rawRows.tables.arbeitszeit,
    m = snapshot.rawRows.tables.mitarbeiter,
    f = snapshot.rawRows.tables.fehlzeit.spalten,
    zeilen: Row[] = [];
  for (const at of snapshot.rawRows.live('arbeitszeit')) {
    const b = a.spalten['behandler']![at]!;
    if (
      a.spalten['datum']![at] === k.a.von &&
      a.spalten['typ']![at] !== 2 &&
      matchesPractitioner(k.a, b)
    )
      zeilen.push({
        was: 'ANWESEND',
        name: entityName(snapshot, 'behandler', b),
        von: uhrzeit(a.spalten['von']![at]!),
        bis: uhrzeit(a.spalten['bis']![at]!),
        hinweis:
          a.spalten['zimmer']![at]! < 0
            ? ''
            : entityName(snapshot, 'zimmer', a.spalten['zimmer']![at]!),
      });
  }
  const isHere = (who: number): boolean =>
    who >= 0 &&
    m.spalten['eintritt']![who]! <= k.a.von &&
    (m.spalten['austritt']![who] === EMPTY || m.spalten['austritt']![who]! >= k.a.von);
  for (const at of snapshot.live.fehlzeit)
    if (f['von']![at]! <= k.a.von && f['bis']![at]! >= k.a.von && isHere(f['mitarbeiter']![at]!))
      zeilen.push({
        was: 'ABWESEND',
        name: entityName(snapshot, 'mitarbeiter', f['mitarbeiter']![at]!),
        von: null,
        bis: null,
        hinweis: '',
      });
  for (const at of snapshot.live.mitarbeiter) {
    const born = m.spalten['geburtsdatum']![at]!,
      left = m.spalten['austritt']![at]!;
    if (
      born !== EMPTY &&
      (left === EMPTY || left >= k.a.von) &&
      ageOn(born, k.a.von) > ageOn(born, k.a.von - 1)
    )
      zeilen.push({
        was: 'GEBURTSTAG',
        name: entityName(snapshot, 'mitarbeiter', at),
        von: null,
        bis: null,
        hinweis: '',
      });
  }
  return {
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('name', 'Name', 'text'),
      spalte('von', 'Von', 'uhrzeit'),
      spalte('bis', 'Bis', 'uhrzeit'),
      spalte('hinweis', 'Hinweis', 'text'),
    ],
    zeilen,
  };
};
export const todayReports: Readonly<Record<string, ReportBuilder>> = {
  heute: tag,
  'heute/umsatz': umsatz,
  'heute/luecken': gaps,
  'heute/hkp': hkp,
  'heute/recall': recall,
  'heute/neupatienten': neupatienten,
  'heute/ausfaelle': failedAppointments,
  'heute/unabgerechnet': unbilledReport,
  'heute/team': team,
};
