// The feedback that is being written, in memory only: it outlives the way to the page of its
// picture, and belongs to one user.

import { v7 as uuidv7 } from 'uuid';
import type { FeedbackRating, LayoutPicture } from '../../../shared/vendor/feedback.ts';

export interface FeedbackDraft {
  /** One for all attempts: a lost answer sends nothing twice. */
  id: string;
  rating: FeedbackRating | null;
  text: string;
  page: string;
  picture: LayoutPicture | null;
}
let kept: { userId: string; draft: FeedbackDraft } | undefined;

/** Returns the draft of a user; a new one where there is none. */
export const draftOf = (userId: string): FeedbackDraft =>
  kept?.userId === userId
    ? kept.draft
    : { id: uuidv7(), rating: null, text: '', page: '/', picture: null };
export const keepDraft = (userId: string, draft: FeedbackDraft): void => {
  kept = { userId, draft };
};
export const forgetDraft = (): void => {
  kept = undefined;
};
