// Schemas of the calls below a practice's /sms: its gateway for text messages, and a test message.

import { z } from 'zod';
import { SMS_MOST_PER_DAY, SMS_OUTCOMES } from './sms.ts';

const gateway = {
  url: z.string().max(1000),
  method: z.enum(['GET', 'POST', 'PUT']),
  headers: z.string().max(4000),
  body: z.string().max(4000),
  perDay: z.int().min(1).max(SMS_MOST_PER_DAY),
};
/**
 * The secret is never returned, only whether there is one. `today`: messages of the last 24 hours.
 */
export const smsGatewaySchema = z
  .strictObject({
    version: z.int(),
    today: z.int(),
    gateway: z.strictObject({ ...gateway, hasSecret: z.boolean() }).nullable(),
  })
  .meta({ id: 'SmsGateway' });
export type SmsGatewayView = z.output<typeof smsGatewaySchema>;
/**
 * `secret` absent: the stored one is kept; if the URL changes to another host it must be entered
 * again.
 */
export const saveSmsGatewaySchema = z
  .strictObject({ version: z.int32().min(0), ...gateway, secret: z.string().max(1000).optional() })
  .meta({ id: 'SaveSmsGateway' });
export type SaveSmsGateway = z.output<typeof saveSmsGatewaySchema>;
export const dropSmsGatewaySchema = z
  .strictObject({ version: z.int32().min(0) })
  .meta({ id: 'DropSmsGateway' });
export const trySmsSchema = z.strictObject({ to: z.string().max(40) }).meta({ id: 'TrySms' });
export const smsTriedSchema = z
  .strictObject({
    outcome: z.enum(SMS_OUTCOMES as [string, ...string[]]),
    status: z.int().nullable(),
  })
  .meta({ id: 'SmsTried' });
export type SmsTried = z.output<typeof smsTriedSchema>;
