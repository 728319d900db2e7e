/** Ways to pass ids of deletions, holds and exports. */
import { post, type Call, type Sides } from './call.ts';

/** Returns the calls of retention. */
export const retentionWays = ({ i, owner }: Sides): Call[] => [
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
];
