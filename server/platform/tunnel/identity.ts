// The key by which a box and a relay know each other: made once, kept as a file of its owner, with a
// self-signed certificate that only carries the key.

// x509 resolves its parts by reflection and throws unless this is loaded first.
import 'reflect-metadata';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  webcrypto,
  type KeyObject,
} from 'node:crypto';
import { readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { writeWhole } from '../folders.ts';
import { makeFolder, syncFolder } from '../sync-folder.ts';

x509.cryptoProvider.set(webcrypto as Crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Nothing looks at these days: only the key counts, so that no box is locked out by a date. */
const FROM = new Date(Date.UTC(2000, 0, 1)),
  UNTIL = new Date(Date.UTC(2049, 11, 31));

export interface Identity {
  /** SHA-256 of the public key (SubjectPublicKeyInfo), 64 hex digits. */
  pin: string;
  /** PEM. */
  key: string;
  cert: string;
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const pinOf = (key: KeyObject): string => createHash('sha256').update(spkiOf(key)).digest('hex');

/** Returns the pin that the other end of a connection proved; undefined without a certificate. */
export function pinOfPeer(socket: TLSSocket): string | undefined {
  const peer = socket.getPeerX509Certificate();
  return peer === undefined ? undefined : pinOf(peer.publicKey);
}

/**
 * Builds the certificate of a key.
 * @param days first and last day of the certificate; tests pass a past
 */
export async function identityOf(
  key: string,
  days: { from: Date; until: Date } = { from: FROM, until: UNTIL },
): Promise<Identity> {
  const own = createPrivateKey(key),
    open = createPublicKey(own);
  const keys = {
    privateKey: await webcrypto.subtle.importKey(
      'pkcs8',
      own.export({ type: 'pkcs8', format: 'der' }),
      ALGORITHM,
      false,
      ['sign'],
    ),
    publicKey: await webcrypto.subtle.importKey('spki', spkiOf(open), ALGORITHM, true, ['verify']),
  };
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=molar-relay',
    serialNumber: '01',
    notBefore: days.from,
    notAfter: days.until,
    signingAlgorithm: ALGORITHM,
    keys,
  });
  return { pin: pinOf(open), key, cert: `${cert.toString('pem')}\n` };
}

/** Makes a key, as PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

const CURRENT = 'own.key',
  NEXT = 'next.key';
const readKey = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

async function keep(folder: string, name: string): Promise<string> {
  const key = newKey();
  await makeFolder(folder);
  await writeWhole(path.join(folder, name), Buffer.from(key));
  return key;
}

/** Opens the key of a folder; makes it the first time. */
export const openIdentity = async (folder: string): Promise<Identity> =>
  identityOf(readKey(path.join(folder, CURRENT)) ?? (await keep(folder, CURRENT)));

/** Opens the key that is to replace the own one; makes it if there is none. */
export const openNextIdentity = async (folder: string): Promise<Identity> =>
  identityOf(readKey(path.join(folder, NEXT)) ?? (await keep(folder, NEXT)));

const pinIn = (folder: string, name: string): string | undefined => {
  const key = readKey(path.join(folder, name));
  return key === undefined ? undefined : pinOf(createPublicKey(key));
};
/** Returns the pin of the own key; undefined before the first start. */
export const identityPinIn = (folder: string): string | undefined => pinIn(folder, CURRENT);
/** Returns the pin of the key that waits to replace the own one; undefined without one. */
export const nextPinIn = (folder: string): string | undefined => pinIn(folder, NEXT);

/**
 * Puts the next key in the place of the own one, which is gone afterwards.
 * @returns whether there was a next key
 */
export async function switchIdentity(folder: string): Promise<boolean> {
  if (readKey(path.join(folder, NEXT)) === undefined) return false;
  renameSync(path.join(folder, NEXT), path.join(folder, CURRENT));
  await syncFolder(folder);
  return true;
}

/** Returns a reader of the own key that looks at its file each time and opens it when it changed. */
export function followIdentity(folder: string): () => Promise<Identity> {
  let known: { at: number; identity: Promise<Identity> } | undefined;
  return () => {
    const at = statSync(path.join(folder, CURRENT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (known === undefined || known.at !== at || at === 0)
      known = { at, identity: openIdentity(folder) };
    return known.identity;
  };
}
