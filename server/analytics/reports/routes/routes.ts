// Routes that read reports, generated from the registry of reports; below /api.

import { z } from 'zod';
import { isPaidReport } from '../../../../shared/analytics/reports/read-right.ts';
import type { PracticeReportFilter } from '../../../../shared/analytics/reports/report.ts';
import {
  reportFilterSchema,
  reportSchema,
} from '../../../../shared/analytics/reports/report.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { authorizeRead, requireInPlan, withoutLocked, type HasReports } from './read-access.ts';
import { ROWS_PER_FILE_PAGE } from '../page.ts';
import { REPORTS } from '../report-list.ts';
import type { AskReport } from './stored-answers.ts';

/** Characters of the name of a row of a table. */
const MAX_ROW_NAME = 300;
const word = z.string().min(1).max(80),
  special: Readonly<Record<string, z.ZodType<string>>> = {
    seite: z.string().regex(/^[1-9]\d{0,6}$/),
    jeseite: z.literal(String(ROWS_PER_FILE_PAGE)),
    nur: z.string().min(1).max(MAX_ROW_NAME),
  };

/** Lists the routes, one per report. Access to patients is logged once, with their number. */
export const reportRoutes = (ask: AskReport, hasReports: HasReports): Route[] =>
  REPORTS.map(({ path, policy, summary, extra, showsPatients, flag }) => {
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      asked = extra.filter((name) => !params.includes(name));
    const query =
      asked.length === 0
        ? reportFilterSchema
        : reportFilterSchema.safeExtend(
            Object.fromEntries(asked.map((name) => [name, (special[name] ?? word).optional()])),
          );
    return route(
      {
        method: 'get',
        path: `/${path}`,
        policy,
        summary,
        query,
        answer: reportSchema,
        ...(flag !== undefined && { flag }),
        errors: [
          'reports_loading',
          ...(params.length > 0 ? ['not_found'] : []),
          ...(isPaidReport(path) ? ['licence_refused'] : []),
        ],
        ...(params.length > 0 && {
          params: z.strictObject(Object.fromEntries(params.map((name) => [name, word]))),
        }),
      },
      async (input, context) => {
        await requireInPlan(hasReports, context, path);
        const given = input.query as PracticeReportFilter & Record<string, unknown>,
          filter = Object.fromEntries(
            Object.entries(given).filter(([name]) => !asked.includes(name)),
          ) as unknown as PracticeReportFilter;
        const more = {
          ...Object.fromEntries(
            asked.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
          ),
          ...(input.params as Record<string, string> | undefined),
        };
        const readAccess = await authorizeRead(context, policy, path, filter),
          found = withoutLocked(
            await context.look().db.closed(),
            input.params,
            readAccess.zeige(
              await ask(context, {
                cid: context.cid,
                path,
                filter: readAccess.filter,
                extra: { ...more, ...readAccess.extra },
                now: context.now,
              }),
            ),
          );
        const patid = more['patid'];
        // One person's page is logged as access to their record; a list is logged once with its
        // number of patients.
        if (patid !== undefined)
          await context.write((w) => w.audit('patient.viewed', { report: path }, patid));
        else if (showsPatients)
          await context.write((w) =>
            w.audit('report.viewed', { report: path, rows: found.zeilen.length }),
          );
        return {
          ...found,
          meta: {
            ...found.meta,
            filter: mutable(found.meta.filter),
            hinweise: [...found.meta.hinweise],
          },
          kpis: [...found.kpis],
          spalten: [...found.spalten],
          zeilen: [...found.zeilen],
          serien: found.serien.map((s) => ({ name: s.name, punkte: [...s.punkte] })),
        };
      },
    );
  });
const mutable = (f: PracticeReportFilter) => ({
  ...f,
  behandler: [...f.behandler],
  zimmer: [...f.zimmer],
  teams: [...f.teams],
  stempel: [...f.stempel],
  versicherung: [...f.versicherung],
  bereich: [...f.bereich],
  terminart: [...f.terminart],
  termingruppe: [...f.termingruppe],
});
