/** Tests of registration codes and of the limit on wrong ones. */
import { describe, expect, it } from 'vitest';
import { CODE_SYMBOLS } from '../../../shared/desk/tablet.ts';
import { START } from '../sync/testing.ts';
import { newCode } from './secrets.ts';
import { createWrongCodes } from './wrong-codes.ts';

describe('codes', () => {
  it('have ten unambiguous symbols, and each symbol occurs', () => {
    const codes = Array.from({ length: 300 }, newCode);
    expect(new Set(codes).size).toBe(300);
    expect([...new Set(codes.join(''))].sort().join('')).toBe([...CODE_SYMBOLS].sort().join(''));
  });
  it('[sec B65] five wrong ones per address and hour, then 429', () => {
    const wrong = createWrongCodes();
    for (let i = 0; i < 5; i++) wrong.reserve('a', START + i);
    expect(() => wrong.reserve('a', START + 9)).toThrow('rate_limited');
    wrong.reserve('b', START);
    wrong.reserve('a', START + 3_600_001);
    for (let i = 0; i < 50; i++) {
      wrong.reserve('c', START);
      wrong.release('c');
    }
  });
});
