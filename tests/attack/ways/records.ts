/** Ways to pass ids of papers, documents, texts and files of the practice software. */
import foto from '../../../catalog/consent/foto@1.json';
import { post, type Call, type Sides } from './call.ts';

/** Returns the calls of records. */
export const recordsWays = ({ i, own, owner, reception, tablet }: Sides): Call[] => [
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
    route: 'post /papers/agreements/{agreementId}/back/undo',
    path: `/papers/agreements/${i.agreementId}/back/undo`,
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
    route: 'get /documents/file/{fileId}/protocol',
    path: `/documents/file/${i.fileId}/protocol`,
    options: { as: owner },
  },
  {
    route: 'post /documents/file/{fileId}/handwriting',
    path: `/documents/file/${i.fileId}/handwriting`,
    options: post(owner),
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
    options: { as: tablet },
  },
  {
    route: 'get /documents/blob/{sha256}',
    path: `/documents/blob/${i.finalSha256}`,
    options: { as: tablet },
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
    route: 'post /texts/{textKey}/translation',
    path: `/texts/${i.textKey}/translation`,
    options: post(owner, { language: 'tr', sha256: 'a'.repeat(64) }),
  },
  {
    route: 'delete /texts/{textKey}/translation',
    path: `/texts/${i.textKey}/translation?language=tr`,
    options: { as: owner, method: 'DELETE' },
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
  {
    route: 'post /documents/seal/keys/{id}/retire',
    path: `/documents/seal/keys/${i.sealKeyId}/retire`,
    options: post(owner, { from: Date.UTC(2026, 0, 1), reason: 'stolen' }),
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
];
