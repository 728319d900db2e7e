// Labels of work lists and of billing proposals: what both have in common.

/** Colours of labels, words of the theme; the screen knows how they look. */
export const LABEL_FARBEN = ['teal', 'orange', 'blue', 'brown', 'pink', 'gray'] as const;
export type LabelFarbe = (typeof LABEL_FARBEN)[number];
