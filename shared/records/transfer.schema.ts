// Wire format of the exchange with the practice software, all below the practice's /doctosync.
import { z } from 'zod';
import { EXPORT_TARGETS, EXPORT_TROUBLES, IMPORT_TROUBLES } from './transfer.ts';
import { patidSchema } from '../desk/patient.schema.ts';

const at = z.number();
const folder = z.string().trim().min(1).max(500).nullable();
/** A GDT id: at most 8 characters that are valid in file names. */
const gdtId = z.string().regex(/^[A-Za-z0-9_]{0,8}$/);

export const doctosyncSettingsSchema = z
  .strictObject({
    inFolder: folder,
    afterRead: z.enum(['delete', 'move']),
    notesArrival: z.boolean(),
    outFolder: folder,
    scanFolder: folder.default(null),
    targets: z.strictObject({ gdt: z.boolean(), pdf: z.boolean(), fhir: z.boolean() }),
    sendsPersons: z.boolean().default(false),
    ownId: gdtId.min(1),
    pvsId: gdtId,
    charset: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    gdtNames: z.enum(['unique', 'counted']),
    testId: z.string().regex(/^[A-Z0-9_]{6}$/),
    pathForPvs: z
      .string()
      .max(300)
      .regex(/^[^\p{Cc}]*$/u),
    numberMost: z.int().min(4).max(64).default(10),
    commentMost: z.int().min(20).max(900).default(60),
  })
  .meta({ id: 'DoctosyncSettings' });
export const saveDoctosyncSchema = z
  .strictObject({ version: z.int().min(0), settings: doctosyncSettingsSchema })
  .meta({ id: 'SaveDoctosync' });

const target = z.enum(EXPORT_TARGETS as ['gdt', 'pdf', 'fhir']),
  trouble = z.enum(EXPORT_TROUBLES as [string, ...string[]]);
const exportEntrySchema = z
  .strictObject({
    taskId: z.string(),
    target,
    patid: z.string(),
    name: z.string(),
    title: z.string(),
    /** Changed master data instead of a paper. */
    isPerson: z.boolean(),
    state: z.enum(['queued', 'ready', 'done', 'failed', 'by_hand']),
    /** Names of the files once assigned; empty before. */
    files: z.array(z.string()),
    attempts: z.int(),
    error: trouble.nullable(),
    queuedAt: at,
    changedAt: at,
    doneByName: z.string(),
  })
  .meta({ id: 'ExportEntry' });
export type ExportEntry = z.output<typeof exportEntrySchema>;

const importEntrySchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['gdt', 'vdds', 'ical', 'csv']),
    /** Record type of a GDT file. */
    what: z.string(),
    fileName: z.string(),
    at,
    outcome: z.enum(['taken', 'failed']),
    error: z.enum(IMPORT_TROUBLES as [string, ...string[]]).nullable(),
    patid: z.string(),
    name: z.string(),
    /**
     * Result of reading; for a failed record its number in the file, 0 if the file has only one.
     */
    count: z.int(),
    /** Numbers of lines, or names of columns and keys, that were not read; empty for none. */
    detail: z.string(),
    /** Kinds of examination that a GDT record names (8402); empty for none. */
    asked: z.string(),
  })
  .meta({ id: 'ImportEntry' });
export type ImportEntry = z.output<typeof importEntrySchema>;

const onlineEntrySchema = z
  .strictObject({
    terminId: z.string(),
    day: z.string(),
    time: z.string(),
    minutes: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    geburtsdatum: z.string(),
    art: z.string(),
    behandler: z.string(),
    zimmer: z.string(),
    /** Possible recipients, most likely first. */
    candidates: z.array(
      z.strictObject({ patid: z.string(), name: z.string(), geburtsdatum: z.string() }),
    ),
  })
  .meta({ id: 'OnlineEntry' });
export type OnlineEntry = z.output<typeof onlineEntrySchema>;

/**
 * Counts for the line above every page, and whether a patient may be opened from the practice
 * software.
 */
export const transferStateSchema = z
  .strictObject({
    isWatching: z.boolean(),
    failed: z.int(),
    unread: z.int(),
    /** The watched folder cannot be reached. */
    isAway: z.boolean(),
  })
  .meta({ id: 'TransferState' });
export type TransferState = z.output<typeof transferStateSchema>;

const folderState = z.strictObject({
  isThere: z.boolean(),
  /** Time of the last poll; null before the first. */
  lookedAt: at.nullable(),
  waiting: z.array(
    z.strictObject({ name: z.string(), why: z.enum(['growing', 'foreign', 'other']) }),
  ),
});
export const transferSchema = z
  .strictObject({
    at,
    /** Current settings; null for users who may not change them. */
    settings: doctosyncSettingsSchema.nullable(),
    version: z.int(),
    isOn: z.strictObject({ in: z.boolean(), out: z.boolean() }),
    in: folderState,
    out: z.strictObject({ isThere: z.boolean() }),
    open: z.array(exportEntrySchema),
    failed: z.array(exportEntrySchema),
    done: z.array(exportEntrySchema),
    counts: z.strictObject({ open: z.int(), failed: z.int(), unread: z.int(), online: z.int() }),
    unread: z.array(importEntrySchema),
    taken: z.array(importEntrySchema),
    online: z.array(onlineEntrySchema),
  })
  .meta({ id: 'Transfer' });
export type Transfer = z.output<typeof transferSchema>;

export const exportActSchema = z
  .strictObject({ taskId: z.uuid(), target })
  .meta({ id: 'ExportAct' });
export const importSeenSchema = z
  .strictObject({ id: z.string().regex(/^[0-9a-f]{64}$/) })
  .meta({ id: 'ImportSeen' });
export const onlineActSchema = z
  .strictObject({
    terminId: z.string().min(1).max(80),
    /** Absent: not a patient of the practice; the file is moved aside. */
    patid: patidSchema.optional(),
  })
  .meta({ id: 'OnlineAct' });
export const uploadedTermineSchema = z
  .strictObject({
    taken: z.int(),
    moved: z.int(),
    cancelled: z.int(),
    open: z.int(),
    left: z.int(),
  })
  .meta({ id: 'UploadedTermine' });
export type UploadedTermine = z.output<typeof uploadedTermineSchema>;
