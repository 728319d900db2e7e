// Labels of work lists and of billing proposals: shared types.

/** Colours of labels as theme names; the screen maps them to values. */
export const LABEL_FARBEN = ['teal', 'orange', 'blue', 'brown', 'pink', 'gray'] as const;
export type LabelColour = (typeof LABEL_FARBEN)[number];
