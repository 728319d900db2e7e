/** The item of a share that is open, and the practice that gave it. */

import type { PortalStatus, ShareItemContent } from '../../shared/exchange/share.schema.ts';

export type Practice = PortalStatus['praxis'];

/** A form or signature; outlives its page while it is being sent. */
export interface OpenItem {
  readonly content: ShareItemContent;
  /** Being sent to the practice, or arrived. */
  isHanded(): boolean;
  /** The network or the session may be back. */
  again(): void;
  /** Idle: decrypted data leaves memory. */
  cover(): void;
  /** All input is on the disk, if there is one. */
  flush(): Promise<void>;
  /** X9: destroys the input of this item. Absent where there is none. */
  remove?(): Promise<void>;
}
