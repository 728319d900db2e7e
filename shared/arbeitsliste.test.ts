// Which plans and recalls want somebody today, and which of them first.
import { describe, expect, it } from 'vitest';
import { compareListed, hkpEnd, hkpFaellig, recallFaellig, type HkpFacts, type Listed } from './arbeitsliste.ts';

const TODAY = '2026-11-22';
const plan = (given: Partial<HkpFacts>): HkpFacts => ({ status: 'ENTWURF', erstelltAm: '2026-11-01', besprochenAm: null, gesendetAm: null, genehmigtAm: null, eingegliedertAm: null, gueltigBis: null, hatTermin: false, ...given });

describe('plans', () => {
  it('a patient has fourteen days, the insurance twenty-one, and the day after the last counts', () => {
    expect(hkpFaellig(plan({ status: 'BEI_PATIENT', besprochenAm: '2026-11-08' }), TODAY)).toBeNull();
    expect(hkpFaellig(plan({ status: 'BEI_PATIENT', besprochenAm: '2026-11-07' }), TODAY)).toEqual({ grund: 'beim_patienten', tag: '2026-11-21' });
    expect(hkpFaellig(plan({ status: 'BEI_KASSE', gesendetAm: '2026-11-01' }), TODAY)).toBeNull();
    expect(hkpFaellig(plan({ status: 'BEI_GUTACHTER', gesendetAm: '2026-10-31' }), TODAY)).toEqual({ grund: 'bei_der_kasse', tag: '2026-11-21' });
  });
  it('an approval ends after six months, unless the practice software says another day', () => {
    expect(hkpEnd({ gueltigBis: null, genehmigtAm: '2026-08-31' })).toBe('2027-02-28');
    expect(hkpFaellig(plan({ status: 'TERMINIERT', genehmigtAm: '2026-05-21', hatTermin: true }), TODAY)).toEqual({ grund: 'abgelaufen', tag: '2026-11-21' });
    expect(hkpFaellig(plan({ status: 'TERMINIERT', genehmigtAm: '2026-05-22', hatTermin: true }), TODAY)).toEqual({ grund: 'laeuft_ab', tag: '2026-11-22' });
    expect(hkpFaellig(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-08-01', gueltigBis: '2027-01-06', hatTermin: true }), TODAY)?.grund).toBe('laeuft_ab');
    expect(hkpFaellig(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-08-01', gueltigBis: '2027-01-07', hatTermin: true }), TODAY)).toBeNull();
  });
  it('without an appointment an approved plan wants one; what is in place and unbilled for a month is asked about; ended ones rest', () => {
    expect(hkpFaellig(plan({ status: 'GENEHMIGT', genehmigtAm: '2026-10-20' }), TODAY)).toEqual({ grund: 'ohne_termin', tag: '2026-10-20' });
    expect(hkpFaellig(plan({ status: 'EINGEGLIEDERT', genehmigtAm: '2026-03-01', eingegliedertAm: '2026-10-22' }), TODAY)).toEqual({ grund: 'nicht_abgerechnet', tag: '2026-11-21' });
    for (const status of ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'] as const) expect(hkpFaellig(plan({ status, genehmigtAm: '2025-01-01' }), TODAY)).toBeNull();
  });
});

it('a recall is due from a month before its day, and settled by an appointment', () => {
  const due = (faelligAm: string, hatTermin = false) => recallFaellig({ faelligAm, status: null, hatTermin }, TODAY);
  expect([due('2026-11-21'), due('2026-11-22'), due('2026-12-22'), due('2026-12-23'), due('2025-01-01', true)].map(one => one?.grund ?? null)).toEqual(['ueberfaellig', 'faellig', 'faellig', null, null]);
});

it('overdue comes first, the oldest before; an open step decides its own day; then the value', () => {
  const line = (tag: string | null, wert: number, bis?: string, istErledigt = false): Listed => ({ faellig: tag === null ? null : { grund: 'x', tag }, wert, schritt: bis === undefined ? null : { text: '', bis, wer: null, istErledigt } });
  const lines = [line(null, 9), line('2026-11-20', 1), line('2026-11-20', 5), line('2026-11-01', 1, '2026-12-24'), line(null, 1, '2026-11-02'), line('2026-11-03', 1, '2026-01-01', true)];
  expect(lines.toSorted(compareListed).map(one => lines.indexOf(one))).toEqual([4, 5, 2, 1, 3, 0]);
});
