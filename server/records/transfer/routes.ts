// Routes below the practice's /doctosync: state of the exchange with the practice software, its
// settings, and staff actions on stuck items.

import { z } from 'zod';
import {
  doctosyncSettingsSchema,
  exportActSchema,
  importSeenSchema,
  onlineActSchema,
  saveDoctosyncSchema,
  transferSchema,
  transferStateSchema,
  uploadedTermineSchema,
} from '../../../shared/records/transfer.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Views } from '../../platform/audit/views.ts';
import type { Store } from '../../platform/db/store.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { actorWord, type Workshop } from '../../platform/work.ts';
import type { ExchangeBase } from './exchange-folder.ts';
import { dropStagedOf, retryExport, settleByHand } from './export-task.job.ts';
import type { DoctosyncLinks } from './links.ts';
import { readCsvTermine } from './read-csv.ts';
import { isNothingRead } from './online.ts';
import { readIcal } from './read-ical.ts';
import { readState, readTransfer } from './read-transfer.ts';
import { readSetup, saveSetup } from './settings.ts';
import { findImport, markSeen } from './store.ts';
import { decideOnline, takeTermine } from './take-appointments.ts';
import type { Watcher } from './watch.ts';

export interface DoctosyncDeps {
  store: Store;
  workshop: Workshop;
  links: DoctosyncLinks;
  watcher: Watcher;
  /** Folder assigned to each practice by the operator. */
  base: ExchangeBase;
  away: { data: string; program: string };
  views: Views;
}
const CALENDAR_LIMIT = 5_000_000;

export const doctosyncRoutes = ({
  store,
  links,
  watcher,
  base,
  away,
  views,
}: DoctosyncDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/state',
      policy: 'transfer.read',
      summary: 'Whether anything is stuck on the way to or from the practice software',
      answer: transferStateSchema,
    },
    (_input, context) => readState(context.look(), watcher),
  ),
  route(
    {
      method: 'get',
      path: '',
      policy: 'transfer.read',
      summary: 'What waits, failed, was handed over and came in; settings for the owner',
      answer: transferSchema,
    },
    async (_input, context) => {
      const isOwner = context.actor.kind === 'user' && context.actor.role === 'owner',
        { transfer, patids } = await readTransfer(context.look(), links, watcher, isOwner);
      await views.note(context, 'patient.listed.transfer', patids);
      return transfer;
    },
  ),
  route(
    {
      method: 'put',
      path: '/settings',
      policy: 'transfer.write',
      summary: 'Save folders and formats as a whole, against the version that was seen',
      body: saveDoctosyncSchema,
      answer: z.strictObject({ version: z.int(), settings: doctosyncSettingsSchema }),
      errors: ['validation', 'conflict'],
    },
    async ({ body }, context) => {
      const { version } = await saveSetup(
        { store, base, away, write: (work) => context.write(work) },
        context.cid,
        body,
      );
      await watcher.reload();
      const { settings } = await readSetup(context.look());
      return { version, settings: { ...settings, targets: { ...settings.targets } } };
    },
  ),
  route(
    {
      method: 'post',
      path: '/retry',
      policy: 'transfer.work',
      summary: 'Try a hand-over that failed once more',
      body: exportActSchema,
      answerType: 'none',
      errors: ['state_conflict'],
    },
    async ({ body }, context) => {
      if (!(await context.write((w) => retryExport(w, links, body.taskId, body.target))))
        throw new AppError('state_conflict');
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/by-hand',
      policy: 'transfer.work',
      summary: 'A hand-over that failed was entered by hand',
      body: exportActSchema,
      answerType: 'none',
      errors: ['state_conflict'],
    },
    async ({ body }, context) => {
      const by = actorWord(context.actor);
      if (!(await context.write((w) => settleByHand(w, links, body.taskId, body.target, by))))
        throw new AppError('state_conflict');
      await dropStagedOf(await readSetup(context.look()), body.taskId, body.target);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/seen',
      policy: 'transfer.work',
      summary: 'The notice of an unreadable file is settled',
      body: importSeenSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ body }, context) => {
      await context.write(async (w) => {
        if (!(await findImport(w, body.id))) throw new AppError('not_found');
        if (!(await markSeen(w, body.id, actorWord(w.actor)))) return;
        await w.audit('import.seen', { id: body.id });
        w.emit({ to: 'staff', event: { kind: 'transfer' } });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/termine/assign',
      policy: 'transfer.work',
      summary: "Say whose an online appointment is, or that it is nobody's here",
      body: onlineActSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => decideOnline(w, links, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/termine',
      policy: 'transfer.work',
      summary: 'Take in a calendar (iCalendar) or a table (CSV) of appointments',
      raw: { types: ['text/calendar', 'text/csv'], limit: CALENDAR_LIMIT },
      answer: uploadedTermineSchema,
      errors: ['unreadable_file', 'too_large', 'unsupported_media'],
    },
    async ({ bytes, contentType }, context) => {
      const source = contentType.startsWith('text/csv') ? 'csv' : 'ical',
        read = source === 'csv' ? readCsvTermine(bytes) : readIcal(bytes, context.now);
      if (!read.ok) throw new AppError('unreadable_file', { fields: { file: read.why } });
      if (isNothingRead(read))
        throw new AppError('unreadable_file', {
          fields: { file: read.left[0]?.why ?? 'bad_event' },
        });
      const left = read.left.reduce((sum, one) => sum + one.count, 0);
      const sum = await context.write((w) => takeTermine(w, links, read, source));
      return { ...sum, left };
    },
  ),
];
