/** Revenue: sums, per person, room and hour, and shares of payers. */
import { EURO, type Figures, type Scope } from './scope.ts';
import { hoursOf, sumOf, type Row } from './practice.ts';
import { isConservative, statutoryCases } from './services.ts';

/**
 * Minutes of a row without absences that no earlier row of the same room or person covers, minute
 * by minute.
 */
function ownMinutes(
  { treatmentHours, isAway }: Scope,
  a: Row,
  field: 'zimmer' | 'behandler',
): number {
  const isIn = (o: Row, m: number): boolean =>
    m >= Number(o['von']) && m < Number(o['bis']) && !isAway(o['behandler'], o['datum'], m);
  // Of two stretches that begin at the same minute the one with the first name has it.
  const startOf = (o: Row, m: number): number => {
    let from = m;
    while (isIn(o, from - 1)) from -= 1;
    return from;
  };
  const others = treatmentHours.filter(
    (o) => o.id !== a.id && o[field] === a[field] && o['datum'] === a['datum'],
  );
  const isEarlier = (o: Row, m: number): boolean => {
    const [x, y] =
      field === 'zimmer' ? [startOf(o, m), startOf(a, m)] : [Number(o['von']), Number(a['von'])];
    return x < y || (x === y && o.id < a.id);
  };
  let n = 0;
  for (let m = Number(a['von']); m < Number(a['bis']); m += 1)
    if (isIn(a, m) && !others.some((o) => isIn(o, m) && isEarlier(o, m))) n += 1;
  return n;
}
export const roomMinutes = (scope: Scope, a: Row): number => ownMinutes(scope, a, 'zimmer');
export const personMinutes = (scope: Scope, a: Row): number => ownMinutes(scope, a, 'behandler');

/** Adds revenue and revenue per hour, room, appointment and patient. */
export function addRevenue(scope: Scope, figures: Figures): void {
  const { booking, booked, keptInSpan, hoursInSpan, linesInSpan, visitOf } = scope;
  const total = booking('betrag') / EURO;
  const fees = booking('honorar') / EURO;
  figures.add('umsatz', total);
  figures.add('honorarumsatz', fees);
  figures.add('fremdlabor', booking('fremdlabor') / EURO);
  const perPerson = new Map<unknown, number>();
  for (const { l, betrag } of booked)
    if (l['behandler'] !== null && scope.fieldOf('behandler', l['behandler'], 'name') !== undefined)
      perPerson.set(l['behandler'], (perPerson.get(l['behandler']) ?? 0) + betrag);
  const least = [...perPerson.values()].reduce((n, cents) => n + cents, 0) / 100;
  figures.add(
    'umsatzJeBehandler',
    total,
    [...perPerson.values()].filter((cents) => cents > 0 && cents >= least).length,
  );
  figures.add('behandlungsstunden', hoursOf(keptInSpan));
  figures.add('stundensatz', fees, hoursOf(keptInSpan));
  figures.add(
    'umsatzJeZimmerstunde',
    booking('betrag', (l) => l.zimmer !== null) / EURO,
    hoursInSpan.filter((a) => a['zimmer'] !== null).reduce((s, a) => s + roomMinutes(scope, a), 0) /
      60,
  );
  figures.add(
    'umsatzJeTermin',
    sumOf(
      linesInSpan.filter((l) => visitOf(l.pat, String(l['datum'])).hasAppointmentRow),
      'betrag',
    ) / EURO,
    keptInSpan.length,
  );
  figures.add('umsatzJePatient', total, new Set(booked.map((b) => b.l.pat)).size);
}

/** Adds the value and points of statutory cases, and the shares of payers. */
export function addPayers({ linesInSpan, booking }: Scope, figures: Figures): void {
  const cases = statutoryCases(linesInSpan);
  figures.add(
    'fallwertGkv',
    sumOf(
      linesInSpan.filter((l) => l.traeger === 'GKV' && ['KCH', 'PAR', 'KB'].includes(l.bereich)),
      'betrag',
    ) / EURO,
    cases,
  );
  figures.add(
    'punkteJeFall',
    linesInSpan
      .filter(isConservative)
      .reduce((s, l) => s + Number(l['punkte'] ?? 0) * Number(l['menge']), 0),
    cases,
  );
  for (const [key, payer] of [
    ['anteilGkv', 'GKV'],
    ['anteilPkv', 'PKV'],
    ['anteilEigen', 'EIGEN'],
  ] as const)
    figures.add(
      key,
      booking('betrag', (l) => l.traeger === payer) / EURO,
      booking('betrag') / EURO,
    );
  figures.add(
    'gkvAmPrivatumsatz',
    booking('betrag', (l) => l.traeger !== 'GKV' && l.insuranceOf === 'GKV') / EURO,
    booking('betrag', (l) => l.traeger !== 'GKV') / EURO,
  );
}
