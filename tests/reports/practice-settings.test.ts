/**
 * Practice settings around figures: targets, the scheme of the fee limit, the association's letter;
 * breakdown of changes, one patient's page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { HvmConfig, HvmModel, KzvLetter } from '../../shared/analytics/reports/hvm.schema.ts';
import type { Target } from '../../shared/analytics/reports/target.schema.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';
import { callsTo } from './calls.ts';
import { MARCH, startMarch } from './march.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  ({ t, p, other } = await startMarch());
});
afterAll(() => t.drop());

const { send, read } = callsTo(() => ({ t, p }));

describe('practice settings around figures', () => {
  it('returns the practice profile', async () => {
    expect(await read('/profile')).toMatchObject({
      name: 'Zahnarztpraxis nord',
      region: 'be',
      behandler: 1,
      zimmer: 1,
      groesse: '1',
    });
    expect(await read('/profile', other.users.owner)).toMatchObject({
      region: null,
      regionName: null,
      behandler: 0,
    });
  });

  it('a target applies from its day on, appears in the next report, and ends', async () => {
    const target = { kennzahl: 'umsatz', behandler: '', gueltigAb: '2026-03-01', wert: 300 },
      ziel = async (): Promise<number | null> =>
        (await read<PracticeReport>(`/umsatz/zeitreihe?${MARCH}`)).kpis.find(
          (one) => one.key === 'umsatz',
        )!.ziel;
    expect(await ziel()).toBeNull();
    expect((await send('PUT', '/ziele', target)).status).toBe(204);
    expect(await ziel()).toBe(300);
    expect((await send('PUT', '/ziele', { ...target, wert: 310 })).status).toBe(204);
    expect((await read<{ items: Target[] }>('/ziele')).items).toEqual([
      { ...target, wert: 310, wer: 'Özlem Yıldız-owner', am: t.clock.now },
    ]);
    expect(
      (await send('PUT', '/ziele', { ...target, gueltigAb: '2026-03-15', wert: null })).status,
    ).toBe(204);
    expect(await ziel()).toBeNull();
    expect((await send('PUT', '/ziele', { ...target, kennzahl: 'nichts' })).code).toBe(
      'validation',
    );
    expect((await send('PUT', '/ziele', { ...target, wert: -1 })).code).toBe('validation');
    expect((await send('PUT', '/ziele', target, p.users.staff)).code).toBe('forbidden');
    expect((await read<{ items: Target[] }>('/ziele', other.users.owner)).items).toEqual([]);
  });

  it('changes are broken down by person, service, owner and weekday; each opens exactly its rows', async () => {
    const { zeilen } = await read<PracticeReport>(`/dashboard/aenderungen?${MARCH}`),
      of = (art: string) =>
        zeilen
          .filter((z) => z['art'] === art)
          .map((z) => [z['name'], z['jetzt'], z['vorher'], z['differenz']]);
    expect(of('BEHANDLER')).toEqual([
      ['Dr. Weber', 100, 400, -300],
      ['Dr. Özkan', 50, 0, 50],
    ]);
    expect(of('WOCHENTAG')).toEqual([
      ['DI', 0, 400, -400],
      ['MO', 150, 0, 150],
    ]);
    expect(of('VERSICHERUNG')).toEqual([['GKV', 150, 400, -250]]);
    const monday = await read<PracticeReport>(`/zeilen/umsatz?${MARCH}&wochentag=MO`),
      tuesday = await read<PracticeReport>(`/zeilen/umsatz?${MARCH}&wochentag=DI`);
    expect([
      monday.kpis[0]!.wert,
      monday.zeilen.map((z) => z['id']),
      tuesday.kpis[0]!.wert,
      tuesday.zeilen,
    ]).toEqual([150, ['2', '1'], 0, []]);
    expect(
      (await t.call(`/api/zeilen/umsatz?${MARCH}&wochentag=XX`, { as: p.users.owner })).code,
    ).toBe('not_found');
    const alone = await read<PracticeReport>(`/dashboard/aenderungen?${MARCH}&vergleich=KEIN`);
    expect([alone.zeilen, alone.meta.hinweise]).toEqual([[], ['ohneVergleich']]);
  });

  it('pending items are counted once, with their value', async () => {
    const { zeilen } = await read<PracticeReport>(`/dashboard/aufgaben?${MARCH}`),
      of = (was: string) => {
        const found = zeilen.find((z) => z['was'] === was);
        return [found?.['anzahl'], found?.['wert']];
      };
    expect([of('RECHNUNG_UEBERFAELLIG'), of('RECALL_UEBERFAELLIG')]).toEqual([
      [1, 300],
      [0, null],
    ]);
    expect(of('NICHT_FAKTURIERT')).toEqual([0, 0]);
  });

  it("a patient's plans and invoices are logged as a record view; another practice's are 404", async () => {
    expect(
      (await read<PracticeReport>(`/patient/a/plaene?${MARCH}`, p.users.staff)).zeilen,
    ).toMatchObject([{ id: 'h1', bezeichnung: 'Krone', status: 'GENEHMIGT', gesamt: 800 }]);
    expect((await read<PracticeReport>(`/patient/a/rechnungen?${MARCH}`)).zeilen).toMatchObject([
      { nummer: '4711', betrag: 300, offen: 300 },
    ]);
    for (const part of ['', '/plaene', '/rechnungen', '/leistungen'])
      expect((await t.call(`/api/patient/x${part}?${MARCH}`, { as: p.users.owner })).code).toBe(
        'not_found',
      );
    expect((await t.call(`/api/patient/a/plaene?${MARCH}`, { as: p.users.reception })).code).toBe(
      'forbidden',
    );
    const { audit } = t.deps.store.t,
      seen = (await t.deps.store.read.select().from(audit)).filter(
        (one) => one.cid === p.cid && one.type === 'patient.viewed',
      );
    expect(seen.length).toBe(2);
  });

  it('the fee limit of a quarter follows its scheme, which differs by region', async () => {
    const config: HvmConfig = {
      modell: 'FALLWERT',
      bereiche: ['KCH'],
      einheit: 'EUR',
      toepfe: [{ kassenart: 'ALLE', grenzeJeFall: 200 }],
      fallzaehlung: ['KCH'],
      nurWohnortKzv: false,
      ohneStatus4: false,
      ueberschreitung: { art: 'QUOTE', quote: 0.5 },
      ausgenommen: [],
      quelle: 'Bescheid vom 02.01.2026',
    };
    const grenze = async (): Promise<number | null> =>
      (await read<PracticeReport>(`/hvm/be?${MARCH}`)).kpis.find((one) => one.key === 'hvmGrenze')!
        .wert;
    expect(await grenze()).toBeNull();
    expect((await send('PUT', '/hvm/be/modell', { jahr: 2026, quartal: 1, config })).status).toBe(
      204,
    );
    expect(await grenze()).toBe(200);
    expect(
      (
        await send('PUT', '/hvm/be/modell', {
          jahr: 2026,
          quartal: 1,
          config: { ...config, toepfe: [{ kassenart: 'ALLE', grenzeJeFall: 300 }] },
        })
      ).status,
    ).toBe(204);
    expect(await grenze()).toBe(300);
    expect(
      (await read<{ items: HvmModel[] }>('/hvm/be/modell')).items.map((one) => [
        one.jahr,
        one.quartal,
        one.config.toepfe[0]?.grenzeJeFall,
        one.config.quelle,
        one.wer,
      ]),
    ).toEqual([[2026, 1, 300, 'Bescheid vom 02.01.2026', 'Özlem Yıldız-owner']]);
    expect((await read<{ items: HvmModel[] }>('/hvm/by/modell')).items).toEqual([]);
    expect((await t.call('/api/hvm/xx/modell', { as: p.users.owner })).code).toBe('not_found');
    expect(
      (
        await send('PUT', '/hvm/be/modell', {
          jahr: 2026,
          quartal: 1,
          config: { ...config, toepfe: [] },
        })
      ).code,
    ).toBe('validation');
    expect(
      (await send('PUT', '/hvm/be/modell', { jahr: 2026, quartal: 1, config }, p.users.staff)).code,
    ).toBe('forbidden');
  });

  it("a letter is shown next to the quarter's own positions, marked as typed, and replaced as a whole", async () => {
    expect((await read<PracticeReport>(`/benchmark/kzv?${MARCH}`)).meta.hinweise).toEqual([
      'keinBrief',
    ]);
    expect(
      (
        await send('PUT', '/kzvbrief', {
          jahr: 2025,
          quartal: 4,
          zeilen: [
            { nr: '01', je100: 80 },
            { nr: '13 b', je100: 31.2 },
          ],
        })
      ).status,
    ).toBe(204);
    const found = await read<PracticeReport>(`/benchmark/kzv?${MARCH}`);
    expect([found.meta.hinweise, found.zeilen.map((z) => [z['nr'], z['brief']])]).toEqual([
      ['vonHandEingetragen', 'aeltererBrief'],
      [
        ['01', 80],
        ['13B', 31.2],
      ],
    ]);
    expect(
      (
        await send('PUT', '/kzvbrief', {
          jahr: 2025,
          quartal: 4,
          zeilen: [{ nr: '01', je100: 81 }],
        })
      ).status,
    ).toBe(204);
    expect(
      (await read<{ items: KzvLetter[] }>('/kzvbrief')).items.map((one) => [
        one.jahr,
        one.quartal,
        one.zeilen,
      ]),
    ).toEqual([[2025, 4, [{ nr: '01', je100: 81 }]]]);
    expect((await read<{ items: KzvLetter[] }>('/kzvbrief', other.users.owner)).items).toEqual([]);
    expect(
      (await send('PUT', '/kzvbrief', { jahr: 2025, quartal: 4, zeilen: [] }, p.users.reception))
        .code,
    ).toBe('forbidden');
  });
});
