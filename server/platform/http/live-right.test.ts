// Tests that a live stream ends soon after the right to it: at a sign-out, a lock, a revocation or
// another role; and that a database that cannot be read ends no stream.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { Actor, Workshop } from '../work.ts';
import { createFrame } from './frame.ts';
import { createLog } from './log.ts';
import { route } from './route.ts';

const signedIn = (role: 'reception' | 'staff'): Actor => ({
  kind: 'user',
  ip: '',
  userId: 'u1',
  cid: 'p1',
  role,
  behandler: false,
  name: 'Özlem Yıldız',
  sessionId: 's1',
  stepUpUntil: 0,
});
let resolve: () => Promise<Actor | undefined>, hasEnded: boolean;

/** Opens a stream of the board; its end sets `hasEnded`. */
async function open(): Promise<void> {
  const frame = createFrame({
    workshop: { look: () => ({}) } as unknown as Workshop,
    now: () => 0,
    newId: () => 'request-1',
    publicUrl: undefined,
    log: createLog({ level: 'silent' }),
    resolveActor: () => resolve(),
    grantOf: () => Promise.resolve(undefined),
    r4cOf: () => Promise.resolve(undefined),
  });
  const live = {
    method: 'get',
    path: '/planted',
    policy: 'board.read',
    summary: 'planted',
  } as const;
  frame.mount('', [
    route({ ...live, answerType: 'text/event-stream' }, () =>
      Promise.resolve({
        stream: async (sink) => {
          await sink.closed;
        },
      }),
    ),
  ]);
  const answer = await frame.app.fetch(
    new Request('http://127.0.0.1/planted', {
      headers: { authorization: `Bearer ${'x'.repeat(30)}` },
    }),
  );
  expect(answer.status).toBe(200);
  void answer.text().then(() => {
    hasEnded = true;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  hasEnded = false;
  resolve = () => Promise.resolve(signedIn('reception'));
});
afterEach(() => {
  vi.useRealTimers();
});

test('a stream stays open as long as its session', async () => {
  await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hasEnded).toBe(false);
});
test.each<[string, () => Promise<Actor | undefined>]>([
  ['a sign-out', () => Promise.resolve(undefined)],
  ['a lock', () => Promise.reject(new AppError('session_locked'))],
  ['a revocation', () => Promise.reject(new AppError('tablet_revoked'))],
  ['another role', () => Promise.resolve(signedIn('staff'))],
])('%s ends the stream within five seconds', async (_what, next) => {
  await open();
  resolve = next;
  await vi.advanceTimersByTimeAsync(5000);
  expect(hasEnded).toBe(true);
});
test('a database that cannot be read ends no stream', async () => {
  await open();
  resolve = () => Promise.reject(new AppError('unavailable'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hasEnded).toBe(false);
});
