// Tests of the status poll against scripted responses.

import { expect, it } from 'vitest';
import type { Call } from '../../shared/base/client.ts';
import { handClock, settle } from './hand-clock.testing.ts';
import { pollStatus } from './status.ts';

it('[U4] the status poll reports only a changed response', async () => {
  const { clock, pass } = handClock();
  let build = 'a',
    changes = 0;
  const stop = pollStatus({
    call: (async () => ({ version: '1', build, environment: 'dev' })) as Call,
    clock,
    onChange: () => {
      changes++;
    },
  });
  await settle();
  await pass(300_000);
  expect(changes).toBe(0);
  build = 'b';
  await pass(300_000);
  expect(changes).toBe(1);
  stop();
});
