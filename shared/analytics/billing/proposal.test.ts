// Tests of findings behind a likelier rule, and when they are offered after all.
import { expect, test } from 'vitest';
import {
  hasOtherReason,
  comesAfter,
  type Candidate,
  type Evidence,
  type Finding,
} from './proposal.ts';

const evidence = (nr: string, more: Partial<Evidence> = {}): Evidence => ({
  was: 'heute',
  system: 'BEMA',
  nr,
  tag: '2026-03-02',
  zahn: '14',
  text: '',
  ...more,
});
const finding = (
  rule: string,
  konfidenz: number,
  toothNumber: string,
  ...proofs: Evidence[]
): Finding => ({
  regel: rule,
  regelVersion: 1,
  art: 'VERGESSEN',
  patid: 'P',
  tag: '2026-03-02',
  zahn: toothNumber,
  behandler: '',
  system: 'BEMA',
  nr: '40',
  menge: 1,
  punkte: 8,
  cents: 900,
  konfidenz,
  belege: proofs,
  gegen: [],
});
const A = finding('A', 0.9, '14', evidence('13b')),
  no = (cause: Candidate['abgelehnt'], one = A): Candidate => ({ finding: one, abgelehnt: cause });

test('another reason is a service or note of the day, a plan or an invoice that the other lacks', () => {
  expect(
    [
      [evidence('25')],
      [evidence('13b'), evidence('', { was: 'notiz', system: null, text: 'Leitung' })],
      [evidence('13b')],
      [evidence('13b', { was: 'zuletzt' })],
      [evidence('40', { was: 'fehlt', tag: null })],
    ].map((proofs) => hasOtherReason({ belege: proofs }, A)),
  ).toEqual([true, true, false, false, false]);
});
test('a blocked finding follows a refused one if its reason differs and the position is not refused', () => {
  const b = finding('B', 0.7, '14', evidence('25')),
    same = finding('B', 0.7, '14', evidence('13b'));
  expect(
    (
      [
        'nicht_dokumentiert',
        'bereits_enthalten',
        'anderer_grund',
        'nicht_erbracht',
        'nicht_gewollt',
        null,
      ] as const
    ).map((cause) => comesAfter(b, [no(cause)])),
  ).toEqual([true, true, true, false, false, false]);
  expect(comesAfter(same, [no('anderer_grund')])).toBe(false);
  expect(comesAfter(b, [])).toBe(false);
});
test('at another tooth a likelier one stays active; a third waits for the second', () => {
  const there = finding('A', 0.9, '15', evidence('13b', { zahn: '15' })),
    b = finding('B', 0.7, '14', evidence('25')),
    elsewhere = finding('B', 0.7, '15', evidence('25', { zahn: '15' })),
    c = finding('C', 0.5, '14', evidence('28'));
  expect([
    comesAfter(b, [no('anderer_grund'), no(null, there)]),
    comesAfter(elsewhere, [no('anderer_grund'), no(null, there)]),
  ]).toEqual([true, false]);
  expect([
    comesAfter(c, [no('anderer_grund'), no(null, b)]),
    comesAfter(c, [no('anderer_grund'), no('bereits_enthalten', b)]),
  ]).toEqual([false, true]);
  // Without a tooth it is about the day: every likelier one blocks it.
  expect([
    comesAfter(finding('B', 0.7, '', evidence('25')), [no('anderer_grund'), no(null, there)]),
    comesAfter(finding('B', 0.7, '', evidence('25')), [no('anderer_grund')]),
  ]).toEqual([false, true]);
});
