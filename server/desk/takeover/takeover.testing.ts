/** Test helpers for takeovers: begin papers at a tablet, submit, read rows and the audit log. */
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import type { TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import type { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { submissionOf } from '../../../tests/support/sim-tablet.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
  tablet: SimTablet;
}

/** Returns steps of the current practice and tablet. */
export function takeoverOf(at: () => At) {
  const states = async (mappeId: string) =>
    (await tasksOf(at().p, mappeId)).map((one) => one.state);
  async function begin(
    templates = ['foto@1'],
  ): Promise<{ mappeId: string; bodies: TaskBody[]; body: TaskBody }> {
    const { mappeId } = await sendMappe(at().p, { templates, tabletId: at().tablet.id });
    const bodies = (await at().tablet.inbox()).filter((one) => one.mappeId === mappeId),
      [body] = bodies;
    if (!body) throw new Error('nothing reached the tablet');
    await at().tablet.push(
      await at().tablet.op('task.start', body, {
        taskId: body.taskId,
        at: at().t.clock.now,
        language: 'de',
      }),
    );
    return { mappeId, bodies, body };
  }
  const submit = async (who: SimTablet, body: TaskBody) =>
    (await who.push(await who.op('task.submit', body, submissionOf(body, at().t.clock.now))))
      .verdicts[0];
  const rows = () =>
    at().t.deps.workshop.look(at().p.cid, at().p.system).db.find(at().t.deps.store.t.takeover);
  const audit = async () =>
    (await at().t.deps.workshop.look(at().p.cid, at().p.system).db.find(at().t.deps.store.t.audit))
      .sort((a, b) => a.seq - b.seq)
      .map((row) => row.type)
      .filter((type) => type.startsWith('takeover.'));
  return { states, begin, submit, rows, audit };
}
