// Reads the operator's files of trusted certificates at the start.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HeldCertificate, HeldUse } from '../../shared/papers/seal/held-certificate.ts';
import {
  foreignTrustOf,
  readTrustList,
  TrustListError,
  type ForeignTrust,
  type TrustList,
} from '../paper/seal/foreign/trust-list.ts';
import { readRoots, RootsError } from '../paper/seal/trusted-roots.ts';
import { heldCertificate } from '../paper/seal/proof/held-certificate.ts';
import type { Config } from '../platform/config/parse-config.ts';

export type Trusted = {
  /** Roots of time-stamp services (DER). */
  readonly tsaRoots: readonly Uint8Array[];
  readonly foreignTrust: ForeignTrust;
  /** The loaded certificates and lists, with their ends and files. */
  readonly loaded: readonly HeldCertificate[];
};

/**
 * Returns the services of a list that are granted today, each with its newest certificate: an older
 * one has a successor in the list.
 */
export function servicesOf({ anchors }: TrustList, source: string): HeldCertificate[] {
  const newest = new Map<string, HeldCertificate>();
  for (const { certificate, name, use, periods } of anchors) {
    if (!periods.some(({ until }) => until === null)) continue;
    const one = heldCertificate('list_service', certificate, source),
      key = `${use} ${name}`,
      known = newest.get(key);
    if (known === undefined || (known.until ?? 0) < (one.until ?? 0))
      newest.set(key, { ...one, name: name === '' ? one.name : name });
  }
  return [...newest.values()];
}

/**
 * Reads roots and trust lists.
 * @param refuse ends the start with the reason why a file cannot be used
 */
export function readTrust(config: Config, refuse: (problems: string[]) => never): Trusted {
  const readNamed = <T>(key: string, file: string, read: (bytes: Uint8Array) => T): T => {
    try {
      return read(readFileSync(file));
    } catch (error) {
      const isKnown = error instanceof RootsError || error instanceof TrustListError;
      const why = isKnown ? error.message : 'die Datei lässt sich nicht lesen';
      return refuse([`${key}: ${file}: ${why}.`]);
    }
  };
  const rootsIn = (key: string, file: string | undefined): Uint8Array[] =>
    file === undefined ? [] : readNamed(key, file, readRoots);
  const tsaRoots = rootsIn('MOLAR_TSA_ROOTS', config.tsaRootsFile),
    signatureRoots = rootsIn('MOLAR_SIGNATURE_ROOTS', config.signatureRootsFile);
  const lists = config.trustListFiles.map((file) => ({
    file,
    list: readNamed('MOLAR_TRUST_LISTS', file, readTrustList),
  }));
  const rootHeld = (use: HeldUse, key: string, file = '') => {
    const source = `${key}: ${path.basename(file)}`;
    return (root: Uint8Array): HeldCertificate => heldCertificate(use, root, source);
  };
  return {
    tsaRoots,
    foreignTrust: foreignTrustOf(
      signatureRoots,
      lists.map((one) => one.list),
    ),
    loaded: [
      ...tsaRoots.map(rootHeld('time_root', 'MOLAR_TSA_ROOTS', config.tsaRootsFile)),
      ...signatureRoots.map(
        rootHeld('signature_root', 'MOLAR_SIGNATURE_ROOTS', config.signatureRootsFile),
      ),
      ...lists.map(({ file, list: { territory, issuedAt, nextUpdate } }): HeldCertificate => ({
        use: 'trust_list',
        name: territory,
        source: `MOLAR_TRUST_LISTS: ${path.basename(file)}`,
        from: issuedAt,
        until: nextUpdate,
        sha256: null,
      })),
      ...lists.flatMap(({ file, list }) =>
        servicesOf(list, `MOLAR_TRUST_LISTS: ${path.basename(file)}`),
      ),
    ],
  };
}
