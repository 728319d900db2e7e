// One plan with all details: its states, sums and positions, appointments, labels, steps and notes;
// the notes of any line.

import { berlinDay } from '../../../shared/base/dates.ts';
import { HKP_STATIONS, hkpEnd, isHkpDue } from '../../../shared/analytics/reports/worklist.ts';
import type {
  HkpDetail,
  WorklistKind,
  RecallDetail,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look } from '../../platform/work.ts';
import type { HkpLinks } from './links.ts';
import { personName, stepOf } from './lines.ts';
import { factsOf } from './list-hkp.ts';
import {
  namesOf,
  peopleOf,
  planOf,
  positionsOf,
  recallsById,
  appointmentsOf,
} from './store-plans.ts';
import { labelled, labelsOf, notesOf, stepsOf } from './store.ts';

/** Notes on a line, newest first. */
export async function noteRowsOf(
  look: Look,
  links: HkpLinks,
  kind: WorklistKind,
  id: string,
): Promise<HkpDetail['notizen']> {
  const people = await links.people(look);
  return (await notesOf(look, kind, id)).map((one) => ({
    id: one.id,
    text: one.text,
    von: people.get(one.by) ?? '',
    am: one.at,
  }));
}
/** Returns the notes on a recall. @throws AppError not_found */
export async function readRecall(
  look: Look,
  links: HkpLinks,
  recallId: string,
): Promise<RecallDetail> {
  const row = (await recallsById(look, [recallId])).get(recallId);
  if (!row) throw new AppError('not_found');
  return {
    recallId,
    patid: row.patid ?? '',
    notizen: await noteRowsOf(look, links, 'recall', recallId),
  };
}

/** Reads one plan. @throws AppError not_found, `reports_loading` */
export async function readHkp(look: Look, links: HkpLinks, hkpid: string): Promise<HkpDetail> {
  const plan = await planOf(look, hkpid);
  if (!plan) throw new AppError('not_found');
  const patid = plan.patid ?? '',
    person = (await peopleOf(look, [patid])).get(patid),
    appointments = await appointmentsOf(look, patid),
    kinds = await namesOf(look, 'terminarten'),
    names = await namesOf(look, 'behandler');
  const facts = factsOf(plan, (await links.hkpTermine(look)).has(plan.id)),
    labels = await labelled(
      look,
      (await labelsOf(look)).filter((one) => one.kind === 'hkp').map((one) => one.id),
    );
  return {
    hkpid,
    patid,
    name: personName(person),
    geburtsdatum: person?.geburtsdatum ?? '',
    behandler: plan.behandler === null ? '' : (names.get(plan.behandler) ?? plan.behandler),
    art: plan.art ?? 'ZE',
    status: facts.status,
    bezeichnung: plan.bezeichnung,
    grund: plan.grund,
    gueltigBis: hkpEnd(facts),
    faellig: isHkpDue(facts, berlinDay(look.now)),
    stationen: HKP_STATIONS.flatMap((was) => {
      const am = plan[was];
      return am === null ? [] : [{ was, am }];
    }).toSorted((a, b) => (a.am < b.am ? -1 : a.am > b.am ? 1 : 0)),
    betraege: {
      honorarBema: plan.honorarBema,
      honorarGoz: plan.honorarGoz,
      matLabGkv: plan.matLabGkv,
      matLabPrivat: plan.matLabPrivat,
      gesamt: plan.gesamt ?? 0,
      festzuschuss: plan.festzuschuss,
      eigenanteil: plan.eigenanteil,
    },
    positionen: (await positionsOf(look, hkpid)).map(
      ({ system, nr, zahn: tooth, menge, faktor, betrag: cents, befund }) => ({
        system: system ?? '',
        nr: nr ?? '',
        zahn: tooth,
        menge,
        faktor,
        betrag: cents,
        befund,
      }),
    ),
    termine: appointments.map((one) => ({
      start: one.start ?? 0,
      art: one.terminart === null ? '' : (kinds.get(one.terminart) ?? one.terminart),
    })),
    labels: labels.get(hkpid) ?? [],
    schritt: stepOf((await stepsOf(look, 'hkp')).get(hkpid)),
    notizen: await noteRowsOf(look, links, 'hkp', hkpid),
  };
}
