// Tests of the board view: columns, words, order, alarms.

import { describe, expect, test } from 'vitest';
import type { Board } from '../../../shared/exchange/board.ts';
import { TASK_STATES } from '../../../shared/desk/task.ts';
import { active, board, mappe, MIN, NOW, tablet, task, visit } from './board.fixture.ts';
import {
  alarmsOf,
  columnsOf,
  freeTablets,
  isSameExpected,
  openTasksOf,
  splitAppointments,
} from './board-view.ts';
import { needOf } from './view/needs.ts';
import { stateOfMappe } from './view/state.ts';

const keys = (rows: readonly { key: string }[]): string[] => rows.map((row) => row.key);

describe('assigns states to columns', () => {
  test('every person is in exactly one column, whatever their tasks and their place', () => {
    const people = TASK_STATES.flatMap((state, i) =>
      TASK_STATES.map((other, k) => ({
        patid: `${i}-${k}`,
        name: 'X, Y',
        geburtsdatum: '1990-01-01',
        state,
        other,
      })),
    );
    const mappen = people.flatMap(({ state, other, ...person }) => [
      mappe({
        mappeId: `m${person.patid}`,
        patients: [person],
        tabletId: null,
        tasks: [task({ state })],
      }),
      mappe({
        mappeId: `n${person.patid}`,
        patients: [person],
        tabletId: null,
        tasks: [task({ taskId: 'u', state: other })],
      }),
    ]);
    const some = (n: number) => people.filter((_, at) => at % n === 0);
    for (const where of [
      {},
      { expected: some(2).map((p) => visit({ ...p, terminId: p.patid })) },
      {
        arrivals: some(3).map((p) => ({ ...p, at: NOW, leftRoomAt: null })),
        rooms: some(5).map((p) => ({ ...p, room: p.patid, since: NOW })),
        expected: some(2).map((p) => visit({ ...p, terminId: p.patid })),
      },
    ]) {
      const c = columnsOf(board({ mappen, tablets: [], ...where }), NOW);
      const stand = [
        ...[...c.needs, ...c.there, ...c.done, ...c.rooms].map((row) => row.person?.patid ?? ''),
        ...c.expected.map((row) => row.patid),
      ];
      expect(stand.sort()).toEqual(people.map((p) => p.patid).sort());
    }
  });
  test('a person without a Mappe waits in „Da“, sits in a room, and then is treated', () => {
    const person = { patid: 'p9', name: 'Neu, Nina', geburtsdatum: '1990-01-01' },
      expected = [
        visit({ ...person }),
        visit({ ...person, terminId: 'y', time: '11:30', art: 'Prophylaxe' }),
      ],
      bare = board({ mappen: [], tablets: [], expected });
    const at = (part: object): string[] => {
      const c = columnsOf({ ...bare, ...part }, NOW);
      return (['there', 'done', 'rooms'] as const)
        .flatMap((name) =>
          c[name].map((row) => `${name} ${row.state.key} ${row.termin?.time ?? ''}`),
        )
        .concat(c.expected.map((row) => `expected ${row.time} +${row.others.length}`));
    };
    const arrivals = [{ ...person, at: NOW - MIN, leftRoomAt: null }],
      rooms = [{ ...person, room: 'Zimmer 1', since: NOW }];
    expect(at({})).toEqual(['expected 09:45 +1']);
    expect(at({ arrivals })).toEqual(['there there 09:45']);
    expect(at({ arrivals, rooms })).toEqual(['rooms inRoom 09:45']);
    expect(at({ rooms })).toEqual(['rooms inRoom 09:45']);
    expect(at({ arrivals: [{ ...arrivals[0], leftRoomAt: NOW }] })).toEqual(['done treated 09:45']);
  });
  test('a talk with a person in a room waits there; help is called for everywhere', () => {
    const rooms = [
      {
        patid: 'p1',
        name: 'Weber, Hans',
        geburtsdatum: '1941-05-02',
        room: 'Zimmer 1',
        since: NOW,
      },
    ];
    const of = (state: 'talk_pending' | 'paper', part = {}) => {
      const c = columnsOf(
        board({
          tablets: [],
          mappen: [mappe({ tabletId: null, tasks: [task({ state })] })],
          ...part,
        }),
        NOW,
      );
      return [keys(c.needs), keys(c.rooms)];
    };
    expect([of('talk_pending'), of('talk_pending', { rooms }), of('paper', { rooms })]).toEqual([
      [['m'], []],
      [[], ['m']],
      [['m'], []],
    ]);
  });
  test('several Mappen of one person are one row: the most urgent leads, the others are below it', () => {
    const c = columnsOf(
      board({
        tablets: [],
        mappen: [
          mappe({ mappeId: 'done', tabletId: null, tasks: [task({ state: 'filed' })] }),
          mappe({ mappeId: 'paper', tabletId: null, tasks: [task({ state: 'paper' })] }),
          mappe({ mappeId: 'waits', tabletId: null, tasks: [task({ state: 'created' })] }),
        ],
      }),
      NOW,
    );
    expect(c.needs.map((row) => [row.key, keys(row.more)])).toEqual([['paper', ['waits', 'done']]]);
    expect([c.there, c.done]).toEqual([[], []]);
  });
  test('a child in a room is listed there, while the papers of the family stay with the parent', () => {
    const child = { patid: 'kind', name: 'Weber, Lina', geburtsdatum: '2018-01-01' };
    const c = columnsOf(
      board({
        rooms: [{ ...child, room: 'Zimmer 2', since: NOW }],
        mappen: [mappe({ patients: [...mappe().patients, child] })],
      }),
      NOW,
    );
    expect([
      c.there.map((row) => row.person?.patid),
      c.rooms.map((row) => row.person?.patid),
    ]).toEqual([['p1'], ['kind']]);
  });
  test('people who need attention come most urgent first, then longest first', () => {
    const of = (patid: string) => [{ patid, name: 'X, Y', geburtsdatum: '1990-01-01' }];
    const c = columnsOf(
      board({
        tablets: [tablet({ calls: [{ mappeId: 'm', at: NOW - MIN }] })],
        mappen: [
          mappe({
            mappeId: 'talk',
            patients: of('talk'),
            tabletId: null,
            tasks: [task({ state: 'talk_pending' })],
          }),
          mappe({
            mappeId: 'paper2',
            patients: of('paper2'),
            tabletId: null,
            tasks: [task({ state: 'paper', stateAt: NOW - 2 * MIN })],
          }),
          mappe({
            mappeId: 'paper9',
            patients: of('paper9'),
            tabletId: null,
            tasks: [task({ state: 'paper', stateAt: NOW - 9 * MIN })],
          }),
          mappe({
            mappeId: 'check',
            patients: of('check'),
            tabletId: null,
            tasks: [task({ state: 'needs_attention', attention: 'pdf_failed' })],
          }),
          mappe(),
        ],
      }),
      NOW,
    );
    expect(keys(c.needs)).toEqual(['m', 'check', 'paper9', 'paper2', 'talk']);
  });
  test('an appointment leaves „Erwartet“ with its Mappe, but not when that was withdrawn', () => {
    const expected = [visit()];
    expect(columnsOf(board({ expected }), NOW).expected).toEqual([]);
    const c = columnsOf(
      board({ expected, mappen: [mappe({ tasks: [task({ state: 'cancelled' })] })] }),
      NOW,
    );
    expect([c.expected.length, c.done.length]).toEqual([1, 0]);
  });
  test('data on an idle tablet is shown for people whose result may be there, not for all its users', () => {
    const stuck = tablet({ mappeId: null, pending: 1, oldestPendingMs: 3 * MIN }),
      person = (patid: string) => [{ patid, name: 'X, Y', geburtsdatum: '1990-01-01' }];
    const c = columnsOf(
      board({
        tablets: [stuck],
        mappen: [
          mappe({
            mappeId: 'held',
            patients: person('1'),
            tasks: [task({ state: 'interrupted', isHeld: true })],
          }),
          mappe({
            mappeId: 'over',
            patients: person('2'),
            tasks: [task({ taskId: 'u', state: 'filed' })],
          }),
        ],
      }),
      NOW,
    );
    expect([keys(c.needs), keys(c.done)]).toEqual([['held'], ['over']]);
  });
  test('a Mappe undone within its ten seconds is not shown; one withdrawn later is', () => {
    const gone = (stateAt: number) =>
      columnsOf(
        board({
          tablets: [],
          mappen: [mappe({ undoUntil: NOW, tasks: [task({ state: 'cancelled', stateAt })] })],
        }),
        NOW,
      ).done;
    expect([gone(NOW).length, gone(NOW + MIN).length]).toEqual([0, 1]);
  });
  test('a handwritten paper is at the tablet while read there, and waits for print before and after', () => {
    const at = (reading: 'none' | 'running' | 'done') =>
      columnsOf(
        board({
          tablets: [tablet(active(0, 'reading'))],
          mappen: [
            mappe({
              tasks: [task({ state: 'paper', reading }), task({ taskId: 'u', state: 'filed' })],
            }),
          ],
        }),
        NOW,
      );
    expect(at('running').there.map((row) => row.state)).toEqual([
      { key: 'filling', page: 4, of: 9 },
    ]);
    for (const reading of ['none', 'done'] as const)
      expect(at(reading).needs.map((row) => [row.need, row.state.key])).toEqual([
        ['paper', 'paper'],
      ]);
    const gone = columnsOf(
      board({
        tablets: [tablet({ ...active(0, 'reading'), lastSeenAt: NOW - 2 * MIN })],
        mappen: [mappe({ tasks: [task({ state: 'paper', reading: 'running' })] })],
      }),
      NOW,
    );
    expect(gone.there.map((row) => row.state.key)).toEqual(['unreached']);
  });

  test('[inv S2] an unread loss needs attention and rings, also of a signed-out tablet', () => {
    const c = columnsOf(
      board({
        mappen: [],
        tablets: [
          tablet({
            mappeId: null,
            revokedAt: NOW,
            lostSubmissions: 0,
            loss: { isExact: false, since: NOW - MIN },
          }),
        ],
      }),
      NOW,
    );
    expect(c.needs.map((row) => [row.key, row.need, row.since])).toEqual([
      ['lost:a', 'lost', NOW - MIN],
    ]);
    expect(alarmsOf(c)).toEqual(['lost:lost:a']);
  });
  test('a task safe on its tablet is marked; one waiting there again is not shown as being filled in', () => {
    expect(
      stateOfMappe(mappe({ tasks: [task({ isHeld: true })] }), tablet(active(0)), NOW),
    ).toEqual({ key: 'submitted' });
    const { activity } = active(0);
    expect(
      stateOfMappe(
        mappe(),
        tablet({ activity: activity && { ...activity, screen: 'assigned' }, activityAt: NOW }),
        NOW,
      ),
    ).toEqual({ key: 'assigned' });
  });
  test('remaining notices of an ended task stay on the board', () => {
    expect(
      needOf(
        mappe({ tasks: [task({ state: 'cancelled', attention: 'late_submission' })] }),
        null,
        NOW,
      ),
    ).toBe('attention');
  });
});

test('free tablets: connected, empty, not signed out; most charge first, unknown charge last', () => {
  const tablets = [
    tablet({ tabletId: 'low', mappeId: null, battery: 0.2 }),
    tablet({ tabletId: 'unknown', mappeId: null, battery: null }),
    tablet({ tabletId: 'full', mappeId: null, battery: 0.9 }),
    tablet({ tabletId: 'busy' }),
    tablet({ tabletId: 'gone', mappeId: null, lastSeenAt: NOW - 2 * MIN }),
    tablet({ tabletId: 'out', mappeId: null, revokedAt: 1 }),
  ];
  expect(freeTablets(board({ tablets }), NOW).map((t) => t.tabletId)).toEqual([
    'full',
    'low',
    'unknown',
  ]);
});

test('[inv L2] the ledger: tasks without contact for a minute first, then the oldest; no ended ones', () => {
  const open = openTasksOf(
    board({
      mappen: [
        mappe({
          mappeId: 'new',
          tabletId: null,
          createdAt: NOW - MIN,
          tasks: [task({ taskId: 'b', state: 'paper' }), task({ taskId: 'x', state: 'filed' })],
        }),
        mappe({
          mappeId: 'old',
          tabletId: null,
          createdAt: NOW - 9 * MIN,
          tasks: [task({ taskId: 'a', state: 'talk_pending' })],
        }),
        mappe({ mappeId: 'm', tasks: [task({ taskId: 'c', heardAt: NOW - 2 * MIN })] }),
      ],
    }),
    NOW,
  );
  expect(open.map((one) => [one.task.taskId, one.missing, one.isUnheard])).toEqual([
    ['c', 'word', true],
    ['a', 'talk', false],
    ['b', 'hand', false],
  ]);
});

test('appointments of more than 45 minutes ago are listed separately', () => {
  const at = (time: string, ...others: string[]) => ({
    ...visit({ time }),
    others: others.map((one) => visit({ time: one })),
  });
  const { next, earlier } = splitAppointments(
    [at('08:00'), at('08:10', '11:00'), at('08:55'), at('09:00'), at('10:00')],
    '09:41',
  );
  expect([earlier, next].map((list) => list.map((t) => t.time))).toEqual([
    ['08:00', '08:55'],
    ['08:10', '09:00', '10:00'],
  ]);
});

test('an expected row is the same a second later, and another once a part of it changes', () => {
  const first = visit({ terminId: 'a', patid: 'p', time: '09:00' }),
    second = visit({ terminId: 'b', patid: 'p', time: '11:00' }),
    rowOf = (expected: Board['expected'], at = NOW) =>
      columnsOf(board({ expected }), at).expected[0]!;
  const row = rowOf([first, second]);
  expect(isSameExpected(row, rowOf([first, second], NOW + 1_000))).toBe(true);
  for (const changed of [
    [first],
    [first, { ...second, time: '12:00' }],
    [{ ...first, name: 'Neu, Name' }, second],
    [{ ...first, proposed: [] }, second],
  ])
    expect(isSameExpected(row, rowOf(changed))).toBe(false);
});
