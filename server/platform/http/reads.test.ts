// Tests that a reading call may only audit, and change nothing: injected routes show that the frame
// enforces it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { createPractice } from '../../accounts/settings/create-practice.ts';
import type { Work } from '../work.ts';
import { createFrame } from './frame.ts';
import { createLog } from './log.ts';
import { onlyReads } from './reads.ts';
import { route, type Method } from './route.ts';

describe('a reading call', () => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench;
  const cid = 'p1';

  beforeAll(async () => {
    opened = await openTestStore('sqlite');
    bench = createTestBench(opened.store);
    await bench.workshop.write(cid, { kind: 'system', cid }, (w) =>
      createPractice(w, { name: 'Praxis' }),
    );
  });
  afterAll(() => opened.drop());

  /** Returns the status of one injected route whose handler does this in its transaction. */
  async function planted(method: Method, work: (w: Work) => Promise<unknown>): Promise<number> {
    const frame = createFrame({
      workshop: bench.workshop,
      now: () => bench.now(),
      newId: () => bench.newId(),
      publicUrl: undefined,
      log: createLog({ level: 'silent' }),
      resolveActor: () =>
        Promise.resolve({
          kind: 'machine',
          ip: '',
          tokenId: 'planted',
          machine: 'collector',
          scopes: null,
          cid,
          role: 'owner',
        }),
      grantOf: () => Promise.resolve(undefined),
      r4cOf: () => Promise.resolve(undefined),
    });
    frame.mount('', [
      route(
        {
          method,
          path: '/planted',
          policy: 'delivery.read',
          summary: 'planted here',
          answerType: 'none',
        },
        async (_input, context) => {
          await context.write(work);
          return undefined;
        },
      ),
    ]);
    const answer = await frame.app.fetch(
      new Request('http://127.0.0.1/planted', {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${'x'.repeat(30)}` },
      }),
    );
    return answer.status;
  }
  const noted = async (type: string): Promise<number> =>
    (await opened.store.read.select().from(opened.store.t.audit)).filter((row) => row.type === type)
      .length;
  const label = (w: Work) => ({
    id: w.newId(),
    name: `planted ${w.newId()}`,
    color: 'teal',
    position: 1,
    goneAt: null,
  });

  it('audits who saw what', async () => {
    expect(await planted('get', (w) => w.audit('patient.viewed', {}, '1'))).toBe(204);
    expect(await noted('patient.viewed')).toBe(1);
  });

  it.each<[string, (w: Work) => Promise<unknown>]>([
    ['inserts', (w) => w.tx.insert(w.t.abrechnungslabel, label(w))],
    ['updates', (w) => w.tx.update(w.t.abrechnungslabel, { position: 2 }, { id: 'any' })],
    ['removes', (w) => w.tx.remove(w.t.abrechnungslabel, { id: 'any' })],
    ['queues a job', (w) => w.job('follow-delivery', 'planted', {})],
    [
      'announces something',
      (w) =>
        Promise.resolve(
          w.emit({ to: 'tablet', tabletId: 'any', event: { kind: 'help', answered: true } }),
        ),
    ],
  ])('fails if its handler %s, and rolls everything back', async (_what, work) => {
    const both = async (w: Work): Promise<void> => {
      await w.audit('hkp.viewed', {});
      await work(w);
    };
    expect(await planted('get', both)).toBe(500);
    expect(await noted('hkp.viewed')).toBe(0);
    expect(await planted('post', work)).toBe(204);
  });

  it('writes only with a reason in the list', () => {
    expect(onlyReads({ method: 'get', policy: 'board.work', path: '/pdf' })).toBe(false);
    expect(
      onlyReads({ method: 'get', policy: 'proposal.read', path: '/abrechnungsvorschlaege' }),
    ).toBe(true);
    expect(
      onlyReads({ method: 'post', policy: 'proposal.read', path: '/abrechnungsvorschlaege' }),
    ).toBe(false);
  });
});
