// The list of plans that want somebody: overdue first, with the figures of what is open.

import { berlinDay } from '../../shared/dates.ts';
import { compareListed, hkpEnd, hkpFaellig, HKP_GRUENDE, type HkpFacts, type HkpGrund } from '../../shared/arbeitsliste.ts';
import type { hkpQuerySchema, ListenBericht } from '../../shared/arbeitsliste.schema.ts';
import type { Zelle } from '../../shared/bericht.ts';
import { listName, searchText, spellings } from '../../shared/patient.ts';
import type { z } from 'zod';
import type { Look } from '../work.ts';
import { euro, frame, kpi } from './frame.ts';
import { namesOf, peopleOf, plans, termineByPatient, type PersonRow, type PlanRow, type TerminRow } from './store-plans.ts';
import { labelled, labelsOf, noteCounts, stepsOf, type StepRow } from './store.ts';

export const factsOf = (plan: PlanRow, hatTermin: boolean): HkpFacts => ({
  status: plan.status ?? 'ENTWURF', erstelltAm: plan.erstelltAm ?? '', besprochenAm: plan.besprochenAm, gesendetAm: plan.gesendetAm, genehmigtAm: plan.genehmigtAm, eingegliedertAm: plan.eingegliedertAm, gueltigBis: plan.gueltigBis, hatTermin,
});
/** An appointment for this plan; where the practice software ties none to plans, any of the person. */
export const hasTermin = (plan: PlanRow, termine: readonly TerminRow[]): boolean => termine.some(one => one.hkpid === plan.id || (one.hkpid === null && one.patid === plan.patid));

export const stepOf = (row: StepRow | undefined) => (row ? { text: row.step, bis: row.dueAt, wer: row.who, istErledigt: row.state === 'done' } : null);
export const personName = (person: PersonRow | undefined): string => (person ? listName({ firstName: person.vorname ?? '', lastName: person.nachname ?? '' }) : '');
/** Whether a name or a number is meant by what was typed. */
export function isMeant(person: PersonRow | undefined, patid: string, typed: string | undefined): boolean {
  if (typed === undefined || typed === '') return true;
  if (patid.startsWith(typed)) return true;
  if (!person) return false;
  const words = searchText({ firstName: person.vorname ?? '', lastName: person.nachname ?? '' });
  return spellings(typed).every(spelling => spelling.some(one => words.includes(` ${one}`)));
}

export async function listHkp(look: Look, query: z.output<typeof hkpQuerySchema>): Promise<{ bericht: ListenBericht; patids: string[] }> {
  const today = berlinDay(look.now), rows = await plans(look, query.alle === 'ja' && query.status.length > 0);
  const termine = await termineByPatient(look), people = await peopleOf(look, rows.map(row => row.patid ?? '')), names = await namesOf(look, 'behandler');
  const labels = (await labelsOf(look)).filter(one => one.kind === 'hkp'), on = await labelled(look, labels.map(one => one.id)), steps = await stepsOf(look, 'hkp'), notes = await noteCounts(look, 'hkp');
  const all = rows.map(plan => {
    const patid = plan.patid ?? '', person = people.get(patid), facts = factsOf(plan, hasTermin(plan, termine.get(patid) ?? []));
    return { plan, person, facts, faellig: hkpFaellig(facts, today), schritt: stepOf(steps.get(plan.id)), wert: plan.gesamt ?? 0, labels: on.get(plan.id) ?? [], notizen: notes.get(plan.id) ?? 0 };
  });
  type Line = (typeof all)[number];
  const isWanted = (line: Line): boolean => line.faellig !== null || (line.schritt !== null && !line.schritt.istErledigt);
  const found = all.filter(line => (query.alle === 'ja' || isWanted(line))
    && (query.grund.length === 0 || (line.faellig !== null && query.grund.includes(line.faellig.grund)))
    && (query.status.length === 0 || query.status.includes(line.facts.status)) && (query.art.length === 0 || (line.plan.art !== null && query.art.includes(line.plan.art)))
    && (query.behandler === undefined || line.plan.behandler === query.behandler) && (query.label === undefined || line.labels.includes(query.label)) && (query.wer === undefined || line.schritt?.wer === query.wer)
    && isMeant(line.person, line.plan.patid ?? '', query.q)).toSorted(compareListed), shown = found.slice(0, query.n);
  const due = (grund: HkpGrund): (typeof all) => all.filter(line => line.faellig?.grund === grund), sum = (lines: typeof all): number => euro(lines.reduce((total, line) => total + line.wert, 0)) ?? 0;
  const bericht = await frame(look, { ...query }, {
    kpis: [
      kpi('hkpOffen', all.length), kpi('hkpOffenWert', sum(all)), kpi('hkpFaellig', all.filter(isWanted).length), kpi('hkpLaeuftAb', due('laeuft_ab').length), kpi('hkpLaeuftAbWert', sum(due('laeuft_ab'))),
      kpi('hkpOhneTermin', due('ohne_termin').length), kpi('hkpOhneTerminWert', sum(due('ohne_termin'))), kpi('hkpAbgelaufenWert', sum(due('abgelaufen'))), kpi('treffer', found.length),
    ],
    spalten: [
      { key: 'name', titel: 'Patient', typ: 'text' }, { key: 'grund', titel: 'Was ansteht', typ: 'wort' }, { key: 'tag', titel: 'Seit', typ: 'tag' }, { key: 'art', titel: 'Plan', typ: 'wort' }, { key: 'status', titel: 'Stand', typ: 'wort' },
      { key: 'gesamt', titel: 'Summe', typ: 'eur' }, { key: 'eigenanteil', titel: 'Eigenanteil', typ: 'eur' }, { key: 'gueltigBis', titel: 'Gilt bis', typ: 'tag' }, { key: 'behandler', titel: 'Behandler', typ: 'text' },
      { key: 'schritt', titel: 'Nächster Schritt', typ: 'text' }, { key: 'bis', titel: 'Bis', typ: 'tag' }, { key: 'wer', titel: 'Wer', typ: 'text' }, { key: 'labels', titel: 'Labels', typ: 'text' }, { key: 'notizen', titel: 'Notizen', typ: 'zahl' },
    ],
    zeilen: shown.map(({ plan, person, facts, faellig, schritt, labels: own, notizen }): Record<string, Zelle> => ({
      hkpid: plan.id, patid: plan.patid, name: personName(person), geburtsdatum: person?.geburtsdatum ?? null, behandler: plan.behandler === null ? null : (names.get(plan.behandler) ?? plan.behandler), art: plan.art, bezeichnung: plan.bezeichnung,
      status: facts.status, grund: faellig?.grund ?? null, tag: faellig?.tag ?? null, gesamt: euro(plan.gesamt), festzuschuss: euro(plan.festzuschuss), eigenanteil: euro(plan.eigenanteil), gueltigBis: hkpEnd(facts), termin: facts.hatTermin,
      schritt: schritt?.text ?? null, bis: schritt?.bis ?? null, wer: schritt?.wer ?? null, istErledigt: schritt?.istErledigt ?? false, labels: own.join('|'), notizen,
    })),
    serien: [{ name: 'gruende', punkte: HKP_GRUENDE.map(grund => ({ x: grund, y: due(grund).length })) }, { name: 'wert', punkte: HKP_GRUENDE.map(grund => ({ x: grund, y: sum(due(grund)) })) }],
  });
  return { bericht, patids: shown.flatMap(line => line.plan.patid ?? []) };
}
