// API calls for deliveries of the practice software: list, received parts of an open one,
// withdrawing, restoring.

import type { z } from 'zod';
import type {
  batchDetailSchema,
  BatchAnswer,
} from '../../../shared/analytics/deliveries/collector.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

export const BATCHES_KEY = 'deliveries';
/** Deliveries per page. */
export const PAGE_SIZE = 50;

const act = (batch: number, verb: string): Promise<void> =>
  call(`/collector/batches/${batch}/${verb}`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
/** Reads the deliveries, newest first. @param below only those with a smaller number */
export const getBatches = async (below: number | undefined): Promise<BatchAnswer[]> =>
  (
    await call<{ items: BatchAnswer[] }>(
      `/collector/batches?limit=${PAGE_SIZE}${below === undefined ? '' : `&unter=${below}`}`,
      { timeout: TIMEOUT },
    )
  ).items;
export const getBatch = (batch: number): Promise<z.output<typeof batchDetailSchema>> =>
  call(`/collector/batches/${batch}`, { timeout: TIMEOUT });
export const withdrawBatch = (batch: number): Promise<void> => act(batch, 'withdraw');
export const restoreBatch = (batch: number): Promise<void> => act(batch, 'restore');
