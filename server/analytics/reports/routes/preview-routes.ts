// Route below /api of the previews in the list of reports: stored answers only, nothing is computed.

import { TILES } from '../../../../shared/analytics/reports/overview.ts';
import { readableFilter } from '../../../../shared/analytics/reports/read-right.ts';
import { REPORT_PATHS } from '../../../../shared/analytics/reports/report-pages.ts';
import {
  previewsSchema,
  type ReportPreview,
} from '../../../../shared/analytics/reports/report-preview.schema.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { readerFrom, type HasReports } from './read-access.ts';
import { firstFilter, type StoredAnswers } from './stored-answers.ts';

/** The first figure of each report that the overview stores. */
const PREVIEWED = new Map([...TILES].reverse().map(({ path, key }) => [path, key]));

/**
 * Lists the route.
 * @param stored reads stored answers
 */
export const previewRoutes = (stored: StoredAnswers['stored'], hasReports: HasReports): Route[] => [
  route(
    {
      method: 'get',
      path: '/berichtvorschau',
      policy: 'report.read',
      summary: 'One stored figure of the month for reports that have one; nothing is computed',
      answer: previewsSchema,
    },
    async (_input, context) => {
      const reader = readerFrom(context),
        month = firstFilter(berlinDay(context.now)),
        { von, bis } = month;
      const questions = [...PREVIEWED.keys()].flatMap((path) => {
        const filter = reader && readableFilter(reader, path, month);
        return filter ? [{ path, filter, extra: {} }] : [];
      });
      const found = await stored(context, questions);
      const items = REPORT_PATHS.flatMap((report): ReportPreview[] => {
        const answer = found.get(report),
          key = PREVIEWED.get(report) ?? '',
          value = answer?.kpis.find((one) => one.key === key)?.wert ?? null;
        return value === null
          ? []
          : [
              {
                report,
                kennzahl: key,
                wert: value,
                verlauf:
                  answer?.serien.find(({ name }) => name === key)?.punkte.map(({ y }) => y) ?? [],
              },
            ];
      });
      return {
        items,
        zeit: items.length === 0 ? null : { von, bis },
        istGrosserTarif: await hasReports(context.look()),
      };
    },
  ),
];
