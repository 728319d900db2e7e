// Reading proposals changes nothing on either database; a job records the consequences of
// deliveries and changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { pvsTable } from '../../platform/db/pvs-rows.ts';

const DAY = '2026-11-19';
const RULE_ID = 'D01';
const FILING_BODY = '019a9b1c-0000-7000-8000-000000000001';

describe.each(STORES)('follow-up of proposals (%s)', (kind) => {
  let t: TestApp;
  let p: Practice;

  /** One service of one insured person, delivered in a separate batch. */
  async function deliver(batch: number, nr: string): Promise<void> {
    const { store } = t.deps;
    const head = { cid: p.cid, version: 1, hash: 1, batch, deleted: false };
    await store.write(async (tx) => {
      await tx.insert(store.t.pvsBatch).values({
        cid: p.cid,
        batch,
        run: `test ${batch}`,
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
      const person = {
        id: '1',
        vorname: 'Lea',
        nachname: 'Liest',
        geburtsdatum: '1960-01-01',
        versicherung: 'GKV',
      };
      if (batch === 1)
        await tx.insert(pvsTable(store.t, 'patient')).values({ ...head, ...person } as never);
      const service = {
        id: `l${batch}`,
        patid: '1',
        behandler: 'b1',
        datum: DAY,
        system: 'BEMA',
        nr,
        menge: 1,
        punkte: 18,
        honorar: 2304,
        betrag: 2304,
        kostentraeger: 'GKV',
        status: 'ERBRACHT',
      };
      await tx.insert(pvsTable(store.t, 'leistung')).values({ ...head, ...service } as never);
    });
  }
  const send = (method: string, path: string, json?: unknown) =>
    t.call(`/api${path}`, { as: p.users.owner, method, json });
  async function list(): Promise<Proposals> {
    const span = `regel=${RULE_ID}&von=${DAY}&bis=${DAY}`;
    const { status, json } = await t.call(`/api/abrechnungsvorschlaege?${span}`, {
      as: p.users.owner,
    });
    expect(status).toBe(200);
    return json as Proposals;
  }
  /** State that a read must not change. */
  async function kept() {
    const { store } = t.deps;
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

  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await deliver(1, '01');
  });
  afterAll(() => t.drop());

  it('reading proposals and key figures changes nothing; the list reports pending follow-up work', async () => {
    const place = { patid: '1', tag: DAY, regel: RULE_ID };
    expect((await send('POST', '/vorschlagvormerken', place)).status).toBe(200);
    await deliver(2, '04');
    const before = await kept();
    expect(before).toEqual({ offered: 0, decided: [['VORGEMERKT', 1]], implemented: 0 });
    await list();
    expect((await send('GET', `/abrechnung/kpis?von=${DAY}&bis=${DAY}`)).status).toBe(200);
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
      const { store } = t.deps;
      const jobs = await store.read.select().from(store.t.job);
      return jobs.filter((row) => row.key.startsWith('follow:change:')).length;
    };
    const before = await asked();
    t.clock.now += 30_000;
    expect((await send(method, path, json)).status).toBe(204);
    expect(await asked()).toBe(before + 1);
  });
});
