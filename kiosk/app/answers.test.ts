// Tests of opening a task: what is not whole is not opened, and nothing of it is kept.

import { expect, test } from 'vitest';
import { sha256Hex } from '../../shared/sealing.ts';
import type { TaskBody } from '../../shared/sync.ts';
import type { Drafts } from '../outbox/drafts.ts';
import type { TaskRef } from '../session/session.types.ts';
import { createAnswers } from './answers.ts';
import { browserClock, browserRandom } from './ports.ts';

const data = '{"title":{"de":"Fragen"},"declarations":[],"sections":[],"form":{}}';
const ref = { taskId: 't', taskRev: 1 } as TaskRef, comfort = { language: 'de', textScale: 100, isCalm: false, isPlain: false } as const;
const drafts = { open: async () => undefined, load: async () => null, raiseRev: () => undefined } as unknown as Drafts;
const bodyOf = async (form: string | undefined): Promise<TaskBody> => ({ taskId: 't', taskRev: 1, kind: 'questionnaire', data, dataSha256: await sha256Hex(data), ...(form !== undefined && { form }) }) as TaskBody;

test('a questionnaire that came without its form is not opened: an empty sheet would look like an answered one', async () => {
  const answers = createAnswers({ drafts, clock: browserClock, random: browserRandom, onDraftLost: () => undefined });
  await expect(answers.open(await bodyOf(undefined), ref, comfort)).rejects.toThrow('not as promised');
  expect(answers.get()).toBeNull();
  await answers.open(await bodyOf('{"resourceType":"Questionnaire","status":"active"}'), ref, comfort);
  expect(answers.get()?.body.taskId).toBe('t');
});
