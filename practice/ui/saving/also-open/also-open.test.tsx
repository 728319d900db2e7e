// Tests of the line that says who else has a draft open: other users, the own second window, the
// end, and what this window says of itself.

import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  EDITING_BEAT_MS,
  type DraftName,
  type DraftWindow,
} from '../../../../shared/exchange/editing.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../stage.fixture.tsx';
import { AlsoOpen } from './AlsoOpen.tsx';
import { useAlsoOpen } from './use-also-open.ts';
import texts from './texts.de.json';

const live = vi.hoisted(() => ({
  listeners: new Set<{
    onEditing: (event: object) => void;
    onState: (isLive: boolean) => void;
  }>(),
}));
vi.mock('../../../live.ts', () => ({
  followEditing: (listener: Parameters<typeof live.listeners.add>[0]) => {
    live.listeners.add(listener);
    return () => live.listeners.delete(listener);
  },
}));

const draft: DraftName = { kind: 'text', id: 'foto@2' },
  hanna: DraftWindow = { windowId: 'h', userId: 'hanna', name: 'Hanna Kühn' };
let others: DraftWindow[];
beforeEach(() => {
  others = [];
  signInAs('owner', { id: 'me' });
});
afterEach(() => {
  // The word of the end goes to the fake server.
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'visibilityState');
});
interface Word {
  draft: DraftName;
  windowId: string;
  isOpen: boolean;
}
const ownOf = ({ windowId }: Word): DraftWindow => ({ windowId, userId: 'me', name: 'Ich' });
const Editor = ({ of }: { of: DraftName | null }) => <AlsoOpen windows={useAlsoOpen(of)} />;
async function open(of: DraftName | null = draft) {
  const sent = fakeServer(({ body }) => ({
      body: { windows: [ownOf(body as Word), ...others] },
    })),
    { unmount } = await stage(<Editor of={of} />, { 'auch-offen': texts });
  return { sent, unmount };
}
const line = (): string | null => screen.getByRole('status').textContent,
  wordsOf = (sent: Sent[]): Word[] =>
    sent.filter(({ path }) => path === '/editing').map(({ body }) => body as Word),
  hear = (windows: DraftWindow[], of: DraftName = draft): void =>
    act(() => {
      for (const one of live.listeners) one.onEditing({ kind: 'editing', draft: of, windows });
    });

test('another user is named in a polite region, and goes away', async () => {
  const { sent } = await open();
  await waitFor(() => expect(sent).toHaveLength(1));
  const own = ownOf(wordsOf(sent)[0]!);
  expect(line()).toBe('');
  hear([own, hanna]);
  expect(line()).toBe('Auch offen: Hanna Kühn');
  // Of another draft.
  hear([own], { kind: 'form', id: draft.id });
  expect(line()).toBe('Auch offen: Hanna Kühn');
  hear([own]);
  expect(line()).toBe('');
});
test('who opened it earlier is named by the answer to the first word', async () => {
  others = [hanna, { ...hanna, windowId: 'h2' }];
  await open();
  await waitFor(() => expect(line()).toBe('Auch offen: Hanna Kühn'));
});
test('the own second window is named as such, after the others', async () => {
  others = [{ windowId: 'x', userId: 'me', name: 'Ich' }, hanna];
  await open();
  await waitFor(() => expect(line()).toBe('Auch offen: Hanna Kühn, in einem anderen Fenster'));
});
test('the window repeats its word, says it again after a lost connection, and says its end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent, unmount } = await open();
  await waitFor(() => expect(sent).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(EDITING_BEAT_MS);
  await waitFor(() => expect(sent).toHaveLength(2));
  act(() => {
    for (const one of live.listeners) one.onState(true);
  });
  await waitFor(() => expect(sent).toHaveLength(3));
  unmount();
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(wordsOf(sent).map(({ isOpen }) => isOpen)).toEqual([true, true, true, false]);
  expect(new Set(wordsOf(sent).map(({ windowId }) => windowId)).size).toBe(1);
  expect(live.listeners.size).toBe(0);
});
test('a window whose clock the browser slowed says nothing until it is seen again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = await open(),
    look = (state: 'hidden' | 'visible'): void => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
  await waitFor(() => expect(sent).toHaveLength(1));
  look('hidden');
  const later = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await vi.advanceTimersByTimeAsync(EDITING_BEAT_MS);
  expect(sent).toHaveLength(1);
  look('visible');
  await waitFor(() => expect(sent).toHaveLength(2));
});
test('without a draft no word is sent', async () => {
  const { sent } = await open(null);
  expect(line()).toBe('');
  expect(sent).toEqual([]);
});
