// Tests of family suggestions on both databases: the same house in any spelling, the same number in
// any spacing, never another practice.

import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { foldStreet, searchText } from '../../../shared/desk/patient.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld } from '../sync/testing.ts';
import { readFamily } from './read-family.ts';
import { insertPatients } from './store.ts';

describe.each(STORES)('family suggestions on %s', (kind) => {
  let store: Store, drop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  const row = (
    patid: string,
    firstName: string,
    more: {
      street?: string;
      plz?: string;
      mobile?: string;
      geburtsdatum?: string;
      mergedInto?: string;
    } = {},
  ) => ({
    patid,
    title: '',
    firstName,
    lastName: 'Yılmaz',
    geburtsdatum: '1985-03-12',
    street: '',
    plz: '',
    city: '',
    herkunft: 'hand' as const,
    mergedInto: null,
    createdAt: 1,
    search: searchText({ firstName, lastName: 'Yılmaz' }),
    ...more,
  });

  it('matches the same house or telephone, oldest first; no merged records, other houses or practices', async () => {
    const world = await openWorld(store),
      other = await openWorld(store);
    await world.write((w) =>
      insertPatients(w, [
        row('m', 'Ayşe', { street: 'Hauptstraße 5', plz: '50667', mobile: '0170 123 45 67' }),
        row('a', 'Lina', { street: 'Hauptstr. 5', plz: '50667', geburtsdatum: '2018-05-01' }),
        row('g', 'Emine', {
          street: 'Weg 1',
          plz: '10115',
          mobile: '0170 123 45 67',
          geburtsdatum: '1955-01-01',
        }),
        row('n', 'Nachbar', { street: 'Hauptstraße 55', plz: '50667' }),
        row('x', 'Alt', { street: 'Hauptstraße 5', plz: '50667', mergedInto: 'a' }),
        row('e', 'Ohne'),
      ]),
    );
    await other.write((w) =>
      insertPatients(w, [row('z', 'Fremd', { street: 'Hauptstraße 5', plz: '50667' })]),
    );
    expect(await readFamily(world.look(), 'm')).toEqual([
      { patid: 'g', name: 'Yılmaz, Emine', geburtsdatum: '1955-01-01', why: 'phone' },
      { patid: 'a', name: 'Yılmaz, Lina', geburtsdatum: '2018-05-01', why: 'address' },
    ]);
    expect(await readFamily(world.look(), 'e')).toEqual([]);
    await expect(readFamily(other.look(), 'm')).rejects.toMatchObject({ code: 'not_found' });
  });
});

it.each([
  ['Hauptstr. 5', 'Hauptstraße 5'],
  ['Haupt-Strasse 5a', 'Hauptstraße 5 A'],
  ['HAUPTSTR 5', 'hauptstrasse 5'],
])('%s is %s', (a, b) => expect(foldStreet(a)).toBe(foldStreet(b)));
it('another house number is another house', () =>
  expect(foldStreet('Hauptstr. 5')).not.toBe(foldStreet('Hauptstr. 55')));
