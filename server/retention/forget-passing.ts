// What belongs to no record goes by itself when its days are over; nobody has to release it.

import { daysOf } from '../../catalog/fristen/periods.ts';
import { berlinDay } from '../../shared/dates.ts';
import type { Workshop } from '../work.ts';
import { forgetPassing } from './store-erase.ts';

const DAY_MS = 86_400_000;
export async function forgetOld({ workshop }: { workshop: Workshop }, cid: string): Promise<void> {
  await workshop.write(cid, { kind: 'system', cid }, async w => {
    const gone = await forgetPassing(w, { putAside: w.now - daysOf('put_aside') * DAY_MS, links: w.now - daysOf('links') * DAY_MS, day: berlinDay(w.now - daysOf('links') * DAY_MS) });
    if (gone.putAside + gone.links + gone.termine + gone.imports > 0) await w.audit('erasure.passing', gone);
  });
}
