// Schemas of the mail calls: suppression, the outbox, and reports of a mail provider.
import { z } from 'zod';

/** Exactly as in the link: not normalized, another spelling is another address. */
const email = z.string().min(3).max(254);
const token = z.string().min(1).max(200);

export const unsubscribeSchema = z
  .strictObject({ email, unsubscribeToken: token })
  .meta({ id: 'Unsubscribe' });
/** Without a token the caller must be staff of the practice. */
export const suppressionAskSchema = z
  .strictObject({ email, unsubscribeToken: token.optional() })
  .meta({ id: 'SuppressionAsk' });
/** `unknown`: not one of our links, or one for another address; nothing was changed. */
export const unsubscribeAnswerSchema = z
  .strictObject({ result: z.enum(['done', 'already', 'revoked', 'unknown']) })
  .meta({ id: 'UnsubscribeAnswer' });
export type UnsubscribeAnswer = z.output<typeof unsubscribeAnswerSchema>;
/** T6; `at` in ms; `language` is the practice's, visible to the holder of a mail's link. */
export const suppressionStatusSchema = z
  .strictObject({
    state: z.enum(['none', 'unsubscribed', 'bounced', 'complained', 'revoked', 'unknown']),
    at: z.int().nullable(),
    language: z.string().nullable(),
  })
  .meta({ id: 'SuppressionStatus' });

export const oneClickParamsSchema = z.strictObject({ mail: email, unsubscribeToken: token });

const state = z.enum(['queued', 'sent', 'local', 'suppressed', 'failed']);
/** `error` is a code; `to` is empty once the content of the mail is deleted. */
export const mailItemSchema = z
  .strictObject({
    id: z.string(),
    template: z.string(),
    language: z.string(),
    subject: z.string(),
    to: z.string(),
    state,
    error: z.string().nullable(),
    createdAt: z.int(),
    sentAt: z.int().nullable(),
    expiresAt: z.int(),
    isForgotten: z.boolean(),
    hasSecret: z.boolean(),
    mayResend: z.boolean(),
  })
  .meta({ id: 'MailItem' });
export type MailItem = z.output<typeof mailItemSchema>;
export const mailsQuerySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}\.[\da-f-]{36}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
export const mailsSchema = z
  .strictObject({
    mails: z.array(mailItemSchema),
    next: z.string().nullable(),
    hasServer: z.boolean(),
    from: z.string().nullable(),
  })
  .meta({ id: 'Mails' });
export type Mails = z.output<typeof mailsSchema>;
export const mailParamsSchema = z.strictObject({ mailId: z.uuid() });
/** `link` only if the mail never left this machine. */
export const openedMailSchema = z
  .strictObject({
    mail: mailItemSchema,
    text: z.string(),
    html: z.string(),
    link: z.string().nullable(),
  })
  .meta({ id: 'OpenedMail' });
export type OpenedMail = z.output<typeof openedMailSchema>;

export const mailEventsSchema = z
  .strictObject({
    events: z
      .array(
        z.strictObject({
          type: z.enum(['bounced', 'complained']),
          email,
          messageId: z.string().min(3).max(300).optional(),
        }),
      )
      .min(1)
      .max(500),
  })
  .meta({ id: 'MailEvents' });
export const mailEventsAnswerSchema = z
  .strictObject({ taken: z.int(), ignored: z.int() })
  .meta({ id: 'MailEventsAnswer' });
