// The list of recalls to be arranged: whom a letter or a call would reach, the longest overdue first.

import type { z } from 'zod';
import { compareListed, recallFaellig, RECALL_GRUENDE, RECALL_VORLAUF } from '../../shared/arbeitsliste.ts';
import type { ListenBericht, recallQuerySchema } from '../../shared/arbeitsliste.schema.ts';
import type { Zelle } from '../../shared/bericht.ts';
import { berlinDay } from '../../shared/dates.ts';
import { addDays, addMonths } from '../../shared/day-math.ts';
import type { Look } from '../work.ts';
import { frame, kpi } from './frame.ts';
import type { HkpLinks } from './links.ts';
import { isMeant, personName, stepOf } from './list-hkp.ts';
import { peopleOf, recallsUntil, termineToCome } from './store-plans.ts';
import { labelled, labelsOf, noteCounts, stepsOf } from './store.ts';

/** Recalls that fell due within the last `monate` months, or will within the month to come; of a person who is not led here any more none. */
export async function listRecall(look: Look, links: HkpLinks, query: z.output<typeof recallQuerySchema>): Promise<{ bericht: ListenBericht; patids: string[] }> {
  const today = berlinDay(look.now), from = addMonths(today, -query.monate);
  const rows = (await recallsUntil(look, addDays(today, RECALL_VORLAUF))).filter(row => (row.faelligAm ?? '') >= from);
  const people = await peopleOf(look, rows.map(row => row.patid ?? '')), coming = new Set((await termineToCome(look)).map(one => one.patid ?? ''));
  const labels = (await labelsOf(look)).filter(one => one.kind === 'recall'), on = await labelled(look, labels.map(one => one.id)), steps = await stepsOf(look, 'recall'), notes = await noteCounts(look, 'recall');
  const all = rows.flatMap(row => {
    const patid = row.patid ?? '', person = people.get(patid);
    if (person?.aktiv === false) return [];
    const faellig = recallFaellig({ faelligAm: row.faelligAm ?? '', status: row.status, hatTermin: row.terminId !== null || coming.has(person?.id ?? patid) || coming.has(patid) }, today);
    return [{ row, patid, person, faellig, schritt: stepOf(steps.get(row.id)), wert: 0, labels: on.get(row.id) ?? [], notizen: notes.get(row.id) ?? 0 }];
  });
  const wanted = all.filter(line => line.faellig !== null || (line.schritt !== null && !line.schritt.istErledigt));
  const found = (query.alle === 'ja' ? all : wanted).filter(line => (query.grund.length === 0 || (line.faellig !== null && query.grund.includes(line.faellig.grund)))
    && (query.art === undefined || line.row.art === query.art) && (query.label === undefined || line.labels.includes(query.label)) && (query.wer === undefined || line.schritt?.wer === query.wer) && isMeant(line.person, line.patid, query.q)).toSorted(compareListed), shown = found.slice(0, query.n);
  const may = await links.mayRecallEach(look, [...new Set(shown.map(line => line.patid))]);
  const bericht = await frame(look, { ...query }, {
    kpis: [kpi('recallFaellig', wanted.length), kpi('recallUeberfaellig', all.filter(line => line.faellig?.grund === 'ueberfaellig').length), kpi('recallTerminiert', all.filter(line => line.faellig === null).length), kpi('treffer', found.length)],
    spalten: [
      { key: 'name', titel: 'Patient', typ: 'text' }, { key: 'art', titel: 'Recall', typ: 'wort' }, { key: 'tag', titel: 'Fällig', typ: 'tag' }, { key: 'grund', titel: 'Stand', typ: 'wort' }, { key: 'erinnertAm', titel: 'Erinnert', typ: 'tag' }, { key: 'darf', titel: 'Einverstanden', typ: 'janein' },
      { key: 'schritt', titel: 'Nächster Schritt', typ: 'text' }, { key: 'bis', titel: 'Bis', typ: 'tag' }, { key: 'wer', titel: 'Wer', typ: 'text' }, { key: 'labels', titel: 'Labels', typ: 'text' }, { key: 'notizen', titel: 'Notizen', typ: 'zahl' },
    ],
    zeilen: shown.map(({ row, patid, person, faellig, schritt, labels: own, notizen }): Record<string, Zelle> => ({
      recallId: row.id, patid, name: personName(person), geburtsdatum: person?.geburtsdatum ?? null, telefon: person?.mobil ?? person?.telefon ?? null, art: row.art, tag: faellig?.tag ?? row.faelligAm, grund: faellig?.grund ?? null, erinnertAm: row.erinnertAm,
      darf: may.get(patid) ?? null, schritt: schritt?.text ?? null, bis: schritt?.bis ?? null, wer: schritt?.wer ?? null, istErledigt: schritt?.istErledigt ?? false, labels: own.join('|'), notizen,
    })),
    serien: [{ name: 'gruende', punkte: RECALL_GRUENDE.map(grund => ({ x: grund, y: all.filter(line => line.faellig?.grund === grund).length })) }],
  });
  return { bericht, patids: shown.map(line => line.patid) };
}
