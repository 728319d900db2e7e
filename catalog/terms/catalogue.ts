// The versions of the terms of use and of the contract on processing, read and checked once; a
// version is never changed, a correction gets a new file.

import { termsFileSchema, type TermsFile } from '../../shared/accounts/terms.schema.ts';
import agb1 from './agb@1.json';
import avv1 from './avv@1.json';

/** Ascending by number, as hashed in `hashes.json`. */
export const TERMS: readonly TermsFile[] = [agb1].map((one) => termsFileSchema.parse(one));
/** The contract on processing (Art. 28 GDPR), likewise. */
export const PROCESSING: readonly TermsFile[] = [avv1].map((one) => termsFileSchema.parse(one));
