// Tests of the automatic lock: after the practice's minutes without input in any window, not
// before.

import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptSession, clearSession, currentSession } from '../../session.ts';
import { errorAnswer, fakeServer } from '../../ui/stage.fixture.tsx';
import { call } from '../../api.ts';
import { useAutoLock } from './use-auto-lock.ts';

const MINUTE = 60_000;
const enter = (): void =>
  acceptSession({
    authToken: 'one',
    expiresAt: Date.now() + 900_000,
    r4chost: 'http://localhost',
    r4cUuid: 'r',
    praxis: { name: 'Praxis' },
    account: { factorNeed: 'no', lockMinutes: 2 },
    user: {
      id: 'u',
      cid: 'c',
      email: 'a@b.de',
      firstName: 'A',
      lastname: 'B',
      role: 'reception',
      behandler: false,
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
});

test('[sec 9] two minutes without input lock the workstation, and it sends no further request', async () => {
  const sent = fakeServer(() => ({ status: 204 }));
  enter();
  renderHook(() => useAutoLock());
  await act(() => vi.advanceTimersByTimeAsync(MINUTE + 55_000));
  expect(currentSession().status).toBe('in');
  fireEvent.keyDown(window, { key: 'a' });
  await act(() => vi.advanceTimersByTimeAsync(MINUTE + 55_000));
  expect(currentSession().status).toBe('in');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(currentSession().status).toBe('locked');
  expect(sent.filter((one) => one.path === '/auth/lock')).toHaveLength(1);
  await expect(call('/api/settings')).rejects.toMatchObject({ code: 'session_locked' });
  expect(sent.filter((one) => one.path === '/api/settings')).toHaveLength(0);
});

test('[sec 9] input in another window of the same browser keeps this one unlocked', async () => {
  fakeServer(() => ({ status: 204 }));
  enter();
  renderHook(() => useAutoLock());
  await act(() => vi.advanceTimersByTimeAsync(MINUTE + 55_000));
  localStorage.setItem('practice.lastTouch', String(Date.now()));
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  expect(currentSession().status).toBe('in');
});

test('[sec 9] a call to a locked session shows the lock instead of the sign-in', async () => {
  fakeServer(() => errorAnswer(423, 'session_locked'));
  enter();
  await expect(call('/api/settings')).rejects.toMatchObject({ code: 'session_locked' });
  expect(currentSession()).toMatchObject({ status: 'locked', user: { id: 'u' } });
});
