// Terms of the practice's list of documents.

/**
 * Kinds of listed files: a paper to be signed, one that was only read, scanned paper, the receipt
 * of a withdrawal, an upload of the practice.
 */
export const DOCUMENT_KINDS = ['document', 'notice', 'scan', 'receipt', 'upload'] as const;
export type ListedKind = (typeof DOCUMENT_KINDS)[number];
