// Schema of the encrypted handwriting of one paper, as handed to an owner in a dispute.

import { z } from 'zod';

/**
 * State of a signer's point file: stored, never drawn, named by the evidence but gone or changed,
 * or unknown because the paper has no evidence.
 */
const HANDWRITING_STATES = ['stored', 'not_drawn', 'missing', 'damaged', 'unknown'] as const;
export type HandwritingState = (typeof HANDWRITING_STATES)[number];

const ink = z.strictObject({
  strokes: z.int(),
  points: z.int(),
  durationMs: z.number(),
  pointerTypes: z.array(z.string()).readonly(),
  pressureLevels: z.int(),
});
export const handwritingSchema = z
  .strictObject({
    envelopeId: z.string(),
    taskId: z.string(),
    title: z.string(),
    signedAt: z.number(),
    /** SHA-256 of the sealed paper. */
    paperSha256: z.string(),
    /** Public half of the escrow key; `null` if the database does not know the key any more. */
    escrow: z.strictObject({ keyId: z.string(), x: z.string(), y: z.string() }).nullable(),
    signers: z
      .array(
        z.strictObject({
          /** Position in the evidence; part of what the point file is bound to. */
          index: z.int(),
          role: z.string(),
          name: z.string(),
          how: z.string(),
          state: z.enum(HANDWRITING_STATES),
          sha256: z.string().nullable(),
          /** Counts of the sealed evidence. */
          ink: ink.nullable(),
          /** Encrypted point file, base64. */
          sealed: z.string().nullable(),
        }),
      )
      .readonly(),
  })
  .meta({ id: 'Handwriting' });
export type Handwriting = z.infer<typeof handwritingSchema>;
export type HandwritingSigner = Handwriting['signers'][number];
