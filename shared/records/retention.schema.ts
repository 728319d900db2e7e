// Schemas of retention and deletion: due records, holds, released runs and their reports, and
// requests of a person.

import { z } from 'zod';
import { patidSchema } from '../desk/patient.schema.ts';
import {
  DEMAND_STOPS,
  ERASURE_ORIGINS,
  KEPT_KINDS,
  KEPT_THINGS,
  MOST_RELEASED,
  PERIOD_KEYS,
  REASON_MAX,
  REST_THINGS,
  RUN_STATES,
  SKIP_REASONS,
} from './retention.ts';

const patid = patidSchema,
  id = z.uuid(),
  at = z.number(),
  reason = z.string().trim().min(3).max(REASON_MAX);
export const runParamsSchema = z.strictObject({ runId: id });
export const holdParamsSchema = z.strictObject({ holdId: id });
export const keptParamsSchema = z.strictObject({ patid });

const periodSchema = z.strictObject({
  key: z.enum(PERIOD_KEYS),
  years: z.number().nullable(),
  days: z.number().nullable(),
  untilAge: z.number().nullable(),
  from: z.enum(['billing', 'made', 'made_year', 'decided', 'ended']),
  law: z.string(),
  source: z.string(),
  mark: z.enum(['read', 'memory', 'house']),
  readOn: z.string(),
});
/**
 * One person whose record, or whose last X-rays, are due. `year` is that in which the period ended.
 */
const dueItemSchema = z
  .strictObject({
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    kind: z.enum(KEPT_KINDS),
    year: z.int(),
    until: z.string(),
    keptBy: z.enum(PERIOD_KEYS),
    lastContact: at,
    /** False: no dated fact is known, and `lastContact` is the day the record was created here. */
    isContactKnown: z.boolean(),
    documents: z.int(),
  })
  .meta({ id: 'DueItem' });
/** `people` is the total number of records; due ones are limited to the size of one run. */
export const dueListSchema = z
  .strictObject({
    at,
    people: z.int(),
    due: z.int(),
    held: z.int(),
    items: z.array(dueItemSchema),
    periods: z.array(periodSchema),
  })
  .meta({ id: 'DueList' });

/** `count` is typed by the owner: the number of people to be deleted. */
export const releaseSchema = z
  .strictObject({
    id,
    count: z.int(),
    items: z
      .array(z.strictObject({ patid, kind: z.enum(KEPT_KINDS) }))
      .min(1)
      .max(MOST_RELEASED),
  })
  .meta({ id: 'ErasureRelease' });
const countsSchema = z.strictObject({
  people: z.int(),
  documents: z.int(),
  papers: z.int(),
  answers: z.int(),
  termine: z.int(),
  files: z.int(),
  others: z.int(),
});
const runSchema = z
  .strictObject({
    id: z.string(),
    origin: z.enum(ERASURE_ORIGINS),
    state: z.enum(RUN_STATES),
    releasedByName: z.string(),
    releasedAt: at,
    runAfter: at,
    startedAt: at.nullable(),
    endedAt: at.nullable(),
    stoppedByName: z.string().nullable(),
    people: z.int(),
    counts: countsSchema,
    skipped: z.array(z.strictObject({ why: z.enum(SKIP_REASONS), count: z.int() })),
  })
  .meta({ id: 'ErasureRun' });
export const runListSchema = z
  .strictObject({ items: z.array(runSchema) })
  .meta({ id: 'ErasureRuns' });

const holdSchema = z
  .strictObject({
    id: z.string(),
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    reason: z.string(),
    setAt: at,
    setByName: z.string(),
  })
  .meta({ id: 'LegalHold' });
export const holdListSchema = z
  .strictObject({ items: z.array(holdSchema) })
  .meta({ id: 'LegalHolds' });
export const newHoldSchema = z.strictObject({ id, patid, reason }).meta({ id: 'NewLegalHold' });

/** Requests of a person (Art. 15, 17, 18, 20 GDPR), and their state. */
export const exportParamsSchema = z.strictObject({ exportId: id });
const personExportSchema = z.strictObject({
  id: z.string(),
  state: z.enum(['waiting', 'ready', 'failed', 'over']),
  size: z.number().nullable(),
  askedAt: at,
  askedByName: z.string(),
  expiresAt: at.nullable(),
  takenAt: at.nullable(),
  done: z.int().nullable(),
  total: z.int().nullable(),
});
const openingSchema = z.strictObject({ at, byName: z.string(), reason: z.string(), until: at });
/** `isOpenToMe` until when the caller opened it. */
const restrictionSchema = z.strictObject({
  id: z.string(),
  reason: z.string(),
  until: z.string(),
  setAt: at,
  setByName: z.string(),
  erasedAt: at.nullable(),
  openToMeUntil: at.nullable(),
  openings: z.array(openingSchema),
});
export const rightsSchema = z
  .strictObject({
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    lastContact: at,
    /** False: no dated fact is known, and `lastContact` is the day the record was created here. */
    isContactKnown: z.boolean(),
    isTreated: z.boolean(),
    /** The last day on which the record, or its X-rays, have to be kept. */
    until: z.string(),
    keptBy: z.enum(PERIOD_KEYS),
    isDue: z.boolean(),
    kept: z.array(
      z.strictObject({
        thing: z.enum(KEPT_THINGS),
        count: z.int(),
        until: z.string(),
        law: z.string(),
      }),
    ),
    rest: z.array(z.strictObject({ thing: z.enum(REST_THINGS), count: z.int() })),
    demand: z.strictObject({
      way: z.enum(['whole', 'rest']),
      stops: z.array(z.enum(DEMAND_STOPS)),
    }),
    hold: z
      .strictObject({ id: z.string(), reason: z.string(), setAt: at, setByName: z.string() })
      .nullable(),
    /** A released deletion of this person, and when it begins. */
    run: z.strictObject({ id: z.string(), runAfter: at }).nullable(),
    restriction: restrictionSchema.nullable(),
    openPapers: z.int(),
    exports: z.array(personExportSchema),
  })
  .meta({ id: 'PersonRights' });
export const closedListSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        patid: z.string(),
        name: z.string(),
        geburtsdatum: z.string(),
        reason: z.string(),
        until: z.string(),
        setAt: at,
      }),
    ),
  })
  .meta({ id: 'ClosedRecords' });
/** The id makes the request idempotent. */
export const withReasonSchema = z.strictObject({ id, reason }).meta({ id: 'RecordReason' });
export const withIdSchema = z.strictObject({ id }).meta({ id: 'RecordOrder' });

export type PersonRights = z.infer<typeof rightsSchema>;
export type PersonExport = z.infer<typeof personExportSchema>;
export type ClosedList = z.infer<typeof closedListSchema>;
export type DueItem = z.infer<typeof dueItemSchema>;
export type DueList = z.infer<typeof dueListSchema>;
export type ErasureRun = z.infer<typeof runSchema>;
export type LegalHold = z.infer<typeof holdSchema>;
