// Billing proposals over HTTP on both databases: the first decision wins, arrived positions are
// detected automatically, refused proposals stay away, submitted billings close them.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  BillingKpis,
  Quarter,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type {
  OwnRule,
  BacktestResult,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput, Rules } from '../../../shared/analytics/billing/rules.schema.ts';
import type { BillingLabel } from '../../../shared/analytics/billing/labels.schema.ts';
import type {
  DecisionResult,
  BulkAnswer,
} from '../../../shared/analytics/billing/decisions.schema.ts';
import type {
  DaySheetData,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { PvsEntity, PvsRecord } from '../../../shared/analytics/deliveries/pvs.ts';
import { followed } from '../../../tests/support/followed.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { pvsTable } from '../../platform/db/pvs-rows.ts';

const DAY = '2026-11-19',
  RULE_ID = 'D01';

describe.each(STORES)('billing proposals (%s)', (kind) => {
  let t: TestApp,
    p: Practice,
    batch = 0,
    owner: Bearer,
    staff: Bearer;
  async function deliver(rows: {
    [E in PvsEntity]?: ({ id: string; version?: number; deleted?: boolean } & Partial<
      PvsRecord<E>
    >)[];
  }): Promise<number> {
    batch += 1;
    const { store } = t.deps,
      number = batch;
    await store.write(async (tx) => {
      await tx.insert(store.t.pvsBatch).values({
        cid: p.cid,
        batch: number,
        run: `test ${number}`,
        state: 'closed',
        source: 'Test',
        way: 'api',
        sha256: '',
        rows: 1,
        counts: {},
        refused: 0,
        openedAt: t.clock.now,
        closedAt: t.clock.now,
        withdrawnAt: null,
        by: '',
        withdrawnBy: null,
      });
      for (const [entity, list] of Object.entries(rows))
        for (const row of list)
          await tx.insert(pvsTable(store.t, entity as PvsEntity)).values({
            cid: p.cid,
            version: 1,
            hash: 1,
            batch: number,
            deleted: false,
            ...row,
          } as never);
    });
    return number;
  }
  const withdraw = async (number: number): Promise<void> => {
    const { store } = t.deps;
    await store.write(async (tx) => {
      const { eq, and } = await import('drizzle-orm');
      await tx
        .update(store.t.pvsBatch)
        .set({ state: 'withdrawn', withdrawnAt: t.clock.now })
        .where(and(eq(store.t.pvsBatch.cid, p.cid), eq(store.t.pvsBatch.batch, number)));
    });
  };
  const get = async <T>(path: string, as = owner): Promise<T> => {
    const { status, json } = await t.call(`/api${path}`, { as });
    expect([path, status]).toEqual([path, 200]);
    return json as T;
  };
  const send = (method: string, path: string, json: unknown, as = owner) =>
    t.call(`/api${path}`, { as, method, json });
  const post = (path: string, json: unknown, as = owner) => send('POST', path, json, as);
  const list = async (query = ''): Promise<Proposals> =>
    get(`/abrechnungsvorschlaege?regel=${RULE_ID}&von=2026-11-01&bis=2026-11-30${query}`);
  const one = async (patid: string, day = DAY): Promise<Proposal | undefined> =>
    (await list(`&state=NEU,VORGEMERKT,UMGESETZT,ABGELEHNT,VERFALLEN&patid=${patid}`)).items.find(
      (found) => found.tag === day,
    );
  const placeOf = (patid: string, day = DAY) => ({ patid, tag: day, regel: RULE_ID });
  const service = (id: string, patid: string, nr: string, more: object = {}) => ({
    id,
    patid,
    behandler: 'b1',
    datum: DAY,
    system: 'BEMA' as const,
    nr,
    menge: 1,
    punkte: 18,
    honorar: 2304,
    betrag: 2304,
    kostentraeger: 'GKV' as const,
    status: 'ERBRACHT' as const,
    ...more,
  });

  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    owner = p.users.owner;
    staff = p.users.staff;
    await deliver({
      behandler: [{ id: 'b1', name: 'Dr. Muster', art: 'ZAHNARZT' }],
      patient: ['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => ({
        id,
        vorname: 'Anna',
        nachname: `Groß${id}`,
        geburtsdatum: '1960-01-01',
        versicherung: 'GKV' as const,
        ...(id === '1' && { telefon: '030 1', mobil: '0171 1' }),
      })),
      tagesnotiz: [{ id: 'n1', patid: '1', datum: DAY, text: 'Kontrolle, alles unauffällig' }],
      leistung: [
        ...['1', '2', '3', '4', '5', '6', '7'].map((id) => service(`l${id}`, id, '01')),
        service('l8', '8', '01', { datum: '2026-09-10' }),
        service('alt', '1', '107', {
          datum: '2025-12-01',
          punkte: 16,
          honorar: 2048,
          betrag: 2048,
        }),
        service('uralt', '1', '107', { datum: '2022-12-01' }),
      ],
    });
  });
  afterAll(() => t.drop());

  it('lists forgotten positions with reasons, paginated, together with the day', async () => {
    const first = await list('&n=3');
    expect(first).toMatchObject({
      gefunden: { anzahl: 7 },
      offen: { anzahl: 7 },
      vorgemerkt: { anzahl: 0, cents: 0 },
      verfaellt: [{ bereich: 'KCH', zeitraum: '2026-Q4', anzahl: 7 }],
    });
    expect(first.items[0]).toMatchObject({
      patid: '1',
      tag: DAY,
      regel: RULE_ID,
      name: 'Groß1, Anna',
      geburtsdatum: '1960-01-01',
      telefon: '0171 1',
      behandlerName: 'Dr. Muster',
      system: 'BEMA',
      nr: '04',
      state: 'NEU',
      rev: 0,
      entscheid: null,
      labels: [],
      konfidenz: 0.8,
      startKonfidenz: 0.8,
    });
    expect(first.items[0]!.cents).toBeGreaterThan(1000);
    const second = await list(`&n=3&cursor=${encodeURIComponent(first.weiter!)}`),
      third = await list(`&n=3&cursor=${encodeURIComponent(second.weiter!)}`);
    expect([...first.items, ...second.items, ...third.items].map((found) => found.patid)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    expect(third.weiter).toBeNull();
    const found = async (q: string): Promise<string[]> =>
      (await list(`&q=${encodeURIComponent(q)}`)).items.map(
        ({ patid, telefon }) => `${patid} ${telefon}`,
      );
    expect(await found('gross1')).toEqual(['1 0171 1']);
    expect(await found('Anna Groß3')).toEqual(['3 null']);
    expect(await found('4')).toEqual(['4 null']);
    expect((await list('&q=nobody')).gefunden.anzahl).toBe(0);
    const sheet = await get<DaySheetData>(`/abrechnung/tag/1/${DAY}`);
    expect(sheet).toMatchObject({
      name: 'Groß1, Anna',
      versicherung: 'GKV',
      leistungen: [{ nr: '01', cents: 2304 }],
      notizen: [{ text: 'Kontrolle, alles unauffällig' }],
      verlauf: [{ tag: '2025-12-01', leistungen: [{ nr: '107' }] }],
      entscheidungen: [],
    });
    expect(sheet.vorschlaege.some((found) => found.regel === RULE_ID)).toBe(true);
    expect((await t.call(`/api/abrechnung/tag/nobody/${DAY}`, { as: owner })).status).toBe(404);
    expect((await t.call('/api/abrechnungsvorschlaege', { as: p.users.reception })).status).toBe(
      403,
    );
  });

  it('[V1] a refusal needs a reason of up to 250 characters and lasts until it is revoked', async () => {
    expect(
      await post('/vorschlagablehnen', { ...placeOf('2'), comment: '😀'.repeat(251) }),
    ).toMatchObject({ status: 400, code: 'comment_too_long' });
    expect((await one('2'))?.state).toBe('NEU');
    const refused = (
      await post('/vorschlagablehnen', {
        ...placeOf('2'),
        rev: 0,
        grund: 'nicht_erbracht',
        comment: '😀'.repeat(250),
      })
    ).json as DecisionResult;
    expect(refused).toMatchObject({ state: 'ABGELEHNT', rev: 1 });
    await deliver({ leistung: [service('l2', '2', '01', { version: 2, honorar: 2305 })] });
    expect(await one('2')).toMatchObject({
      state: 'ABGELEHNT',
      entscheid: { grund: 'nicht_erbracht', comment: '😀'.repeat(250) },
    });
    expect((await list()).items.map((found) => found.patid)).not.toContain('2');
    expect(
      (await get<{ items: Proposal[] }>(`/abgelehntevorschlaege/${DAY}/${DAY}`)).items.map(
        (found) => found.patid,
      ),
    ).toEqual(['2']);
    expect((await post('/vorschlagzuruecknehmen', { ...placeOf('2'), rev: 1 })).json).toMatchObject(
      {
        state: 'NEU',
        rev: 2,
      },
    );
    expect((await list()).items.map((found) => found.patid)).toContain('2');
    const { entscheidungen } = await get<DaySheetData>(`/abrechnung/tag/2/${DAY}`);
    expect(entscheidungen.map(({ nach: groupsOf, von: from }) => [groupsOf, from === ''])).toEqual([
      ['NEU', false],
      ['ABGELEHNT', false],
    ]);
  });

  it('the second decider gets the first decision; repeating the same decision changes nothing', async () => {
    const [a, b] = await Promise.all([
        post('/vorschlagvormerken', { ...placeOf('3'), rev: 0 }),
        post('/vorschlagablehnen', { ...placeOf('3'), rev: 0 }, staff),
      ]),
      first = a.status === 200 ? a : b,
      second = a.status === 200 ? b : a;
    expect([first.status, second.status, second.code]).toEqual([200, 409, 'vorschlag_decided']);
    expect((second.json as { error: { extra: object } }).error.extra).toEqual({
      state: (first.json as DecisionResult).state,
      rev: 1,
      von: (first.json as DecisionResult).von,
      am: (first.json as DecisionResult).am,
    });
    expect((first.json as DecisionResult).von).toMatch(/^\D+ \D+$/);
    // A caller who agrees without having seen the decision is informed as well.
    const own = a.status === 200 ? owner : staff,
      other = a.status === 200 ? staff : owner,
      path = a.status === 200 ? '/vorschlagvormerken' : '/vorschlagablehnen';
    expect((await post(path, { ...placeOf('3'), rev: 0 }, other)).code).toBe('vorschlag_decided');
    expect((await post(path, { ...placeOf('3'), rev: 0 }, own)).json).toEqual(first.json);
    expect((await one('3'))?.rev).toBe(1);
    expect((await post('/vorschlagzuruecknehmen', { ...placeOf('3'), rev: 1 }, other)).status).toBe(
      200,
    );
    expect((await post('/vorschlagvormerken', { ...placeOf('nobody') })).status).toBe(404);
    expect(
      (await post('/vorschlagvormerken', { patid: '3', tag: '2026-11-18', regel: RULE_ID })).status,
    ).toBe(404);
    expect((await post('/vorschlagvormerken', { ...placeOf('3'), regel: 'unknown' })).status).toBe(
      404,
    );
  });

  it('a noted proposal is implemented when its position arrives and reopens when it is withdrawn', async () => {
    expect((await post('/vorschlagvormerken', placeOf('1'))).json).toMatchObject({
      state: 'VORGEMERKT',
      rev: 1,
    });
    expect(await list()).toMatchObject({ vorgemerkt: { anzahl: 1 } });
    const arrived = await deliver({
      leistung: [service('psi', '1', 'B 04'.slice(2), { punkte: 12 })],
    });
    await followed(t, p.cid);
    expect(await list()).toMatchObject({ vorgemerkt: { anzahl: 0 } });
    expect(await one('1')).toMatchObject({
      state: 'UMGESETZT',
      rev: 2,
      entscheid: { von: '' },
      nr: '04',
    });
    expect((await post('/vorschlagzuruecknehmen', placeOf('1'))).status).toBe(409);
    await withdraw(arrived);
    expect(await one('1')).toMatchObject({ state: 'VORGEMERKT' });
    await deliver({ leistung: [service('psi2', '1', '04', { punkte: 12 })] });
    expect((await one('1'))?.state).toBe('UMGESETZT');
    const kpis = await get<BillingKpis>(`/abrechnung/kpis?von=${DAY}&bis=${DAY}`);
    expect(kpis.umgesetzt.anzahl).toBe(1);
    expect(kpis.realisiert).toEqual({
      wert: expect.any(Number) as number,
      zaehler: kpis.umgesetzt.cents,
      nenner:
        kpis.offen.cents +
        kpis.umgesetzt.cents +
        kpis.vorgemerkt.cents +
        kpis.abgelehnt.cents +
        kpis.verfallen.cents,
    });
    expect(kpis.annahme).toMatchObject({ wert: 1, zaehler: 1, nenner: 1 });
    expect(kpis).toMatchObject({
      tageBisEntscheid: { median: 0, von: 0, bis: 0, anzahl: 1 },
      wertJe100Faelle: { nenner: 7 },
    });
    expect(kpis.behandler?.map((found) => found.id)).toEqual(['b1']);
    expect(
      (await get<BillingKpis>(`/abrechnung/kpis?von=${DAY}&bis=${DAY}`, staff)).behandler,
    ).toBeNull();
    // Key figure 63 and the overview agree for the same days.
    const span = `von=${DAY}&bis=${DAY}&vergleich=KEIN`,
      figure = await get<PracticeReport>(`/zeilen/vorschlagRealisiert?${span}`),
      overview = await get<PracticeReport>(`/dashboard/executive?${span}`),
      year = await get<Proposals>('/abrechnungsvorschlaege?von=2025-11-20&bis=2026-11-20');
    expect(figure.kpis[0]).toMatchObject({
      key: 'vorschlagRealisiert',
      zaehler: kpis.umgesetzt.cents / 100,
      nenner: kpis.realisiert.nenner / 100,
    });
    expect(overview.kpis.find((found) => found.key === 'vorschlaegeOffen')).toMatchObject({
      wert: year.gefunden.cents / 100,
      zaehler: year.gefunden.anzahl,
    });
  });

  it("the morning list shows yesterday's forgotten positions and today's patients with chances", async () => {
    const at = (id: string, patid: string, start: string, status: 'WAHRGENOMMEN' | 'GEPLANT') => ({
      id,
      patid,
      behandler: 'b1',
      start: Date.parse(start),
      dauerMin: 30,
      status,
    });
    await deliver({
      termin: [
        at('t1', '6', `${DAY}T09:00:00Z`, 'WAHRGENOMMEN'),
        at('t2', '8', '2026-11-20T10:30:00Z', 'GEPLANT'),
      ],
    });
    const path = '/heute/vorschlaege?von=2026-11-20&bis=2026-11-20',
      { zeilen: rows } = await get<PracticeReport>(path, staff),
      of = (patid: string) => rows.filter((row) => row['patid'] === patid);
    expect(of('6').find((row) => row['regel'] === RULE_ID)).toMatchObject({
      grund: 'GESTERN',
      tag: DAY,
      zeit: null,
      position: '04',
      art: 'VERGESSEN',
      rev: 0,
    });
    expect(of('8').find((row) => row['regel'] === RULE_ID)).toMatchObject({
      grund: 'HEUTE_DA',
      tag: '2026-09-10',
      zeit: '11:30',
      name: 'Groß8, Anna',
    });
    expect(of('1').filter((row) => row['regel'] === RULE_ID)).toEqual([]);
    expect((await t.call(`/api${path}`, { as: p.users.reception })).status).toBe(403);
  });

  it('decides several proposals of one rule at once and reports those decided otherwise', async () => {
    await post('/vorschlagablehnen', { ...placeOf('5'), rev: 0 }, staff);
    await followed(t, p.cid);
    // First offered three days before the decision; the day of treatment is a different date.
    const { store } = t.deps,
      { vorschlagAngeboten: offered } = store.t,
      { eq, and } = await import('drizzle-orm');
    await store.write(async (tx) => {
      await tx
        .update(offered)
        .set({ at: t.clock.now - 3 * 86_400_000 })
        .where(and(eq(offered.cid, p.cid), eq(offered.patid, '4'), eq(offered.regel, RULE_ID)));
    });
    const answer = (
      await post('/abrechnung/gemeinsam', {
        tat: 'vormerken',
        regel: RULE_ID,
        ziele: ['4', '5', 'nobody'].map((patid) => ({ patid, tag: DAY, rev: 0 })),
      })
    ).json as BulkAnswer;
    expect(answer.entschieden.map((found) => [found.patid, found.state])).toEqual([
      ['4', 'VORGEMERKT'],
    ]);
    expect(answer.ausgelassen.map((found) => [found.patid, found.warum, found.state])).toEqual([
      ['5', 'anders_entschieden', 'ABGELEHNT'],
      ['nobody', 'weg', null],
    ]);
    expect(
      [answer.entschieden[0]?.von, answer.ausgelassen[0]?.von].every((name) =>
        /^\D+ \D+$/.test(name ?? ''),
      ),
    ).toBe(true);
    expect(
      (await get<BillingKpis>(`/abrechnung/kpis?von=${DAY}&bis=${DAY}`)).tageBisEntscheid,
    ).toEqual({ median: 0, von: 0, bis: 3, anzahl: 3 });
  });

  it('a delivery implements arrived positions and offers new ones without any user request', async () => {
    const person = (id: string) => ({
        id,
        vorname: 'Neu',
        nachname: `Da${id}`,
        geburtsdatum: '1960-01-01',
        versicherung: 'GKV' as const,
      }),
      first = await deliver({ patient: [person('11')], leistung: [service('l11', '11', '01')] });
    expect((await post('/vorschlagvormerken', placeOf('11'))).status).toBe(200);
    const closed = t.clock.now,
      { store } = t.deps,
      row = async () =>
        (await store.read.select().from(store.t.vorschlag)).find(
          (found) => found.patid === '11' && found.cid === p.cid,
        ),
      noted = async () =>
        (await store.read.select().from(store.t.vorschlagAngeboten))
          .filter((found) => found.patid === '12')
          .map((found) => [found.regel, found.at]);
    const second = await deliver({
      patient: [person('12')],
      leistung: [service('psi11', '11', '04', { punkte: 12 }), service('l12', '12', '01')],
    });
    expect([(await row())?.state, await noted()]).toEqual(['VORGEMERKT', []]);
    t.clock.now += 3_600_000;
    await followed(t, p.cid);
    expect(await row()).toMatchObject({ state: 'UMGESETZT', at: closed, by: '' });
    expect(await noted()).toContainEqual([RULE_ID, t.clock.now]);
    t.clock.now = closed;
    await withdraw(second);
    expect((await post('/vorschlagzuruecknehmen', placeOf('11'))).status).toBe(200);
    await withdraw(first);
  });

  it('follow-up work of a delivery waits without failing while practice data is being loaded', async () => {
    const began = t.clock.now,
      failures = vi.spyOn(t.deps.log, 'failure'),
      asked = vi
        .spyOn(t.deps.reportWorker, 'query')
        .mockRejectedValue(new AppError('reports_loading', { retryAfter: 2 }));
    const job = async () =>
      (await t.deps.store.read.select().from(t.deps.store.t.job)).find(
        (row) => row.key === 'follow:waits',
      );
    try {
      await t.deps.workshop.write(p.cid, { kind: 'system', cid: p.cid }, (w) =>
        w.job('follow-delivery', 'follow:waits', {}),
      );
      for (let times = 1; times <= 3; times += 1) {
        await t.runJobs();
        expect([asked.mock.calls.length, await job()]).toMatchObject([
          times,
          { state: 'queued', error: null },
        ]);
        t.clock.now = (await job())!.runAfter;
      }
      asked.mockRestore();
      await t.runJobs();
      expect([failures.mock.calls, (await job())?.state]).toEqual([[], 'done']);
    } finally {
      asked.mockRestore();
      failures.mockRestore();
      t.clock.now = began;
    }
  });

  it('a losing proposal is offered after the stronger rule was refused for its basis only', async () => {
    for (const rule of ['D06', 'Z03'])
      await send('PUT', `/abrechnung/regeln/${rule}`, { istAn: true });
    const brought = await deliver({
      patient: [
        {
          id: '13',
          vorname: 'Vita',
          nachname: 'Test',
          geburtsdatum: '1960-01-01',
          versicherung: 'GKV',
        },
      ],
      leistung: ['25', '20a', '13d', '40'].map((nr) =>
        service(`l13-${nr}`, '13', nr, { zahn: '36' }),
      ),
    });
    const vitality = async (): Promise<Proposal[]> =>
        (
          await get<Proposals>(`/abrechnungsvorschlaege?patid=13&von=${DAY}&bis=${DAY}`)
        ).items.filter((found) => found.nr === '8'),
      rules = async () => (await vitality()).map((found) => found.regel);
    const [likelier] = await vitality(),
      place = { patid: '13', tag: DAY, regel: likelier!.regel, zahn: likelier!.zahn },
      seen: string[][] = [];
    expect((await post('/vorschlagvormerken', { ...place, regel: 'Z03', zahn: '36' })).status).toBe(
      404,
    );
    for (const reason of ['anderer_grund', 'nicht_erbracht']) {
      seen.push(await rules());
      await post('/vorschlagablehnen', { ...place, grund: reason });
      seen.push(await rules());
      expect((await post('/vorschlagzuruecknehmen', place)).status).toBe(200);
    }
    expect(seen).toEqual([['D06'], ['Z03'], ['D06'], []]);
    for (const rule of ['D06', 'Z03'])
      await send('PUT', `/abrechnung/regeln/${rule}`, { istAn: null });
    await withdraw(brought);
  });

  /** Notes an expired proposal for late billing, and takes it back. */
  async function billLate(patid: string): Promise<void> {
    const late = { ...placeOf(patid), nachtrag: true },
      before = t.clock.now;
    t.clock.now += 60_000;
    expect((await post('/vorschlagvormerken', late)).status).toBe(200);
    expect((await one(patid))?.state).toBe('VORGEMERKT');
    expect((await post('/vorschlagzuruecknehmen', placeOf(patid))).status).toBe(200);
    expect((await one(patid))?.state).toBe('VERFALLEN');
    t.clock.now = before;
  }
  it('proposals expire with a submitted billing and reopen on its withdrawal; private ones never', async () => {
    const id = t.deps.newId(),
      submission = { id, bereich: 'KCH', zeitraum: '2026-Q4' };
    expect((await post('/abrechnung/abgaben', { ...submission, zeitraum: '2026-11' })).status).toBe(
      400,
    );
    const before = (await list()).offen.anzahl,
      start = await get<Quarter>('/abrechnung/quartal');
    expect(start).toMatchObject({
      quartal: '2026-Q4',
      von: '2026-10-01',
      bis: '2026-12-31',
      heute: '2026-11-20',
      tageUebrig: 41,
      hvm: null,
    });
    expect(start.bereiche.find((found) => found.bereich === 'KCH')).toMatchObject({
      zeitraum: '2026-Q4',
      offen: { anzahl: before },
      vorgemerkt: { anzahl: 1 },
      abgegeben: null,
    });
    expect(
      start.bereiche.filter((found) => found.bereich === 'ZE').map((found) => found.zeitraum),
    ).toEqual(['2026-10', '2026-11', '2026-12']);
    expect(start.punkte.map((found) => [found.was, found.anzahl])).toEqual([
      ['karte', null],
      ['unabgerechnet', 0],
      ['unterschriften', 0],
      ['vorschlaege', before],
      ['nachtragen', 1],
      ['pruefungen', 0],
    ]);
    expect([
      (await post('/abrechnung/abgaben', submission)).status,
      (await post('/abrechnung/abgaben', submission)).status,
      (await post('/abrechnung/abgaben', { ...submission, id: t.deps.newId() })).status,
    ]).toEqual([204, 204, 409]);
    expect(await list()).toMatchObject({ offen: { anzahl: 0 }, vorgemerkt: { anzahl: 0 } });
    expect([(await one('6'))?.state, (await one('4'))?.state, (await one('5'))?.state]).toEqual([
      'VERFALLEN',
      'VERFALLEN',
      'ABGELEHNT',
    ]);
    expect((await post('/vorschlagvormerken', placeOf('6'))).code).toBe('state_conflict');
    await billLate('6');
    // The previous quarter was not submitted.
    expect(
      (
        await get<Proposals>(
          `/abrechnungsvorschlaege?regel=${RULE_ID}&von=2026-09-01&bis=2026-09-30`,
        )
      ).items.map((found) => found.patid),
    ).toEqual(['8']);
    expect((await get<Quarter>('/abrechnung/quartal?region=be')).hvm).toMatchObject({
      region: 'be',
      istEingerichtet: false,
    });
    expect(
      (await get<Quarter>('/abrechnung/quartal')).bereiche.find((found) => found.bereich === 'KCH')
        ?.abgegeben,
    ).toMatchObject({ id });
    expect((await send('DELETE', `/abrechnung/abgaben/${id}`, undefined)).status).toBe(204);
    expect((await list()).offen.anzahl).toBe(before);
    expect((await send('DELETE', `/abrechnung/abgaben/${t.deps.newId()}`, undefined)).status).toBe(
      404,
    );
    // The number of the stamp names no KZV: after the practice has entered it once, only that KZV's
    // billing counts.
    const stamp = await deliver({
        stempel: [{ id: 's1', name: 'Zweigpraxis', kzvNummer: '4711' }],
        behandler: [{ id: 'b1', version: 2, name: 'Dr. Muster', art: 'ZAHNARZT', stempel: 's1' }],
      }),
      settings = { mitVertretung: false, mitAnderenTraegern: false, schalter: {}, schwellen: {} };
    expect(
      (await send('PUT', '/abrechnung/einstellungen', { rev: 0, ...settings, kzv: { s1: 'xx' } }))
        .status,
    ).toBe(400);
    expect(
      (await send('PUT', '/abrechnung/einstellungen', { rev: 0, ...settings, kzv: { s1: 'by' } }))
        .status,
    ).toBe(204);
    expect((await get<Rules>('/abrechnung/regeln')).einstellung.stempel).toEqual([
      { id: 's1', name: 'Zweigpraxis', ausNummer: '', kzv: 'by' },
    ]);
    const states: unknown[] = [];
    for (const kzv of ['be', 'by']) {
      const own = t.deps.newId();
      await post('/abrechnung/abgaben', { ...submission, id: own, kzv });
      states.push((await one('6'))?.state);
      await send('DELETE', `/abrechnung/abgaben/${own}`, undefined);
    }
    expect(states).toEqual(['NEU', 'VERFALLEN']);
    expect(await get<Quarter>('/abrechnung/quartal?kzv=be')).toMatchObject({
      kzven: ['by'],
      privat: { offen: { anzahl: 0 } },
    });
    expect(
      (await send('PUT', '/abrechnung/einstellungen', { rev: 1, ...settings, kzv: { s1: '' } }))
        .status,
    ).toBe(204);
    await withdraw(stamp);
  });

  it('concurrent label changes do not conflict; groups and rules assign labels automatically', async () => {
    const [x, y, z] = [t.deps.newId(), t.deps.newId(), t.deps.newId()];
    for (const [id, name] of [
      [x, 'Dringend'],
      [y, 'Rückfrage'],
      [z, 'Schulung'],
    ] as const)
      expect((await post('/abrechnungslabels', { id, name, color: 'teal' })).status).toBe(204);
    expect(
      (await post('/abrechnungslabels', { id: t.deps.newId(), name: 'DRINGEND', color: 'teal' }))
        .status,
    ).toBe(409);
    await Promise.all([
      post('/abrechnungslabels/assign', { ...placeOf('6'), selectedLabels: [x], vorher: [] }),
      post(
        '/abrechnungslabels/assign',
        { ...placeOf('6'), selectedLabels: [y], vorher: [] },
        staff,
      ),
    ]);
    expect((await one('6'))?.labels.toSorted()).toEqual([x, y].toSorted());
    expect(
      (await post('/abrechnungslabels/assign', { ...placeOf('6'), selectedLabels: [y] })).json,
    ).toEqual({ labels: [y] });
    expect(
      (
        await post('/abrechnungslabels/assign', {
          ...placeOf('6'),
          selectedLabels: [t.deps.newId()],
        })
      ).status,
    ).toBe(404);
    expect(
      (await post('/abrechnungslabels/assign', { ...placeOf('nobody'), selectedLabels: [x] }))
        .status,
    ).toBe(404);
    expect(
      (await send('PUT', '/abrechnungslabels/labelConfig', { labelConfig: { [RULE_ID]: [z] } }))
        .status,
    ).toBe(204);
    expect((await one('6'))?.labels.toSorted()).toEqual([y, z].toSorted());
    expect((await list(`&label=${y}`)).items.map((found) => found.patid)).toEqual(['6']);
    expect(
      (await send('PATCH', `/abrechnungslabels/${y}`, { name: 'Nachfragen', color: 'pink' }))
        .status,
    ).toBe(204);
    expect((await send('PATCH', `/abrechnungslabels/${y}`, { name: 'dringend' })).status).toBe(409);
    expect(
      (await get<{ items: BillingLabel[] }>('/abrechnungslabels')).items.map(
        ({ name, color, anzahl: count }) => [name, color, count],
      ),
    ).toEqual([
      ['Dringend', 'teal', 0],
      ['Nachfragen', 'pink', 1],
      ['Schulung', 'teal', 0],
    ]);
    expect((await send('DELETE', `/abrechnungslabels/${y}`, undefined)).status).toBe(204);
    expect((await one('6'))?.labels).toEqual([z]);
    expect([
      (await post(`/abrechnungslabels/${y}/zurueck`, undefined)).status,
      (await post('/abrechnungslabels/nobody/zurueck', undefined)).status,
    ]).toEqual([204, 404]);
    expect((await one('6'))?.labels.toSorted()).toEqual([y, z].toSorted());
    expect((await send('DELETE', `/abrechnungslabels/${y}`, undefined)).status).toBe(204);
    expect((await one('6'))?.labels).toEqual([z]);
  });

  it('a disabled rule finds nothing and keeps its decisions; concurrent settings changes conflict', async () => {
    const book = await get<Rules>('/abrechnung/regeln'),
      row = book.items.find((found) => found.regel.id === RULE_ID)!;
    expect(row).toMatchObject({
      istAn: true,
      istStart: true,
      istEigen: false,
      gesagt: null,
      angenommen: 2,
      abgelehnt: 1,
      umgesetzt: { anzahl: 1 },
      istAnzubieten: false,
    });
    expect(row.gelernt).toBeCloseTo((2 + 8) / 13, 3);
    expect(
      book.items
        .filter((found) => found.istAn && !found.istEigen)
        .every((found) => found.regel.art === 'PRUEFUNG' || found.regel.konfidenz >= 0.7),
    ).toBe(true);
    expect(
      (await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: false }, staff)).status,
    ).toBe(403);
    expect((await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: false })).status).toBe(204);
    expect((await list()).items).toEqual([]);
    expect([
      (await one('4'))?.state,
      (await one('5'))?.state,
      (await one('1'))?.state,
      await one('6'),
    ]).toEqual(['VORGEMERKT', 'ABGELEHNT', 'UMGESETZT', undefined]);
    expect((await send('PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: null })).status).toBe(204);
    expect((await list()).items.map((found) => found.patid)).toContain('6');
    expect((await send('PUT', '/abrechnung/regeln/unknown', { istAn: true })).status).toBe(404);
    const set = {
      rev: book.einstellung.rev,
      mitVertretung: true,
      mitAnderenTraegern: false,
      schalter: {},
      schwellen: { hkpTage: 30 },
    };
    expect(
      (await send('PUT', '/abrechnung/einstellungen', { ...set, schwellen: { nothing: 1 } }))
        .status,
    ).toBe(400);
    const answers = await Promise.all([
      send('PUT', '/abrechnung/einstellungen', set),
      send('PUT', '/abrechnung/einstellungen', set),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect((await get<Rules>('/abrechnung/regeln')).einstellung).toMatchObject({
      mitVertretung: true,
      schwellen: expect.arrayContaining([
        expect.objectContaining({ name: 'hkpTage', wert: 30 }),
      ]) as unknown,
    });
  });

  it('a custom rule is tried on past data, goes live, proposes, gets a new version, is withdrawn', async () => {
    const ruleId = t.deps.newId(),
      own: RuleInput = {
        gruppe: 'EIGENE',
        art: 'VERGESSEN',
        titel: { de: 'Zahnstein fehlt', en: 'Calculus missing' },
        grund: { de: 'Untersucht, kein Zahnstein', en: 'Examined, no calculus' },
        kasse: 'GKV',
        alterVonM: 216,
        alterBisM: null,
        gueltigVon: null,
        gueltigBis: null,
        heuteEines: ['B:01'],
        heuteAlle: '',
        heuteKeines: ['B:107'],
        historieKeine: ['B:107~KJ'],
        historieNoetig: [],
        zusatz: '',
        position: { system: 'BEMA', nr: '107' },
        menge: '1',
        faktor: null,
        konfidenz: 0.6,
        quelle: 'eigene',
        noetig: { de: 'Befund', en: 'Finding' },
        dagegen: { de: '', en: '' },
      };
    expect(
      await post('/abrechnung/eigeneregeln', {
        regelId: ruleId,
        regel: { ...own, heuteEines: ['B:01', 'Q:99'], zusatz: 'nothing=1' },
      }),
    ).toMatchObject({
      status: 400,
      json: {
        error: {
          fields: {
            'regel.heuteEines.1': expect.stringContaining('marke 0') as string,
            'regel.zusatz': expect.stringContaining('merkmal 0 nothing') as string,
          },
        },
      },
    });
    // A replacement number for certain teeth requires teeth and a number that is proposed
    // otherwise.
    const saveFor = (teeth: string, more: Partial<RuleInput> = {}) =>
      post('/abrechnung/eigeneregeln', {
        regelId: ruleId,
        regel: { ...own, ...more, anZaehnen: { zaehne: teeth, nr: '106' } },
      });
    for (const teeth of [',,', ', ,'])
      expect(await saveFor(teeth), teeth).toMatchObject({
        status: 400,
        code: 'validation',
        json: { error: { fields: { 'regel.anZaehnen.zaehne': `zeichen 0 ${teeth}` } } },
      });
    expect(await saveFor('36', { art: 'POTENZIAL', position: null })).toMatchObject({
      status: 400,
      code: 'validation',
      json: { error: { fields: { 'regel.position': 'empty' } } },
    });
    expect((await get<{ items: OwnRule[] }>('/abrechnung/eigeneregeln')).items).toEqual([]);
    expect((await post('/abrechnung/eigeneregeln', { regelId: ruleId, regel: own })).status).toBe(
      204,
    );
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 1 })).code).toBe(
      'state_conflict',
    );
    const tried = (
      await post(`/abrechnung/eigeneregeln/${ruleId}/rueckrechnung`, {
        rev: 1,
        von: '2026-01-01',
        bis: '2026-12-31',
      })
    ).json as BacktestResult;
    expect(tried).toMatchObject({ treffer: 8, tage: 2, rev: 1 });
    expect(tried.beispiele.map((found) => found.patid).join()).toBe('1,2,3,4,5,6,7,8');
    const mine = async (): Promise<Proposal[]> =>
      (
        await get<Proposals>(
          `/abrechnungsvorschlaege?regel=${ruleId}&von=2026-01-01&bis=2026-12-31`,
        )
      ).items;
    expect(await mine()).toEqual([]);
    expect(
      (
        await send('PUT', `/abrechnung/eigeneregeln/${ruleId}`, {
          rev: 1,
          regel: { ...own, konfidenz: 0.7 },
        })
      ).status,
    ).toBe(204);
    // A different wording from the one that was tried.
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 2 })).code).toBe(
      'state_conflict',
    );
    await post(`/abrechnung/eigeneregeln/${ruleId}/rueckrechnung`, {
      rev: 2,
      von: '2026-01-01',
      bis: '2026-12-31',
    });
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 1 })).code).toBe(
      'conflict',
    );
    expect((await post(`/abrechnung/eigeneregeln/${ruleId}/freigeben`, { rev: 2 })).status).toBe(
      204,
    );
    expect((await mine()).length).toBe(tried.treffer);
    expect(
      (
        await send('PUT', `/abrechnung/eigeneregeln/${ruleId}`, {
          rev: 2,
          regel: { ...own, titel: { de: 'Neu', en: 'New' } },
        })
      ).status,
    ).toBe(204);
    expect((await mine())[0]?.titel.de).toBe('Zahnstein fehlt');
    expect(
      (await get<{ items: OwnRule[] }>('/abrechnung/eigeneregeln')).items.map(
        ({ version, state, rev }) => [version, state, rev],
      ),
    ).toEqual([
      [2, 'ENTWURF', 3],
      [1, 'LIVE', 2],
    ]);
    expect(
      (await post(`/abrechnung/eigeneregeln/${ruleId}/zurueckziehen`, { rev: 3 })).status,
    ).toBe(204);
    expect(await mine()).toEqual([]);
    expect(
      (await post(`/abrechnung/eigeneregeln/${t.deps.newId()}/freigeben`, { rev: 1 })).status,
    ).toBe(404);
  });

  it('a noted warning is settled once it has disappeared; locked records are neither listed nor decided', async () => {
    await deliver({
      patient: ['9', '10'].map((id) => ({
        id,
        vorname: 'Bea',
        nachname: `Klein${id}`,
        geburtsdatum: '1970-01-01',
        versicherung: 'GKV' as const,
      })),
      leistung: [
        service('x1', '9', '01'),
        service('x2', '9', 'Ä1', { punkte: 9 }),
        service('y1', '10', '01'),
      ],
    });
    const warned = async (): Promise<Proposal[]> =>
      (
        await get<Proposals>(
          '/abrechnungsvorschlaege?regel=LB002&art=PRUEFUNG&state=NEU,VORGEMERKT,UMGESETZT&von=2026-11-01&bis=2026-11-30',
        )
      ).items;
    expect(await warned()).toMatchObject([
      { patid: '9', art: 'PRUEFUNG', state: 'NEU', nr: 'Ä1', verfaelltMit: null },
    ]);
    expect(
      (await post('/vorschlagvormerken', { patid: '9', tag: DAY, regel: 'LB002' })).status,
    ).toBe(200);
    await deliver({ leistung: [service('x2', '9', 'Ä1', { version: 2, storno: true })] });
    expect(await warned()).toMatchObject([{ patid: '9', state: 'UMGESETZT' }]);
    expect((await one('10'))?.state).toBe('NEU');
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.restriction, {
        id: w.newId(),
        patid: '10',
        reason: 'Widerspruch',
        until: '2027-01-01',
        setBy: 'x',
        setByName: 'X',
        setAt: w.now,
        liftedAt: null,
        liftedBy: null,
        liftedByName: null,
        erasedAt: null,
      });
    });
    t.deps.closed.forget(p.cid);
    expect(await one('10')).toBeUndefined();
    expect([
      (await post('/vorschlagvormerken', placeOf('10'))).status,
      (await t.call(`/api/abrechnung/tag/10/${DAY}`, { as: owner })).status,
    ]).toEqual([404, 404]);
  });

  it('merged records keep their decisions', async () => {
    await deliver({
      patient: [
        {
          id: '5',
          version: 3,
          vorname: 'Anna',
          nachname: 'Groß5',
          geburtsdatum: '1960-01-01',
          versicherung: 'GKV',
          zusammengefuehrtIn: '7',
        },
      ],
    });
    expect(await one('7')).toMatchObject({ state: 'ABGELEHNT', patid: '7' });
    expect((await list()).items.map((found) => found.patid)).not.toContain('5');
    expect((await post('/vorschlagzuruecknehmen', placeOf('7'))).json).toMatchObject({
      state: 'NEU',
    });
    expect((await one('7'))?.state).toBe('NEU');
  });
});
