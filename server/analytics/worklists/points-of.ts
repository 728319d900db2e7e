// Open points of one person in the work lists: plans, perio cases and recalls that need action.

import { berlinDay } from '../../../shared/base/dates.ts';
import { parDeadline, parReasons } from '../../../shared/analytics/reports/par-list.ts';
import {
  hkpDeadline,
  hkpReasons,
  isRecallDue,
  nearestFirst,
  type DueReason,
} from '../../../shared/analytics/reports/worklist.ts';
import type { PersonPoints } from '../../../shared/analytics/reports/worklist.schema.ts';
import type { Look } from '../../platform/work.ts';
import type { HkpLinks } from './links.ts';
import { stepOf, wantsAttention } from './lines.ts';
import { factsOf } from './list-hkp.ts';
import { numbersWith, plansOf } from './store-plans.ts';
import { stepsOf, type StepRow } from './store.ts';

type Item = PersonPoints['items'][number];

/** Lists what waits of a person, the nearest deadline first. @throws AppError `reports_loading` */
export async function pointsOf(
  look: Look,
  links: Pick<HkpLinks, 'parfaelle' | 'recallfaelle' | 'hkpTermine'>,
  patid: string,
): Promise<PersonPoints> {
  const today = berlinDay(look.now),
    patids = await numbersWith(look, patid),
    plans = await plansOf(look, patids),
    appointments = plans.length > 0 ? await links.hkpTermine(look) : new Set<string>(),
    steps = {
      hkp: await stepsOf(look, 'hkp'),
      par: await stepsOf(look, 'par'),
      recall: await stepsOf(look, 'recall'),
    };
  const line = (
    kind: Item['kind'],
    id: string,
    due: { faellig: DueReason<string> | null; frist: string | null },
    words: Pick<Item, 'art' | 'text'>,
    wert: number,
  ) => {
    const schritt = stepOf((steps[kind] as ReadonlyMap<string, StepRow>).get(id));
    return {
      kind,
      id,
      ...due,
      words,
      schritt,
      wert,
      labels: [],
      notizen: 0,
      patid,
      person: undefined,
    };
  };
  const lines = [
    ...plans.map((plan) => {
      const facts = factsOf(plan, appointments.has(plan.id)),
        reasons = hkpReasons(facts, today);
      return line(
        'hkp',
        plan.id,
        { faellig: reasons[0] ?? null, frist: hkpDeadline(facts, reasons) },
        { art: plan.art, text: plan.bezeichnung },
        plan.gesamt ?? 0,
      );
    }),
    ...(await links.parfaelle(look, { patids })).map((one) => {
      const reasons = parReasons(one, today);
      return line(
        'par',
        one.id,
        { faellig: reasons[0] ?? null, frist: parDeadline(reasons) },
        { art: null, text: null },
        one.wert ?? 0,
      );
    }),
    ...(await links.recallfaelle(look, patids)).map((one) =>
      line(
        'recall',
        one.id,
        { faellig: isRecallDue(one, today), frist: null },
        { art: one.art, text: null },
        0,
      ),
    ),
  ];
  return {
    items: lines
      .filter(wantsAttention)
      .toSorted(nearestFirst(today))
      .map(({ kind, id, faellig, words, schritt }) => ({
        kind,
        id,
        grund: faellig?.grund ?? null,
        tag: faellig?.tag ?? null,
        ...words,
        schritt: schritt === null || schritt.istErledigt ? null : schritt.text,
        bis: schritt === null || schritt.istErledigt ? null : schritt.bis,
      })),
  };
}
