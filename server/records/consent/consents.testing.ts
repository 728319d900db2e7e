/** Test helpers for consents: send, sign, read and check a paper. */
import { expect } from 'vitest';
import type { Consents } from '../../../shared/papers/consent.schema.ts';
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

/** Returns steps of the current practice. */
export function consentDesk(at: () => At) {
  const as = () => at().p.users.reception;
  const id = (): string => at().t.deps.newId();
  const read = async (patid = '1001'): Promise<Consents> =>
    (await at().p.call(`/consents/patients/${patid}`, { as: as() })).json as Consents;
  const newestOf = async (text: string) =>
    (await read()).rows.find((row) => row.template.startsWith(`${text}@`))!;
  /** Sends, signs with these declarations and seals. */
  async function sign(template: string, yes?: readonly string[]): Promise<string> {
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await sendMappe(at().p, { templates: [template], tabletId: at().tablet.id });
    await submit(taskId, yes);
    expect((await tasksOf(at().p, mappeId))[0]?.state).toBe('filed');
    return taskId;
  }
  async function submit(taskId: string, yes?: readonly string[]): Promise<void> {
    const body = (await at().tablet.inbox()).find((b) => b.taskId === taskId)!,
      submission = submissionOf(body, at().t.clock.now);
    await at().tablet.push(
      await at().tablet.op(
        'task.submit',
        body,
        yes
          ? {
              ...submission,
              declarations: submission.declarations.map((d) => ({
                ...d,
                value: d.value || yes.includes(d.id),
              })),
            }
          : submission,
      ),
    );
    await at().t.runJobs();
  }

  /**
   * Returns the check page's result for the paper of a task, and for the same bytes with an added
   * line end.
   */
  async function check(taskId: string, tail = '') {
    const fileId = (await read()).rows.find((row) => row.taskId === taskId)?.fileId ?? '';
    const { bytes } = await at().p.call(`/documents/file/${fileId}`, { as: as() });
    return (
      await at().p.call('/documents/check', {
        as: as(),
        method: 'POST',
        body: Buffer.concat([bytes, Buffer.from(tail)]),
        type: 'application/pdf',
      })
    ).json;
  }
  return { as, id, read, newestOf, sign, submit, check };
}
