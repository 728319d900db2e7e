/** Treatment and cost plans: accepted, discussed and open ones. */
import { TODAY } from '../random-practice/draw.ts';
import { dayAt, plusDays, plusMonths } from './calendar.ts';
import { sumOf, type Row } from './practice.ts';
import { wasBooked } from './visits.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

const OPEN = ['ENTWURF', 'PRUEFUNG', 'BEI_PATIENT', 'BEI_KASSE', 'BEI_GUTACHTER'];

/** Agreements with the patient alone. */
const WITHOUT_INSURER = ['KVA', 'MKV', 'IMPLANTAT'];
const WENT_ON = [
  'SOFORT',
  'ANGENOMMEN_OHNE_KASSE',
  'TERMINIERT',
  'IN_ARBEIT',
  'EINGEGLIEDERT',
  'ABGERECHNET',
];
/** Checks whether the patient's decision about a plan was the last one. */
const isPatients = (h: Row): boolean =>
  WITHOUT_INSURER.includes(String(h['art'])) ||
  (h['gesendetAm'] === null && h['genehmigtAm'] === null && WENT_ON.includes(String(h['status'])));

/**
 * Checks whether a plan was open at the end of the day: it is still open, or its first ending event
 * came later; undefined where it ended on an unknown day.
 */
function wasOpen(h: Row, day: string): boolean | undefined {
  if (String(h['erstelltAm']) > day || h['status'] === 'ALTERNATIVE') return false;
  if (OPEN.includes(String(h['status']))) return true;
  if (day >= TODAY) return false;
  const ends = [
    h['genehmigtAm'],
    h['terminAm'],
    h['begonnenAm'],
    h['eingegliedertAm'],
    h['abgerechnetAm'],
    h['verworfenAm'],
    h['genehmigtAm'] === null ? h['beantwortetAm'] : null,
    isPatients(h) ? h['angenommenAm'] : null,
  ].filter((d) => typeof d === 'string');
  if (ends.length > 0) return ends.every((d) => d > day);
  return [h['besprochenAm'], h['gesendetAm']].some((d) => typeof d === 'string' && d > day)
    ? true
    : undefined;
}

/** Field with the day of each state. */
const DAY_OF: Readonly<Record<string, string>> = {
  ENTWURF: 'erstelltAm',
  BEI_PATIENT: 'besprochenAm',
  BEI_KASSE: 'gesendetAm',
  SOFORT: 'angenommenAm',
  ANGENOMMEN_OHNE_KASSE: 'angenommenAm',
  GENEHMIGT: 'genehmigtAm',
  TERMINIERT: 'terminAm',
  IN_ARBEIT: 'begonnenAm',
  EINGEGLIEDERT: 'eingegliedertAm',
  ABGERECHNET: 'abgerechnetAm',
  ABGELEHNT: 'beantwortetAm',
  VERWORFEN: 'verworfenAm',
};
/** State of a plan at the end of a day; undefined where its day is missing. */
function stateOn(h: Row, day: string): string | undefined {
  const status = String(h['status']);
  if (day >= TODAY || status === 'ALTERNATIVE') return status;
  const since = DAY_OF[status] === undefined ? null : h[DAY_OF[status]];
  if (typeof since === 'string' && since <= day) return status;
  const steps = [
    ['ENTWURF', h['erstelltAm']],
    ['BEI_PATIENT', h['besprochenAm']],
    ['BEI_KASSE', h['gesendetAm']],
    ['ANGENOMMEN_OHNE_KASSE', isPatients(h) ? h['angenommenAm'] : null],
    ['GENEHMIGT', h['genehmigtAm']],
    ['TERMINIERT', h['terminAm']],
    ['IN_ARBEIT', h['begonnenAm']],
    ['EINGEGLIEDERT', h['eingegliedertAm']],
    ['ABGERECHNET', h['abgerechnetAm']],
  ].filter((step): step is [string, string] => typeof step[1] === 'string');
  if (typeof since !== 'string' && !steps.some(([, d]) => d > day)) return undefined;
  return steps
    .filter(([, d]) => d <= day)
    .toSorted(([, x], [, y]) => (x < y ? -1 : x > y ? 1 : 0))
    .at(-1)?.[0];
}
/** Checks whether the approval of a plan ended within 45 days after a day. */
function isEnding(h: Row, day: string): boolean | undefined {
  if (String(h['erstelltAm']) > day) return false;
  const state = stateOn(h, day);
  if (state === undefined) return undefined;
  const inserted = h['eingegliedertAm'];
  if (!['GENEHMIGT', 'TERMINIERT', 'IN_ARBEIT'].includes(state)) return false;
  if (typeof inserted === 'string' && (day >= TODAY || inserted <= day)) return false;
  const given = h['genehmigtAm'];
  const end =
    h['gueltigBis'] ??
    (typeof given === 'string' &&
    (day >= TODAY || given <= day) &&
    !WITHOUT_INSURER.includes(String(h['art']))
      ? plusMonths(given, 6)
      : null);
  return typeof end === 'string' && end >= day && end <= plusDays(day, 45);
}

/** Adds the value of perio cases before their first session of support. */
export function addPerioValue(scope: Scope, figures: Figures): void {
  const { of, isChosenAuthor, isChosenPatient, mergedInto, cutoff } = scope;
  const cases = of('parfall').filter(
    (f) =>
      isChosenAuthor(f['behandler']) &&
      isChosenPatient(mergedInto(f['patid'])) &&
      String(f['erstelltAm']) <= cutoff &&
      (f['uptVon'] === null || String(f['uptVon']) > cutoff),
  );
  const isActive = (f: Row): boolean | undefined => {
    const isClosed = ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'].includes(
      String(f['status']),
    );
    if (cutoff >= TODAY) return f['abgeschlossenAm'] === null && !isClosed;
    if (f['abgeschlossenAm'] !== null) return String(f['abgeschlossenAm']) > cutoff;
    if (!isClosed) return true;
    const steps = ['gesendetAm', 'genehmigtAm', 'atgAm', 'mhuAm', 'aitVon', 'aitBis'];
    return [...steps, 'bevAm', 'cptAm', 'uptVon'].some((name) => String(f[name] ?? '') > cutoff)
      ? true
      : undefined;
  };
  if (cases.some((f) => isActive(f) === undefined)) figures.unknown('parWert');
  else
    figures.add(
      'parWert',
      sumOf(
        cases.filter((f) => isActive(f) === true),
        'wert',
      ) / EURO,
    );
}

/** Days that every plan is given. */
const PLAN_TIME = 180;
const isInPlanTime = (h: Row, day: unknown): boolean =>
  typeof day === 'string' && day <= plusDays(String(h['erstelltAm']), PLAN_TIME);
/** Checks whether something was done about a plan in its time: an appointment, a service, a start. */
const wasTouched = ({ lines, appointments }: Scope, h: Row): boolean =>
  isInPlanTime(h, h['terminAm']) ||
  isInPlanTime(h, h['begonnenAm']) ||
  lines.some((l) => l['hkpid'] === h.id && isInPlanTime(h, l['datum'])) ||
  appointments.some(
    (t) =>
      t['hkpid'] === h.id &&
      ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER', 'WAHRGENOMMEN'].includes(
        String(t['status']),
      ) &&
      isInPlanTime(h, t['angelegtAm'] === null ? t.tag : dayAt(Number(t['angelegtAm']))),
  );

/** Returns a test for plans that waited for an appointment at the end; undefined where unknown. */
function unscheduled({ appointments, mergedInto, cutoff }: Scope): (h: Row) => boolean | undefined {
  const ahead = appointments.filter((t) => t.tag >= cutoff);
  return (h) => {
    if (String(h['erstelltAm']) > cutoff) return false;
    const state = stateOn(h, cutoff);
    const waits =
      OPEN.includes(String(h['status'])) ||
      (state === undefined
        ? undefined
        : [...OPEN, 'SOFORT', 'ANGENOMMEN_OHNE_KASSE', 'GENEHMIGT', 'TERMINIERT'].includes(state));
    if (waits === false) return false;
    const booked = ahead
      .filter((t) => (t['hkpid'] === null ? t.pat === mergedInto(h['patid']) : t['hkpid'] === h.id))
      .map((t) => wasBooked(t, cutoff));
    if (booked.includes(true)) return false;
    return booked.includes(undefined) ? undefined : waits;
  };
}

/** Adds accepted, discussed and open plans. */
export function addPlans(scope: Scope, figures: Figures): void {
  const { of, within, isChosenAuthor, isChosenPatient, mergedInto, visitsInSpan } = scope;
  const chosen = of('hkp').filter(
    (h) => isChosenAuthor(h['behandler']) && isChosenPatient(mergedInto(h['patid'])),
  );
  const plans = chosen.filter((h) => within(h['erstelltAm']) && h['status'] !== 'ALTERNATIVE');
  const patients = (list: readonly Row[]): Set<string> =>
    new Set(list.map((h) => mergedInto(h['patid'])));
  const begun = plans.filter((h) => isInPlanTime(h, h['begonnenAm']));
  const touched = plans.filter((h) => wasTouched(scope, h));
  figures.add('hkpAnnahme', begun.length, plans.length);
  figures.add('hkpAnnahmeWert', sumOf(begun, 'gesamt') / EURO, sumOf(plans, 'gesamt') / EURO);
  const madeAtVisit = plans.filter((h) =>
    visitsInSpan.some((v) => v.pat === mergedInto(h['patid']) && v.tag === h['erstelltAm']),
  );
  figures.add('planungsquote', patients(madeAtVisit).size, scope.seen.size);
  figures.add('patientenAnnahme', patients(touched).size, patients(plans).size);
  figures.add(
    'behandlungsAnnahme',
    sumOf(
      touched.filter((h) => h['besprochenAm'] !== null),
      'gesamt',
    ) / EURO,
    sumOf(
      plans.filter((h) => h['besprochenAm'] !== null),
      'gesamt',
    ) / EURO,
  );
  for (const [key, isCounted] of [
    ['hkpOffen', wasOpen],
    ['hkpAblaufend', isEnding],
    ['ohneTermin', unscheduled(scope)],
  ] as const)
    if (chosen.some((h) => isCounted(h, scope.cutoff) === undefined)) figures.unknown(key);
    else
      figures.add(
        key,
        sumOf(
          chosen.filter((h) => isCounted(h, scope.cutoff) === true),
          'gesamt',
        ) / EURO,
      );
}
