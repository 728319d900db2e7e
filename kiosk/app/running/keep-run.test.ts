// Tests of the kept run: the draft names the page of the form that is open, so that another device
// continues there.

import { expect, it } from 'vitest';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { tablet, task } from '../../session/walk.testing.ts';
import { createRunKeeper } from './keep-run.ts';
import type { Running } from './running.ts';

const FORM = task({ kind: 'questionnaire', pages: 7, resumeAt: 'start' });

it('each page of a form, and a language chosen on it, is in the draft and sealed for the server', async () => {
  const t = tablet({ queue: [FORM] }),
    sealed: number[] = [];
  let draft = {} as DraftPayload;
  const keeper = createRunKeeper({
    actor: t.actor,
    updater: { setRest: () => undefined },
    loops: null,
    onTrouble: () => undefined,
    parts: {
      clock: { now: () => 0, mono: () => 0 },
      activeTask: { store: () => Promise.resolve() },
      answers: {
        get: () => (t.context().isPersonKnown ? { body: { taskId: FORM.taskId }, draft } : null),
        change: (part: Partial<DraftPayload>) => {
          draft = { ...draft, ...part };
        },
      },
      drafts: {
        seal: () => {
          sealed.push(draft.page);
          return Promise.resolve();
        },
      },
    },
  } as unknown as Running);
  t.actor.subscribe(keeper.follow);
  await t.toTask();
  await t.send({ type: 'NEXT' }, { type: 'PAGE', page: 2, of: 7 }, { type: 'PAGE', page: 3 });
  expect([draft.page, draft.stage, sealed.slice(-2)]).toEqual([3, 'reading', [2, 3]]);
  await t.send({ type: 'LANGUAGE_CHOSEN', language: 'ar' });
  expect([draft.language, sealed.slice(-3)]).toEqual(['ar', [2, 3, 3]]);
});
