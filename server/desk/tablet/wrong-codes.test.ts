/** Tests of registration codes. */
import { describe, expect, it } from 'vitest';
import { CODE_SYMBOLS } from '../../../shared/desk/tablet.ts';
import { newCode } from './secrets.ts';

describe('codes', () => {
  it('have ten unambiguous symbols, and each symbol occurs', () => {
    const codes = Array.from({ length: 300 }, newCode);
    expect(new Set(codes).size).toBe(300);
    expect([...new Set(codes.join(''))].sort().join('')).toBe([...CODE_SYMBOLS].sort().join(''));
  });
});
