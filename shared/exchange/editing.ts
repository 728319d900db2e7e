// Who has a draft of an editor open: sent by the editors, heard over the staff's live channel.

export const DRAFT_KINDS = ['text', 'form', 'rule'] as const;
/** A draft of a consent text, a questionnaire or an own billing rule. */
export interface DraftName {
  kind: (typeof DRAFT_KINDS)[number];
  id: string;
}
/** A window of a user in which a draft is open. */
export interface DraftWindow {
  windowId: string;
  userId: string;
  name: string;
}
/** Interval at which an open editor repeats its word, ms. */
export const EDITING_BEAT_MS = 15_000;
/** Without a word for this time a window counts as closed, ms. */
export const EDITING_EXPIRY_MS = 40_000;
