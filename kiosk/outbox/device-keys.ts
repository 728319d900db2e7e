// Creates the device's own keys: once, at registration; not part of the first load.

import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { TabletDb } from './tables.ts';
import { inTransaction, keyRow } from './rows.ts';

/**
 * Creates the keys of the device, once per registration: one to sign token challenges, one to
 * receive sealed tasks.
 */
export async function ensureDeviceKeys(
  db: TabletDb,
): Promise<{ sign: CryptoKeyPair; seal: CryptoKeyPair }> {
  const [sign, seal] = await Promise.all([keyRow(db, 'sign'), keyRow(db, 'seal')]);
  if (sign?.pair && seal?.pair) return { sign: sign.pair, seal: seal.pair };
  // Created before the transaction: awaiting WebCrypto inside one would end it early.
  const made = {
    sign: await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]),
    seal: await createSealKeys(false),
  };
  await inTransaction(db, 'readwrite', ['keys'], (at) =>
    Promise.all([
      at('keys').put({ id: 'sign', pair: made.sign }),
      at('keys').put({ id: 'seal', pair: made.seal }),
    ]),
  );
  return made;
}

export async function publicJwks(keys: {
  sign: CryptoKeyPair;
  seal: CryptoKeyPair;
}): Promise<{ signKey: JsonWebKey; sealKey: JsonWebKey }> {
  const [signKey, sealKey] = await Promise.all([
    crypto.subtle.exportKey('jwk', keys.sign.publicKey),
    crypto.subtle.exportKey('jwk', keys.seal.publicKey),
  ]);
  return { signKey, sealKey };
}
