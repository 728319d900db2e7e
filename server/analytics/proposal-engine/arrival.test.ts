// Tests of what becomes of a noted proposal: another spelling or another position of the same work
// ends it, and a corrected tooth replaces it.
import { expect, test } from 'vitest';
import type { Finding } from '../../../shared/analytics/billing/proposal.ts';
import { snapshotOf, tag, type Row } from '../../../tests/support/rule-practice.ts';
import { enteredInstead, hasArrived, isMoved } from './arrival.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

const DAY = '2026-03-02',
  finding = (nr: string, zahn: string): Finding => ({
    regel: 'F02',
    regelVersion: 1,
    art: 'VERGESSEN',
    patid: 'P1',
    tag: DAY,
    zahn,
    behandler: 'B1',
    system: 'BEMA',
    nr,
    menge: 1,
    punkte: 8,
    cents: 1000,
    konfidenz: 0.7,
    belege: [],
    gegen: [],
  }),
  proposalsOf = (rows: readonly Row[], firing: readonly Finding[] = []): ProposalSnapshot =>
    ({
      state: { snapshot: snapshotOf({}, rows) },
      findings: new Map([[0, firing]]),
      ruleSet: { enabled: new Set(['F02']) },
    }) as unknown as ProposalSnapshot;

test('the position arrives in the words of a program', () => {
  const v = proposalsOf(tag(DAY, 'B:13b 26 od', 'B:bMF 26'));
  expect(hasArrived(v, 0, finding('12', '26'), false)).toBe(true);
  expect(hasArrived(v, 0, finding('12', '36'), false)).toBe(false);
  expect(hasArrived(v, 0, finding('12', '26'), true)).toBe(false);
});
test('another position of the same work ends the proposal and is named', () => {
  const v = proposalsOf(tag(DAY, 'B:13b 36 od', 'B:41a 36'));
  expect(enteredInstead(v, 0, finding('40', '36'), false)).toEqual({ system: 'BEMA', nr: '41a' });
  expect(enteredInstead(v, 0, finding('40', '36'), true)).toBeNull();
  expect(enteredInstead(v, 0, finding('40', '16'), false)).toBeNull();
  expect(enteredInstead(v, 0, finding('106', '36'), false)).toBeNull();
  const basis = { ...finding('40', '36'), belege: [{ was: 'heute', system: 'BEMA', nr: '41a' }] };
  expect(enteredInstead(v, 0, basis as unknown as Finding, false)).toBeNull();
});
test('a noted proposal is replaced once the practice corrected the tooth', () => {
  const noted = finding('40', '31'),
    now = finding('40', '32');
  expect(isMoved(proposalsOf(tag(DAY, 'B:13b 32 od'), [now]), 0, noted)).toBe(true);
  expect(isMoved(proposalsOf(tag(DAY, 'B:13b 31 od', 'B:13b 32 od'), [now]), 0, noted)).toBe(false);
  expect(isMoved(proposalsOf(tag(DAY, 'B:13b 32 od')), 0, noted)).toBe(false);
});
