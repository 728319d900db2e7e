/** A practice during its day: every kind of entity with an id exists once. */
import { proposeChanges } from '../../server/desk/patient/propose-changes.ts';
import { insertAnswers } from '../../server/desk/forms/answers/store.ts';
import { answersFor, handIn, makeLink } from './stories/home.ts';
import type { TestApp } from './in-process.ts';
import { sendMappe, tasksOf } from './mappe.ts';
import { makeShare } from './stories/share.ts';
import { addPractice, person, type Practice } from './practice.ts';
import { offerOf, publicJwk, SimTablet, submissionOf, GATE } from './sim-tablet.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import {
  addDeletions,
  addTransfers,
  addConsents,
  addScan,
  addAgreement,
} from './filled-records.ts';

export interface Ids {
  r4cUuid: string;
  cid: string;
  tabletId: string;
  freeTabletId: string;
  pendingId: string;
  mappeId: string;
  taskId: string;
  filedTaskId: string;
  sealKeyId: string;
  fileId: string;
  sha256: string;
  finalSha256: string;
  opId: string;
  patid: string;
  tempPatid: string;
  registrationCode: string;
  tabletToken: string;
  /** Code by which the running Mappe goes over to another device. */
  takeoverSecret: string;
  userId: string;
  answersId: string;
  formKey: string;
  changeId: string;
  textKey: string;
  homeId: string;
  questionnaireId: string;
  unmatchedId: string;
  partnerId: string;
  withdrawalId: string;
  terminId: string;
  importId: string;
  pageId: string;
  agreementId: string;
  shareRow: string;
  shareId: string;
  itemId: string;
  holdId: string;
  runId: string;
  exportId: string;
}
export interface Filled {
  p: Practice;
  tablet: SimTablet;
  free: SimTablet;
  ids: Ids;
}

async function bodyOf(tablet: SimTablet, taskId: string | undefined) {
  const body = (await tablet.inbox()).find((b) => b.taskId === taskId);
  if (!body) throw new Error('the task did not reach the tablet');
  return body;
}

/**
 * Fills the practice: one filed document, one set of answers with an open change of master data,
 * one form of the practice's own, one running task, one waiting registration, one parked op, one
 * temporary patient, one open code.
 */
export async function fillPraxis(t: TestApp, name: string, patid: string): Promise<Filled> {
  const p = await addPractice(t, name, [person(patid, 'Anna', `Groß${name}`, '1941-03-04')]);
  const tablet = await SimTablet.register(p),
    free = await SimTablet.register(p, 'Tablet 2');
  const send = { patid, name: `Anna Groß${name}`, tabletId: tablet.id };
  const first = await sendMappe(p, send);
  const body = await bodyOf(tablet, first.taskIds[0]);
  await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
  await t.runJobs();
  const [filed] = await tasksOf(p, first.mappeId);
  if (filed?.fileId === undefined) throw new Error(`not filed: ${filed?.state}`);
  const { items } = (await p.call('/documents/list', { as: p.users.staff })).json as {
    items: { sha256: string }[];
  };

  const running = await sendMappe(p, send);
  const now = await bodyOf(tablet, running.taskIds[0]);
  await tablet.push(
    await tablet.op('task.start', now, { taskId: now.taskId, at: t.clock.now, language: 'de' }),
  );
  await tablet.putDraft(now, 1, { page: 1 });
  const late = await tablet.op(
    'task.submit',
    { taskId: now.taskId, taskRev: 0 },
    submissionOf(now, t.clock.now),
  );
  await tablet.push(late);

  const { answersId, formKey } = await addAnswers(t, p, name, { patid, tabletId: tablet.id });
  // A patient's answer that differs from the record and waits for a decision.
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    proposeChanges(w, {
      answersId,
      patid,
      answeredAt: t.clock.now,
      recordedBy: null,
      said: { street: `Weg bei Groß${name}` },
      confirmed: [],
    }),
  );
  const made = await p.post('/patient/patients', p.users.reception, {
    firstName: 'Neu',
    lastName: 'Kommend',
    geburtsdatum: '1980-05-05',
  });
  const newCode = async (): Promise<string> =>
    ((await p.post('/tablet/codes', p.users.reception)).json as { registrationCode: string })
      .registrationCode;
  const key = await publicJwk((await createSealKeys(false)).publicKey);
  const asked = await p.call('/tablet/registration', {
    method: 'POST',
    json: {
      registrationCode: await newCode(),
      signKey: key,
      sealKey: key,
      gate: GATE,
      userAgent: 'test',
    },
  });
  return {
    p,
    tablet,
    free,
    ids: {
      r4cUuid: p.r4cUuid,
      cid: p.cid,
      tabletId: tablet.id,
      freeTabletId: free.id,
      pendingId: (asked.json as { pendingId: string }).pendingId,
      mappeId: running.mappeId,
      taskId: now.taskId,
      filedTaskId: body.taskId,
      sealKeyId: await sealKeyOf(p),
      fileId: filed.fileId,
      sha256: now.presentedPdfSha256,
      finalSha256: items[0]?.sha256 ?? '',
      opId: late.h.id,
      patid,
      tempPatid: (made.json as { patid: string }).patid,
      registrationCode: await newCode(),
      tabletToken: tablet.tabletToken,
      takeoverSecret: await offerOf(tablet, now.taskId),
      userId: p.users.owner.userId,
      answersId,
      formKey,
      changeId: `${answersId}.street`,
      textKey: await addText(t, p, name),
      ...(await addHome(p, name)),
      ...(await addConsents(t, p, name, { patid, taskId: body.taskId })),
      ...(await addTransfers(t, p, name, { patid, taskId: body.taskId })),
      pageId: await addScan(t, p, name, { patid, taskId: body.taskId }),
      agreementId: await addAgreement(t, p, name, patid),
      ...(await addShare(t, p, patid, filed.fileId)),
      ...(await addDeletions(t, p, patid)),
    },
  };
}
/** The seal key in use. */
async function sealKeyOf(p: Practice): Promise<string> {
  const { json } = await p.call('/documents/seal/keys', { as: p.users.owner });
  return (json as { items: { id: string }[] }).items[0]?.id ?? '';
}
/** A response to a form that only this practice has. */
async function addAnswers(
  t: TestApp,
  p: Practice,
  name: string,
  by: { patid: string; tabletId: string },
): Promise<{ answersId: string; formKey: string }> {
  const answersId = t.deps.newId(),
    id = `eigener-${name}`,
    formKey = `${id}@1`,
    title = `Fragen der Praxis ${name}`,
    url = `urn:molar:questionnaire:${id}`,
    at = t.clock.now;
  const sha256 = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(w.t.form, {
      id,
      version: 1,
      state: 'active',
      rev: 1,
      sha256,
      languages: ['de'],
      changedBy: p.users.owner.userId,
      changedAt: at,
      publishedAt: at,
      questionnaire: {
        resourceType: 'Questionnaire',
        status: 'active',
        url,
        version: '1',
        title,
        item: [{ linkId: 'allergie', type: 'string', text: `Allergien (${name})` }],
      },
    });
    await insertAnswers(w, {
      id: answersId,
      patid: by.patid,
      taskId: null,
      form: formKey,
      formSha256: sha256,
      title,
      language: 'de',
      answeredAt: at,
      receivedAt: at,
      tabletId: by.tabletId,
      recordedBy: null,
      addsTo: null,
      problems: [],
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        questionnaire: `${url}|1`,
        item: [{ linkId: 'allergie', answer: [{ valueString: `Nickel, sagt Groß${name}` }] }],
      },
    });
  });
  return { answersId, formKey };
}
/** A consent text that only this practice has. @returns its key */
async function addText(t: TestApp, p: Practice, name: string): Promise<string> {
  const id = `eigenertext-${name}`,
    at = t.clock.now,
    title = { de: `Bleaching bei ${name}` };
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    w.tx.insert(w.t.ownText, {
      id,
      version: 1,
      state: 'active',
      rev: 1,
      sha256: 'a'.repeat(64),
      languages: ['de'],
      basedOn: null,
      changedBy: p.users.owner.userId,
      changedAt: at,
      publishedAt: at,
      template: {
        id,
        version: 1,
        kind: 'consent',
        formRequirement: {
          form: 'none',
          reason: { de: 'Keine Formvorschrift.' },
          source: '§ 630d BGB',
        },
        talk: false,
        title,
        signerRoles: ['patient'],
        fields: [],
        validFrom: '2026-01-01',
        source: ['§ 630d BGB'],
        sections: [
          {
            id: 'was',
            heading: { de: 'Was geschieht' },
            body: [{ type: 'p', text: { de: `Nur bei ${name}.` } }],
          },
        ],
        declarations: [{ id: 'ja', text: { de: 'Ich bin einverstanden.' }, required: true }],
      },
    }),
  );
  return `${id}@1`;
}
/** A link to a questionnaire at home, and answers that wait for assignment. */
async function addHome(
  p: Practice,
  name: string,
): Promise<{ homeId: string; questionnaireId: string; unmatchedId: string }> {
  const { id, secret } = await makeLink(p, { kind: 'open', label: `Website ${name}` }),
    body = await answersFor(p, secret, {
      person: { firstName: 'Gast', lastName: `Groß${name}`, geburtsdatum: '1970-01-02' },
    });
  const answer = await handIn(p, secret, body);
  if (answer.status !== 200) throw new Error(`handed in: ${answer.text}`);
  return { homeId: id, questionnaireId: secret, unmatchedId: body.id as string };
}
/** A share for a patient. */
async function addShare(
  t: TestApp,
  p: Practice,
  patid: string,
  fileId: string,
): Promise<{ shareRow: string; shareId: string; itemId: string }> {
  const { share, shareId } = await makeShare(p, { patid, items: [{ kind: 'document', fileId }] });
  const [item] = await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.shareItem);
  return { shareRow: share.id, shareId, itemId: item?.id ?? '' };
}

/** Returns unknown ids of the same shape. */
export function randomIds(t: TestApp): Ids {
  const id = t.deps.newId;
  const hex = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  return {
    r4cUuid: id(),
    cid: id(),
    tabletId: id(),
    freeTabletId: id(),
    pendingId: id(),
    mappeId: id(),
    taskId: id(),
    filedTaskId: id(),
    sealKeyId: id(),
    fileId: id(),
    sha256: hex(),
    finalSha256: hex(),
    opId: id(),
    patid: '999999',
    tempPatid: 'N261120-ZZZZ',
    registrationCode: 'ZZZZZZZZZZ',
    tabletToken: hex().slice(0, 43),
    takeoverSecret: hex().slice(0, 43),
    userId: id(),
    answersId: id(),
    formKey: 'eigener-niemand@1',
    changeId: `${id()}.street`,
    textKey: 'eigenertext-niemand@1',
    homeId: id(),
    questionnaireId: hex().slice(0, 32),
    unmatchedId: id(),
    pageId: id(),
    partnerId: id(),
    withdrawalId: id(),
    terminId: 'on-niemand',
    importId: hex(),
    agreementId: id(),
    shareRow: id(),
    shareId: hex().slice(0, 22),
    itemId: id(),
    holdId: id(),
    runId: id(),
    exportId: id(),
  };
}
