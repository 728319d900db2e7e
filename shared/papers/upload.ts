// Uploads to a patient's documents: kinds, formats and size.

/**
 * File name of an upload: a fixed word, because the original name may contain anything and would
 * appear in URLs and logs.
 */
export const UPLOAD_KINDS = ['letter', 'findings', 'xray', 'photo', 'bill', 'other'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
/** Title of a filed upload; screens translate by the kind. */
export const UPLOAD_TITLES: Readonly<Record<UploadKind, string>> = {
  letter: 'Brief',
  findings: 'Befund',
  xray: 'Röntgenbild',
  photo: 'Foto',
  bill: 'Rechnung oder Kostenplan',
  other: 'Sonstiges Dokument',
};

export const UPLOAD_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const;
/** Time in which the sender may withdraw a file that was filed with the wrong person. */
export const UPLOAD_UNDO_MS = 10 * 60_000;
/** 20 MiB. */
export const UPLOAD_LIMIT = 20 * 1024 * 1024;
