/**
 * Reports from PostgreSQL equal those from SQLite: the image is read by the same code, in the same
 * order, from other column types.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createLocalWorker,
  type ReportWorker,
  type Query,
} from '../../server/analytics/snapshot/report-worker.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { sourceFrom } from '../../server/analytics/snapshot/store.ts';
import { createProposalSource } from '../../server/analytics/proposal-engine/store.ts';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import { openTestStore, type StoreKind } from '../support/stores.ts';

const TODAY = '2026-11-20',
  NOW = Date.parse(`${TODAY}T09:00:00Z`),
  AT_ONCE = 500;
interface OpenTotals {
  reportWorker: ReportWorker;
  drop: () => Promise<void>;
}
let lite: OpenTotals,
  postgres: OpenTotals,
  patid = '';

/**
 * The small template as stored: rows of one delivery, and a second one that repeats some of them.
 */
async function openDatabase(
  kind: StoreKind,
  rows: ReadonlyMap<PvsEntity, Record<string, unknown>[]>,
): Promise<OpenTotals> {
  const { store, drop } = await openTestStore(kind),
    { t } = store;
  await store.write(async (db) => {
    for (const batch of [1, 2])
      await db.insert(t.pvsBatch).values({
        cid: 'c1',
        batch,
        run: `r${batch}`,
        state: 'closed',
        source: 'Test',
        way: 'api',
        sha256: 'x',
        rows: 1,
        counts: {},
        refused: 0,
        openedAt: 1,
        closedAt: 2,
        withdrawnAt: null,
        by: 'test',
        withdrawnBy: null,
      });
    for (const [entity, list] of rows)
      for (let at = 0; at < list.length; at += AT_ONCE)
        await db
          .insert(t[`pvs${entity[0]!.toUpperCase()}${entity.slice(1)}` as 'pvsLeistung'])
          .values(list.slice(at, at + AT_ONCE) as never);
  });
  return {
    reportWorker: createLocalWorker(sourceFrom(store.read, t), createProposalSource(store.read, t)),
    drop,
  };
}
beforeAll(async () => {
  const rows = new Map<PvsEntity, Record<string, unknown>[]>();
  let n = 0;
  generate(
    { template: 'small', years: 0.08, seed: 3, today: TODAY },
    (entity, id, version, values, isDeleted) => {
      // Tooth findings are many, and no report reads them.
      if (entity === 'zahnbefund') return;
      const list = rows.get(entity) ?? [],
        row = {
          ...Object.fromEntries(PVS_FIELDS[entity].map((f) => [f.name, values[f.name] ?? null])),
          cid: 'c1',
          id,
          version,
          hash: 1,
          batch: 1,
          deleted: isDeleted,
        };
      rows.set(entity, list);
      list.push(row);
      n += 1;
      if (entity === 'leistung' && n % 7 === 0)
        list.push({ ...row, version: version + 1, batch: 2, deleted: n % 2 === 0 });
      if (entity === 'leistung') patid = String(values['patid']);
    },
  );
  [lite, postgres] = [await openDatabase('sqlite', rows), await openDatabase('postgres', rows)];
});
afterAll(async () => {
  await lite.drop();
  await postgres.drop();
});

describe('reports on both databases', () => {
  it('every report of the small template is equal', async () => {
    const extraOf: Readonly<Record<string, string>> = {
      patid,
      region: 'be',
      kennzahl: 'stundensatz',
      seite: '1',
      messwert: 'umsatz',
    };
    for (const { path: pfad, extra } of REPORTS) {
      const query: Query = {
        cid: 'c1',
        path: pfad,
        extra: Object.fromEntries(
          extra.flatMap((name) => (extraOf[name] === undefined ? [] : [[name, extraOf[name]]])),
        ),
        now: NOW,
        filter: {
          von: pfad.startsWith('heute') ? TODAY : '2026-01-01',
          bis: TODAY,
          vergleich: 'VORPERIODE',
          behandler: [],
          zimmer: [],
          teams: [],
          stempel: [],
          versicherung: [],
          bereich: [],
          terminart: [],
          termingruppe: [],
          basis: 'leistung',
          gruppierung: 'MONAT',
          kennzahl: 'umsatz',
        },
      };
      // Open proposals, and the note on them, are included only if computed within a moment.
      const without = ({ kpis, meta, ...rest }: PracticeReport) => ({
          ...rest,
          meta: {
            ...meta,
            hinweise: meta.hinweise.filter((one) => one !== 'vorschlagGeschaetzt'),
          },
          kpis: kpis.filter((one) => one.key !== 'vorschlaegeOffen'),
        }),
        here = without(await lite.reportWorker.practiceReport(query));
      expect(without(await postgres.reportWorker.practiceReport(query)), pfad).toEqual(here);
      if (pfad === 'umsatz/zeitreihe') expect(here.kpis[0]?.wert).toBeGreaterThan(1000);
    }
  });
});
