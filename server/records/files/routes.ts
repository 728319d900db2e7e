// Routes below the practice's /admin/bucket: its stored files, for the owner.

import {
  bucketCheckedSchema,
  bucketCheckSchema,
  bucketListSchema,
  bucketOrphansSchema,
  bucketParamsSchema,
  bucketQuerySchema,
} from '../../../shared/records/files.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { checkFiles, findOrphans, listFiles, takeFile, type BucketDeps } from './look-after.ts';

export const bucketRoutes = (deps: BucketDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/list',
      policy: 'bucket.read',
      summary: 'Stored files of the practice, newest first, with what needs them',
      query: bucketQuerySchema,
      answer: bucketListSchema,
    },
    ({ query }, context) => listFiles(deps, context.look(), query),
  ),
  route(
    {
      method: 'post',
      path: '/check',
      policy: 'bucket.read',
      summary: 'Check a part of all files against their names',
      body: bucketCheckSchema,
      answer: bucketCheckedSchema,
    },
    ({ body }, context) => checkFiles(deps, context, body.after),
  ),
  route(
    {
      method: 'get',
      path: '/orphans',
      policy: 'bucket.read',
      summary: 'Files that nothing needs, and files that are not listed',
      answer: bucketOrphansSchema,
    },
    (_input, context) => findOrphans(deps, context.look()),
  ),
  route(
    {
      method: 'get',
      path: '/file/{sha256}',
      policy: 'bucket.read',
      summary: 'One stored file as it is',
      params: bucketParamsSchema,
      answerType: 'application/octet-stream',
      stepUp: true,
      errors: ['not_found', 'unavailable'],
    },
    async ({ params }, context) => ({
      bytes: await takeFile(deps, context, params.sha256),
      type: 'application/octet-stream',
      headers: {
        'Content-Disposition': `attachment; filename="${params.sha256}"`,
        'X-Content-Type-Options': 'nosniff',
      },
    }),
  ),
];
