// A practice with delivered treatment in the running server, and the calls of its billing
// proposals, for tests.

import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Proposal, Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import type { PvsEntity, PvsRecord } from '../../../shared/analytics/deliveries/pvs.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { followed } from '../../../tests/support/followed.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { pvsTable } from '../../platform/db/pvs-rows.ts';
import type { StoreKind } from '../../../tests/support/stores.ts';

export const DAY = '2026-11-19',
  RULE_ID = 'D01';

/** A practice's rule: examined, no calculus removed in the same half-year. */
export const OWN_RULE: RuleInput = {
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

/** Rows of a delivery, by table of the practice software. */
type Delivered = {
  [E in PvsEntity]?: ({ id: string; version?: number; deleted?: boolean } & Partial<
    PvsRecord<E>
  >)[];
};
export interface ProposalPractice {
  t: TestApp;
  p: Practice;
  owner: Bearer;
  staff: Bearer;
  /** Stores a closed delivery and returns its number. */
  deliver: (rows: Delivered) => Promise<number>;
  withdraw: (batch: number) => Promise<void>;
  /** Reads below /api and expects success. */
  get: <T>(path: string, as?: Bearer) => Promise<T>;
  send: (method: string, path: string, json: unknown, as?: Bearer) => ReturnType<TestApp['call']>;
  post: (path: string, json: unknown, as?: Bearer) => ReturnType<TestApp['call']>;
  /** Lists the proposals of the rule in November. */
  list: (query?: string) => Promise<Proposals>;
  /** Finds the proposal of the rule for a patient and a day, in any state. */
  one: (patid: string, day?: string) => Promise<Proposal | undefined>;
  placeOf: (patid: string, day?: string) => { patid: string; tag: string; regel: string };
  service: typeof service;
}

/** A service of DAY under the statutory fee schedule. */
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

function deliveries(t: TestApp, { cid }: Practice): Pick<ProposalPractice, 'deliver' | 'withdraw'> {
  const { store } = t.deps,
    { pvsBatch } = store.t;
  let batch = 0;
  return {
    async deliver(rows) {
      batch += 1;
      const number = batch;
      await store.write(async (tx) => {
        await tx.insert(pvsBatch).values({
          cid,
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
              cid,
              version: 1,
              hash: 1,
              batch: number,
              deleted: false,
              ...row,
            } as never);
      });
      return number;
    },
    async withdraw(number) {
      await store.write(async (tx) => {
        await tx
          .update(pvsBatch)
          .set({ state: 'withdrawn', withdrawnAt: t.clock.now })
          .where(and(eq(pvsBatch.cid, cid), eq(pvsBatch.batch, number)));
      });
    },
  };
}

/** Decides three proposals: one is billed after it was noted, one is noted, one is refused. */
export async function decideThree({
  t,
  p,
  staff,
  deliver,
  post,
  placeOf,
}: ProposalPractice): Promise<void> {
  for (const patid of ['1', '4'])
    expect((await post('/vorschlagvormerken', placeOf(patid))).status).toBe(200);
  await deliver({ leistung: [service('billed', '1', '04', { punkte: 12 })] });
  await followed(t, p.cid);
  const refused = await post('/vorschlagablehnen', { ...placeOf('5'), rev: 0 }, staff);
  expect(refused.status).toBe(200);
}

/** Opens a practice with eight patients, of whom seven were examined on DAY. */
export async function openProposals(kind: StoreKind): Promise<ProposalPractice> {
  const t = await createTestApp(kind, { renderer: quickRenderer() }),
    p = await addPractice(t, 'nord'),
    { owner, staff } = p.users,
    { deliver, withdraw } = deliveries(t, p);
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
      service('alt', '1', '107', { datum: '2025-12-01', punkte: 16, honorar: 2048, betrag: 2048 }),
      service('uralt', '1', '107', { datum: '2022-12-01' }),
    ],
  });
  const get = async <T>(path: string, as: Bearer = owner): Promise<T> => {
    const { status, json } = await t.call(`/api${path}`, { as });
    expect([path, status]).toEqual([path, 200]);
    return json as T;
  };
  const send = (method: string, path: string, json: unknown, as: Bearer = owner) =>
    t.call(`/api${path}`, { as, method, json });
  const list = (query = ''): Promise<Proposals> =>
    get(`/abrechnungsvorschlaege?regel=${RULE_ID}&von=2026-11-01&bis=2026-11-30${query}`);
  return {
    t,
    p,
    owner,
    staff,
    deliver,
    withdraw,
    get,
    send,
    post: (path, json, as) => send('POST', path, json, as),
    list,
    async one(patid, day = DAY) {
      const { items } = await list(
        `&state=NEU,VORGEMERKT,UMGESETZT,ABGELEHNT,VERFALLEN&patid=${patid}`,
      );
      return items.find((found) => found.tag === day);
    },
    placeOf: (patid, day = DAY) => ({ patid, tag: day, regel: RULE_ID }),
    service,
  };
}
