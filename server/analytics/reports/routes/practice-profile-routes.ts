// Route of the practice profile: name, KZV, number of practitioners and rooms.

import { KZVEN } from '../../../../catalog/kzv/kzv.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { practiceProfileSchema } from '../../../../shared/analytics/deliveries/practice-profile.schema.ts';
import { trueRows } from '../../../platform/db/pvs-rows.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Report } from '../../../paper/pdf/report.ts';
import type { Look } from '../../../platform/work.ts';

export const practiceProfileRoutes = (
  praxis: (look: Look) => Promise<Report['praxis']>,
): Route[] => [
  route(
    {
      method: 'get',
      path: '/profile',
      policy: 'report.read',
      summary: 'What the practice is: association, size, rooms',
      answer: practiceProfileSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        { name, anschrift } = await praxis(look),
        today = berlinDay(look.now),
        said = (await trueRows(look, 'params')).find((row) => row.id === 'kzv')?.wert,
        known = KZVEN.find((one) => one.region === said);
      const dentists = (await trueRows(look, 'behandler')).filter(
          (row) => row.art === 'ZAHNARZT' && (row.austritt === null || row.austritt >= today),
        ).length,
        rooms = (await trueRows(look, 'zimmer')).length;
      return {
        name,
        anschrift,
        region: known?.region ?? null,
        regionName: known?.name ?? null,
        behandler: dentists,
        zimmer: rooms,
        groesse:
          dentists <= 1 ? ('1' as const) : dentists <= 3 ? ('2-3' as const) : ('4+' as const),
      };
    },
  ),
];
