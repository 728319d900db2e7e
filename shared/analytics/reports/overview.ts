// The overview of figures: its tiles, the source of each figure, and the user's arrangement. Pure.

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
/** Returns the tiles as arranged: new ones at the end, removed ones left out. */
export function arranged(
  order: readonly string[] | null,
  hidden: readonly string[],
): readonly Tile[] {
  const all = new Map(TILES.map((one) => [one.key, one]));
  const known = [...new Set([...(order ?? []), ...all.keys()])];
  return known.flatMap((key) => {
    const one = all.get(key);
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
