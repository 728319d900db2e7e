// Schema of a mapping of another program's files, as shipped, passed to the command or stored by a
// practice.

import { z } from 'zod';
import { PVS_ENTITIES } from './pvs.ts';

const word = z.string().min(1).max(100);
export const pvsMappingSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{2,40}$/),
    name: word,
    source: z.string().min(1).max(60),
    isProved: z.boolean(),
    note: z.string().max(1000),
    files: z.partialRecord(
      z.enum(PVS_ENTITIES),
      z.strictObject({
        isExact: z.boolean().optional(),
        names: z.array(word).max(20).optional(),
        columns: z.record(word, z.array(word).max(20)).optional(),
        words: z.record(word, z.record(word, word)).optional(),
        points: z.enum(['group', 'decimal']).optional(),
      }),
    ),
  })
  .meta({ id: 'PvsMapping' });
