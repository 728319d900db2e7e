// Incidents and planned maintenance of an installation, as the operator writes them and staff read
// them.

import { z } from 'zod';
import { TROUBLE_NAMES } from './troubles.ts';

/** One line in both languages; never about a practice or a person. */
const words = z.strictObject({
  de: z.string().min(1).max(500),
  en: z.string().min(1).max(500),
});
const instant = z.iso.datetime({ offset: true });
const id = z.string().regex(/^[a-z0-9-]{1,40}$/);

const incidentSchema = z
  .strictObject({
    id,
    title: words,
    impact: z.enum(['none', 'minor', 'major', 'critical']),
    state: z.enum(['investigating', 'identified', 'monitoring', 'resolved']),
    /** Parts of the product, free words of the operator. */
    components: z.array(z.string().min(1).max(60)).max(20),
    /** The latest first. */
    updates: z
      .array(words.extend({ at: instant }))
      .min(1)
      .max(50),
  })
  .meta({ id: 'Incident' });
const maintenanceSchema = z
  .strictObject({
    id,
    title: words,
    state: z.enum(['scheduled', 'in_progress', 'verifying', 'completed']),
    from: instant,
    until: instant,
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until))
  .meta({ id: 'Maintenance' });

/** The operator's file. */
export const incidentFileSchema = z.strictObject({
  incidents: z.array(incidentSchema).max(50),
  maintenance: z.array(maintenanceSchema).max(50),
});
export type IncidentFile = z.output<typeof incidentFileSchema>;
export type Incident = IncidentFile['incidents'][number];
export type Maintenance = IncidentFile['maintenance'][number];
/**
 * `isReadable` is false while the operator's file cannot be read: nothing is known then. `troubles`
 * are the checks that the server fails at this moment.
 */
export const incidentsSchema = incidentFileSchema.extend({
  isReadable: z.boolean(),
  troubles: z.array(z.enum(TROUBLE_NAMES)),
});
export type Incidents = z.output<typeof incidentsSchema>;
