// The seventeen associations of statutory dentists with their numbers, and the known facts on how
// they share a budget.

import data from './kzv.json' with { type: 'json' };

type HvmModel = 'FALLWERT' | 'HISTORIE' | 'GLEICH' | 'OHNE' | 'UNBEKANNT';
export interface Kzv {
  readonly region: string;
  readonly number: string;
  readonly short: string;
  readonly name: string;
  readonly land: string;
  readonly seat: string;
  /** Place-of-residence number on the health card. */
  readonly wop: string;
  readonly model: HvmModel;
  readonly note: string;
}
export const KZVEN: readonly Kzv[] = data.kzv.map((row) => {
  const [
    region = '',
    number = '',
    short = '',
    name = '',
    land = '',
    seat = '',
    wop = '',
    model = '',
    note = '',
  ] = row;
  return { region, number, short, name, land, seat, wop, model: model as HvmModel, note };
});
/**
 * Returns the association from a nine-digit stamp number, whose first two digits identify it;
 * undefined if unknown.
 */
export const regionOfStamp = (number: string): string | undefined =>
  /^\d{9}$/.test(number)
    ? KZVEN.find((one) => one.number === number.slice(0, 2))?.region
    : undefined;
export const findKzv = (region: string): Kzv | undefined =>
  KZVEN.find((one) => one.region === region);
