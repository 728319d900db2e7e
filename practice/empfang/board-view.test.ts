// Tests of the board's reading of the server's answer: columns, words, order, alarms.

import { describe, expect, test } from 'vitest';
import { TASK_STATES } from '../../shared/task.ts';
import { active, board, mappe, MIN, NOW, tablet, task } from './board.fixture.ts';
import { alarmsOf, columnsOf, freeTablets, needOf, openTasksOf, splitTermine, stateOfMappe, stateOfTablet } from './board-view.ts';

const keys = (rows: readonly { key: string }[]): string[] => rows.map((row) => row.key);

describe('columns', () => {
  test('every Mappe stands in exactly one column, whatever its tasks say', () => {
    const mappen = TASK_STATES.flatMap((state, i) => TASK_STATES.map((other, k) => mappe({ mappeId: `${i}-${k}`, tabletId: null, tasks: [task({ state }), task({ taskId: 'u', state: other })] })));
    const c = columnsOf(board({ mappen, tablets: [] }), NOW);
    expect([...keys(c.needs), ...keys(c.atTablet), ...keys(c.done)].sort()).toEqual(mappen.map((m) => m.mappeId).sort());
  });
  test('people who need someone come most urgent first, then longest first', () => {
    const c = columnsOf(board({
      tablets: [tablet({ helpAt: NOW - MIN })],
      mappen: [
        mappe({ mappeId: 'talk', tabletId: null, tasks: [task({ state: 'talk_pending' })] }),
        mappe({ mappeId: 'paper2', tabletId: null, tasks: [task({ state: 'paper', stateAt: NOW - 2 * MIN })] }),
        mappe({ mappeId: 'paper9', tabletId: null, tasks: [task({ state: 'paper', stateAt: NOW - 9 * MIN })] }),
        mappe({ mappeId: 'check', tabletId: null, tasks: [task({ state: 'needs_attention', attention: 'pdf_failed' })] }),
        mappe(),
      ],
    }), NOW);
    expect(keys(c.needs)).toEqual(['m', 'check', 'paper9', 'paper2', 'talk']);
  });
  test('an appointment leaves „Erwartet“ with its Mappe, but not when that was withdrawn', () => {
    const expected = [{ terminId: 'x', time: '09:45', patid: 'p1', name: 'Weber, Hans', geburtsdatum: '1941-05-02', zimmer: '1', behandler: '', art: '', proposed: [], isFirst: false }];
    expect(columnsOf(board({ expected }), NOW).expected).toEqual([]);
    expect(columnsOf(board({ expected, mappen: [mappe({ tasks: [task({ state: 'cancelled' })] })] }), NOW).expected).toHaveLength(1);
  });
  test('a tablet without a Mappe that calls for help is among those who need someone', () => {
    expect(keys(columnsOf(board({ mappen: [], tablets: [tablet({ mappeId: null, helpAt: NOW })] }), NOW).needs)).toEqual(['a']);
  });
  test('a Mappe undone within its ten seconds is not shown; one withdrawn later is', () => {
    const gone = (stateAt: number) => columnsOf(board({ tablets: [], mappen: [mappe({ undoUntil: NOW, tasks: [task({ state: 'cancelled', stateAt })] })] }), NOW).done;
    expect([gone(NOW).length, gone(NOW + MIN).length]).toEqual([0, 1]);
  });
  test('a paper to be signed by hand stands at the tablet while it is read there, and waits for its print before and after', () => {
    const at = (reading: 'none' | 'running' | 'done') => columnsOf(board({ tablets: [tablet(active(0, 'reading'))], mappen: [mappe({ tasks: [task({ state: 'paper', reading }), task({ taskId: 'u', state: 'filed' })] })] }), NOW);
    expect(at('running').atTablet.map((row) => row.state)).toEqual([{ key: 'filling', page: 4, of: 9 }]);
    for (const reading of ['none', 'done'] as const) expect(at(reading).needs.map((row) => [row.need, row.state.key])).toEqual([['paper', 'paper']]);
    const gone = columnsOf(board({ tablets: [tablet({ ...active(0, 'reading'), lastSeenAt: NOW - 2 * MIN })], mappen: [mappe({ tasks: [task({ state: 'paper', reading: 'running' })] })] }), NOW);
    expect(gone.atTablet.map((row) => row.state.key)).toEqual(['unreached']);
  });

  test('a call for help is named first, also where another paper of the Mappe is to be printed', () => {
    const [row] = columnsOf(board({ tablets: [tablet({ helpAt: NOW })], mappen: [mappe({ tasks: [task({ state: 'paper' }), task({ taskId: 'u', state: 'assigned' })] })] }), NOW).needs;
    expect(row).toMatchObject({ need: 'help', state: { key: 'help' } });
  });
  test('[inv S2] a loss that nobody has read stands among those who need someone, also of a tablet that is signed out, and rings', () => {
    const c = columnsOf(board({ mappen: [], tablets: [tablet({ mappeId: null, revokedAt: NOW, lostSubmissions: 0, loss: { isExact: false, since: NOW - MIN } })] }), NOW);
    expect(c.needs.map((row) => [row.key, row.need, row.since])).toEqual([['lost:a', 'lost', NOW - MIN]]);
    expect(alarmsOf(c)).toEqual(['lost:lost:a']);
  });
  test('a task that is safe on its tablet says so; one that waits there for a patient again is not being filled in', () => {
    expect(stateOfMappe(mappe({ tasks: [task({ isHeld: true })] }), tablet(active(0)), NOW)).toEqual({ key: 'submitted' });
    const { activity } = active(0);
    expect(stateOfMappe(mappe(), tablet({ activity: activity && { ...activity, screen: 'assigned' }, activityAt: NOW }), NOW)).toEqual({ key: 'assigned' });
  });
  test('what an ended task still says stays on the board', () => {
    expect(needOf(mappe({ tasks: [task({ state: 'cancelled', attention: 'late_submission' })] }), null, NOW)).toBe('attention');
  });
});

describe('words follow silence, not duration', () => {
  const long = mappe({ tasks: [task({ stateAt: NOW - 40 * MIN })] });
  test.each([
    ['forty minutes of writing are normal', tablet(active(30_000)), null],
    ['two silent minutes on a page to read are normal', tablet(active(5 * MIN, 'reading')), null],
    ['two silent minutes elsewhere are yellow', tablet(active(2 * MIN + 1)), 'quiet'],
    ['ten silent minutes are red, reading or not', tablet(active(10 * MIN + 1, 'reading')), 'stalled'],
    ['a signature unacknowledged for two minutes is red', tablet({ ...active(0), pending: 1, oldestPendingMs: 2 * MIN + 1 }), 'unsent'],
    ['no contact for a minute is quiet', tablet({ lastSeenAt: NOW - 2 * MIN }), null],
    ['no contact for a quarter of an hour with a Mappe is not', tablet({ lastSeenAt: NOW - 16 * MIN }), 'unreached'],
    ['an answered call for help is over', tablet({ ...active(0), helpAt: NOW - 2 * MIN, helpAnsweredAt: NOW - MIN }), null],
    ['a second call after the answer counts', tablet({ ...active(0), helpAt: NOW, helpAnsweredAt: NOW - MIN }), 'help'],
  ])('%s', (_title, seen, need) => expect(needOf(long, seen, NOW)).toBe(need));

  test('the words name page, signing, and the time of the last contact', () => {
    expect(stateOfMappe(mappe(), tablet(active(0)), NOW)).toEqual({ key: 'filling', page: 4, of: 9 });
    expect(stateOfMappe(mappe(), tablet(active(0, 'signing')), NOW)).toEqual({ key: 'signing' });
    expect(stateOfMappe(mappe(), tablet({ lastSeenAt: NOW - 20 * MIN }), NOW)).toEqual({ key: 'unreached', at: NOW - 20 * MIN, isLong: true });
    expect(stateOfTablet(tablet({ mappeId: null }), null, NOW)).toEqual({ key: 'free' });
  });
  test('alarms are help and red only', () => {
    const red = columnsOf(board({ tablets: [tablet({ helpAt: 7 })] }), NOW), yellow = columnsOf(board({ tablets: [tablet(active(3 * MIN))] }), NOW);
    expect(alarmsOf(red)).toEqual(['help:a:7']);
    expect(alarmsOf(yellow)).toEqual([]);
  });
});

test('free tablets: connected, empty, not signed out; most charge first, unknown charge last', () => {
  const tablets = [
    tablet({ tabletId: 'low', mappeId: null, battery: 0.2 }), tablet({ tabletId: 'unknown', mappeId: null, battery: null }), tablet({ tabletId: 'full', mappeId: null, battery: 0.9 }),
    tablet({ tabletId: 'busy' }), tablet({ tabletId: 'gone', mappeId: null, lastSeenAt: NOW - 2 * MIN }), tablet({ tabletId: 'out', mappeId: null, revokedAt: 1 }),
  ];
  expect(freeTablets(board({ tablets }), NOW).map((t) => t.tabletId)).toEqual(['full', 'low', 'unknown']);
});

test('[inv L2] the ledger: what nobody heard of for a minute first, then the oldest; nothing with an end', () => {
  const open = openTasksOf(board({ mappen: [
    mappe({ mappeId: 'new', tabletId: null, createdAt: NOW - MIN, tasks: [task({ taskId: 'b', state: 'paper' }), task({ taskId: 'x', state: 'filed' })] }),
    mappe({ mappeId: 'old', tabletId: null, createdAt: NOW - 9 * MIN, tasks: [task({ taskId: 'a', state: 'talk_pending' })] }),
    mappe({ mappeId: 'm', tasks: [task({ taskId: 'c', heardAt: NOW - 2 * MIN })] }),
  ] }), NOW);
  expect(open.map((one) => [one.task.taskId, one.missing, one.isUnheard])).toEqual([['c', 'word', true], ['a', 'talk', false], ['b', 'hand', false]]);
});

test('appointments of more than 45 minutes ago stand apart', () => {
  const at = (time: string) => ({ terminId: time, time, patid: time, name: '', geburtsdatum: '', zimmer: '', behandler: '', art: '' });
  const { next, earlier } = splitTermine([at('08:00'), at('08:55'), at('09:00'), at('10:00')], '09:41');
  expect([earlier, next].map((list) => list.map((t) => t.time))).toEqual([['08:00', '08:55'], ['09:00', '10:00']]);
});
