// Shapes of feedback on the wire.

import { z } from 'zod';
import { FOUND_KINDS } from './patient-words.ts';
import {
  BOX_ROLES,
  FEEDBACK_RATINGS,
  FEEDBACK_TEXT,
  FEEDBACK_VIEWS,
  MOST_BOXES,
  MOST_PX,
} from './feedback.ts';

const px = z.int().min(0).max(MOST_PX),
  side = z.int().min(1).max(MOST_PX);
/** Numbers only: a picture has no place for a word. */
const pictureSchema = z
  .strictObject({
    width: side,
    height: side,
    boxes: z
      .array(
        z.tuple([
          px,
          px,
          side,
          side,
          z
            .int()
            .min(0)
            .max(BOX_ROLES.length - 1),
        ]),
      )
      .max(MOST_BOXES),
  })
  .meta({ id: 'LayoutPicture' });

export const sendFeedbackSchema = z
  .strictObject({
    /** Made by the caller: a repeat stores nothing twice. */
    id: z.uuid(),
    rating: z.enum(FEEDBACK_RATINGS),
    text: z
      .string()
      .trim()
      .max(FEEDBACK_TEXT)
      .regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\r\t])*$/u),
    /** First part of the address of the page. */
    page: z.string().regex(/^\/[a-z-]{0,30}$/),
    picture: pictureSchema.nullable(),
    /** Words that the writer confirmed to be no patient's. */
    confirmed: z.array(z.string().max(200)).max(100).default([]),
  })
  .meta({ id: 'SendFeedback' });
export type SendFeedback = z.input<typeof sendFeedbackSchema>;
/** `found` not empty: nothing was stored, and the words are to be removed or confirmed. */
export const sentFeedbackSchema = z.strictObject({
  isStored: z.boolean(),
  found: z.array(z.strictObject({ word: z.string(), kind: z.enum(FOUND_KINDS) })),
});
export type SentFeedback = z.output<typeof sentFeedbackSchema>;

const base = {
  id: z.string(),
  at: z.int(),
  rating: z.enum(FEEDBACK_RATINGS),
  text: z.string(),
  page: z.string(),
  picture: pictureSchema.nullable(),
  seenAt: z.int().nullable(),
};
export const ownFeedbackSchema = z.strictObject({ items: z.array(z.strictObject(base)) });
export type OwnFeedback = z.output<typeof ownFeedbackSchema>;
export const feedbackListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      ...base,
      cid: z.string(),
      praxisName: z.string(),
      name: z.string(),
      role: z.string(),
      version: z.string(),
    }),
  ),
  /** All that match; the list holds the newest. */
  count: z.int(),
  /** Of the last ninety days. */
  ratings: z.strictObject({ good: z.int(), fair: z.int(), poor: z.int() }),
});
export type FeedbackList = z.output<typeof feedbackListSchema>;
export const feedbackQuerySchema = z.strictObject({
  view: z.enum(FEEDBACK_VIEWS).default('new'),
});
export const seenFeedbackSchema = z.strictObject({ isSeen: z.boolean() });
