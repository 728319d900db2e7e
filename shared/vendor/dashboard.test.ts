// The vendor's figures: each counts the rows it shows, at its limits.

import { expect, test } from 'vitest';
import { DAY_MS } from '../base/day-math.ts';
import {
  FIGURES,
  figureRows,
  figureValue,
  GROUP_OF,
  lastMonths,
  type DashboardSources,
  type Figure,
} from './dashboard.ts';

const NOW = Date.UTC(2026, 10, 20, 9),
  contract = (cid: string, change: Partial<DashboardSources['contracts'][number]> = {}) => ({
    cid,
    plan: 'praxis' as const,
    startedAt: NOW - 100 * DAY_MS,
    periodEnd: NOW + 10 * DAY_MS,
    isEnding: false,
    endedAt: null,
    openSince: null,
    ...change,
  }),
  invoice = (number: string, issuedOn: string, kind: 'invoice' | 'cancellation' = 'invoice') => ({
    tenant: 'a',
    number,
    at: Date.parse(issuedOn),
    facts: {
      kind,
      issuedOn,
      lines: [{ name: 'Tarif', quantity: 1, unitCents: 14_900, from: '', to: '' }],
      allowance: { reason: 'Gutschein', cents: 900 },
      vatPercent: 19,
      prepaidCents: 0,
    },
  });
const SOURCES: DashboardSources = {
  practices: [
    { cid: 'a', name: 'Praxis A', createdAt: NOW - 200 * DAY_MS },
    { cid: 'b', name: 'Praxis B', createdAt: NOW - 30 * DAY_MS },
    { cid: 'c', name: 'Praxis C', createdAt: NOW - 30 * DAY_MS + 1 },
    { cid: 'd', name: 'Praxis D', createdAt: NOW - 5 * DAY_MS },
  ],
  contracts: [
    contract('a', { openSince: NOW - DAY_MS, isEnding: true }),
    contract('d', { endedAt: NOW - DAY_MS }),
    contract('gone', { endedAt: NOW - 365 * DAY_MS }),
    // Never begun: a customer at the provider only.
    contract('b', { startedAt: null }),
  ],
  spans: [
    {
      cid: 'a',
      plan: 'praxis',
      netCents: 14_900,
      fromAt: NOW - 100 * DAY_MS,
      untilAt: NOW - 10 * DAY_MS,
    },
    { cid: 'a', plan: 'praxisPlus', netCents: 19_900, fromAt: NOW - 10 * DAY_MS, untilAt: null },
    {
      cid: 'd',
      plan: 'praxis',
      netCents: null,
      fromAt: NOW - 100 * DAY_MS,
      untilAt: NOW - DAY_MS,
    },
  ],
  receivables: [
    {
      cid: 'a',
      id: 'in_1',
      number: 'M-1',
      at: NOW,
      status: 'open',
      isAttempted: true,
      isProcessing: false,
      totalCents: 17_731,
      disputedCents: 0,
      recoveredCents: 0,
    },
    {
      cid: 'a',
      id: 'in_2',
      number: null,
      at: NOW,
      status: 'open',
      isAttempted: true,
      isProcessing: true,
      totalCents: 500,
      disputedCents: 0,
      recoveredCents: 0,
    },
  ],
  documents: [
    invoice('RE-2026-00001', '2026-10-31'),
    invoice('RE-2026-00002', '2026-11-01'),
    invoice('RE-2026-00003', '2026-11-02', 'cancellation'),
    invoice('RE-2026-00004', '2026-11-30'),
  ],
  tickets: [
    { cid: 'a', id: 't1', helpdeskid: 'T-26-1', openedAt: NOW, isSolved: false },
    { cid: 'a', id: 't2', helpdeskid: 'T-26-2', openedAt: NOW, isSolved: true },
  ],
  signs: new Map([
    ['a', NOW],
    ['b', NOW - 7 * DAY_MS],
  ]),
  faults: new Map([['c', NOW]]),
};
const cids = (figure: Figure, month = '2026-11'): string[] =>
  figureRows(figure, SOURCES, month, NOW).map(({ cid }) => cid);

test('practices are on trial for thirty days, then without a contract; an ended contract is one, too', () => {
  expect(cids('practices').sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(cids('contracts')).toEqual(['a']);
  expect(cids('trials')).toEqual(['c']);
  expect(cids('without').sort()).toEqual(['b', 'd']);
  expect(cids('ending')).toEqual(['a']);
});
test('contracts and their price are those at the end of the month, or of now', () => {
  const of = (month: string): unknown[] => {
    const rows = figureRows('monthly', SOURCES, month, NOW);
    return [cids('contracts', month).sort(), figureValue('monthly', rows)];
  };
  expect(of('2026-11')).toEqual([['a'], 19_900]);
  // The price of one is unknown: it counts as a contract, and adds nothing.
  expect(of('2026-10')).toEqual([['a', 'd'], 14_900]);
  expect(of('2026-07')).toEqual([[], 0]);
});
test('a year after its end a contract is no longer churn; rows of removed practices have their cid', () => {
  expect(cids('churned')).toEqual(['d']);
  const later = figureRows('churned', SOURCES, '2026-11', NOW - DAY_MS);
  expect(later.map(({ practice }) => practice)).toEqual(['Praxis D', 'gone']);
});
test('the net sum of a month takes cancellations off, and the value is the sum of the rows', () => {
  const rows = figureRows('invoiced', SOURCES, '2026-11', NOW);
  expect(rows.map(({ label, cents }) => [label, cents])).toEqual([
    ['RE-2026-00004', 14_000],
    ['RE-2026-00003', -14_000],
    ['RE-2026-00002', 14_000],
  ]);
  expect(figureValue('invoiced', rows)).toBe(14_000);
});
test('a debit under way is not owed; requests, faults and activity lead on', () => {
  const owed = figureRows('owed', SOURCES, '2026-11', NOW);
  expect([owed.length, figureValue('owed', owed)]).toEqual([1, 17_731]);
  expect(cids('dunned')).toEqual(['a']);
  expect(cids('active')).toEqual(['a']);
  expect(figureRows('tickets', SOURCES, '2026-11', NOW).map(({ to }) => to)).toEqual([
    '/betrieb/anfragen/a/t1',
  ]);
  expect(figureRows('faults', SOURCES, '2026-11', NOW)[0]?.to).toBe('/betrieb/zustand?zeile=c');
});
test('new practices are of the chosen month in Berlin', () => {
  expect(cids('joined')).toEqual(['d']);
  expect(cids('joined', '2026-10').sort()).toEqual(['b', 'c']);
});
test('the last twelve months end with the present one; every figure has a group', () => {
  const months = lastMonths(Date.UTC(2026, 1, 1));
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-03', '2026-02']);
  // 23:30 UTC is the next month in Berlin.
  expect(lastMonths(Date.UTC(2026, 11, 31, 23, 30), 1)).toEqual(['2027-01']);
  expect(Object.keys(GROUP_OF)).toEqual([...FIGURES]);
});
