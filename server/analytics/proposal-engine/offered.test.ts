/** Visits of one window: which of them offers the position, by the decisions about the others. */
import { describe, expect, test } from 'vitest';
import type { Candidate, Finding } from '../../../shared/analytics/billing/proposal.ts';
import { isOffered } from './offered.ts';
import { itemOf } from './places.ts';

const finding = (tag: string, reihe?: Finding['reihe']): Finding => ({
  regel: 'D02',
  regelVersion: 1,
  art: 'VERGESSEN',
  patid: 'P1',
  tag,
  zahn: '',
  behandler: '',
  system: 'BEMA',
  nr: '01',
  menge: 1,
  punkte: 18,
  cents: 2304,
  konfidenz: 0.7,
  belege: [],
  gegen: [],
  ...(reihe && { reihe }),
});
const first = finding('2026-02-02', { zuvor: [], wartet: false }),
  second = finding('2026-02-16', { zuvor: [first.tag], wartet: true }),
  third = finding('2026-03-02', { zuvor: [first.tag, second.tag], wartet: true }),
  findings = [first, second, third];
/** Days that are offered. */
const offered = (
  refused: readonly (readonly [Finding, Candidate['abgelehnt']])[] = [],
  gone: readonly Finding[] = [],
): string[] => {
  const context = {
    findings,
    refused: new Map(
      refused.map(([one, abgelehnt]) => [itemOf(0, one), [{ finding: one, abgelehnt }]]),
    ),
    isGone: (one: Finding) => gone.includes(one),
  };
  return findings
    .filter((one) => !refused.some(([other]) => other === one))
    .filter((one) => isOffered(one, 0, context))
    .map((one) => one.tag);
};

describe('a free position of several visits', () => {
  test('is offered on the first one', () => {
    expect(offered()).toEqual([first.tag]);
  });
  test('is offered on the next one if it was not done on the first', () => {
    expect(offered([[first, 'nicht_erbracht']])).toEqual([second.tag]);
    expect(
      offered([
        [first, 'nicht_erbracht'],
        [second, 'nicht_erbracht'],
      ]),
    ).toEqual([third.tag]);
  });
  test.each(['nicht_dokumentiert', 'bereits_enthalten', 'nicht_gewollt', 'anderer_grund'] as const)(
    'is not offered again after a refusal as %s',
    (reason) => {
      expect(offered([[first, reason]])).toEqual([]);
    },
  );
  test('is offered on the next one, and counted there, if the first was handed in', () => {
    expect(offered([], [first])).toEqual([second.tag]);
    expect(offered([], findings)).toEqual([first.tag]);
  });
});
