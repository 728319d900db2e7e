/**
 * Tests of the change from one person to the next: no dialog, typed letter or choice of one run is
 * left in the next one, whichever dialog was open and however the run ended.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tablet as walk, task } from '../session/walk.testing.ts';
import type { SessionEvent } from '../session/session.types.ts';
import { forgetPress } from '../ui/press.ts';
import { startTexts } from './i18n.ts';
import { RunningTablet } from './RunningTablet.tsx';
import { createView } from './running/view.ts';
import type { Tablet } from './tablet.ts';

// The address bar is not part of this test; the package brings a React of its own here.
vi.mock('wouter/use-browser-location', () => ({
  useBrowserLocation: () => ['/', () => undefined],
}));

beforeAll(async () => {
  await startTexts('de');
  await Promise.all([import('./screens/TaskScreens.tsx'), import('./screens/Overlays.tsx')]);
});
beforeEach(() => forgetPress());
afterEach(cleanup);

const FIRST = task({ language: 'de', textScale: 100 }),
  SECOND = task({ taskId: 't2', mappeId: 'm2', language: 'de', textScale: 100 });
const settled = () => act(() => new Promise((done) => setTimeout(done, 0)));

/** A tablet on screen with the first person in the papers. */
async function show({ queue } = { queue: [FIRST] }) {
  const t = walk({ queue }),
    view = createView();
  view.show({ config: { praxis: { name: 'P', phone: '' }, languages: ['de', 'tr'] } as never });
  const parts = {
    answers: { get: () => null, subscribe: () => () => undefined },
    device: { get: () => ({ exceptions: [] }) },
    drafts: { flush: () => Promise.resolve() },
    note: () => undefined,
    clock: { now: () => 0, mono: () => 0 },
  };
  render(
    <RunningTablet tablet={{ actor: t.actor, view, parts, isGuest: false } as unknown as Tablet} />,
  );
  const send = async (...events: SessionEvent[]): Promise<void> => {
    await act(async () => {
      await t.send(...events);
    });
    await settled();
  };
  const press = async (name: string): Promise<void> => {
    forgetPress();
    // The header is first; the page below may offer the same choice.
    const [first] = await screen.findAllByRole('button', { name });
    fireEvent.click(first!);
    await settled();
  };
  await act(async () => {
    await t.toTask();
  });
  await screen.findByRole('button', { name: 'Hilfe' });
  const pass = async (ms: number): Promise<void> => {
    act(() => t.pass(ms));
    await settled();
  };
  return { t, send, press, pass };
}
const dialogs = (): (string | null)[] =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].map(
    (one) => one.textContent,
  );

type Shown = Awaited<ReturnType<typeof show>>;
const DIALOGS: Record<string, (s: Shown) => Promise<void>> = {
  help: (s) => s.press('Hilfe'),
  'text size': (s) => s.press('A, Schriftgröße'),
  language: (s) => s.press('Deutsch'),
  pause: (s) => s.press('Pause'),
  end: (s) => s.press('Beenden'),
  restart: async (s) => {
    await s.press('Beenden');
    await s.press('Dieses Blatt von vorn beginnen');
  },
  cancel: async (s) => {
    await s.press('Beenden');
    await s.press('Vorgang abbrechen');
  },
  'staff PIN': (s) => s.send({ type: 'STAFF_OPENED' }),
  'idle cover': (s) => s.pass(125_000),
};
const ENDS: Record<string, (s: Shown) => Promise<void>> = {
  'is withdrawn': async (s) => {
    await s.send({ type: 'INBOX', queue: [] });
    await s.pass(15_000);
  },
  'is paused': async (s) => {
    await s.send({ type: 'PAUSE' });
    await s.pass(15_000);
  },
};

describe.each(Object.keys(DIALOGS))('with the dialog of %s open', (name) => {
  it.each(Object.keys(ENDS))('a run that %s leaves nothing to the next person', async (end) => {
    const s = await show();
    await DIALOGS[name]!(s);
    expect(dialogs()).toHaveLength(1);
    await ENDS[end]!(s);
    await s.send({ type: 'INBOX', queue: [SECOND] });
    expect([s.t.screen(), dialogs()]).toEqual(['assigned', []]);
    await s.send({ type: 'BEGIN' });
    expect([s.t.screen(), dialogs()]).toEqual(['person', []]);
  });
});

it('a call on the thank-you page is no message to the next person', async () => {
  const s = await show();
  await s.send(
    { type: 'NEXT' },
    { type: 'READ', choice: 'none' },
    { type: 'NEXT' },
    { type: 'NEXT' },
    { type: 'PATIENT_SIGNED' },
  );
  expect(s.t.screen()).toBe('thanks');
  await s.press('Mir ist noch etwas eingefallen');
  expect([dialogs().length, s.t.seen.helps]).toEqual([1, 1]);
  await s.pass(20_000);
  expect([s.t.screen(), dialogs()]).toEqual(['waiting', []]);
});

it('Hilfe on the next paper names who corrects a paper that is handed in, and not in the next run', async () => {
  const CORRECT = /^Ihre Antworten sind abgegeben\. Was fehlt oder nicht stimmt/,
    s = await show({ queue: [FIRST, { ...FIRST, taskId: 't3' }] });
  await s.press('Hilfe');
  expect(screen.queryByText(CORRECT)).toBeNull();
  await s.press('Weitermachen');
  await s.send(
    { type: 'NEXT' },
    { type: 'READ', choice: 'none' },
    { type: 'NEXT' },
    { type: 'NEXT' },
    { type: 'PATIENT_SIGNED' },
  );
  await s.press('Hilfe');
  expect([s.t.screen(), screen.queryByText(CORRECT) !== null]).toEqual(['reading', true]);
  await s.press('Weitermachen');
  await s.send({ type: 'PAUSE' });
  await s.pass(15_000);
  await s.send({ type: 'INBOX', queue: [SECOND] }, { type: 'BEGIN' });
  await s.press('Hilfe');
  expect(screen.queryByText(CORRECT)).toBeNull();
});

it('digits typed at the person check are gone for the next person, also of the same Mappe', async () => {
  const s = await show();
  await s.send({ type: 'HIDDEN_TOO_LONG' });
  const day = () => screen.getByLabelText<HTMLInputElement>('Tag');
  fireEvent.change(day(), { target: { value: '12' } });
  expect(day().value).toBe('12');
  await s.send({ type: 'PERSON_WRONG' });
  await s.pass(15_000);
  await s.send({ type: 'INBOX', queue: [{ ...FIRST, taskRev: 2 }] }, { type: 'BEGIN' });
  expect([s.t.screen(), day().value]).toEqual(['person', '']);
});
