// Routes below /collector: a practice's software delivers its data with an API token; its owner
// lists, withdraws and restores deliveries.

import { PVS_ENTITIES, PVS_FIELDS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  batchDetailSchema,
  batchListSchema,
  batchParams,
  batchQuery,
  batchSchema,
  closeSchema,
  entitiesSchema,
  newBatchSchema,
  partAnswerSchema,
  partParams,
  partQuery,
  type BatchAnswer,
} from '../../../shared/analytics/deliveries/collector.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Workshop } from '../../platform/work.ts';
import {
  closeBatch,
  openBatch,
  putPart,
  restoreBatch,
  withdrawBatch,
  type DeliverDeps,
} from './deliver.ts';
import { rejectsOf } from './csv/reject-words.ts';
import { MOST_SENT, readLines, unpacked } from './read-lines.ts';
import { findBatch, listBatches, listParts, refusedOf, type BatchRow } from './store.ts';

export interface CollectorRoutesDeps {
  workshop: Workshop;
}
const showBatch = ({
  batch,
  run,
  state,
  source,
  way,
  sha256,
  rows,
  counts,
  refused,
  openedAt,
  closedAt,
  withdrawnAt,
}: BatchRow): BatchAnswer => ({
  batch,
  run,
  state,
  source,
  way,
  sha256,
  rows,
  counts,
  refused,
  openedAt,
  closedAt,
  withdrawnAt,
});

/** Returns the dependencies of a delivery: the practice that it belongs to, and its sender. */
const sentBy = (workshop: Workshop, context: RequestContext): DeliverDeps => ({
  workshop,
  cid: context.cid,
  actor: context.actor,
  requestId: context.requestId,
});
async function showDelivery(context: RequestContext, batch: number) {
  const look = context.look(),
    row = await findBatch(look, batch);
  if (!row) throw new AppError('not_found');
  return {
    batch: showBatch(row),
    parts: (await listParts(look, batch)).map(({ part, entity, rows, isDone, sha256 }) => ({
      part,
      entity,
      rows,
      isDone,
      sha256,
    })),
  };
}

/** The accepted tables, and the deliveries that arrived. */
const readRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/entities',
      policy: 'delivery.read',
      summary: 'Every entity that is taken in, with its fields',
      answer: entitiesSchema,
    },
    () =>
      Promise.resolve({
        items: PVS_ENTITIES.map((entity) => ({
          entity,
          fields: PVS_FIELDS[entity].map((field) => ({ ...field, words: [...field.words] })),
        })),
      }),
  ),
  route(
    {
      method: 'get',
      path: '/batches',
      policy: 'delivery.read',
      summary: 'Deliveries, newest first',
      query: batchQuery,
      answer: batchListSchema,
    },
    async ({ query }, context) => ({
      items: (await listBatches(context.look(), query.limit, query.unter)).map(showBatch),
    }),
  ),
  route(
    {
      method: 'get',
      path: '/batches/{batch}',
      policy: 'delivery.read',
      summary: 'One delivery with the parts that have arrived',
      params: batchParams,
      answer: batchDetailSchema,
      errors: ['not_found'],
    },
    ({ params }, context) => showDelivery(context, params.batch),
  ),
  route(
    {
      method: 'get',
      path: '/batches/{batch}/refused',
      policy: 'delivery.import',
      summary: 'The lines of its tables that were not taken in, with their reason, as a table',
      params: batchParams,
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params: { batch } }, context) => {
      const delivery = await findBatch(context.look(), batch);
      if (!delivery) throw new AppError('not_found');
      const lines = await refusedOf(context.look(), batch);
      await context.write((w) => w.audit('pvs.upload.refused', { rows: lines.length }));
      return {
        bytes: new TextEncoder().encode(rejectsOf(lines, delivery.refused)),
        type: 'application/octet-stream',
        headers: {
          'Content-Disposition': `attachment; filename="abgelehnt-${batch}.csv"`,
          'X-Content-Type-Options': 'nosniff',
        },
      };
    },
  ),
];

/** Opening, filling and closing a delivery. */
const deliverRoutes = (workshop: Workshop): Route[] => [
  route(
    {
      method: 'post',
      path: '/batches',
      policy: 'delivery.write',
      summary: 'Open a delivery; the same run again is the same delivery',
      body: newBatchSchema,
      answer: batchSchema,
      errors: ['conflict'],
    },
    async ({ body }, context) =>
      showBatch(await openBatch(sentBy(workshop, context), { ...body, way: 'api' })),
  ),
  route(
    {
      method: 'post',
      path: '/batches/{batch}/parts/{part}',
      policy: 'delivery.write',
      summary:
        'Rows of one entity as NDJSON, a line each, packed with gzip or not; sha256 is that of the unpacked bytes. The same part again is answered the same; with a refused line nothing of it is kept',
      params: partParams,
      query: partQuery,
      raw: { types: ['application/x-ndjson', 'application/gzip'], limit: MOST_SENT },
      answer: partAnswerSchema,
      errors: [
        'not_found',
        'conflict',
        'state_conflict',
        'validation',
        'too_large',
        'unreadable_file',
        'unsupported_media',
      ],
    },
    async ({ params, query, bytes, contentType }, context) => {
      const encoding = context.header('content-encoding')?.trim().toLowerCase();
      if (encoding !== undefined && encoding !== 'gzip' && encoding !== 'identity')
        throw new AppError('unsupported_media');
      if (!(await findBatch(context.look(), params.batch))) throw new AppError('not_found');
      const rows = await readLines(
        await unpacked(bytes, contentType === 'application/gzip' || encoding === 'gzip'),
        query.entity,
        query.sha256,
        context.now,
      );
      const isNew = await putPart(sentBy(workshop, context), { ...params, ...query, rows });
      return { part: params.part, rows: rows.length, isRepeat: !isNew };
    },
  ),
  route(
    {
      method: 'post',
      path: '/batches/{batch}/close',
      policy: 'delivery.write',
      summary: 'From here on its rows count; with the number of parts that were sent',
      params: batchParams,
      body: closeSchema,
      answer: batchSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      const row = await context.write(async (w) => {
        const closed = await closeBatch(w, params.batch, body);
        await w.job('carry-delivery', `carry:${params.batch}:closed`, { batch: params.batch });
        return closed;
      });
      return showBatch(row);
    },
  ),
];

/** Withdrawing a closed delivery and restoring it. */
const undoRoutes = (): Route[] => [
  route(
    {
      method: 'post',
      path: '/batches/{batch}/withdraw',
      policy: 'delivery.undo',
      summary: 'Its rows count no more; nothing is deleted',
      params: batchParams,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write(async (w) => {
        if (await withdrawBatch(w, params.batch))
          await w.job('carry-delivery', `carry:${params.batch}:withdrawn:${w.now}`, {
            batch: params.batch,
          });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/batches/{batch}/restore',
      policy: 'delivery.undo',
      summary: 'Takes a withdrawal back',
      params: batchParams,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, context) => {
      await context.write(async (w) => {
        if (await restoreBatch(w, params.batch))
          await w.job('carry-delivery', `carry:${params.batch}:restored:${w.now}`, {
            batch: params.batch,
          });
      });
      return undefined;
    },
  ),
];

/** Returns the routes of deliveries. */
export const collectorRoutes = ({ workshop }: CollectorRoutesDeps): Route[] => [
  ...readRoutes(),
  ...deliverRoutes(workshop),
  ...undoRoutes(),
];
