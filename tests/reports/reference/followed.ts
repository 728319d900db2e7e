/**
 * Filters that the figures can follow, stated by what their rows have: a figure without them has no
 * value under such a filter.
 */
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import type { Figure } from './scope.ts';

type List =
  | 'behandler'
  | 'zimmer'
  | 'teams'
  | 'stempel'
  | 'versicherung'
  | 'bereich'
  | 'terminart'
  | 'termingruppe';
const LISTS: readonly List[] = [
  'behandler',
  'zimmer',
  'teams',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
];
/** Each line: the filters that do not apply, and the figures that count such rows. */
const DEAF: readonly (readonly [readonly List[], readonly string[]])[] = [
  // Appointments and their minutes have no area; prophylaxis is an area of its own.
  [
    ['bereich'],
    [
      'stundensatz behandlungsstunden umsatzJeTermin absagequote kurzfristabsage noShowQuote',
      'ausfallquote wiederbelegung ausfallkosten vorlaufzeit wartezeit puenktlichkeit dauertreue',
      'prophylaxeStundensatz dokumentationsluecke onlineAnteil ohneErgebnis pzrQuote uptAnteil ipQuote',
      'terminqualitaet',
    ],
  ],
  // Working hours belong to a practitioner and a room.
  [
    ['versicherung', 'bereich', 'terminart', 'termingruppe'],
    ['umsatzJeZimmerstunde auslastung auslastungErbracht stuhlauslastung freieZeit'],
  ],
  [['versicherung', 'bereich', 'termingruppe'], ['naechsterFreier']],
  // Plans belong to their author and their patient.
  [
    ['zimmer', 'bereich', 'terminart', 'termingruppe'],
    [
      'parTrichter parWert uptTreue hkpAnnahme hkpAnnahmeWert patientenAnnahme behandlungsAnnahme hkpOffen hkpAblaufend ohneTermin',
    ],
  ],
  [['zimmer', 'stempel', 'bereich', 'terminart', 'termingruppe'], ['vorschlagRealisiert']],
  // Recalls belong to a patient only.
  [LISTS.filter((list) => list !== 'versicherung'), ['recallquote recallUeberfaellig']],
  [LISTS, ['praxiskosten deckungsbeitrag gewinnschwelle']],
  [LISTS.filter((list) => list !== 'teams'), ['umsatzJeMitarbeiter krankheitstage']],
  [LISTS.filter((list) => list !== 'behandler' && list !== 'teams'), ['zielerreichung']],
];

/** Removes the values of figures that cannot follow a filter. */
export function withoutDeaf(
  figures: Readonly<Record<string, Figure>>,
  filter: PracticeReportFilter,
): Record<string, Figure> {
  const active = LISTS.filter((list) => filter[list].length > 0);
  const deaf = new Set(
    DEAF.filter(([lists]) => lists.some((list) => active.includes(list))).flatMap(([, lines]) =>
      lines.flatMap((line) => line.split(' ')),
    ),
  );
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [
      key,
      deaf.has(key) ? { zaehler: null, nenner: null, wert: null } : figure,
    ]),
  );
}
