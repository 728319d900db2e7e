// Watch list of plans; lists that name patients: services, invoices, one patient, and the rows
// behind a key figure.

import type { HkpReason } from '../../../shared/analytics/reports/worklist.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { isFigure, figureOfKey } from '../../../shared/analytics/reports/figures.ts';
import {
  GEBUEHREN,
  HKP_STATUS,
  LEISTUNG_STATUS,
  PVS_FIELDS,
  RECHNUNG_ART,
  TERMIN_STATUS,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import {
  selectsEveryRow,
  invoiceShare,
  buildSelection,
  narrowToWeekday,
  selectedServices,
  withPeriod,
  isByServices,
  forEachNewestService,
  matchesPlan,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths, dayOrNull, dayText, WEEKDAYS } from '../snapshot/calendar.ts';
import {
  forEachUnbilled,
  forEachOpenItem,
  forEachOverdueItem,
  forEachInvoice,
} from '../metrics/plans.ts';
import { planHints, isOpen, forEachOpenPlanOn } from '../metrics/cutoff-day.ts';
import { kpi } from '../metrics/compute.ts';
import { forEachOpenRecall } from '../metrics/recalls.ts';
import { appointmentPlacesOf, serviceRowSet } from '../metrics/row-index.ts';
import { centsOrZero, forEachCase, nextAppointment } from '../metrics/walks.ts';
import { openAmountOn } from '../snapshot/invoices.ts';
import { lowerBound, gather, groupRows, medianOf } from '../snapshot/tables/sort-rows.ts';
import { withGrid, type GridColumn } from '../snapshot/tables/pack.ts';
import type { NumberColumn } from '../snapshot/tables/column-table.ts';
import {
  ratioOf,
  eur,
  idOfRow,
  kpisOf,
  entityName,
  patientNameOf,
  rowLimit,
  rounded,
  column,
  type ReportContext,
  type ReportBuilder,
  type Part,
  type Row,
} from './report-kind.ts';
import { duePlans } from '../cases/hkp-cases.ts';
import { validUntil, isExpired } from './extended-more.ts';
import { byPosition, positionsOf, positionText } from './positions.ts';
import { pageOf } from './page.ts';
import { sumsBy } from './revenue.ts';

/** Maximum rows of an answer. */
const MAX_NUMBERS = 5000;
const person = (snapshot: Snapshot, p: number): { patid: string | null; name: string } => ({
  patid: idOfRow(snapshot, 'patient', p),
  name: patientNameOf(snapshot, p),
});
const patientColumns = [
  column('patid', 'Patient', 'patient'),
  column('name', 'Name', 'text'),
] as const;
/** A report with rows for as many indexes as an answer carries. */
function withRows(
  k: ReportContext,
  part: Omit<Part, 'rows'>,
  found: readonly number[],
  columns: readonly GridColumn[],
): Part {
  const most = rowLimit(k, MAX_NUMBERS);
  const hints = [...(part.hints ?? []), ...(found.length > most ? ['gekuerzt'] : [])];
  return withGrid({ ...part, hints }, 'rows', { places: found.slice(0, most), columns });
}
/**
 * From the last day backwards, stable within a day; only as far as rows are shown, and one day
 * more.
 * @param found by day
 */
function newestFirst(k: ReportContext, found: readonly number[], day: NumberColumn): number[] {
  const newest: number[] = [],
    most = rowLimit(k, MAX_NUMBERS);
  for (let to = found.length; to > 0 && newest.length <= most;) {
    let from = to - 1;
    while (from > 0 && day[found[from - 1]!] === day[found[from]!]) from -= 1;
    for (let k = from; k < to; k += 1) newest.push(found[k]!);
    to = from;
  }
  return newest;
}
const recordRoot = (snapshot: Snapshot, p: number): number =>
  p < 0 ? -1 : snapshot.mergedInto[p]!;

/** Watch list of the practice, each item with its number of plans and their value. */
const hkpFigures: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { today } = snapshot,
    c = snapshot.rawRows.tables.hkp.columns,
    STATUS = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word),
    all = [...snapshot.live.hkp].filter(
      (at) => c['erstelltAm']![at]! <= k.a.to && matchesPlan(k.a, 'hkp', at),
    ),
    cohort = all.filter(
      (at) => c['erstelltAm']![at]! >= k.a.from && c['status']![at] !== STATUS('ALTERNATIVE'),
    );
  const is = (word: (typeof HKP_STATUS)[number]): ((at: number) => boolean) => {
    const place = STATUS(word),
      status = c['status']!;
    return (at) => status[at] === place;
  };
  const sum = (plans: readonly number[]): number =>
      eur(plans.reduce((cents, at) => cents + centsOrZero(c['gesamt']![at]!), 0)),
    lines: Row[] = [];
  const tell = (was: string, plans: readonly number[]): void => {
    lines.push({ was, anzahl: plans.length, wert: sum(plans), anteil: null, tage: null });
  };
  const open: number[] = [];
  forEachOpenPlanOn(snapshot, k.a.cutoffDate, (at) => {
    if (matchesPlan(k.a, 'hkp', at)) open.push(at);
  });
  tell('OFFEN', open);
  const both =
    (one: (at: number) => boolean, other: (at: number) => boolean) =>
    (at: number): boolean =>
      one(at) && other(at);
  // The rule of the work list determines pending plans, so that both count the same.
  const due = duePlans(snapshot),
    wants = (reason: HkpReason): number[] => all.filter((at) => due.get(at)?.includes(reason));
  tell('BEI_PATIENT_14', wants('beim_patienten'));
  tell('BEI_KASSE_21', wants('bei_der_kasse'));
  tell('GENEHMIGT_OHNE_TERMIN', wants('ohne_termin'));
  const isApproved = is('GENEHMIGT'),
    isScheduled = is('TERMINIERT');
  tell(
    'GENEHMIGT_NICHT_BEGONNEN',
    all.filter((at) => (isApproved(at) || isScheduled(at)) && !isExpired(snapshot, at, today)),
  );
  tell('LAEUFT_AB', wants('laeuft_ab'));
  tell('ABGELAUFEN', wants('abgelaufen'));
  const share = (was: string, z: readonly number[], n: readonly number[]): void => {
    lines.push({
      was,
      anzahl: z.length,
      wert: sum(z),
      anteil: ratioOf(z.length, n.length),
      tage: null,
    });
  };
  const has = (name: string): ((at: number) => boolean) => {
    const column = c[name]!;
    return (at) => column[at] !== EMPTY;
  };
  share('BEGONNEN', cohort.filter(has('begonnenAm')), cohort);
  share(
    'ANGENOMMEN',
    cohort.filter(both(has('angenommenAm'), has('besprochenAm'))),
    cohort.filter(has('besprochenAm')),
  );
  share(
    'ABGELEHNT_KASSE',
    cohort.filter(both(is('ABGELEHNT'), has('beantwortetAm'))),
    cohort.filter(has('beantwortetAm')),
  );
  const wait = (was: string, from: string, to: string): void => {
    const days: number[] = [],
      first = c[from]!,
      last = c[to]!;
    for (const at of cohort)
      if (first[at] !== EMPTY && last[at] !== EMPTY) days.push(last[at]! - first[at]!);
    lines.push({ was, anzahl: days.length, wert: null, anteil: null, tage: medianOf(days) });
  };
  wait('ZEIT_BIS_GENEHMIGUNG', 'gesendetAm', 'genehmigtAm');
  wait('ZEIT_BIS_BEGINN', 'genehmigtAm', 'begonnenAm');
  wait('ZEIT_BIS_ABRECHNUNG', 'eingegliedertAm', 'abgerechnetAm');
  const { services } = snapshot,
    planned = new Uint8Array(snapshot.rawRows.tables.hkp.count),
    { rows } = serviceRowSet(snapshot, 'hkp', (at) => services.hkp[at]! >= 0);
  for (const at of cohort) planned[at] = 1;
  let billed = 0;
  for (let n = 0; n < rows.length; n += 1) {
    const i = rows[n]!;
    if (planned[services.hkp[i]!] === 1) billed += services.betrag[i]!;
  }
  lines.push({
    was: 'GEPLANT_ABGERECHNET',
    anzahl: cohort.length,
    wert: eur(billed),
    anteil: ratioOf(billed / 100, sum(cohort)),
    tage: null,
  });
  return {
    kpis: kpisOf(k, 'hkpOffen', 'hkpAnnahme', 'hkpAnnahmeWert'),
    columns: [
      column('was', 'Was', 'wort'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('wert', 'Wert', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('tage', 'Tage', 'tage'),
    ],
    rows: lines,
    hints: planHints(k.a),
  };
};

const personColumns = (snapshot: Snapshot, code: (at: number) => number): GridColumn[] => [
  { name: 'patid', code, word: (p) => idOfRow(snapshot, 'patient', p) },
  { name: 'name', code, word: (p) => patientNameOf(snapshot, p) },
];
/** Columns of service rows, by index. */
function serviceColumns(snapshot: Snapshot): GridColumn[] {
  const {
      services,
      rawRows: {
        tables: { leistung: service },
      },
    } = snapshot,
    tooth = service.columns['zahn']!,
    bitsPerRow = services.positionNumbers.words.length + 1,
    position = (i: number): number => (services.system[i]! + 1) * bitsPerRow + services.nr[i]! + 1;
  const system = (code: number): string => GEBUEHREN[Math.floor(code / bitsPerRow) - 1] ?? 'EIGEN',
    nr = (code: number): string => services.positionNumbers.words[(code % bitsPerRow) - 1] ?? '';
  return [
    { name: 'id', value: (i) => idOfRow(snapshot, 'leistung', services.rawRows[i]!) },
    { name: 'tag', code: (i) => services.day[i]!, word: dayText },
    ...personColumns(snapshot, (i) => services.pat[i]!),
    {
      name: 'behandler',
      code: (i) => services.behandler[i]!,
      word: (at) => entityName(snapshot, 'behandler', at),
    },
    { name: 'system', code: position, word: system },
    { name: 'nr', code: position, word: nr },
    {
      name: 'text',
      code: position,
      word: (code) => positionText(snapshot, system(code), nr(code)),
    },
    {
      name: 'zahn',
      code: (i) => tooth[services.rawRows[i]!]!,
      word: (code) => (code < 0 ? '' : service.wordLists['zahn']!.words[code]!),
    },
    { name: 'anzahl', value: (i) => services.menge[i]! },
    { name: 'honorar', value: (i) => eur(services.honorar[i]!) },
    { name: 'betrag', value: (i) => eur(services.betrag[i]!) },
    {
      name: 'status',
      code: (i) => services.status[i]!,
      word: (code) => LEISTUNG_STATUS[code] ?? null,
    },
  ];
}
const SERVICE_COLUMNS = [
  column('tag', 'Tag', 'tag'),
  ...patientColumns,
  column('behandler', 'Behandler', 'text'),
  column('system', 'Gebührenordnung', 'wort'),
  column('nr', 'Nr.', 'code'),
  column('text', 'Leistung', 'text'),
  column('zahn', 'Zahn', 'code'),
  column('anzahl', 'Anzahl', 'zahl'),
  column('honorar', 'Honorar', 'eur'),
  column('betrag', 'Betrag', 'eur'),
  column('status', 'Stand', 'wort'),
];
const serviceList: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    word = k.extra['nr'],
    nr = word === undefined ? undefined : (services.positionNumbers.codes.get(word) ?? -2),
    newest: number[] = [],
    most = rowLimit(k, MAX_NUMBERS);
  // Only as far back as rows are shown, and one more.
  forEachNewestService(k.a, (i) => {
    if (nr === undefined || services.nr[i] === nr) newest.push(i);
    return newest.length > most;
  });
  return withRows(
    k,
    { kpis: kpisOf(k, 'honorarumsatz'), columns: SERVICE_COLUMNS },
    newest,
    serviceColumns(k.a.snapshot),
  );
};
const unbilledReport: ReportBuilder = (k) => {
  const found: number[] = [];
  forEachUnbilled(k.a, 7, (i) => {
    found.push(i);
  });
  return withRows(
    k,
    { kpis: kpisOf(k, 'nichtFakturiert', 'nichtFakturiert30'), columns: SERVICE_COLUMNS },
    found,
    serviceColumns(k.a.snapshot),
  );
};
/**
 * Counts patients with a chosen service of each position: position by position, so that one mark
 * per patient is enough.
 */
function countPatients(a: Selection, counts: Int32Array): void {
  const { services } = a.snapshot,
    last = new Int32Array(a.snapshot.rawRows.tables.patient.count + 1).fill(-1),
    count = (at: number, pat: Int32Array, from: number, to: number): void => {
      for (let g = from; g < to; g += 1) {
        const p = pat[g]! + 1;
        if (last[p] !== at) {
          last[p] = at;
          counts[at]! += 1;
        }
      }
    };
  if (selectsEveryRow(a)) {
    const { from, day, pat } = byPosition(a.snapshot);
    for (let at = 0; at < counts.length; at += 1) {
      const days = day.subarray(from[at], from[at + 1]);
      count(at, pat, from[at]! + lowerBound(days, a.from), from[at]! + lowerBound(days, a.to + 1));
    }
    return;
  }
  const rows = selectedServices(a),
    { from, rows: by } = groupRows(gather(positionsOf(a.snapshot).ofService, rows), counts.length),
    pat = gather(gather(services.pat, rows), by);
  for (let at = 0; at < counts.length; at += 1) count(at, pat, from[at]!, from[at + 1]!);
}
const serviceStatistics: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    basisDay = { ...k.a, filter: { ...k.filter, basis: 'leistung' as const } },
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(basisDay, places.ofService),
    patients = new Int32Array(places.nr.length);
  let cases = 0;
  forEachCase(k.a, () => {
    cases += 1;
  });
  countPatients(k.a, patients);
  const rows = [...sums]
    .map(([at, sum]) => {
      const system = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nr = services.positionNumbers.words[places.nr[at]!] ?? '';
      return {
        system,
        nr,
        text: positionText(k.a.snapshot, system, nr),
        anzahl: sum.anzahl,
        patienten: patients[at]!,
        je100Faelle: ratioOf(sum.anzahl * 100, cases, 2),
        honorar: eur(sum.honorar),
      };
    })
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'fuellungenJe100', 'punkteJeFall', 'fallwertGkv'),
    columns: [
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('patienten', 'Patienten', 'zahl'),
      column('je100Faelle', 'Je 100 Fälle', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
    ],
    rows,
  };
};

/**
 * Columns of invoice rows, by index, as of the end of a day.
 * @param share chosen part of the open amount
 */
function invoiceColumns(
  snapshot: Snapshot,
  dayNumber: number,
  share: (at: number) => number = () => 1,
): GridColumn[] {
  const t = snapshot.rawRows.tables.rechnung,
    { art, datum, faelligAm, betrag, mahnstufe, factoringfirma } = t.columns,
    { invoices } = snapshot;
  return [
    { name: 'id', value: (at) => t.ids[at]! },
    { name: 'nummer', value: (at) => t.text('nummer', at) },
    ...personColumns(snapshot, (at) => invoices.pat[at]!),
    { name: 'art', code: (at) => art![at]!, word: (code) => RECHNUNG_ART[code] ?? null },
    { name: 'datum', code: (at) => datum![at]!, word: dayOrNull },
    { name: 'faelligAm', code: (at) => faelligAm![at]!, word: dayOrNull },
    { name: 'betrag', value: (at) => eur(centsOrZero(betrag![at]!)) },
    {
      name: 'offen',
      value: (at) => eur(openAmountOn(snapshot.rawRows, invoices, at, dayNumber) * share(at)),
    },
    {
      name: 'alter',
      code: (at) => datum![at]!,
      word: (day) => (day === EMPTY ? null : dayNumber - day),
    },
    {
      name: 'mahnstufe',
      code: (at) => mahnstufe![at]!,
      word: (code) => (code === EMPTY ? null : code),
    },
    {
      name: 'firma',
      code: (at) => factoringfirma![at]!,
      word: (code) => (code < 0 ? '' : t.wordLists['factoringfirma']!.words[code]!),
    },
  ];
}
const INVOICE = [
  column('nummer', 'Nummer', 'code'),
  ...patientColumns,
  column('art', 'Art', 'wort'),
  column('datum', 'Datum', 'tag'),
  column('faelligAm', 'Fällig', 'tag'),
  column('betrag', 'Betrag', 'eur'),
  column('offen', 'Offen', 'eur'),
  column('alter', 'Tage alt', 'tage'),
  column('mahnstufe', 'Mahnstufe', 'zahl'),
  column('firma', 'Abrechnungsgesellschaft', 'text'),
];
/**
 * Adds the hint that for invoices of several practitioners the open part of the chosen ones is
 * shown.
 */
const shareHints = (k: ReportContext): string[] => (isByServices(k.a) ? ['rechnungAnteil'] : []);
const invoiceList: ReportBuilder = (k) => {
  const found: number[] = [];
  forEachInvoice(k.a, (at) => {
    found.push(at);
  });
  const date = k.a.snapshot.rawRows.tables.rechnung.columns['datum']!;
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'zeitBisRechnung', 'factoringquote', 'beanstandungsquote'),
      columns: INVOICE,
      hints: shareHints(k),
    },
    newestFirst(k, found, date),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at) => invoiceShare(k.a, at)),
  );
};
const openInvoices: ReportBuilder = (k) => {
  const found: { at: number; age: number }[] = [];
  forEachOpenItem(k.a, (at, _cents, age) => {
    found.push({ at, age });
  });
  return withRows(
    k,
    {
      kpis: kpisOf(
        k,
        'offenePosten',
        'offen0bis30',
        'offen31bis60',
        'offen61bis90',
        'offenUeber90',
        'dso',
      ),
      columns: INVOICE,
      hints: shareHints(k),
    },
    found.sort((x, y) => y.age - x.age || x.at - y.at).map(({ at }) => at),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at) => invoiceShare(k.a, at)),
  );
};

/** Unpaid due invoices to patients, the longest overdue first. */
const overdueInvoices: ReportBuilder = (k) => {
  const due = k.a.snapshot.rawRows.tables.rechnung.columns['faelligAm']!,
    found: number[] = [];
  forEachOverdueItem(k.a, (at) => {
    found.push(at);
  });
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'ueberfaelligePosten', 'offenePosten'),
      columns: INVOICE,
      hints: shareHints(k),
    },
    found.sort((x, y) => due[x]! - due[y]! || x - y),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at) => invoiceShare(k.a, at)),
  );
};

/** Summary of one patient: last and next visit, revenue of 24 months, plans, open items, recall. */
const patientSummary: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { visits, services, appointments, today } = snapshot,
    all = buildSelection(snapshot, {
      ...k.filter,
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
      basis: 'leistung',
    });
  let last = EMPTY,
    cents = 0,
    open = 0;
  for (let b = visits.from[p]!; b < visits.from[p + 1]!; b += 1)
    if (visits.day[b]! <= today) last = visits.day[b]!;
  for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    if (services.day[i]! > plusMonths(today, -24) && services.day[i]! <= today)
      cents += services.betrag[i]!;
  }
  forEachOpenItem(withPeriod(all, today, today), (at, sum) => {
    if (snapshot.invoices.pat[at] === p) open += sum;
  });
  const next = nextAppointment(snapshot, p, today),
    { patid, status, gesamt } = snapshot.rawRows.tables.hkp.columns,
    plans = snapshot.live.hkp.filter(
      (at) => recordRoot(snapshot, patid![at]!) === p && isOpen(status![at]!),
    );
  let due = EMPTY;
  forEachOpenRecall(all, (_at, who, day) => {
    if (who === p && (due === EMPTY || day < due)) due = day;
  });
  const row: Row = {
    patid: t.ids[p]!,
    name: patientNameOf(snapshot, p),
    geburtsdatum: dayOrNull(t.columns['geburtsdatum']![p]!),
    versicherung: VERSICHERUNG[t.columns['versicherung']![p]!] ?? null,
    kasse: t.text('kasse', p),
    letzterBesuch: dayOrNull(last),
    naechsterTermin: next < 0 ? null : dayText(appointments.day[next]!),
    umsatz24: eur(cents),
    hkpOffen: plans.length,
    hkpWert: eur(plans.reduce((sum, at) => sum + centsOrZero(gesamt![at]!), 0)),
    offen: eur(open),
    recallFaellig: dayOrNull(due),
  };
  return {
    columns: [
      ...patientColumns,
      column('geburtsdatum', 'Geboren', 'tag'),
      column('versicherung', 'Versicherung', 'wort'),
      column('kasse', 'Kasse', 'text'),
      column('letzterBesuch', 'Letzter Besuch', 'tag'),
      column('naechsterTermin', 'Nächster Termin', 'tag'),
      column('umsatz24', 'Umsatz in 24 Monaten', 'eur'),
      column('hkpOffen', 'Offene Pläne', 'zahl'),
      column('hkpWert', 'Wert der Pläne', 'eur'),
      column('offen', 'Offene Posten', 'eur'),
      column('recallFaellig', 'Recall fällig', 'tag'),
    ],
    rows: [row],
  };
};
const patientServices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { services } = snapshot,
    found: number[] = [];
  for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    if (services.day[i]! >= k.a.from && services.day[i]! <= k.a.to) found.push(i);
  }
  return withRows(k, { columns: SERVICE_COLUMNS }, found.reverse(), serviceColumns(snapshot));
};

const patientOfReport = (
  k: ReportContext,
): { p: number; t: Snapshot['rawRows']['tables']['patient'] } => {
  const t = k.a.snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  return { p: k.a.snapshot.mergedInto[given]!, t };
};
/** Plans of one patient, the newest first. */
const patientPlans: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { p } = patientOfReport(k),
    t = snapshot.rawRows.tables.hkp,
    c = t.columns,
    found = Array.from(
      snapshot.live.hkp.filter((at) => recordRoot(snapshot, c['patid']![at]!) === p),
    ).sort((x, y) => c['erstelltAm']![y]! - c['erstelltAm']![x]!);
  return {
    columns: [
      column('erstelltAm', 'Erstellt', 'tag'),
      column('bezeichnung', 'Plan', 'text'),
      column('status', 'Stand', 'wort'),
      column('behandler', 'Behandler', 'text'),
      column('gesamt', 'Summe', 'eur'),
      column('eigenanteil', 'Eigenanteil', 'eur'),
      column('gueltigBis', 'Gilt bis', 'tag'),
    ],
    rows: found.map((at) => ({
      id: t.ids[at]!,
      erstelltAm: dayOrNull(c['erstelltAm']![at]!),
      bezeichnung: t.text('bezeichnung', at),
      status: HKP_STATUS[c['status']![at]!] ?? null,
      behandler: entityName(snapshot, 'behandler', c['behandler']![at]!),
      gesamt: eur(centsOrZero(c['gesamt']![at]!)),
      eigenanteil: Number.isNaN(c['eigenanteil']![at])
        ? null
        : eur(centsOrZero(c['eigenanteil']![at]!)),
      gueltigBis: dayOrNull(validUntil(snapshot, at)),
    })),
  };
};
/** Valid invoices of one patient, the newest first. */
const patientInvoices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { p } = patientOfReport(k),
    date = snapshot.rawRows.tables.rechnung.columns['datum']!,
    { pat } = snapshot.invoices,
    found = Array.from(
      snapshot.invoices.live.filter((at) => pat[at] === p && date[at] !== EMPTY),
    ).sort((x, y) => date[y]! - date[x]!);
  const own = (name: string): boolean => name !== 'patid' && name !== 'name';
  return withRows(
    k,
    { columns: INVOICE.filter((one) => own(one.key)) },
    found,
    invoiceColumns(snapshot, snapshot.today).filter((one) => own(one.name)),
  );
};

/** Patient and description of any delivered row. */
function wordsOf(
  snapshot: Snapshot,
  entity: PvsEntity,
  at: number,
  namesPractitioner: boolean,
): { pat: number; words: string } {
  const t = snapshot.rawRows.tables[entity],
    c = t.columns;
  const words: string[] = [];
  for (const { name, type, words: list } of PVS_FIELDS[entity]) {
    if (!(name in c) || ['patid', 'datum', 'vorname', 'nachname'].includes(name)) continue;
    if (!namesPractitioner && (name === 'behandler' || name === 'mitarbeiter')) continue;
    if (
      (name === 'behandler' ||
        name === 'zimmer' ||
        name === 'terminart' ||
        name === 'mitarbeiter') &&
      c[name]![at]! >= 0
    )
      words.push(entityName(snapshot, name === 'terminart' ? 'terminarten' : name, c[name]![at]!));
    else if (
      (name === 'nr' ||
        name === 'system' ||
        name === 'status' ||
        name === 'art' ||
        name === 'nummer' ||
        name === 'name' ||
        name === 'bezeichnung') &&
      c[name]![at]! >= 0
    )
      words.push(type === 'word' ? list[c[name]![at]!]! : t.text(name, at));
  }
  const pat =
    entity === 'patient'
      ? at
      : entity === 'zahlung'
        ? c['rechnungId']![at]! < 0
          ? -1
          : snapshot.invoices.pat[c['rechnungId']![at]!]!
        : recordRoot(snapshot, c['patid']?.[at] ?? -1);
  const status = entity === 'termin' ? appointmentPlacesOf(snapshot)[at]! : -1;
  if (status >= 0 && c['status']![at]! < 0)
    words.push(TERMIN_STATUS[snapshot.appointments.status[status]!]!);
  return { pat, words: words.join(' · ') };
}
/**
 * Rows counted by a key figure, newest first, in pages of 200: their sum is the figure's numerator
 * or denominator.
 */
const rowsBehind: ReportBuilder = (k) => {
  const key = k.extra['kennzahl'] ?? '',
    page = Math.max(1, Math.floor(Number(k.extra['seite'] ?? '1')) || 1);
  if (!isFigure(key)) throw new AppError('not_found');
  const meta = figureOfKey(key),
    day = k.extra['wochentag'],
    weekday = day === undefined ? -1 : WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]);
  if (day !== undefined && weekday < 0) throw new AppError('not_found');
  const of = (one: typeof k.a): typeof k.a =>
      day === undefined ? one : narrowToWeekday(one, weekday),
    { count: rowCount, page: side } = pageOf(of(k.a), key, page);
  const unit = (part: string): string =>
      part === 'zaehler' ? meta.zaehlerIn : (meta.nennerIn ?? meta.einheit),
    rows = side
      .map((b) => ({
        ...b,
        ...wordsOf(k.a.snapshot, b.entity, b.at, k.extra['ohneBehandler'] === undefined),
      }))
      .map((b) => ({
        teil: b.side,
        entity: b.entity,
        id: k.a.snapshot.rawRows.tables[b.entity].ids[b.at]!,
        tag: dayOrNull(b.day),
        ...person(k.a.snapshot, b.pat),
        worte: b.words,
        wert: unit(b.side) === 'eur' ? eur(b.value) : rounded(b.value, 4),
      }));
  const count = {
    key: 'anzahl',
    wert: rowCount,
    vergleich: null,
    delta: null,
    ziel: null,
    zaehler: null,
    nenner: null,
  };
  return {
    kpis: [kpi(key, of(k.a), k.comparison && of(k.comparison)), count],
    columns: [
      column('teil', 'Zählt als', 'wort'),
      column('entity', 'Art', 'wort'),
      column('tag', 'Tag', 'tag'),
      ...patientColumns,
      column('worte', 'Was', 'text'),
      column('wert', 'Wert', meta.zaehlerIn),
    ],
    rows,
  };
};
export const listReports: Readonly<Record<string, ReportBuilder>> = {
  'hkp/kennzahlen': hkpFigures,
  leistungen: serviceList,
  'leistungen/unabgerechnet': unbilledReport,
  'leistungen/statistik': serviceStatistics,
  rechnungen: invoiceList,
  'rechnungen/offen': openInvoices,
  'rechnungen/ueberfaellig': overdueInvoices,
  'patient/{patid}': patientSummary,
  'patient/{patid}/leistungen': patientServices,
  'patient/{patid}/plaene': patientPlans,
  'patient/{patid}/rechnungen': patientInvoices,
  'zeilen/{kennzahl}': rowsBehind,
};
