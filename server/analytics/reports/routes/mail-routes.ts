// Reports by mail: recipients, schedule and outcome; a mail contains a link to the report and
// neither figures nor names.

import {
  reportMailParams,
  reportMailsSchema,
  newReportMailSchema,
  type ReportMails,
} from '../../../../shared/analytics/reports/saved-reports.schema.ts';
import { nextSendAt } from './report-mail.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { MailOrder } from '../../../../shared/accounts/mail.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import {
  dropReportMail,
  findReportMail,
  noteSent,
  putReportMail,
  reportMailsOf,
  rhythmOf,
  unsentSince,
  type MailReportRow,
} from './mail-store.ts';
import { personOf } from './overview-routes.ts';
import { findProfile, type ProfileRow } from './view-store.ts';

interface Reader {
  id: string;
  name: string;
  email: string;
  language: 'de' | 'en';
}
export interface MailLinks {
  /** Users of the practice who may read reports and can sign in. */
  reader(look: Look): Promise<Reader[]>;
  people(look: Look): Promise<ReadonlyMap<string, string>>;
  mail(w: Work, order: MailOrder): Promise<void>;
  hatMailserver: boolean;
  /** Delivery results of mails by key. */
  states(
    look: Look,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, 'gesendet' | 'wartet' | 'abbestellt' | 'fehler'>>;
}
/** Maximum number of results; more are not read. */
const MOST = 50;
const keyOf = (id: string, due: number, userId: string): string => `report:${id}:${due}:${userId}`;
/** Returns the saved view of a mail; undefined where it has none, or the view was removed. */
const viewOf = async (
  s: Look | Work,
  { viewId, report }: MailReportRow,
): Promise<ProfileRow | undefined> => {
  const view = viewId === null ? undefined : await findProfile(s, viewId);
  return view?.report === report ? view : undefined;
};
const pageOf = (row: MailReportRow, view: ProfileRow | undefined): string => {
  const query = new URLSearchParams(view?.filter ?? row.filter).toString().replaceAll('*', '%2A');
  return `/practice/berichte/${row.report}${query === '' ? '' : `?${query}`}`;
};

/**
 * Queues the mails of a practice that became due since they were last sent, or since they were set
 * up. After downtime only the last one is sent, once.
 */
export async function sendDueReports(
  workshop: Workshop,
  links: MailLinks,
  cid: string,
): Promise<void> {
  const look = workshop.look(cid, { kind: 'system', cid }),
    rows = await reportMailsOf(look);
  const due = rows.flatMap((row) => {
    const at = unsentSince(row, look.now);
    return at === undefined ? [] : [{ row, at }];
  });
  if (due.length === 0) return;
  const readers = new Map((await links.reader(look)).map((one) => [one.id, one]));
  for (const { row, at } of due) {
    await workshop.write(cid, { kind: 'system', cid }, async (w) => {
      const page = pageOf(row, await viewOf(w, row));
      for (const id of row.recipients) {
        const reader = readers.get(id);
        if (reader)
          await links.mail(w, {
            key: keyOf(row.id, at, id),
            to: reader.email,
            template: 'report',
            language: reader.language,
            data: { title: row.title ?? '', link: page },
          });
      }
      await noteSent(w, row.id, at);
    });
  }
}

const namedView = (view: ProfileRow | undefined): { id: string; name: string } | null =>
  view ? { id: view.id, name: view.name } : null;

export const reportMailRoutes = (links: MailLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/berichtmails',
      policy: 'report.write',
      summary: 'Reports that are mailed again and again, and how it went',
      answer: reportMailsSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        rows = await reportMailsOf(look),
        readers = await links.reader(look),
        may = new Set(readers.map((one) => one.id)),
        names = await links.people(look);
      const states = await links.states(
        look,
        rows.flatMap((row) =>
          row.lastAt === null ? [] : row.recipients.map((id) => keyOf(row.id, row.lastAt!, id)),
        ),
      );
      const views = new Map<string, ProfileRow | undefined>();
      for (const row of rows) views.set(row.id, await viewOf(look, row));
      const items: ReportMails['items'] = rows.map((row) => ({
        id: row.id,
        report: row.report,
        filter: views.get(row.id)?.filter ?? row.filter,
        ansicht: namedView(views.get(row.id)),
        titel: row.title ?? '',
        ...rhythmOf(row),
        zuletzt: row.lastAt,
        naechstes: nextSendAt(rhythmOf(row), look.now),
        empfaenger: row.recipients.map((id) => ({
          id,
          name: names.get(id) ?? '',
          stand: !may.has(id)
            ? ('kein_recht' as const)
            : ((row.lastAt === null ? undefined : states.get(keyOf(row.id, row.lastAt, id))) ??
              ('bereit' as const)),
        })),
      }));
      return {
        items,
        leute: readers.map(({ id, name }) => ({ id, name })),
        hatMailserver: links.hatMailserver,
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/berichtmails',
      policy: 'report.write',
      summary: 'Mail a report again and again to people of the practice who may read it',
      body: newReportMailSchema,
      answerType: 'none',
      errors: ['validation'],
    },
    async ({ body }, context) => {
      const by = personOf(context),
        may = new Set((await links.reader(context.look())).map((one) => one.id));
      if (body.empfaenger.some((id) => !may.has(id)))
        throw new AppError('validation', { fields: { empfaenger: 'not_allowed' } });
      await context.write(async (w) => {
        const known = await findReportMail(w, body.id),
          view = body.ansicht === undefined ? undefined : await findProfile(w, body.ansicht);
        if (
          body.ansicht !== undefined &&
          (view?.report !== body.report || (view.owner !== null && view.owner !== by))
        )
          throw new AppError('validation', { fields: { ansicht: 'unknown' } });
        if (!known && (await reportMailsOf(w)).length >= MOST)
          throw new AppError('validation', { fields: { id: 'too_many' } });
        await putReportMail(w, {
          id: body.id,
          report: body.report,
          filter: view?.filter ?? body.filter,
          viewId: view?.id ?? null,
          title: body.titel,
          weekday: body.rhythmus === 'woche' ? body.tag : null,
          monthDay: body.rhythmus === 'monat' ? body.tag : null,
          time: body.zeit,
          recipients: [...new Set(body.empfaenger)],
          lastAt: known?.lastAt ?? null,
          by,
          changedAt: w.now,
        });
        await w.audit('report.mail_saved', {
          mail: body.id,
          report: body.report,
          people: body.empfaenger,
        });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/berichtmails/{berichtMailId}',
      policy: 'report.write',
      summary: 'Send a report no more; one that is gone already is no error',
      params: reportMailParams,
      answerType: 'none',
    },
    async ({ params }, context) => {
      await context.write(async (w) => {
        if (await dropReportMail(w, params.berichtMailId))
          await w.audit('report.mail_removed', { mail: params.berichtMailId });
      });
      return undefined;
    },
  ),
];
