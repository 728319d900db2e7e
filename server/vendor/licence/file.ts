// The licence file: canonical terms with a signature; works without a network.

import { AppError } from '../../../shared/base/errors.ts';
import type { LicenceTerms } from '../../../shared/vendor/licence.ts';
import { licenceFileSchema } from '../../../shared/vendor/licence.schema.ts';
import { canonicalJson } from '../../paper/seal/canonical.ts';
import type { LicenceKeys } from './keys.ts';

/** Writes a signed file. @throws AppError state_conflict on a server that cannot sign */
export function signLicence(keys: LicenceKeys, terms: LicenceTerms): string {
  if (!keys.signer) throw new AppError('state_conflict');
  const { keyId, sign } = keys.signer;
  return JSON.stringify({ terms, keyId, signature: sign(canonicalJson(terms)) });
}

/** Reads a file; undefined for one that is changed, unreadable or signed by a stranger. */
export function readLicence(keys: LicenceKeys, file: string): LicenceTerms | undefined {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    return undefined;
  }
  const read = licenceFileSchema.safeParse(json);
  if (!read.success) return undefined;
  const { terms, keyId, signature } = read.data;
  return keys.isRight(keyId, canonicalJson(terms), signature) ? terms : undefined;
}
