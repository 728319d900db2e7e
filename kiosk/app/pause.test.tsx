/**
 * Tests of the bar over a whole visit: „Pause“ is next to „Beenden“ on every page that has it, and
 * absent only where a visit cannot be continued later.
 */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { screenOf } from '../session/screen.ts';
import type { ScreenName, SessionEvent, TaskRef } from '../session/session.types.ts';
import { tablet as walk, task } from '../session/walk.testing.ts';
import { startTexts } from './i18n.ts';
import { taskBar } from './screens/taskBar.tsx';
import type { Tablet } from './tablet.ts';

beforeAll(async () => {
  await startTexts('de');
  // Loads the texts of a run.
  await import('./screens/TaskScreens.tsx');
});
afterEach(cleanup);

type Walk = ReturnType<typeof walk>;
interface Bar {
  names: string[];
  hasPause: boolean;
  hasEnd: boolean;
}

/** Draws the bar of the present page and returns its buttons in their order. */
function barOf(t: Walk, isGuest = false): Bar {
  const snapshot = t.actor.getSnapshot(),
    tablet = { actor: t.actor, isGuest, parts: {} } as unknown as Tablet;
  const { container } = render(
    <>
      {taskBar({
        tablet,
        snapshot,
        language: 'de',
        answers: null,
        isKnown: snapshot.context.isPersonKnown && snapshot.matches({ flow: 'visit' }),
        plain: undefined,
        canHandOver: null,
        onHandOver: () => undefined,
        handOverLabel: '',
        languages: ['de', 'en'],
      })}
    </>,
  );
  const names = [...container.querySelectorAll('.k-header__actions button')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent ?? '',
  );
  cleanup();
  return { names, hasPause: names.includes('Pause'), hasEnd: names.includes('Beenden') };
}

const READ: SessionEvent = { type: 'READ', choice: 'none' };
/** Visits that together meet every page of a run. */
const VISITS: { task: Partial<TaskRef>; way: SessionEvent[] }[] = [
  { task: {}, way: [{ type: 'NEXT' }, READ, { type: 'NEXT' }, { type: 'NEXT' }] },
  { task: {}, way: [{ type: 'NEXT' }, { type: 'READ', choice: 'declined' }] },
  { task: { talk: 'open' }, way: [{ type: 'NEXT' }, READ] },
  { task: { isPaper: true }, way: [{ type: 'NEXT' }, READ] },
  { task: { kind: 'notice', declarations: 0, signers: 0 }, way: [{ type: 'NEXT' }] },
  {
    task: { kind: 'questionnaire', declarations: 0 },
    way: [{ type: 'NEXT' }, { type: 'ANSWERED' }],
  },
];

/** Goes through the visits and returns the bar of each page. */
async function everyBar(isBlank = false, isGuest = false): Promise<Map<ScreenName, Bar[]>> {
  const bars = new Map<ScreenName, Bar[]>();
  for (const visit of VISITS) {
    const t = walk({ queue: [task({ ...visit.task, ...(isBlank && { isBlank: true }) })] });
    const note = (): void => {
      const name = screenOf(t.actor.getSnapshot());
      bars.set(name, [...(bars.get(name) ?? []), barOf(t, isGuest)]);
    };
    await act(async () => void (await t.send({ type: 'BEGIN' })));
    note();
    await act(async () => void (await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })));
    note();
    for (const event of visit.way) {
      await act(async () => void (await t.send(event)));
      note();
    }
  }
  return bars;
}

it('„Pause“ is directly before „Beenden“ on every page of a visit that can be continued', async () => {
  const bars = await everyBar(),
    open: ScreenName[] = [
      'comfort',
      'reading',
      'declarations',
      'summary',
      'signing',
      'declining',
      'paper',
    ];
  expect([...bars.keys()]).toEqual(expect.arrayContaining([...open, 'person', 'noted']));
  for (const [screen, seen] of bars)
    for (const { names, hasPause, hasEnd } of seen) {
      expect([screen, hasPause, hasEnd]).toEqual([
        screen,
        open.includes(screen),
        open.includes(screen),
      ]);
      if (hasPause) expect(names.indexOf('Beenden')).toBe(names.indexOf('Pause') + 1);
    }
});

it.each([
  ['a blank form', true, false],
  ['a private phone', false, true],
])('%s ends without a pause: nothing of it could be continued at reception', async (_, ...how) => {
  const bars = [...(await everyBar(...how)).values()].flat();
  expect(bars.some((one) => one.hasEnd)).toBe(true);
  expect(bars.filter((one) => one.hasPause)).toEqual([]);
});
