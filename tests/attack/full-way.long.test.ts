/**
 * Main flow over the wire on both databases: composed, prepared, pulled, signed, acknowledged,
 * sealed, filed, read, judged.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { createLocalTsa, type Tsa } from '../../server/paper/seal/tsa.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import type { SubmitPayload } from '../../shared/papers/signature.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { createTestApp, START, type TestApp } from '../support/in-process.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('the flow of a signature (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  let stamp: Tsa;
  const tsa: Tsa = (bytes) => stamp(bytes);

  beforeAll(async () => {
    t = await createTestApp(kind, { renderer, tsa });
    stamp = (await createLocalTsa(() => t.clock.now)).stamp;
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const look = () => t.deps.workshop.look(p.cid, p.system);
  const rows = async () => ({
    documents: await look().db.find(t.deps.store.t.document),
    envelopes: await look().db.find(t.deps.store.t.envelope),
  });
  /** A Mappe on the tablet, started; its body as the tablet opened it. */
  async function begin(
    templates = ['foto@1'],
  ): Promise<{ body: TaskBody; mappeId: string; taskId: string }> {
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await sendMappe(p, { templates, tabletId: tablet.id });
    const body = (await tablet.inbox()).find((b) => b.taskId === taskId);
    if (!body) throw new Error('the task did not reach the tablet');
    await tablet.push(
      await tablet.op('task.start', body, { taskId, at: t.clock.now, language: 'de' }),
    );
    return { body, mappeId, taskId };
  }
  const submit = async (body: TaskBody, change: Partial<SubmitPayload> = {}) =>
    tablet.op('task.submit', body, { ...submissionOf(body, t.clock.now), ...change });
  const pdfOf = async (fileId: string): Promise<Uint8Array> =>
    (await p.call(`/documents/file/${fileId}`, { as: p.users.staff })).bytes;
  const roots = async (): Promise<Buffer[]> =>
    (await look().db.find(t.deps.store.t.practiceKey)).flatMap((k) =>
      k.purpose === 'authority' && k.certificate ? [k.certificate] : [],
    );

  it('[inv S1] composes, prepares, signs, seals and files exactly one document that shows the signed content', async () => {
    const { body, mappeId, taskId } = await begin();
    const blob = await tablet.call(`/documents/blob/${body.presentedPdfSha256}`);
    expect([blob.status, blob.bytes.length, blob.headers.get('content-type')]).toEqual([
      200,
      body.presentedBytes,
      'application/pdf',
    ]);
    expect(
      (
        await tablet.call(`/documents/blob/${body.presentedPdfSha256}`, {
          headers: { Range: 'bytes=0-7' },
        })
      ).text,
    ).toMatch(/^%PDF-1\./);
    const op = await submit(body);
    expect((await tablet.push(op)).verdicts).toEqual([{ n: op.h.n, s: 'applied' }]);
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'submitted' });
    await t.runJobs();
    const [task] = await tasksOf(p, mappeId);
    expect(task).toMatchObject({ taskId, state: 'filed' });

    const list = await p.call('/documents/list', { as: p.users.staff });
    expect(list.json).toMatchObject({
      items: [
        { fileId: task?.fileId, taskId, patid: '1001', level: 'B-T', patientName: 'Groß, Anna' },
      ],
    });
    const bytes = await pdfOf(task?.fileId ?? '');
    const report = await verifyPdf(bytes, { authorities: await roots(), tsaRoots: [] });
    expect(report).toMatchObject({
      isReadable: true,
      verdict: 'unchanged',
      shown: { isSame: true, isDataSame: true, presentedPdfSha256: body.presentedPdfSha256 },
      timestamp: { isIntact: true },
      facts: { taskId },
    });
    expect(
      (
        await p.call('/documents/check', {
          as: p.users.reception,
          method: 'POST',
          body: bytes,
          type: 'application/pdf',
        })
      ).json,
    ).toMatchObject({ verdict: 'unchanged', shown: { isSame: true } });
    const flipped = Uint8Array.from(bytes);
    flipped[2000] = (flipped[2000] ?? 0) ^ 1;
    const judged = await p.call('/documents/check', {
      as: p.users.reception,
      method: 'POST',
      body: flipped,
      type: 'application/pdf',
    });
    expect(
      judged.status === 422 || (judged.json as { verdict: string }).verdict !== 'unchanged',
      judged.text,
    ).toBe(true);

    // The response is lost: the tablet retries, and nothing happens twice.
    expect((await tablet.push(op)).verdicts).toEqual([{ n: op.h.n, s: 'dup' }]);
    await t.runJobs();
    expect((await rows()).documents.filter((d) => d.taskId === taskId)).toHaveLength(1);
    expect((await rows()).envelopes.filter((e) => e.taskId === taskId)).toHaveLength(1);
    expect((await tablet.inbox()).some((b) => b.taskId === taskId)).toBe(false);
  });

  it('seals once even if the job runs repeatedly', async () => {
    const { body, taskId } = await begin();
    await tablet.push(await submit(body));
    await t.runJobs();
    const before = await rows();
    const { job } = t.deps.store.t;
    for (let i = 0; i < 2; i++) {
      // As after a crash between the commit of the sealing and marking the job as done.
      await t.deps.store.write(async (db) => {
        await db.update(job).set({ state: 'queued', doneAt: null, runAfter: t.clock.now });
      });
      await t.runJobs();
    }
    expect(await rows()).toEqual(before);
    expect(before.documents.filter((d) => d.taskId === taskId)).toHaveLength(1);
  });

  it.each([
    ['hash_mismatch', { dataSha256: 'c'.repeat(64) }],
    ['hash_mismatch', { presentedPdfSha256: 'c'.repeat(64) }],
    ['declaration_missing', { declarations: [] }],
    [
      'no_ink',
      {
        signers: [
          {
            role: 'patient',
            name: 'Anna Groß',
            mark: {
              how: 'drawn',
              ink: {
                width: 700,
                height: 260,
                clears: 0,
                undos: 0,
                strokes: [{ pointerType: 'pen', points: [{ x: 5, y: 5, t: 0, p: 0.5 }] }],
              },
            },
          },
        ],
      },
    ],
    [
      'signer_mismatch',
      { signers: [{ role: 'guardian', name: 'Fremd', mark: { how: 'typed', name: 'Fremd' } }] },
    ],
  ] as [string, Partial<SubmitPayload>][])(
    '[inv S2] parks a submission with %s: acknowledged, stored, on the board, never sealed',
    async (code, change) => {
      const { body, mappeId, taskId } = await begin();
      const op = await submit(body, change);
      const answer = await tablet.push(op);
      expect(answer.verdicts).toEqual([{ n: op.h.n, s: 'parked', code }]);
      expect(answer.ackN).toBe(op.h.n);
      await t.runJobs();
      expect((await tasksOf(p, mappeId))[0]).toMatchObject({
        state: 'needs_attention',
        attention: code,
      });
      const parked = await p.call('/tablet/parked', { as: p.users.reception });
      expect((parked.json as { items: { id: string }[] }).items).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: op.h.id, code, taskId })]),
      );
      const { op: ops } = t.deps.store.t;
      expect(
        (await look().db.find(ops)).find((o) => o.id === op.h.id)?.bytes.equals(op.bytes),
      ).toBe(true);
      expect((await rows()).envelopes.some((e) => e.taskId === taskId)).toBe(false);
      await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception);
    },
  );

  it('a consent that needs a talk waits for the dentist, and is parked if signed before', async () => {
    const { body, mappeId, taskId } = await begin(['extraktion@1']);
    const early = await submit(body);
    expect((await tablet.push(early)).verdicts).toEqual([
      { n: early.h.n, s: 'parked', code: 'talk_missing' },
    ]);
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({
      state: 'needs_attention',
      attention: 'talk_missing',
    });
    expect((await p.post(`/tablet/mappen/${mappeId}/restart`, p.users.reception)).status).toBe(204);
    const again = (await tablet.inbox()).find((b) => b.taskId === taskId);
    if (!again) throw new Error('not put again');
    await tablet.push(
      await tablet.op('task.outcome', again, {
        taskId,
        outcome: 'talk_pending',
        dataSha256: again.dataSha256,
        reading: submissionOf(again, START).reading,
        declarations: [],
        language: 'de',
        at: t.clock.now,
      }),
    );
    expect((await p.post(`/tablet/tasks/${taskId}/talk`, p.users.staff, {})).code).toBe(
      'forbidden',
    );
    expect((await p.post(`/tablet/tasks/${taskId}/talk`, p.users.owner, {})).status).toBe(204);
    const open = (await tablet.inbox()).find((b) => b.taskId === taskId);
    expect(open).toMatchObject({
      talk: { needed: true, doneAt: t.clock.now },
      resume: { stage: 'sign' },
    });
    if (open) await tablet.push(await submit(open));
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'filed' });
  });

  it('a document required on paper never reaches a signature field; a forged submission is parked', async () => {
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await sendMappe(p, { templates: ['mehrkosten@1'], tabletId: tablet.id });
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'paper' });
    // It may be read on the tablet; a signature there is refused, whatever the tablet sends.
    const forged = (await tablet.inbox()).find((b) => b.taskId === taskId);
    if (!forged) throw new Error('not offered for reading');
    const op = await submit(forged);
    expect((await tablet.push(op)).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'state_conflict',
    });
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'paper', reading: 'none' });
    const form = await p.call(`/tablet/tasks/${taskId}/print`, { as: p.users.reception });
    expect([form.status, form.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await p.post(`/tablet/tasks/${taskId}/paper-filed`, p.users.reception)).status).toBe(
      204,
    );
    expect((await rows()).envelopes.some((e) => e.taskId === taskId)).toBe(false);
  });
});
