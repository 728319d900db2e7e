// Routes below /api for the fee limit scheme by quarter and the average figures of the KZV's
// letter.

import { z } from 'zod';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  hvmConfigSchema,
  hvmModelsSchema,
  kzvLettersSchema,
  newHvmSchema,
  newKzvLetterSchema,
  type HvmModel,
  type KzvLetter,
} from '../../../../shared/analytics/reports/hvm.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { normalizedNumber } from '../../snapshot/area.ts';
import { WOP } from '../hvm.ts';
import { personOf } from './overview-routes.ts';
import { lettersOf, hvmOf, putLetter, putHvm } from './practice-goals-store.ts';

const params = z.strictObject({ region: z.string().min(1).max(10) });
const known = (region: string): string => {
  if (!(region in WOP)) throw new AppError('not_found');
  return region;
};

export const hvmRoutes = (
  people: (look: Look) => Promise<ReadonlyMap<string, string>>,
): Route[] => [
  route(
    {
      method: 'get',
      path: '/hvm/{region}/modell',
      policy: 'report.read',
      summary: 'How the fee limit of a region is set up, by quarter, newest first',
      params,
      answer: hvmModelsSchema,
      errors: ['not_found'],
    },
    async (input, context) => {
      const look = context.look(),
        names = await people(look),
        rows = await hvmOf(look, known(input.params.region));
      const items = rows.flatMap((row): HvmModel[] => {
        const config = hvmConfigSchema.safeParse(row.config);
        return config.success
          ? [
              {
                jahr: row.jahr,
                quartal: row.quartal,
                config: config.data,
                wer: names.get(row.changedBy) ?? '',
                am: row.changedAt,
              },
            ]
          : [];
      });
      return { items };
    },
  ),
  route(
    {
      method: 'put',
      path: '/hvm/{region}/modell',
      policy: 'report.write',
      summary: 'Set the fee limit of a quarter up as the letter says it',
      params,
      body: newHvmSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: given, body: { jahr: year, quartal: quarter, config } }, context) => {
      const changedBy = personOf(context),
        region = known(given.region);
      await context.write(async (w) => {
        await putHvm(w, { region, jahr: year, quartal: quarter, config: { ...config }, changedBy });
        await w.audit('hvm.set', { region, jahr: year, quartal: quarter, modell: config.modell });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/kzvbrief',
      policy: 'report.read',
      summary: "Average figures of the association's letters as they were typed in",
      answer: kzvLettersSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        names = await people(look),
        found = new Map<string, KzvLetter>();
      for (const row of await lettersOf(look)) {
        const key = `${row.jahr} ${row.quartal}`,
          one = found.get(key) ?? {
            jahr: row.jahr,
            quartal: row.quartal,
            wer: names.get(row.changedBy) ?? '',
            am: row.changedAt,
            zeilen: [],
          };
        one.zeilen.push({ nr: row.nr, je100: row.je100 });
        found.set(key, one);
      }
      return { items: [...found.values()] };
    },
  ),
  route(
    {
      method: 'put',
      path: '/kzvbrief',
      policy: 'report.write',
      summary: "Put the average figures of a quarter's letter in place of those typed in before",
      body: newKzvLetterSchema,
      answerType: 'none',
    },
    async ({ body: { jahr: year, quartal: quarter, zeilen: lines } }, context) => {
      const changedBy = personOf(context),
        rows = new Map(lines.map((one) => [normalizedNumber(one.nr), one.je100]));
      await context.write(async (w) => {
        await putLetter(w, { jahr: year, quartal: quarter, changedBy }, rows);
        await w.audit('kzv_letter.entered', { jahr: year, quartal: quarter, positions: rows.size });
      });
      return undefined;
    },
  ),
];
