// Starts a blank form on this tablet: a local task, encrypted like every other one, that the
// machine opens at once.

import type { BlankRef } from '../../../shared/forms/task/blank.ts';
import { ZONE } from '../../../shared/base/dates.ts';
import { formData } from '../../../shared/forms/task/form-task.ts';
import type { UnmatchedPerson } from '../../../shared/forms/task/home.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { ConfigBody, TaskBody } from '../../../shared/exchange/sync.ts';
import { createBlanks } from '../../outbox/blanks.ts';
import { isInVisit } from '../../session/screen.ts';
import type { Tablet } from '../tablet.ts';

export interface BlankOrder {
  form: BlankRef;
  language: string;
  person: UnmatchedPerson;
}

/** Returns the form as a local task unknown to the server. `text` is the form as JSON. */
export async function blankBody(
  { form, language, person }: BlankOrder,
  text: string,
  o: { taskId: string; mappeId: string; now: number; praxis: ConfigBody['praxis'] },
): Promise<TaskBody> {
  const { textSha256: _text, chars: _chars, ...ref } = form,
    patient = { patid: '', name: fullName(person), geburtsdatum: person.geburtsdatum };
  const data = JSON.stringify(
    formData({
      form: ref,
      praxis: { name: o.praxis.name, anschrift: '', telefon: o.praxis.phone, mail: '' },
      patient,
      taskId: o.taskId,
      createdAt: o.now,
      zone: ZONE,
      language,
    }),
  );
  return {
    taskId: o.taskId,
    taskRev: 1,
    mappeId: o.mappeId,
    position: 0,
    count: 1,
    kind: 'questionnaire',
    data,
    dataSha256: await sha256Hex(data),
    presentedPdfSha256: '',
    presentedBytes: 0,
    patient,
    signers: [],
    language,
    textScale: 100,
    talk: { needed: false },
    closesAt: o.now,
    form: text,
    blank: person,
  };
}

/** Starts a blank form. False where it could not be started: nothing of it remains here. */
export async function beginBlank(
  { actor, parts, refresh }: Tablet,
  order: BlankOrder,
): Promise<boolean> {
  const { inbox, random, clock } = parts,
    config = await inbox.config(),
    text = await createBlanks(parts.db).text(order.form);
  if (!config || text === undefined || (await inbox.leaseLeft()) <= 0) return false;
  const body = await blankBody(order, text, {
    taskId: random.id(),
    mappeId: random.id(),
    now: clock.now(),
    praxis: config.praxis,
  });
  await inbox.putOwn(body);
  await refresh();
  actor.send({ type: 'BLANK_BEGUN', taskId: body.taskId });
  const snapshot = actor.getSnapshot();
  if (isInVisit(snapshot) && snapshot.context.task?.taskId === body.taskId) return true;
  await inbox.forget(body);
  await refresh();
  return false;
}
