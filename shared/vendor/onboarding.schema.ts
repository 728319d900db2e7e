// Shapes of the guided start on the wire.

import { z } from 'zod';
import {
  ONBOARDING_NOTES,
  ONBOARDING_SIDES,
  ONBOARDING_STATES,
  ONBOARDING_STEP_STATES,
  ONBOARDING_STEPS,
} from './onboarding.ts';

const base = {
  state: z.enum(ONBOARDING_STATES),
  steps: z.array(
    z.strictObject({
      step: z.enum(ONBOARDING_STEPS),
      state: z.enum(ONBOARDING_STEP_STATES),
      side: z.enum(ONBOARDING_SIDES),
      at: z.int().nullable(),
      skip: z.strictObject({ name: z.string(), why: z.string() }).nullable(),
    }),
  ),
  settled: z.int(),
  needed: z.int(),
  next: z.enum(ONBOARDING_STEPS).nullable(),
  since: z.int(),
  firstPaperMs: z.number().nullable(),
  codeAt: z.int().nullable(),
};
export const onboardingSchema = z.strictObject(base).meta({ id: 'Onboarding' });
export type OnboardingView = z.output<typeof onboardingSchema>;

export const ONBOARDING_VIEWS = ['open', 'done'] as const;
export type OnboardingListView = (typeof ONBOARDING_VIEWS)[number];
export const onboardingListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      cid: z.string(),
      name: z.string(),
      createdAt: z.int(),
      /** Whom to call. */
      owner: z.string(),
      phone: z.string(),
      mail: z.string(),
      calledAt: z.int().nullable(),
      ...base,
    }),
  ),
  stuck: z.int(),
  running: z.int(),
  done: z.int(),
  /** Median time to the first signed paper, ms. */
  medianMs: z.number().nullable(),
});
export type OnboardingList = z.output<typeof onboardingListSchema>;
export type OnboardingItem = OnboardingList['items'][number];

export const NOTE_LIMIT = 500;
/** Several lines; only line breaks and tabs of the control characters. */
const text = z
  .string()
  .trim()
  .min(1)
  .max(NOTE_LIMIT)
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\r\t])*$/u);
export const onboardingNoteSchema = z
  .strictObject({
    /** Made by the caller: a repeat stores nothing twice. */
    id: z.uuid(),
    kind: z.enum(ONBOARDING_NOTES),
    step: z.enum(ONBOARDING_STEPS).nullable(),
    text,
  })
  .refine(({ kind, step }) => (kind === 'call') === (step === null), { path: ['step'] });
export type OnboardingNoteInput = z.output<typeof onboardingNoteSchema>;
export const onboardingNotesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      at: z.int(),
      kind: z.enum(ONBOARDING_NOTES),
      step: z.enum(ONBOARDING_STEPS).nullable(),
      text: z.string(),
      name: z.string(),
    }),
  ),
});
export type OnboardingNotes = z.output<typeof onboardingNotesSchema>;
