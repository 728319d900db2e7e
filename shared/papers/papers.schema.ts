// Schemas of the list of missing signatures: appointments of the next days with unproven papers.

import { z } from 'zod';
import { notesSchema, stepSchema } from '../desk/follow-up.schema.ts';
import { patidSchema } from '../desk/patient.schema.ts';
import { TASK_STATES } from '../desk/task.ts';

/** Farther ahead the rules are unreliable, and the list gets long. */
const MOST_DAYS = 14;
export const missingQuerySchema = z.strictObject({
  days: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.int().min(0).max(MOST_DAYS))
    .optional()
    .describe('How many days after today; 0 is today alone. 7 when absent.'),
});

const localText = z.record(z.string(), z.string());
const missingPaperSchema = z.strictObject({
  taskId: z
    .uuid()
    .nullable()
    .describe("Null: proposed by the practice's rules and not sent yet, or an agreement."),
  agreementId: z.uuid().nullable().describe('A fee agreement that was printed and is not back.'),
  template: z.string(),
  title: z.string(),
  state: z.union([
    z.enum(TASK_STATES as [string, ...string[]]) as z.ZodType<(typeof TASK_STATES)[number]>,
    z.literal('unsent'),
  ]),
  form: z.enum(['none', 'textform', 'schriftform', 'partner', 'custody']),
  reason: localText,
  source: z.string(),
  waitsFor: z
    .array(z.string())
    .describe(
      'Of a paper of several signers that somebody has signed: whose signature is missing.',
    ),
  waitsSince: z
    .number()
    .nullable()
    .describe('When the last of the others signed; ms. Null where nobody has signed, or on paper.'),
  isPaper: z.boolean().describe('Signed by hand on paper, never by finger.'),
  riskCents: z
    .int()
    .nullable()
    .describe(
      'What must not be charged without this signature; null where the paper names no sum.',
    ),
});
const missingVisitSchema = z.strictObject({
  terminId: z.string(),
  day: z.string(),
  time: z.string(),
  patid: z.string(),
  name: z.string(),
  geburtsdatum: z.string(),
  telefon: z.string().nullable(),
  art: z.string(),
  behandler: z.string(),
  zimmer: z.string(),
  papers: z.array(missingPaperSchema),
  schritt: stepSchema.nullable().describe('What is to be done next about this person.'),
  notizen: notesSchema,
});
export const missingSchema = z
  .strictObject({
    from: z.string(),
    to: z.string(),
    visits: z.array(missingVisitSchema),
    riskCents: z.int(),
    unknownRisk: z.int().describe('Papers to be signed by hand that name no sum.'),
  })
  .meta({ id: 'MissingSignatures' });

const stand = z.enum(['done', 'missing']),
  state = z.enum(TASK_STATES as [string, ...string[]]) as z.ZodType<(typeof TASK_STATES)[number]>;
export const personPapersParams = z.strictObject({ patid: patidSchema });
/** One of the two lists, optionally only done or missing papers. */
export const personPapersPdfSchema = z.strictObject({
  teil: z.enum(['papiere', 'boegen']),
  stand: stand.optional(),
});
export type PersonPapersPdf = z.output<typeof personPapersPdfSchema>;
export const personPapersSchema = z
  .strictObject({
    papers: z.array(
      z.strictObject({
        id: z.string(),
        template: z.string(),
        title: z.string(),
        stand: stand.describe('Signed, or a signature is missing.'),
        state,
        at: z.number().describe('When it was signed, else when it was sent or printed; ms.'),
        waitsFor: z
          .array(z.string())
          .describe('Of a paper that somebody has signed: whose signature is missing.'),
      }),
    ),
    forms: z.array(
      z.strictObject({
        id: z.string(),
        form: z.string(),
        title: z.string(),
        stand: stand.describe('Answered, or open.'),
        state: state.nullable(),
        at: z.number(),
      }),
    ),
  })
  .meta({ id: 'PersonPapers' });
export type PersonPapers = z.infer<typeof personPapersSchema>;
export type MissingPaper = z.infer<typeof missingPaperSchema>;
export type MissingVisit = z.infer<typeof missingVisitSchema>;
export type Missing = z.infer<typeof missingSchema>;
