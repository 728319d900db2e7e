// Tests of calls for help: at which Mappe or tablet the board shows them.

import { expect, test } from 'vitest';
import { board, mappe, MIN, NOW, tablet, task } from '../board.fixture.ts';
import { alarmsOf, columnsOf } from '../board-view.ts';

const keys = (rows: readonly { key: string }[]): string[] => rows.map((row) => row.key);

test('a tablet without a Mappe that calls for help is among those who need attention', () => {
  expect(
    keys(
      columnsOf(
        board({
          mappen: [],
          tablets: [tablet({ mappeId: null, calls: [{ mappeId: null, at: NOW }] })],
        }),
        NOW,
      ).needs,
    ),
  ).toEqual(['a']);
});

test('a call at an idle tablet belongs to the tablet: no earlier user of the day is marked by it', () => {
  const rested = (part = {}) => tablet({ mappeId: null, ...part }),
    person = (patid: string) => [{ patid, name: 'X, Y', geburtsdatum: '1990-01-01' }];
  const mappen = (['filed', 'declined', 'submitted', 'talk_pending', 'interrupted'] as const).map(
    (state) =>
      mappe({ mappeId: state, patients: person(state), tasks: [task({ taskId: state, state })] }),
  );
  const before = columnsOf(board({ mappen, tablets: [rested()] }), NOW),
    c = columnsOf(
      board({ mappen, tablets: [rested({ calls: [{ mappeId: null, at: NOW }] })] }),
      NOW,
    );
  expect(c.needs.filter((row) => row.need === 'help').map((row) => [row.key, row.person])).toEqual([
    ['a', null],
  ]);
  const seen = (rows: typeof c.done): unknown[] =>
    rows.map((row) => [row.key, row.need, row.state, row.silence]);
  expect([seen(c.done), seen(c.there), seen(c.needs.slice(1))]).toEqual([
    seen(before.done),
    seen(before.there),
    seen(before.needs),
  ]);
  expect([keys(c.done), c.needs.length]).toEqual([['filed', 'declined'], 4]);
});

test('a caller who moved to the phone keeps the call; a call of a finished Mappe is at the tablet', () => {
  const calls = [{ mappeId: 'm', at: NOW }],
    on = (tabletId: string, state: 'started' | 'filed') =>
      columnsOf(
        board({
          tablets: [
            tablet({ mappeId: null, calls }),
            tablet({
              tabletId: 'phone',
              isGuest: true,
              mappeId: state === 'started' ? 'm' : null,
            }),
          ],
          mappen: [mappe({ tabletId, tasks: [task({ state })] })],
        }),
        NOW,
      ).needs.map((row) => [row.key, row.need, row.call?.tabletId]);
  expect(on('phone', 'started')).toEqual([['m', 'help', 'a']]);
  expect(on('phone', 'filed')).toEqual([['a', 'help', 'a']]);
});

test('a new caller at a tablet that the earlier one left: two rows, each with its own call', () => {
  const other = [{ patid: 'p2', name: 'X, Y', geburtsdatum: '1990-01-01' }];
  const c = columnsOf(
    board({
      tablets: [
        tablet({
          mappeId: 'n',
          calls: [
            { mappeId: 'm', at: NOW - MIN },
            { mappeId: 'n', at: NOW },
          ],
        }),
      ],
      mappen: [
        mappe({ tabletId: 'phone' }),
        mappe({ mappeId: 'n', patients: other, tasks: [task({ taskId: 'u' })] }),
      ],
    }),
    NOW,
  );
  expect(alarmsOf(c)).toEqual([`help:a:${NOW - MIN}`, `help:a:${NOW}`]);
  expect(c.needs.map((row) => [row.key, row.since])).toEqual([
    ['m', NOW - MIN],
    ['n', NOW],
  ]);
});

test('a call for help is named first, also where another paper of the Mappe has to be printed', () => {
  const [row] = columnsOf(
    board({
      tablets: [tablet({ calls: [{ mappeId: 'm', at: NOW }] })],
      mappen: [
        mappe({ tasks: [task({ state: 'paper' }), task({ taskId: 'u', state: 'assigned' })] }),
      ],
    }),
    NOW,
  ).needs;
  expect(row).toMatchObject({ need: 'help', state: { key: 'help' } });
});
