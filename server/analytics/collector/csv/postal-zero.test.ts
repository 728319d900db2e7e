// Tests that the zero in front of a postal code comes back only where the row names Germany.
import { expect, it } from 'vitest';
import { PVS_FIELDS } from '../../../../shared/analytics/deliveries/pvs.ts';
import { isRefusal } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import { readerOf } from './read-file.ts';

const COLUMNS = ['id', 'nachname', 'geburtsdatum', 'versicherung', 'plz', 'land'],
  read = readerOf(
    {
      entity: 'patient',
      places: Object.fromEntries(COLUMNS.map((name, at) => [name, at])),
      points: { meaning: 'group' } as never,
    },
    { mapping: { files: {} } as never, lastDay: '2026-11-30', fallback: 1 },
  ),
  plzAt = PVS_FIELDS.patient.findIndex(({ name }) => name === 'plz');
/** The stored postal code of a delivered line. */
function stored(plz: string, land: string): unknown {
  const row = read(['1', 'Groß', '1978-11-05', 'GKV', plz, land]);
  if (isRefusal(row)) throw new Error(`${row.field} ${row.why}`);
  return (JSON.parse(`[${row.text}]`) as unknown[])[plzAt];
}

it('puts the zero back that a spreadsheet dropped from a German postal code', () => {
  expect(['DE', 'de', ' D ', 'Deutschland'].map((land) => stored('1067', land))).toEqual(
    Array.from({ length: 4 }, () => '01067'),
  );
});
it('leaves codes of other countries, of no country, and whole ones as they are', () => {
  expect(stored('1010', 'AT')).toBe('1010');
  expect(stored('8001', 'CH')).toBe('8001');
  expect(stored('4109', '')).toBe('4109');
  expect(stored('10115', 'DE')).toBe('10115');
  expect(stored('', 'DE')).toBe(null);
});
