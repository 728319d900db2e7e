// A treatment plan from its draft to its first appointment; each loss with its reason.

import type { Gebuehr } from '../../../../catalog/position.ts';
import type { PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';
import { addMonths } from '../../../../shared/base/day-math.ts';
import { dayText } from './calendar.ts';
import { type Visit, note } from './visit.ts';
import { type PatientModel, wish } from './world.ts';

export interface Item {
  readonly system: 'BEMA' | 'GOZ';
  readonly nr: string;
  readonly zahn: string;
  readonly menge: number;
  readonly factor: number;
  readonly cents: number;
}

export interface Plan {
  readonly id: string;
  readonly p: PatientModel;
  readonly what: string;
  readonly teeth: readonly string[];
  readonly items: readonly Item[];
  readonly labGkv: number;
  readonly labOwn: number;
  readonly values: Record<string, PvsValue>;
  denture: 'OK' | 'UK' | null;
  /** No temporary crown was charged. */
  isBare?: boolean;
}

const REASONS_LOST: readonly (readonly [string, number])[] = [
  ['HKP zu teuer', 35],
  ['keine Angabe', 30],
  ['Alternative Behandlung', 15],
  ['Patient wartet auf Anruf', 15],
  ['Zahnarztwechsel', 5],
];

export const sumOf = (items: readonly Item[], system: Gebuehr): number =>
  items.reduce((all, one) => all + (one.system === system ? one.cents : 0), 0);

export function startPlan(
  v: Visit,
  art: string,
  what: string,
  teeth: readonly string[],
  items: readonly Item[],
  labGkv: number,
  labOwn: number,
  money: Record<string, PvsValue>,
): Plan {
  const { w } = v,
    id = w.id('H'),
    { befund, ...sums } = money;
  const values: Record<string, PvsValue> = {
    patid: v.patid,
    behandler: v.abr,
    art,
    status: 'ENTWURF',
    grund: null,
    bezeichnung: teeth.length > 0 ? `${what} ${teeth.join(', ')}` : what,
    erstelltAm: v.text,
    besprochenAm: null,
    angenommenAm: null,
    gesendetAm: null,
    beantwortetAm: null,
    genehmigtAm: null,
    terminAm: null,
    begonnenAm: null,
    eingegliedertAm: null,
    abgerechnetAm: null,
    verworfenAm: null,
    gueltigBis: null,
    ...sums,
    matLabGkv: labGkv,
    matLabPrivat: labOwn,
    ebzStatus: null,
  };
  for (const one of items)
    w.emit('hkpposition', w.id('HP'), v.day, {
      hkpid: id,
      system: one.system,
      nr: one.nr,
      zahn: one.zahn === '' ? null : one.zahn,
      menge: one.menge,
      faktor: one.factor === 0 ? null : one.factor,
      betrag: one.cents,
      befund: befund ?? null,
    });
  const plan: Plan = { id, p: v.p, what, teeth, items, labGkv, labOwn, values, denture: null },
    from = v.day;
  w.atEnd.push(() => {
    w.emit('hkp', id, from, values);
  });
  note(v, `HKP/KVA ${String(values.bezeichnung)} erstellt.`);
  return plan;
}

/**
 * Generates the events of a plan until its first appointment; events after the data's last day are
 * left out.
 */
export function followPlan(v: Visit, plan: Plan, toFund: boolean, takes: number): void {
  const { w } = v,
    { rng } = w,
    { values } = plan,
    isKnown = (day: number): boolean => day <= w.end;
  const lose = (day: number, state: string, reason: string): void => {
    if (isKnown(day)) {
      values.status = state;
      values.grund = reason;
      values.verworfenAm = state === 'VERWORFEN' ? dayText(day) : null;
    }
  };
  if (rng.chance(0.03)) {
    values.status = 'ALTERNATIVE';
    return;
  }
  const told = v.day + (rng.chance(0.6) ? 0 : rng.between(1, 12));
  if (!rng.chance(0.95) || !isKnown(told)) return;
  values.besprochenAm = dayText(told);
  values.status = 'BEI_PATIENT';
  const taken = told + Math.round(rng.logNormal(4, 1));
  if (!rng.chance(takes)) {
    if (rng.chance(0.8)) lose(told + rng.between(7, 70), 'VERWORFEN', rng.weigh(REASONS_LOST));
    return;
  }
  if (!isKnown(taken)) return;
  values.angenommenAm = dayText(taken);
  let begin = taken;
  if (toFund) {
    const sent = taken + rng.below(4);
    if (!rng.chance(0.98) || !isKnown(sent)) {
      values.status = 'BEI_PATIENT';
      return;
    }
    values.gesendetAm = dayText(sent);
    values.status = 'BEI_KASSE';
    values.ebzStatus = 'gesendet';
    const expert = rng.chance(0.02),
      answered = sent + Math.max(0, Math.round(rng.logNormal(2, 1.4))) + (expert ? 28 : 0);
    if (expert) values.status = 'BEI_GUTACHTER';
    if (!isKnown(answered)) return;
    values.beantwortetAm = dayText(answered);
    values.ebzStatus = 'beantwortet';
    if (!rng.chance(0.95)) {
      values.status = 'ABGELEHNT';
      values.grund = 'Kasse';
      return;
    }
    values.genehmigtAm = dayText(answered);
    values.gueltigBis = addMonths(dayText(answered), 6);
    values.status = 'GENEHMIGT';
    begin = answered;
  } else {
    values.genehmigtAm = values.angenommenAm;
    values.status = 'GENEHMIGT';
  }
  if (!rng.chance(0.97)) return;
  const booked = begin + rng.below(10);
  if (isKnown(booked)) {
    values.terminAm = dayText(booked);
    values.status = 'TERMINIERT';
  }
  plan.p.open += 1;
  if (plan.values.art === 'IMPLANTAT')
    wish(w, plan.p, 'IMP', booked + 12 + rng.below(22), booked, { plan, step: 0 });
  else
    wish(
      w,
      plan.p,
      toFund || (plan.teeth.length > 0 && plan.what !== 'Krone wiedereingesetzt') ? 'PRA' : 'EIN',
      booked + 7 + rng.below(22),
      booked,
      { plan },
    );
}
