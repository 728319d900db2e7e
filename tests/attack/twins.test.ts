/**
 * Two practices with the same shape: every id of the other one is answered like an unknown id
 * (security B16–B18).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { fillPraxis, randomIds, type Filled, type Ids } from '../support/filled.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type CallOptions,
  type TestApp,
} from '../support/in-process.ts';
import { ANNA, newLink, PAIN } from '../support/stories/home.ts';
import { composition } from '../support/mappe.ts';
import { cookieHere, makeShare } from '../support/stories/share.ts';
import { publicJwk, submissionOf, GATE } from '../support/sim-tablet.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import foto from '../../catalog/consent/foto@1.json';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('twin practices (%s)', (kind) => {
  let t: TestApp, a: Filled, b: Filled, letIn: CallOptions;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    a = await fillPraxis(t, 'anna', '1001');
    b = await fillPraxis(t, 'berta', '2002');
    // A patient signed in at a share of the own practice.
    letIn = {
      headers: {
        Cookie: await cookieHere(
          a.p,
          await makeShare(a.p, {
            patid: a.ids.patid,
            items: [{ kind: 'document', fileId: a.ids.fileId }],
          }),
        ),
      },
    };
  });
  afterAll(() => t.drop());

  interface Call {
    /** Route under test, as named in the table. */
    route: string;
    path: string;
    options?: CallOptions;
  }
  const key = async () => publicJwk((await createSealKeys(false)).publicKey);

  /** Every way to pass an id to practice A; `i` contains the ids of one side. */
  async function ways(i: Ids): Promise<Call[]> {
    const { owner, reception } = a.p.users,
      own = a.ids,
      jwk = await key();
    const post = (as: Bearer | undefined, json?: unknown): CallOptions => ({
      ...(as && { as }),
      method: 'POST',
      ...(json !== undefined && { json }),
    });
    const signed = submissionOf(
      {
        taskId: i.taskId,
        dataSha256: 'a'.repeat(64),
        presentedPdfSha256: 'a'.repeat(64),
        data: '{"declarations":[],"sections":[]}',
        signers: [{ role: 'patient', name: 'Anna' }],
        language: 'de',
      } as never,
      1_000_000,
    );
    const draft: CallOptions = {
      as: a.tablet,
      method: 'PUT',
      body: new Uint8Array(120),
      type: 'application/octet-stream',
    };
    return [
      {
        route: 'get /patient/patients/{patid}',
        path: `/patient/patients/${i.patid}`,
        options: { as: owner },
      },
      {
        route: 'get /patient/patients/{patid}',
        path: `/patient/patients/${i.tempPatid}`,
        options: { as: owner },
      },
      {
        route: 'get /patient/patients/{patid}/family',
        path: `/patient/patients/${i.patid}/family`,
        options: { as: reception },
      },
      {
        route: 'get /patient/patients/{patid}/changes',
        path: `/patient/patients/${i.patid}/changes`,
        options: { as: owner },
      },
      {
        route: 'post /patient/patients/{patid}/changes/take',
        path: `/patient/patients/${i.patid}/changes/take`,
        options: post(reception, { changes: [{ id: i.changeId, before: 'Alter Weg 1' }] }),
      },
      ...['decline', 'reopen'].map((verb) => ({
        route: `post /patient/patients/{patid}/changes/${verb}`,
        path: `/patient/patients/${i.patid}/changes/${verb}`,
        options: post(reception, { changeIds: [i.changeId] }),
      })),
      {
        route: 'post /patient/patients/{patid}/changes/noted',
        path: `/patient/patients/${i.patid}/changes/noted`,
        options: post(reception, { changeIds: [i.changeId], isNoted: true }),
      },
      ...['take', 'decline', 'reopen', 'noted'].map((verb) => ({
        route: `post /patient/patients/{patid}/changes/${verb}`,
        path: `/patient/patients/${own.patid}/changes/${verb}`,
        options: post(
          reception,
          verb === 'take'
            ? { changes: [{ id: i.changeId, before: 'Alter Weg 1' }] }
            : { changeIds: [i.changeId], ...(verb === 'noted' && { isNoted: true }) },
        ),
      })),
      {
        route: 'get /patient/search',
        path: `/patient/search?q=${i.patid}`,
        options: { as: owner },
      },
      {
        route: 'post /patient/merge',
        path: '/patient/merge',
        options: post(reception, { fromPatid: i.tempPatid, intoPatid: own.patid, confirmed: true }),
      },
      {
        route: 'post /patient/merge',
        path: '/patient/merge',
        options: post(reception, { fromPatid: own.tempPatid, intoPatid: i.patid, confirmed: true }),
      },
      {
        route: 'post /anamnese/responses/{answersId}/nachtrag',
        path: `/anamnese/responses/${i.answersId}/nachtrag`,
        options: post(reception, { id: t.deps.newId(), text: 'Seit gestern Eliquis' }),
      },
      {
        route: 'post /patient/rooms/enter',
        path: '/patient/rooms/enter',
        options: post(reception, { patid: i.patid, room: 'Zimmer 1' }),
      },
      {
        route: 'post /patient/rooms/leave',
        path: '/patient/rooms/leave',
        options: post(reception, { patid: i.patid }),
      },
      ...[true, false].map((isThere) => ({
        route: 'post /patient/arrival',
        path: '/patient/arrival',
        options: post(reception, { patid: i.patid, isThere }),
      })),
      {
        route: 'get /tablet/rules/proposal',
        path: `/tablet/rules/proposal?patid=${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /tablet/mappen',
        path: '/tablet/mappen',
        options: post(reception, composition({ patid: i.patid })),
      },
      {
        route: 'post /tablet/mappen',
        path: '/tablet/mappen',
        options: post(reception, composition({ patid: own.patid, tabletId: i.freeTabletId })),
      },
      {
        route: 'post /tablet/mappen/{mappeId}/move',
        path: `/tablet/mappen/${i.mappeId}/move`,
        options: post(reception, { tabletId: own.freeTabletId }),
      },
      {
        route: 'post /tablet/mappen/{mappeId}/move',
        path: `/tablet/mappen/${own.mappeId}/move`,
        options: post(reception, { tabletId: i.freeTabletId }),
      },
      ...['withdraw', 'undo', 'restart', 'paper-copy-done', 'takeover'].map((verb) => ({
        route: `post /tablet/mappen/{mappeId}/${verb}`,
        path: `/tablet/mappen/${i.mappeId}/${verb}`,
        options: post(reception),
      })),
      {
        route: 'post /tablet/tasks/{taskId}/talk',
        path: `/tablet/tasks/${i.taskId}/talk`,
        options: post(owner, {}),
      },
      {
        route: 'post /tablet/tasks/{taskId}/talk',
        path: `/tablet/tasks/${own.taskId}/talk`,
        options: post(owner, { tabletId: i.freeTabletId }),
      },
      {
        route: 'post /tablet/tasks/{taskId}/seen',
        path: `/tablet/tasks/${i.taskId}/seen`,
        options: post(reception),
      },
      {
        route: 'post /tablet/tasks/{taskId}/to-paper',
        path: `/tablet/tasks/${i.taskId}/to-paper`,
        options: post(reception),
      },
      {
        route: 'post /tablet/tasks/{taskId}/paper-filed',
        path: `/tablet/tasks/${i.taskId}/paper-filed`,
        options: post(reception),
      },
      {
        route: 'post /tablet/tasks/{taskId}/cancel',
        path: `/tablet/tasks/${i.taskId}/cancel`,
        options: post(reception),
      },
      {
        route: 'get /tablet/tasks/{taskId}/print',
        path: `/tablet/tasks/${i.taskId}/print`,
        options: { as: reception },
      },
      {
        route: 'get /tablet/tasks/{taskId}/print',
        path: `/tablet/tasks/${i.filedTaskId}/print`,
        options: { as: reception },
      },
      {
        route: 'patch /tablet/tablets/{tabletId}',
        path: `/tablet/tablets/${i.tabletId}`,
        options: { as: reception, method: 'PATCH', json: { name: 'X' } },
      },
      {
        route: 'post /tablet/tablets/{tabletId}/revoke',
        path: `/tablet/tablets/${i.tabletId}/revoke`,
        options: post(owner),
      },
      {
        route: 'post /tablet/tablets/{tabletId}/help-answered',
        path: `/tablet/tablets/${i.tabletId}/help-answered`,
        options: post(reception),
      },
      {
        route: 'post /tablet/tablets/{tabletId}/loss-seen',
        path: `/tablet/tablets/${i.tabletId}/loss-seen`,
        options: post(reception),
      },
      {
        route: 'post /tablet/registrations/{pendingId}/confirm',
        path: `/tablet/registrations/${i.pendingId}/confirm`,
        options: post(reception, { number: '1234', name: 'X', posture: 'hand', exceptions: [] }),
      },
      {
        route: 'post /tablet/registrations/{pendingId}/refuse',
        path: `/tablet/registrations/${i.pendingId}/refuse`,
        options: post(reception),
      },
      {
        route: 'post /tablet/registration/{pendingId}',
        path: `/tablet/registration/${i.pendingId}`,
        options: post(undefined, { pendingSecret: 'x'.repeat(43) }),
      },
      {
        route: 'post /tablet/registration',
        path: '/tablet/registration',
        options: post(undefined, {
          registrationCode: i.registrationCode,
          signKey: jwk,
          sealKey: jwk,
          gate: GATE,
          userAgent: 'test',
        }),
      },
      {
        route: 'post /tablet/token/challenge',
        path: '/tablet/token/challenge',
        options: post(undefined, { tabletId: i.tabletId }),
      },
      {
        route: 'post /tablet/token',
        path: '/tablet/token',
        options: post(undefined, {
          tabletId: i.tabletId,
          nonce: 'n'.repeat(43),
          signature: 's'.repeat(86),
        }),
      },
      {
        route: 'post /tablet/parked/{opId}/open',
        path: `/tablet/parked/${i.opId}/open`,
        options: post(reception),
      },
      {
        route: 'post /tablet/parked/{opId}/apply',
        path: `/tablet/parked/${i.opId}/apply`,
        options: post(reception),
      },
      {
        route: 'post /tablet/parked/{opId}/settle',
        path: `/tablet/parked/${i.opId}/settle`,
        options: post(reception),
      },
      {
        route: 'put /tablet/drafts/{taskId}',
        path: `/tablet/drafts/${i.taskId}?taskRev=1&draftRev=9&page=1&of=2`,
        options: draft,
      },
      {
        route: 'get /tablet/blanks/{key}',
        path: `/tablet/blanks/${i.formKey}`,
        options: { as: a.tablet },
      },
      {
        route: 'get /anamnese/responses/{answersId}/sheet',
        path: `/anamnese/responses/${i.answersId}/sheet`,
        options: { as: owner },
      },
      {
        route: 'get /consents/patients/{patid}',
        path: `/consents/patients/${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /consents/tasks/{taskId}/withdraw',
        path: `/consents/tasks/${i.filedTaskId}/withdraw`,
        options: post(reception, { id: '0198c0de-0000-7000-8000-00000000f0f3', parts: null }),
      },
      {
        route: 'post /consents/tasks/{taskId}/void',
        path: `/consents/tasks/${i.filedTaskId}/void`,
        options: post(reception, { reason: 'wrong_person' }),
      },
      {
        route: 'post /consents/tasks/{taskId}/repeat',
        path: `/consents/tasks/${i.filedTaskId}/repeat`,
        options: post(reception, { id: '0198c0de-0000-7000-8000-00000000f0f4', tabletId: null }),
      },
      {
        route: 'post /consents/tasks/{taskId}/repeat',
        path: `/consents/tasks/${own.filedTaskId}/repeat`,
        options: post(reception, {
          id: '0198c0de-0000-7000-8000-00000000f0f5',
          tabletId: i.freeTabletId,
        }),
      },
      {
        route: 'post /consents/withdrawals/{withdrawalId}/undo',
        path: `/consents/withdrawals/${i.withdrawalId}/undo`,
        options: post(reception),
      },
      {
        route: 'get /papers/of/{patid}',
        path: `/papers/of/${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'get /papers/of/{patid}/pdf',
        path: `/papers/of/${i.patid}/pdf?teil=papiere`,
        options: { as: reception },
      },
      {
        route: 'get /factoring/patients/{patid}',
        path: `/factoring/patients/${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /factoring/partners/{partnerId}/end',
        path: `/factoring/partners/${i.partnerId}/end`,
        options: post(owner),
      },
      ...[
        { patid: i.patid, partnerId: own.partnerId },
        { patid: own.patid, partnerId: i.partnerId },
      ].flatMap(({ patid, partnerId }) => [
        {
          route: 'get /factoringinit/{patid}/{partnerId}',
          path: `/factoringinit/${patid}/${partnerId}`,
          options: { as: reception },
        },
        {
          route: 'post /factoring/tasks',
          path: '/factoring/tasks',
          options: post(reception, {
            id: '0198c0de-0000-7000-8000-00000000f0f6',
            patid,
            partnerId,
            tabletId: null,
            signers: [{ role: 'patient', name: 'Anna' }],
          }),
        },
      ]),
      {
        route: 'get /papers/agreements/{agreementId}/print',
        path: `/papers/agreements/${i.agreementId}/print`,
        options: { as: reception },
      },
      {
        route: 'get /papers/agreements',
        path: `/papers/agreements?patid=${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /papers/agreements/{agreementId}/back',
        path: `/papers/agreements/${i.agreementId}/back`,
        options: post(reception),
      },
      {
        route: 'post /papers/agreements/{agreementId}/withdraw',
        path: `/papers/agreements/${i.agreementId}/withdraw`,
        options: post(reception, { note: 'vertan' }),
      },
      {
        route: 'post /papers/agreements/{agreementId}/void',
        path: `/papers/agreements/${i.agreementId}/void`,
        options: post(owner, { note: 'vertan', isScanOnly: false }),
      },
      {
        route: 'get /documents/file/{fileId}',
        path: `/documents/file/${i.fileId}`,
        options: { as: owner },
      },
      {
        route: 'get /documents/list',
        path: `/documents/list?patid=${i.patid}`,
        options: { as: owner },
      },
      ...[i.sha256, i.finalSha256].map((sha256) => ({
        route: 'get /admin/bucket/file/{sha256}',
        path: `/admin/bucket/file/${sha256}`,
        options: { as: owner },
      })),
      {
        route: 'post /retention/runs/{runId}/stop',
        path: `/retention/runs/${i.runId}/stop`,
        options: post(owner),
      },
      {
        route: 'get /retention/runs/{runId}/report',
        path: `/retention/runs/${i.runId}/report`,
        options: { as: owner },
      },
      {
        route: 'post /retention/holds/{holdId}/lift',
        path: `/retention/holds/${i.holdId}/lift`,
        options: post(owner),
      },
      {
        route: 'post /retention/holds',
        path: '/retention/holds',
        options: post(owner, {
          id: '0198c0de-0000-7000-8000-00000000f0f8',
          patid: i.patid,
          reason: 'Rechtsstreit',
        }),
      },
      {
        route: 'post /retention/runs',
        path: '/retention/runs',
        options: post(owner, {
          id: '0198c0de-0000-7000-8000-00000000f0f9',
          count: 1,
          items: [{ patid: i.patid, kind: 'record' }],
        }),
      },
      {
        route: 'get /retention/people/{patid}',
        path: `/retention/people/${i.patid}`,
        options: { as: owner },
      },
      {
        route: 'get /retention/people/{patid}/letter',
        path: `/retention/people/${i.patid}/letter`,
        options: { as: owner },
      },
      {
        route: 'get /retention/exports/{exportId}',
        path: `/retention/exports/${i.exportId}`,
        options: { as: owner },
      },
      ...['close', 'open'].map((verb) => ({
        route: `post /retention/people/{patid}/${verb}`,
        path: `/retention/people/${i.patid}/${verb}`,
        options: post(owner, { id: '0198c0de-0000-7000-8000-00000000f0fa', reason: 'Beschwerde' }),
      })),
      ...['erase', 'exports'].map((verb) => ({
        route: `post /retention/people/{patid}/${verb}`,
        path: `/retention/people/${i.patid}/${verb}`,
        options: post(owner, { id: '0198c0de-0000-7000-8000-00000000f0fb' }),
      })),
      {
        route: 'post /retention/people/{patid}/reopen',
        path: `/retention/people/${i.patid}/reopen`,
        options: post(owner),
      },
      {
        route: 'post /documents/file/{fileId}/void',
        path: `/documents/file/${i.fileId}/void`,
        options: post(owner, { note: 'falsche Person', to: null }),
      },
      {
        route: 'delete /documents/file/{fileId}',
        path: `/documents/file/${i.fileId}`,
        options: { as: owner, method: 'DELETE' },
      },
      {
        route: 'post /documents/upload',
        path: `/documents/upload?fileId=0198c0de-0000-7000-8000-00000000f0f7&patid=${i.patid}&kind=letter`,
        options: { as: reception, method: 'POST', body: '%PDF-1.7', type: 'application/pdf' },
      },
      {
        route: 'get /documents/blob/{sha256}',
        path: `/documents/blob/${i.sha256}`,
        options: { as: a.tablet },
      },
      {
        route: 'get /documents/blob/{sha256}',
        path: `/documents/blob/${i.finalSha256}`,
        options: { as: a.tablet },
      },
      {
        route: 'get /anamnese/questionnaires/{questionnaireId}',
        path: `/anamnese/questionnaires/${i.formKey}`,
        options: { as: reception },
      },
      ...['', '/fhir', `/diff?with=${own.formKey}`].map((verb) => ({
        route: `get /anamnese/forms/{formKey}${verb.replace(/\?.*/, '')}`,
        path: `/anamnese/forms/${i.formKey}${verb}`,
        options: { as: owner },
      })),
      {
        route: 'get /anamnese/forms/{formKey}/diff',
        path: `/anamnese/forms/${own.formKey}/diff?with=${i.formKey}`,
        options: { as: owner },
      },
      {
        route: 'get /anamnese/questionnaires/{questionnaireId}',
        path: `/anamnese/questionnaires/${i.formKey}`,
        options: { as: reception },
      },
      {
        route: 'put /anamnese/forms/{formKey}',
        path: `/anamnese/forms/${i.formKey}?rev=1`,
        options: {
          as: owner,
          method: 'PUT',
          json: { resourceType: 'Questionnaire', status: 'draft' },
        },
      },
      ...['publish', 'retire'].map((verb) => ({
        route: `post /anamnese/forms/{formKey}/${verb}`,
        path: `/anamnese/forms/${i.formKey}/${verb}?rev=1`,
        options: post(owner),
      })),
      {
        route: 'post /anamnese/forms/{formKey}/version',
        path: `/anamnese/forms/${i.formKey}/version`,
        options: post(owner),
      },
      {
        route: 'delete /anamnese/forms/{formKey}',
        path: `/anamnese/forms/${i.formKey}?rev=1`,
        options: { as: owner, method: 'DELETE' },
      },
      {
        route: 'post /anamnese/forms',
        path: '/anamnese/forms',
        options: post(owner, {
          id: '0198c0de-0000-7000-8000-00000000f0f0',
          from: i.formKey,
          title: 'X',
        }),
      },
      {
        route: 'post /tablet/mappen',
        path: '/tablet/mappen',
        options: post(reception, {
          ...composition({ patid: own.patid, templates: [i.formKey] }),
          signers: [],
        }),
      },
      {
        route: 'post /tablet/mappen',
        path: '/tablet/mappen',
        options: post(reception, composition({ patid: own.patid, templates: [i.textKey] })),
      },
      { route: 'get /texts/{textKey}', path: `/texts/${i.textKey}`, options: { as: owner } },
      {
        route: 'get /texts/{textKey}/page',
        path: `/texts/${i.textKey}/page?language=de`,
        options: { as: owner },
      },
      {
        route: 'put /texts/{textKey}',
        path: `/texts/${i.textKey}?rev=1`,
        options: { as: owner, method: 'PUT', json: foto },
      },
      ...['publish', 'retire'].map((verb) => ({
        route: `post /texts/{textKey}/${verb}`,
        path: `/texts/${i.textKey}/${verb}?rev=1`,
        options: post(owner),
      })),
      {
        route: 'post /texts/{textKey}/version',
        path: `/texts/${i.textKey}/version`,
        options: post(owner),
      },
      {
        route: 'delete /texts/{textKey}',
        path: `/texts/${i.textKey}?rev=1`,
        options: { as: owner, method: 'DELETE' },
      },
      {
        route: 'post /texts',
        path: '/texts',
        options: post(owner, {
          id: '0198c0de-0000-7000-8000-00000000f0f1',
          from: i.textKey,
          title: 'X',
        }),
      },
      {
        route: 'get /anamnese/home/{questionnaireId}',
        path: `/anamnese/home/${i.questionnaireId}?language=de`,
      },
      {
        route: 'post /anamnese/home/{questionnaireId}',
        path: `/anamnese/home/${i.questionnaireId}`,
        options: post(undefined, {
          id: own.answersId,
          person: ANNA,
          form: { key: 'schmerz@1', sha256: 'a'.repeat(64) },
          language: 'de',
          at: 1,
          response: PAIN,
        }),
      },
      {
        route: 'post /anamnese/home-links',
        path: '/anamnese/home-links',
        options: post(
          reception,
          newLink(a.p, { id: '0198c0de-0000-7000-8000-00000000f0f2', patid: i.patid }),
        ),
      },
      {
        route: 'get /anamnese/home-links',
        path: `/anamnese/home-links?patid=${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /anamnese/home-links/{homeId}/end',
        path: `/anamnese/home-links/${i.homeId}/end`,
        options: post(reception),
      },
      {
        route: 'post /anamnese/home-links/{homeId}/mail',
        path: `/anamnese/home-links/${i.homeId}/mail`,
        options: post(reception, { id: own.answersId, to: 'a@example.org', language: 'de' }),
      },
      {
        route: 'get /anamnese/unmatched/{unmatchedId}',
        path: `/anamnese/unmatched/${i.unmatchedId}`,
        options: { as: reception },
      },
      {
        route: 'post /anamnese/unmatched/{unmatchedId}/assign',
        path: `/anamnese/unmatched/${i.unmatchedId}/assign`,
        options: post(reception, { patid: own.patid, confirmed: true }),
      },
      {
        route: 'post /anamnese/unmatched/{unmatchedId}/assign',
        path: `/anamnese/unmatched/${own.unmatchedId}/assign`,
        options: post(reception, { patid: i.patid, confirmed: true }),
      },
      {
        route: 'post /anamnese/unmatched/{unmatchedId}/record',
        path: `/anamnese/unmatched/${i.unmatchedId}/record`,
        options: post(reception, { ...ANNA, confirmed: true }),
      },
      {
        route: 'post /anamnese/unmatched/{unmatchedId}/discard',
        path: `/anamnese/unmatched/${i.unmatchedId}/discard`,
        options: post(reception, { reason: 'x' }),
      },
      {
        route: 'post /anamnese/unmatched/{unmatchedId}/reopen',
        path: `/anamnese/unmatched/${i.unmatchedId}/reopen`,
        options: post(reception),
      },
      ...['retry', 'by-hand'].map((verb) => ({
        route: `post /doctosync/${verb}`,
        path: `/doctosync/${verb}`,
        options: post(reception, { taskId: i.filedTaskId, target: 'gdt' }),
      })),
      {
        route: 'post /doctosync/seen',
        path: '/doctosync/seen',
        options: post(reception, { id: i.importId }),
      },
      {
        route: 'post /doctosync/termine/assign',
        path: '/doctosync/termine/assign',
        options: post(reception, { terminId: i.terminId }),
      },
      {
        route: 'post /doctosync/termine/assign',
        path: '/doctosync/termine/assign',
        options: post(reception, { terminId: own.terminId, patid: i.patid }),
      },
      ...['read', 'download'].map((verb) => ({
        route: `get /ssf/${verb}/{itemId}`,
        path: `/ssf/${verb}/${i.itemId}`,
        options: letIn,
      })),
      {
        route: 'post /ssf/fill/{itemId}',
        path: `/ssf/fill/${i.itemId}`,
        options: {
          ...post(undefined, {
            id: own.answersId,
            form: { key: 'schmerz@1', sha256: 'a'.repeat(64) },
            language: 'de',
            at: 1,
            response: PAIN,
          }),
          ...letIn,
        },
      },
      {
        route: 'get /papers/scans/pages/{pageId}',
        path: `/papers/scans/pages/${i.pageId}`,
        options: { as: reception },
      },
      {
        route: 'get /papers/scans/papers/{patid}',
        path: `/papers/scans/papers/${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /ssf/say/{itemId}',
        path: `/ssf/say/${i.itemId}`,
        options: {
          ...post(undefined, {
            id: own.answersId,
            taskId: i.taskId,
            outcome: 'question',
            dataSha256: 'a'.repeat(64),
            reading: signed.reading,
            declarations: signed.declarations,
            language: 'de',
            at: 1_000_000,
          }),
          ...letIn,
        },
      },
      {
        route: 'post /ssf/sign/{itemId}',
        path: `/ssf/sign/${i.itemId}`,
        options: { ...post(undefined, { id: own.answersId, ...signed }), ...letIn },
      },
      {
        route: 'get /papo/papers',
        path: `/papo/papers?patid=${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /papo/shares',
        path: '/papo/shares',
        options: post(reception, {
          id: '0198c0de-0000-7000-8000-00000000f0f5',
          patid: own.patid,
          language: 'de',
          secondStep: 'code',
          items: [{ kind: 'sign', taskId: i.taskId, role: 'patient' }],
        }),
      },
      {
        route: 'post /papo/login',
        path: '/papo/login',
        options: post(undefined, {
          shareId: i.shareId,
          proof: 'x'.repeat(43),
          firstName: 'Anna',
          birth: { day: 4, month: 3, year: 1941 },
        }),
      },
      {
        route: 'post /papo/renew',
        path: '/papo/renew',
        options: post(undefined, { shareId: i.shareId }),
      },
      {
        route: 'get /papo/shares',
        path: `/papo/shares?patid=${i.patid}`,
        options: { as: reception },
      },
      {
        route: 'post /papo/shares',
        path: '/papo/shares',
        options: post(reception, {
          id: '0198c0de-0000-7000-8000-00000000f0f3',
          patid: own.patid,
          language: 'de',
          secondStep: 'code',
          items: [{ kind: 'document', fileId: i.fileId }],
        }),
      },
      ...['show', 'reset', 'unlock', 'end'].map((verb) => ({
        route: `post /papo/shares/{shareRow}/${verb}`,
        path: `/papo/shares/${i.shareRow}/${verb}`,
        options: post(reception),
      })),
      {
        route: 'post /papo/shares/{shareRow}/renew',
        path: `/papo/shares/${i.shareRow}/renew`,
        options: post(reception, { id: '0198c0de-0000-7000-8000-00000000f0f4' }),
      },
      {
        route: 'post /papo/shares/{shareRow}/mail',
        path: `/papo/shares/${i.shareRow}/mail`,
        options: post(reception, { id: own.answersId, to: 'a@example.org', language: 'de' }),
      },
      {
        route: 'get /anamnese/responses/{answersId}',
        path: `/anamnese/responses/${i.answersId}`,
        options: { as: owner },
      },
      {
        route: 'get /anamnese/responses',
        path: `/anamnese/responses?patid=${i.patid}`,
        options: { as: owner },
      },
      {
        route: 'get /anamnese/responses',
        path: `/anamnese/responses?patid=${own.patid}&cursor=${i.answersId}`,
        options: { as: owner },
      },
    ];
  }
  /** Response without values that differ per call. */
  const bare = (answer: Answer): string =>
    `${answer.status} ${answer.text.replace(/"(requestId|mappeId|undoUntil)":("[^"]*"|\d+)/g, '')}`;
  async function stepUp(): Promise<void> {
    const { session } = t.deps.store.t;
    await t.deps.store.write(async (db) => {
      await db.update(session).set({ stepUpUntil: t.clock.now + 300_000 });
    });
  }

  it('[sec B16] every id of the other practice is answered like an unknown one, and nothing changes', async () => {
    await stepUp();
    const before = await snapshot(t, b.p.cid);
    const [foreign, unknown] = [await ways(b.ids), await ways(randomIds(t))];
    const differing: string[] = [];
    for (const [at, way] of foreign.entries()) {
      const [one, other] = [
        await a.p.call(way.path, way.options),
        await a.p.call(unknown[at]!.path, unknown[at]!.options),
      ];
      if (bare(one) !== bare(other))
        differing.push(`${way.route}: ${bare(one).slice(0, 200)} / ${bare(other).slice(0, 200)}`);
      if (one.status >= 500 || one.text.includes('berta'))
        differing.push(`${way.route}: ${one.status} ${one.text.slice(0, 200)}`);
    }
    expect(differing).toEqual([]);
    expect(await snapshot(t, b.p.cid)).toEqual(before);
    // Own ids work, so that equal responses prove something.
    expect((await a.p.call('/ssf/list', letIn)).status).toBe(200);
    expect(
      (await a.p.call(`/documents/file/${a.ids.fileId}`, { as: a.p.users.owner })).status,
    ).toBe(200);
    expect((await a.p.call(`/documents/blob/${a.ids.sha256}`, { as: a.tablet })).status).toBe(200);
    expect(
      (await a.p.call(`/patient/patients/${a.ids.patid}`, { as: a.p.users.owner })).status,
    ).toBe(200);
    const answers = await a.p.call(`/anamnese/responses/${a.ids.answersId}`, {
      as: a.p.users.owner,
    });
    expect([answers.status, answers.text.includes('Nickel, sagt Großanna')]).toEqual([200, true]);
  });

  it('covers every route that takes an id', async () => {
    const proved = new Set((await ways(b.ids)).map((way) => way.route));
    // Accounts are covered by twins-accounts.test.ts.
    const withIds = t.app.table
      .filter(({ path }) => path.startsWith('/r4c/'))
      .map(({ method, path }) => `${method} ${path.replace('/r4c/{r4cUuid}', '')}`)
      .filter((name) => name.includes('{'));
    expect(withIds.filter((name) => !proved.has(name))).toEqual([]);
  });

  it("[sec B17] the other practice's base path rejects our users and tablets", async () => {
    const wrong: string[] = [];
    for (const { method, path } of t.app.table.filter((m) => m.path.startsWith('/r4c/'))) {
      const target = (uuid: string): string =>
        path
          .replace('{r4cUuid}', uuid)
          .replace('{patid}', b.ids.patid)
          .replace('{sha256}', b.ids.sha256)
          .replace('{taskId}', b.ids.taskId)
          .replace('{mappeId}', b.ids.mappeId)
          .replace('{tabletId}', b.ids.tabletId)
          .replace('{fileId}', b.ids.fileId)
          .replace('{pendingId}', b.ids.pendingId)
          .replace('{opId}', b.ids.opId)
          .replace('{answersId}', b.ids.answersId)
          .replace('/home/{questionnaireId}', `/home/${b.ids.questionnaireId}`)
          .replace('{questionnaireId}', b.ids.formKey)
          .replace('{homeId}', b.ids.homeId)
          .replace('{unmatchedId}', b.ids.unmatchedId)
          .replace('{textKey}', b.ids.textKey)
          .replace('{partnerId}', b.ids.partnerId)
          .replace('{withdrawalId}', b.ids.withdrawalId)
          .replace('{shareRow}', b.ids.shareRow)
          .replace('{itemId}', b.ids.itemId)
          .replace('{pageId}', b.ids.pageId)
          .replace('{agreementId}', b.ids.agreementId)
          .replace('{holdId}', b.ids.holdId)
          .replace('{runId}', b.ids.runId);
      for (const as of [a.p.users.owner, a.tablet]) {
        const options = { as, method: method.toUpperCase(), ...(method !== 'get' && { json: {} }) };
        const [one, other] = [
          await t.call(target(b.p.r4cUuid), options),
          await t.call(target(t.deps.newId()), options),
        ];
        if (bare(one) !== bare(other) || ![403, 404].includes(one.status))
          wrong.push(`${method} ${path}: ${bare(one)} / ${bare(other)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('[sec B18] an id in upper case or with added characters is a different id', async () => {
    const { fileId, sha256, patid } = a.ids;
    const tries: [string, Bearer][] = [
      [`/documents/file/${fileId.toUpperCase()}`, a.p.users.owner],
      [`/documents/file/%20${fileId}`, a.p.users.owner],
      [`/documents/file/${fileId}%20`, a.p.users.owner],
      [`/documents/file/{${fileId}}`, a.p.users.owner],
      [`/documents/blob/${sha256.toUpperCase()}`, a.tablet],
      [`/documents/blob/0${sha256}`, a.tablet],
      [`/patient/patients/%20${patid}`, a.p.users.owner],
    ];
    for (const [path, as] of tries)
      expect([path, (await a.p.call(path, { as })).status]).toEqual([path, 404]);
    expect(
      (await t.call(`/r4c/${a.p.r4cUuid.toUpperCase()}/tablet/board`, { as: a.p.users.owner }))
        .status,
    ).toBe(404);
  });

  it('the other practice does not appear in lists, board and search', async () => {
    for (const path of [
      '/tablet/board',
      '/documents/list',
      '/patient/search?q=Gro',
      '/tablet/parked',
      '/audit/verify',
      '/tablet/templates',
      '/anamnese/questionnaires',
      '/texts',
    ]) {
      const answer = await a.p.call(path, { as: a.p.users.owner });
      expect(answer.status).toBe(200);
      // Four digits alone occur in many times and ids.
      for (const [name, id] of Object.entries(b.ids))
        if (name !== 'tempPatid')
          expect([path, name, answer.text.includes(name === 'patid' ? `"${id}"` : id)]).toEqual([
            path,
            name,
            false,
          ]);
      expect(answer.text).not.toContain('berta');
    }
  });

  it('a tablet reaches only its own feed numbers, files and ops', async () => {
    const foreignBlob = await a.p.call(`/documents/blob/${a.ids.sha256}`, { as: a.free });
    const unknownBlob = await a.p.call(`/documents/blob/${'0'.repeat(64)}`, { as: a.free });
    expect(bare(foreignBlob)).toBe(bare(unknownBlob));
    const [body] = await a.tablet.inbox();
    const op = await a.free.op(
      'task.submit',
      { taskId: a.ids.taskId, taskRev: body?.taskRev ?? 1 },
      submissionOf(body!, t.clock.now),
    );
    expect((await a.free.push(op)).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'other_tablet',
    });
    const foreign = await a.free.op(
      'task.submit',
      { taskId: b.ids.taskId, taskRev: 1 },
      { ...submissionOf(body!, t.clock.now), taskId: b.ids.taskId },
    );
    expect((await a.free.push(foreign)).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'unknown_task',
    });
    expect((await a.tablet.send(a.tablet.frame([op], { device: a.free.id }))).code).toBe(
      'forbidden',
    );
  });
});
