// Automatic deletion of data without a record after its period, without a release.

import { daysOf } from '../../../catalog/retention/periods.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Workshop } from '../../platform/work.ts';
import { forgetPassing } from './store-erase.ts';

export async function forgetOld({ workshop }: { workshop: Workshop }, cid: string): Promise<void> {
  await workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const before = (key: Parameters<typeof daysOf>[0]): number => w.now - daysOf(key) * DAY_MS;
    const gone = await forgetPassing(w, {
      putAside: before('put_aside'),
      shares: before('shares'),
      links: before('links'),
      day: berlinDay(before('links')),
    });
    if (gone.putAside + gone.links + gone.termine + gone.imports > 0)
      await w.audit('erasure.passing', gone);
  });
}
