// Import of tables of the practice software through the browser: files are uploaded in parts,
// previewed, checked and imported; wire format.

import { z } from 'zod';
import { pvsMappingSchema } from './pvs-mapping.schema.ts';
import { POINT_MEANINGS } from './pvs-values.ts';
import { PVS_ENTITIES } from './pvs.ts';

/** Bytes of one part of a file; the last part of each is shorter. */
export const PART_BYTES = 4_194_304;
/** Maximum bytes of all files together, and number of files. */
export const MOST_UPLOAD = 2_147_483_648,
  MOST_FILES = 100;
/** Files that are not imported are kept this long (hours). */
export const KEPT_HOURS = 24;

const id = z.uuid();
/** An index from 0; coercing would accept an empty string as 0. */
const place = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().max(most));
export const importParams = z.strictObject({ importId: id });
export const importPartParams = importParams.extend({
  file: place(MOST_FILES - 1),
  part: place(MOST_UPLOAD / PART_BYTES),
});
export const importPartQuery = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
/** `modifiedAt` in ms: shows whether a file chosen again is the same one. */
const file = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{C}*$/u),
  size: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  modifiedAt: z.int().min(0),
});
export const newImportSchema = z
  .strictObject({ id, files: z.array(file).min(1).max(MOST_FILES) })
  .meta({ id: 'NewTableImport' });
/** `entity`: null skips the file; absent: it is guessed. */
const chosen = z.strictObject({
  no: z
    .int()
    .min(0)
    .max(MOST_FILES - 1),
  entity: z.enum(PVS_ENTITIES).nullable().optional(),
});
export const lookSchema = z
  .strictObject({ mapping: pvsMappingSchema, files: z.array(chosen).max(MOST_FILES) })
  .meta({ id: 'TableLook' });
export const runSchema = lookSchema
  .extend({
    kind: z.enum(['check', 'import']),
    /** Import the valid lines although some are refused. */
    goesOn: z.boolean(),
  })
  .meta({ id: 'TableRun' });

const TABLE_TROUBLES = [
  'empty',
  'utf16',
  'mixed_charset',
  'binary',
  'no_header',
  'quotes',
  'too_long_row',
  'unreadable',
  'unknown',
  'missing_columns',
] as const;
const badFile = z.strictObject({
  name: z.string(),
  why: z.enum(TABLE_TROUBLES),
  line: z.int().optional(),
  fields: z.array(z.string()).optional(),
});
const kept = z.union([z.string(), z.number(), z.null()]);
export const lookedSchema = z
  .strictObject({
    files: z.array(
      z.strictObject({
        no: z.int(),
        trouble: badFile.nullable(),
        entity: z.enum(PVS_ENTITIES).nullable(),
        charset: z.enum(['utf-8', 'windows-1252']).nullable(),
        separator: z.string().nullable(),
        header: z.array(z.string()),
        /** Column index of each field; -1 if there is none. */
        places: z.record(z.string(), z.int()),
        /**
         * What one point before three digits means, and the first such number of the file; null if
         * there is none.
         */
        points: z.strictObject({ meaning: z.enum(POINT_MEANINGS), sample: z.string().nullable() }),
        /**
         * First rows: their cells, and the parsed values in the order of the fields; or why the row
         * is rejected.
         */
        rows: z.array(
          z.strictObject({
            cells: z.array(z.string()),
            id: z.string().nullable(),
            values: z.array(kept),
            refused: z.strictObject({ field: z.string(), why: z.string() }).nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'TablesLooked' });
export type Looked = z.output<typeof lookedSchema>;
export type LookedFile = Looked['files'][number];

/** `column`: name of the field's column in the file; empty if it has none. */
const refusedLine = z.strictObject({
  file: z.string(),
  line: z.int(),
  field: z.string(),
  column: z.string(),
  why: z.string(),
});
export const importStateSchema = z
  .strictObject({
    id,
    at: z.int(),
    /** `there`: numbers of the parts that have arrived. */
    files: z.array(file.extend({ no: z.int(), there: z.array(z.int()) })),
    run: z
      .strictObject({
        kind: z.enum(['check', 'import']),
        isRunning: z.boolean(),
        startedAt: z.int(),
        endedAt: z.int().nullable(),
        /** Bytes read of the total, rows imported. */
        done: z.number(),
        of: z.number(),
        rows: z.int(),
        refused: z.int(),
        /** The first rejected lines, without their content. */
        lines: z.array(refusedLine),
        /** Unknown values of a field, most frequent first. */
        words: z.array(
          z.strictObject({
            entity: z.enum(PVS_ENTITIES),
            field: z.string(),
            word: z.string(),
            count: z.int(),
          }),
        ),
        result: z
          .strictObject({
            outcome: z.enum(['checked', 'closed', 'refused', 'known', 'stopped', 'failed']),
            batch: z.int().nullable(),
            counts: z.partialRecord(z.enum(PVS_ENTITIES), z.int()),
            bad: z.array(badFile),
            /** Rows whose postal code got back the zero that a spreadsheet dropped. */
            zeros: z.int(),
          })
          .nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TableImport' });
export type ImportState = z.output<typeof importStateSchema>;
export const importListSchema = z.strictObject({ items: z.array(importStateSchema) });

export const mappingParams = z.strictObject({ mappingId: pvsMappingSchema.shape.id });
/** `isOwn`: stored by the practice, which may change and delete it. */
export const mappingListSchema = z.strictObject({
  items: z.array(z.strictObject({ isOwn: z.boolean(), mapping: pvsMappingSchema })),
});
