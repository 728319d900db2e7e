// Watches the readiness: what fails at two looks in a row is logged and mailed once, and once more
// when it is over. Monitors and the board read the same checks.

import { TROUBLE_NAMES, type Trouble } from '../../../shared/operations/troubles.ts';
import type { Log } from '../../platform/http/log.ts';
import { troublesIn, type Readiness } from './check-readiness.ts';

export interface TroubleDeps {
  readiness: () => Promise<Readiness>;
  log: Pick<Log, 'note' | 'failure'>;
  /** Mails new troubles; repeated at the next look while it fails. */
  tell: (troubles: readonly Trouble[]) => Promise<void>;
}

/** Returns the look to take every minute. */
export function watchTroubles({ readiness, log, tell }: TroubleDeps): () => Promise<void> {
  const known = new Set<Trouble>(),
    untold = new Set<Trouble>();
  let before: readonly Trouble[] = [];
  return async () => {
    const state = await readiness(),
      found = troublesIn(state),
      silent = TROUBLE_NAMES.filter((name) => state.checks[name] === 'slow');
    for (const check of found)
      if (before.includes(check) && !known.has(check)) {
        known.add(check);
        untold.add(check);
        log.note('health.failed', { check, ...(check === 'slow' && { silent: silent.join(' ') }) });
      }
    for (const check of known)
      if (!found.includes(check)) {
        known.delete(check);
        untold.delete(check);
        log.note('health.recovered', { check });
      }
    before = found;
    if (untold.size === 0) return;
    try {
      await tell([...untold]);
      untold.clear();
    } catch (error) {
      log.failure({ code: 'health.mail', error });
    }
  };
}
