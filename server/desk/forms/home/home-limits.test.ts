// Tests of the rate limits of public calls.

import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../../tests/support/stores.ts';
import { limitRows } from '../../../accounts/account-store/store-limits.ts';
import { createLimits } from '../../../platform/limits/limits.ts';
import { homeLimits } from './home-limits.ts';

describe('rate limits of public calls', () => {
  it('wrong links and hand-ins are counted by address and by link, and limits expire', async () => {
    const { store, drop } = await openTestStore('sqlite'),
      limits = homeLimits(createLimits(limitRows(store))),
      full = (asked: Promise<void>) => expect(asked).rejects.toThrow('rate_limited');
    for (let i = 0; i < 60; i++) await limits.takeWrong('192.0.2.1', 0);
    await full(limits.takeWrong('192.0.2.1', 1));
    await limits.takeWrong('192.0.2.2', 1);
    await limits.takeWrong('192.0.2.1', 600_000);
    for (let i = 0; i < 60; i++) await limits.handIn('192.0.2.3', 'a', 0);
    await full(limits.handIn('192.0.2.3', 'b', 1));
    for (let i = 0; i < 240; i++) await limits.handIn(`192.0.2.${10 + (i % 200)}`, 'a', 0);
    await full(limits.handIn('198.51.100.1', 'a', 1));
    await limits.handIn('198.51.100.1', 'a', 86_400_000);
    await drop();
  });
});
