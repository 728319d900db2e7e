// Tests of registration against scripted responses.

import { expect, it } from 'vitest';
import { CallError, type Call } from '../../shared/base/client.ts';
import { handClock } from './hand-clock.testing.ts';
import { register } from './registration.ts';

it('[X5] [X6] registration distinguishes a wrong code from a refusal, and shows the number meanwhile', async () => {
  const run = async (answers: (path: string) => unknown) => {
    const { clock, pass } = handClock();
    const numbers: string[] = [];
    const end = register(
      'ABCDEFGHJK',
      {
        call: (async (path: string) => answers(path)) as Call,
        clock,
        setAuth: () => undefined,
        keys: async () => ({ signKey: {}, sealKey: {} }),
        gate: async () => ({
          secure: 'ok',
          storage: 'ok',
          offline: 'ok',
          push: 'ok',
          lock: 'unknown',
        }),
        userAgent: 'x',
        onNumber: (n) => numbers.push(n),
      },
      new AbortController().signal,
    );
    for (let i = 0; i < 4; i++) await pass(2_000);
    return { how: (await end).how, numbers };
  };
  const place = { r4chost: 'h', r4cUuid: 'u', baseUrl: '' },
    pending = { pendingId: 'p', pendingSecret: 's', number: '4712', expiresAt: 1 };
  expect(
    await run(() => {
      throw new CallError(404, 'not_found', '');
    }),
  ).toEqual({ how: 'invalid', numbers: [] });
  let polls = 0;
  expect(
    await run((path) => {
      if (path.includes('resolve')) return place;
      if (path.endsWith('/registration')) return pending;
      if (++polls === 1) throw new CallError(0, 'network', '');
      return polls === 2 ? { state: 'waiting' } : { state: 'refused' };
    }),
  ).toEqual({ how: 'refused', numbers: ['4712'] });
  expect(
    (
      await run((path) => {
        if (path.includes('resolve')) return place;
        if (path.endsWith('/registration')) return pending;
        throw new CallError(409, 'registration_failed', '');
      })
    ).how,
  ).toBe('failed');
  expect(
    (
      await run((path) => {
        if (path.includes('resolve')) return place;
        throw new CallError(403, 'https_required', '');
      })
    ).how,
  ).toBe('insecure');
});
