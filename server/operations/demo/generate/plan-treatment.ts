// Treatment by a plan: preparation, try-in and insertion, split between fund and patient.

import { claimOf, into, ownShareBucket } from './billing.ts';
import { dayText } from './calendar.ts';
import { numb } from './numb.ts';
import { type Visit, bema, forgets, goae, goz, note, own } from './visit.ts';
import { TOOTH, isGkv, setTooth, wish } from './world.ts';
import type { Plan } from './plan-path.ts';

export function prepare(v: Visit, plan: Plan): void {
  const { w } = v;
  plan.values.begonnenAm = v.text;
  plan.values.status = 'IN_ARBEIT';
  note(v, `${plan.what} ${plan.teeth.join(', ')} präpariert, Scan/Abformung, Provisorium.`);
  if (isGkv(v.p)) {
    numb(v, plan.teeth[0] ?? '16', null);
    if (w.rng.chance(0.15)) bema(v, '8');
  } else {
    goz(v, '0090');
    note(v, 'Scan mit Primescan.');
    goz(v, '0065');
    // The forgotten temporary crown becomes apparent on the day of insertion.
    plan.isBare = /^22[012]0$/.test(plan.items[0]?.nr ?? '') && w.rng.chance(0.05);
    if (!plan.isBare) for (const tooth of plan.teeth) goz(v, '2270', { zahn: tooth });
  }
  // Bridges and several crowns have a try-in before completion.
  if (w.rng.chance(0.995))
    wish(w, v.p, 'EIN', v.day + 12 + w.rng.below(8), v.day, {
      plan,
      isTrial: plan.teeth.length > 1 || w.rng.chance(0.25),
    });
}

export function tryIn(v: Visit, plan: Plan): void {
  note(v, `${plan.what} ${plan.teeth.join(', ')} Gerüsteinprobe.`);
  wish(v.w, v.p, 'EIN', v.day + 8 + v.w.rng.below(8), v.day, { plan });
}

/**
 * Generates the insertion: the services of the plan, split between fund and patient, to the cent.
 */
export function insert(v: Visit, plan: Plan): void {
  const { w, p } = v,
    { values } = plan;
  p.open -= 1;
  values.begonnenAm ??= v.text;
  values.eingegliedertAm = v.text;
  values.status = 'EINGEGLIEDERT';
  note(v, `${plan.what} ${plan.teeth.join(', ')} eingegliedert.`);
  if (plan.isBare === true)
    for (const tooth of plan.teeth) forgets(v, 'Z13', 1, 'GOZ', '2270', { zahn: tooth });
  const isStatutory = isGkv(p) && values.art === 'ZE';
  const bucket = Number(values.eigenanteil) > 0 ? ownShareBucket(w, v.patid, v.day) : null;
  let left = Number(values.festzuschuss);
  const payerOf = (cents: number): 'GKV' | 'EIGEN' => {
    if (!isStatutory || cents > left) return 'EIGEN';
    left -= cents;
    return 'GKV';
  };
  for (const one of plan.items) {
    const payer = one.system === 'BEMA' ? payerOf(one.cents) : 'EIGEN',
      bill =
        payer === 'GKV'
          ? { rechnungId: claimOf(w, v.day, 'ZE', one.cents), isLost: false }
          : bucket && into(w, bucket, one.cents);
    const svc = {
      zahn: one.zahn,
      menge: one.menge,
      cents: one.cents,
      hkpid: plan.id,
      payer: payer === 'EIGEN' && !isGkv(p) && p.ins === 'PKV' ? ('PKV' as const) : payer,
      factor: one.factor,
      ...(bill && { bill }),
    };
    if (one.system === 'BEMA') bema(v, one.nr, svc);
    else goz(v, one.nr, svc);
  }
  const lab = (nr: string, cents: number, payer: 'GKV' | 'PKV' | 'EIGEN'): void => {
    if (cents <= 0) return;
    const bill =
      payer === 'GKV'
        ? { rechnungId: claimOf(w, v.day, 'ZE', cents), isLost: false }
        : bucket && into(w, bucket, cents);
    own(v, nr, {
      cents: 0,
      labor: cents,
      area: 'LABOR',
      payer,
      hkpid: plan.id,
      ...(bill && { bill }),
    });
  };
  const labFund = Math.min(left, plan.labGkv + plan.labOwn),
    fromOwn = Math.max(0, labFund - plan.labGkv),
    payer = !isGkv(p) && p.ins === 'PKV' ? 'PKV' : 'EIGEN';
  lab('BEL II', labFund, 'GKV');
  lab('BEL II', plan.labGkv - labFund + fromOwn, payer);
  lab('BEB', plan.labOwn - fromOwn, payer);
  const claimed = bucket?.close ?? v.day + 20;
  if (claimed <= w.end) {
    values.abgerechnetAm = dayText(claimed);
    values.status = 'ABGERECHNET';
  }
  for (const tooth of plan.teeth) {
    setTooth(p, tooth, TOOTH.crown);
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn: tooth,
      befund: 'k',
      flaechen: null,
    });
  }
  if (plan.denture) {
    p.denture = v.day;
    w.emit('prothese', w.id('PR'), v.day, {
      patid: v.patid,
      art:
        plan.what === 'Totalprothese'
          ? 'TOTAL'
          : plan.what === 'Teleskopprothese'
            ? 'TELESKOP'
            : 'MODELLGUSS',
      kiefer: plan.denture,
      eingegliedertAm: v.text,
    });
  }
  if (w.rng.chance(0.12)) wish(w, p, 'NAK', v.day + 7 + w.rng.below(10), v.day);
}

/** Generates implants: surgery, uncovering after three months, crown. */
export function implant(v: Visit, data: { plan: Plan; step: number }): void {
  const { w, p } = v,
    { plan } = data,
    tooth = plan.teeth[0] ?? '36',
    payer = p.ins === 'PKV' ? 'PKV' : 'EIGEN',
    now = data.step === 0 ? ['9000', '9010', '0530', '9100'] : ['9040'];
  plan.values.begonnenAm ??= v.text;
  plan.values.status = 'IN_ARBEIT';
  for (const one of plan.items.filter((one) => now.includes(one.nr))) {
    if (one.nr === '0530' && forgets(v, 'C07', 0.06, 'GOZ', '0530')) continue;
    goz(v, one.nr, {
      ...(one.zahn !== '' && { zahn: one.zahn }),
      menge: one.menge,
      cents: one.cents,
      factor: one.factor,
      hkpid: plan.id,
      payer,
    });
  }
  goz(v, '0090', { menge: 2, payer });
  if (data.step === 0) {
    note(v, `Implantation ${tooth}, Bohrschablone, DVT ausgewertet.`);
    goae(v, '5370', { payer });
    setTooth(p, tooth, TOOTH.implant);
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn: tooth,
      befund: 'i',
      flaechen: null,
    });
    if (!forgets(v, 'C09', 0.05, 'GOZ', '9003')) goz(v, '9003', { payer });
    wish(w, p, 'WUN', v.day + 8, v.day, { zahn: tooth, since: v.day, isPrivate: true });
    wish(w, p, 'IMP', v.day + 95 + w.rng.below(30), v.day + 40, { plan, step: 1 });
    return;
  }
  note(v, `Freilegung ${tooth}.`);
  const rest: Plan = { ...plan, items: plan.items.filter((one) => one.nr === '2210') };
  wish(w, p, 'EIN', v.day + 21 + w.rng.below(10), v.day, { plan: rest });
}
