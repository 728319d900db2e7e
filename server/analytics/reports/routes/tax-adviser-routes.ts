// Calls of figures that were frozen for the tax adviser: their bytes never change, and what today's data say otherwise is told beside them.

import { createHash } from 'node:crypto';
import { berichtFilterSchema } from '../../../../shared/analytics/reports/report.schema.ts';
import {
  newSteuerSchema,
  steuerListSchema,
  steuerParams,
  steuerSchema,
  type Steuer,
} from '../../../../shared/analytics/reports/saved-reports.schema.ts';
import type {
  Bericht,
  BerichtFilter,
  BerichtMeta,
} from '../../../../shared/analytics/reports/report.ts';
import { germanMoment } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { berichtAufPapier, frageVon } from './print-report.ts';
import type { PapierLinks } from './print-routes.ts';
import { addSteuer, findSteuer, steuerOf, type SteuerRow } from './tax-adviser-store.ts';
import { personOf } from './overview-routes.ts';

const PFAD = 'umsatz/steuerbuero';
/** More than a practice gives away in its life. */
const MOST = 500;
type Tabelle = Pick<Bericht, 'spalten' | 'zeilen'>;
interface Kept extends Tabelle {
  meta: BerichtMeta;
}
export interface SteuerLinks extends PapierLinks {
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}

/** The filter of such a table: months of payment, nobody and nothing left out. */
export const steuerFilter = (von: string, bis: string): BerichtFilter =>
  berichtFilterSchema.parse({
    von,
    bis,
    vergleich: 'KEIN',
    basis: 'zahlung',
    gruppierung: 'MONAT',
  });
const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Cells of numbers that differ by a cent or more, row by row; a period that only one of both has is told with nothing on the other side. */
export function unterschiede(damals: Tabelle, heute: Tabelle): Steuer['seither'] {
  const keys = damals.spalten.filter((one) => one.typ === 'eur').map((one) => one.key),
    nach = (t: Tabelle) => new Map(t.zeilen.map((row) => [String(row['periode']), row]));
  const then = nach(damals),
    now = nach(heute),
    found: Steuer['seither'] = [];
  for (const periode of [...new Set([...then.keys(), ...now.keys()])].sort()) {
    for (const spalte of keys) {
      const value = (row: Tabelle['zeilen'][number] | undefined): number | null => {
        const cell = row?.[spalte];
        return typeof cell === 'number' ? cell : null;
      };
      const a = value(then.get(periode)),
        b = value(now.get(periode));
      if (a === null ? b !== null : b === null || Math.abs(a - b) >= 0.005)
        found.push({ periode, spalte, damals: a, heute: b });
    }
  }
  return found;
}

const opened = (row: SteuerRow): Kept => JSON.parse(Buffer.from(row.rows).toString('utf8')) as Kept;
const headOf = (
  row: Pick<SteuerRow, 'id' | 'filter' | 'at' | 'by' | 'sha256'>,
  stand: number | null,
  names: ReadonlyMap<string, string>,
) => ({
  id: row.id,
  von: row.filter.von ?? '',
  bis: row.filter.bis ?? '',
  am: row.at,
  wer: names.get(row.by) ?? '',
  sha256: row.sha256,
  datenStand: stand,
});

export const steuerRoutes = ({ auswerter, renderer, praxis, people }: SteuerLinks): Route[] => {
  async function kept(context: RequestContext, id: string): Promise<SteuerRow> {
    const row = await findSteuer(context.look(), id);
    if (!row) throw new AppError('not_found');
    return row;
  }
  return [
    route(
      {
        method: 'get',
        path: '/steuerbuero',
        policy: 'report.write',
        summary: 'Figures frozen for the tax adviser, newest first',
        answer: steuerListSchema,
      },
      async (_input, context) => {
        const look = context.look(),
          names = await people(look);
        return {
          items: (await steuerOf(look)).map((row) => headOf(row, opened(row).meta.stand, names)),
        };
      },
    ),
    route(
      {
        method: 'post',
        path: '/steuerbuero',
        policy: 'report.write',
        summary: 'Freeze the money received in a span for the tax adviser',
        body: newSteuerSchema,
        answerType: 'none',
        errors: ['reports_loading', 'validation', 'conflict'],
      },
      async ({ body: { id, von, bis } }, context) => {
        const by = personOf(context),
          filter = steuerFilter(von, bis),
          found = await auswerter.bericht({
            cid: context.cid,
            pfad: PFAD,
            filter,
            extra: {},
            jetzt: context.now,
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
          const known = await findSteuer(w, id);
          if (known) {
            if (known.filter.von !== von || known.filter.bis !== bis)
              throw new AppError('conflict');
            return;
          }
          if (!(await addSteuer(w, { id, report: PFAD, filter, rows: bytes, sha256, by }, MOST)))
            throw new AppError('validation', { fields: { id: 'too_many' } });
          await w.audit('report.frozen', { snapshot: id, from: von, to: bis, sha256 });
        });
        return undefined;
      },
    ),
    route(
      {
        method: 'get',
        path: '/steuerbuero/{steuerId}',
        policy: 'report.write',
        summary: "Frozen figures, whether they are whole, and what today's data say otherwise",
        params: steuerParams,
        answer: steuerSchema,
        errors: ['not_found', 'reports_loading'],
      },
      async ({ params }, context) => {
        const row = await kept(context, params.steuerId),
          { meta, spalten, zeilen } = opened(row);
        const now = await auswerter.bericht({
          cid: context.cid,
          pfad: PFAD,
          filter: steuerFilter(meta.filter.von, meta.filter.bis),
          extra: {},
          jetzt: context.now,
        });
        return {
          ...headOf(row, meta.stand, await people(context.look())),
          istUnversehrt: shaOf(row.rows) === row.sha256,
          spalten: [...spalten],
          zeilen: [...zeilen],
          seither: unterschiede({ spalten, zeilen }, now),
        };
      },
    ),
    route(
      {
        method: 'get',
        path: '/steuerbuero/{steuerId}/pdf',
        policy: 'report.write',
        summary: 'Frozen figures as PDF, with their checksum',
        params: steuerParams,
        answerType: 'application/pdf',
        errors: ['not_found'],
      },
      async ({ params }, context) => {
        const row = await kept(context, params.steuerId),
          { meta, spalten, zeilen } = opened(row),
          look = context.look();
        const worte = [
          `Festgehalten am ${germanMoment(row.at)} Uhr. Prüfsumme (SHA-256) der Zahlen: ${row.sha256}`,
        ];
        const bytes = await renderer.renderReport(
          berichtAufPapier(
            { meta, kpis: [], spalten, zeilen },
            {
              titel: frageVon(PFAD),
              praxis: await praxis(look),
              now: row.at,
              nameOf: (_list, id) => id,
              worte,
            },
          ),
        );
        await context.write((w) =>
          w.audit('report.printed', { report: PFAD, snapshot: row.id, rows: zeilen.length }),
        );
        return {
          bytes,
          type: 'application/pdf',
          headers: { 'content-disposition': 'inline; filename="Steuerbuero.pdf"' },
        };
      },
    ),
  ];
};
