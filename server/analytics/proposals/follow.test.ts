// Reading proposals changes nothing on either database; a job records the consequences of
// deliveries and changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORES } from '../../../tests/support/stores.ts';
import { DAY, openProposals, RULE_ID, type ProposalPractice } from './proposals.testing.ts';

const FILING_BODY = '019a9b1c-0000-7000-8000-000000000001';

describe.each(STORES)('follow-up of proposals (%s)', (kind) => {
  let bench: ProposalPractice;

  /** State that a read must not change. */
  async function kept() {
    const { store } = bench.t.deps;
    const audit = await store.read.select().from(store.t.audit);
    return {
      offered: (await store.read.select().from(store.t.vorschlagAngeboten)).length,
      decided: (await store.read.select().from(store.t.vorschlag)).map((row) => [
        row.state,
        row.rev,
      ]),
      implemented: audit.filter((row) => row.type === 'vorschlag.implemented').length,
    };
  }

  /** Makes pending follow-up work due and does it. */
  async function followUp(): Promise<void> {
    bench.t.clock.now += 30_000;
    await bench.t.runJobs();
  }

  beforeAll(async () => {
    bench = await openProposals(kind);
    await followUp();
  });
  afterAll(() => bench.t.drop());

  it('reading proposals and key figures changes nothing; the list reports pending follow-up work', async () => {
    const { deliver, get, list, placeOf, post, service, t } = bench;
    expect((await post('/vorschlagvormerken', placeOf('1'))).status).toBe(200);
    await deliver({ leistung: [service('billed', '1', '04', { punkte: 12 })] });
    const before = await kept();
    expect(before).toMatchObject({ decided: [['VORGEMERKT', 1]], implemented: 0 });
    await list();
    await get(`/abrechnung/kpis?von=${DAY}&bis=${DAY}`);
    expect(await kept()).toEqual(before);
    // The decision itself requested the job; the list reports it once it is due.
    expect((await list()).fortschritt.laeuft).toBe(false);
    t.clock.now += 30_000;
    expect((await list()).fortschritt.laeuft).toBe(true);
    await t.runJobs();
    expect((await list()).fortschritt.laeuft).toBe(false);
    expect(await kept()).toMatchObject({ decided: [['UMGESETZT', 2]], implemented: 1 });
  });

  it.each([
    ['a rule is switched', 'PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: true }],
    ['a rule is reset to the start set', 'PUT', `/abrechnung/regeln/${RULE_ID}`, { istAn: null }],
    [
      'a billing is submitted',
      'POST',
      '/abrechnung/abgaben',
      { id: FILING_BODY, bereich: 'ZE', zeitraum: '2026-01' },
    ],
    ['a billing is withdrawn', 'DELETE', `/abrechnung/abgaben/${FILING_BODY}`, undefined],
  ])('follow-up is requested when %s', async (_what, method, path, json) => {
    const asked = async (): Promise<number> => {
      const { store } = bench.t.deps;
      const jobs = await store.read.select().from(store.t.job);
      return jobs.filter((row) => row.key.startsWith('follow:change:')).length;
    };
    const before = await asked();
    bench.t.clock.now += 30_000;
    expect((await bench.send(method, path, json)).status).toBe(204);
    expect(await asked()).toBe(before + 1);
  });

  it.each([
    ['vormerken', 'VORGEMERKT'],
    ['ablehnen', 'ABGELEHNT'],
  ])('a corrected tooth keeps its decision and its labels (%s)', async (what, state) => {
    const { deliver, post, service, staff, t, withdraw } = bench,
      id = `zahn-${what}`,
      rule = 'F02',
      filling = (tooth: string, version: number) =>
        service(`f-${id}`, id, '13b', { zahn: tooth, flaechen: 'mo', version, hash: version });
    const batches = [
      await deliver({
        patient: [
          {
            id,
            vorname: 'Neu',
            nachname: 'Zahn',
            geburtsdatum: '1960-01-01',
            versicherung: 'GKV' as const,
          },
        ],
        leistung: [filling('31', 1)],
      }),
    ];
    const at = (zahn: string) => ({ patid: id, tag: DAY, regel: rule, zahn });
    expect((await post(`/vorschlag${what}`, at('31'), staff)).status).toBe(200);
    const rows = async () =>
      (
        await t.deps.workshop.opened(
          t.deps.store.t.vorschlag,
          await t.deps.store.read.select().from(t.deps.store.t.vorschlag),
        )
      )
        .filter((row) => row.patid === id)
        .toSorted((a, b) => a.zahn.localeCompare(b.zahn))
        .map((row) => [row.zahn, row.state, row.by === '', row.fund.zahn]);
    const moved = async (): Promise<number> =>
      (await t.deps.store.read.select().from(t.deps.store.t.audit)).filter(
        (row) => row.type === 'vorschlag.moved',
      ).length;
    const before = await moved();
    await followUp();
    expect(await rows()).toEqual([['31', state, false, '31']]);
    batches.push(await deliver({ leistung: [filling('32', 2)] }));
    await t.deps.workshop.write(bench.p.cid, { kind: 'system', cid: bench.p.cid }, (w) =>
      w.job('follow-delivery', `follow:${id}`, {}),
    );
    await followUp();
    expect(await rows()).toEqual([
      ['31', 'NEU', true, '31'],
      ['32', state, false, '32'],
    ]);
    expect(await moved()).toBe(before + 1);
    for (const one of batches.toReversed()) await withdraw(one);
  });
});
