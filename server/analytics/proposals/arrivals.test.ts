// Billing proposals after deliveries and submitted billings, over HTTP on both databases.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Quarter } from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { Rules } from '../../../shared/analytics/billing/rules.schema.ts';
import type { Proposal, Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { followed } from '../../../tests/support/followed.ts';
import { STORES } from '../../../tests/support/stores.ts';
import {
  DAY,
  decideThree,
  openProposals,
  RULE_ID,
  type ProposalPractice,
} from './proposals.testing.ts';

describe.each(STORES)('billing proposals after a delivery (%s)', (kind) => {
  let bench: ProposalPractice;
  beforeAll(async () => {
    bench = await openProposals(kind);
    await decideThree(bench);
  });
  afterAll(() => bench.t.drop());

  it('a delivery implements arrived positions and offers new ones without any user request', async () => {
    const { t, p, deliver, withdraw, post, placeOf, service } = bench;
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
    const { t, p } = bench;
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
    const { deliver, withdraw, get, send, post, service } = bench;
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
    const { t, post, one, placeOf } = bench;
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
    const { t, get, send, post, list, one, placeOf } = bench;
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
  });

  it('once a stamp has its KZV, only a billing submitted there ends its proposals', async () => {
    const { t, deliver, withdraw, get, send, post, one } = bench;
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
      await post('/abrechnung/abgaben', { id: own, bereich: 'KCH', zeitraum: '2026-Q4', kzv });
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
});
