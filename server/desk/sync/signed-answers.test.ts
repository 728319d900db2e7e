// Tests of signed answers on both databases: the document of the device becomes the task's paper
// and waits for its seal; one that is not the task's never costs the answers.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import { canonicalText } from '../../../shared/base/canonical-json.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { modelOf, NO, YES } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import {
  signedDocument,
  type AnswersDocument,
  type SignedAnswers,
} from '../../../shared/papers/signed-answers.ts';
import type { Store } from '../../platform/db/store.ts';
import { envelopeOf, voidEnvelope } from '../signature/store.ts';
import { listAnswers } from '../forms/answers/read-answers.ts';
import { answersOf, answersOfTask } from '../forms/answers/store.ts';
import { findTask } from '../task/store.ts';
import {
  answersTo,
  formDataOf,
  openWorld,
  READING,
  sendForm,
  submission,
  type Device,
  type World,
} from './testing.ts';

/** The declaration is in use from this day on. */
const DAY = Date.parse('2026-11-27T09:00:00Z');
const FORM = 'anamnese-erwachsene@4';
const RESPONSE: QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  authored: '2026-11-27T09:00:00Z',
  item: [
    {
      linkId: 'seite.medikamente',
      item: [
        {
          linkId: 'medikamente',
          text: 'Nehmen Sie Medikamente?',
          answer: [{ valueCoding: YES }],
        },
      ],
    },
    {
      linkId: 'seite.allergien',
      item: [{ linkId: 'allergien', text: 'Allergien?', answer: [{ valueCoding: NO }] }],
    },
  ],
};

describe.each(STORES)('signed answers on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    world.clock.now = DAY;
    tablet = await world.tablet();
  });

  const documentOf = (body: TaskBody): AnswersDocument =>
    signedDocument({
      own: formDataOf(body),
      model: modelOf(findForm(FORM)!.questionnaire),
      response: RESPONSE,
      language: 'de',
    });
  const signedWith = async (body: TaskBody, data: object): Promise<SignedAnswers> => {
    const text = canonicalText(data);
    return {
      data: text,
      dataSha256: await sha256Hex(text),
      signedAt: DAY,
      signers: submission(body).signers,
      reading: READING,
    };
  };
  const push = async (body: TaskBody, signed?: SignedAnswers) =>
    (
      await tablet.push(
        await tablet.op('task.answers', body, {
          ...answersTo(body, RESPONSE),
          ...(signed && { signed }),
        }),
      )
    ).verdicts;
  const taskOf = (body: TaskBody) => findTask(world.look(), body.taskId);

  it('asks the patient to sign, and seals what the device showed', async () => {
    const body = await sendForm(world, tablet, FORM),
      data = documentOf(body);
    expect(body.signers).toEqual([{ role: 'patient', name: 'Anna Weber' }]);
    const signed = await signedWith(body, data);
    expect(await push(body, signed)).toMatchObject([{ s: 'applied' }]);
    expect(await taskOf(body)).toMatchObject({
      state: 'submitted',
      data: signed.data,
      dataSha256: signed.dataSha256,
    });
    const answers = await answersOfTask(world.look(), body.taskId);
    expect(answers?.response.item).toHaveLength(2);
    expect(answers?.problems.map((one) => one.code)).not.toContain('signed_differs');
    expect((await taskOf(body))?.attention).toBeNull();
    expect(await envelopeOf(world.look(), body.taskId)).toMatchObject({
      opId: answers?.id,
      dataSha256: signed.dataSha256,
      sealedAt: null,
    });
    // Nothing of earlier visits is part of the signed document.
    expect(Object.keys(JSON.parse(signed.data) as object)).not.toContain('previous');
  });

  it('answers signed by the wrong person stay in the list, and count for no patient', async () => {
    const body = await sendForm(world, tablet, FORM);
    await push(body, await signedWith(body, documentOf(body)));
    const counted = async () =>
      (await answersOf(world.look(), ['1'], 10, 'originals')).map((one) => one.taskId);
    expect(await counted()).toEqual([body.taskId]);
    const envelope = await envelopeOf(world.look(), body.taskId);
    await world.write((w) => voidEnvelope(w, envelope?.id ?? '', 'wrong_person', 'staff'));
    expect(await counted()).toEqual([]);
    expect((await listAnswers(world.look(), ['1'])).items).toMatchObject([
      { taskId: body.taskId, isWrongPerson: true },
    ]);
  });

  it('takes answers without a signature: an older tablet, or a person who does not sign', async () => {
    const body = await sendForm(world, tablet, FORM);
    expect(await push(body)).toMatchObject([{ s: 'applied' }]);
    expect(await taskOf(body)).toMatchObject({ state: 'filed', attention: null });
    expect(await envelopeOf(world.look(), body.taskId)).toBeUndefined();
  });

  it.each([
    [
      'another person',
      (data: AnswersDocument) => ({ ...data, patient: { ...data.patient, name: 'X' } }),
    ],
    [
      'another declaration',
      (data: AnswersDocument) => ({ ...data, sections: data.sections.slice(0, -1) }),
    ],
    [
      'another signer',
      (data: AnswersDocument) => ({ ...data, signers: [{ role: 'proxy', name: 'X' }] }),
    ],
    ['a further field', (data: AnswersDocument) => ({ ...data, note: 'X' })],
  ])('a document with %s does not count, and the answers do', async (_what, change) => {
    const body = await sendForm(world, tablet, FORM);
    await push(body, await signedWith(body, change(documentOf(body))));
    expect(await taskOf(body)).toMatchObject({ state: 'filed', attention: 'hash_mismatch' });
    expect(await answersOfTask(world.look(), body.taskId)).toBeDefined();
    expect(await envelopeOf(world.look(), body.taskId)).toBeUndefined();
  });

  it.each([
    ['other words', (text: string) => text.replaceAll('Nehmen Sie', 'Nahmen Sie')],
    ['another answer', (text: string) => text.replaceAll('"de":"Ja"', '"de":"Nein"')],
    ['another language', (text: string) => text.replaceAll('auf: Deutsch', 'auf: Polnisch')],
  ])('a sheet with %s than the answers is sealed, and both are marked', async (_what, change) => {
    const body = await sendForm(world, tablet, FORM),
      told = change(JSON.stringify(documentOf(body))),
      signed = await signedWith(body, JSON.parse(told) as object);
    expect(told).not.toBe(JSON.stringify(documentOf(body)));
    expect(await push(body, signed)).toMatchObject([{ s: 'applied' }]);
    expect(await taskOf(body)).toMatchObject({
      state: 'submitted',
      attention: 'signed_differs',
      data: signed.data,
    });
    const answers = await answersOfTask(world.look(), body.taskId);
    expect(answers?.response).toEqual(RESPONSE);
    expect(answers?.problems).toContainEqual({ key: '', code: 'signed_differs' });
  });

  it('a signature without the answers is no signature', async () => {
    const body = await sendForm(world, tablet, FORM);
    const { verdicts } = await tablet.push(await tablet.op('task.submit', body, submission(body)));
    expect(verdicts).toMatchObject([{ s: 'parked', code: 'state_conflict' }]);
    expect(await envelopeOf(world.look(), body.taskId)).toBeUndefined();
  });

  it('asks for no signature of a form without questions about health, and before the declaration', async () => {
    expect((await sendForm(world, tablet, 'patientendaten@3')).signers).toEqual([]);
    world.clock.now = DAY - 86_400_000;
    expect((await sendForm(world, await world.tablet('Tablet 2'), FORM)).signers).toEqual([]);
  });
});
