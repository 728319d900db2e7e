// Routes of figures frozen for the tax adviser: their bytes never change, and deviations of the
// current data are reported next to them.

import { createHash } from 'node:crypto';
import { reportFilterSchema } from '../../../../shared/analytics/reports/report.schema.ts';
import {
  newTaxReportSchema,
  taxListSchema,
  taxParams,
  taxReportSchema,
  type TaxReport,
} from '../../../../shared/analytics/reports/saved-reports.schema.ts';
import type {
  PracticeReport,
  PracticeReportFilter,
  ReportMeta,
} from '../../../../shared/analytics/reports/report.ts';
import { germanMoment } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { printReport, questionOf } from './print-report.ts';
import type { PaperLinks } from './print-routes.ts';
import { addTaxReport, findTaxReport, taxRowsOf, type TaxRow } from './tax-adviser-store.ts';
import { personOf } from './overview-routes.ts';

const REPORT_PATH = 'umsatz/steuerbuero';
/** More than a practice ever creates. */
const MAX_REPORTS = 500;
type ColumnTable = Pick<PracticeReport, 'spalten' | 'zeilen'>;
interface Kept extends ColumnTable {
  meta: ReportMeta;
}
export interface TaxLinks extends PaperLinks {
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}

/** The filter of such a table: months of payment, otherwise unrestricted. */
const taxFilter = (from: string, to: string): PracticeReportFilter =>
  reportFilterSchema.parse({
    von: from,
    bis: to,
    vergleich: 'KEIN',
    basis: 'zahlung',
    gruppierung: 'MONAT',
  });
const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Lists the numeric cells that differ by a cent or more, row by row; a period that only one side
 * has is reported with an empty other side.
 */
export function differencesOf(damals: ColumnTable, today: ColumnTable): TaxReport['seither'] {
  const keys = damals.spalten.filter((one) => one.typ === 'eur').map((one) => one.key),
    rowsByPeriod = (t: ColumnTable) =>
      new Map(t.zeilen.map((row) => [String(row['periode']), row]));
  const then = rowsByPeriod(damals),
    now = rowsByPeriod(today),
    found: TaxReport['seither'] = [];
  for (const period of [...new Set([...then.keys(), ...now.keys()])].sort()) {
    for (const column of keys) {
      const value = (row: ColumnTable['zeilen'][number] | undefined): number | null => {
        const cell = row?.[column];
        return typeof cell === 'number' ? cell : null;
      };
      const a = value(then.get(period)),
        b = value(now.get(period));
      if (a === null ? b !== null : b === null || Math.abs(a - b) >= 0.005)
        found.push({ periode: period, spalte: column, damals: a, heute: b });
    }
  }
  return found;
}

const opened = (row: TaxRow): Kept => JSON.parse(Buffer.from(row.rows).toString('utf8')) as Kept;
const headOf = (
  row: Pick<TaxRow, 'id' | 'filter' | 'at' | 'by' | 'sha256'>,
  state: number | null,
  names: ReadonlyMap<string, string>,
) => ({
  id: row.id,
  von: row.filter.von ?? '',
  bis: row.filter.bis ?? '',
  am: row.at,
  wer: names.get(row.by) ?? '',
  sha256: row.sha256,
  datenStand: state,
});

async function keptReport(context: RequestContext, id: string): Promise<TaxRow> {
  const row = await findTaxReport(context.look(), id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Lists the frozen figures. */
const listRoute = ({ people }: TaxLinks): Route =>
  route(
    {
      method: 'get',
      path: '/steuerbuero',
      policy: 'report.write',
      summary: 'Figures frozen for the tax adviser, newest first',
      answer: taxListSchema,
    },
    async (_input, context) => {
      const look = context.look(),
        names = await people(look);
      return {
        items: (await taxRowsOf(look)).map((row) => headOf(row, opened(row).meta.stand, names)),
      };
    },
  );

/** Freezes the money received in a span; the same id again keeps the frozen figures. */
const freezeRoute = ({ reportWorker }: TaxLinks): Route =>
  route(
    {
      method: 'post',
      path: '/steuerbuero',
      policy: 'report.write',
      summary: 'Freeze the money received in a span for the tax adviser',
      body: newTaxReportSchema,
      answerType: 'none',
      errors: ['reports_loading', 'validation', 'conflict'],
    },
    async ({ body: { id, von: from, bis: to } }, context) => {
      const by = personOf(context),
        filter = taxFilter(from, to),
        found = await reportWorker.practiceReport({
          cid: context.cid,
          path: REPORT_PATH,
          filter,
          extra: {},
          now: context.now,
        });
      const bytes = Buffer.from(
          JSON.stringify({
            meta: found.meta,
            spalten: found.spalten,
            zeilen: found.zeilen,
          } satisfies Kept),
          'utf8',
        ),
        sha256 = shaOf(bytes);
      await context.write(async (w) => {
        const known = await findTaxReport(w, id);
        if (known) {
          if (known.filter.von !== from || known.filter.bis !== to) throw new AppError('conflict');
          return;
        }
        if (
          !(await addTaxReport(
            w,
            { id, report: REPORT_PATH, filter, rows: bytes, sha256, by },
            MAX_REPORTS,
          ))
        )
          throw new AppError('validation', { fields: { id: 'too_many' } });
        await w.audit('report.frozen', { snapshot: id, from, to, sha256 });
      });
      return undefined;
    },
  );

/** Shows frozen figures with their deviations from current data. */
const showRoute = ({ reportWorker, people }: TaxLinks): Route =>
  route(
    {
      method: 'get',
      path: '/steuerbuero/{steuerId}',
      policy: 'report.write',
      summary: "Frozen figures, whether they are whole, and what today's data say otherwise",
      params: taxParams,
      answer: taxReportSchema,
      errors: ['not_found', 'reports_loading'],
    },
    async ({ params }, context) => {
      const row = await keptReport(context, params.steuerId),
        { meta, spalten: columns, zeilen: rows } = opened(row);
      const now = await reportWorker.practiceReport({
        cid: context.cid,
        path: REPORT_PATH,
        filter: taxFilter(meta.filter.von, meta.filter.bis),
        extra: {},
        now: context.now,
      });
      return {
        ...headOf(row, meta.stand, await people(context.look())),
        istUnversehrt: shaOf(row.rows) === row.sha256,
        spalten: [...columns],
        zeilen: [...rows],
        seither: differencesOf({ spalten: columns, zeilen: rows }, now),
      };
    },
  );

/** Prints frozen figures. */
const printRoute = ({ renderer, praxis }: TaxLinks): Route =>
  route(
    {
      method: 'get',
      path: '/steuerbuero/{steuerId}/pdf',
      policy: 'report.write',
      summary: 'Frozen figures as PDF, with their checksum',
      params: taxParams,
      answerType: 'application/pdf',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const row = await keptReport(context, params.steuerId),
        { meta, spalten: columns, zeilen: rows } = opened(row),
        look = context.look();
      const words = [
        `Festgehalten am ${germanMoment(row.at)} Uhr. Prüfsumme (SHA-256) der Zahlen: ${row.sha256}`,
      ];
      const bytes = await renderer.renderReport(
        printReport(
          { meta, kpis: [], spalten: columns, zeilen: rows },
          {
            title: questionOf(REPORT_PATH),
            practice: await praxis(look),
            now: row.at,
            nameOf: (_list, id) => id,
            words,
          },
        ),
      );
      await context.write((w) =>
        w.audit('report.printed', { report: REPORT_PATH, snapshot: row.id, rows: rows.length }),
      );
      return {
        bytes,
        type: 'application/pdf',
        headers: { 'content-disposition': 'inline; filename="Steuerbuero.pdf"' },
      };
    },
  );

/** Returns the routes of figures frozen for the tax adviser. */
export const taxRoutes = (links: TaxLinks): Route[] => [
  listRoute(links),
  freezeRoute(links),
  showRoute(links),
  printRoute(links),
];
