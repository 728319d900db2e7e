// Configuration of one tablet: the practice's settings and keys with the tablet's own name and
// posture.

import type { ConfigBody } from '../../../shared/exchange/sync.ts';
import type { PraxisConfig } from './links.ts';
import type { TabletRow } from './store.ts';

/** Only the public members of a key leave the server. */
const publicOf = (k: JsonWebKey): JsonWebKey => ({
  kty: 'EC',
  crv: 'P-256',
  x: k.x ?? '',
  y: k.y ?? '',
});

export function configOf(
  tablet: Pick<TabletRow, 'name' | 'posture' | 'guestOf'>,
  { pinCheck, ...praxis }: PraxisConfig,
): ConfigBody {
  // The data for checking the staff PIN offline would let a private phone guess it.
  return {
    ...(pinCheck && tablet.guestOf === null && { pinCheck }),
    tabletName: tablet.name,
    posture: tablet.posture,
    ...praxis,
    serverKey: publicOf(praxis.serverKey),
    escrowKey: publicOf(praxis.escrowKey),
  };
}
