// Rows of keys that have a certificate and a private half.

import type { KeyPurpose, KeyRow } from './store.ts';

/** Returns the AAD that binds a wrapped key to its row. */
export const keyAad = (cid: string, id: string, purpose: KeyPurpose): string =>
  `key|${cid}|${id}|${purpose}`;

/** A row of a key with a certificate and a private half. */
export type CertifiedRow = KeyRow & { certificate: Buffer; wrapped: Buffer };
export const isCertified = <R extends KeyRow>(row: R): row is R & CertifiedRow =>
  row.certificate !== null && row.wrapped !== null;
