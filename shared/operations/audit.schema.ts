// Schemas for reading the audit log: filters, entries, the report on one patient, alarms.
import { z } from 'zod';
import { AUDIT_KINDS, AUDIT_RESULTS } from './audit.ts';
import { patidSchema } from '../desk/patient.schema.ts';

const day = z.iso.date();
/** Range of entry numbers that both databases can store. */
const filters = {
  from: day.optional(),
  to: day.optional(),
  user: z.string().min(1).max(64).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  patid: patidSchema.optional(),
  result: z.enum(AUDIT_RESULTS).optional(),
};
export const auditQuerySchema = z.strictObject({
  ...filters,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
export const auditExportSchema = z.strictObject({ ...filters, format: z.enum(['csv', 'jsonl']) });
export type AuditFilters = Omit<z.output<typeof auditQuerySchema>, 'cursor'>;

const auditEntrySchema = z
  .strictObject({
    seq: z.int(),
    at: z.int(),
    type: z.string(),
    kind: z.enum(AUDIT_KINDS),
    result: z.enum(AUDIT_RESULTS),
    de: z.string(),
    en: z.string(),
    /**
     * Actor: kind, id, and the name for users who may see it. `grant` is the permission under which
     * a vendor employee acted.
     */
    who: z.strictObject({
      kind: z.string(),
      id: z.string(),
      name: z.string(),
      grant: z.string().nullable(),
    }),
    role: z.string(),
    patid: z.string().nullable(),
    patient: z.string(),
    purpose: z.string(),
    requestId: z.string(),
    device: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditItem = z.output<typeof auditEntrySchema>;
export const auditPageSchema = z
  .strictObject({
    items: z.array(auditEntrySchema),
    cursor: z.string().nullable(),
    people: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.output<typeof auditPageSchema>;

export const accessReportSchema = z
  .strictObject({
    patid: z.string(),
    patient: z.string(),
    at: z.int(),
    items: z.array(auditEntrySchema),
  })
  .meta({ id: 'AccessReport' });
export type AccessReport = z.output<typeof accessReportSchema>;
export const reportParamsSchema = z.strictObject({ patid: patidSchema });

export const alarmListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      seq: z.int(),
      at: z.int(),
      /**
       * Records opened by this person; wrong passwords or requested links for this person's account;
       * wrong codes of tablets; wrong second factors; wrong PINs of a workstation or a tablet.
       */
      kind: z.enum(['records', 'sign_in', 'reset', 'tablet_code', 'factor', 'pin', 'tablet_pin']),
      name: z.string(),
      count: z.int(),
    }),
  ),
});
export const alarmParamsSchema = z.strictObject({ seq: z.string().regex(/^\d{1,9}$/) });
