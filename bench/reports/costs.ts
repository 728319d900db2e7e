/** Costs of the measured practice: without any, reports of profit would have nothing to compute. */
import type Database from 'better-sqlite3';
import type { NewCost } from '../../shared/analytics/reports/cost.schema.ts';
import { putCost } from '../../server/analytics/reports/routes/cost-store.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { CID, workshopOf } from '../kit/practice.ts';

/** Enters twenty costs of all centres, a third of them by the hour. @returns id of a practitioner */
export async function enterCosts(store: Store, plain: Database.Database): Promise<string> {
  const idsOf = (table: string): string[] =>
      plain
        .prepare(`select distinct id from ${table} where cid = ? order by id limit 6`)
        .all(CID)
        .map((row) => (row as { id: string }).id),
    practitioners = idsOf('pvs_behandler'),
    rooms = idsOf('pvs_zimmer');
  const cost = (at: number): NewCost => {
    const places = [
      { centre: 'PRAXIS', target: '' },
      { centre: 'BEHANDLER', target: practitioners[at % practitioners.length]! },
      { centre: 'ZIMMER', target: rooms[at % rooms.length]! },
      { centre: 'BEREICH', target: 'ZE' },
    ] as const;
    const place = places[at % places.length]!;
    return {
      ...place,
      name: `Kosten ${at}`,
      cents: 90_000 + at * 1_234,
      per: at % 3 === 0 && place.centre !== 'BEREICH' ? 'STUNDE' : 'MONAT',
      validFrom: '2010-01-01',
      validTo: null,
    };
  };
  await workshopOf(store).write(CID, { kind: 'system', cid: CID }, async (w) => {
    for (let at = 0; at < 20; at += 1) await putCost(w, `cost${at}`, cost(at));
  });
  return practitioners[0]!;
}
