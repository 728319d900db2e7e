// What a practice may put to a patient's documents: kinds, formats and size.

/**
 * What an upload is called: a fixed word, because a file's own name may say anything and would
 * stand in addresses and logs.
 */
export const UPLOAD_KINDS = ['letter', 'findings', 'xray', 'photo', 'bill', 'other'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
/** Title under which an upload is filed; screens translate by the kind. */
export const UPLOAD_TITLES: Readonly<Record<UploadKind, string>> = {
  letter: 'Brief',
  findings: 'Befund',
  xray: 'Röntgenbild',
  photo: 'Foto',
  bill: 'Rechnung oder Kostenplan',
  other: 'Sonstiges Dokument',
};

export const UPLOAD_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const;
/** So long anyone who put a file to the wrong person may take it back. */
export const UPLOAD_UNDO_MS = 10 * 60_000;
/** 20 MiB. */
export const UPLOAD_LIMIT = 20 * 1024 * 1024;
