// [§ 2 GOZ] Tests of agreements beyond the schedule: amounts by points, required contents, and
// findings for anything else.
import { describe, expect, it } from 'vitest';
import { isSingleOnly, POSITIONS } from '../../catalog/goz/positions.ts';
import { checkAgreement, factorOf, feeCents, REIMBURSEMENT } from './fee-agreement.ts';

const GOOD = `Vereinbarung nach § 2 Abs. 1 und 2 GOZ
zwischen Zahnarztpraxis Dr. Weber, Lange Straße 5
und Frau Anna Groß
Nr. Leistung Steigerungssatz Betrag
2080 Kompositfüllung, adhäsiv, zweiflächig, 4,5-fach, ${((): string => {
  const one = POSITIONS.find((p) => p.number === '2080')!;
  return (feeCents(one.points, 4.5) / 100).toFixed(2).replace('.', ',');
})()} €
${REIMBURSEMENT}
Ort, Datum ____________
Unterschrift Zahnarzt ____________
Unterschrift Zahlungspflichtige ____________`;
const check = (text: string) => checkAgreement(text, POSITIONS);

describe('amounts', () => {
  it('are points times value times factor, rounded once', () => {
    expect([
      feeCents(100, 1),
      feeCents(100, 2.3),
      feeCents(100, 3.5),
      feeCents(250, 3.5),
      feeCents(2200, 1),
    ]).toEqual([562, 1294, 1968, 4921, 12373]);
  });
  it('a factor is a number with at most two decimals', () => {
    expect([
      factorOf('4,2'),
      factorOf('4.25'),
      factorOf('12'),
      factorOf('0'),
      factorOf('4,255'),
      factorOf('vier'),
      factorOf('-1'),
      factorOf('100'),
    ]).toEqual([4.2, 4.25, 12, undefined, undefined, undefined, undefined, undefined]);
  });
  it('every position with points is listed once', () => {
    expect(POSITIONS.length).toBe(209);
    expect(new Set(POSITIONS.map((one) => one.number)).size).toBe(209);
    expect(
      POSITIONS.every((one) => /^\d{4}$/.test(one.number) && one.points > 0 && one.text.length > 3),
    ).toBe(true);
    expect([isSingleOnly('0110'), isSingleOnly('0530'), isSingleOnly('2080')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a text', () => {
  it('with everything required and nothing else has no finding', () => {
    expect(check(GOOD)).toEqual({ missing: [], doubts: [], foreign: [], services: ['2080'] });
  });
  it.each([
    ['reimbursement', (t: string) => t.replace(REIMBURSEMENT, '')],
    ['signature_dentist', (t: string) => t.replace(/Unterschrift Zahnarzt.*\n/, '')],
    ['signature_payer', (t: string) => t.replace(/Unterschrift Zahlungspflichtige.*/, '')],
    ['factor', (t: string) => t.replace(', 4,5-fach', '')],
    ['amount', (t: string) => t.replace(/, [\d,]+ €/, '')],
    ['designation', (t: string) => t.replace(' Kompositfüllung, adhäsiv, zweiflächig,', '')],
    ['number', (t: string) => t.replace(/^2080.*\n/m, '')],
  ] as const)('without %s has a finding', (missing, change) => {
    expect(check(change(GOOD)).missing).toContain(missing);
  });
  it.each([
    ['reason', 'Die Überschreitung erfolgt wegen der besonderen Schwierigkeit.'],
    ['assignment', 'Die Forderung wird an die Health AG abgetreten.'],
    ['payment', 'Der Betrag ist zahlbar innerhalb von 14 Tagen.'],
    ['receipt', 'Einen Abdruck dieser Vereinbarung habe ich erhalten.'],
    ['talk', 'Ich wurde über alle Alternativen aufgeklärt.'],
    ['data', 'Ich habe die Hinweise zum Datenschutz gelesen.'],
    ['points', 'Der Punktwert beträgt abweichend zehn Cent.'],
    ['other', 'Praxis und Labor haften nicht für spätere Schäden.'],
    ['other', 'Die Praxis übernimmt fünf Jahre Gewährleistung auf alle Füllungen.'],
  ] as const)('with a declaration of another kind (%s) has a finding', (kind, words) => {
    expect(check(GOOD.replace(REIMBURSEMENT, `${REIMBURSEMENT}\n${words}`))).toMatchObject({
      missing: [],
      foreign: [{ kind, words }],
    });
  });
  it('a wrong sum shows the right one; an unneeded agreement or unknown number is reported', () => {
    expect(check(GOOD.replace(/[\d,]+ €/, '99,99 €')).doubts).toEqual([
      {
        kind: 'sum',
        number: '2080',
        expectedCents: feeCents(POSITIONS.find((one) => one.number === '2080')!.points, 4.5),
      },
    ]);
    expect(check(GOOD.replace('4,5-fach', '3,5-fach')).doubts.map((one) => one.kind)).toEqual([
      'sum',
      'low',
    ]);
    expect(check(GOOD.replace('2080', '9999')).doubts).toEqual([
      { kind: 'unknown', number: '9999' },
    ]);
  });
  it('returns findings for empty or nonsense text', () => {
    expect(check('').missing).toEqual([
      'number',
      'reimbursement',
      'signature_dentist',
      'signature_payer',
    ]);
    expect(check('a'.repeat(20_000)).missing).toContain('number');
  });
});
