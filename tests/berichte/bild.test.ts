/** The image: the same whatever the order of deliveries, and right about what it works out itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KENNZAHLEN } from '../../shared/kennzahlen.ts';
import type { BerichtFilter } from '../../shared/bericht.ts';
import { auswahlVon } from '../../server/berichte/auswahl.ts';
import { baueBild, type Bild } from '../../server/berichte/bild.ts';
import { berlinMinute, berlinTag, perioden, plusMonate, tagText, tagVon, vergleichsspanne } from '../../server/berichte/kalender.ts';
import { berechne, definierte } from '../../server/berichte/kennzahlen/rechnen.ts';
import { Rohdaten, type RohZeile } from '../../server/berichte/rohdaten.ts';
import { gemischt, HEUTE, machePraxis, zufall } from './zufallspraxis.ts';

const FILTER: BerichtFilter = { von: '2025-01-01', bis: '2026-12-31', vergleich: 'KEIN', behandler: [], zimmer: [], teams: [], stempel: [], versicherung: [], bereich: [], terminart: [], termingruppe: [], basis: 'leistung', gruppierung: 'MONAT', kennzahl: 'umsatz' };
const bildAus = (rows: readonly RohZeile[]): Bild => { const roh = new Rohdaten(); for (const row of rows) roh.nimm(row); return baueBild(roh, tagVon(HEUTE)); };
/** Sums of fractions may end a millionth apart when they are added in another order. */
const grob = (werte: unknown): unknown => JSON.parse(JSON.stringify(werte), (_, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(8)) : one)) as unknown;
const alleWerte = (bild: Bild, filter: BerichtFilter) => KENNZAHLEN.map(k => [k.key, berechne(k.key, auswahlVon(bild, filter, new Map([['umsatz', 5000], ['umsatzJeTermin', 150]])))]);

describe('image of what was delivered', () => {
  it('every key figure of the list has a definition, and no other has one', () => {
    expect(definierte().sort()).toEqual(KENNZAHLEN.map(k => k.key).sort());
    expect([...new Set(KENNZAHLEN.map(k => k.nr))].sort((a, b) => a - b)).toEqual(Array.from({ length: 70 }, (_, at) => at + 1));
  });

  it('says the same in whatever order and however often rows come', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom('leistung', 'rechnung', 'zahlung'), (seed, basis) => {
      const rows = machePraxis(seed), filter = { ...FILTER, basis }, r = zufall(seed + 1);
      const shuffled = gemischt([...rows, ...rows.filter(() => r() < 0.2)], r);
      expect(grob(alleWerte(bildAus(shuffled), filter))).toEqual(grob(alleWerte(bildAus(rows), filter)));
    }), { numRuns: 12 });
  });

  it('[sec F11] days and minutes of Berlin on both clock changes', () => {
    const of = (text: string): string => `${tagText(berlinTag(Date.parse(text)))} ${berlinMinute(Date.parse(text))}`;
    expect(['2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:00:00Z'].map(of))
      .toEqual(['2026-03-28 1439', '2026-03-29 0', '2026-03-29 119', '2026-03-29 180', '2026-10-25 150', '2026-10-25 150', '2026-10-25 1439', '2026-10-26 0']);
  });

  it('periods at their edges: weeks of two years, leap days, ends of months', () => {
    expect(perioden(tagVon('2026-12-28'), tagVon('2027-01-04'), 'WOCHE').map(p => p.name)).toEqual(['2026-W53', '2027-W01']);
    expect(perioden(tagVon('2024-12-30'), tagVon('2025-01-05'), 'WOCHE').map(p => p.name)).toEqual(['2025-W01']);
    expect(perioden(tagVon('2026-01-15'), tagVon('2026-07-01'), 'QUARTAL').map(p => `${p.name} ${tagText(p.von)} ${tagText(p.bis)}`)).toEqual(['2026-Q1 2026-01-15 2026-03-31', '2026-Q2 2026-04-01 2026-06-30', '2026-Q3 2026-07-01 2026-07-01']);
    expect([tagText(plusMonate(tagVon('2024-02-29'), 12)), tagText(plusMonate(tagVon('2026-08-31'), -18)), tagText(plusMonate(tagVon('2025-12-31'), 2))]).toEqual(['2025-02-28', '2025-02-28', '2026-02-28']);
    const span = (von: string, bis: string, art: 'VORJAHR' | 'VORPERIODE'): string => { const s = vergleichsspanne(tagVon(von), tagVon(bis), art); return `${tagText(s.von)} ${tagText(s.bis)}`; };
    expect(span('2025-02-01', '2025-02-28', 'VORJAHR')).toBe('2024-02-01 2024-02-29');
    expect(span('2024-02-01', '2024-02-29', 'VORPERIODE')).toBe('2024-01-01 2024-01-31');
    expect(span('2026-01-01', '2026-03-31', 'VORPERIODE')).toBe('2025-10-01 2025-12-31');
    expect(span('2026-11-02', '2026-11-08', 'VORPERIODE')).toBe('2026-10-26 2026-11-01');
  });
});
