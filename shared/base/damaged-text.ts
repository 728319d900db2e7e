// Words in the place of a stored text that was damaged.

/** Stands in both languages: the server does not know who reads it. */
export const DAMAGED_TEXT = '(beschädigt · damaged)';
