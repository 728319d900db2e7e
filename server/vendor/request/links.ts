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
  /** Reverts the notes of an effect that can never come about; may run twice. */
  fail?: (row: RequestRow) => Promise<void>;
}
/** An effect that no repetition brings about. */
export class NeverDone extends Error {
  /** A code of the provider, or our own. */
  readonly failure: string;
  constructor(failure: string, options?: ErrorOptions) {
    super(`the request cannot be brought about: ${failure}`, options);
    this.failure = failure;
  }
}
export interface RequestDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  effects: Readonly<Record<RequestKind, RequestEffect>>;
  /** Mails an administrator that an approved request failed. */
  tellFailed: (
    w: Work,
    mail: { key: string; userId: string; practiceName: string },
  ) => Promise<void>;
}
