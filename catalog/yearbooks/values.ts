// Values of dental practices in Germany that were published, each with its source and certainty. A
// report shows one next to the practice's own figure as long as no newer one is entered here.

import type { Mark } from '../position.ts';

/** Federal states before 1990, those that joined, or all. KZV Berlin covers both. */
type Part = 'WEST' | 'OST' | 'DE';
export interface PublishedValue {
  /** Key of the figure that it can be held against. */
  readonly figure: string;
  /** Key of its name in the texts of reports. */
  readonly name: string;
  readonly part: Part;
  /** In the unit of the figure. */
  readonly value: number;
  /** Whether it is the sum of a year, which fits a whole year only. */
  readonly isYearly: boolean;
  readonly mark: Mark;
  readonly source: string;
}
const KZBV_2021 = 'KZBV Jahrbuch 2021',
  HOURS = `${KZBV_2021}, Seite 116: Beträge je Behandlungsstunde 2019, ohne Fremdlabor`,
  PRACTICE = `${KZBV_2021}: Einnahmen je Praxis 2019`,
  FILLINGS = `${KZBV_2021}, Seite 93: Füllungen 13a bis 13h je 100 Fälle, Jahr 2020`,
  DESTATIS = 'Statistisches Bundesamt, Kostenstruktur bei Zahnarztpraxen 2021, nach zm-online',
  GOZ_ANALYSIS = 'GOZ-Analyse, nach iww.de';
const of = (
  figure: string,
  name: string,
  part: Part,
  value: number,
  source: string,
  mark: Mark = 'read',
  isYearly = false,
): PublishedValue => ({ figure, name, part, value, isYearly, mark, source });

export const PUBLISHED_VALUES: readonly PublishedValue[] = [
  of('stundensatz', 'kzbvWest2019', 'WEST', 351, HOURS, 'confirmed'),
  of('stundensatz', 'kzbvOst2019', 'OST', 258, HOURS, 'confirmed'),
  of('anteilGkv', 'kzbvWest2019', 'WEST', 0.488, PRACTICE),
  of('anteilGkv', 'kzbvOst2019', 'OST', 0.618, PRACTICE),
  of('anteilGkv', 'destatis2021', 'DE', 0.527, DESTATIS),
  of('gkvAmPrivatumsatz', 'gozAnalyse2024', 'DE', 0.677, GOZ_ANALYSIS),
  of('mittlererFaktor', 'gozAnalyse2022', 'DE', 2.39, GOZ_ANALYSIS),
  of('fuellungenJe100', 'kzbvWest2020', 'WEST', 52, FILLINGS, 'confirmed'),
  of('fuellungenJe100', 'kzbvOst2020', 'OST', 54.9, FILLINGS, 'confirmed'),
  of('umsatz', 'kzbvWest2019', 'WEST', 698_200, PRACTICE, 'read', true),
  of('umsatz', 'destatis2021', 'DE', 791_000, DESTATIS, 'read', true),
];

/** Fillings of BEMA for each hundred cases of the year 2020, west and east. */
export const PUBLISHED_POSITIONS: Readonly<
  Record<string, { readonly WEST: number; readonly OST: number }>
> = {
  '13a': { WEST: 12.82, OST: 15.12 },
  '13b': { WEST: 20.89, OST: 19.7 },
  '13c': { WEST: 9.55, OST: 10.37 },
  '13d': { WEST: 6.09, OST: 7.27 },
};

const EAST: readonly string[] = ['bb', 'mv', 'sn', 'st', 'th'];
/**
 * Returns the part of the country that a KZV belongs to; null where it is unknown, or covers both.
 * @param region code of the KZV (`by`)
 */
export const partOf = (region: string | null): 'WEST' | 'OST' | null =>
  region === null || region === 'be' ? null : EAST.includes(region) ? 'OST' : 'WEST';
