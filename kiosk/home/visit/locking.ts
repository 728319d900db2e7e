/** The lock of a draft: after idleness the birth date is asked. */

import { birthOf } from '../draft.ts';
import { MISSES } from '../keeper.ts';
import type { VisitCore } from './visitCore.ts';
import type { Locking } from './visitState.ts';

/** Creates the lock of a visit. */
export function createLocking(core: VisitCore): Locking {
  const { get, put, keeper, flags } = core;
  return {
    lock() {
      const { screen, draft } = get();
      if (screen === 'sent' || screen === 'handing') {
        flags.isSure = false;
        put({ copy: null });
        return;
      }
      if ((screen !== 'person' && screen !== 'form' && screen !== 'start') || !draft) return;
      // Before the questions nothing is stored, and no health data was entered.
      if (!flags.isBegun || birthOf(draft.person) === null) {
        put({ screen: 'start', draft: null });
        return;
      }
      core.cover();
    },
    async unlock(day) {
      const { draft, form } = get(),
        kept = draft && form ? { draft, form } : await keeper.open();
      if (!kept) {
        put({ screen: 'shut' });
        return;
      }
      if (birthOf(kept.draft.person) === day) {
        await keeper.forgive().catch(() => undefined);
        flags.isSure = true;
        core.opened(kept);
        const { handed } = kept.draft;
        put({
          misses: 0,
          ...(handed ? { screen: 'handing', copy: handed.copy } : { screen: 'form' }),
        });
        return;
      }
      const misses = await keeper.miss().catch(() => get().misses + 1);
      // Submitted answers continue to be sent.
      put(
        misses >= MISSES
          ? { screen: kept.draft.handed ? 'handing' : 'shut', misses, draft: null, form: null }
          : { misses },
      );
    },
  };
}
