// Sealing key of a live channel: created and announced when a tablet begins to listen, so that no
// patient waits for it.

import { toBase64 } from '../../../shared/exchange/sealing.ts';
import { pointOf, sealerFor, type Sealer } from '../../platform/keys/node-seal.ts';

export interface LiveSeals {
  /** Opens a channel: `point` (base64) is for the tablet; call `end` when it closes. */
  begin(tabletId: string, sealKey: JsonWebKey): { point: string; end(): void };
  /** Returns the key of the tablet's channel, or a fresh one when there is none for this key. */
  of(tabletId: string, sealKey: JsonWebKey): Sealer;
}

export function createLiveSeals(): LiveSeals {
  const open = new Map<string, { to: string; sealer: Sealer }>();
  return {
    begin(tabletId, sealKey) {
      const to = pointOf(sealKey),
        own = { to: toBase64(to), sealer: sealerFor(to) };
      open.set(tabletId, own);
      return {
        point: toBase64(own.sealer.point),
        end() {
          if (open.get(tabletId) === own) open.delete(tabletId);
        },
      };
    },
    of(tabletId, sealKey) {
      const to = pointOf(sealKey),
        own = open.get(tabletId);
      return own?.to === toBase64(to) ? own.sealer : sealerFor(to);
    },
  };
}
