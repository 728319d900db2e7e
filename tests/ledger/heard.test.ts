/**
 * [inv L2] A task the server does not hear of is on the board within a minute, however it falls
 * silent: real server, real board, a clock moved by the test.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { columnsOf, openTasksOf } from '../../practice/desk/board/board-view.ts';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import type { Activity, Heartbeat } from '../../shared/desk/tablet.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { board, sendMappe } from '../support/mappe.ts';
import { addPractice, renew, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';

const MINUTE = 60_000;
const quick = quickRenderer();
let mayRender = true;
const renderer: Renderer = {
  ...quick,
  renderPdf: (data) =>
    mayRender ? quick.renderPdf(data) : Promise.reject(new Error('no renderer')),
};

describe('reported within the minute', () => {
  let t: TestApp,
    p: Practice,
    tablet: SimTablet,
    count = 0;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    mayRender = true;
    p = await addPractice(t, `heard${++count}`);
    tablet = await SimTablet.register(p);
  });

  const beat = async (change: Partial<Heartbeat> = {}): Promise<void> => {
    const json = {
      inc: tablet.inc,
      highN: tablet.n,
      ackSeen: tablet.n,
      pending: 0,
      unsent: 0,
      unsentTasks: [],
      oldestPendingMs: 0,
      persisted: true,
      appVersion: '1',
      clockOffsetMs: 0,
      quarantined: 0,
      ...change,
    };
    expect((await tablet.call('/tablet/heartbeat', { method: 'POST', json })).status).toBe(200);
  };
  const doing = (body: TaskBody): { activity: Activity } => ({
    activity: {
      taskId: body.taskId,
      taskRev: body.taskRev,
      screen: 'filling',
      page: 2,
      of: 4,
      silentMs: 0,
      isReading: false,
    },
  });
  async function begun(templates = ['foto@1']): Promise<TaskBody[]> {
    await sendMappe(p, { templates, tabletId: tablet.id });
    const bodies = await tablet.inbox();
    const [first] = bodies;
    if (!first) throw new Error('nothing reached the tablet');
    await tablet.push(
      await tablet.op('task.start', first, {
        taskId: first.taskId,
        at: t.clock.now,
        language: 'de',
      }),
    );
    await beat(doing(first));
    return bodies;
  }
  /** Board content for the one Mappe: its ledger, and the place of its row. */
  async function shown() {
    const seen = await board(p),
      columns = columnsOf(seen, seen.at);
    const needs = columns.needs.filter((row) => row.mappe !== null).map((row) => row.need),
      calm = [...columns.there, ...columns.done].map((row) => row.state.key);
    return { ledger: openTasksOf(seen, seen.at).map((o) => [o.missing, o.isUnheard]), needs, calm };
  }

  it('a task in progress with contact raises no alarm', async () => {
    const [body] = await begun();
    t.clock.now += 2 * MINUTE;
    await beat(doing(body!));
    expect(await shown()).toEqual({ ledger: [['end', false]], needs: [], calm: ['filling'] });
  });

  it('a silent tablet', async () => {
    await begun(['foto@1', 'foto@1']);
    t.clock.now += MINUTE + 1;
    expect(await shown()).toEqual({
      ledger: [
        ['contact', true],
        ['contact', true],
      ],
      needs: [],
      calm: ['unreached'],
    });
    t.clock.now += 15 * MINUTE;
    await renew(p);
    expect((await shown()).needs).toEqual(['unreached']);
    // The lease is long over: it never leaves the board automatically.
    t.clock.now += 25 * 60 * MINUTE;
    await renew(p);
    expect(await shown()).toMatchObject({
      ledger: [
        ['contact', true],
        ['contact', true],
      ],
      needs: ['unreached'],
    });
  });

  it('a tablet with contact that does not report the task', async () => {
    const [first, second] = await begun(['foto@1', 'foto@1']);
    t.clock.now += MINUTE + 1;
    await beat(doing(second!));
    expect(await shown()).toEqual({
      ledger: [
        ['word', true],
        ['begin', false],
      ],
      needs: ['unheard'],
      calm: [],
    });
    await beat();
    expect((await shown()).needs).toEqual(['unheard']);
    await beat(doing(first!));
    expect((await shown()).needs).toEqual([]);
  });

  it('finished and stored on the tablet, but not arriving', async () => {
    const [body] = await begun();
    await tablet.op('task.submit', body!, submissionOf(body!, t.clock.now));
    t.clock.now += MINUTE + 1;
    await beat({
      ackSeen: tablet.n - 1,
      pending: 1,
      unsent: 1,
      unsentTasks: [body!.taskId],
      oldestPendingMs: MINUTE + 1,
    });
    expect(await shown()).toEqual({ ledger: [['arrival', true]], needs: [], calm: ['submitted'] });
    t.clock.now += MINUTE;
    await beat({
      ackSeen: tablet.n - 1,
      pending: 1,
      unsent: 1,
      unsentTasks: [body!.taskId],
      oldestPendingMs: 2 * MINUTE + 1,
    });
    expect((await shown()).needs).toEqual(['unsent']);
  });

  it('submitted, but parked', async () => {
    const [body] = await begun();
    await tablet.push(
      await tablet.op('task.submit', body!, {
        ...submissionOf(body!, t.clock.now),
        dataSha256: 'f'.repeat(64),
      }),
    );
    expect(await shown()).toEqual({ ledger: [['staff', false]], needs: ['attention'], calm: [] });
  });

  it('a document that fails to render or is pending', async () => {
    mayRender = false;
    await sendMappe(p, { tabletId: tablet.id });
    expect(await shown()).toEqual({ ledger: [['document', false]], needs: [], calm: ['created'] });
    t.clock.now += MINUTE + 1;
    await beat();
    expect(await shown()).toEqual({ ledger: [['document', true]], needs: ['late'], calm: [] });
    for (let i = 0; i < 8; i++) {
      await t.runJobs();
      t.clock.now += MINUTE;
    }
    expect((await shown()).needs).toEqual(['attention']);
  });

  it('a seal that fails or is pending', async () => {
    const [body] = await begun();
    await tablet.push(await tablet.op('task.submit', body!, submissionOf(body!, t.clock.now)));
    await t.runJobs();
    expect(await shown()).toEqual({ ledger: [['seal', false]], needs: [], calm: ['submitted'] });
    t.clock.now += MINUTE + 1;
    expect(await shown()).toEqual({ ledger: [['seal', true]], needs: ['late'], calm: [] });
  });

  it('interrupted and never resumed, by patient, desk, or a lost tablet', async () => {
    const [body] = await begun();
    await tablet.push(
      await tablet.op('task.cancel', body!, {
        taskId: body!.taskId,
        reason: 'idle',
        page: 2,
        at: t.clock.now,
      }),
    );
    expect(await shown()).toEqual({
      ledger: [['resume', false]],
      needs: ['interrupted'],
      calm: [],
    });
  });

  it('a missing talk, answer or signature waits for staff from the start', async () => {
    const {
      taskIds: [paper],
    } = await sendMappe(p, { templates: ['mehrkosten@1'], tabletId: null });
    expect(paper).toBeDefined();
    expect(await shown()).toEqual({ ledger: [['hand', false]], needs: ['paper'], calm: [] });
  });
});
