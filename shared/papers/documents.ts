// Words of the practice's list of documents.

/** What a listed file is: a paper that asked for a signature, one that was only read, paper that was scanned, the receipt of a withdrawal, what the practice uploaded. */
export const DOCUMENT_KINDS = ['document', 'notice', 'scan', 'receipt', 'upload'] as const;
export type ListedKind = (typeof DOCUMENT_KINDS)[number];
