// Schemas of the stored files of a practice: list, check, and unreferenced files.

import { z } from 'zod';
import { BLOB_FAULTS, BLOB_USES } from './files.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const bucketParamsSchema = z.strictObject({ sha256 });
export const bucketQuerySchema = z.strictObject({
  /** Time and name of the most recent one. */
  cursor: z
    .string()
    .regex(/^\d{1,16}\.[0-9a-f]{64}$/)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(500))
    .optional(),
});
const bucketFileSchema = z
  .strictObject({
    sha256: z.string(),
    size: z.number(),
    mime: z.string(),
    at: z.number(),
    /** Each use once, with the number of references. */
    uses: z.array(z.strictObject({ use: z.enum(BLOB_USES), count: z.int() })),
  })
  .meta({ id: 'BucketFile' });
/** `limit` is the total size in bytes that the practice allows for its files. */
export const bucketListSchema = z
  .strictObject({
    files: z.int(),
    size: z.number(),
    limit: z.number(),
    items: z.array(bucketFileSchema),
    cursor: z.string().nullable(),
  })
  .meta({ id: 'BucketList' });
export type BucketFile = z.infer<typeof bucketFileSchema>;
export type BucketList = z.infer<typeof bucketListSchema>;

/** Each call checks a part of all files: `after` is where the previous one ended. */
export const bucketCheckSchema = z
  .strictObject({ after: sha256.optional() })
  .meta({ id: 'BucketCheck' });
export const bucketCheckedSchema = z
  .strictObject({
    checked: z.int(),
    faults: z.array(z.strictObject({ sha256: z.string(), what: z.enum(BLOB_FAULTS) })),
    next: z.string().nullable(),
  })
  .meta({ id: 'BucketChecked' });
export type BucketChecked = z.infer<typeof bucketCheckedSchema>;

const heap = z.strictObject({ files: z.int(), size: z.number(), names: z.array(z.string()) });
/**
 * `unused`: listed but unreferenced. `strays`: on the disk for over an hour and not listed. At most
 * a hundred names of each.
 */
export const bucketOrphansSchema = z
  .strictObject({ unused: heap, strays: heap })
  .meta({ id: 'BucketOrphans' });
export type BucketOrphans = z.infer<typeof bucketOrphansSchema>;
