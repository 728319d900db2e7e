/** Dependencies of the sync core on other rooms. */

import type { JudgeDeps } from './judge-op.ts';
import type { BodyKeys } from './body-keys.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Clock } from '../../../shared/base/ports.ts';
import type { Look } from '../../platform/work.ts';
import type { PraxisConfig } from '../tablet/links.ts';
import type { LiveSeals } from './live-seals.ts';

export interface SyncDeps extends JudgeDeps, Pick<BodyKeys, 'formText'> {
  store: Store;
  /** Only for the judging queue; nothing else here has its own clock. */
  clock: Clock;
  installation(): { epoch: string };
  praxisConfig(look: Look): Promise<PraxisConfig>;
  seals: Pick<LiveSeals, 'of'>;
  /** ms after which acknowledged ops count as safe. */
  safeAfterMs: number;
  /**
   * Working backups exist: only backed up ops are safe (`raiseSafe`), not every op older than a
   * day.
   */
  hasBackup(): boolean;
  /** A failure that is retried later; `code` is a word. */
  report(code: string, error: unknown): void;
}
