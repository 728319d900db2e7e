// Wire format of deliveries from the practice software.

import { z } from 'zod';
import { PVS_ENTITIES } from './pvs.ts';

/** Days after which rejected lines are deleted: they contain what the practice software wrote. */
export const REFUSED_DAYS = 90;
const count = z.coerce.number().int();
/** The sender's id of a delivery: the same id again is the same delivery. */
const run = z
  .string()
  .min(4)
  .max(100)
  .regex(/^[\w.:-]+$/);
const source = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{C}*$/u);
export const batchParams = z.strictObject({ batch: count.min(1).max(2_000_000_000) });
export const partParams = batchParams.extend({ part: count.min(1).max(1_000_000) });
export const newBatchSchema = z.strictObject({ run, source }).meta({ id: 'NewDelivery' });
export const partQuery = z.strictObject({
  entity: z.enum(PVS_ENTITIES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export const closeSchema = z.strictObject({ parts: z.int().min(0).max(1_000_000) });
export const batchQuery = z.strictObject({
  limit: count.min(1).max(500).default(50),
  unter: count.min(1).max(2_000_000_000).optional(),
});
export const batchSchema = z
  .strictObject({
    batch: z.int(),
    run: z.string(),
    state: z.enum(['open', 'closed', 'withdrawn']),
    source: z.string(),
    way: z.enum(['api', 'befehl', 'seite', 'demo']),
    /** Hash over its parts; null until it is closed. */
    sha256: z.string().nullable(),
    rows: z.int(),
    counts: z.partialRecord(z.enum(PVS_ENTITIES), z.int()),
    refused: z.int(),
    openedAt: z.int(),
    closedAt: z.int().nullable(),
    withdrawnAt: z.int().nullable(),
  })
  .meta({ id: 'Delivery' });
export type BatchAnswer = z.output<typeof batchSchema>;
export const batchListSchema = z.strictObject({ items: z.array(batchSchema) });
export const batchDetailSchema = z.strictObject({
  batch: batchSchema,
  parts: z.array(
    z.strictObject({
      part: z.int(),
      entity: z.enum(PVS_ENTITIES),
      rows: z.int(),
      isDone: z.boolean(),
      sha256: z.string(),
    }),
  ),
});
export const partAnswerSchema = z.strictObject({
  part: z.int(),
  rows: z.int(),
  /** It already existed. */
  isRepeat: z.boolean(),
});
export const entitiesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      entity: z.enum(PVS_ENTITIES),
      fields: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string(),
          isRequired: z.boolean(),
          words: z.array(z.string()),
          to: z.string().nullable(),
          meaning: z.string(),
        }),
      ),
    }),
  ),
});
