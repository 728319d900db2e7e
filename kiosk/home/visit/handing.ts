/** Submitting answers: sent until the server has them, shown again, or corrected. */

import { MISSES } from '../keeper.ts';
import type { VisitCore } from './visitCore.ts';
import type { Handing } from './visitState.ts';

/** Creates the steps of submitted answers. */
export function createHanding(core: VisitCore): Handing {
  const { get, put, edit, cover, keeper, flags } = core;
  return {
    async handIn(answers, copy) {
      edit({ handed: { answers, copy } });
      put({ screen: 'handing', copy, sending: { kind: 'sending' } });
      // Stored first, then sent: nothing is lost on the way.
      await keeper.flush().catch(() => undefined);
      core.send();
    },
    again: () => core.sending.again(),
    show() {
      const { screen, copy, misses } = get();
      // Limits the attempts to the wrong birth dates a draft survives.
      if (screen === 'handing' && copy === null && misses < MISSES) cover();
    },
    mend() {
      const { sending: last } = get();
      if (last?.kind !== 'refused') return;
      edit({ handed: null });
      if (!flags.isSure) {
        put({ sending: null, copy: null });
        cover();
        return;
      }
      put({ screen: last.why === 'person' ? 'person' : 'form', sending: null, copy: null });
    },
  };
}
