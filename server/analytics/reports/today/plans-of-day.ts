/** Report of the patients of a day with open plans. */
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { EMPTY, dayOrNull } from '../../snapshot/calendar.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { type ReportBuilder, type Row, column, eur, idOfRow } from '../report-kind.ts';
import { isExpired, validUntil } from '../../cases/plan-approval.ts';
import { clockTime, patientColumns, patientsOfDay, person } from './day-frame.ts';
import { plansOf } from './day-schedule.ts';

export const plansOfDay: ReportBuilder = (k) => {
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
