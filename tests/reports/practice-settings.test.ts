/**
 * Practice settings around figures: targets, the scheme of the fee limit, the association's letter;
 * breakdown of changes, one patient's page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { HvmConfig, HvmModel, KzvLetter } from '../../shared/analytics/reports/hvm.schema.ts';
import type { AppointmentTypeMapping } from '../../shared/analytics/deliveries/appointment-types.schema.ts';
import type { Target } from '../../shared/analytics/reports/target.schema.ts';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { deliverRows, type DeliveredRow } from './deliver.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());

const send = (
  method: string,
  path: string,
  json: unknown,
  as: Bearer = p.users.owner,
): Promise<Answer> => t.call(`/api${path}`, { as, method, json });
const read = async <T>(path: string, as: Bearer = p.users.owner): Promise<T> => {
  const answer = await t.call(`/api${path}`, { as });
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer.json as T;
};
const row = (
  entity: DeliveredRow['entity'],
  id: string,
  values: Record<string, unknown>,
): DeliveredRow => ({ entity, id, version: 1, hash: 1, isDeleted: false, values });
const service = (
  id: string,
  datum: string,
  betrag: number,
  more: Record<string, unknown> = {},
): DeliveredRow =>
  row('leistung', id, {
    patid: 'a',
    behandler: 'b1',
    datum,
    system: 'BEMA',
    nr: '01',
    menge: 1,
    honorar: betrag,
    betrag,
    kostentraeger: 'GKV',
    ...more,
  });
const MARCH = 'von=2026-03-01&bis=2026-03-31';

describe('practice settings around figures', () => {
  beforeAll(async () => {
    await deliverRows(t, p.cid, [
      row('params', 'kzv', { wert: 'be' }),
      row('behandler', 'b1', { name: 'Dr. Weber', art: 'ZAHNARZT' }),
      row('behandler', 'b2', { name: 'Dr. Özkan', art: 'ZAHNARZT', austritt: '2020-01-01' }),
      row('zimmer', 'z1', { name: 'Zimmer 1' }),
      row('patient', 'a', {
        nachname: 'Groß',
        vorname: 'Anna',
        geburtsdatum: '1941-03-04',
        versicherung: 'GKV',
        kassenart: 'AOK',
      }),
      // Deliveries begin before March of the previous year, so it can be compared.
      service('0', '2025-02-28', 500),
      // Two Mondays this March, one Tuesday in the previous March.
      service('1', '2026-03-02', 10_000),
      service('2', '2026-03-09', 5_000, { behandler: 'b2' }),
      service('3', '2025-03-04', 40_000),
      service('4', '2026-02-02', 1_000),
      row('hkp', 'h1', {
        patid: 'a',
        behandler: 'b1',
        art: 'ZE',
        status: 'GENEHMIGT',
        bezeichnung: 'Krone',
        erstelltAm: '2026-01-10',
        genehmigtAm: '2026-02-01',
        gesamt: 80_000,
      }),
      row('rechnung', 'r1', {
        patid: 'a',
        nummer: '4711',
        datum: '2026-01-05',
        faelligAm: '2026-02-05',
        betrag: 30_000,
        art: 'PRIVAT',
        status: 'OFFEN',
      }),
    ]);
    await deliverRows(t, other.cid, [
      row('patient', 'x', { nachname: 'Fremd', vorname: 'X', geburtsdatum: '1990-01-01' }),
    ]);
  });

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

describe('groups of appointment types', () => {
  type List = { items: AppointmentTypeMapping[] };
  const list = async (as?: Bearer): Promise<List['items']> =>
      (await read<List>('/settings/pattermapi', as)).items,
    put = (items: { id: string; gruppe: string | null }[], as?: Bearer): Promise<Answer> =>
      send('PUT', '/settings/pattermapi', { items }, as);
  const kept = async (gruppe: string): Promise<unknown> =>
      (await read<PracticeReport>(`/umsatz/zeitreihe?${MARCH}&termingruppe=${gruppe}`)).kpis.find(
        (one) => one.key === 'umsatz',
      )!.wert,
    shown = async (): Promise<unknown[]> =>
      (await read<PracticeReport>(`/terminqualitaet?${MARCH}`)).zeilen
        .filter((z) => z['art'] === 'TERMINART')
        .map((z) => z['gruppe']);
  it('are guessed by name, count once confirmed, also for old appointments, and stop when reverted', async () => {
    expect((await read<List>('/settings/pattermapi')).items).toEqual([]);
    await deliverRows(t, p.cid, [
      row('termingruppen', 'g1', { name: 'Vorsorge' }),
      row('terminarten', 't1', { name: 'PZR 60', gruppe: 'g1', dauerMin: 60 }),
      row('terminarten', 't2', { name: 'Kontrolle', standardgruppe: 'KONTROLLE' }),
      row('terminarten', 't3', { name: 'Sperrzeit' }),
      row('termin', 'n1', {
        patid: 'a',
        behandler: 'b1',
        terminart: 't1',
        start: Date.parse('2026-03-02T09:00:00Z'),
        dauerMin: 60,
        status: 'WAHRGENOMMEN',
      }),
    ]);
    await deliverRows(t, other.cid, [row('terminarten', 'x1', { name: 'Schmerz' })]);
    const guessed = ((await send('POST', '/settings/init/pattermapi', undefined)).json as List)
        .items,
      names = (items: List['items']) =>
        items.map((one) => [one.name, one.geliefert, one.eigene, one.vorschlag]);
    expect(names(guessed)).toEqual([
      ['Kontrolle', 'KONTROLLE', null, null],
      ['PZR 60', null, null, 'PROPHYLAXE'],
      ['Sperrzeit', null, null, null],
    ]);
    expect([await kept('PROPHYLAXE'), await shown()]).toEqual([0, [null, 'KONTROLLE', null]]);
    expect(
      (
        await put([
          { id: 't1', gruppe: 'PROPHYLAXE' },
          { id: 't2', gruppe: 'RECALL' },
        ])
      ).status,
    ).toBe(204);
    expect([
      await kept('PROPHYLAXE'),
      await kept('KONTROLLE'),
      (await shown()).includes('RECALL'),
    ]).toEqual([100, 0, true]);
    expect((await list()).map((one) => [one.id, one.gruppenname, one.eigene, one.wer])).toEqual([
      ['t2', '', 'RECALL', 'Özlem Yıldız-owner'],
      ['t1', 'Vorsorge', 'PROPHYLAXE', 'Özlem Yıldız-owner'],
      ['t3', '', null, ''],
    ]);
    // A repeated request keeps the stored value.
    expect(
      names(((await send('POST', '/settings/init/pattermapi', undefined)).json as List).items)[1],
    ).toEqual(['PZR 60', null, 'PROPHYLAXE', null]);
    expect(
      (
        await put([
          { id: 't1', gruppe: null },
          { id: 't2', gruppe: null },
        ])
      ).status,
    ).toBe(204);
    expect([await kept('PROPHYLAXE'), (await shown()).includes('RECALL')]).toEqual([0, false]);
  });
  it('are set by owners of the same practice only', async () => {
    expect([
      (await put([{ id: 'x1', gruppe: 'SCHMERZ' }])).code,
      (await put([{ id: 't1', gruppe: 'NICHTS' }])).code,
      (await put([{ id: 't1', gruppe: 'UPT' }], p.users.staff)).code,
      (await send('POST', '/settings/init/pattermapi', undefined, p.users.reception)).code,
    ]).toEqual(['validation', 'validation', 'forbidden', 'forbidden']);
    expect((await list(other.users.owner)).map((one) => one.id)).toEqual(['x1']);
  });
  it('comparison groups show their number of practices only from seven on', async () => {
    expect((await read<PracticeReport>(`/benchmarkgroups?${MARCH}`)).zeilen).toEqual([
      { gruppe: 'ALLE', merkmal: null, praxen: null },
      { gruppe: 'GROESSE', merkmal: '1', praxen: null },
      { gruppe: 'REGION', merkmal: null, praxen: null },
    ]);
    for (let n = 0; n < 5; n++) {
      const one = await addPractice(t, `markt${n}`);
      await deliverRows(t, one.cid, [
        row('patient', 'm', {
          nachname: 'M',
          vorname: 'M',
          geburtsdatum: '1990-01-01',
          versicherung: 'GKV',
          plz: '10115',
        }),
      ]);
    }
    expect(
      (await read<PracticeReport>(`/benchmarkgroups?${MARCH}`)).zeilen.map((z) => [
        z['gruppe'],
        z['praxen'],
      ]),
    ).toEqual([
      ['ALLE', 7],
      ['GROESSE', 7],
      ['REGION', null],
    ]);
  });
});

describe('access to figures', () => {
  const grant = async (change: object): Promise<void> => {
    await stepUp(t, p.users.owner);
    const answer = await t.call('/auth/user', {
      as: p.users.owner,
      method: 'POST',
      json: { action: 'change', id: p.users.staff.userId, ...change },
    });
    expect(answer.status, answer.text).toBe(200);
  };
  const ask = (path: string, as: Bearer = p.users.staff): Promise<Answer> =>
    t.call(`/api/${path}`, { as });
  const codes = async (...paths: string[]): Promise<(string | number)[]> =>
    Promise.all(
      paths.map(async (path) => {
        const { status, code } = await ask(path);
        return status === 200 ? 200 : (code ?? status);
      }),
    );
  const PATHS = [
    `umsatz/zeitreihe?${MARCH}`,
    `umsatz/behandler?${MARCH}`,
    `umsatz/zeitreihe?${MARCH}&behandler=b2`,
    'steuerbuero',
    'berichtmails',
    'profiles?report=umsatz/zeitreihe',
    `berichtpdf?${MARCH}&pfad=umsatz/behandler`,
  ];

  it('only owners read figures without a grant', async () => {
    expect(await codes(...PATHS)).toEqual(PATHS.map(() => 'forbidden'));
  });

  it('a practice-wide grant shows no practitioner in reports, filters, rows or texts', async () => {
    await grant({ reportGrant: 'praxis' });
    expect(await codes(...PATHS)).toEqual([
      200,
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
      200,
      'forbidden',
    ]);
    expect(
      ((await t.call('/auth/user', { as: p.users.staff })).json as { figures: string }).figures,
    ).toBe('praxis');
    const changes = (await ask(`dashboard/aenderungen?${MARCH}`)).json as PracticeReport,
      quality = (await ask(`terminqualitaet?${MARCH}`)).json as PracticeReport,
      rows = await ask(`zeilen/umsatz?${MARCH}`),
      all = await ask(`zeilen/umsatz?${MARCH}`, p.users.owner);
    expect([
      [...changes.zeilen, ...quality.zeilen].filter((z) => z['art'] === 'BEHANDLER'),
      /Weber|Özkan/.test(JSON.stringify([changes, quality])),
      changes.zeilen.length > 0,
    ]).toEqual([[], false, true]);
    expect([rows.status, rows.text.includes('Weber'), all.text.includes('Weber')]).toEqual([
      200,
      false,
      true,
    ]);
    expect(
      (
        await send(
          'PUT',
          '/ziele',
          { kennzahl: 'umsatz', behandler: '', gueltigAb: '2026-03-01', wert: 1 },
          p.users.staff,
        )
      ).code,
    ).toBe('forbidden');
  });

  it('a practitioner reads only their own figures, with a full grant all', async () => {
    await grant({ reportGrant: null, behandlerId: 'b2' });
    expect(await codes(...PATHS, `benchmark?${MARCH}`)).toEqual([
      200,
      200,
      200,
      'forbidden',
      'forbidden',
      200,
      200,
      'forbidden',
    ]);
    const own = (await ask(`umsatz/zeitreihe?${MARCH}`)).json as PracticeReport,
      table = (await ask(`umsatz/behandler?${MARCH}`)).json as PracticeReport;
    expect([
      own.kpis[0]?.wert,
      own.meta.filter.behandler,
      table.zeilen.map((z) => z['behandler']),
    ]).toEqual([50, ['b2'], ['Dr. Özkan']]);
    expect(await codes(`umsatz/zeitreihe?${MARCH}&behandler=b1`)).toEqual(['forbidden']);
    await grant({ reportGrant: 'alle' });
    expect(await codes(...PATHS)).toEqual([200, 200, 200, 'forbidden', 'forbidden', 200, 200]);
    await grant({ reportGrant: null, behandlerId: null });
    expect(await codes(PATHS[0]!)).toEqual(['forbidden']);
    const { audit } = t.deps.store.t,
      rows = (await t.deps.store.read.select().from(audit)).filter(
        (one) => one.cid === p.cid && one.type === 'auth.user.changed',
      );
    expect(rows.map((one) => [one.data['reportGrant'], one.data['behandlerId']])).toEqual([
      ['praxis', undefined],
      [null, 'b2'],
      ['alle', undefined],
      [null, null],
    ]);
  });
});
