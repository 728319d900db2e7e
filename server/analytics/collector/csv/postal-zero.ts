// A spreadsheet drops the zero in front of a postal code: `01067` becomes `1067`.

import { PVS_FIELDS, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';

const GERMANY: ReadonlySet<string> = new Set([
  'de',
  'd',
  'deu',
  'ger',
  'deutschland',
  'germany',
  'brd',
]);
const FOUR_DIGITS = /^\s*(\d{4})\s*$/;

/**
 * Returns the function that puts the zero back in the cells of a row, in place, and says whether it
 * did; undefined for tables without postal codes. Only a row that names Germany is changed: Austria
 * and Switzerland write four digits.
 */
export function zeroRestorer(
  entity: PvsEntity,
): ((cells: (string | undefined)[]) => boolean) | undefined {
  const code = PVS_FIELDS[entity].findIndex(({ name }) => name === 'plz'),
    country = PVS_FIELDS[entity].findIndex(({ name }) => name === 'land');
  if (code === -1 || country === -1) return undefined;
  return (cells) => {
    const digits = FOUR_DIGITS.exec(cells[code] ?? '')?.[1];
    if (digits === undefined || !GERMANY.has((cells[country] ?? '').trim().toLowerCase()))
      return false;
    cells[code] = `0${digits}`;
    return true;
  };
}
