/** Ways to pass ids of shares and their items. */
import { PAIN } from '../../support/stories/home.ts';
import { post, type Call, type Sides } from './call.ts';

/** Returns the calls of shares. */
export const sharesWays = ({ i, own, reception, letIn, signed }: Sides): Call[] => [
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
];
