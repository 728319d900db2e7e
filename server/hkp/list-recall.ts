// The list of recalls to be arranged: whom a letter or a call would reach, the longest overdue first.

import type { z } from 'zod';
import { recallFaellig, RECALL_GRUENDE, RECALL_VORLAUF } from '../../shared/arbeitsliste.ts';
import type { ListenBericht, recallQuerySchema } from '../../shared/arbeitsliste.schema.ts';
import type { Zelle } from '../../shared/bericht.ts';
import { berlinDay } from '../../shared/dates.ts';
import { addDays, addMonths } from '../../shared/day-math.ts';
import type { Look } from '../work.ts';
import { frame, kpi } from './frame.ts';
import type { HkpLinks } from './links.ts';
import { beigefuegt, gesucht, SCHLUSS, willJemanden, zellen } from './lines.ts';
import { peopleOf, recallsUntil, termineToCome } from './store-plans.ts';

/** Recalls that fell due within the last `monate` months, or will within the month to come; of a person who is not led here any more none. */
export async function listRecall(look: Look, links: HkpLinks, query: z.output<typeof recallQuerySchema>): Promise<{ bericht: ListenBericht; patids: string[] }> {
  const today = berlinDay(look.now), from = addMonths(today, -query.monate);
  const rows = (await recallsUntil(look, addDays(today, RECALL_VORLAUF))).filter(row => (row.faelligAm ?? '') >= from);
  const people = await peopleOf(look, rows.map(row => row.patid ?? '')), coming = new Set((await termineToCome(look)).map(one => one.patid ?? ''));
  const put = await beigefuegt(look, 'recall');
  const all = rows.flatMap(row => {
    const patid = row.patid ?? '', person = people.get(patid);
    if (person?.aktiv === false) return [];
    const faellig = recallFaellig({ faelligAm: row.faelligAm ?? '', status: row.status, hatTermin: row.terminId !== null || coming.has(person?.id ?? patid) || coming.has(patid) }, today);
    return [{ ...put(row.id), row, patid, person, faellig, wert: 0 }];
  });
  const wanted = all.filter(willJemanden), { found, shown } = gesucht(all, query, ({ row }) => query.art === undefined || row.art === query.art);
  const may = await links.mayRecallEach(look, [...new Set(shown.map(line => line.patid))]);
  const bericht = await frame(look, { ...query }, {
    kpis: [kpi('recallFaellig', wanted.length), kpi('recallUeberfaellig', all.filter(line => line.faellig?.grund === 'ueberfaellig').length), kpi('recallTerminiert', all.filter(line => line.faellig === null).length), kpi('treffer', found.length)],
    spalten: [
      { key: 'name', titel: 'Patient', typ: 'text' }, { key: 'art', titel: 'Recall', typ: 'wort' }, { key: 'tag', titel: 'Fällig', typ: 'tag' }, { key: 'grund', titel: 'Stand', typ: 'wort' }, { key: 'erinnertAm', titel: 'Erinnert', typ: 'tag' }, { key: 'darf', titel: 'Einverstanden', typ: 'janein' }, ...SCHLUSS,
    ],
    zeilen: shown.map((line): Record<string, Zelle> => {
      const { row, patid, person, faellig } = line;
      return { ...zellen(line), recallId: row.id, telefon: person?.mobil ?? person?.telefon ?? null, art: row.art, tag: faellig?.tag ?? row.faelligAm, grund: faellig?.grund ?? null, erinnertAm: row.erinnertAm, darf: may.get(patid) ?? null };
    }),
    serien: [{ name: 'gruende', punkte: RECALL_GRUENDE.map(grund => ({ x: grund, y: all.filter(line => line.faellig?.grund === grund).length })) }],
  });
  return { bericht, patids: shown.map(line => line.patid) };
}
