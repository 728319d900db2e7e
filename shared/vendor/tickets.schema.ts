// Schemas of requests for help (tickets), for practices and the vendor's staff.

import { z } from 'zod';
import { cursorSchema } from './lists/cursor.schema.ts';
import { FOUND_KINDS } from './patient-words.ts';
import {
  ANSWER_STATES,
  STORED_STATES,
  TICKET_AREAS,
  TICKET_LIMITS,
  TICKET_PRIORITIES,
  TICKET_RATINGS,
  VENDOR_VIEWS,
} from './tickets.ts';

const id = z.uuid();
/** One line without control characters. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{C}*$/u);
/** Several lines; only line breaks and tabs of the control characters. */
const prose = z
  .string()
  .trim()
  .min(1)
  .max(TICKET_LIMITS.text)
  .regex(/^(?:\P{C}|[\n\r\t])*$/u);
const foundSchema = z.strictObject({ word: z.string(), kind: z.enum(FOUND_KINDS) });
/** Words that the writer confirmed to be no patient's. */
const confirmed = z.array(z.string().max(200)).max(100).default([]);

const ticketSchema = z
  .strictObject({
    id,
    /** The number to be said on the telephone, `T-26-7K3QM`. */
    helpdeskid: z.string(),
    area: z.enum(TICKET_AREAS),
    priority: z.enum(TICKET_PRIORITIES),
    subject: z.string(),
    state: z.enum([...STORED_STATES, 'closed']),
    openedAt: z.int(),
    openedBy: z.string(),
    lastAt: z.int(),
    lastSide: z.enum(['practice', 'vendor']),
    /** By when the vendor answers; null while the vendor is not awaited. */
    dueAt: z.int().nullable(),
    assignee: z.string(),
    rating: z.enum(TICKET_RATINGS).nullable(),
    ratingText: z.string(),
    takesAnswers: z.boolean(),
    isOwn: z.boolean(),
    /** The closed request that this one continues. */
    follows: id.nullable(),
  })
  .meta({ id: 'Ticket' });
export type TicketView = z.output<typeof ticketSchema>;
export const ticketListSchema = z.strictObject({ items: z.array(ticketSchema) });

export const ticketFileSchema = z
  .strictObject({
    id,
    mime: z.enum(['application/pdf', 'image/webp']),
    size: z.int(),
  })
  .meta({ id: 'TicketFile' });
export type TicketFile = z.output<typeof ticketFileSchema>;
const entrySchema = z
  .strictObject({
    id,
    at: z.int(),
    side: z.enum(['practice', 'vendor']),
    kind: z.enum(['message', 'note', 'state']),
    name: z.string(),
    text: z.string(),
    state: z.enum(STORED_STATES).nullable(),
    files: z.array(ticketFileSchema),
    /** Came by mail: the sender is not proved. */
    isMail: z.boolean(),
    /** Words that were removed from a mail, and files that were not taken. */
    removed: z.int(),
    leftOut: z.int(),
  })
  .meta({ id: 'TicketEntry' });
export type TicketEntry = z.output<typeof entrySchema>;
export const ticketWithEntriesSchema = z.strictObject({
  ticket: ticketSchema,
  entries: z.array(entrySchema),
});
export type TicketWithEntries = z.output<typeof ticketWithEntriesSchema>;

export const openTicketSchema = z
  .strictObject({
    id,
    area: z.enum(TICKET_AREAS),
    priority: z.enum(TICKET_PRIORITIES),
    subject: line(TICKET_LIMITS.subject),
    text: prose,
    confirmed,
    follows: id.optional(),
  })
  .meta({ id: 'OpenTicket' });
export type OpenTicket = z.output<typeof openTicketSchema>;
export const answerSchema = z.strictObject({ id, text: prose, confirmed });
export type TicketAnswer = z.output<typeof answerSchema>;
/** `found` not empty: nothing was stored, and the words are to be removed or confirmed. */
export const sentSchema = z.strictObject({
  ticket: ticketSchema.nullable(),
  found: z.array(foundSchema),
});
export type Sent = z.output<typeof sentSchema>;
export const rateSchema = z.strictObject({
  rating: z.enum(TICKET_RATINGS),
  comment: z
    .string()
    .trim()
    .max(TICKET_LIMITS.comment)
    .regex(/^(?:\P{C}|\n)*$/u),
});

const vendorTicketSchema = ticketSchema
  .extend({ cid: z.string(), praxisName: z.string(), assigneeId: z.string().nullable() })
  .meta({ id: 'VendorTicket' });
export type VendorTicket = z.output<typeof vendorTicketSchema>;
export const vendorTicketListSchema = z.strictObject({
  items: z.array(vendorTicketSchema),
  /** Tickets that wait for the vendor, and those whose deadline has passed. */
  waiting: z.int(),
  late: z.int(),
  /** Ratings of the last ninety days. */
  ratings: z.strictObject({ good: z.int(), fair: z.int(), poor: z.int() }),
  /** Mails that belong to no request. */
  stray: z.int(),
  /** Of the next page; null after the last one. */
  cursor: z.string().nullable(),
});
export type VendorTicketList = z.output<typeof vendorTicketListSchema>;
export const vendorTicketWithEntriesSchema = z.strictObject({
  ticket: vendorTicketSchema,
  entries: z.array(entrySchema),
});
/** `cursor`: as answered with the page before. */
export const vendorListQuerySchema = z.strictObject({
  view: z.enum(VENDOR_VIEWS).default('waiting'),
  cursor: cursorSchema.optional(),
});
export const vendorEntrySchema = z.strictObject({
  id,
  kind: z.enum(['message', 'note']),
  text: prose,
  /** State after the answer; a note changes none. */
  state: z.enum(ANSWER_STATES).optional(),
});
export type VendorEntry = z.output<typeof vendorEntrySchema>;
export const vendorChangeSchema = z
  .strictObject({
    priority: z.enum(TICKET_PRIORITIES).optional(),
    /** One of the vendor's staff; null: no one works on it. */
    assigneeId: z.string().min(1).max(64).nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0);
export type VendorChange = z.output<typeof vendorChangeSchema>;

export const colleaguesSchema = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type Colleagues = z.output<typeof colleaguesSchema>;

/** A canned answer of the vendor's staff. */
export const cannedTextSchema = z.strictObject({
  title: line(TICKET_LIMITS.title),
  text: prose,
});
export type CannedTextInput = z.output<typeof cannedTextSchema>;
export const cannedTextsSchema = z.strictObject({
  items: z.array(z.strictObject({ id, title: z.string(), text: z.string() })),
});
export type CannedTexts = z.output<typeof cannedTextsSchema>;

/** `aside`: the vendor's staff assign it; `known`: it came before; `ignored`: a program wrote it. */
export const mailTakenSchema = z.strictObject({
  result: z.enum(['stored', 'aside', 'known', 'ignored']),
});
export type MailTaken = z.output<typeof mailTakenSchema>;
export const strayMailsSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        id,
        at: z.int(),
        sender: z.string(),
        subject: z.string(),
        text: z.string(),
        removed: z.int(),
        leftOut: z.int(),
      })
      .meta({ id: 'StrayMail' }),
  ),
});
export type StrayMails = z.output<typeof strayMailsSchema>;
export const assignMailSchema = z.strictObject({
  helpdeskid: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^T-\d{2}-[0-9A-HJKMNP-TV-Z]{5}$/u),
});
