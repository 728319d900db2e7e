// Tests of the machine with the requirements of a task: notice, paper, talk, signers.

import { describe, expect, it } from 'vitest';
import { MACHINE_VERSION, type SavedRun } from './session.types.ts';
import { activityOf } from './screen.ts';
import { RULES, settle, tablet, task } from './walk.testing.ts';

describe('requirements of a task', () => {
  it('a notice is shown and never signed', async () => {
    const t = tablet({ queue: [task({ kind: 'notice', declarations: 0, signers: 0 })] });
    expect(await t.toTask()).toBe('comfort');
    expect(await t.send({ type: 'NEXT' }, { type: 'READ', choice: 'none' })).toBe('thanks');
    expect(t.endings[0]!.ending).toBe('shown');
  });

  it('the board counts the pages shown to the patient, not the initial estimate', async () => {
    const t = tablet({ queue: [task({ kind: 'questionnaire', pages: 8 })] });
    await t.toTask();
    await t.send({ type: 'NEXT' });
    expect(activityOf(t.actor.getSnapshot(), 0)).toMatchObject({ page: 1, of: 8 });
    await t.send({ type: 'PAGE', page: 2, of: 7 });
    expect(activityOf(t.actor.getSnapshot(), 0)).toMatchObject({ page: 2, of: 7 });
  });

  it('answers are summarised and signed; without a signature they are submitted, too', async () => {
    const signed = task({ kind: 'questionnaire', declarations: 0, isSigned: true });
    const t = tablet({ queue: [signed] });
    await t.toTask();
    expect(await t.send({ type: 'NEXT' }, { type: 'ANSWERED' })).toBe('summary');
    expect(t.endings).toEqual([]);
    expect(await t.send({ type: 'BACK' })).toBe('reading');
    expect(await t.send({ type: 'ANSWERED' }, { type: 'NEXT' })).toBe('signing');
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('thanks');
    expect(t.endings[0]!.ending).toBe('submit');

    const other = tablet({ queue: [signed] });
    await other.toTask();
    await other.send({ type: 'NEXT' }, { type: 'ANSWERED' });
    expect(await other.send({ type: 'READ', choice: 'declined' })).toBe('thanks');
    expect(other.endings[0]!.ending).toBe('submit');
  });

  it('answers are in memory only: a reload at their summary leads back to the review', async () => {
    for (const stage of ['summary', 'signing'] as const) {
      const saved: SavedRun = {
        machine: MACHINE_VERSION,
        mappeId: 'm1',
        taskId: 't1',
        taskRev: 1,
        stage,
        page: 8,
        signer: 0,
        comfort: { language: 'de', textScale: 100, isCalm: false, isPlain: false },
        done: [],
        isLocked: false,
        at: 0,
      };
      const t = tablet({
        queue: [task({ kind: 'questionnaire', declarations: 0, isSigned: true, pages: 8 })],
        saved,
        fit: 'same',
      });
      await settle();
      expect(t.screen()).toBe('reading');
      expect(activityOf(t.actor.getSnapshot(), 0)).toMatchObject({ page: 8, of: 8 });
    }
  });

  it('paper is shown and acknowledged, whatever a saved run contains', async () => {
    const t = tablet({ queue: [task({ isPaper: true })] });
    await t.toTask();
    expect(await t.send({ type: 'NEXT' }, { type: 'READ', choice: 'none' })).toBe('paper');
    expect(await t.send({ type: 'NEXT' })).toBe('thanks');
    expect(t.endings[0]!.ending).toBe('paper');
    const saved: SavedRun = {
      machine: MACHINE_VERSION,
      mappeId: 'm1',
      taskId: 't1',
      taskRev: 1,
      stage: 'signing',
      page: 1,
      signer: 0,
      comfort: { language: 'de', textScale: 100, isCalm: false, isPlain: false },
      done: [],
      isLocked: false,
      at: 0,
    };
    for (const one of [task({ isPaper: true }), task({ talk: 'open' }), task({ kind: 'notice' })]) {
      const again = tablet({ queue: [one], saved, fit: 'same' });
      await settle();
      expect(again.screen()).toBe('reading');
    }
  });

  it('waits for the talk, and opens the signature only after it', async () => {
    const t = tablet({ queue: [task({ talk: 'open' })] });
    await t.toTask();
    expect(await t.send({ type: 'NEXT' }, { type: 'READ', choice: 'none' })).toBe('noted');
    expect(t.endings[0]!.ending).toBe('talk_pending');
    expect(await t.send({ type: 'NEXT' }, { type: 'NEXT' })).toBe('waiting');
    expect(
      await t.send({
        type: 'INBOX',
        queue: [task({ talk: 'done', taskRev: 2, resumeAt: 'sign' })],
      }),
    ).toBe('assigned');
    expect(await t.toTask()).toBe('declarations');
    expect(await t.send({ type: 'NEXT' }, { type: 'NEXT' }, { type: 'PATIENT_SIGNED' })).toBe(
      'thanks',
    );
    expect(t.endings[1]).toMatchObject({ ending: 'submit', task: { taskRev: 2 } });
  });

  it('a question is a result; a refusal needs confirmation', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    await t.send({ type: 'NEXT' });
    expect(await t.send({ type: 'READ', choice: 'declined' })).toBe('declining');
    expect(t.endings).toEqual([]);
    expect(await t.send({ type: 'BACK' })).toBe('reading');
    expect(await t.send({ type: 'READ', choice: 'question' })).toBe('noted');
    expect(t.endings[0]!.ending).toBe('question');
    const u = tablet({ queue: [task()] });
    await u.toTask();
    expect(
      await u.send({ type: 'NEXT' }, { type: 'READ', choice: 'declined' }, { type: 'NEXT' }),
    ).toBe('thanks');
    expect(u.endings[0]!.ending).toBe('declined');
    expect(u.context().endings).toEqual(['declined']);
  });

  it('paying directly is recorded as declined, but shown to the patient as their choice', async () => {
    const t = tablet({ queue: [task({ isBilling: true })] });
    await t.toTask();
    expect(
      await t.send({ type: 'NEXT' }, { type: 'READ', choice: 'declined' }, { type: 'NEXT' }),
    ).toBe('thanks');
    expect([t.endings[0]!.ending, t.context().endings]).toEqual(['declined', ['direct']]);
  });

  it('skips remote signers but never all; the thank-you page says the document is incomplete', async () => {
    const t = tablet({ queue: [task({ signers: 3 })] });
    await t.toSign();
    // The first one is not here: the second takes the place; the third is not here either.
    expect(await t.send({ type: 'SIGNS_LATER' })).toBe('signing');
    expect([t.context().signer, t.endings]).toEqual([0, []]);
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('signing');
    expect(t.context().signer).toBe(1);
    expect(await t.send({ type: 'SIGNS_LATER' })).toBe('thanks');
    expect([t.endings.map((one) => one.ending), t.context().endings]).toEqual([
      ['submit'],
      ['part'],
    ]);

    const alone = tablet({ queue: [task({ signers: 2 })] });
    await alone.toSign();
    expect(await alone.send({ type: 'SIGNS_LATER' }, { type: 'SIGNS_LATER' })).toBe('signing');
    expect(alone.endings).toEqual([]);
    expect(await alone.send({ type: 'PATIENT_SIGNED' })).toBe('thanks');

    const other = tablet({ queue: [task({ isParted: true })] });
    await other.toSign();
    await other.send({ type: 'PATIENT_SIGNED' });
    expect(other.context().endings).toEqual(['part']);
  });

  it('asks every signer before saving, and runs the Mappe with one person check', async () => {
    const t = tablet({
      queue: [task({ signers: 2 }), task({ taskId: 't2', position: 1, kind: 'notice' })],
    });
    await t.toSign();
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('signing');
    expect(t.context().signer).toBe(1);
    expect(t.endings).toEqual([]);
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('reading');
    expect(t.context().task!.taskId).toBe('t2');
    expect(await t.send({ type: 'READ', choice: 'none' })).toBe('thanks');
    expect(await t.send({ type: 'COPY_WISHED', isWished: true })).toBe('thanks');
    expect(t.seen.wishes).toEqual([['t1', 't2']]);
    t.pass(59_000);
    expect(t.screen()).toBe('thanks');
    t.pass(1_000);
    expect(t.screen()).toBe('waiting');
  });
});

it('[U6] a private phone stays in the language of the device before, and of its run', async () => {
  const t = tablet();
  await t.send(
    { type: 'RULES', rules: { ...RULES, language: 'ar', isGuest: true } },
    { type: 'LANGUAGE_CHOSEN', language: 'ar' },
    { type: 'INBOX', queue: [task()] },
  );
  expect(t.context().comfort).toMatchObject({ language: 'ar', textScale: 125 });
  await t.toTask();
  await t.send({ type: 'LANGUAGE_CHOSEN', language: 'fa' }, { type: 'INBOX', queue: [] });
  expect(t.screen()).not.toBe('waiting');
  await t.send({ type: 'NEXT' });
  t.pass(15_000);
  expect([t.screen(), t.context().comfort.language]).toEqual(['waiting', 'fa']);
});

it('[U6] goes on with the comfort of the draft that a paper was begun with', async () => {
  const begun = { language: 'uk', textScale: 200, isCalm: true, isPlain: true } as const,
    t = tablet({
      queue: [task()],
      opened: () => ({ stage: 'summary', page: 1, signer: 0, comfort: begun }),
    });
  await t.toTask();
  expect([t.screen(), t.context().comfort]).toEqual(['summary', begun]);
});
