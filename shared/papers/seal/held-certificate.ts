// Certificates and lists that the server rests on, with their ends.

import { expiryState, type ExpiryState } from '../../base/expiry.ts';

/**
 * `https`: the server's own; `time_service`: that of the newest time stamp received; `time_root` and
 * `signature_root`: roots that the operator trusts; `trust_list`: a list of services; `authority`:
 * the root of the practice's own seals.
 */
export const HELD_USES = [
  'https',
  'time_service',
  'time_root',
  'signature_root',
  'trust_list',
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

/** Returns how soon a certificate or a list ends; one without an end never does. */
export const heldState = (
  { from, until }: Pick<HeldCertificate, 'from' | 'until'>,
  now: number,
): ExpiryState =>
  until === null ? 'ok' : expiryState(until - now, from === null ? {} : { life: until - from });
