/** Report of the gaps of two days and the patients who could fill them. */
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { withPeriod } from '../../snapshot/selection.ts';
import { EMPTY, dayText } from '../../snapshot/calendar.ts';
import { type Gap, forEachGap } from '../../metrics/gaps.ts';
import { forEachToSchedule } from '../../metrics/recalls.ts';
import { nextAppointments } from '../../metrics/walks.ts';
import {
  type ReportBuilder,
  type ReportContext,
  type Row,
  column,
  entityName,
  phoneOf,
} from '../report-kind.ts';
import { isExpired } from '../../cases/plan-approval.ts';
import { clockTime, patientColumns, person, withoutFilter } from './day-frame.ts';

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

export const gapsOfDay: ReportBuilder = (k) => {
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
    if (who.length === 0) rows.push({ ...base, patid: null, name: '', telefon: null, grund: null });
    for (const { p, reason } of who)
      rows.push({ ...base, ...person(k, p), telefon: phoneOf(k.a.snapshot, p), grund: reason });
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
      column('telefon', 'Telefon', 'text'),
      column('grund', 'Warum diese Person', 'wort'),
    ],
    rows,
  };
};
