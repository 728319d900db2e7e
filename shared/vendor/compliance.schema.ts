// Schemas of the page on data protection: checklist, profile and data breaches of a practice.

import { z } from 'zod';
import { BREACH_DECISIONS, COMPLIANCE_LIMITS, MOST_PEOPLE, POINT_STATES } from './compliance.ts';

/** Lines without control characters. */
const prose = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^(?:\P{C}|[\n\r\t])*$/u);
const at = z.int().min(0);

export const complianceProfileSchema = z
  .strictObject({ people: z.int().min(1).max(MOST_PEOPLE), hasLargeDevices: z.boolean() })
  .meta({ id: 'ComplianceProfile' });
/** A point that does not apply needs its reason. */
export const compliancePointSchema = z
  .strictObject({
    state: z.enum(POINT_STATES),
    /** How it is met, where the evidence is, or why it does not apply. */
    note: prose(COMPLIANCE_LIMITS.note),
    /** Berlin day of the next look. */
    nextDay: z.iso.date().nullable(),
  })
  .refine(({ state, note }) => state !== 'not_applicable' || note !== '', { path: ['note'] })
  .meta({ id: 'CompliancePointInput' });
export type CompliancePointInput = z.output<typeof compliancePointSchema>;

export const breachSchema = z
  .strictObject({
    awareAt: at,
    text: prose(COMPLIANCE_LIMITS.text).min(1),
    /** People whose data are concerned; null: unknown. */
    people: z.int().min(0).max(10_000_000).nullable(),
    measures: prose(COMPLIANCE_LIMITS.text),
    decision: z.enum(BREACH_DECISIONS),
    /** Why there is no risk. */
    reason: prose(COMPLIANCE_LIMITS.note),
    reportedAt: at.nullable(),
    informedAt: at.nullable(),
    rev: z.int().min(0),
  })
  .refine(({ decision, reason }) => decision !== 'no_risk' || reason !== '', { path: ['reason'] })
  .meta({ id: 'BreachInput' });
export type BreachInput = z.output<typeof breachSchema>;

const storedPoint = z
  .strictObject({
    point: z.string(),
    state: z.enum(POINT_STATES),
    note: z.string(),
    nextDay: z.string().nullable(),
    at,
    name: z.string(),
  })
  .meta({ id: 'CompliancePoint' });
export type StoredPoint = z.output<typeof storedPoint>;
const storedBreach = z
  .strictObject({
    id: z.uuid(),
    awareAt: at,
    text: z.string(),
    people: z.int().nullable(),
    measures: z.string(),
    decision: z.enum(BREACH_DECISIONS),
    reason: z.string(),
    reportedAt: at.nullable(),
    informedAt: at.nullable(),
    rev: z.int(),
    changedAt: at,
    name: z.string(),
  })
  .meta({ id: 'Breach' });
export type Breach = z.output<typeof storedBreach>;
export const complianceSchema = z.strictObject({
  /** Null: not entered yet. */
  profile: complianceProfileSchema.nullable(),
  points: z.array(storedPoint),
  breaches: z.array(storedBreach),
  /** How this server stores what the tables of the database hold. */
  storage: z.strictObject({
    /** Names and delivered texts are encrypted in the database; otherwise a copy of it shows them. */
    isSealed: z.boolean(),
    /** The root key lies outside of the data folder: a copy of the folder alone opens nothing. */
    isKeyApart: z.boolean(),
  }),
});
export type Compliance = z.output<typeof complianceSchema>;
