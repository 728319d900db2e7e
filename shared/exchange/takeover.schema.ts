// Schemas of taking a Mappe over to another device (R7).
import { z } from 'zod';
import { configBodySchema } from './sync.schema.ts';
import { idSchema, publicJwkSchema } from '../desk/tablet.schema.ts';
import { TAKEOVER_SECRET } from './takeover.ts';

export const takeoverOfferSchema = z
  .strictObject({ taskId: idSchema })
  .meta({ id: 'TakeoverOffer' });
export const takeoverOfferedSchema = z
  .strictObject({
    url: z.string().describe('To be shown as a QR code; the secret in it is good for one use.'),
    expiresAt: z.number(),
    serverTime: z.number(),
  })
  .meta({ id: 'TakeoverOffered' });

export const takeoverSenderSchema = z
  .strictObject({ takeoverSecret: z.string().regex(TAKEOVER_SECRET) })
  .meta({ id: 'TakeoverSenderQuestion' });
export const takeoverSentBySchema = z
  .strictObject({
    name: z.string(),
    phone: z.string(),
    language: z.string().nullable().describe('Of the Mappe; null once its task is gone.'),
  })
  .meta({ id: 'TakeoverSender' });
export type TakeoverSender = z.output<typeof takeoverSentBySchema>;

export const takeoverAcceptSchema = z
  .strictObject({
    takeoverSecret: z.string().regex(TAKEOVER_SECRET),
    keys: z
      .strictObject({ signKey: publicJwkSchema, sealKey: publicJwkSchema })
      .optional()
      .describe('Made on the phone; left out by a device that is known here.'),
    userAgent: z.string().max(400),
  })
  .meta({ id: 'TakeoverAcceptance' });
export const takeoverAcceptedSchema = z
  .strictObject({
    tabletId: z.string(),
    cid: z.string(),
    r4cUuid: z.string(),
    isGuest: z.boolean(),
    leaseUntil: z.number(),
    serverTime: z.number(),
    config: configBodySchema,
  })
  .meta({ id: 'TakeoverAccepted' });
export type TakeoverAccepted = z.output<typeof takeoverAcceptedSchema>;
