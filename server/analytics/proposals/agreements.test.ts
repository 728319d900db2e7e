// Agreements on extra costs of fillings, as the rules read them, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskState } from '../../../shared/desk/task.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { Work } from '../../platform/work.ts';
import type { Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { DAY, openProposals, type ProposalPractice } from './proposals.testing.ts';

/** Stores a paper of a patient, as the desk would. */
async function insertPaper(
  w: Work,
  patid: string,
  template: string,
  state: TaskState,
  more: { createdAt?: number; voidedAt?: number } = {},
): Promise<void> {
  const mappeId = w.newId();
  await w.tx.insert(w.t.mappe, {
    id: mappeId,
    patids: [patid],
    signers: [{ role: 'patient', name: 'Anna Groß' }],
    language: 'de',
    textScale: 100,
    identifiedBy: null,
    tabletId: null,
    createdBy: 'user:u',
    createdAt: 1,
    undoUntil: 1,
    closesAt: w.now + 1,
    paperCopyWishedAt: null,
    paperCopyDoneAt: null,
    wrongPersonAt: null,
  });
  await w.tx.insert(w.t.task, {
    taskId: w.newId(),
    mappeId,
    position: 0,
    patid,
    kind: 'document',
    template,
    title: 'Mehrkosten',
    formRequirement: { form: 'schriftform', reason: { de: '' }, source: '' },
    state,
    stateAt: 1,
    taskRev: 1,
    data: '{}',
    dataSha256: '0',
    presentedPdfSha256: null,
    presentedBytes: null,
    boxes: null,
    renderer: null,
    page: 0,
    of: 0,
    talk: { needed: false },
    read: null,
    attention: null,
    startedAt: null,
    submittedAt: null,
    filedAt: null,
    filedBy: null,
    export: 'none',
    createdAt: Date.parse('2026-11-02T09:00:00Z'),
    confirms: null,
    replaces: null,
    ...more,
  } as never);
}

describe.each(STORES)('agreements on extra costs (%s)', (kind) => {
  let bench: ProposalPractice;
  beforeAll(async () => {
    bench = await openProposals(kind);
    const filling = (patid: string) => [
      bench.service(`f${patid}`, patid, '13b', { zahn: '36', punkte: 41 }),
      bench.service(`g${patid}`, patid, '2080', {
        system: 'GOZ',
        zahn: '36',
        faktor: 230,
        kostentraeger: 'SELBST',
        honorar: 7192,
        betrag: 7192,
        punkte: 556,
      }),
    ];
    await bench.deliver({ leistung: ['1', '2', '3', '4', '5'].flatMap(filling) });
  });
  afterAll(() => bench.t.drop());
  const warned = async (): Promise<string[]> => {
    const { json, status } = await bench.t.call(
      `/api/abrechnungsvorschlaege?regel=X78&art=PRUEFUNG&von=${DAY}&bis=${DAY}`,
      { as: bench.owner },
    );
    expect(status).toBe(200);
    return (json as Proposals).items.map(({ patid }) => patid);
  };

  it('without any agreement nothing is known; later a paper counts once it came back and holds', async () => {
    expect(await warned()).toEqual([]);
    const { t, p } = bench;
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await insertPaper(w, '1', 'mehrkosten@1', 'filed');
      // Not back yet, void, made after the treatment, another paper.
      await insertPaper(w, '2', 'mehrkosten@1', 'paper');
      await insertPaper(w, '3', 'mehrkosten@1', 'filed', { voidedAt: w.now });
      await insertPaper(w, '4', 'mehrkosten@1', 'filed', {
        createdAt: Date.parse('2026-11-20T09:00:00Z'),
      });
      await insertPaper(w, '5', 'recall@1', 'filed');
    });
    expect((await warned()).toSorted()).toEqual(['2', '3', '4', '5']);
  });

  it('a text of the practice that was made from the agreement counts, too', async () => {
    const { t, p } = bench;
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.ownText, {
        id: 'eigene',
        version: 2,
        state: 'active',
        rev: 1,
        template: {} as never,
        sha256: '0',
        languages: ['de'],
        basedOn: 'mehrkosten@1',
        changedBy: 'u',
        changedAt: 1,
        publishedAt: 1,
      });
      await insertPaper(w, '2', 'eigene@2', 'filed');
    });
    expect((await warned()).toSorted()).toEqual(['3', '4', '5']);
  });
});
