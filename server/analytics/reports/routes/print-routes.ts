// Route that creates a PDF of a report, with its filter, the age of its data and page numbers.

import { z } from 'zod';
import { findKzv } from '../../../../catalog/kzv/kzv.ts';
import type { PracticeReportFilter } from '../../../../shared/analytics/reports/report.ts';
import { reportFilterSchema } from '../../../../shared/analytics/reports/report.schema.ts';
import { reportPathSchema } from '../../../../shared/analytics/reports/saved-reports.schema.ts';
import { germanDay } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { FlagKey } from '../../../../shared/base/flags/flags.ts';
import { trueRows } from '../../../platform/db/pvs-rows.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Renderer } from '../../../paper/pdf/renderer.ts';
import type { Report } from '../../../paper/pdf/report.ts';
import type { Look } from '../../../platform/work.ts';
import type { ReportWorker } from '../../snapshot/report-worker.ts';
import {
  mayRead,
  authorizeRead,
  requireInPlan,
  withoutLocked,
  type HasReports,
} from './read-access.ts';
import { printReport, questionOf, term } from './print-report.ts';
import { REPORTS } from '../report-list.ts';

export interface PaperLinks {
  reportWorker: ReportWorker;
  renderer: Pick<Renderer, 'renderReport'>;
  praxis(look: Look): Promise<Report['praxis']>;
  hasReports: HasReports;
  /** Checks whether a report is switched off for a practice. */
  isOff: (flag: FlagKey, cid: string) => Promise<boolean>;
}
const LIST_TABLES = {
  behandler: 'behandler',
  zimmer: 'zimmer',
  teams: 'teams',
  terminart: 'terminarten',
  termingruppe: 'termingruppen',
} as const;
/** Names of the chosen filter values, from the practice's own lists. */
async function namesFor(
  look: Look,
  filter: PracticeReportFilter,
): Promise<(list: string, id: string) => string> {
  const names = new Map<string, string>();
  for (const [list, entity] of Object.entries(LIST_TABLES) as [
    keyof typeof LIST_TABLES,
    (typeof LIST_TABLES)[keyof typeof LIST_TABLES],
  ][]) {
    if (filter[list].length > 0)
      for (const row of await trueRows(look, entity))
        names.set(`${list} ${row.id}`, row.name ?? row.id);
  }
  return (list, id) => names.get(`${list} ${id}`) ?? term(id);
}

const word = z.string().min(1).max(80).optional();
/** Report parameters in addition to the filter; a region is part of the path. */
const SUBTITLE_QUERY = { gruppe: word, messwert: word, nr: word };
const HVM = 'hvm/{region}';
/** Lists of one person, by requested path; `patid` gives the person. */
const PERSON: Readonly<Record<string, string>> = {
  'patient/leistungen': 'Leistungen',
  'patient/plaene': 'Pläne',
  'patient/rechnungen': 'Rechnungen',
};
const GROUP_KINDS: Readonly<Record<string, string>> = {
  ALLE: 'alle Praxen',
  GROESSE: 'gleich große Praxen',
  REGION: 'Praxen aus der Gegend',
};
/** The additional parameters in words. */
const subtitleOf = ({ gruppe, messwert }: Readonly<Record<string, string>>): string[] => [
  ...(gruppe === undefined ? [] : [`Verglichen mit: ${GROUP_KINDS[gruppe] ?? gruppe}`]),
  ...(messwert === undefined ? [] : [`Kennzahl: ${term(messwert)}`]),
];
/** The report of a path, its path parameters, and its heading. */
function resolveReport(
  path: string,
  patid: string | undefined,
): { known: (typeof REPORTS)[number]; said: Readonly<Record<string, string>>; title: string } {
  const person = PERSON[path];
  if (person !== undefined) {
    const known = REPORTS.find((one) => one.path === path.replace('/', '/{patid}/'));
    if (!known || patid === undefined) throw new AppError('not_found');
    return { known, said: { patid }, title: person };
  }
  const region = /^hvm\/(\w+)$/.exec(path)?.[1],
    known = REPORTS.find((one) => one.path === (region === undefined ? path : HVM));
  if (!known) throw new AppError('not_found');
  return {
    known,
    said: region === undefined ? {} : { region },
    title:
      region === undefined
        ? questionOf(path)
        : `Honorargrenze der KZV: ${findKzv(region)?.name ?? region}`,
  };
}

/** Name and date of birth for the heading of a person's list. */
async function nameFor(
  reportWorker: ReportWorker,
  context: RequestContext,
  filter: PracticeReportFilter,
  patid: string,
): Promise<string> {
  const [row] = (
    await reportWorker.practiceReport({
      cid: context.cid,
      path: 'patient/{patid}',
      filter,
      extra: { patid },
      now: context.now,
    })
  ).zeilen;
  return [
    row?.['name'],
    typeof row?.['geburtsdatum'] === 'string' ? `*${germanDay(row['geburtsdatum'])}` : null,
  ]
    .filter((one) => typeof one === 'string')
    .join(', ');
}

export const printRoutes = ({
  reportWorker,
  renderer,
  praxis,
  hasReports,
  isOff,
}: PaperLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/berichtpdf',
      policy: 'report.day',
      summary: 'A report as PDF; whoever may read the report',
      query: reportFilterSchema.safeExtend({
        pfad: reportPathSchema,
        patid: word,
        ...SUBTITLE_QUERY,
      }),
      answerType: 'application/pdf',
      errors: ['reports_loading', 'not_found', 'switched_off', 'licence_refused'],
    },
    async ({ query: { pfad: path, patid, gruppe: group, messwert, nr, ...filter } }, context) => {
      const { known, said, title } = resolveReport(path, patid),
        asked = Object.fromEntries(
          Object.entries({ gruppe: group, messwert, nr }).flatMap(([name, value]) =>
            value !== undefined && known.extra.includes(name) ? [[name, value]] : [],
          ),
        );
      if (!mayRead(context, known.policy)) await context.deny();
      if (known.flag !== undefined && (await isOff(known.flag, context.cid)))
        throw new AppError('switched_off');
      await requireInPlan(hasReports, context, known.path);
      const readAccess = await authorizeRead(context, known.policy, known.path, filter),
        found = withoutLocked(
          await context.look().db.closed(),
          said,
          readAccess.zeige(
            await reportWorker.practiceReport({
              cid: context.cid,
              path: known.path,
              filter: readAccess.filter,
              extra: { ...asked, ...said, ...readAccess.extra },
              now: context.now,
            }),
          ),
        );
      const look = context.look(),
        whose =
          said['patid'] === undefined
            ? ''
            : await nameFor(reportWorker, context, filter, said['patid']),
        nameOf = await namesFor(look, found.meta.filter);
      const bytes = await renderer.renderReport(
        printReport(found, {
          title: whose === '' ? title : `${title}: ${whose}`,
          practice: await praxis(look),
          now: context.now,
          nameOf,
          words: subtitleOf(asked),
        }),
      );
      await context.write(async (w) => {
        await w.audit('report.printed', { report: path, rows: found.zeilen.length });
        if (said['patid'] !== undefined)
          await w.audit('patient.viewed', { report: known.path }, said['patid']);
      });
      return {
        bytes,
        type: 'application/pdf',
        headers: { 'content-disposition': 'inline; filename="Bericht.pdf"' },
      };
    },
  ),
];
