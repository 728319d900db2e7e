// The list of perio cases that want somebody: the step of the pathway that is due, overdue first; and one case with everything about it.

import type { z } from 'zod';
import type {
  ListenBericht,
  ParDetail,
  parQuerySchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { Zelle } from '../../../shared/analytics/reports/report.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { UPT } from '../../../shared/analytics/billing/periods.ts';
import {
  naechsteUpt,
  PAR_GRUENDE,
  parFaellig,
  parWeg,
  uptEnde,
  type ParGrund,
} from '../../../shared/analytics/reports/par-list.ts';
import type { Look } from '../../platform/work.ts';
import { euro, frame, kpi } from './frame.ts';
import { beigefuegt, gesucht, SCHLUSS, willJemanden, zellen } from './lines.ts';
import type { HkpLinks } from './links.ts';
import { notizenOf } from './read-hkp.ts';
import { namesOf, peopleOf, termineOf } from './store-plans.ts';

/** Cases that are not ended. @throws AppError `reports_loading` */
export async function listPar(
  look: Look,
  links: HkpLinks,
  query: z.output<typeof parQuerySchema>,
): Promise<{ bericht: ListenBericht; patids: string[] }> {
  const today = berlinDay(look.now),
    faelle = await links.parfaelle(look),
    people = await peopleOf(
      look,
      faelle.map((one) => one.patid),
    ),
    put = await beigefuegt(look, 'par');
  const all = faelle.map((fall) => ({
    ...put(fall.id),
    fall,
    patid: fall.patid,
    person: people.get(fall.patid),
    faellig: parFaellig(fall, today),
    wert: fall.wert ?? 0,
  }));
  const { found, shown } = gesucht(
    all,
    query,
    ({ fall }) =>
      (query.status.length === 0 || (fall.status !== null && query.status.includes(fall.status))) &&
      (query.grad.length === 0 || (fall.grad !== null && query.grad.includes(fall.grad))) &&
      (query.behandler === undefined || fall.behandlerId === query.behandler),
  );
  const due = (...gruende: ParGrund[]): number =>
    all.filter((line) => line.faellig !== null && gruende.includes(line.faellig.grund)).length;
  const bericht = await frame(
    look,
    { ...query },
    {
      kpis: [
        kpi('parFaellig', all.filter(willJemanden).length),
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
        ...SCHLUSS,
      ],
      zeilen: shown.map((line): Record<string, Zelle> => {
        const { fall, faellig } = line;
        return {
          ...zellen(line),
          parId: fall.id,
          behandler: fall.behandler,
          grad: fall.grad,
          status: fall.status,
          station: parWeg(fall).at(-1)?.was ?? null,
          upt: fall.uptAnzahl,
          uptMost: fall.grad === null ? null : UPT[fall.grad].most,
          gueltigBis: uptEnde(fall),
          grund: faellig?.grund ?? null,
          tag: faellig?.tag ?? null,
          gesamt: euro(fall.wert),
          termin: fall.hatTermin,
        };
      }),
      serien: [
        { name: 'gruende', punkte: PAR_GRUENDE.map((grund) => ({ x: grund, y: due(grund) })) },
      ],
    },
  );
  return { bericht, patids: shown.map((line) => line.patid) };
}

/** @throws AppError `not_found` for one that is ended as well */
export async function readPar(look: Look, links: HkpLinks, parid: string): Promise<ParDetail> {
  const [fall] = await links.parfaelle(look, parid);
  if (!fall) throw new AppError('not_found');
  const arten = await namesOf(look, 'terminarten'),
    { grad, einwurzelig, mehrwurzelig } = fall;
  return {
    parid,
    patid: fall.patid,
    behandler: fall.behandler ?? '',
    grad,
    status: fall.status,
    stationen: parWeg(fall),
    upt: {
      anzahl: fall.uptAnzahl,
      hoechstens: grad === null ? null : UPT[grad].most,
      naechste: naechsteUpt(fall),
      ende: uptEnde(fall),
    },
    zaehne:
      einwurzelig === null && mehrwurzelig === null
        ? null
        : { einwurzelig: einwurzelig ?? 0, mehrwurzelig: mehrwurzelig ?? 0 },
    wert: fall.wert,
    termine: (await termineOf(look, fall.patid)).map((one) => ({
      start: one.start ?? 0,
      art: one.terminart === null ? '' : (arten.get(one.terminart) ?? one.terminart),
    })),
    notizen: await notizenOf(look, links, 'par', parid),
  };
}
