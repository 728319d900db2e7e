// Tests of billing proposals: allowed decisions, learned confidence, and the billing that includes
// a proposal.
import { describe, expect, it, test } from 'vitest';
import {
  filingAreaOf,
  mayDecide,
  lastDayOfFiling,
  lateFilingPeriod,
  learned,
  holdsProposal,
  isFiled,
  isOn,
  isOffered,
  isOftenRejected,
  isFilingPeriod,
  billingPeriodOf,
  type Filing,
} from './billing.ts';
import { PROPOSAL_STATES } from './proposal.ts';

describe('billing proposals', () => {
  it('arrived or expired proposals cannot be decided; taking back leads to new', () => {
    expect(PROPOSAL_STATES.filter((state) => mayDecide('vormerken', state))).toEqual(['NEU']);
    expect(PROPOSAL_STATES.filter((state) => mayDecide('ablehnen', state))).toEqual([
      'NEU',
      'VORGEMERKT',
    ]);
    expect(PROPOSAL_STATES.filter((state) => mayDecide('zuruecknehmen', state))).toEqual([
      'VORGEMERKT',
      'ABGELEHNT',
    ]);
  });
  it('confidence starts at the start value and follows the decisions', () => {
    expect([
      learned(0.8, 0, 0),
      learned(0.8, 10, 0),
      learned(0.8, 0, 10),
      learned(0.5, 990, 0),
    ]).toEqual([0.8, 0.9, 0.4, 0.995]);
    expect([isOffered(1, 8), isOffered(1, 9), isOffered(2, 8)]).toEqual([false, true, false]);
    expect([isOftenRejected(5, 5), isOftenRejected(4, 6), isOftenRejected(0, 9)]).toEqual([
      false,
      true,
      false,
    ]);
  });
  it("the start set enables certain checks and likely rules; the practice's setting overrides it", () => {
    expect([
      isOn({ konfidenz: 0.9 }, undefined),
      isOn({ konfidenz: 0.7 }, undefined),
      isOn({ konfidenz: 0.69 }, undefined),
      isOn({ konfidenz: 0.4 }, true),
      isOn({ konfidenz: 1 }, false),
    ]).toEqual([true, true, false, true, false]);
  });
  it('KCH is billed quarterly with IP and FU, ZE, PAR and KB monthly, private services never', () => {
    expect([
      filingAreaOf('BEMA', 'KCH'),
      filingAreaOf('BEMA', 'IPFU'),
      filingAreaOf('BEMA', 'PAR'),
      filingAreaOf('GOZ', 'ZE'),
      filingAreaOf('GOAE', 'KCH'),
      filingAreaOf('EIGEN', 'PZR'),
    ]).toEqual(['KCH', 'KCH', 'PAR', null, null, null]);
    expect([
      billingPeriodOf('KCH', '2026-01-01'),
      billingPeriodOf('KCH', '2026-12-31'),
      billingPeriodOf('KFO', '2026-04-30'),
      billingPeriodOf('ZE', '2026-04-30'),
    ]).toEqual(['2026-Q1', '2026-Q4', '2026-Q2', '2026-04']);
    expect([
      lastDayOfFiling('2026-Q1'),
      lastDayOfFiling('2024-02'),
      lastDayOfFiling('2026-Q4'),
    ]).toEqual(['2026-03-31', '2024-02-29', '2026-12-31']);
    expect([
      isFilingPeriod('KCH', '2026-Q5'),
      isFilingPeriod('KCH', '2026-04'),
      isFilingPeriod('ZE', '2026-13'),
      isFilingPeriod('ZE', '2026-Q1'),
      isFilingPeriod('KB', '2026-10'),
    ]).toEqual([false, false, false, false, true]);
  });
  it('a billing covers its own period, with earlier ones all before it, of its KZV and area', () => {
    const one: Filing = { kzv: 'be', bereich: 'KCH', zeitraum: '2026-Q2', mitFrueheren: false },
      all: Filing = { ...one, kzv: '', mitFrueheren: true };
    const days = ['2025-05-05', '2026-03-31', '2026-04-01', '2026-06-30', '2026-07-01'];
    expect(days.filter((day) => isFiled([one], 'be', 'KCH', day))).toEqual([
      '2026-04-01',
      '2026-06-30',
    ]);
    expect(days.filter((day) => isFiled([all], 'be', 'KCH', day))).toEqual(days.slice(0, 4));
    expect([
      isFiled([one], 'bb', 'KCH', '2026-04-01'),
      isFiled([one], '', 'KCH', '2026-04-01'),
      isFiled([one], 'be', 'PAR', '2026-04-01'),
    ]).toEqual([false, true, false]);
    expect([
      holdsProposal(one, 'KCH', '2026-Q2'),
      holdsProposal(one, 'KCH', '2026-Q1'),
      holdsProposal(all, 'KCH', '2026-Q1'),
      holdsProposal(all, 'KCH', '2026-Q3'),
      holdsProposal(all, 'ZE', '2026-04'),
    ]).toEqual([true, false, true, false, false]);
  });
});

test('a position of a submitted billing can be billed late with the current one, else the next', () => {
  expect(lateFilingPeriod('KCH', '2026-Q3', '2026-11-20')).toBe('2026-Q4');
  expect(lateFilingPeriod('KCH', '2026-Q4', '2026-12-30')).toBe('2027-Q1');
  expect(lateFilingPeriod('PAR', '2026-09', '2026-11-20')).toBe('2026-11');
  expect(lateFilingPeriod('PAR', '2026-12', '2026-12-20')).toBe('2027-01');
});
