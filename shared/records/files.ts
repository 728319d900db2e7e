// Terms of the stored files of a practice.

/**
 * Kinds of references to a stored file: a listed document, an uploaded picture, a scanned page that
 * is not filed yet, the page shown for signing, a sealed form of it (also an earlier one, before
 * the time stamp), the recorded pen movement, an export for a person while it can be fetched, a file
 * of a request for help.
 */
export const BLOB_USES = [
  'document',
  'picture',
  'scan',
  'presented',
  'sealed',
  'ink',
  'export',
  'ticket',
] as const;
export type BlobUse = (typeof BLOB_USES)[number];

/**
 * `missing`: the file does not exist. `damaged`: its content does not match its name, or not under
 * this practice's key.
 */
export const BLOB_FAULTS = ['missing', 'damaged'] as const;
