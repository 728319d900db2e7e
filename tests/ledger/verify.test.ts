/**
 * [inv S1][inv S2] Ledger verification: a practice with every kind of end passes on both databases,
 * and each planted contradiction is named by id.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Rule } from '../../server/records/ledger/findings.ts';
import { printLedger } from '../../server/records/ledger/print-ledger.ts';
import {
  verifyLedger,
  type LedgerReport,
  type LookAtFile,
} from '../../server/records/ledger/verify-ledger.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import type { Writer } from '../../server/platform/db/store.ts';
import type { OutcomePayload } from '../../shared/papers/signature.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe, tasksOf } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('ledger verification on %s', (kind) => {
  let t: TestApp,
    p: Practice,
    tablet: SimTablet,
    signed: TaskBody,
    ops: { submit: string },
    declined: string,
    openTask: string;

  const blobsOf = async () => {
    const keys = await t.deps.keys(p.cid);
    return { keyId: keys.blobKeyId, key: keys.blobKey };
  };
  const verify = (): Promise<LedgerReport> =>
    verifyLedger(
      t.deps.store.read,
      t.deps.store.t,
      async (_db, sha256) => {
        await t.deps.blobs.get(p.cid, sha256, await blobsOf());
      },
      t.clock.now,
    );
  const undone = new Error('undone');
  /** Findings after a change that is rolled back; the files stay intact. */
  async function planted(
    change: (tx: Writer) => Promise<unknown>,
    lookAt: LookAtFile = () => Promise.resolve(),
  ): Promise<LedgerReport> {
    let report: LedgerReport | undefined;
    await t.deps.store
      .write(async (tx) => {
        await change(tx);
        report = await verifyLedger(tx, t.deps.store.t, lookAt, t.clock.now);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    if (!report) throw new Error('nothing was proved');
    return report;
  }
  const outcome = (body: TaskBody, word: OutcomePayload['outcome']): OutcomePayload => {
    const { reading, declarations } = submissionOf(body, t.clock.now);
    return {
      taskId: body.taskId,
      dataSha256: body.dataSha256,
      outcome: word,
      at: t.clock.now,
      language: 'de',
      reading,
      declarations,
    };
  };
  const fileOf = (fileId: string, taskId: string, sha256: string) => ({
    fileId,
    patid: '1001',
    taskId,
    sha256,
    title: 'Blatt',
    mime: 'application/pdf',
    at: t.clock.now,
    uploadKind: null,
    uploadedBy: null,
  });
  async function put(template: string): Promise<TaskBody> {
    const {
      taskIds: [taskId],
    } = await sendMappe(p, { templates: [template], tabletId: tablet.id });
    const body = (await tablet.inbox()).find((b) => b.taskId === taskId);
    if (!body) throw new Error('the task did not reach the tablet');
    await tablet.push(
      await tablet.op('task.start', body, { taskId: body.taskId, at: t.clock.now, language: 'de' }),
    );
    return body;
  }

  afterAll(() => t.drop());
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    p = await addPractice(t, 'proof');
    tablet = await SimTablet.register(p);
    signed = await put('foto@1');
    const submit = await tablet.op('task.submit', signed, submissionOf(signed, t.clock.now));
    ops = { submit: submit.h.id };
    await tablet.push(submit);
    // A busy machine may need a retry.
    for (let i = 0; i < 4 && (await t.deps.store.read.$count(t.deps.store.t.document)) === 0; i++) {
      await t.runJobs();
      t.clock.now += 5_000;
    }
    const refused = await put('foto@1');
    declined = refused.taskId;
    await tablet.push(await tablet.op('task.outcome', refused, outcome(refused, 'declined')));
    const shown = await put('datenschutz@1');
    await tablet.push(await tablet.op('task.outcome', shown, outcome(shown, 'shown')));
    const left = await put('foto@1');
    await tablet.push(
      await tablet.op('task.cancel', left, {
        taskId: left.taskId,
        reason: 'patient',
        page: 1,
        at: t.clock.now,
      }),
    );
    const {
      taskIds: [paper = ''],
    } = await sendMappe(p, { templates: ['mehrkosten@1'] });
    expect((await p.post(`/tablet/tasks/${paper}/paper-filed`, p.users.reception)).status).toBe(
      204,
    );
    // Its pages were scanned: a document under the practice's seal, without an envelope.
    const { document } = t.deps.store.t,
      [sealed] = await t.deps.store.read
        .select()
        .from(document)
        .where(eq(document.taskId, signed.taskId)),
      scanned = v7(),
      at = t.clock.now;
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.document, fileOf(scanned, paper, sealed?.sha256 ?? ''));
      await w.tx.insert(w.t.scanPage, {
        id: scanned,
        fileSha256: 'c'.repeat(64),
        number: 1,
        sha256: '',
        width: 1,
        height: 1,
        turn: 0,
        source: 'upload',
        by: 'x',
        byName: '',
        at,
        taskId: paper,
        page: 1,
        of: 1,
        state: 'filed',
        stateAt: at,
        hint: null,
        form: null,
        patid: '1001',
        fileId: scanned,
        undoUntil: null,
        decidedBy: null,
        decidedByName: null,
        reason: null,
      });
    });
    const { mappeId } = await sendMappe(p);
    expect((await p.post(`/tablet/mappen/${mappeId}/withdraw`, p.users.reception)).status).toBe(
      204,
    );
    openTask = (await put('foto@1')).taskId;
    // A signature for an older revision: stored, parked, and no contradiction.
    await tablet.push(
      await tablet.op(
        'task.submit',
        { taskId: declined, taskRev: 0 },
        submissionOf(signed, t.clock.now),
      ),
    );
  });
  it('passes with every kind of end, and lists open, parked and lost items', async () => {
    expect(
      (await tasksOf(p, (await tablet.inbox())[0]?.mappeId ?? '')).map((task) => task.state),
    ).toContain('started');
    const report = await verify(),
      mine = report.practices.find((one) => one.cid === p.cid);
    expect(report.findings).toEqual([]);
    expect(mine).toMatchObject({
      states: { filed: 3, declined: 1, cancelled: 2, started: 1 },
      sealed: 1,
      submissions: 3,
      parked: 1,
      open: [{ taskId: openTask, state: 'started', tablet: 'Tablet 1' }],
      losses: [],
    });
    expect(mine?.files).toBe(2);
    const lost = await planted((tx) =>
      tx.update(t.deps.store.t.tablet).set({
        lostSubmissions: 2,
        loss: {
          isExact: false,
          since: t.clock.now - 3_600_000,
          at: t.clock.now,
          tasks: [],
          maybe: [],
        },
      }),
    );
    const lines = printLedger(lost, true).join('\n');
    expect(lines).toContain('at least 2 on Tablet 1, offline since 2026-11-20');
    expect(lines).toContain('No contradiction');
    // Ids, counts and names of tablets; never a person.
    expect(lines).not.toMatch(/Groß|Anna|1941/);
  });

  it.each<[Rule, string, (tx: Writer, t: TestApp['deps']['store']['t']) => Promise<unknown>]>([
    [
      'op.gap',
      'a stored operation is missing',
      (tx, s) => tx.delete(s.op).where(eq(s.op.id, ops.submit)),
    ],
    [
      'op.head',
      'acknowledged beyond the stored operations',
      (tx, s) => tx.update(s.opHead).set({ n: 99 }).where(eq(s.opHead.device, tablet.id)),
    ],
    [
      'op.bytes',
      'a bit of the stored bytes flipped',
      (tx, s) =>
        tx
          .update(s.op)
          .set({ bytes: Buffer.from('torn') })
          .where(eq(s.op.id, ops.submit)),
    ],
    [
      'op.unjudged',
      'stored and forgotten',
      (tx, s) =>
        tx
          .update(s.op)
          .set({ result: 'stored', receivedAt: t.clock.now - 60_001 })
          .where(eq(s.op.id, ops.submit)),
    ],
    [
      'op.nobody',
      'of a tablet that does not exist',
      (tx, s) => tx.update(s.tablet).set({ id: v7() }).where(eq(s.tablet.id, tablet.id)),
    ],
    [
      'op.effect',
      'a refusal without a trace',
      (tx, s) => tx.update(s.op).set({ taskId: openTask }).where(eq(s.op.taskId, declined)),
    ],
    [
      'task.trail',
      'a state without a transition',
      (tx, s) => tx.update(s.task).set({ state: 'interrupted' }).where(eq(s.task.taskId, openTask)),
    ],
    [
      'task.end',
      'closed without a step',
      (tx, s) => tx.update(s.task).set({ state: 'cancelled' }).where(eq(s.task.taskId, openTask)),
    ],
    [
      'submission.lost',
      'an accepted signature without its envelope',
      (tx, s) => tx.delete(s.envelope).where(eq(s.envelope.taskId, signed.taskId)),
    ],
    [
      'submission.unsealed',
      'submitted, but not sealed',
      async (tx, s) => {
        await tx
          .update(s.task)
          .set({ state: 'submitted', stateAt: t.clock.now - 120_001 })
          .where(eq(s.task.taskId, signed.taskId));
        await tx
          .update(s.envelope)
          .set({ sealedAt: null })
          .where(eq(s.envelope.taskId, signed.taskId));
      },
    ],
    [
      'document.missing',
      'sealed, and another file listed',
      (tx, s) =>
        tx
          .update(s.document)
          .set({ sha256: 'e'.repeat(64) })
          .where(eq(s.document.taskId, signed.taskId)),
    ],
    [
      'document.blob',
      'a file that was never stored',
      (tx, s) =>
        tx
          .update(s.document)
          .set({ sha256: 'f'.repeat(64) })
          .where(eq(s.document.taskId, signed.taskId)),
    ],
    [
      'document.orphan',
      'an envelope whose operation is another',
      (tx, s) =>
        tx.update(s.envelope).set({ opId: v7() }).where(eq(s.envelope.taskId, signed.taskId)),
    ],
    [
      'document.orphan',
      'a document of an unsigned paper',
      (tx, s) =>
        tx.insert(s.document).values({ ...fileOf(v7(), declined, 'a'.repeat(64)), cid: p.cid }),
    ],
    [
      'audit.chain',
      'a row that the chain does not hold',
      (tx, s) =>
        tx.insert(s.audit).values({
          cid: p.cid,
          seq: 9_999,
          at: 1,
          type: 'made.up',
          actor: 'nobody',
          data: {},
          person: null,
          prev: 'x',
          hash: 'y',
        }),
    ],
    [
      'task.twice',
      'one revision ended twice',
      (tx, s) =>
        tx.insert(s.audit).values({
          cid: p.cid,
          seq: 9_999,
          at: 1,
          type: 'task.decline',
          actor: 'nobody',
          data: { taskId: declined, from: 'declined', to: 'declined', taskRev: 1 },
          person: null,
          prev: 'x',
          hash: 'y',
        }),
    ],
  ])('%s: %s', async (rule, _title, change) => {
    const { findings } = await planted((tx) => change(tx, t.deps.store.t));
    expect(findings.map((f) => f.rule)).toContain(rule);
    // Named by ids that can be looked up.
    expect(
      findings.filter((f) => f.rule === rule).every((f) => /[\da-f]{8}-|[\da-f]{64}/.test(f.what)),
    ).toBe(true);
  });

  it('a changed file on disk is named', async () => {
    const { document } = t.deps.store.t;
    const [row] = await t.deps.store.read
      .select()
      .from(document)
      .where(eq(document.taskId, signed.taskId));
    const { findings } = await planted(
      () => Promise.resolve(),
      (_db, sha256) =>
        sha256 === row?.sha256 ? Promise.reject(new Error('torn')) : Promise.resolve(),
    );
    expect(findings).toEqual([{ rule: 'document.blob', what: `file ${row?.sha256}` }]);
  });
});
