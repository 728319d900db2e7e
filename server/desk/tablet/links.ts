// Dependencies of this slice, passed in where the server is composed.

import type {
  BoardArrival,
  BoardMappe,
  BoardRoom,
  BoardVisit,
} from '../../../shared/exchange/board.ts';
import type { ConfigBody } from '../../../shared/exchange/sync.ts';
import type { Look, Work } from '../../platform/work.ts';

/** Identity of the database; `epoch` changes with a restore, `securityEpoch` ends every session. */
export interface Installation {
  epoch: string;
  securityEpoch: number;
}
/** Configuration common to every tablet of a practice, in addition to its own name and posture. */
export type PraxisConfig = Omit<ConfigBody, 'tabletName' | 'posture'>;

export interface TabletLinks {
  installation(): Installation;
  /** Settings and public keys of the practice; read outside transactions. */
  praxisConfig(look: Look): Promise<PraxisConfig>;
  /** A bearer token of at most 15 minutes (server/accounts/sign-in). */
  giveToken(
    w: Work,
    input: { tabletId: string; securityEpoch: number },
  ): Promise<{ authToken: string; expiresAt: number }>;
  /** Ends every token of a tablet (server/accounts/sign-in). */
  dropTokens(w: Work, tabletId: string): Promise<unknown>;
  /** Adds a row to the tablet's feed (server/desk/sync). */
  feed(w: Work, tabletId: string, op: 'config' | 'purge'): Promise<void>;
  /** Interrupts running tasks of a lost tablet (server/desk/task). */
  release(w: Work, tabletId: string): Promise<void>;
  /** Returns the Mappe of a task on this tablet; undefined for any other (server/desk/task). */
  mappeAt(w: Work, tabletId: string, taskId: string): Promise<string | undefined>;
  boardMappen(look: Look): Promise<BoardMappe[]>;
  expected(look: Look): Promise<BoardVisit[]>;
  /** Occupancy of rooms (server/desk/patient). */
  rooms(look: Look): Promise<BoardRoom[]>;
  /** Patients present today. */
  arrivals(look: Look): Promise<BoardArrival[]>;
  /**
   * Checks the practice's tablet PIN and counts the attempt per tablet; throws `pin_wrong` or
   * `rate_limited` (server/accounts/settings).
   */
  checkPin(look: Look, input: { tabletId: string; pin: string }): Promise<{ isRight: true }>;
  /** Counts a wrong registration code; informs the owners of many (server/accounts/sign-in). */
  noteWrongCode(cid: string): void;
  /** Version of the running build, in the format that tablets use. */
  version: string;
}
