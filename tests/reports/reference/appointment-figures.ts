/** Appointments: use of time, cancellations, waiting, return visits. */
import { TODAY } from '../random-practice/draw.ts';
import { DAY_MS, dayAt } from './calendar.ts';
import { cancelledAt, hoursOf, isOff, sumOf, type Appointment } from './practice.ts';
import { personMinutes, roomMinutes } from './revenue-figures.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

/** Adds the use of treatment hours and rooms, and free time. */
export function addUseOfTime(scope: Scope, figures: Figures): void {
  const { appointmentsInSpan, keptInSpan, hoursInSpan } = scope;
  const minutes = (list: typeof hoursInSpan): number =>
    list.reduce((s, a) => s + personMinutes(scope, a), 0);
  const booked = appointmentsInSpan.filter((t) => !isOff(t));
  figures.add('auslastung', sumOf(booked, 'dauerMin'), minutes(hoursInSpan));
  figures.add(
    'auslastungErbracht',
    sumOf(
      keptInSpan.filter((t) => t.tag < TODAY),
      'dauerMin',
    ),
    minutes(hoursInSpan.filter((a) => String(a['datum']) < TODAY)),
  );
  figures.add(
    'stuhlauslastung',
    sumOf(
      keptInSpan.filter((t) => t['zimmer'] !== null),
      'dauerMin',
    ),
    hoursInSpan.filter((a) => a['zimmer'] !== null).reduce((s, a) => s + roomMinutes(scope, a), 0),
  );
  figures.add(
    'freieZeit',
    minutes(hoursInSpan.filter((a) => String(a['datum']) >= TODAY)) -
      sumOf(
        booked.filter((t) => t.tag >= TODAY),
        'dauerMin',
      ),
  );
}

/** Minutes of a failed appointment that others fill, minute by minute. */
function refilledMinutes({ appointments }: Scope, t: Appointment): number {
  const others = appointments.filter(
    (o) =>
      o.id !== t.id &&
      o.tag === t.tag &&
      !isOff(o) &&
      o['status'] !== 'NICHT_ERSCHIENEN' &&
      (o['angelegtAm'] === null ||
        Number(o['angelegtAm']) >= (cancelledAt(t) ?? Number(t['start']))) &&
      (t['behandler'] !== null
        ? o['behandler'] === t['behandler']
        : t['zimmer'] !== null && o['zimmer'] === t['zimmer']),
  );
  let n = 0;
  for (let m = 0; m < Number(t['dauerMin']); m += 1) {
    const at = Number(t['start']) + m * 60_000;
    if (
      others.some(
        (o) => at >= Number(o['start']) && at < Number(o['start']) + Number(o['dauerMin']) * 60_000,
      )
    )
      n += 1;
  }
  return n;
}

/** Adds cancellations, missed appointments, and their cost. */
export function addFailures(scope: Scope, figures: Figures): void {
  const { appointmentsInSpan, keptInSpan, booking } = scope;
  // The clock of the practice: of today only what begins before the last known outcome is due.
  const clock = Math.max(
    ...scope.appointments
      .filter(
        (t) =>
          t.tag === TODAY && ['WAHRGENOMMEN', 'NICHT_ERSCHIENEN'].includes(String(t['status'])),
      )
      .map((t) => Number(t['start'])),
  );
  const due = appointmentsInSpan.filter(
    (t) =>
      ['WAHRGENOMMEN', 'NICHT_ERSCHIENEN', 'ABGESAGT_PATIENT'].includes(String(t['status'])) &&
      (t.tag < TODAY || (t.tag === TODAY && Number(t['start']) <= clock)),
  );
  figures.add(
    'ohneErgebnis',
    appointmentsInSpan.filter(
      (t) =>
        t.tag < TODAY &&
        ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'].includes(String(t['status'])),
    ).length,
  );
  const cancelled = due.filter((t) => t['status'] === 'ABGESAGT_PATIENT');
  const missed = due.filter((t) => t['status'] === 'NICHT_ERSCHIENEN');
  const failed = [...cancelled, ...missed];
  figures.add('absagequote', cancelled.length, due.length);
  figures.add('noShowQuote', missed.length, due.length);
  figures.add('ausfallquote', failed.length, due.length);
  figures.add(
    'kurzfristabsage',
    cancelled.filter(
      (t) => cancelledAt(t) !== null && Number(t['start']) - cancelledAt(t)! < DAY_MS,
    ).length,
    due.length,
  );
  figures.add(
    'wiederbelegung',
    failed.reduce((s, t) => s + refilledMinutes(scope, t), 0),
    sumOf(failed, 'dauerMin'),
  );
  const lost = failed.reduce((s, t) => s + Number(t['dauerMin']) - refilledMinutes(scope, t), 0);
  const hours = hoursOf(keptInSpan);
  figures.add(
    'ausfallkosten',
    Math.round((lost / 60) * (hours === 0 ? 0 : booking('honorar') / hours)) / EURO,
  );
}

/** Adds lead time, waiting time, punctuality and kept length. */
export function addPunctuality({ appointmentsInSpan, keptInSpan }: Scope, figures: Figures): void {
  figures.median(
    'vorlaufzeit',
    appointmentsInSpan
      .filter((t) => t['angelegtAm'] !== null && Number(t['angelegtAm']) <= Number(t['start']))
      .map((t) => (Number(t['start']) - Number(t['angelegtAm'])) / DAY_MS),
  );
  const begun = keptInSpan.filter((t) => t['beginn'] !== null);
  figures.median(
    'wartezeit',
    begun.map(
      (t) =>
        Math.max(0, Number(t['beginn']) - Math.max(Number(t['start']), Number(t['ankunft'] ?? 0))) /
        60_000,
    ),
  );
  figures.add(
    'puenktlichkeit',
    begun.filter((t) => Number(t['beginn']) - Number(t['start']) <= 600_000).length,
    begun.length,
  );
  const timed = begun.filter((t) => t['ende'] !== null);
  figures.add(
    'dauertreue',
    timed.reduce((s, t) => s + Number(t['ende']) - Number(t['beginn']), 0) / 60_000,
    sumOf(timed, 'dauerMin'),
  );
}

/** Adds the share of visits whose patient left with another appointment. */
export function addReturnVisits({ visitsInSpan, appointments }: Scope, figures: Figures): void {
  const past = visitsInSpan.filter((v) => v.tag <= TODAY);
  figures.add(
    'wiedervorstellung',
    past.filter((v) =>
      appointments.some(
        (t) =>
          t.pat === v.pat &&
          t.tag > v.tag &&
          (t['angelegtAm'] === null || dayAt(Number(t['angelegtAm'])) <= v.tag) &&
          !(isOff(t) && (cancelledAt(t) === null || dayAt(cancelledAt(t)!) <= v.tag)),
      ),
    ).length,
    past.length,
  );
}
