/**
 * Compares the engine with a slow reference engine: small practices at the edges of every window,
 * deliveries in any order. ABRECHNUNG_LAEUFE=500 runs more of them.
 */
import { describe, expect, it } from 'vitest';
import { HOUSE_RULES, WRITTEN_RULES } from '../../catalog/billing-rules/catalogue.ts';
import { LIMIT_RULES } from '../../catalog/limits/catalogue.ts';
import { createSnapshotCache } from '../../server/analytics/snapshot/snapshot-cache.ts';
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import type { DataSource } from '../../server/analytics/snapshot/store.ts';
import { proposalsFrom } from '../../server/analytics/proposal-engine/rule-book.ts';
import {
  DEFAULT_SETTINGS,
  type ProposalSource,
} from '../../server/analytics/proposal-engine/store.ts';
import { isHolidayIn } from '../../server/analytics/snapshot/public-holidays.ts';
import { monthsOn as monthsOfAge, windowStart } from '../../shared/analytics/billing/periods.ts';
import { createRandom, shuffledRows } from '../reports/random.ts';
import { ageInMonths, isHoliday, nextDay, windowStart as countedStart } from './reference/days.ts';
import {
  KNOWN_DIFFERENCES,
  KNOWN_LIMITS,
  snapshotFrom,
  ruleSettings,
  engineSays,
  referenceSays,
  selectionKey,
} from './compare.ts';
import { randomDays } from './random-days.ts';
import { NOW } from './random-days/tables.ts';

/**
 * More deliveries are drawn until one was computed incrementally: which one that is depends on the
 * rules.
 */
const MORE = 400;
/** Rules whose days are drawn; noted treatments have generated days of their own. */
const DRAWN = [...WRITTEN_RULES, ...LIMIT_RULES];
const RUN_COUNT = Number(process.env['ABRECHNUNG_LAEUFE'] ?? 12);
const setOf = (seed: number): ReturnType<typeof ruleSettings> =>
  ruleSettings({
    mitVertretung: seed % 2 === 0,
    mitAnderenTraegern: seed % 3 === 0,
    schalter: seed % 4 === 0 ? { achtzehnTage: false, zahnsteinNebenPzr: false } : {},
    schwellen: seed % 5 === 0 ? { bmfQuote: 0.9 } : {},
  });
const words = (list: Parameters<typeof selectionKey>[0][]): string[] =>
  list.map(selectionKey).sort();

describe('rules over small practices', () => {
  it('the engine agrees with the reference by day and tooth', () => {
    const spoke = new Set<string>();
    for (let seed = 1; seed <= RUN_COUNT; seed += 1) {
      const { rows } = randomDays(seed, KNOWN_DIFFERENCES),
        set = setOf(seed),
        slow = referenceSays(rows, set);
      expect({ seed, words: words(engineSays(snapshotFrom(rows), set)) }).toEqual({
        seed,
        words: words(slow),
      });
      for (const one of slow) spoke.add(one.regel);
    }
    expect(spoke.size).toBeGreaterThan(60);
    // With many runs every rule has fired.
    if (RUN_COUNT >= 300)
      expect(KNOWN_DIFFERENCES.filter((one) => !spoke.has(one.id)).map((one) => one.id)).toEqual(
        [],
      );
  });

  it('the reference knows the words of nine limits in ten', () => {
    expect(KNOWN_LIMITS.length).toBeGreaterThan(0.9 * LIMIT_RULES.length);
  });

  it('deliveries in any order, corrected, repeated, withdrawn and restored, end like a full run', async () => {
    const counted = { parts: 0 };
    const first = 585,
      last = first + Math.ceil(RUN_COUNT / 3);
    for (let seed = first; seed < last || (counted.parts === 0 && seed < last + MORE); seed += 1) {
      const { batches } = randomDays(seed, DRAWN),
        r = createRandom(seed),
        visible = new Set<number>(),
        quelle = sourceOf(batches, visible);
      // A ratio over the whole practice forces a full recomputation: with most seeds its rule is
      // off, so that incremental runs occur.
      const decided = decidedWith(
          HOUSE_RULES.filter((one) => seed % 4 === 0 || !one.zusatz.includes('praxisquote')).map(
            (one) => one.id,
          ),
        ),
        own = proposalsFrom(createSnapshotCache(quelle), decided);
      for (const at of shuffledRows(
        batches.map((_, n) => n + 1),
        r,
      )) {
        visible.add(at);
        const { state: stand } = await own.load('c', NOW);
        if (stand.sequence > 1 && stand.touchedSince(stand.sequence - 1) !== 'all')
          counted.parts += 1;
        if (r() < 0.3) {
          visible.delete(at);
          await own.load('c', NOW);
          visible.add(at);
        }
      }
      const told = async (one: typeof own): Promise<string[]> => {
        const { state: stand, findings } = await one.load('c', NOW);
        return [...findings]
          .flatMap(([p, list]) =>
            list.map(
              (fund) => `${stand.snapshot.rawRows.tables.patient.ids[p]!} ${JSON.stringify(fund)}`,
            ),
          )
          .sort();
      };
      expect({ seed, found: await told(own) }).toEqual({
        seed,
        found: await told(proposalsFrom(createSnapshotCache(quelle), decided)),
      });
    }
    expect(counted.parts).toBeGreaterThan(0);
  });
});

/** Deliveries of a practice as its store returns them. */
function sourceOf(
  batches: readonly (readonly RawRow[])[],
  visible: ReadonlySet<number>,
): DataSource {
  return {
    practices: () => Promise.resolve(['c']),
    deliveries: () =>
      Promise.resolve(
        batches.map((_, at) => ({
          batch: at + 1,
          isVisible: visible.has(at + 1),
          closedAt: at + 1,
          source: 'Test',
        })),
      ),
    async *rows(_, entity, wanted) {
      for (const at of wanted)
        yield await Promise.resolve(batches[at - 1]!.filter((row) => row.entity === entity));
    },
    presets: () => Promise.resolve({ rowGroups: new Map(), targets: [], hvm: [] }),
  };
}
/** A practice without decisions, with these rules enabled. */
const decidedWith = (an: readonly string[]): ProposalSource => ({
  decisions: () => Promise.resolve([]),
  tally: () => Promise.resolve([]),
  offered: () => Promise.resolve([]),
  labels: () => Promise.resolve([]),
  filings: () => Promise.resolve([]),
  rules: () =>
    Promise.resolve({
      gesagt: HOUSE_RULES.map((one) => ({
        regel: one.id,
        isOn: an.includes(one.id),
        by: 'test',
        at: 1,
      })),
      eigene: [],
      einstellung: DEFAULT_SETTINGS,
      environment: { region: null, ownPointValues: [], agreements: [], coPayments: [] },
    }),
});

describe('days counted one by one', () => {
  const DAYS = [
    '2023-12-31',
    '2024-01-31',
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2024-03-31',
    '2025-02-28',
    '2025-03-01',
    '2025-03-30',
    '2025-06-30',
    '2025-07-01',
    '2025-08-31',
    '2025-10-26',
    '2025-12-31',
    '2026-01-01',
    '2026-03-31',
    '2026-04-01',
    '2026-05-31',
    '2026-09-30',
    '2026-10-01',
    '2026-11-30',
  ];
  it('calendar years, halves and quarters begin on their calendar days', () => {
    for (const day of DAYS)
      for (const window of [
        'KJ',
        'KHJ',
        'Q',
        '8Q',
        '18D',
        '30D',
        '1M',
        '4M',
        '6M',
        '12M',
        '24M',
      ] as const)
        expect([day, window, windowStart(window, day)]).toEqual([
          day,
          window,
          countedStart(window, day),
        ]);
  });
  it('age in months: births on last days of months, leap days, each day around every change', () => {
    for (const birth of [
      '2019-01-29',
      '2019-01-30',
      '2019-01-31',
      '2020-02-28',
      '2020-02-29',
      '2019-03-31',
      '2019-08-31',
      '2019-10-30',
      '2019-12-31',
    ]) {
      for (let day = birth, n = 0; n < 1200; n += 1, day = nextDay(day))
        if (monthsOfAge(birth, day) !== ageInMonths(birth, day))
          throw new Error(
            `${birth} ${day}: ${monthsOfAge(birth, day)}, counted ${ageInMonths(birth, day)}`,
          );
    }
  });
  it('nationwide German holidays match the table of full moons', () => {
    for (let day = '2024-01-01'; day < '2028-01-01'; day = nextDay(day))
      if (isHolidayIn(day, null) !== isHoliday(day)) throw new Error(day);
    expect(
      ['2026-04-03', '2026-04-06', '2026-05-14', '2026-05-25', '2026-10-31'].map(isHoliday),
    ).toEqual([true, true, true, true, false]);
  });
});
