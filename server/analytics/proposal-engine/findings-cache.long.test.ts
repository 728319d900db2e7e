// Tests that findings updated delivery by delivery equal those of a full run, with rows delivered,
// corrected, merged or withdrawn in between.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { findingKey, type AgreedFee } from '../../../shared/analytics/billing/proposal.ts';
import { NOW, buildPractice } from '../../../tests/reports/random-practice.ts';
import { createSnapshotCache } from '../snapshot/snapshot-cache.ts';
import type { RawRow } from '../snapshot/tables/raw-tables.ts';
import type { DataSource } from '../snapshot/store.ts';
import { createProposalCache } from './findings-cache.ts';
import type { RuleEngine } from './rule-engine.ts';
import { ENGINE, proposalsFrom } from './rule-book.ts';
import { DEFAULT_SETTINGS, type ProposalSource } from './store.ts';

/**
 * All rules except practice-wide ones: those force a full run each time, which would prove nothing.
 */
const RULES = HOUSE_RULES.filter((rule) => !rule.zusatz.includes('praxisquote'));
const decisions = (withPracticeWide: boolean): ProposalSource => ({
  decisions: () => Promise.resolve([]),
  tally: () => Promise.resolve([]),
  offered: () => Promise.resolve([]),
  labels: () => Promise.resolve([]),
  filings: () => Promise.resolve([]),
  rules: () =>
    Promise.resolve({
      gesagt: HOUSE_RULES.map(({ id }) => ({
        regel: id,
        isOn: withPracticeWide || RULES.some((rule) => rule.id === id),
        by: '',
        at: 0,
      })),
      eigene: [],
      einstellung: DEFAULT_SETTINGS,
      environment: { region: null, ownPointValues: [], agreements: [], coPayments: [] },
    }),
});
/** In-memory deliveries; `sichtbar` returns the valid ones. */
const sourceOf = (
  parts: readonly (readonly RawRow[])[],
  visible: ReadonlySet<number>,
): DataSource => ({
  practices: () => Promise.resolve(['c']),
  presets: () => Promise.resolve({ rowGroups: new Map(), targets: [], hvm: [] }),
  deliveries: () =>
    Promise.resolve(
      parts.flatMap((_, batch) =>
        visible.has(batch) ? [{ batch, isVisible: true, closedAt: batch, source: 'Test' }] : [],
      ),
    ),
  async *rows(_cid: string, entity: PvsEntity, chosen: ReadonlySet<number>) {
    for (const batch of chosen)
      yield await Promise.resolve(parts[batch]!.filter((row) => row.entity === entity));
  },
});
const words = (state: Awaited<ReturnType<ReturnType<typeof proposalsFrom>['load']>>): string[] =>
  [...state.findings.values()]
    .flat()
    .map((one) => `${findingKey(one)} ${JSON.stringify(one)}`)
    .sort();

/** The engine, noting how many patients it evaluates. */
const countingEngine = (worked: number[]): RuleEngine => ({
  prepare: (...given) => {
    const ready = ENGINE.prepare(...given);
    return {
      ...ready,
      evaluateRules: (places, all) => {
        worked.push(places.length);
        return ready.evaluateRules(places, all);
      },
    };
  },
});

/** Lists that affect all results come first, so that later rows affect some patients only. */
const LIST_NAMES = new Set<PvsEntity>(['params', 'stempel', 'behandler', 'terminarten', 'bemagoz']);
const FEW = new Set(['p1', 'p2']);

it('incremental findings after deliveries', async () => {
  let found = 0,
    inParts = 0;
  for (const withPracticeWide of [false, true])
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.infiniteStream(fc.nat(11)),
        async (seed, where) => {
          const rows = buildPractice(seed, 0.3),
            parts: RawRow[][] = [[], [], []],
            seen = new Set<number>(),
            source = decisions(withPracticeWide),
            worked: number[] = [];
          // Most rows come at once; later ones affect few patients.
          for (const row of rows) {
            const at = where.next().value as number,
              isFew = FEW.has(
                String(row.values['patid'] ?? (row.entity === 'patient' ? row.id : '')),
              );
            parts[LIST_NAMES.has(row.entity) || !isFew || at > 5 ? 0 : (at % 2) + 1]!.push(row);
          }
          const snapshotCache = createSnapshotCache(sourceOf(parts, seen)),
            step = createProposalCache(snapshotCache, source, countingEngine(worked), HOUSE_RULES);
          for (const batch of [0, 1, 2, -1]) {
            if (batch < 0) seen.delete(1);
            else seen.add(batch);
            worked.length = 0;
            const one = await snapshotCache.runWork(() => step.load('c', NOW)),
              whole = await proposalsFrom(
                createSnapshotCache(sourceOf(parts, new Set(seen))),
                source,
              ).load('c', NOW),
              sum = worked.reduce((all, n) => all + n, 0);
            expect(words(one)).toEqual(words(whole));
            if (sum < one.state.snapshot.live.patient.length) {
              inParts += 1;
              expect(batch).toBeGreaterThan(0);
            }
            found += words(one).length;
          }
        },
      ),
      { numRuns: withPracticeWide ? 2 : 6 },
    );
  expect(found).toBeGreaterThan(20);
  expect(inParts).toBeGreaterThan(0);
}, 60_000);

it('drops findings of a merged record when the record it names arrives later', async () => {
  const rows = buildPractice(7, 0.3).map((row) =>
    row.entity === 'patient' && row.id === 'p5' && !row.isDeleted
      ? { ...row, values: { ...row.values, zusammengefuehrtIn: 'p1' } }
      : row,
  );
  const isLate = (row: RawRow): boolean => row.entity === 'patient' && row.id === 'p1',
    parts = [rows.filter((row) => !isLate(row)), rows.filter(isLate)],
    seen = new Set([0]),
    source = decisions(false);
  const snapshotCache = createSnapshotCache(sourceOf(parts, seen)),
    step = createProposalCache(snapshotCache, source, ENGINE, HOUSE_RULES);
  const before = await snapshotCache.runWork(() => step.load('c', NOW)),
    of = (state: typeof before, id: string): number =>
      [...state.findings.values()].flat().filter((one) => one.patid === id).length;
  expect(of(before, 'p5')).toBeGreaterThan(0);
  seen.add(1);
  const after = await snapshotCache.runWork(() => step.load('c', NOW));
  expect(of(after, 'p5')).toBe(0);
  expect(words(after)).toEqual(
    words(
      await proposalsFrom(createSnapshotCache(sourceOf(parts, new Set(seen))), source).load(
        'c',
        NOW,
      ),
    ),
  );
});

it('a signed agreement recomputes its patient only, with the result of a full run', async () => {
  const rows = buildPractice(7, 0.3),
    source = decisions(false);
  let agreements: readonly AgreedFee[] = [];
  const worked: number[] = [],
    agreeing: ProposalSource = {
      ...source,
      rules: async (cid) => {
        const set = await source.rules(cid);
        return { ...set, environment: { ...set.environment, agreements } };
      },
    };
  const snapshotCache = createSnapshotCache(sourceOf([rows], new Set([0]))),
    step = createProposalCache(snapshotCache, agreeing, countingEngine(worked), HOUSE_RULES),
    load = () => snapshotCache.runWork(() => step.load('c', NOW));
  await load();
  agreements = [{ patid: 'p1', nr: '2080', factor: 9, since: '2000-01-01' }];
  for (const expected of [1, 0]) {
    worked.length = 0;
    await load();
    expect(worked.reduce((all, n) => all + n, 0)).toBe(expected);
  }
  agreements = [];
  worked.length = 0;
  const after = await load();
  expect(worked).toEqual([1]);
  expect(words(after)).toEqual(
    words(
      await proposalsFrom(createSnapshotCache(sourceOf([rows], new Set([0]))), source).load(
        'c',
        NOW,
      ),
    ),
  );
});
