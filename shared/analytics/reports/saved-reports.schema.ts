// Schemas of stored report items: saved filters, notes, frozen figures for the tax adviser, reports
// by mail.

import { z } from 'zod';
import { REPORT_PATHS } from './report-pages.ts';
import { cellSchema, columnSchema } from './report.schema.ts';
import { isCommentShortEnough, COMMENT_MAX } from '../../base/comment.ts';

const id = z.string().min(1).max(80);
/** Path of a report below /api. */
export const reportPathSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z]+(\/[a-z-]+){0,2}$/);
/** Address of a report: filter, order and columns as in the URL, so that „dieser Monat“ stays the current month. */
const addressSchema = z
  .record(z.string().regex(/^[a-z]{2,14}$/), z.string().min(1).max(2000))
  .refine((given) => Object.keys(given).length <= 20, { message: 'too many' });

const savedProfileSchema = z.strictObject({
  id,
  name: z.string(),
  report: z.string(),
  filter: addressSchema,
  istGeteilt: z.boolean(),
  istVorgabe: z.boolean(),
  istMein: z.boolean(),
  von: z.string(),
});
export type Profile = z.output<typeof savedProfileSchema>;
export const profileSchema = z.strictObject({ items: z.array(savedProfileSchema) });
export const reportQuerySchema = z.strictObject({ report: reportPathSchema });
export const profileParams = z.strictObject({ profilId: id });
/** The same id again updates the profile. */
export const newProfileSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
  report: reportPathSchema,
  filter: addressSchema,
  istGeteilt: z.boolean(),
  istVorgabe: z.boolean(),
});
export type NewProfile = z.output<typeof newProfileSchema>;

/** Period of a note: a day, a week, a month, a quarter or a year, as reports name them. */
const timeSchema = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|-Q[1-4]|-W(0[1-9]|[1-4]\d|5[0-3]))?$/);
const words = z
  .string()
  .trim()
  .min(1)
  .max(COMMENT_MAX * 2)
  .refine(isCommentShortEnough, { message: 'too long' });
const noteSchema = z.strictObject({
  id,
  zeit: z.string(),
  text: z.string(),
  von: z.string(),
  am: z.number(),
  istMein: z.boolean(),
});
export type ReportNote = z.output<typeof noteSchema>;
export const notesSchema = z.strictObject({ items: z.array(noteSchema) });
export const noteParams = z.strictObject({ notizId: id });
export const newNoteSchema = z.strictObject({
  id: z.uuid(),
  report: reportPathSchema,
  zeit: timeSchema,
  text: words,
});

const day = z.iso.date();
export const newTaxReportSchema = z
  .strictObject({ id: z.uuid(), von: day, bis: day })
  .refine((f) => f.von <= f.bis && f.von >= '1990' && f.bis < '2100', {
    message: 'days',
    path: ['bis'],
  });
export const taxParams = z.strictObject({ steuerId: id });
const taxFields = {
  id,
  von: day,
  bis: day,
  am: z.number(),
  wer: z.string(),
  sha256: z.string(),
  datenStand: z.number().nullable(),
};
export const taxListSchema = z.strictObject({ items: z.array(z.strictObject(taxFields)) });
export type TaxListItem = z.output<typeof taxListSchema>['items'][number];
const rows = z.array(z.record(z.string(), cellSchema));
export const taxReportSchema = z.strictObject({
  ...taxFields,
  /** Whether the stored bytes still match the recorded checksum. */
  istUnversehrt: z.boolean(),
  spalten: z.array(columnSchema),
  zeilen: rows,
  /** Differences to the current data, cell by cell. */
  seither: z.array(
    z.strictObject({
      periode: z.string(),
      spalte: z.string(),
      damals: z.number().nullable(),
      heute: z.number().nullable(),
    }),
  ),
});
export type TaxReport = z.output<typeof taxReportSchema>;

const RHYTHMS = ['woche', 'monat'] as const;
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const newReportMailSchema = z
  .strictObject({
    id: z.uuid(),
    // A mail links to the report's page.
    report: z.enum(REPORT_PATHS),
    filter: addressSchema,
    /** A saved view of the report: its state at the time of sending counts. */
    ansicht: id.optional(),
    titel: z.string().trim().min(1).max(120),
    rhythmus: z.enum(RHYTHMS),
    /** Weekday 1 (Monday) to 7, or day of the month 1 to 28. */
    tag: z.int().min(1).max(28),
    zeit: timeOfDay,
    empfaenger: z.array(id).min(1).max(20),
  })
  .refine((one) => one.rhythmus === 'monat' || one.tag <= 7, { message: 'weekday', path: ['tag'] });
export type NewReportMail = z.output<typeof newReportMailSchema>;
export const reportMailParams = z.strictObject({ berichtMailId: id });
/**
 * Result of the last mail to a recipient; `kein_recht`: may not read reports, or has no active
 * account.
 */
const RECEIPT_STATES = [
  'bereit',
  'gesendet',
  'wartet',
  'abbestellt',
  'fehler',
  'kein_recht',
] as const;
export const reportMailsSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id,
      report: z.string(),
      filter: addressSchema,
      /** Null: none, or the view was removed and the stored filter counts. */
      ansicht: z.strictObject({ id, name: z.string() }).nullable(),
      titel: z.string(),
      rhythmus: z.enum(RHYTHMS),
      tag: z.number(),
      zeit: z.string(),
      zuletzt: z.number().nullable(),
      naechstes: z.number(),
      empfaenger: z.array(z.strictObject({ id, name: z.string(), stand: z.enum(RECEIPT_STATES) })),
    }),
  ),
  /** Users of the practice who may receive reports. */
  leute: z.array(z.strictObject({ id, name: z.string() })),
  /** Without a mail server nothing is sent. */
  hatMailserver: z.boolean(),
});
export type ReportMails = z.output<typeof reportMailsSchema>;
