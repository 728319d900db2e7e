/** One patient in short, and their plans. */
import { UNFILTERED } from '../../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { HKP_STATUS, VERSICHERUNG } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { buildSelection, withPeriod } from '../../snapshot/selection.ts';
import { matchesService } from '../../snapshot/selection/matches.ts';
import { EMPTY, dayOrNull, dayText, plusMonths } from '../../snapshot/calendar.ts';
import { forEachOpenItem } from '../../metrics/open-items.ts';
import { isOpen } from '../../metrics/plan-on-day.ts';
import { forEachOpenRecall } from '../../metrics/recalls.ts';
import { centsOrZero, nextAppointment } from '../../metrics/walks.ts';
import {
  type ReportBuilder,
  type Row,
  column,
  entityName,
  eur,
  patientNameOf,
} from '../report-kind.ts';
import { validUntil } from '../../cases/plan-approval.ts';
import { patientColumns, patientOfReport, recordRoot } from './list-rows.ts';

/** Summarises one patient: last and next visit, revenue of 24 months, plans, open items, recall. */
export const patientSummary: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    t = snapshot.rawRows.tables.patient,
    given = t.slotById.get(k.extra['patid'] ?? '');
  if (given === undefined || t.rowState[given] !== 1) throw new AppError('not_found');
  const p = snapshot.mergedInto[given]!,
    { visits, services, appointments, today } = snapshot,
    all = buildSelection(snapshot, {
      ...k.filter,
      ...UNFILTERED,
      basis: 'leistung',
    }),
    // Empty: the reader may see no revenue; absent: everybody's.
    whose = k.extra['umsatzVon'],
    own =
      whose === undefined || whose === ''
        ? undefined
        : buildSelection(snapshot, {
            ...k.filter,
            ...UNFILTERED,
            basis: 'leistung',
            behandler: [whose],
          });
  let last = EMPTY,
    cents = 0,
    open = 0;
  for (let b = visits.from[p]!; b < visits.from[p + 1]!; b += 1)
    if (visits.day[b]! <= today) last = visits.day[b]!;
  for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    if (
      services.day[i]! > plusMonths(today, -24) &&
      services.day[i]! <= today &&
      (own === undefined || matchesService(own, i))
    )
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
    ...(whose !== '' && { umsatz24: eur(cents) }),
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
      ...(whose === ''
        ? []
        : [
            column(
              'umsatz24',
              own ? 'Eigener Umsatz in 24 Monaten' : 'Umsatz in 24 Monaten',
              'eur',
            ),
          ]),
      column('hkpOffen', 'Offene Pläne', 'zahl'),
      column('hkpWert', 'Wert der Pläne', 'eur'),
      column('offen', 'Offene Posten', 'eur'),
      column('recallFaellig', 'Recall fällig', 'tag'),
    ],
    rows: [row],
  };
};

/** Plans of one patient, the newest first. */
export const patientPlans: ReportBuilder = (k) => {
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
