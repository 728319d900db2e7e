// Tests of the board narrowed to a practitioner or a room.

import { expect, test } from 'vitest';
import { board, mappe, NOW, visit } from '../board.fixture.ts';
import { columnsOf } from '../board-view.ts';
import { narrowColumns, placesOn } from './board-filter.ts';

const columns = columnsOf(
  board({
    mappen: [mappe({ mappeId: 'help', tabletId: null })],
    tablets: [],
    expected: [
      visit({ patid: 'a', terminId: 'a', behandler: 'Dr. Weber', zimmer: 'Zimmer 2' }),
      visit({ patid: 'b', terminId: 'b', behandler: 'Dr. Groß', zimmer: 'Zimmer 10' }),
      visit({ patid: 'b', terminId: 'c', behandler: 'Prophylaxe', zimmer: 'Zimmer 2' }),
    ],
    rooms: [
      { patid: 'r', name: 'Raum, Rita', geburtsdatum: '1990-01-01', room: 'Zimmer 3', since: NOW },
    ],
    arrivals: [
      { patid: 'w', name: 'Ohne, Otto', geburtsdatum: '1990-01-01', at: NOW, leftRoomAt: null },
    ],
  }),
  NOW,
);
const ids = (filter: { behandler?: string; zimmer?: string }) => {
  const c = narrowColumns(columns, { behandler: '', zimmer: '', ...filter });
  return [
    c.expected.map(({ patid }) => patid),
    c.rooms.map((row) => row.person?.patid),
    c.there.some((row) => row.person?.patid === 'w'),
    c.needs.length === columns.needs.length,
  ];
};

test('practitioners and rooms of the board are offered once each, rooms in order of their number', () => {
  expect(placesOn(columns)).toEqual({
    behandler: ['Dr. Groß', 'Dr. Weber', 'Prophylaxe'],
    zimmer: ['Zimmer 2', 'Zimmer 3', 'Zimmer 10'],
  });
});
test.each([
  [{}, ['a', 'b'], ['r']],
  [{ behandler: 'Dr. Weber' }, ['a'], []],
  // A person with two appointments is found by either.
  [{ zimmer: 'Zimmer 2' }, ['a', 'b'], []],
  [{ zimmer: 'Zimmer 3' }, [], ['r']],
  [{ behandler: 'Dr. Groß', zimmer: 'Zimmer 2' }, [], []],
])('reception sees with %j the expected %j and in rooms %j', (filter, expected, rooms) => {
  expect(ids(filter)).toEqual([expected, rooms, true, true]);
});
