// The key of a live channel: made when a tablet begins to listen and told to it, so that nobody makes one while a patient waits for a task.

import { toBase64 } from '../../../shared/exchange/sealing.ts';
import { pointOf, sealerFor, type Sealer } from '../../platform/keys/node-seal.ts';

export interface LiveSeals {
  /** For a channel that opens: `point` (base64) is for the tablet; `end` when it closes. */
  begin(tabletId: string, sealKey: JsonWebKey): { point: string; end(): void };
  /** That of the tablet's channel, a fresh one where there is none for this key. */
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
