/** Ways to pass ids of patients, Mappen, tasks and tablets. */
import { composition } from '../../support/mappe.ts';
import { GATE } from '../../support/sim-tablet.ts';
import { post, draftOf, type Call, type Sides } from './call.ts';

/** Returns the calls of the desk. */
export const deskWays = ({ i, own, owner, reception, tablet, jwk }: Sides): Call[] => [
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
    route: 'post /tablet/takeover/sender',
    path: '/tablet/takeover/sender',
    options: post(undefined, { takeoverSecret: i.takeoverSecret }),
  },
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
    route: 'post /tablet/tasks/{taskId}/paper-filed/undo',
    path: `/tablet/tasks/${i.taskId}/paper-filed/undo`,
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
    route: 'post /tablet/parked/{opId}/assign',
    path: `/tablet/parked/${i.opId}/assign`,
    options: post(reception, { patid: i.patid }),
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
    options: draftOf(tablet),
  },
  {
    route: 'put /tablet/attachments/{sha256}',
    path: `/tablet/attachments/${'a'.repeat(64)}?taskId=${i.taskId}&size=120&from=0`,
    options: draftOf(tablet),
  },
  {
    route: 'get /tablet/attachments/{sha256}',
    path: `/tablet/attachments/${'a'.repeat(64)}?taskId=${i.taskId}`,
    options: { as: tablet },
  },
  {
    route: 'get /tablet/blanks/{key}',
    path: `/tablet/blanks/${i.formKey}`,
    options: { as: tablet },
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
];
