// Feedback of a practice's users on the program: a rating, words, and a picture that cannot hold a
// name, since it consists of rectangles only.

import { DAY_MS } from '../base/day-math.ts';

export const FEEDBACK_RATINGS = ['good', 'fair', 'poor'] as const;
export type FeedbackRating = (typeof FEEDBACK_RATINGS)[number];
export const FEEDBACK_VIEWS = ['new', 'all'] as const;
export type FeedbackView = (typeof FEEDBACK_VIEWS)[number];

/** What a rectangle of a picture stands for. */
export const BOX_ROLES = [
  'panel',
  'text',
  'heading',
  'button',
  'field',
  'picture',
  'mark',
] as const;
export type BoxRole = (typeof BOX_ROLES)[number];
/** Left, top, width and height in px, and the place of its role in `BOX_ROLES`. */
type Box = [x: number, y: number, w: number, h: number, role: number];
export interface LayoutPicture {
  width: number;
  height: number;
  boxes: Box[];
}
/** Most rectangles, and px of a side. */
export const MOST_BOXES = 800,
  MOST_PX = 4000;
export const FEEDBACK_TEXT = 2000;
/** Most feedback of a user within a day. */
export const FEEDBACK_A_DAY = 20;
/** Feedback is deleted after two years. */
export const FEEDBACK_KEPT_MS = 730 * DAY_MS;

/**
 * Returns the area of an address: its first part only, since later ones may hold a patient's
 * number.
 */
export const areaOf = (path: string): string => {
  const first = path.split(/[/?#]/).find((part) => part !== '') ?? '';
  return /^[a-z-]{1,30}$/.test(first) ? `/${first}` : '/';
};

/** A rectangle of the screen, as a browser gives it. */
export interface Seen {
  left: number;
  top: number;
  width: number;
  height: number;
  role: BoxRole;
}
/** Makes a picture of rectangles: those in view, cut at its edges, in whole px. */
export function pictureOf(
  seen: readonly Seen[],
  view: { width: number; height: number },
): LayoutPicture {
  const width = Math.min(MOST_PX, Math.max(1, Math.round(view.width))),
    height = Math.min(MOST_PX, Math.max(1, Math.round(view.height))),
    boxes: Box[] = [];
  for (const one of seen) {
    const x = Math.max(0, Math.round(one.left)),
      y = Math.max(0, Math.round(one.top)),
      w = Math.min(width, Math.round(one.left + one.width)) - x,
      h = Math.min(height, Math.round(one.top + one.height)) - y;
    if (w > 0 && h > 0 && boxes.length < MOST_BOXES)
      boxes.push([x, y, w, h, BOX_ROLES.indexOf(one.role)]);
  }
  return { width, height, boxes };
}
