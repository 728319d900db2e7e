// The overview of figures: its tiles, the source of each figure, and the user's arrangement. Pure.

import type { ReportPath } from './report-pages.ts';

export interface Tile {
  /** Key of the figure. */
  readonly key: string;
  /** Report below /api that contains it. */
  readonly path: string;
}
/** In the default order. */
export const TILES: readonly Tile[] = [
  { key: 'umsatz', path: 'umsatz/zeitreihe' },
  { key: 'honorarumsatz', path: 'umsatz/zeitreihe' },
  { key: 'stundensatz', path: 'umsatz/behandler' },
  { key: 'stuhlauslastung', path: 'umsatz/zimmer' },
  { key: 'umsatzJeZimmerstunde', path: 'umsatz/zimmer' },
  { key: 'umsatzJeBehandler', path: 'umsatz/behandler' },
  { key: 'fallwertGkv', path: 'umsatz/kostentraeger' },
  { key: 'anteilPkv', path: 'umsatz/kostentraeger' },
];
/** The figures that may be added to the overview, by the report that shows each above its table. */
const FIGURES: Partial<Record<ReportPath, string>> = {
  'umsatz/stempel': 'auslastungErbracht neupatienten offenePosten',
  'umsatz/kostentraeger': 'anteilGkv anteilEigen gkvAmPrivatumsatz',
  'umsatz/patienten': 'umsatzJePatient',
  'umsatz/soll-ist': 'zielerreichung',
  'umsatz/zahlungseingang': 'offenKzv dsoPrivat dsoKzv factoringquote',
  'gewinn/behandler': 'fremdlabor praxiskosten deckungsbeitrag gewinnschwelle',
  'extended/behandlerleistung': 'behandlungsstunden umsatzJeTermin ausfallquote',
  'extended/leistungsmix': 'fuellungenJe100 punkteJeFall',
  'extended/verfuegbarkeit': 'auslastung',
  'extended/faktoren': 'mittlererFaktor faktorUeber23',
  'extended/mehrkosten': 'mehrkostenquote pzrQuote',
  'extended/zimmerauslastung': 'freieZeit',
  'extended/terminausfall':
    'absagequote kurzfristabsage noShowQuote wiederbelegung ausfallkosten ohneErgebnis',
  'extended/neupatienten': 'neupatientenquote bindungNeu',
  'extended/patientenbindung': 'aktivePatienten abwanderung patientenwachstum reaktiviert',
  'extended/prophylaxe': 'pzrJePatient prophylaxeStundensatz uptAnteil ipQuote psiQuote uptTreue',
  'extended/parpipeline': 'parTrichter parWert',
  'extended/hkptrichter':
    'hkpAnnahme hkpAnnahmeWert hkpOffen hkpAblaufend patientenAnnahme behandlungsAnnahme',
  'extended/ohnetermin': 'ohneTermin',
  'extended/rechnungslauf':
    'zeitBisRechnung nichtFakturiert dso forderungsausfall beanstandungsquote',
  praxiskpi: 'wiedervorstellung recallquote',
  'praxiskpi/patienten':
    'patientenGkv patientenPkv patientenSonst planungsquote gewaehrleistung recallTerminiert recallUeberfaellig',
  'praxiskpi/team': 'umsatzJeMitarbeiter krankheitstage',
  'praxiskpi/vorschlaege': 'vorschlagRealisiert',
  terminqualitaet: 'terminqualitaet puenktlichkeit',
  'terminqualitaet/verlauf':
    'onlineAnteil dauertreue dokumentationsluecke vorlaufzeit wartezeit naechsterFreier',
  'leistungen/unabgerechnet': 'nichtFakturiert30',
  'rechnungen/offen': 'offenPrivat offen0bis30 offen31bis60 offen61bis90 offenUeber90',
  'rechnungen/ueberfaellig': 'ueberfaelligePosten',
};

/** Reports by the figures that are no tile until a user adds them. */
export const FURTHER_TILES: ReadonlyMap<string, string> = new Map(
  Object.entries(FIGURES).flatMap(([path, keys]) =>
    keys.split(' ').map((key) => [key, path] as const),
  ),
);
/** Key figures that may have a target, and whether single practitioners may have one. */
export const TARGETABLE_FIGURES: readonly {
  readonly key: string;
  readonly jeBehandler: boolean;
}[] = [
  { key: 'umsatz', jeBehandler: true },
  { key: 'honorarumsatz', jeBehandler: true },
  { key: 'stundensatz', jeBehandler: true },
  { key: 'umsatzJeTermin', jeBehandler: true },
  { key: 'umsatzJeZimmerstunde', jeBehandler: false },
  { key: 'umsatzJeBehandler', jeBehandler: false },
  { key: 'auslastung', jeBehandler: true },
  { key: 'stuhlauslastung', jeBehandler: false },
  { key: 'ausfallquote', jeBehandler: true },
  { key: 'wiedervorstellung', jeBehandler: true },
  { key: 'puenktlichkeit', jeBehandler: true },
  { key: 'neupatienten', jeBehandler: false },
  { key: 'recallquote', jeBehandler: false },
  { key: 'pzrQuote', jeBehandler: false },
  { key: 'hkpAnnahme', jeBehandler: true },
  { key: 'zeitBisRechnung', jeBehandler: false },
  { key: 'offenePosten', jeBehandler: false },
  { key: 'terminqualitaet', jeBehandler: true },
];
/** Most tiles on an overview: more are a report. */
export const MOST_TILES = 12;
/**
 * Returns the tiles as arranged: new ones at the end, removed ones left out, further ones where the
 * user put them.
 */
export function arranged(
  order: readonly string[] | null,
  hidden: readonly string[],
): readonly Tile[] {
  const known = [...new Set([...(order ?? []), ...TILES.map(({ key }) => key)])];
  return known.flatMap((key) => {
    const further = FURTHER_TILES.get(key),
      one =
        TILES.find((tile) => tile.key === key) ??
        (further === undefined ? undefined : { key, path: further });
    return one && !hidden.includes(key) ? [one] : [];
  });
}

export type TrafficLight = 'gut' | 'knapp' | 'verfehlt';
/** Below this share of its target a figure misses it; between it and the target it is close. */
const CLOSE = 0.9;
/** Compares a figure with its target; null without one. @param isUpGood whether more is better */
export function statusLightOf(
  value: number | null,
  target: number | null,
  isUpGood: boolean | null,
): TrafficLight | null {
  if (value === null || target === null || target <= 0 || isUpGood === null) return null;
  const reached = isUpGood ? value / target : value <= 0 ? 1 : target / value;
  return reached >= 1 ? 'gut' : reached >= CLOSE ? 'knapp' : 'verfehlt';
}
