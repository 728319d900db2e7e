// The engine of billing rules on practices of a few days: order, exclusions, windows, values, and that a part is the same as the whole.
import { describe, expect, test } from 'vitest';
import type { Regel } from '../../../shared/regel.ts';
import { bildVon, finde, tag } from '../../../tests/support/regelpraxis.ts';
import { rueckrechnung } from './motor.ts';

const basis: Regel = {
  id: 'T01', version: 1, gruppe: 'TEST', art: 'VERGESSEN', titel: { de: '', en: '' }, grund: { de: '', en: '' }, kasse: 'GKV', alterVonM: null, alterBisM: null, gueltigVon: null, gueltigBis: null,
  heuteEines: ['B:01'], heuteAlle: '', heuteKeines: ['B:04'], historieKeine: ['B:04~8Q'], historieNoetig: [], zusatz: '', position: { system: 'BEMA', nr: '04' }, menge: '1', faktor: null, konfidenz: 0.8, quelle: '', mark: 'derived', noetig: { de: '', en: '' }, dagegen: { de: '', en: '' },
};
const tage = (funde: readonly { tag: string }[]): string[] => funde.map(one => one.tag);

describe('engine', () => {
  test('windows: quarters, months and halves end where the schedules say', () => {
    const days = (start: string, window: string, second: string): number => finde([{ ...basis, historieKeine: [`B:04~${window}`], heuteKeines: [] }], bildVon({}, [tag(start, 'B:04'), tag(second, 'B:01')])).length;
    // 15 December 2010, free again from the first day of the same quarter two years on.
    expect([days('2010-12-15', '8Q', '2012-09-30'), days('2010-12-15', '8Q', '2012-10-01')]).toEqual([0, 1]);
    expect([days('2026-04-01', '4M', '2026-08-01'), days('2026-04-01', '4M', '2026-08-02')]).toEqual([0, 1]);
    expect([days('2026-06-30', '4M', '2026-10-30'), days('2026-06-30', '4M', '2026-10-31')]).toEqual([0, 1]);
    expect([days('2025-10-31', '4M', '2026-02-28'), days('2025-10-31', '4M', '2026-03-01')]).toEqual([0, 1]);
    expect([days('2026-06-12', '18D', '2026-06-30'), days('2026-06-11', '18D', '2026-06-30')]).toEqual([0, 1]);
    expect([days('2026-01-01', 'KHJ', '2026-06-30'), days('2026-01-01', 'KHJ', '2026-07-01')]).toEqual([0, 1]);
    expect([days('2026-01-01', 'KJ', '2026-12-31'), days('2025-12-31', 'KJ', '2026-01-01')]).toEqual([0, 1]);
    expect([days('2026-04-01', 'Q', '2026-06-30'), days('2026-03-31', 'Q', '2026-04-01')]).toEqual([0, 1]);
  });
  test('the value follows the points and the point value of the day; the reasons name what was found', () => {
    const [one] = finde([basis], bildVon({}, [tag('2023-09-04', 'B:04'), tag('2026-03-02', 'B:01')]));
    expect(one).toMatchObject({ regel: 'T01', patid: 'P1', tag: '2026-03-02', zahn: '', behandler: 'B1', system: 'BEMA', nr: '04', menge: 1, punkte: 12, cents: 1536, konfidenz: 0.8, gegen: ['nurEigeneDaten'] });
    expect(one?.belege.map(b => [b.was, b.nr, b.tag])).toEqual([['heute', '01', '2026-03-02'], ['zuletzt', '04', '2023-09-04']]);
  });
  test('back-test', () => {
    const bild = bildVon({}, [tag('2022-03-02', 'B:01'), tag('2026-03-02', 'B:01')]);
    expect(rueckrechnung(bild, basis, '2026-01-01', '2026-12-31')).toMatchObject({ treffer: 1, cents: 1536, beispiele: [{ tag: '2026-03-02' }] });
    expect(tage(finde([basis], bild))).toEqual(['2022-03-02', '2026-03-02']);
  });
});
