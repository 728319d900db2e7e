// Routes below /api of targets for key figures and the day from which they apply.

import { isFigure } from '../../../../shared/analytics/reports/figures.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  newTargetSchema,
  targetsSchema,
} from '../../../../shared/analytics/reports/target.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { readerFrom } from './read-access.ts';
import { personOf } from './overview-routes.ts';
import { putTarget, targetRowsOf } from './practice-goals-store.ts';

export const targetRoutes = (
  people: (look: Look) => Promise<ReadonlyMap<string, string>>,
): Route[] => [
  route(
    {
      method: 'get',
      path: '/ziele',
      policy: 'report.read',
      summary:
        'Targets of the practice and of its practitioners, with the days from which they hold',
      answer: targetsSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        names = await people(look),
        rows = await targetRowsOf(look);
      const reader = readerFrom(context),
        sees = (who: string): boolean =>
          reader?.readRight === 'alle' ||
          (who === '' ? reader?.readRight === 'praxis' : who === reader?.behandlerId);
      return {
        items: rows
          .filter((row) => sees(row.behandler))
          .map((row) => ({
            kennzahl: row.kennzahl,
            behandler: row.behandler,
            gueltigAb: row.validFrom,
            wert: row.value,
            wer: names.get(row.changedBy) ?? '',
            am: row.changedAt,
          })),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/ziele',
      policy: 'report.write',
      summary: 'Set a target from a day on; without a value it ends that day',
      body: newTargetSchema,
      answerType: 'none',
      errors: ['validation'],
    },
    async ({ body: { kennzahl, behandler, gueltigAb, wert: value } }, context) => {
      const changedBy = personOf(context);
      if (!isFigure(kennzahl))
        throw new AppError('validation', { fields: { kennzahl: 'unknown' } });
      await context.write(async (w) => {
        await putTarget(w, { kennzahl, behandler, validFrom: gueltigAb, value: value, changedBy });
        await w.audit('target.set', { kennzahl, behandler, from: gueltigAb, value });
      });
      return undefined;
    },
  ),
];
