/**
 * Reports through the server: from delivered rows to the response, with permissions, new and
 * withdrawn deliveries.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import WORDS from '../../shared/analytics/reports/report-words.en.json' with { type: 'json' };
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { isFigure } from '../../shared/analytics/reports/figures.ts';
import titles from '../../practice/report-kit/column-titles.en.json';
import { englishTitle } from '../../practice/report-kit/column-titles.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { deliverRows, type DeliveredRow } from './deliver.ts';
import { buildPractice } from './random-practice.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());

const deliver = (cid: string, rows: DeliveredRow[]): Promise<number> => deliverRows(t, cid, rows);
const QUERY = 'von=2026-01-01&bis=2026-12-31';
const ask = async (path: string, who: Practice = p): Promise<PracticeReport> => {
  const answer = await t.call(`/api/${path}?${QUERY}`, { as: who.users.owner });
  expect(answer.status, `${path} ${answer.text.slice(0, 200)} ${t.lines.slice(-1).join('')}`).toBe(
    200,
  );
  return answer.json as PracticeReport;
};
const line = (id: string, betrag: number, version = 1, more: Record<string, unknown> = {}) => ({
  entity: 'leistung' as const,
  id,
  version,
  hash: 1,
  isDeleted: false,
  values: {
    patid: 'x1',
    behandler: 'xb',
    datum: '2026-03-31',
    system: 'BEMA',
    nr: '01',
    menge: 1,
    honorar: betrag,
    betrag,
    ...more,
  },
});
const umsatz = async (): Promise<number | null> =>
  (await ask('umsatz/zeitreihe')).kpis.find((one) => one.key === 'umsatz')!.wert;

describe('reports', () => {
  it('an empty practice gets empty figures, not zeros', async () => {
    const found = await ask('umsatz/behandler');
    expect(found.meta).toMatchObject({ stand: null, datenBis: null, quelle: '', waehrung: 'EUR' });
    expect(found.zeilen).toEqual([]);
    expect(found.kpis.find((one) => one.key === 'stundensatz')).toMatchObject({
      wert: null,
      nenner: 0,
    });
  });

  it('follows corrections, late rows, deletions and withdrawals; hides open deliveries and other practices', async () => {
    await deliver(p.cid, [line('1', 1000), line('2', 2050)]);
    expect(await umsatz()).toBe(30.5);
    const second = await deliver(p.cid, [
      line('1', 900, 2),
      { ...line('2', 0, 3), isDeleted: true, values: {} },
      line('3', 105, 1, { datum: '2026-01-01' }),
    ]);
    expect(await umsatz()).toBe(10.05);
    await deliver(other.cid, [line('1', 99_999)]);
    expect(await umsatz()).toBe(10.05);
    const { store } = t.deps,
      b = store.t.pvsBatch;
    await store.write(async (db) => {
      await db
        .update(b)
        .set({ state: 'withdrawn', withdrawnAt: t.clock.now })
        .where(eq(b.batch, second));
    });
    expect(await umsatz()).toBe(30.5);
    const open = await deliver(p.cid, [line('9', 500)]);
    await store.write(async (db) => {
      await db.update(b).set({ state: 'open', closedAt: null }).where(eq(b.batch, open));
    });
    expect(await umsatz()).toBe(30.5);
    const series = await ask('umsatz/zeitreihe');
    expect(series.zeilen).toHaveLength(12);
    expect(series.zeilen[2]).toMatchObject({
      periode: '2026-03',
      umsatz: 30.5,
      honorar: 30.5,
      vorjahr: null,
      ziel: null,
    });
    expect(series.serien[0]!.punkte.reduce((sum, point) => sum + (point.y ?? 0), 0)).toBe(30.5);
  });

  it('every report has its shape for a practice with all kinds of data', async () => {
    await deliver(p.cid, buildPractice(7));
    const paths = REPORTS.map(({ path: pfad }) =>
      pfad.replace('{patid}', 'p1').replace('{region}', 'be').replace('{kennzahl}', 'umsatz'),
    );
    expect(paths.length).toBeGreaterThan(45);
    // English screen texts: column titles, data codes, series names; these are shared, and to-do
    // lists have their own.
    const unsaid = new Set<string>(),
      same = ['BEMA', 'GOZ', 'AOK', 'BKK', 'ATG', 'AIT', 'BEV', 'UPT1', 'UPT2'],
      isTodo = (path: string): boolean =>
        ['dashboard/executive', 'dashboard/aufgaben', 'hkp/kennzahlen'].includes(path);
    const isSaid = (key: string, word: string): boolean =>
      same.includes(word) ||
      isFigure(word) ||
      [`wort.${key}.${word}`, `wort.${word}`, `bereich.${word}`].some((one) => one in WORDS);
    for (const path of paths) {
      const found = await ask(path),
        keys = new Set(found.spalten.map((s) => s.key));
      for (const zeile of found.zeilen)
        for (const key of keys) expect(zeile, `${path} ${key}`).toHaveProperty(key);
      for (const { titel } of found.spalten)
        if (englishTitle(titel, titles) === undefined) unsaid.add(`${path}: ${titel}`);
      for (const { key, typ } of found.spalten)
        if (typ === 'wort' && !isTodo(path))
          for (const zeile of found.zeilen)
            if (
              typeof zeile[key] === 'string' &&
              /^[A-Z_]{2,}\d*$/.test(zeile[key]) &&
              !isSaid(key, zeile[key])
            )
              unsaid.add(`${path}: ${key} ${zeile[key]}`);
      for (const { name } of found.serien)
        if (!/^\d{4}/.test(name) && !isSaid('', name)) unsaid.add(`${path}: serie ${name}`);
    }
    expect([...unsaid]).toEqual([]);
  }, 20_000);

  it('[sec B66] [sec B67] [sec B68] [sec B69] refuses users without permission and invalid filters', async () => {
    expect((await t.call(`/api/umsatz/zeitreihe?${QUERY}`, { as: p.users.reception })).code).toBe(
      'forbidden',
    );
    expect((await t.call(`/api/umsatz/zeitreihe?${QUERY}`)).code).toBe('unauthenticated');
    // B66: an unknown column, group or figure; B67: invalid page sizes; B68: invalid periods; B69:
    // an unknown region.
    for (const bad of [
      'gruppierung=name;%20drop%20table',
      'sort=betrag',
      'kennzahl=x',
      'versicherung=NIX',
    ])
      expect(
        (await t.call(`/api/umsatz/zeitreihe?${QUERY}&${bad}`, { as: p.users.owner })).status,
        bad,
      ).toBe(400);
    for (const bad of [
      'jeseite=7',
      'jeseite=100000',
      'anzahl=0',
      'anzahl=-1',
      'anzahl=1000000000',
      'seite=-1',
      'seite=x',
    ])
      expect(
        (await t.call(`/api/zeilen/umsatz?${QUERY}&${bad}`, { as: p.users.owner })).status,
        bad,
      ).toBe(400);
    for (const bad of [
      'von=1900-01-01&bis=3000-12-31',
      'von=0001-01-01&bis=2026-12-31',
      'von=2026-12-31&bis=2026-01-01',
    ])
      expect(
        (await t.call(`/api/umsatz/zeitreihe?${bad}`, { as: p.users.owner })).status,
        bad,
      ).toBe(400);
    expect((await t.call(`/api/hvm/xx?${QUERY}`, { as: p.users.owner })).status).toBe(404);
    expect((await t.call(`/api/zeilen/nichts?${QUERY}`, { as: p.users.owner })).status).toBe(404);
    for (const bad of [
      'von=2026-02-30&bis=2026-12-31',
      'von=2026-12-31&bis=2026-01-01',
      `${QUERY}&basis=x`,
      `${QUERY}&bereich=KCH,NIX`,
      '',
    ])
      expect((await t.call(`/api/umsatz/zeitreihe?${bad}`, { as: p.users.owner })).code).toBe(
        'validation',
      );
  });
});
