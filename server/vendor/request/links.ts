// Dependencies of requests for a second administrator: each kind brings its effect.

import type { Approve } from '../../../shared/vendor/contract/request.schema.ts';
import type { RequestKind } from '../../../shared/vendor/contract/request.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work, Workshop } from '../../platform/work.ts';
import type { RequestRow } from './store.ts';

/** What a kind of request does. */
export interface RequestEffect {
  /**
   * Judges an approval before it counts; its result is stored with the request.
   * @throws AppError state_conflict when what the approver saw is not what would happen
   */
  judge?: (row: RequestRow, approve: Approve) => Promise<Record<string, unknown>>;
  /**
   * Brings the effect about; may run twice.
   * @param finish marks the request as done inside a transaction of the vendor; false: it was
   */
  run: (row: RequestRow, finish: (w: Work) => Promise<boolean>) => Promise<void>;
}
export interface RequestDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  effects: Readonly<Record<RequestKind, RequestEffect>>;
}
