// What is good to know before the first patient comes: devices, backup, age of the data, what came in overnight, what is not signed. Numbers only, nobody's name.

import { z } from 'zod';

const at = z.number().describe('ms since 1970');
export const situationSchema = z
  .strictObject({
    /** Server clock. */
    at,
    tablets: z.strictObject({
      known: z.int(),
      connected: z.int(),
      unsent: z.int().describe('Finished papers that tablets still hold.'),
      batteryLow: z.int().describe('Not charging and at most 20 percent.'),
    }),
    backup: z.strictObject({ level: z.enum(['ok', 'warn', 'alarm']), lastGoodAt: at.nullable() }),
    /** The newest delivery of the practice software that counts; null: none yet. */
    pvs: z.strictObject({ stand: at.nullable() }),
    tray: z.strictObject({ count: z.int(), oldestAt: at.nullable() }),
    missing: z.strictObject({
      people: z.int(),
      papers: z.int(),
      riskCents: z.int(),
      unknownRisk: z.int(),
    }),
    /** Questionnaires that the rules propose for who comes today and that nobody has sent or answered. */
    forms: z.strictObject({ people: z.int(), forms: z.int() }),
  })
  .meta({ id: 'Lage' });
export type Situation = z.infer<typeof situationSchema>;
