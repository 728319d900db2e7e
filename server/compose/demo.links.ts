// Binds the collector's functions to one practice, for generated data.

import {
  FILING_AREAS,
  billingPeriodOf,
  type FilingArea,
} from '../../shared/analytics/billing/billing.ts';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { handIn } from '../analytics/proposals/filings.ts';
import { closeBatch, openBatch, putPart } from '../analytics/collector/deliver.ts';
import { listBatches } from '../analytics/collector/store.ts';
import { DEMO_SOURCE, deliverGenerated, type Delivery } from '../operations/demo/deliver-demo.ts';
import { makePatients, makeAppointments } from '../operations/demo/people.ts';
import type { Actor, Workshop } from '../platform/work.ts';

/**
 * Creates the recipient of demo deliveries.
 * @param changed called with the number of the delivery once it counts
 */
export function deliveryTo({
  workshop,
  cid,
  changed,
}: {
  workshop: Workshop;
  cid: string;
  changed?: (batch: number) => void;
}): Delivery {
  const actor: Actor = { kind: 'system', cid },
    deps = { workshop, cid, actor };
  return {
    async open(run, source) {
      const batch = await openBatch(deps, { run, source, way: 'demo' });
      return batch.state === 'open' ? batch.batch : null;
    },
    put: (part) => putPart(deps, part),
    async close(batch, parts) {
      await workshop.write(cid, actor, (w) => closeBatch(w, batch, { parts }));
      changed?.(batch);
    },
  };
}

/** Newest finished period of an area. */
function periodBefore(area: FilingArea, today: string): string {
  const now = billingPeriodOf(area, today);
  let day = today;
  while (billingPeriodOf(area, day) === now) day = addDays(day, -1);
  return billingPeriodOf(area, day);
}

/** Maximum number of deliveries searched for an earlier one. */
const LOOKED = 500;
/**
 * Delivers three years of a small practice, with the people and the day of the demo board; once,
 * even if they were withdrawn since.
 * @returns rows delivered; 0 where they existed
 */
export async function fillDemo({
  workshop,
  cid,
  now,
  years = 3,
}: {
  workshop: Workshop;
  cid: string;
  now: number;
  years?: number;
}): Promise<number> {
  const known = await listBatches(workshop.look(cid, { kind: 'system', cid }), LOOKED);
  if (known.some((one) => one.source === DEMO_SOURCE && one.closedAt !== null)) return 0;
  const today = berlinDay(now),
    patients = makePatients(today);
  const truth = await deliverGenerated(deliveryTo({ workshop, cid }), `demo-${today}`, {
    template: 'small',
    years,
    seed: 1,
    today,
    demo: { patients, termine: makeAppointments(today, patients) },
  });
  // Old periods were billed long ago: proposals are open for what can still be added.
  await workshop.write(cid, { kind: 'system', cid }, async (w) => {
    for (const area of FILING_AREAS)
      await handIn(w, {
        id: w.newId(),
        kzv: '',
        bereich: area,
        zeitraum: periodBefore(area, today),
        mitFrueheren: true,
      });
  });
  return Object.values(truth?.zeilen ?? {}).reduce((all, one) => all + one, 0);
}
