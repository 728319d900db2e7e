// Shapes of the fleet on the wire.

import { z } from 'zod';
import { updateWindowSchema } from '../accounts/settings.schema.ts';
import { acceptedTermsSchema } from '../accounts/terms.schema.ts';
import { cursorSchema } from './lists/cursor.schema.ts';
import { FLEET_LIGHTS, FLEET_REASONS } from './fleet.ts';

const light = z.enum(FLEET_LIGHTS),
  reasons = z.array(z.enum(FLEET_REASONS)),
  instant = z.int().nullable();
const factsSchema = z.strictObject({
  signAt: instant,
  people: z.int(),
  tablets: z.strictObject({
    count: z.int(),
    connected: z.int(),
    silent: z.int(),
    behind: z.int(),
    unsent: z.int(),
    unsentSince: instant,
  }),
  versions: z.array(z.strictObject({ version: z.string(), count: z.int() })),
  jobs: z.strictObject({ due: z.int(), since: instant }),
  errors: z.array(
    z.strictObject({ kind: z.string(), code: z.string(), count: z.int(), at: z.int() }),
  ),
  mailsFailed: z.int(),
  parked: z.strictObject({ count: z.int(), since: instant }),
  deliveryAt: instant,
  unreviewed: z.int().optional(),
});

export const FLEET_VIEWS = ['needs', 'all'] as const;
export type FleetView = (typeof FLEET_VIEWS)[number];
export const fleetQuerySchema = z.strictObject({
  view: z.enum(FLEET_VIEWS).default('needs'),
  /** Part of a practice's name. */
  q: z.string().trim().max(80).default(''),
  cursor: cursorSchema.optional(),
});
export const fleetSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        cid: z.string(),
        name: z.string(),
        light,
        /** Since when the light has been so. */
        since: z.int(),
        reasons,
        facts: factsSchema,
        updateWindow: updateWindowSchema,
      }),
    ),
    /** Of the next page; null after the last one. */
    cursor: z.string().nullable(),
    lights: z.strictObject({ bad: z.int(), warn: z.int(), ok: z.int() }),
    checkedAt: z.int(),
    /** What all practices of this server share. */
    server: z.strictObject({
      version: z.string(),
      /** Whether a place for backups is set. */
      hasTarget: z.boolean(),
      /** Last good backup and drill. */
      backupAt: instant,
      drillAt: instant,
      lastBackupFailed: z.boolean(),
      /** Next hours in which it may be updated; null without practices. */
      update: z
        .strictObject({ from: z.int(), to: z.int(), isNow: z.boolean(), against: z.int() })
        .nullable(),
    }),
  })
  .meta({ id: 'Fleet' });
export type Fleet = z.output<typeof fleetSchema>;
export type FleetItem = Fleet['items'][number];

export const fleetHistorySchema = z.strictObject({
  items: z.array(z.strictObject({ at: z.int(), light, reasons })),
  /** Newest accepted versions of the terms of use and of the contract on processing. */
  terms: acceptedTermsSchema,
});
export type FleetHistory = z.output<typeof fleetHistorySchema>;
