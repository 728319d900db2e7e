// Schema of the board response: every field is listed, so that no other patient data can leak.
import { z } from 'zod';
import type { Board } from '../../../shared/exchange/board.ts';
import { TASK_STATES } from '../../../shared/desk/task.ts';
import {
  identificationSchema,
  signerStateSchema,
  standingSchema,
  textScaleSchema,
} from '../../../shared/desk/mappe.schema.ts';
import { proposedSchema } from '../../../shared/desk/mappe-rules.schema.ts';
import { readInSchema } from '../../../shared/papers/signature.schema.ts';
import {
  activitySchema,
  gateExceptionSchema,
  gateSchema,
  postureSchema,
} from '../../../shared/desk/tablet.schema.ts';

const taskState = z.enum(TASK_STATES as [string, ...string[]]) as z.ZodType<
  (typeof TASK_STATES)[number]
>;
const localText = z.looseObject({ de: z.string() }) as unknown as z.ZodType<{
  de: string;
  [language: string]: string;
}>;
const when = z.number().nullable();

const boardTaskSchema = z.strictObject({
  taskId: z.string(),
  patid: z.string(),
  position: z.int(),
  title: z.string(),
  kind: z.string(),
  template: z.string(),
  state: taskState,
  stateAt: z.number(),
  formRequirement: z.strictObject({
    form: z.enum(['none', 'textform', 'schriftform', 'partner', 'custody']),
    reason: localText,
    source: z.string(),
  }),
  page: z.int(),
  of: z.int(),
  talk: z.strictObject({
    needed: z.boolean(),
    doneBy: z.string().optional(),
    doneAt: z.number().optional(),
  }),
  fileId: z.string().optional(),
  answersId: z.string().optional(),
  reading: z.enum(['none', 'running', 'done']).optional(),
  signers: z.array(signerStateSchema).optional(),
  declinedBy: z.string().optional(),
  readIn: readInSchema.optional(),
  attention: z.string().optional(),
  heardAt: z.number().optional(),
  isHeld: z.boolean().optional(),
});
const boardMappeSchema = z.strictObject({
  mappeId: z.string(),
  state: z.enum([
    'vorbereitet',
    'wartet',
    'laeuft',
    'unterbrochen',
    'uebertragung',
    'fertig',
    'offen',
    'abgebrochen',
    'abgelaufen',
    'pruefen',
  ]),
  patients: z.array(
    z.strictObject({
      patid: z.string(),
      name: z.string(),
      geburtsdatum: z.string(),
      openChanges: z.int().optional(),
    }),
  ),
  signers: z.array(standingSchema),
  language: z.string(),
  textScale: textScaleSchema,
  identifiedBy: z
    .strictObject({ method: identificationSchema, by: z.string(), at: z.number() })
    .nullable(),
  tabletId: z.string().nullable(),
  createdAt: z.number(),
  closesAt: z.number(),
  undoUntil: z.number(),
  wantsPaperCopy: z.boolean(),
  wrongPersonAt: when,
  tasks: z.array(boardTaskSchema),
});
const boardTabletSchema = z.strictObject({
  tabletId: z.string(),
  name: z.string(),
  posture: postureSchema,
  registeredAt: z.number(),
  lastSeenAt: when,
  leaseUntil: z.number(),
  pending: z.number(),
  oldestPendingMs: z.number(),
  unsent: z.number(),
  battery: z.number().nullable(),
  charging: z.boolean().nullable(),
  appVersion: z.string().nullable(),
  isOutdated: z.boolean(),
  isGuest: z.literal(true).optional(),
  clockOffsetMs: z.number(),
  persisted: z.boolean(),
  quarantined: z.number(),
  exceptions: z.array(gateExceptionSchema),
  calls: z.array(z.strictObject({ mappeId: z.string().nullable(), at: z.number() })),
  activity: activitySchema.nullable(),
  activityAt: when,
  mappeId: z.string().nullable(),
  revokedAt: when,
  lostSubmissions: z.number().nullable(),
  keepsBlanks: z.literal(true).optional(),
  loss: z
    .strictObject({
      isExact: z.boolean(),
      since: z.number(),
      isSignedOut: z.literal(true).optional(),
      isBusy: z.literal(true).optional(),
      begunAt: z.array(z.number()).optional(),
      mayBlank: z.literal(true).optional(),
    })
    .nullable(),
});
export const boardSchema: z.ZodType<Board> = z
  .strictObject({
    at: z.number(),
    tablets: z.array(boardTabletSchema),
    mappen: z.array(boardMappeSchema),
    registrations: z.array(
      z.strictObject({
        pendingId: z.string(),
        number: z.string(),
        requestedAt: z.number(),
        gate: gateSchema,
        userAgent: z.string(),
      }),
    ),
    expected: z.array(
      z.strictObject({
        terminId: z.string(),
        time: z.string(),
        patid: z.string(),
        name: z.string(),
        geburtsdatum: z.string(),
        zimmer: z.string(),
        behandler: z.string(),
        art: z.string(),
        proposed: z.array(proposedSchema),
        isFirst: z.boolean(),
      }),
    ),
    rooms: z.array(
      z.strictObject({
        room: z.string(),
        patid: z.string(),
        name: z.string(),
        geburtsdatum: z.string(),
        since: z.number(),
      }),
    ),
    arrivals: z.array(
      z.strictObject({
        patid: z.string(),
        name: z.string(),
        geburtsdatum: z.string(),
        at: z.number(),
        leftRoomAt: when,
      }),
    ),
  })
  .meta({ id: 'Board' });
