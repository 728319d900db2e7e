/** The engine against a slow engine of its own: small practices at the edges of every window, in any order of deliveries. ABRECHNUNG_LAEUFE=500 runs more of them. */
import { describe, expect, it } from 'vitest';
import { REGELN } from '../../catalog/abrechnung/catalogue.ts';
import { baueBild } from '../../server/berichte/bild.ts';
import { tagVon } from '../../server/berichte/kalender.ts';
import { kompiliere, praxisSchluessel } from '../../server/berichte/motor/motor.ts';
import { Rohdaten } from '../../server/berichte/rohdaten.ts';
import { istFeiertag } from '../../shared/feiertage.ts';
import { monthsOn as monthsOfAge, windowStart } from '../../shared/money/periods.ts';
import { gemischt, zufall } from '../berichte/zufallspraxis.ts';
import { ageInMonths, isHoliday, nextDay, windowStart as countedStart } from './referenz/tage.ts';
import { BEKANNT, bildAus, einstellung, motorSagt, referenzSagt, wortVon } from './vergleich.ts';
import { HEUTE, zufallstage } from './zufallstage.ts';

const LAEUFE = Number(process.env['ABRECHNUNG_LAEUFE'] ?? 12);
const setOf = (seed: number): ReturnType<typeof einstellung> => einstellung({ mitVertretung: seed % 2 === 0, mitAnderenTraegern: seed % 3 === 0, schalter: seed % 4 === 0 ? { achtzehnTage: false, zahnsteinNebenPzr: false } : {}, schwellen: seed % 5 === 0 ? { bmfQuote: 0.9 } : {} });
const words = (list: Parameters<typeof wortVon>[0][]): string[] => list.map(wortVon).sort();

describe('rules over small practices', () => {
  it('the engine says what the reference says, day by day and tooth by tooth', () => {
    const spoke = new Set<string>();
    for (let seed = 1; seed <= LAEUFE; seed += 1) {
      const { rows } = zufallstage(seed, BEKANNT), set = setOf(seed), slow = referenzSagt(rows, set);
      expect({ seed, words: words(motorSagt(bildAus(rows), set)) }).toEqual({ seed, words: words(slow) });
      for (const one of slow) spoke.add(one.regel);
    }
    expect(spoke.size).toBeGreaterThan(60);
    // With many of them every rule has spoken.
    if (LAEUFE >= 300) expect(BEKANNT.filter(one => !spoke.has(one.id)).map(one => one.id)).toEqual([]);
  });

  it('deliveries in any order, corrected and repeated: evaluating only whom each one touches ends like a full run', () => {
    for (let seed = 501; seed < 501 + Math.ceil(LAEUFE / 3); seed += 1) {
      const { rows, batches } = zufallstage(seed, REGELN), set = { ...setOf(seed), aus: [] }, rules = kompiliere(REGELN, set), whole = motorSagt(bildAus(rows), set), roh = new Rohdaten(), r = zufall(seed);
      let found = new Map<string, readonly unknown[]>(), key = '';
      for (const batch of gemischt(batches, r)) {
        const changed = batch.filter(row => roh.nimm(row)), bild = baueBild(roh, tagVon(HEUTE)), now = praxisSchluessel(bild, rules), { ids, nach } = roh.tabellen.patient;
        // Rows that name nobody, and records that were put together, touch everybody; so does what is asked of the whole practice.
        const isAll = now !== key || changed.some(row => row.entity === 'patient' || !('patid' in row.values)), touched = isAll ? bild.lebende.patient : Int32Array.from(new Set(changed.map(row => bild.akte[nach.get(String(row.values['patid'])) ?? -1] ?? -1).filter(at => at >= 0)));
        if (isAll) found = new Map();
        for (const at of gemischt([...touched], r)) found.set(ids[at]!, motorSagt(bild, set, Int32Array.of(at)));
        key = now;
      }
      const told = (list: readonly unknown[]): string[] => list.map(one => JSON.stringify(one)).sort();
      expect({ seed, found: told([...found.values()].flat()) }).toEqual({ seed, found: told(whole) });
    }
  });
});

describe('days counted one by one', () => {
  const DAYS = ['2023-12-31', '2024-01-31', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-31', '2025-02-28', '2025-03-01', '2025-03-30', '2025-06-30', '2025-07-01', '2025-08-31', '2025-10-26', '2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-05-31', '2026-09-30', '2026-10-01', '2026-11-30'];
  it('calendar years, halves and quarters begin where the calendar says', () => {
    for (const day of DAYS) for (const window of ['KJ', 'KHJ', 'Q', '8Q', '18D', '30D'] as const) expect([day, window, windowStart(window, day)]).toEqual([day, window, countedStart(window, day)]);
  });
  it('months of age: births on the last days of months, leap days, each day around every change', () => {
    for (const birth of ['2019-01-29', '2019-01-30', '2019-01-31', '2020-02-28', '2020-02-29', '2019-03-31', '2019-08-31', '2019-10-30', '2019-12-31']) {
      for (let day = birth, n = 0; n < 1200; n += 1, day = nextDay(day)) if (monthsOfAge(birth, day) !== ageInMonths(birth, day)) throw new Error(`${birth} ${day}: ${monthsOfAge(birth, day)}, counted ${ageInMonths(birth, day)}`);
    }
  });
  it('holidays of all of Germany, by the table of full moons', () => {
    for (let day = '2024-01-01'; day < '2028-01-01'; day = nextDay(day)) if (istFeiertag(day, null) !== isHoliday(day)) throw new Error(day);
    expect(['2026-04-03', '2026-04-06', '2026-05-14', '2026-05-25', '2026-10-31'].map(isHoliday)).toEqual([true, true, true, true, false]);
  });
});
