// Routes that read the audit log: pages, files, the accesses to one patient, alarms, and the
// verification of the chain.

import { z } from 'zod';
import {
  accessReportSchema,
  type AuditItem,
  alarmListSchema,
  alarmParamsSchema,
  auditExportSchema,
  auditPageSchema,
  auditQuerySchema,
  reportParamsSchema,
} from '../../../shared/operations/audit.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type Route } from '../http/route.ts';
import { accessPdf, type AccessPdfDeps } from './access-pdf.ts';
import { headOf, linesOf, type ExportFormat } from './export-audit.ts';
import {
  eachEntry,
  isAlarm,
  openAlarms,
  readAccess,
  readAudit,
  type AuditNames,
} from './read-audit.ts';
import { entryAt, newestSeq } from './store-read.ts';
import { verifyAudit } from './verify-audit.ts';

const verdictSchema = z
  .strictObject({
    ok: z.boolean(),
    rows: z.int(),
    head: z.string(),
    at: z.number(),
    broken: z.strictObject({ seq: z.int(), reason: z.string() }).optional(),
  })
  .meta({ id: 'AuditVerdict' });

export const auditRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/audit/verify',
      policy: 'audit.verify',
      summary: 'Recompute the audit chain of the practice',
      answer: verdictSchema,
    },
    async (_input, context) => verifyAudit(context.look()),
  ),
];

async function* exported(
  entries: AsyncIterable<AuditItem[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  yield headOf(format);
  for await (const items of entries) yield linesOf(items, format);
}

/**
 * Lists the routes of the audit log, below /api. Reading the log is not audited; exporting it, or
 * one patient's accesses, is.
 */
export const auditReadRoutes = (names: AuditNames, deps: AccessPdfDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/audit',
      policy: 'audit.read',
      summary: 'Audit log, newest first, 50 per page',
      query: auditQuerySchema,
      answer: auditPageSchema,
    },
    ({ query }, context) => readAudit(names, context.look(), query),
  ),
  route(
    {
      method: 'get',
      path: '/audit/export',
      policy: 'audit.read',
      summary: 'Audit log as CSV or JSON lines, whole, as a stream',
      query: auditExportSchema,
      answerType: 'application/octet-stream',
    },
    async ({ query: { format, ...filters } }, context) => {
      const look = context.look(),
        upTo = await newestSeq(look),
        entries = await eachEntry(names, look, filters, upTo);
      const { patid, ...asked } = filters;
      await context.write((w) => w.audit('audit.exported', { upTo, format, ...asked }, patid));
      return {
        pieces: exported(entries, format),
        type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
        headers: {
          'Content-Disposition': `attachment; filename="protokoll.${format}"`,
          'Cache-Control': 'no-store',
        },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/audit/patient/{patid}',
      policy: 'audit.own',
      summary: 'Who looked at the record of one patient',
      params: reportParamsSchema,
      answer: accessReportSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const report = await readAccess(names, context.look(), params.patid);
      await context.write((w) => w.audit('audit.report', {}, params.patid));
      return report;
    },
  ),
  route(
    {
      method: 'get',
      path: '/audit/patient/{patid}/pdf',
      policy: 'audit.own',
      summary: 'Who looked at the record of one patient, on paper for the patient (PDF/A, German)',
      params: reportParamsSchema,
      answerType: 'application/pdf',
      errors: ['not_found', 'pdf_failed'],
    },
    async ({ params }, context) => {
      const bytes = await accessPdf(deps, names, context.look(), params.patid);
      await context.write((w) => w.audit('audit.report', { as: 'pdf' }, params.patid));
      return {
        bytes,
        type: 'application/pdf',
        headers: {
          'Content-Disposition': 'attachment; filename="zugriffe.pdf"',
          'Cache-Control': 'no-store',
        },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/audit/alarms',
      policy: 'audit.own',
      summary: 'Unusually many opened records or wrong passwords, not yet seen by an owner',
      answer: alarmListSchema,
    },
    async (_input, context) => ({ items: await openAlarms(names, context.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/audit/alarms/{seq}/seen',
      policy: 'audit.own',
      summary: 'An owner has seen an alarm',
      params: alarmParamsSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const seq = Number(params.seq),
        isOpen = (await openAlarms(names, context.look())).some((a) => a.seq === seq);
      await context.write(async (w) => {
        if (!isAlarm((await entryAt(w, seq))?.type)) throw new AppError('not_found');
        if (isOpen) await w.audit('access.bulk_seen', { seq });
      });
      return undefined;
    },
  ),
];
