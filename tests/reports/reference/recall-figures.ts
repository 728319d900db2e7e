/** Recalls: kept, agreed and overdue ones. */
import { TODAY } from '../random-practice/draw.ts';
import { dayNumber } from './calendar.ts';
import { isOff, type Appointment, type Row } from './practice.ts';
import type { Figures, Scope } from './scope.ts';
import { isPzr, isUpt } from './services.ts';
import { patientsOf, wasBooked } from './visits.ts';

/**
 * State of a recall at the end of a day. A kept appointment ends a recall, a missed or cancelled one
 * leaves it open; undefined where a day is missing.
 */
function stateOn(
  recall: Row,
  appointmentById: ReadonlyMap<unknown, Appointment>,
  day: string,
): 'open' | 'agreed' | 'done' | undefined {
  const hasAppointment = recall['terminId'] !== null && recall['terminId'] !== undefined;
  const t = hasAppointment ? appointmentById.get(recall['terminId']) : undefined;
  if (!t) {
    const isAgreed =
      hasAppointment ||
      recall['status'] === 'RECALLTERMIN_VEREINBART' ||
      recall['status'] === 'RECALLTERMIN_ERINNERT';
    if (!isAgreed) return 'open';
    return day < TODAY ? undefined : 'agreed';
  }
  if (day >= TODAY || t.tag <= day) {
    if (t['status'] === 'WAHRGENOMMEN') return 'done';
    return isOff(t) || t['status'] === 'NICHT_ERSCHIENEN' ? 'open' : 'agreed';
  }
  const booked = wasBooked(t, day);
  if (booked === undefined) return undefined;
  return booked ? 'agreed' : 'open';
}

/** Adds kept, agreed and overdue recalls. */
export function addRecalls(scope: Scope, figures: Figures): void {
  const { of, fieldOf, mergedInto, isChosenPatient, within, kept, activeNow, isBooked, cutoff } =
    scope;
  const isPast = cutoff < TODAY;
  const recalls = of('recall')
    .map((row): Row & { pat: string } => ({ ...row, pat: mergedInto(row['patid']) }))
    .filter((c) => isChosenPatient(c.pat));
  const state = (c: Row): ReturnType<typeof stateOn> => stateOn(c, scope.appointmentById, cutoff);
  const due = recalls.filter((c) => within(c['faelligAm']) && scope.patients.has(c.pat));
  /** Whether a kept appointment is one that a recall asks for. */
  const isAsked = (t: Appointment): boolean => {
    const group = scope.groupOf(t['terminart'], t['stichworte']);
    if (fieldOf('terminarten', t['terminart'], 'istRecall') === true) return true;
    if (['KONTROLLE', 'RECALL', 'PROPHYLAXE', 'UPT'].includes(group)) return true;
    return (
      t['terminart'] === null &&
      group === '' &&
      scope.lines.some(
        (l) =>
          l.pat === t.pat &&
          l['datum'] === t.tag &&
          (isPzr(l) ||
            isUpt(l) ||
            (l['system'] === 'BEMA' && ['01', 'IP1'].includes(String(l['nr'])))),
      )
    );
  };
  figures.add(
    'recallquote',
    due.filter((c) =>
      kept.some(
        (t) =>
          t.pat === c.pat &&
          Math.abs(dayNumber(t.tag) - dayNumber(String(c['faelligAm']))) <= 60 &&
          (t.id === c['terminId'] || isAsked(t)),
      ),
    ).length,
    due.length,
  );
  const active = recalls.filter((c) => activeNow.has(c.pat) && state(c) !== 'done');
  // A recall due later may have been made since.
  if (
    isPast &&
    active.some(
      (c) => state(c) === undefined || (state(c) !== 'agreed' && String(c['faelligAm']) > cutoff),
    )
  )
    figures.unknown('recallTerminiert');
  else
    figures.add(
      'recallTerminiert',
      patientsOf(active.filter((c) => state(c) === 'agreed')).size,
      patientsOf(active).size,
    );
  /** Whether a recall was overdue; undefined where a day is missing. */
  const overdue = recalls
    .filter((c) => String(c['faelligAm']) < cutoff)
    .map((c) => {
      const own = state(c);
      const booked = isBooked(c.pat, cutoff, cutoff);
      if (own === 'agreed' || own === 'done' || booked === true) return false;
      const hasLeft = fieldOf('patient', c.pat, 'aktiv') === false;
      if (!isPast) return !hasLeft;
      return own === undefined || booked === undefined || hasLeft ? undefined : true;
    });
  if (overdue.includes(undefined)) figures.unknown('recallUeberfaellig');
  else figures.add('recallUeberfaellig', overdue.filter((one) => one === true).length);
}
