// The feedback that is being written, in this tab only: it outlives the way to the page of its
// picture and a reload, belongs to one user, and ends with the session.

import { v7 as uuidv7 } from 'uuid';
import type { FeedbackRating, LayoutPicture } from '../../../shared/vendor/feedback.ts';
import { FEEDBACK_DRAFT } from '../../session.ts';

export interface FeedbackDraft {
  /** One for all attempts: a lost answer sends nothing twice. */
  id: string;
  rating: FeedbackRating | null;
  text: string;
  page: string;
  picture: LayoutPicture | null;
}
interface Kept {
  userId: string;
  draft: FeedbackDraft;
}
/** Of a browser without storage. */
let inMemory: Kept | undefined;

function read(): Kept | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(FEEDBACK_DRAFT) ?? 'null') as Kept | null) ?? undefined
    );
  } catch {
    return inMemory;
  }
}

/** Returns the draft of a user; a new one where there is none. */
export function draftOf(userId: string): FeedbackDraft {
  const kept = read();
  return kept?.userId === userId
    ? kept.draft
    : { id: uuidv7(), rating: null, text: '', page: '/', picture: null };
}
export function keepDraft(userId: string, draft: FeedbackDraft): void {
  inMemory = { userId, draft };
  try {
    sessionStorage.setItem(FEEDBACK_DRAFT, JSON.stringify(inMemory));
  } catch {
    // It outlives the way to another page, and no reload.
  }
}
export function forgetDraft(): void {
  inMemory = undefined;
  try {
    sessionStorage.removeItem(FEEDBACK_DRAFT);
  } catch {
    // Nothing was kept.
  }
}
