// Words about the stored files of a practice.

/**
 * What names a stored file: a listed document, an uploaded picture, a scanned page that is not filed yet, the page that was shown to be
 * signed, a sealed form of it (also an earlier one, before the time stamp), the recorded pen movement, an export for a person while it can be fetched.
 */
export const BLOB_USES = [
  'document',
  'picture',
  'scan',
  'presented',
  'sealed',
  'ink',
  'export',
] as const;
export type BlobUse = (typeof BLOB_USES)[number];

/** `missing`: the file is gone. `damaged`: it does not hold what its name says, or not under this practice's key. */
export const BLOB_FAULTS = ['missing', 'damaged'] as const;
