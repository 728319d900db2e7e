// Tests of the words for states, and of reasons to act.

import { describe, expect, test } from 'vitest';
import { active, board, mappe, MIN, NOW, tablet, task } from '../board.fixture.ts';
import { alarmsOf, columnsOf, freeTablets } from '../board-view.ts';
import { needOf } from './needs.ts';
import { stateOfMappe, stateOfTablet } from './state.ts';

describe('state words depend on silence, not on duration', () => {
  const long = mappe({ tasks: [task({ stateAt: NOW - 40 * MIN })] });
  test.each([
    ['forty minutes of writing are normal', tablet(active(30_000)), null],
    ['two silent minutes on a page to read are normal', tablet(active(5 * MIN, 'reading')), null],
    ['two silent minutes elsewhere are yellow', tablet(active(2 * MIN + 1)), 'quiet'],
    [
      'ten silent minutes are red, reading or not',
      tablet(active(10 * MIN + 1, 'reading')),
      'stalled',
    ],
    [
      'a signature unacknowledged for two minutes is red',
      tablet({ ...active(0), pending: 1, oldestPendingMs: 2 * MIN + 1 }),
      'unsent',
    ],
    [
      'two minutes that began before the last heartbeat are red',
      tablet({
        ...active(0),
        activityAt: NOW - 50_000,
        lastSeenAt: NOW - 50_000,
        pending: 1,
        oldestPendingMs: 70_001,
      }),
      'unsent',
    ],
    ['no contact for a minute is quiet', tablet({ lastSeenAt: NOW - 2 * MIN }), null],
    [
      'no contact for a quarter of an hour with a Mappe is not',
      tablet({ lastSeenAt: NOW - 16 * MIN }),
      'unreached',
    ],
  ])('%s', (_title, seen, need) => expect(needOf(long, seen, NOW)).toBe(need));

  test('state words name page, signing, and the time of the last contact', () => {
    expect(stateOfMappe(mappe(), tablet(active(0)), NOW)).toEqual({
      key: 'filling',
      page: 4,
      of: 9,
    });
    expect(stateOfMappe(mappe(), tablet(active(0, 'signing')), NOW)).toEqual({ key: 'signing' });
    expect(stateOfMappe(mappe(), tablet({ lastSeenAt: NOW - 20 * MIN }), NOW)).toEqual({
      key: 'unreached',
      at: NOW - 20 * MIN,
      isLong: true,
    });
    expect(stateOfTablet(tablet({ mappeId: null }), null, NOW)).toEqual({ key: 'free' });
  });
  test('only help and red states raise alarms', () => {
    const red = columnsOf(board({ tablets: [tablet({ calls: [{ mappeId: 'm', at: 7 }] })] }), NOW),
      yellow = columnsOf(board({ tablets: [tablet(active(3 * MIN))] }), NOW);
    expect(alarmsOf(red)).toEqual(['help:a:7']);
    expect(alarmsOf(yellow)).toEqual([]);
  });
});

test('a tablet with a blank form shows its page and is not free until its thank-you; alerts come first', () => {
  const on = (screen: 'filling' | 'reading' | 'done' | 'assigned', part = {}) =>
    tablet({
      mappeId: null,
      activityAt: NOW,
      activity: {
        taskId: 'own',
        taskRev: 1,
        screen,
        page: 3,
        of: 7,
        silentMs: 0,
        isReading: false,
        isBlank: true,
      },
      ...part,
    });
  const seen = (one: ReturnType<typeof on>): unknown[] => [
    stateOfTablet(one, null, NOW),
    freeTablets(board({ tablets: [one], mappen: [] }), NOW).length,
  ];
  expect(seen(on('filling'))).toEqual([{ key: 'blank', page: 3, of: 7 }, 0]);
  expect([seen(on('done')), seen(on('assigned'))]).toEqual([
    [{ key: 'free' }, 1],
    [{ key: 'free' }, 1],
  ]);
  expect([
    stateOfTablet(on('filling'), null, NOW, { tabletId: 'a', mappeId: null, at: NOW }).key,
    stateOfTablet(on('filling', { lastSeenAt: NOW - 2 * MIN }), null, NOW).key,
  ]).toEqual(['help', 'unreached']);
  // A Mappe waiting behind it does not hide it.
  const waits = mappe({ tasks: [task({ state: 'assigned' })] });
  expect(stateOfTablet(on('filling', { mappeId: 'm' }), waits, NOW).key).toBe('blank');
});
