// Tests that a narrower question returns the same as the full answer filtered afterwards.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import { NOW, buildPractice } from '../../../tests/reports/random-practice.ts';
import { createSnapshotCache } from '../snapshot/snapshot-cache.ts';
import type { DataSource } from '../snapshot/store.ts';
import { createProposalCache, type Proposals } from './findings-cache.ts';
import { ENGINE } from './rule-book.ts';
import {
  DEFAULT_SETTINGS,
  type FilingRow,
  type DecisionRow,
  type ProposalSource,
} from './store.ts';
import { sumOf } from './wire.ts';
import { forgottenFrom, judgeAhead } from './forgotten.ts';
import { rowOf } from './join-row.ts';
import { rowsFrom, rowsOf } from './rows.ts';
import { isOffered as isOfferedAlone } from './offered.ts';
import { undecidedOffers } from './undecided-offers.ts';
import { openSums } from './open-sums.ts';
import { surroundingsOf } from './surroundings.ts';
import { type Row } from './row.ts';

const [VON, UNTIL] = ['2025-01-01', '2026-12-31'];
/**
 * A practice with decisions about some findings; `rows` and `filings` may be changed between two
 * questions.
 */
async function praxis(seed: number): Promise<{
  v: Proposals;
  source: ProposalSource;
  rows: DecisionRow[];
  filings: FilingRow[];
  all: () => Promise<Row[]>;
}> {
  const delivered = buildPractice(seed, 0.3),
    rows: DecisionRow[] = [],
    filings: FilingRow[] = [];
  const dataSource: DataSource = {
    practices: () => Promise.resolve(['c']),
    presets: () => Promise.resolve({ rowGroups: new Map(), targets: [], hvm: [] }),
    deliveries: () => Promise.resolve([{ batch: 0, isVisible: true, closedAt: 0, source: 'Test' }]),
    async *rows(_cid: string, entity: PvsEntity) {
      yield await Promise.resolve(delivered.filter((row) => row.entity === entity));
    },
  };
  const source: ProposalSource = {
    decisions: (_cid, from, to) =>
      Promise.resolve(
        rows.filter((row) => (row.tag >= from && row.tag <= to) || row.state === 'VORGEMERKT'),
      ),
    tally: () =>
      Promise.resolve(rows.map(({ regel: rule, state }) => ({ regel: rule, state, n: 1 }))),
    offered: () => Promise.resolve([]),
    labels: () => Promise.resolve([]),
    filings: () => Promise.resolve(filings),
    rules: () =>
      Promise.resolve({
        gesagt: HOUSE_RULES.map(({ id }) => ({ regel: id, isOn: true, by: '', at: 0 })),
        eigene: [],
        einstellung: DEFAULT_SETTINGS,
        environment: { region: null, ownPointValues: [], agreements: [], coPayments: [] },
      }),
  };
  const v = createProposalCache(createSnapshotCache(dataSource), source, ENGINE, HOUSE_RULES);
  return { v, source, rows, filings, all: () => rowsFrom(v, 'c', NOW, VON, UNTIL) };
}
const decide = (z: Row, state: ProposalState): DecisionRow =>
  ({
    patid: z.finding.patid,
    tag: z.finding.tag,
    regel: z.finding.regel,
    zahn: z.finding.zahn,
    state,
    grund: state === 'ABGELEHNT' ? 'anderer_grund' : null,
    at: NOW,
    rev: 1,
    fund: z.finding,
  }) as unknown as DecisionRow;
const wordOf = ({ pat, finding }: Pick<Row, 'pat' | 'finding'>): string =>
  `${pat} ${finding.tag} ${finding.regel} ${finding.zahn}`;
const words = (rows: readonly Row[]): string[] => rows.map((z) => `${wordOf(z)} ${z.state}`).sort();
const openIn = (rows: readonly Row[]): string[] => {
  const sums = new Map<string, { anzahl: number; cents: number }>();
  for (const { finding } of rows.filter(
    (z) => z.state === 'NEU' && z.finding.art === 'VERGESSEN',
  )) {
    const own = sums.get(finding.behandler) ?? { anzahl: 0, cents: 0 };
    sums.set(finding.behandler, { anzahl: own.anzahl + 1, cents: own.cents + finding.cents });
  }
  return [...sums].map(([who, sum]) => `${who} ${sum.anzahl} ${sum.cents}`).sort();
};

it('sums and narrower questions agree with all rows, whatever was decided in between', async () => {
  let open = 0,
    decided = 0,
    gone = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e6 }),
      fc.infiniteStream(fc.nat(99)),
      async (seed, draw) => {
        const { v, source, rows, filings, all } = await praxis(seed),
          next = (): number => draw.next().value as number;
        for (let round = 0; round < 3; round += 1) {
          const lines = await all(),
            sums = await openSums(v, 'c', NOW, VON, UNTIL);
          expect(
            [...sums]
              .filter(([, sum]) => sum.anzahl > 0)
              .map(([who, sum]) => `${who} ${sum.anzahl} ${sum.cents}`)
              .sort(),
          ).toEqual(openIn(lines));
          const u = await surroundingsOf(await v.load('c', NOW), source, 'c'),
            pats = new Set(lines.filter(() => next() < 30).map((z) => z.pat)),
            dayNumber = lines[0]?.finding.tag ?? VON;
          expect(words(await rowsOf(u, source, 'c', VON, UNTIL, { patients: pats }))).toEqual(
            words(lines.filter((z) => pats.has(z.pat))),
          );
          expect(words(await rowsOf(u, source, 'c', VON, UNTIL, { isForgotten: true }))).toEqual(
            words(lines.filter((z) => z.finding.art === 'VERGESSEN')),
          );
          const forgotten = await forgottenFrom(v, 'c', NOW, VON, UNTIL);
          expect(
            forgotten.list
              .map((one) => `${wordOf(one)} ${forgotten.stateOf(one)} ${one.isRealised}`)
              .sort(),
          ).toEqual(
            lines
              .filter((z) => z.finding.art === 'VERGESSEN')
              .map((z) => `${wordOf(z)} ${z.state} ${z.state === 'UMGESETZT'}`)
              .sort(),
          );
          expect(
            words(await rowsOf(u, source, 'c', VON, UNTIL, { isForgotten: true, patients: pats })),
          ).toEqual(words(lines.filter((z) => z.finding.art === 'VERGESSEN' && pats.has(z.pat))));
          expect(
            words(
              await rowsOf(u, source, 'c', VON, UNTIL, {
                matches: (pat, day) => pats.has(pat) || day === dayNumber,
              }),
            ),
          ).toEqual(words(lines.filter((z) => pats.has(z.pat) || z.finding.tag === dayNumber)));
          open += openIn(lines).length;
          gone += lines.filter((z) => z.state === 'VERFALLEN').length;
          for (const z of lines)
            if (z.state === 'NEU' && next() < 15) {
              rows.push(decide(z, (['ABGELEHNT', 'VORGEMERKT', 'NEU'] as const)[next() % 3]!));
              decided += 1;
            }
          const first = lines.find((z) => z.filing !== null);
          if (first?.filing && round === 1)
            filings.push({
              id: 'a',
              by: '',
              at: NOW,
              kzv: '',
              mitFrueheren: false,
              ...first.filing,
            });
        }
      },
    ),
    { numRuns: 5 },
  );
  expect(open).toBeGreaterThan(5);
  expect(decided).toBeGreaterThan(20);
  expect(gone).toBeGreaterThan(0);
}, 120_000);

it('a proposal that rests on a note stays at 60 %, however often its rule was accepted', async () => {
  const { v, source, rows, all } = await praxis(7),
    { finding, pat } = (await all()).find((z) => z.finding.art === 'VERGESSEN')!,
    noted = {
      was: 'notiz',
      system: null,
      nr: '',
      tag: finding.tag,
      zahn: '',
      text: 'Zst',
    } as const;
  for (let at = 0; at < 10; at += 1)
    rows.push({ ...decide({ finding } as Row, 'VORGEMERKT'), patid: `gone${at}` });
  const u = await surroundingsOf(await v.load('c', NOW), source, 'c'),
    confidence = (...belege: Row['finding']['belege'][number][]): number | undefined =>
      rowOf(u, { ...finding, konfidenz: 0.6, belege }, pat, undefined, true, [])?.confidence;
  expect(confidence()).toBe(0.8);
  expect(confidence(noted)).toBe(0.6);
}, 60_000);

it('a decision about a rule of an earlier version keeps the words of its rule', async () => {
  const { rows, all } = await praxis(7),
    [first] = await all(),
    old = { ...first!.finding, regel: 'X46', art: 'PRUEFUNG' as const };
  rows.push(decide({ finding: old } as Row, 'ABGELEHNT'));
  const kept = (await all()).find((z) => z.finding.regel === 'X46');
  expect(kept?.state).toBe('ABGELEHNT');
  expect(kept?.rule?.titel.de).toBe('UPTd neben UPTg');
}, 60_000);

it('a sum gives its guessed part and the number of unknown values', () => {
  const sum = sumOf([
    { cents: 1000 },
    { cents: 500, wertArt: 'GESCHAETZT' },
    { cents: 0, wertArt: 'UNBEKANNT' },
    { cents: 250, wertArt: 'GESCHAETZT' },
  ]);
  expect(sum).toEqual({ anzahl: 4, cents: 1750, geschaetzt: 750, ohneWert: 1 });
});

it('findings judged ahead are not judged again by a question', async () => {
  const { v, source } = await praxis(11),
    u = await surroundingsOf(await v.load('c', NOW), source, 'c'),
    hidden = [...u.proposals.findings].flatMap(([pat, found]) =>
      found
        .filter((one) => one.verdeckt === true || one.reihe !== undefined)
        .map((finding) => ({ pat, finding })),
    );
  const read = vi.spyOn(u.proposals.findings, 'get');
  expect([...judgeAhead(u)].length).toBe(0);
  expect(read).toHaveBeenCalled();
  read.mockClear();
  const isOffered = undecidedOffers(u);
  const forgotten = hidden.filter(({ finding }) => finding.art === 'VERGESSEN');
  expect(forgotten.length).toBeGreaterThan(0);
  for (const { pat, finding } of forgotten) {
    const context = {
      findings: [...u.proposals.findings].find(([at]) => at === pat)![1],
      refused: new Map(),
      isGone: () => false,
    };
    expect(isOffered(pat, finding)).toBe(isOfferedAlone(finding, pat, context));
  }
  expect(read).not.toHaveBeenCalled();
});
