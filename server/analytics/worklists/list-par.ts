// The list of perio cases that need action: the due step of the pathway, the nearest
// deadline first; and one case with all details.

import type { z } from 'zod';
import type {
  ListReport,
  ParDetail,
  parQuerySchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { CellValue } from '../../../shared/analytics/reports/report.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { UPT } from '../../../shared/analytics/billing/periods.ts';
import {
  nextUptDay,
  PAR_REASONS,
  parDeadline,
  parReasons,
  parPath,
  uptEndOf,
  type ParReason,
} from '../../../shared/analytics/reports/par-list.ts';
import type { Look } from '../../platform/work.ts';
import { euro, frame, kpi } from './frame.ts';
import {
  loadAttachments,
  searchable,
  hasReason,
  CLOSING_COLUMNS,
  countDue,
  cellsOf,
} from './lines.ts';
import type { HkpLinks } from './links.ts';
import { noteRowsOf } from './read-hkp.ts';
import { namesOf, peopleOf, appointmentsOf } from './store-plans.ts';

/** Returns unfinished cases. @throws AppError `reports_loading` */
export async function listPar(
  look: Look,
  links: HkpLinks,
  query: z.output<typeof parQuerySchema>,
): Promise<{ practiceReport: ListReport; patids: string[] }> {
  const today = berlinDay(look.now),
    cases = await links.parfaelle(look),
    people = await peopleOf(
      look,
      cases.map((one) => one.patid),
    ),
    put = await loadAttachments(look, 'par');
  const all = cases.map((parCase) => {
    const due = parReasons(parCase, today);
    return {
      ...put(parCase.id),
      parCase,
      patid: parCase.patid,
      person: people.get(parCase.patid),
      faellig: due[0] ?? null,
      frist: parDeadline(due),
      gruende: due.map(({ grund: reason }) => reason),
      wert: parCase.wert ?? 0,
    };
  });
  const { found, shown } = searchable(
    all,
    query,
    today,
    ({ parCase }) =>
      (query.status.length === 0 ||
        (parCase.status !== null && query.status.includes(parCase.status))) &&
      (query.grad.length === 0 || (parCase.grad !== null && query.grad.includes(parCase.grad))) &&
      (query.behandler === undefined || parCase.behandlerId === query.behandler),
  );
  const due = (...reasons: ParReason[]): number =>
    all.filter((line) => hasReason(line, reasons)).length;
  const counted = countDue(all, today);
  const practiceReport = await frame(
    look,
    { ...query },
    {
      kpis: [
        kpi('parFaellig', counted.due),
        kpi('ruhend', counted.resting),
        kpi('parUpt', due('upt_faellig')),
        kpi('parEndet', due('upt_endet', 'upt_vorbei')),
        kpi('parNichtBegonnen', due('nicht_begonnen')),
        kpi('parOffen', all.length),
        kpi('treffer', found.length),
      ],
      spalten: [
        { key: 'name', titel: 'Patient', typ: 'text' },
        { key: 'grund', titel: 'Was ansteht', typ: 'wort' },
        { key: 'tag', titel: 'Seit', typ: 'tag' },
        { key: 'grad', titel: 'Grad', typ: 'text' },
        { key: 'status', titel: 'Stand', typ: 'wort' },
        { key: 'upt', titel: 'UPT', typ: 'zahl' },
        { key: 'uptMost', titel: 'UPT höchstens', typ: 'zahl' },
        { key: 'gueltigBis', titel: 'UPT-Zeitraum bis', typ: 'tag' },
        { key: 'gesamt', titel: 'Summe', typ: 'eur' },
        { key: 'behandler', titel: 'Behandler', typ: 'text' },
        ...CLOSING_COLUMNS,
      ],
      zeilen: shown.map((line): Record<string, CellValue> => {
        const { parCase, faellig: dueDay } = line;
        return {
          ...cellsOf(line, today),
          parId: parCase.id,
          behandler: parCase.behandler,
          grad: parCase.grad,
          status: parCase.status,
          station: parPath(parCase).at(-1)?.was ?? null,
          upt: parCase.uptAnzahl,
          uptMost: parCase.grad === null ? null : UPT[parCase.grad].most,
          gueltigBis: uptEndOf(parCase),
          grund: dueDay?.grund ?? null,
          auch: line.gruende.slice(1).join('|'),
          tag: dueDay?.tag ?? null,
          gesamt: euro(parCase.wert),
          termin: parCase.hatTermin,
        };
      }),
      serien: [
        { name: 'gruende', punkte: PAR_REASONS.map((reason) => ({ x: reason, y: due(reason) })) },
      ],
    },
  );
  return { practiceReport, patids: shown.map((line) => line.patid) };
}

/** Reads one perio case. @throws AppError `not_found`, also for a finished case */
export async function readPar(look: Look, links: HkpLinks, parid: string): Promise<ParDetail> {
  const [parCase] = await links.parfaelle(look, { id: parid });
  if (!parCase) throw new AppError('not_found');
  const kinds = await namesOf(look, 'terminarten'),
    { grad: grade, einwurzelig, mehrwurzelig } = parCase;
  return {
    parid,
    patid: parCase.patid,
    behandler: parCase.behandler ?? '',
    grad: grade,
    status: parCase.status,
    stationen: parPath(parCase),
    upt: {
      anzahl: parCase.uptAnzahl,
      hoechstens: grade === null ? null : UPT[grade].most,
      naechste: nextUptDay(parCase),
      ende: uptEndOf(parCase),
    },
    zaehne:
      einwurzelig === null && mehrwurzelig === null
        ? null
        : { einwurzelig: einwurzelig ?? 0, mehrwurzelig: mehrwurzelig ?? 0 },
    wert: parCase.wert,
    termine: (await appointmentsOf(look, parCase.patid)).map((one) => ({
      start: one.start ?? 0,
      art: one.terminart === null ? '' : (kinds.get(one.terminart) ?? one.terminart),
    })),
    notizen: await noteRowsOf(look, links, 'par', parid),
  };
}
