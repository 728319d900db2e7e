/** Values on the wire that calls about billing share. */
import { z } from 'zod';
import { COMMENT_MAX } from '../../base/comment.ts';

export const id = z.string().min(1).max(80);

export const day = z.iso.date();

export const toothNumber = z
  .string()
  .regex(/^([1-8][1-8])?$/)
  .describe('FDI number, empty where the rule is not about a tooth.');

export const share = z.number().min(0).max(1);

/** V1 is checked in the handler, which answers with its own error text. */
export const comment = z.string().max(COMMENT_MAX * 8);

export const manyOf = <T extends string>(all: readonly T[]) =>
  z
    .string()
    .max(400)
    .optional()
    .transform((given, context): T[] => {
      const found = (given ?? '').split(',').filter((one) => one !== '');
      if (found.every((one): one is T => (all as readonly string[]).includes(one))) return found;
      context.addIssue({ code: 'custom', message: 'unknown word' });
      return z.NEVER;
    });

export const bilingualSchema = z.strictObject({ de: z.string(), en: z.string() });

/**
 * Count and sum of proposals. `geschaetzt`: cents of these that are estimated; `ohneWert`: number
 * of proposals without a known value, not part of any sum.
 */
export const sumSchema = z.strictObject({
  anzahl: z.number().int(),
  cents: z.number().int(),
  geschaetzt: z.number().int(),
  ohneWert: z.number().int(),
});

export type Sum = z.output<typeof sumSchema>;

/**
 * Identifies one proposal. `rev`: the revision the client has seen; a different one answers 409.
 */
export const findingPlace = { patid: id, tag: day, regel: id, zahn: toothNumber.default('') };

export const rev = z.number().int().min(0).optional();

export const region = z.string().regex(/^([a-z]{2})?$/);
