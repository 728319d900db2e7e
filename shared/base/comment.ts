// V1: maximum length of a comment, counted the same way by form and server.

export const COMMENT_MAX = 250;

/**
 * Checks for at most 250 characters, counted as code points, so that one emoji is one character
 * (V1).
 */
export function isCommentShortEnough(text: string): boolean {
  let n = 0;
  for (const _ of text) if (++n > COMMENT_MAX) return false;
  return true;
}
