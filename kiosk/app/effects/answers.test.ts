// Tests of opening a task: an incomplete task is not opened, and no part of it is stored.

import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import type { Drafts } from '../../outbox/drafts/drafts.types.ts';
import type { Comfort, TaskRef } from '../../session/session.types.ts';
import { freshDraft } from '../body.ts';
import { createAnswers } from './answers.ts';
import { submitOf } from './payloads.ts';
import { browserClock, browserRandom } from '../ports.ts';

const data = '{"title":{"de":"Fragen"},"declarations":[],"sections":[],"form":{}}';
const ref = { taskId: 't', taskRev: 1 } as TaskRef,
  comfort = { language: 'de', textScale: 100, isCalm: false, isPlain: false } as const;
const drafts = {
  open: async () => undefined,
  load: async () => null,
  raiseRev: () => undefined,
} as unknown as Drafts;
const bodyOf = async (form: string | undefined): Promise<TaskBody> =>
  ({
    taskId: 't',
    taskRev: 1,
    kind: 'questionnaire',
    signers: [],
    data,
    dataSha256: await sha256Hex(data),
    ...(form !== undefined && { form }),
  }) as unknown as TaskBody;

test('does not open a questionnaire without its form: an empty sheet would look answered', async () => {
  const answers = createAnswers({
    drafts,
    clock: browserClock,
    random: browserRandom,
    onDraftLost: () => undefined,
  });
  await expect(answers.open(await bodyOf(undefined), ref, comfort)).rejects.toThrow(
    'not as promised',
  );
  expect(answers.get()).toBeNull();
  await answers.open(
    await bodyOf('{"resourceType":"Questionnaire","status":"active"}'),
    ref,
    comfort,
  );
  expect(answers.get()?.body.taskId).toBe('t');
});

test('omits signers who sign elsewhere, also after a lock; a restart asks for all again', async () => {
  const signers = [
      { role: 'parent1', name: 'Ayşe' },
      { role: 'parent2', name: 'Cem' },
    ] as const,
    body = {
      ...(await bodyOf(undefined)),
      kind: 'document',
      signers: [...signers],
      presentedPdfSha256: 'b'.repeat(64),
    } as TaskBody;
  let kept: unknown = null;
  const disk = {
    ...drafts,
    save: (_: unknown, draft: unknown) => {
      kept = draft;
    },
    load: () => Promise.resolve(kept),
  } as unknown as Drafts;
  const answers = createAnswers({
    drafts: disk,
    clock: browserClock,
    random: browserRandom,
    onDraftLost: () => undefined,
  });
  expect(await answers.open(body, ref, comfort)).toMatchObject({ later: 0 });
  answers.later(0);
  expect(answers.get()?.body).toMatchObject({ signers: [signers[1]], away: [signers[0]] });
  // The last remaining signer cannot be skipped.
  answers.later(0);
  expect(answers.get()?.body.signers).toEqual([signers[1]]);
  answers.clear();
  expect(await answers.open(body, ref, comfort)).toMatchObject({ later: 1 });
  answers.sign(0, { how: 'typed', name: 'Cem' });
  const open = answers.get();
  if (!open) throw new Error('nothing is open');
  for (const [name, value] of Object.entries({
    navigator: { userAgent: 'Tablet', onLine: true },
    screen: { width: 1280, height: 800 },
    devicePixelRatio: 1,
    matchMedia: () => ({ matches: false }),
  }))
    vi.stubGlobal(name, value);
  expect(
    submitOf(open.body, open.draft, {
      language: 'de',
      at: 5,
      device: { clockOffsetMs: 0, appVersion: '1' },
    }).signers,
  ).toEqual([{ ...signers[1], mark: { how: 'typed', name: 'Cem' } }]);
  vi.unstubAllGlobals();
  answers.restart();
  kept = null;
  expect(await answers.open(body, ref, comfort)).toMatchObject({ later: 0 });
  expect(answers.get()?.body.signers).toEqual([...signers]);
});

test('goes on in the language and text size chosen on the device before, unless others are chosen here', async () => {
  const body = await bodyOf('{"resourceType":"Questionnaire","status":"active"}'),
    begun = freshDraft(0, { language: 'ar', textScale: 150, isCalm: true, isPlain: true }),
    opened = async (draft: unknown, here: Comfort): Promise<Comfort | undefined> => {
      const answers = createAnswers({
        drafts: { ...drafts, load: () => Promise.resolve(draft) } as unknown as Drafts,
        clock: browserClock,
        random: browserRandom,
        onDraftLost: () => undefined,
      });
      return (await answers.open(body, { ...ref, language: 'de', textScale: 100 }, here)).comfort;
    };
  expect(await opened(begun, comfort)).toEqual({
    language: 'ar',
    textScale: 150,
    isCalm: true,
    isPlain: true,
  });
  expect(await opened(begun, { ...comfort, language: 'tr', textScale: 200 })).toMatchObject({
    language: 'tr',
    textScale: 200,
  });
  expect(await opened({ ...begun, textScale: 117 }, comfort)).toMatchObject({ textScale: 100 });
  expect(await opened(null, comfort)).toBeUndefined();
});

test("a late change, such as a photo, does not affect another person's task", async () => {
  const disk = { ...drafts, save: () => undefined } as unknown as Drafts,
    form = '{"resourceType":"Questionnaire","status":"active"}';
  const answers = createAnswers({
    drafts: disk,
    clock: browserClock,
    random: browserRandom,
    onDraftLost: () => undefined,
  });
  await answers.open(await bodyOf(form), ref, comfort);
  const first = answers.get()?.opId;
  answers.change({ page: 2 }, first);
  expect(answers.get()?.draft.page).toBe(2);
  answers.clear();
  await answers.open({ ...(await bodyOf(form)), taskId: 'u' }, { ...ref, taskId: 'u' }, comfort);
  answers.change({ page: 9 }, first);
  expect(answers.get()?.draft.page).not.toBe(9);
});
