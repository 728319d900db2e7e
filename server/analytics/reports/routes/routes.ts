// Calls that read reports, generated from the table of reports; below /api.

import { z } from 'zod';
import type { BerichtFilter } from '../../../../shared/analytics/reports/report.ts';
import {
  berichtFilterSchema,
  berichtSchema,
} from '../../../../shared/analytics/reports/report.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Auswerter } from '../../snapshot/report-worker.ts';
import { lese, ohneGesperrte } from './read-access.ts';
import { BERICHTE } from '../report-list.ts';

const word = z.string().min(1).max(80),
  page = z.string().regex(/^[1-9]\d{0,6}$/);

/** One call a report. A look at patients is noted once, with their number. */
export const berichtRoutes = (auswerter: Auswerter): Route[] =>
  BERICHTE.map(({ pfad, policy, summary, extra, zeigtPatienten }) => {
    const params = [...pfad.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      asked = extra.filter((name) => !params.includes(name));
    const query =
      asked.length === 0
        ? berichtFilterSchema
        : berichtFilterSchema.safeExtend(
            Object.fromEntries(
              asked.map((name) => [name, (name === 'seite' ? page : word).optional()]),
            ),
          );
    return route(
      {
        method: 'get',
        path: `/${pfad}`,
        policy,
        summary,
        query,
        answer: berichtSchema,
        errors: ['reports_loading', ...(params.length > 0 ? ['not_found'] : [])],
        ...(params.length > 0 && {
          params: z.strictObject(Object.fromEntries(params.map((name) => [name, word]))),
        }),
      },
      async (input, context) => {
        const given = input.query as BerichtFilter & Record<string, unknown>,
          filter = Object.fromEntries(
            Object.entries(given).filter(([name]) => !asked.includes(name)),
          ) as unknown as BerichtFilter;
        const more = {
          ...Object.fromEntries(
            asked.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
          ),
          ...(input.params as Record<string, string> | undefined),
        };
        const lesung = await lese(context, policy, pfad, filter),
          found = ohneGesperrte(
            await context.look().db.closed(),
            input.params,
            lesung.zeige(
              await auswerter.bericht({
                cid: context.cid,
                pfad,
                filter: lesung.filter,
                extra: { ...more, ...lesung.extra },
                jetzt: context.now,
              }),
            ),
          );
        const patid = more['patid'];
        // One person's page is a look at their record; a list is one look with its number.
        if (patid !== undefined)
          await context.write((w) => w.audit('patient.viewed', { report: pfad }, patid));
        else if (zeigtPatienten)
          await context.write((w) =>
            w.audit('report.viewed', { report: pfad, rows: found.zeilen.length }),
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
const mutable = (f: BerichtFilter) => ({
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
