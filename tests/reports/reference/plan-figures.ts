/** Treatment and cost plans: accepted, discussed and open ones. */
import { TODAY } from '../random-practice/draw.ts';
import { sumOf, type Row } from './practice.ts';
import { EURO, type Figures, type Scope } from './scope.ts';

const OPEN = ['ENTWURF', 'PRUEFUNG', 'BEI_PATIENT', 'BEI_KASSE', 'BEI_GUTACHTER'];

/**
 * Checks whether a plan was open at the end of the day: it is still open, or its first ending event
 * came later.
 */
function wasOpen(h: Row, day: string): boolean {
  if (String(h['erstelltAm']) > day || h['status'] === 'ALTERNATIVE') return false;
  if (OPEN.includes(String(h['status']))) return true;
  const ends = [
    h['genehmigtAm'],
    h['terminAm'],
    h['begonnenAm'],
    h['eingegliedertAm'],
    h['abgerechnetAm'],
    h['verworfenAm'],
  ];
  if (h['status'] === 'ABGELEHNT') ends.push(h['beantwortetAm']);
  if (h['status'] === 'SOFORT' || h['status'] === 'ANGENOMMEN_OHNE_KASSE')
    ends.push(h['angenommenAm']);
  const known = ends.filter((d) => typeof d === 'string');
  return day < TODAY && known.length > 0 && known.every((d) => d > day);
}

/** Checks whether anything was done about a plan: an appointment, a service, a start. */
const wasTouched = ({ lines, appointments }: Scope, h: Row): boolean =>
  h['terminAm'] !== null ||
  h['begonnenAm'] !== null ||
  lines.some((l) => l['hkpid'] === h.id) ||
  appointments.some(
    (t) =>
      t['hkpid'] === h.id &&
      ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER', 'WAHRGENOMMEN'].includes(
        String(t['status']),
      ),
  );

/** Adds accepted, discussed and open plans. */
export function addPlans(scope: Scope, figures: Figures): void {
  const { of, within, isChosenAuthor, isChosenPatient, mergedInto, visitsInSpan } = scope;
  const chosen = of('hkp').filter(
    (h) => isChosenAuthor(h['behandler']) && isChosenPatient(mergedInto(h['patid'])),
  );
  const plans = chosen.filter((h) => within(h['erstelltAm']) && h['status'] !== 'ALTERNATIVE');
  const patients = (list: readonly Row[]): Set<string> =>
    new Set(list.map((h) => mergedInto(h['patid'])));
  const begun = plans.filter((h) => h['begonnenAm'] !== null);
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
  figures.add(
    'hkpOffen',
    sumOf(
      chosen.filter((h) => wasOpen(h, scope.cutoff)),
      'gesamt',
    ) / EURO,
  );
}
