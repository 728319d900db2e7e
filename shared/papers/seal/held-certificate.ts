// Certificates and lists that the server rests on, with their ends.

import { expiryState, type ExpiryState } from '../../base/expiry.ts';

/**
 * `https`: the server's own; `time_service`: that of the newest time stamp received; `time_root` and
 * `signature_root`: roots that the operator trusts; `trust_list`: a list of services; `list_service`:
 * the certificate of a service in it; `authority`: the root of the practice's own seals.
 */
export const HELD_USES = [
  'https',
  'time_service',
  'time_root',
  'signature_root',
  'trust_list',
  'list_service',
  'authority',
] as const;
export type HeldUse = (typeof HELD_USES)[number];

export interface HeldCertificate {
  readonly use: HeldUse;
  readonly name: string;
  /** The setting that names its file, and the name of the file; empty for one made here. */
  readonly source: string;
  /** Begin and end, UTC ms; null if it states none. */
  readonly from: number | null;
  readonly until: number | null;
  /** SHA-256 of a certificate, as hex; null for a list. */
  readonly sha256: string | null;
}

/**
 * Returns how soon a certificate or a list ends; one without an end never does. A service of a list
 * that ended is history: it still vouches for what it signed, and only a newer list helps.
 */
export function heldState(
  { use, from, until }: Pick<HeldCertificate, 'use' | 'from' | 'until'>,
  now: number,
): ExpiryState {
  if (until === null || (use === 'list_service' && until <= now)) return 'ok';
  return expiryState(until - now, from === null ? {} : { life: until - from });
}
