/** Days, plans and people of the cases that are written from the rows of limits. */
import { tag, zeile, type Person, type Row } from './rule-practice.ts';

export type Rows = readonly (Row | readonly Row[])[];
export interface LimitCase {
  readonly broken: Rows;
  readonly kept: Rows;
  readonly person: Person;
  /** The person of the day within the limit, where it differs. */
  readonly keptPerson?: Person;
}
export const DAY = '2026-03-02',
  /** Earlier days inside every calendar window of the day, and one outside of all. */
  INSIDE = ['2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16'],
  plan = (art: string, eingegliedertAm: string | null): Row =>
    zeile(
      'hkp',
      {
        art,
        status: 'IN_ARBEIT',
        erstelltAm: '2026-01-05',
        genehmigtAm: '2026-01-08',
        begonnenAm: '2026-01-10',
        eingegliedertAm,
        gesamt: 1,
      },
      `H${art}`,
    ),
  perio = (fields: Readonly<Record<string, string>> = {}): Row =>
    zeile('parfall', {
      erstelltAm: '2026-01-05',
      genehmigtAm: '2026-01-08',
      status: 'IN_ARBEIT',
      grad: 'B',
      ...fields,
    }),
  PLAN = [plan('ZE', null), perio()],
  KFO = [plan('KFO', null)],
  /** A service long ago: the delivered rows reach back far enough. */
  LONG_KNOWN = tag('2023-01-10', 'B:01');
/** Writes a number without the star of a pattern. */
export const plain = (token: string): string =>
  token
    .replace(/^B:13\*/, 'B:13b')
    .replace(/^B:UPT\*/, 'B:UPTa')
    .replace(/^B:05\*/, 'B:0500')
    .replace(/\*$/, 'a');
export const at = (token: string, tooth: string): string => `${plain(token)} ${tooth}`.trim();
export const aged = (months: number): Person => {
  const born = new Date(Date.UTC(2026, 2 - months, 2)).toISOString().slice(0, 10);
  return { geburtsdatum: born };
};
