// Reads the operator's files of trusted certificates at the start.
import { readFileSync } from 'node:fs';
import {
  foreignTrustOf,
  readTrustList,
  TrustListError,
  type ForeignTrust,
} from '../paper/seal/foreign/trust-list.ts';
import { readRoots, RootsError } from '../paper/seal/trusted-roots.ts';
import type { Config } from '../platform/config/parse-config.ts';

export type Trusted = {
  /** Roots of time-stamp services (DER). */
  readonly tsaRoots: readonly Uint8Array[];
  readonly foreignTrust: ForeignTrust;
};

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
  return {
    tsaRoots: rootsIn('MOLAR_TSA_ROOTS', config.tsaRootsFile),
    foreignTrust: foreignTrustOf(
      rootsIn('MOLAR_SIGNATURE_ROOTS', config.signatureRootsFile),
      config.trustListFiles.map((file) => readNamed('MOLAR_TRUST_LISTS', file, readTrustList)),
    ),
  };
}
