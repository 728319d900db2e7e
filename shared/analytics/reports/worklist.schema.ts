// Work lists of plans, perio cases and recalls on the wire.

import { LABEL_FARBEN } from '../../base/label.ts';
import { z } from 'zod';
import { reportSchema } from './report.schema.ts';
import { notesSchema, stepSchema } from '../../desk/follow-up.schema.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../../base/comment.ts';
import { HKP_REASONS, RECALL_REASONS } from './worklist.ts';
import { PAR_REASONS, PAR_STATIONS } from './par-list.ts';
import { HKP_ART, HKP_STATUS, PAR_GRAD } from '../deliveries/pvs-words.ts';

const id = z.string().min(1).max(80);
const day = z.iso.date();
const words = z
  .string()
  .trim()
  .min(1)
  .max(COMMENT_MAX * 2)
  .refine(isCommentShortEnough, { message: 'too long' });
/** In the order of display. */
export const LISTEN = ['hkp', 'par', 'recall'] as const;
export type WorklistKind = (typeof LISTEN)[number];
const list = z.enum(LISTEN);
/** Lists whose lines have notes and steps; `fehlend`: missing signatures, one line per patient. */
const NOTED = [...LISTEN, 'fehlend'] as const;
export type NotedKind = (typeof NOTED)[number];
const noted = z.enum(NOTED);

const manyOf = <T extends string>(all: readonly T[]) =>
  z
    .string()
    .max(400)
    .optional()
    .transform((given, context): T[] => {
      const found = (given ?? '').split(',').filter((one) => one !== '');
      if (found.every((one): one is T => (all as readonly string[]).includes(one))) return found;
      context.addIssue({ code: 'custom', message: 'unknown word' });
      return z.NEVER;
    });
/** Lines per page and per PDF, and the offset; `treffer` is the total number. */
export const WORKLIST_PAGE_MAX = 2000;
const n = z.coerce.number().int().min(1).max(WORKLIST_PAGE_MAX).default(200),
  ab = z.coerce.number().int().min(0).max(1_000_000).default(0);
/** Columns that order a list, with a minus downwards; absent: the nearest deadline first. */
const WORKLIST_SORTS = ['name', '-name', 'tag', '-tag', 'wert', '-wert', 'bis', '-bis'] as const;
export type WorklistSort = (typeof WORKLIST_SORTS)[number];
const sort = z.enum(WORKLIST_SORTS).optional();
/** `alle`: also lines that are not due; by default only lines that need action. */
export const hkpQuerySchema = z.strictObject({
  grund: manyOf(HKP_REASONS),
  status: manyOf(HKP_STATUS),
  art: manyOf(HKP_ART),
  behandler: id.optional(),
  label: id.optional(),
  wer: id.optional(),
  q: z.string().trim().max(80).optional(),
  alle: z.enum(['ja', 'nein']).default('nein'),
  sort,
  n,
  ab,
});
/** `monate`: only lines that fell due within this many months. */
export const recallQuerySchema = z.strictObject({
  grund: manyOf(RECALL_REASONS),
  art: id.optional(),
  label: id.optional(),
  wer: id.optional(),
  q: z.string().trim().max(80).optional(),
  monate: z.coerce.number().int().min(1).max(36).optional(),
  alle: z.enum(['ja', 'nein']).default('nein'),
  sort,
  n,
  ab,
});
export const parQuerySchema = z.strictObject({
  grund: manyOf(PAR_REASONS),
  status: manyOf(HKP_STATUS),
  grad: manyOf(PAR_GRAD),
  behandler: id.optional(),
  label: id.optional(),
  wer: id.optional(),
  q: z.string().trim().max(80).optional(),
  alle: z.enum(['ja', 'nein']).default('nein'),
  sort,
  n,
  ab,
});
/** Lines of each list as it opens, without those that rest. */
export const worklistCountsSchema = z
  .strictObject({ hkp: z.int(), par: z.int(), recall: z.int() })
  .meta({ id: 'WorklistCounts' });
export type WorklistCounts = z.output<typeof worklistCountsSchema>;
export const listReportSchema = z.strictObject({
  ...reportSchema.shape,
  meta: z.strictObject({
    ...reportSchema.shape.meta.shape,
    filter: z.record(z.string(), z.unknown()),
  }),
});
export type ListReport = z.output<typeof listReportSchema>;

const labelSchema = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(LABEL_FARBEN),
  kind: list,
  position: z.number().int(),
  anzahl: z.number().int(),
});
export type Label = z.output<typeof labelSchema>;
export const labelsSchema = z.strictObject({ items: z.array(labelSchema) });
export const newLabelSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(40),
  color: z.enum(LABEL_FARBEN),
  kind: list,
});
export const labelParams = z.strictObject({ labelId: id });
export const labelPatchSchema = z.strictObject({
  name: z.string().trim().min(1).max(40).optional(),
  color: z.enum(LABEL_FARBEN).optional(),
  position: z.number().int().min(0).max(999).optional(),
});

/** Lines changed in one request. */
const targets = z.array(id).min(1).max(500);
export const assignSchema = z.strictObject({
  kind: list,
  targets,
  add: z.array(id).max(20).default([]),
  remove: z.array(id).max(20).default([]),
});
export const worklistStepSchema = z.strictObject({
  kind: noted,
  targets,
  text: words.nullable(),
  bis: day.nullable(),
  wer: id.nullable(),
  istErledigt: z.boolean().default(false),
});
export const noteSchema = z.strictObject({ id: z.uuid(), kind: noted, target: id, text: words });

export const hkpParams = z.strictObject({ hkpid: id });
export const hkpDetailSchema = z.strictObject({
  hkpid: id,
  patid: id,
  name: z.string(),
  geburtsdatum: day,
  behandler: z.string(),
  art: z.enum(HKP_ART),
  status: z.enum(HKP_STATUS),
  bezeichnung: z.string().nullable(),
  grund: z.string().nullable(),
  gueltigBis: day.nullable(),
  faellig: z.strictObject({ grund: z.enum(HKP_REASONS), tag: day }).nullable(),
  /** In chronological order. */
  stationen: z.array(z.strictObject({ was: z.string(), am: day })),
  /** Cents; null where the practice software does not deliver them. */
  betraege: z.strictObject({
    honorarBema: z.number().nullable(),
    honorarGoz: z.number().nullable(),
    matLabGkv: z.number().nullable(),
    matLabPrivat: z.number().nullable(),
    gesamt: z.number(),
    festzuschuss: z.number().nullable(),
    eigenanteil: z.number().nullable(),
  }),
  positionen: z.array(
    z.strictObject({
      system: z.string(),
      nr: z.string(),
      zahn: z.string().nullable(),
      menge: z.number().nullable(),
      faktor: z.number().nullable(),
      betrag: z.number().nullable(),
      befund: z.string().nullable(),
    }),
  ),
  termine: z.array(z.strictObject({ start: z.number(), art: z.string() })),
  labels: z.array(id),
  schritt: stepSchema.nullable(),
  notizen: notesSchema,
});
export type HkpDetail = z.output<typeof hkpDetailSchema>;

const termine = z.array(z.strictObject({ start: z.number(), art: z.string() }));
export const parParams = z.strictObject({ parid: id });
export const parDetailSchema = z.strictObject({
  parid: id,
  patid: id,
  behandler: z.string(),
  grad: z.enum(PAR_GRAD).nullable(),
  status: z.enum(HKP_STATUS).nullable(),
  /** In chronological order. */
  stationen: z.array(z.strictObject({ was: z.enum(PAR_STATIONS), am: day })),
  /** `hoechstens` and `naechste` are null where the grade is unknown or no session is left. */
  upt: z.strictObject({
    anzahl: z.number().int(),
    hoechstens: z.number().int().nullable(),
    naechste: day.nullable(),
    ende: day.nullable(),
  }),
  zaehne: z
    .strictObject({ einwurzelig: z.number().int(), mehrwurzelig: z.number().int() })
    .nullable(),
  wert: z.number().nullable(),
  termine,
  notizen: notesSchema,
});
export type ParDetail = z.output<typeof parDetailSchema>;
/** What waits of one person in the work lists, the nearest deadline first. */
export const personPointsSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        kind: list,
        id,
        grund: z.string().nullable().describe('Null: nothing is due, but a step is open.'),
        tag: day.nullable(),
        art: z.string().nullable().describe('Kind of the plan or of the recall.'),
        text: z.string().nullable(),
        schritt: z.string().nullable().describe('The open next step.'),
        bis: day.nullable(),
      }),
    ),
  })
  .meta({ id: 'PersonPoints' });
export type PersonPoints = z.output<typeof personPointsSchema>;
export const personPointsParams = z.strictObject({ patid: id });
export const recallParams = z.strictObject({ recallId: id });
export const recallDetailSchema = z.strictObject({
  recallId: id,
  patid: id,
  notizen: notesSchema,
});
export type RecallDetail = z.output<typeof recallDetailSchema>;

/**
 * Recipients, channel and text of a message; the text may contain {name}, {anrede}, {datum},
 * {praxis}, {telefon}.
 */
export const writeLettersSchema = z.strictObject({
  id: z.uuid(),
  kind: list,
  targets: z.array(id).min(1).max(200),
  weg: z.enum(['brief', 'email']),
  betreff: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1).max(4000),
});
export const OMISSION_REASONS = [
  'kein_einverstaendnis',
  'keine_adresse',
  'keine_email',
  'nicht_gefunden',
  'gesperrt',
] as const;
export const writeLettersAnswerSchema = z.strictObject({
  geschrieben: z.number().int(),
  ausgelassen: z.array(z.strictObject({ target: id, warum: z.enum(OMISSION_REASONS) })),
});

// ── Texts of the practice ──
const templateSchema = z.strictObject({
  id,
  kind: list,
  name: z.string(),
  betreff: z.string(),
  text: z.string(),
});
export type LetterTemplate = z.output<typeof templateSchema>;
export const templatesSchema = z.strictObject({ items: z.array(templateSchema) });
export const templateParams = z.strictObject({ vorlageId: z.uuid() });
export const templateInputSchema = z.strictObject({
  kind: list,
  name: z.string().trim().min(1).max(60),
  betreff: writeLettersSchema.shape.betreff,
  text: writeLettersSchema.shape.text,
});
