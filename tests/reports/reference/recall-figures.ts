/** Recalls: kept, agreed and overdue ones. */
import { TODAY } from '../random-practice/draw.ts';
import { dayNumber } from './calendar.ts';
import { isOff, type Appointment, type Row } from './practice.ts';
import type { Figures, Scope } from './scope.ts';
import { patientsOf } from './visits.ts';

/**
 * State of a recall. A kept appointment ends a recall, a missed or cancelled one leaves it open.
 */
function stateOf(
  recall: Row,
  appointmentById: ReadonlyMap<unknown, Appointment>,
): 'open' | 'agreed' | 'done' {
  const hasAppointment = recall['terminId'] !== null && recall['terminId'] !== undefined;
  const t = hasAppointment ? appointmentById.get(recall['terminId']) : undefined;
  if (t) {
    if (t['status'] === 'WAHRGENOMMEN') return 'done';
    return isOff(t) || t['status'] === 'NICHT_ERSCHIENEN' ? 'open' : 'agreed';
  }
  return hasAppointment ||
    recall['status'] === 'RECALLTERMIN_VEREINBART' ||
    recall['status'] === 'RECALLTERMIN_ERINNERT'
    ? 'agreed'
    : 'open';
}

/** Adds kept, agreed and overdue recalls. */
export function addRecalls(scope: Scope, figures: Figures): void {
  const { of, fieldOf, mergedInto, isChosenPatient, within, kept, activeNow, isPlanned } = scope;
  const recalls = of('recall')
    .map((row): Row & { pat: string } => ({ ...row, pat: mergedInto(row['patid']) }))
    .filter((c) => isChosenPatient(c.pat));
  const state = (c: Row): 'open' | 'agreed' | 'done' => stateOf(c, scope.appointmentById);
  const due = recalls.filter((c) => within(c['faelligAm']));
  figures.add(
    'recallquote',
    due.filter((c) =>
      kept.some(
        (t) =>
          t.pat === c.pat && Math.abs(dayNumber(t.tag) - dayNumber(String(c['faelligAm']))) <= 60,
      ),
    ).length,
    due.length,
  );
  const active = recalls.filter((c) => activeNow.has(c.pat) && state(c) !== 'done');
  figures.add(
    'recallTerminiert',
    patientsOf(active.filter((c) => state(c) === 'agreed')).size,
    patientsOf(active).size,
  );
  figures.add(
    'recallUeberfaellig',
    recalls.filter(
      (c) =>
        String(c['faelligAm']) < TODAY &&
        state(c) === 'open' &&
        fieldOf('patient', c.pat, 'aktiv') !== false &&
        !isPlanned(c.pat, TODAY),
    ).length,
  );
}
