// The practice's current lists, the catalogue of a day, and own values: entered once, shown with
// author and time, removed and restored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  FeeCatalogue,
  StaticListAnswer,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import {
  amountOf,
  amountText,
  ownValueOn,
  ownValueProblem,
  punktwertKey,
  punktwertOf,
  subsidyKey,
  subsidyOf,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { trueRows } from './lists.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'west')];
  const { store } = t.deps,
    batch = (number: number, state: 'open' | 'closed' | 'withdrawn', closedAt: number | null) => ({
      cid: p.cid,
      batch: number,
      run: `r${number}`,
      state,
      source: 'Test',
      way: 'api' as const,
      sha256: '',
      rows: 1,
      counts: {},
      refused: 0,
      openedAt: 1,
      closedAt,
      withdrawnAt: null,
      by: '',
      withdrawnBy: null,
    });
  const row = (id: string, version: number, number: number, name: string, deleted = false) => ({
    cid: p.cid,
    id,
    version,
    hash: 1,
    batch: number,
    deleted,
    name,
  });
  await store.write(async (tx) => {
    await tx
      .insert(store.t.pvsBatch)
      .values([
        batch(1, 'closed', 1_000),
        batch(2, 'closed', 3_000),
        batch(3, 'withdrawn', 5_000),
        batch(4, 'open', null),
      ]);
    await tx
      .insert(store.t.pvsZimmer)
      .values([
        row('z1', 1, 1, 'Zimmer 1'),
        row('z1', 2, 2, 'Zimmer Eins'),
        row('z2', 1, 1, 'Zimmer 2'),
        row('z2', 2, 2, 'Zimmer 2', true),
        row('z10', 1, 2, 'Prophylaxe'),
        row('z1', 9, 3, 'zurückgezogen'),
        row('z3', 1, 4, 'noch offen'),
      ]);
    await tx.insert(store.t.pvsParams).values([
      {
        cid: p.cid,
        id: 'kzv',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        wert: 'be',
      } as never,
    ]);
    await tx.insert(store.t.pvsBemagoz).values([
      {
        cid: p.cid,
        id: 'e1',
        version: 1,
        hash: 1,
        batch: 1,
        deleted: false,
        system: 'EIGEN',
        nr: 'Bleaching',
        text: 'Aufhellung',
        punkte: null,
        preis: 28_900,
        gueltigVon: null,
        gueltigBis: null,
      } as never,
    ]);
  });
});
afterAll(() => t.drop());
const get = async <T>(path: string, as = p.users.reception): Promise<T> =>
  (await t.call(`/api/staticdata/${path}`, { as })).json as T;
const enter = (json: object, as = p.users.owner) =>
  t.call('/api/staticdata/werte', { as, method: 'POST', json });
const value = {
  id: 'v1',
  art: 'PUNKTWERT',
  schluessel: 'be|VDEK|KCH',
  wert: 12_845,
  validFrom: '2026-01-01',
  validTo: null,
  note: 'Rundschreiben 1/2026',
};

describe('master lists', () => {
  it('returns the newest row of valid deliveries, without withdrawn, open, deleted or foreign ones', async () => {
    expect(await get<StaticListAnswer>('zimmer')).toEqual({
      stand: 3_000,
      items: [
        { id: 'z1', name: 'Zimmer Eins' },
        { id: 'z10', name: 'Prophylaxe' },
      ],
    });
    for (const list of [
      'behandler',
      'terminarten',
      'termingruppen',
      'teams',
      'stichworte',
      'stempel',
    ])
      expect(await get(list)).toEqual({ stand: 3_000, items: [] });
    expect(await get('zimmer', other.users.owner)).toEqual({ stand: null, items: [] });
  });
  it('the hash decides between rows of one version, in any order', () => {
    const row = (hash: number, name: string) => ({
      id: 'a',
      version: 1,
      hash,
      batch: 1,
      deleted: false,
      name,
    });
    for (const rows of [
      [row(2, 'x'), row(7, 'y')],
      [row(7, 'y'), row(2, 'x')],
    ])
      expect(trueRows(rows, new Set([1])).map((one) => one.name)).toEqual(['y']);
  });
});

describe('fee catalogue', () => {
  it('is the one of its day, with the certainty of each value', async () => {
    const now = await get<FeeCatalogue>('bemagoz'),
      then = await get<FeeCatalogue>('bemagoz?tag=2024-12-31');
    const points = (c: FeeCatalogue, nr: string) =>
      c.positionen.find((one) => one.system === 'BEMA' && one.nr === nr)?.punkte;
    expect([
      now.tag,
      now.region,
      now.stand,
      points(now, '13b'),
      points(now, '13e'),
      points(then, '13b'),
      points(then, '13e'),
    ]).toEqual(['2026-11-20', 'be', 3_000, 41, undefined, 39, 52]);
    expect(now.punktwerte.find((one) => one.bereich === 'ZE')).toMatchObject({
      wert: 11_844,
      zeichen: 'confirmed',
    });
    expect(now.punktwerte.find((one) => one.bereich === 'KCH')?.zeichen).toBe('derived');
    expect([
      now.festzuschuesse.length,
      then.festzuschuesse.length,
      now.festzuschuesse[0]?.zeichen,
    ]).toEqual([48, 0, 'read']);
    expect(now.positionen.filter((one) => one.istEigen).map((one) => [one.nr, one.preis])).toEqual([
      ['Bleaching', 28_900],
    ]);
  });
});

describe('own values', () => {
  it('are entered once with author and time for the own practice; other staff may read them', async () => {
    expect([(await enter(value)).status, (await enter(value)).status]).toEqual([204, 204]);
    expect((await enter({ ...value, wert: 1 })).status).toBe(400);
    expect((await enter({ ...value, wert: 12_000 })).status).toBe(409);
    expect([
      (await enter({ ...value, id: 'v9' }, p.users.staff)).status,
      (await enter({ ...value, id: 'v9' }, p.users.reception)).status,
    ]).toEqual([403, 403]);
    const { werte: values } = await get<FeeCatalogue>('bemagoz');
    expect(values).toEqual([{ ...value, changedAt: t.clock.now, changedBy: values[0]?.changedBy }]);
    expect(values[0]?.changedBy).not.toBe('');
    expect((await get<FeeCatalogue>('bemagoz', other.users.owner)).werte).toEqual([]);
  });
  it('an own price replaces the delivered one from its day on', async () => {
    await enter({
      id: 'v2',
      art: 'PREIS',
      schluessel: 'Bleaching',
      wert: 31_000,
      validFrom: '2026-11-21',
      validTo: null,
      note: '',
    });
    const price = async (day: string) =>
      (await get<FeeCatalogue>(`bemagoz?tag=${day}`)).positionen.find(
        (one) => one.nr === 'Bleaching',
      )?.preis;
    expect([await price('2026-11-20'), await price('2026-11-21')]).toEqual([28_900, 31_000]);
  });
  it('are removed and restored; removed ones stay in the log', async () => {
    const drop = (id: string, as = p.users.owner) =>
      t.call(`/api/staticdata/werte/${id}`, { as, method: 'DELETE' });
    expect([
      (await drop('v1', other.users.owner)).status,
      (await drop('v1', p.users.staff)).status,
    ]).toEqual([204, 403]);
    expect((await get<FeeCatalogue>('bemagoz')).werte).toHaveLength(2);
    expect([(await drop('v1')).status, (await drop('v1')).status]).toEqual([204, 204]);
    expect((await get<FeeCatalogue>('bemagoz')).werte.map((one) => one.id)).toEqual(['v2']);
    expect((await enter(value)).status).toBe(204);
    const look = t.deps.workshop.look(p.cid, p.system),
      types = (await look.db.find(look.t.audit))
        .map((one) => one.type)
        .filter((type) => type.startsWith('praxiswert'));
    expect(types).toEqual([
      'praxiswert.entered',
      'praxiswert.entered',
      'praxiswert.removed',
      'praxiswert.entered',
    ]);
  });
});

describe('rules of own values', () => {
  const problem = (part: object) =>
    ownValueProblem({
      art: 'PUNKTWERT',
      schluessel: '*|*|KCH',
      wert: 12_800,
      validFrom: '2026-01-01',
      validTo: null,
      ...part,
    });
  it('validates keys, amounts and days', () => {
    expect([
      punktwertOf(punktwertKey('be', 'AOK', 'ZE')),
      punktwertOf(punktwertKey(null, null, 'KCH')),
      punktwertOf('be|XYZ|KCH'),
      punktwertOf('be|AOK|KCH|x'),
      subsidyOf(subsidyKey('6.4.1', 75)),
      subsidyOf('6.4.1|65'),
    ]).toEqual([
      { region: 'be', kassenart: 'AOK', area: 'ZE' },
      { region: null, kassenart: null, area: 'KCH' },
      undefined,
      undefined,
      { finding: '6.4.1', bonus: 75 },
      undefined,
    ]);
    expect([
      problem({}),
      problem({ wert: 128 }),
      problem({ wert: 128_000 }),
      problem({ wert: 1.5 }),
      problem({ schluessel: 'x' }),
      problem({ validTo: '2025-12-31' }),
      problem({ validTo: '2026-01-01' }),
      problem({ art: 'PREIS', schluessel: ' ' }),
    ]).toEqual([undefined, 'value', 'value', 'value', 'key', 'days', undefined, 'key']);
    expect([
      amountOf('1,2845', 4),
      amountOf('1.28', 4),
      amountOf('129', 2),
      amountOf('129,9 €', 2),
      amountOf('1,234', 2),
      amountOf('-1', 2),
      amountOf('', 2),
      amountText(12_845, 4),
      amountText(123_450, 2),
    ]).toEqual([
      12_845,
      12_800,
      12_900,
      12_990,
      undefined,
      undefined,
      undefined,
      '1,2845',
      '1.234,50',
    ]);
  });
  it('the value with the latest start applies while valid; of one day the last entered', () => {
    const one = (worth: number, validFrom: string, validTo: string | null, changedAt: number) => ({
      art: 'PREIS' as const,
      schluessel: 'a',
      wert: worth,
      validFrom,
      validTo,
      changedAt,
    });
    const all = [
      one(1, '2026-01-01', null, 1),
      one(2, '2026-06-01', '2026-06-30', 2),
      one(3, '2026-01-01', null, 3),
    ];
    expect(
      ['2025-12-31', '2026-05-31', '2026-06-15', '2026-07-01'].map(
        (day) => ownValueOn(all, 'PREIS', 'a', day)?.wert,
      ),
    ).toEqual([undefined, 3, 2, 3]);
  });
});
