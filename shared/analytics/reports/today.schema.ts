// State of the practice before the first patient: devices, backup, age of the data, overnight
// arrivals, unsigned papers. Numbers only, no names.

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
    /** The newest valid delivery of the practice software; null: none yet. */
    pvs: z.strictObject({ stand: at.nullable() }),
    tray: z.strictObject({ count: z.int(), oldestAt: at.nullable() }),
    missing: z.strictObject({
      people: z.int(),
      papers: z.int(),
      riskCents: z.int(),
      unknownRisk: z.int(),
    }),
    /**
     * Questionnaires that the rules propose for today's patients and that are neither sent nor
     * answered.
     */
    forms: z.strictObject({ people: z.int(), forms: z.int() }),
  })
  .meta({ id: 'Lage' });
export type Situation = z.infer<typeof situationSchema>;
