// The secret of a link to a questionnaire at home: derived from the installation's root key and the
// link's id, so that the same link can be shown again although only its hash is stored.

import { createHmac, hkdfSync } from 'node:crypto';
import { hashSecret } from '../../../platform/keys/hash-secret.ts';
import { secretOf, type Root } from '../../../platform/keys/rootkey/root-keys.ts';

export interface HomeSecrets {
  /** 192 bits as base64url. */
  secretOf(cid: string, id: string): string;
  hashOf(secret: string): string;
}

export function homeSecretsOf(rootKey: Root): HomeSecrets {
  const key = new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', 'home link 1', 32));
  return {
    secretOf: (cid, id) =>
      createHmac('sha256', key)
        .update(`${cid}|${id}`)
        .digest()
        .subarray(0, 24)
        .toString('base64url'),
    hashOf: hashSecret,
  };
}
