// Tests of questionnaires as tasks on both databases: prefilled with the last answers, sent with
// their form, answered once, filed at once, kept even if the form's rules are broken.

import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAIN, painWith } from '../../../../tests/support/stories/home.ts';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { isFormData, type AnswersPayload } from '../../../../shared/forms/task/form-task.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { TaskBody } from '../../../../shared/exchange/sync.ts';
import type { Store } from '../../../platform/db/store.ts';
import { reencode } from '../../../accounts/pictures/reencode.ts';
import {
  answersTo,
  dataOf,
  openWorld,
  sendForm,
  START,
  type Device,
  type World,
} from '../../sync/testing.ts';
import { findTask } from '../../task/store.ts';
import { answersOf, answersOfTask } from './store.ts';
import { listAnswers, readAnswers } from './read-answers.ts';
import { catalogueForms } from '../library/catalogue-forms.ts';
import { cleanPhotos } from './clean-photos.job.ts';
import { listPatids } from '../../patient/read-patient.ts';

describe.each(STORES)('questionnaires on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  const send = (): Promise<TaskBody> => sendForm(world, tablet, 'schmerz@1');
  const payload = (body: TaskBody, change: Partial<AnswersPayload> = {}): AnswersPayload =>
    answersTo(body, PAIN, change);
  const hand = async (body: TaskBody, change: Partial<AnswersPayload> = {}) =>
    tablet.push(await tablet.op('task.answers', body, payload(body, change)));

  it('[T1] sends form and languages without the legal text of paper, and files the answers at once', async () => {
    const body = await send(),
      form = JSON.parse(body.form ?? '') as Questionnaire;
    expect(body.kind).toBe('questionnaire');
    expect(modelOf(form).byLinkId.get('allergie')?.options.length).toBeGreaterThan(3);
    expect(JSON.stringify(form)).toContain('"valueCode":"en"');
    expect(dataOf(body)).toMatchObject({
      available: ['de', 'en'],
      formRequirement: { form: 'none' },
    });
    expect((await hand(body)).verdicts).toMatchObject([{ s: 'applied' }]);
    expect(await findTask(world.look(), body.taskId)).toMatchObject({ state: 'filed' });
    expect(await answersOfTask(world.look(), body.taskId)).toMatchObject({
      patid: '1',
      form: 'schmerz@1',
      problems: [],
      response: PAIN,
    });
  });
  it('[sync F6] accepts repeated answers once and parks a second set', async () => {
    const body = await send(),
      op = await tablet.op('task.answers', body, payload(body));
    await tablet.push(op);
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'dup' }]);
    expect((await hand(body)).verdicts).toMatchObject([{ s: 'parked', code: 'state_conflict' }]);
    expect(await answersOf(world.look(), ['1'], 10, 'all')).toHaveLength(1);
  });
  it('[inv S2] keeps answers that break the rules of the form, and lists the violations', async () => {
    const broken: QuestionnaireResponse = {
      ...PAIN,
      item: [
        ...(PAIN.item ?? []).slice(1),
        { linkId: 'gibt.es.nicht', answer: [{ valueString: 'bleibt' }] },
      ],
    };
    const body = await send();
    expect((await hand(body, { response: broken })).verdicts).toMatchObject([{ s: 'applied' }]);
    const row = await answersOfTask(world.look(), body.taskId);
    expect(row?.problems).toEqual([
      { key: 'gibt.es.nicht', code: 'misfit' },
      { key: 'schlucken', code: 'required' },
    ]);
    expect(JSON.stringify(row?.response)).toContain('bleibt');
  });
  it('parks answers to another form or other data, and non-responses, without losing them', async () => {
    const body = await send();
    expect((await hand(body, { dataSha256: 'f'.repeat(64) })).verdicts).toMatchObject([
      { s: 'parked', code: 'hash_mismatch' },
    ]);
    const second = (await send().catch(() => undefined)) ?? body;
    expect(
      (
        await tablet.push(
          await tablet.op('task.answers', second, {
            ...payload(second),
            response: { resourceType: 'Patient' },
          }),
        )
      ).verdicts,
    ).toMatchObject([{ s: 'parked', code: 'invalid_payload' }]);
    expect(
      (
        await tablet.push(
          await tablet.op('task.answers', second, { ...payload(second), taskId: v7() }),
        )
      ).verdicts,
    ).toMatchObject([{ s: 'parked', code: 'invalid_payload' }]);
    expect(await answersOf(world.look(), ['1'], 10, 'all')).toEqual([]);
  });
  it('shows the last answers at the next visit, only of this person and this form', async () => {
    await hand(await send());
    const again = dataOf(await send());
    expect(isFormData(again) && again.previous).toMatchObject({
      day: '2026-11-20',
      response: PAIN,
    });
    await world.addPatient('2');
    await world.mappe({
      templates: ['schmerz@1'],
      patids: ['2'],
      tabletId: (await world.tablet('Tablet 2')).id,
      signers: [],
    });
    const rows = (await world.look().db.find(world.look().t.task)).filter(
      (one) => one.patid === '2',
    );
    expect(rows.map((one) => one.data).join()).not.toContain('penicillin');
  });
  it('[sec B49] re-encodes photos: keeps the picture, drops metadata, reports files that are no picture', async () => {
    const canary = 'GPS-Kanarienvogel',
      jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
        .withExif({ IFD0: { ImageDescription: canary } })
        .jpeg()
        .toBuffer();
    expect(jpeg.toString('latin1')).toContain(canary);
    const photo = (bytes: Buffer) => ({
      valueAttachment: {
        contentType: 'image/jpeg',
        data: bytes.toString('base64'),
        size: bytes.length,
      },
    });
    const body = await send();
    await hand(body, {
      response: painWith([photo(jpeg), photo(Buffer.from('<html>kein Bild</html>'))]),
    });
    const id = (await answersOfTask(world.look(), body.taskId))?.id ?? '',
      jobs = await world.look().db.find(world.look().t.job);
    expect(jobs.filter((one) => one.kind === 'clean-photos').map((one) => one.payload)).toEqual([
      { answersId: id },
    ]);
    const clean = () =>
      cleanPhotos(
        {
          workshop: world.workshop,
          reencode,
          numbersOf: listPatids,
          attachments: {
            read: () => Promise.resolve('missing'),
            taskOfParked: () => Promise.resolve(undefined),
            taken: () => Promise.resolve(),
          },
        },
        { cid: world.cid, payload: { answersId: id } },
      );
    await clean();
    await clean();
    const row = await answersOfTask(world.look(), body.taskId),
      text = JSON.stringify(row?.response),
      kept = [...text.matchAll(/"data":"([^"]+)"/g)].map((one) =>
        Buffer.from(one[1] ?? '', 'base64'),
      );
    expect(kept).toHaveLength(1);
    expect(await sharp(kept[0]).metadata()).toMatchObject({ width: 64, height: 48 });
    expect(kept[0]?.toString('latin1')).not.toContain(canary);
    expect(row?.problems).toEqual([{ key: 'medikamente.plan', code: 'photo_unreadable' }]);
  });
  it('lists newest first by pages, reads with the form and the earlier answers', async () => {
    const first = await send();
    await hand(first);
    world.clock.now += 60_000;
    const second = await send();
    await hand(second, { at: START + 60_000 });
    const { items } = await listAnswers(world.look(), ['1']);
    expect(items.map((one) => one.taskId)).toEqual([second.taskId, first.taskId]);
    const read = await readAnswers(world.look(), catalogueForms(), listPatids, items[0]?.id ?? '');
    expect(read.questionnaire?.title).toBe('Kurze Fragen bei Schmerzen');
    expect(read.before?.id).toBe(items[1]?.id);
  });
});
