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
import { centsOrZero, forEachCase, naechsterTermin } from '../metrics/walks.ts';
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
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Part,
  type Row,
} from './report-kind.ts';
import { duePlans } from '../cases/hkp-cases.ts';
import { gueltigBis, isExpired } from './extended-more.ts';
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
  spalte('patid', 'Patient', 'patient'),
  spalte('name', 'Name', 'text'),
] as const;
/** A report with rows for as many indexes as an answer carries. */
function withRows(
  k: ReportContext,
  teil: Omit<Part, 'zeilen'>,
  found: readonly number[],
  spalten: readonly GridColumn[],
): Part {
  const most = rowLimit(k, MAX_NUMBERS);
  const hinweise = [...(teil.hinweise ?? []), ...(found.length > most ? ['gekuerzt'] : [])];
  return withGrid({ ...teil, hinweise }, { places: found.slice(0, most), spalten });
}
/**
 * From the last day backwards, stable within a day; only as far as rows are shown, and one day
 * more.
 * @param found by day
 */
function newestFirst(k: ReportContext, found: readonly number[], tag: NumberColumn): number[] {
  const newest: number[] = [],
    most = rowLimit(k, MAX_NUMBERS);
  for (let to = found.length; to > 0 && newest.length <= most;) {
    let from = to - 1;
    while (from > 0 && tag[found[from - 1]!] === tag[found[from]!]) from -= 1;
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
    { heute } = snapshot,
    c = snapshot.rawRows.tables.hkp.spalten,
    S = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word),
    all = [...snapshot.live.hkp].filter(
      (at) => c['erstelltAm']![at]! <= k.a.bis && matchesPlan(k.a, 'hkp', at),
    ),
    cohort = all.filter(
      (at) => c['erstelltAm']![at]! >= k.a.von && c['status']![at] !== S('ALTERNATIVE'),
    );
  const is = (word: (typeof HKP_STATUS)[number]): ((at: number) => boolean) => {
    const place = S(word),
      status = c['status']!;
    return (at) => status[at] === place;
  };
  const sum = (plans: readonly number[]): number =>
      eur(plans.reduce((cents, at) => cents + centsOrZero(c['gesamt']![at]!), 0)),
    zeilen: Row[] = [];
  const tell = (was: string, plans: readonly number[]): void => {
    zeilen.push({ was, anzahl: plans.length, wert: sum(plans), anteil: null, tage: null });
  };
  const offen: number[] = [];
  forEachOpenPlanOn(snapshot, k.a.cutoffDate, (at) => {
    if (matchesPlan(k.a, 'hkp', at)) offen.push(at);
  });
  tell('OFFEN', offen);
  const both =
    (one: (at: number) => boolean, other: (at: number) => boolean) =>
    (at: number): boolean =>
      one(at) && other(at);
  // The rule of the work list determines pending plans, so that both count the same.
  const faellig = duePlans(snapshot),
    wants = (grund: HkpReason): number[] => all.filter((at) => faellig.get(at)?.includes(grund));
  tell('BEI_PATIENT_14', wants('beim_patienten'));
  tell('BEI_KASSE_21', wants('bei_der_kasse'));
  tell('GENEHMIGT_OHNE_TERMIN', wants('ohne_termin'));
  const isApproved = is('GENEHMIGT'),
    isScheduled = is('TERMINIERT');
  tell(
    'GENEHMIGT_NICHT_BEGONNEN',
    all.filter((at) => (isApproved(at) || isScheduled(at)) && !isExpired(snapshot, at, heute)),
  );
  tell('LAEUFT_AB', wants('laeuft_ab'));
  tell('ABGELAUFEN', wants('abgelaufen'));
  const share = (was: string, z: readonly number[], n: readonly number[]): void => {
    zeilen.push({
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
    zeilen.push({ was, anzahl: days.length, wert: null, anteil: null, tage: medianOf(days) });
  };
  wait('ZEIT_BIS_GENEHMIGUNG', 'gesendetAm', 'genehmigtAm');
  wait('ZEIT_BIS_BEGINN', 'genehmigtAm', 'begonnenAm');
  wait('ZEIT_BIS_ABRECHNUNG', 'eingegliedertAm', 'abgerechnetAm');
  const { L } = snapshot,
    planned = new Uint8Array(snapshot.rawRows.tables.hkp.anzahl),
    { rows } = serviceRowSet(snapshot, 'hkp', (at) => L.hkp[at]! >= 0);
  for (const at of cohort) planned[at] = 1;
  let billed = 0;
  for (let n = 0; n < rows.length; n += 1) {
    const i = rows[n]!;
    if (planned[L.hkp[i]!] === 1) billed += L.betrag[i]!;
  }
  zeilen.push({
    was: 'GEPLANT_ABGERECHNET',
    anzahl: cohort.length,
    wert: eur(billed),
    anteil: ratioOf(billed / 100, sum(cohort)),
    tage: null,
  });
  return {
    kpis: kpisOf(k, 'hkpOffen', 'hkpAnnahme', 'hkpAnnahmeWert'),
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('wert', 'Wert', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('tage', 'Tage', 'tage'),
    ],
    zeilen,
    hinweise: planHints(k.a),
  };
};

const personColumns = (snapshot: Snapshot, code: (at: number) => number): GridColumn[] => [
  { name: 'patid', code, wort: (p) => idOfRow(snapshot, 'patient', p) },
  { name: 'name', code, wort: (p) => patientNameOf(snapshot, p) },
];
/** Columns of service rows, by index. */
function serviceColumns(snapshot: Snapshot): GridColumn[] {
  const {
      L,
      rawRows: {
        tables: { leistung },
      },
    } = snapshot,
    zahn = leistung.spalten['zahn']!,
    bitsPerRow = L.positionNumbers.liste.length + 1,
    position = (i: number): number => (L.system[i]! + 1) * bitsPerRow + L.nr[i]! + 1;
  const system = (code: number): string => GEBUEHREN[Math.floor(code / bitsPerRow) - 1] ?? 'EIGEN',
    nr = (code: number): string => L.positionNumbers.liste[(code % bitsPerRow) - 1] ?? '';
  return [
    { name: 'id', wert: (i) => idOfRow(snapshot, 'leistung', L.rawRows[i]!) },
    { name: 'tag', code: (i) => L.tag[i]!, wort: dayText },
    ...personColumns(snapshot, (i) => L.pat[i]!),
    {
      name: 'behandler',
      code: (i) => L.behandler[i]!,
      wort: (at) => entityName(snapshot, 'behandler', at),
    },
    { name: 'system', code: position, wort: system },
    { name: 'nr', code: position, wort: nr },
    {
      name: 'text',
      code: position,
      wort: (code) => positionText(snapshot, system(code), nr(code)),
    },
    {
      name: 'zahn',
      code: (i) => zahn[L.rawRows[i]!]!,
      wort: (code) => (code < 0 ? '' : leistung.wordLists['zahn']!.liste[code]!),
    },
    { name: 'anzahl', wert: (i) => L.menge[i]! },
    { name: 'honorar', wert: (i) => eur(L.honorar[i]!) },
    { name: 'betrag', wert: (i) => eur(L.betrag[i]!) },
    { name: 'status', code: (i) => L.status[i]!, wort: (code) => LEISTUNG_STATUS[code] ?? null },
  ];
}
const SERVICE_COLUMNS = [
  spalte('tag', 'Tag', 'tag'),
  ...patientColumns,
  spalte('behandler', 'Behandler', 'text'),
  spalte('system', 'Gebührenordnung', 'wort'),
  spalte('nr', 'Nr.', 'code'),
  spalte('text', 'Leistung', 'text'),
  spalte('zahn', 'Zahn', 'code'),
  spalte('anzahl', 'Anzahl', 'zahl'),
  spalte('honorar', 'Honorar', 'eur'),
  spalte('betrag', 'Betrag', 'eur'),
  spalte('status', 'Stand', 'wort'),
];
const leistungen: ReportBuilder = (k) => {
  const { L } = k.a.snapshot,
    word = k.extra['nr'],
    nr = word === undefined ? undefined : (L.positionNumbers.nach.get(word) ?? -2),
    newest: number[] = [],
    most = rowLimit(k, MAX_NUMBERS);
  // Only as far back as rows are shown, and one more.
  forEachNewestService(k.a, (i) => {
    if (nr === undefined || L.nr[i] === nr) newest.push(i);
    return newest.length > most;
  });
  return withRows(
    k,
    { kpis: kpisOf(k, 'honorarumsatz'), spalten: SERVICE_COLUMNS },
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
    { kpis: kpisOf(k, 'nichtFakturiert', 'nichtFakturiert30'), spalten: SERVICE_COLUMNS },
    found,
    serviceColumns(k.a.snapshot),
  );
};
/**
 * Counts patients with a chosen service of each position: position by position, so that one mark
 * per patient is enough.
 */
function countPatients(a: Selection, counts: Int32Array): void {
  const { L } = a.snapshot,
    last = new Int32Array(a.snapshot.rawRows.tables.patient.anzahl + 1).fill(-1),
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
    const { from, tag, pat } = byPosition(a.snapshot);
    for (let at = 0; at < counts.length; at += 1) {
      const days = tag.subarray(from[at], from[at + 1]);
      count(at, pat, from[at]! + lowerBound(days, a.von), from[at]! + lowerBound(days, a.bis + 1));
    }
    return;
  }
  const rows = selectedServices(a),
    { from, rows: by } = groupRows(gather(positionsOf(a.snapshot).von, rows), counts.length),
    pat = gather(gather(L.pat, rows), by);
  for (let at = 0; at < counts.length; at += 1) count(at, pat, from[at]!, from[at + 1]!);
}
const serviceStatistics: ReportBuilder = (k) => {
  const { L } = k.a.snapshot,
    basisDay = { ...k.a, filter: { ...k.filter, basis: 'leistung' as const } },
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(basisDay, places.von),
    patients = new Int32Array(places.nr.length);
  let faelle = 0;
  forEachCase(k.a, () => {
    faelle += 1;
  });
  countPatients(k.a, patients);
  const zeilen = [...sums]
    .map(([at, sum]) => {
      const system = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nr = L.positionNumbers.liste[places.nr[at]!] ?? '';
      return {
        system,
        nr,
        text: positionText(k.a.snapshot, system, nr),
        anzahl: sum.anzahl,
        patienten: patients[at]!,
        je100Faelle: ratioOf(sum.anzahl * 100, faelle, 2),
        honorar: eur(sum.honorar),
      };
    })
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'fuellungenJe100', 'punkteJeFall', 'fallwertGkv'),
    spalten: [
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('patienten', 'Patienten', 'zahl'),
      spalte('je100Faelle', 'Je 100 Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
    ],
    zeilen,
  };
};

/**
 * Columns of invoice rows, by index, as of the end of a day.
 * @param anteil chosen part of the open amount
 */
function invoiceColumns(
  snapshot: Snapshot,
  tag: number,
  anteil: (at: number) => number = () => 1,
): GridColumn[] {
  const t = snapshot.rawRows.tables.rechnung,
    { art, datum, faelligAm, betrag, mahnstufe, factoringfirma } = t.spalten,
    { R } = snapshot;
  return [
    { name: 'id', wert: (at) => t.ids[at]! },
    { name: 'nummer', wert: (at) => t.text('nummer', at) },
    ...personColumns(snapshot, (at) => R.pat[at]!),
    { name: 'art', code: (at) => art![at]!, wort: (code) => RECHNUNG_ART[code] ?? null },
    { name: 'datum', code: (at) => datum![at]!, wort: dayOrNull },
    { name: 'faelligAm', code: (at) => faelligAm![at]!, wort: dayOrNull },
    { name: 'betrag', wert: (at) => eur(centsOrZero(betrag![at]!)) },
    { name: 'offen', wert: (at) => eur(openAmountOn(snapshot.rawRows, R, at, tag) * anteil(at)) },
    { name: 'alter', code: (at) => datum![at]!, wort: (day) => (day === EMPTY ? null : tag - day) },
    {
      name: 'mahnstufe',
      code: (at) => mahnstufe![at]!,
      wort: (code) => (code === EMPTY ? null : code),
    },
    {
      name: 'firma',
      code: (at) => factoringfirma![at]!,
      wort: (code) => (code < 0 ? '' : t.wordLists['factoringfirma']!.liste[code]!),
    },
  ];
}
const INVOICE = [
  spalte('nummer', 'Nummer', 'code'),
  ...patientColumns,
  spalte('art', 'Art', 'wort'),
  spalte('datum', 'Datum', 'tag'),
  spalte('faelligAm', 'Fällig', 'tag'),
  spalte('betrag', 'Betrag', 'eur'),
  spalte('offen', 'Offen', 'eur'),
  spalte('alter', 'Tage alt', 'tage'),
  spalte('mahnstufe', 'Mahnstufe', 'zahl'),
  spalte('firma', 'Abrechnungsgesellschaft', 'text'),
];
/**
 * Adds the hint that for invoices of several practitioners the open part of the chosen ones is
 * shown.
 */
const shareHints = (k: ReportContext): string[] => (isByServices(k.a) ? ['rechnungAnteil'] : []);
const rechnungen: ReportBuilder = (k) => {
  const found: number[] = [];
  forEachInvoice(k.a, (at) => {
    found.push(at);
  });
  const datum = k.a.snapshot.rawRows.tables.rechnung.spalten['datum']!;
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'zeitBisRechnung', 'factoringquote', 'beanstandungsquote'),
      spalten: INVOICE,
      hinweise: shareHints(k),
    },
    newestFirst(k, found, datum),
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
      spalten: INVOICE,
      hinweise: shareHints(k),
    },
    found.sort((x, y) => y.age - x.age || x.at - y.at).map(({ at }) => at),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at) => invoiceShare(k.a, at)),
  );
};

/** Unpaid due invoices to patients, the longest overdue first. */
const overdueInvoices: ReportBuilder = (k) => {
  const due = k.a.snapshot.rawRows.tables.rechnung.spalten['faelligAm']!,
    found: number[] = [];
  forEachOverdueItem(k.a, (at) => {
    found.push(at);
  });
  return withRows(
    k,
    {
      kpis: kpisOf(k, 'ueberfaelligePosten', 'offenePosten'),
      spalten: INVOICE,
      hinweise: shareHints(k),
    },
    found.sort((x, y) => due[x]! - due[y]! || x - y),
    invoiceColumns(k.a.snapshot, k.a.cutoffDate, (at) => invoiceShare(k.a, at)),
  );
};

/** Summary of one patient: last and next visit, revenue of 24 months, plans, open items, recall. */
const patient: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { B, L, T, heute } = snapshot,
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
  for (let b = B.from[p]!; b < B.from[p + 1]!; b += 1) if (B.tag[b]! <= heute) last = B.tag[b]!;
  for (let g = L.byPatient.from[p]!; g < L.byPatient.from[p + 1]!; g += 1) {
    const i = L.byPatient.rows[g]!;
    if (L.tag[i]! > plusMonths(heute, -24) && L.tag[i]! <= heute) cents += L.betrag[i]!;
  }
  forEachOpenItem(withPeriod(all, heute, heute), (at, sum) => {
    if (snapshot.R.pat[at] === p) open += sum;
  });
  const next = naechsterTermin(snapshot, p, heute),
    { patid, status, gesamt } = snapshot.rawRows.tables.hkp.spalten,
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
    geburtsdatum: dayOrNull(t.spalten['geburtsdatum']![p]!),
    versicherung: VERSICHERUNG[t.spalten['versicherung']![p]!] ?? null,
    kasse: t.text('kasse', p),
    letzterBesuch: dayOrNull(last),
    naechsterTermin: next < 0 ? null : dayText(T.tag[next]!),
    umsatz24: eur(cents),
    hkpOffen: plans.length,
    hkpWert: eur(plans.reduce((sum, at) => sum + centsOrZero(gesamt![at]!), 0)),
    offen: eur(open),
    recallFaellig: dayOrNull(due),
  };
  return {
    spalten: [
      ...patientColumns,
      spalte('geburtsdatum', 'Geboren', 'tag'),
      spalte('versicherung', 'Versicherung', 'wort'),
      spalte('kasse', 'Kasse', 'text'),
      spalte('letzterBesuch', 'Letzter Besuch', 'tag'),
      spalte('naechsterTermin', 'Nächster Termin', 'tag'),
      spalte('umsatz24', 'Umsatz in 24 Monaten', 'eur'),
      spalte('hkpOffen', 'Offene Pläne', 'zahl'),
      spalte('hkpWert', 'Wert der Pläne', 'eur'),
      spalte('offen', 'Offene Posten', 'eur'),
      spalte('recallFaellig', 'Recall fällig', 'tag'),
    ],
    zeilen: [row],
  };
};
const patientServices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { L } = snapshot,
    found: number[] = [];
  for (let g = L.byPatient.from[p]!; g < L.byPatient.from[p + 1]!; g += 1) {
    const i = L.byPatient.rows[g]!;
    if (L.tag[i]! >= k.a.von && L.tag[i]! <= k.a.bis) found.push(i);
  }
  return withRows(k, { spalten: SERVICE_COLUMNS }, found.reverse(), serviceColumns(snapshot));
};

const patientOfReport = (
  k: ReportContext,
): { p: number; t: Snapshot['rawRows']['tables']['patient'] } => {
  const t = k.a.snapshot.rawRows.tables.patient,
    given = t.nach.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  return { p: k.a.snapshot.mergedInto[given]!, t };
};
/** Plans of one patient, the newest first. */
const patientPlans: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { p } = patientOfReport(k),
    t = snapshot.rawRows.tables.hkp,
    c = t.spalten,
    found = Array.from(
      snapshot.live.hkp.filter((at) => recordRoot(snapshot, c['patid']![at]!) === p),
    ).sort((x, y) => c['erstelltAm']![y]! - c['erstelltAm']![x]!);
  return {
    spalten: [
      spalte('erstelltAm', 'Erstellt', 'tag'),
      spalte('bezeichnung', 'Plan', 'text'),
      spalte('status', 'Stand', 'wort'),
      spalte('behandler', 'Behandler', 'text'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('eigenanteil', 'Eigenanteil', 'eur'),
      spalte('gueltigBis', 'Gilt bis', 'tag'),
    ],
    zeilen: found.map((at) => ({
      id: t.ids[at]!,
      erstelltAm: dayOrNull(c['erstelltAm']![at]!),
      bezeichnung: t.text('bezeichnung', at),
      status: HKP_STATUS[c['status']![at]!] ?? null,
      behandler: entityName(snapshot, 'behandler', c['behandler']![at]!),
      gesamt: eur(centsOrZero(c['gesamt']![at]!)),
      eigenanteil: Number.isNaN(c['eigenanteil']![at])
        ? null
        : eur(centsOrZero(c['eigenanteil']![at]!)),
      gueltigBis: dayOrNull(gueltigBis(snapshot, at)),
    })),
  };
};
/** Valid invoices of one patient, the newest first. */
const patientInvoices: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { p } = patientOfReport(k),
    datum = snapshot.rawRows.tables.rechnung.spalten['datum']!,
    { pat } = snapshot.R,
    found = Array.from(snapshot.R.live.filter((at) => pat[at] === p && datum[at] !== EMPTY)).sort(
      (x, y) => datum[y]! - datum[x]!,
    );
  const own = (name: string): boolean => name !== 'patid' && name !== 'name';
  return withRows(
    k,
    { spalten: INVOICE.filter((one) => own(one.key)) },
    found,
    invoiceColumns(snapshot, snapshot.heute).filter((one) => own(one.name)),
  );
};

/** Patient and description of any delivered row. */
function wordsOf(
  snapshot: Snapshot,
  entity: PvsEntity,
  at: number,
  namesPractitioner: boolean,
): { pat: number; worte: string } {
  const t = snapshot.rawRows.tables[entity],
    c = t.spalten;
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
          : snapshot.R.pat[c['rechnungId']![at]!]!
        : recordRoot(snapshot, c['patid']?.[at] ?? -1);
  const status = entity === 'termin' ? appointmentPlacesOf(snapshot)[at]! : -1;
  if (status >= 0 && c['status']![at]! < 0) words.push(TERMIN_STATUS[snapshot.T.status[status]!]!);
  return { pat, worte: words.join(' · ') };
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
    { anzahl, seite } = pageOf(of(k.a), key, page);
  const unit = (teil: string): string =>
      teil === 'zaehler' ? meta.zaehlerIn : (meta.nennerIn ?? meta.einheit),
    zeilen = seite
      .map((b) => ({
        ...b,
        ...wordsOf(k.a.snapshot, b.entity, b.at, k.extra['ohneBehandler'] === undefined),
      }))
      .map((b) => ({
        teil: b.teil,
        entity: b.entity,
        id: k.a.snapshot.rawRows.tables[b.entity].ids[b.at]!,
        tag: dayOrNull(b.tag),
        ...person(k.a.snapshot, b.pat),
        worte: b.worte,
        wert: unit(b.teil) === 'eur' ? eur(b.wert) : rounded(b.wert, 4),
      }));
  const count = {
    key: 'anzahl',
    wert: anzahl,
    vergleich: null,
    delta: null,
    ziel: null,
    zaehler: null,
    nenner: null,
  };
  return {
    kpis: [kpi(key, of(k.a), k.vergleich && of(k.vergleich)), count],
    spalten: [
      spalte('teil', 'Zählt als', 'wort'),
      spalte('entity', 'Art', 'wort'),
      spalte('tag', 'Tag', 'tag'),
      ...patientColumns,
      spalte('worte', 'Was', 'text'),
      spalte('wert', 'Wert', meta.zaehlerIn),
    ],
    zeilen,
  };
};
export const listen: Readonly<Record<string, ReportBuilder>> = {
  'hkp/kennzahlen': hkpFigures,
  leistungen,
  'leistungen/unabgerechnet': unbilledReport,
  'leistungen/statistik': serviceStatistics,
  rechnungen,
  'rechnungen/offen': openInvoices,
  'rechnungen/ueberfaellig': overdueInvoices,
  'patient/{patid}': patient,
  'patient/{patid}/leistungen': patientServices,
  'patient/{patid}/plaene': patientPlans,
  'patient/{patid}/rechnungen': patientInvoices,
  'zeilen/{kennzahl}': rowsBehind,
};
