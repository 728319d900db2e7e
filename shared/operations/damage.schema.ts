// Wire of damaged entries: GET /api/damaged board.work → Damaged.

import { z } from 'zod';

/**
 * Tables with encrypted values whose damaged rows are named; `pvs` stands for every table of the
 * practice software.
 */
export const DAMAGED_KINDS = [
  'access_grant',
  'answers',
  'breach',
  'compliance_point',
  'document',
  'envelope',
  'export_item',
  'home_link',
  'import_item',
  'legal_hold',
  'mappe',
  'master_change',
  'online_termin',
  'patient',
  'plan_note',
  'plan_step',
  'printed_paper',
  'pvs',
  'pvs_carried',
  'pvs_refused',
  'report_note',
  'restriction',
  'restriction_opening',
  'scan_page',
  'share',
  'share_item',
  'stray_mail',
  'task',
  'termin',
  'ticket',
  'ticket_entry',
  'unmatched',
  'vorschlag',
  'vorschlag_verlauf',
] as const;
export type DamagedKind = (typeof DAMAGED_KINDS)[number];

export const damagedSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(DAMAGED_KINDS),
        /** The person whom it concerns; null if there is none, or it is unknown. */
        patid: z.string().nullable(),
        name: z.string().nullable(),
        /** Title of the form or paper. */
        title: z.string().nullable(),
        /** When the entry was made, and when the damage was found (ms). */
        at: z.number().nullable(),
        foundAt: z.number(),
      }),
    ),
    /** Damaged entries beyond the listed ones. */
    more: z.number(),
  })
  .meta({ id: 'Damaged' });
export type Damaged = z.output<typeof damagedSchema>;
