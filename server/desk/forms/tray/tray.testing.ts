/** Test helpers for the tray: answers arrive, staff decides, the tray is read. */
import { expect } from 'vitest';
import { answersFor, handIn } from '../../../../tests/support/stories/home.ts';
import type { Answer } from '../../../../tests/support/in-process.ts';
import type { Practice } from '../../../../tests/support/practice.ts';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import type { Unmatched } from '../../../../shared/forms/task/home.schema.ts';

/** State of one test. */
interface At {
  p: Practice;
  open: string;
}

/** Returns calls to the tray of the current practice. */
export function trayOf(at: () => At) {
  const arrive = async (change: Record<string, unknown> = {}): Promise<string> => {
    const body = await answersFor(at().p, at().open, change);
    expect((await handIn(at().p, at().open, body)).status).toBe(200);
    return body.id as string;
  };
  const act = (id: string, verb: string, json?: unknown): Promise<Answer> =>
    at().p.post(`/anamnese/unmatched/${id}/${verb}`, at().p.users.reception, json);
  const read = async (id: string): Promise<Unmatched> =>
    (await at().p.call(`/anamnese/unmatched/${id}`, { as: at().p.users.reception }))
      .json as Unmatched;
  const tray = async () =>
    (await at().p.call('/anamnese/unmatched', { as: at().p.users.staff })).json as {
      open: { id: string; label: string }[];
      count: number;
      decided: { id: string }[];
    };
  const answers = async (answersId: string): Promise<Answers> =>
    (await at().p.call(`/anamnese/responses/${answersId}`, { as: at().p.users.staff }))
      .json as Answers;
  const filed = (answer: Answer) => answer.json as { patid: string; answersId: string };
  return { arrive, act, read, tray, answers, filed };
}
