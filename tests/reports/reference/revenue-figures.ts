/** Revenue: sums, per person, room and hour, and shares of payers. */
import { EURO, type Figures, type Scope } from './scope.ts';
import { hoursOf, sumOf, type Row } from './practice.ts';
import { isConservative, statutoryCases } from './services.ts';

/** Minutes of a row in its room not covered by an earlier one, minute by minute. */
export function roomMinutes({ treatmentHours }: Scope, a: Row): number {
  const earlier = treatmentHours.filter(
    (o) =>
      o['zimmer'] === a['zimmer'] &&
      o['datum'] === a['datum'] &&
      (Number(o['von']) < Number(a['von']) || (o['von'] === a['von'] && o.id < a.id)),
  );
  let n = 0;
  for (let m = Number(a['von']); m < Number(a['bis']); m += 1)
    if (!earlier.some((o) => m >= Number(o['von']) && m < Number(o['bis']))) n += 1;
  return n;
}

/** Adds revenue and revenue per hour, room, appointment and patient. */
export function addRevenue(scope: Scope, figures: Figures): void {
  const { booking, booked, keptInSpan, hoursInSpan, linesInSpan, visitOf } = scope;
  const total = booking('betrag') / EURO;
  const fees = booking('honorar') / EURO;
  figures.add('umsatz', total);
  figures.add('honorarumsatz', fees);
  figures.add('umsatzJeBehandler', total, new Set(booked.map((b) => b.l['behandler'])).size);
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
