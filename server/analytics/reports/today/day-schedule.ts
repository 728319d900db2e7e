/** Report of the appointments of a day, with notes about each. */
import { HKP_STATUS, TERMIN_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import { forEachOpenItem } from '../../metrics/open-items.ts';
import { isOpen } from '../../metrics/plan-on-day.ts';
import { forEachOpenRecall } from '../../metrics/recalls.ts';
import {
  type ReportBuilder,
  type ReportContext,
  type Row,
  column,
  entityName,
  idOfRow,
} from '../report-kind.ts';
import { clockTime, patientColumns, person, selectionOfDay, withoutFilter } from './day-frame.ts';

/** Plans of each patient that are open, or approved and not performed. */
export function plansOf(k: ReportContext): Map<number, number[]> {
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

export const daySchedule: ReportBuilder = (k) => {
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
