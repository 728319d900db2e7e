// Binds the collector's verbs to one practice, for data that the program makes up itself.

import { closeBatch, openBatch, putPart } from './collector/deliver.ts';
import type { Delivery } from './demo/deliver-demo.ts';
import type { Actor, Workshop } from './work.ts';

/** @param changed told the number of the delivery once it counts */
export function deliveryTo({ workshop, cid, changed }: { workshop: Workshop; cid: string; changed?: (batch: number) => void }): Delivery {
  const actor: Actor = { kind: 'system', cid }, deps = { workshop, cid, actor };
  return {
    async open(run, source) {
      const batch = await openBatch(deps, { run, source, way: 'demo' });
      return batch.state === 'open' ? batch.batch : null;
    },
    put: part => putPart(deps, part),
    async close(batch, parts) { await workshop.write(cid, actor, w => closeBatch(w, batch, { parts })); changed?.(batch); },
  };
}
