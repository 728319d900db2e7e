// Billing proposals over HTTP on both databases: listed with their reasons, the first decision wins,
// refused ones stay away, noted ones end when their position arrives.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingKpis } from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type {
  DecisionResult,
  BulkAnswer,
} from '../../../shared/analytics/billing/decisions.schema.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type {
  DaySheetData,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import { followed } from '../../../tests/support/followed.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { DAY, openProposals, RULE_ID, type ProposalPractice } from './proposals.testing.ts';

describe.each(STORES)('billing proposals (%s)', (kind) => {
  let bench: ProposalPractice;
  beforeAll(async () => {
    bench = await openProposals(kind);
  });
  afterAll(() => bench.t.drop());

  it('lists forgotten positions with reasons, paginated, together with the day', async () => {
    const { t, p, get, list, owner } = bench;
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
    for (const sort of ['wert', 'name', 'alt'] as const) {
      const all: Proposals['items'] = [];
      let next: string | null = '';
      while (next !== null) {
        const page = await list(
          `&n=3&sort=${sort}${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`,
        );
        all.push(...page.items);
        next = page.weiter;
      }
      // Each page continues the order: none is missing, none comes twice.
      expect([sort, new Set(all.map((one) => one.patid)).size]).toEqual([sort, all.length]);
      const isBefore = {
        wert: (a: Proposal, b: Proposal) => a.cents >= b.cents,
        name: (a: Proposal, b: Proposal) => (a.name ?? '').localeCompare(b.name ?? '', 'de') <= 0,
        alt: (a: Proposal, b: Proposal) => a.tag <= b.tag,
      }[sort];
      const inOrder = all.every((one, at) => at === 0 || isBefore(all[at - 1]!, one));
      expect([sort, inOrder]).toEqual([sort, true]);
    }
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
    expect(await found('nobody')).toEqual([]);
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
    const { deliver, get, post, list, one, service, placeOf } = bench;
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
    const { owner, staff, post, one, placeOf } = bench;
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
    const { t, p, staff, deliver, withdraw, get, post, list, one, placeOf, service } = bench;
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
    const { t, p, staff, deliver, get } = bench;
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
    const { t, p, staff, get, post, placeOf } = bench;
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
});
