// The versions of the terms of use, read and checked once; a version is never changed, a correction
// gets a new file.

import { termsFileSchema, type TermsFile } from '../../shared/accounts/terms.schema.ts';
import agb1 from './agb@1.json';

/** Ascending by number, as hashed in `hashes.json`. */
export const TERMS: readonly TermsFile[] = [agb1].map((one) => termsFileSchema.parse(one));
