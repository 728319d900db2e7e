// Shapes of licences on the wire.

import { z } from 'zod';
import { reasonSchema } from './contract/request.schema.ts';
import { LICENCE_MODULES, LICENCE_SIZE, LICENCE_STATES, SERIAL_SHAPE } from './licence.ts';
import { PLAN_IDS } from './payment.ts';

const size = z.int().min(1).max(LICENCE_SIZE);
const cidSchema = z.string().min(1).max(64);
const moment = z.int().min(0).max(8_640_000_000_000_000);

/** Terms as signed; unknown fields would be terms that this version does not understand. */
const licenceTermsSchema = z.strictObject({
  v: z.literal(1),
  serialnumber: z.string().regex(SERIAL_SHAPE),
  tenant: cidSchema,
  plan: z.enum(PLAN_IDS),
  modules: z.array(z.enum(LICENCE_MODULES)).max(LICENCE_MODULES.length),
  seats: size,
  tablets: size,
  validFrom: moment,
  validUntil: moment,
  issuedAt: moment,
  seq: z.int().min(1),
  isBlocked: z.boolean(),
});
/** The file: terms, the key's short name, and the signature over the canonical terms. */
export const licenceFileSchema = z.strictObject({
  terms: licenceTermsSchema,
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[\w-]{86}$/),
});

const countSchema = z.strictObject({ used: z.int(), limit: z.int() });
export const licenceViewSchema = z.strictObject({
  state: z.enum(LICENCE_STATES),
  licence: z
    .strictObject({
      serialnumber: z.string(),
      plan: z.enum(PLAN_IDS),
      modules: z.array(z.enum(LICENCE_MODULES)),
      seats: countSchema,
      tablets: countSchema,
      validUntil: z.number(),
      /** A newer file is due by then, ms. */
      renewBy: z.number(),
    })
    .nullable(),
});
export type LicenceView = z.output<typeof licenceViewSchema>;

/** The text of a file as downloaded. */
export const licenceUploadSchema = z.strictObject({ file: z.string().max(8192) });

export const issueLicenceSchema = z.strictObject({
  tenant: cidSchema,
  plan: z.enum(PLAN_IDS),
  seats: size,
  tablets: size,
  /** Last day, `YYYY-MM-DD`, Berlin. */
  until: z.iso.date(),
  /** Why it is given. */
  reason: reasonSchema,
});
export type IssueLicence = z.output<typeof issueLicenceSchema>;

const issuedSchema = z.strictObject({
  tenant: z.string(),
  /** Empty: the practice lives on another server. */
  praxisName: z.string(),
  serialnumber: z.string(),
  plan: z.enum(PLAN_IDS),
  seats: z.int(),
  tablets: z.int(),
  validUntil: z.number(),
  issuedAt: z.number(),
  seq: z.int(),
  state: z.enum(LICENCE_STATES),
});
export type IssuedLicence = z.output<typeof issuedSchema>;
export const issuedListSchema = z.strictObject({
  items: z.array(issuedSchema),
  /** Public key for servers elsewhere; null: this server cannot sign. */
  publicKey: z.string().nullable(),
});
export type IssuedList = z.output<typeof issuedListSchema>;
/** `file` null: a second administrator has to approve it. */
export const askedLicenceSchema = z.strictObject({ file: z.string().nullable() });
export const issuedFileSchema = z.strictObject({ file: z.string() });
