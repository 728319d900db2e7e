// Generates perio pathways: plan, approval, talk and instruction, therapy, evaluation, and two
// years of UPT by grade.

import { UPT } from '../../../../shared/analytics/billing/periods.ts';
import { dayText } from './calendar.ts';
import { bema, forgets, goz, note, pointValue, type Visit } from './visit.ts';
import { FDI, isGkv, isMulti, TOOTH, wish, type ParCase, type World } from './world.ts';

const emitCase = (w: World, one: ParCase): void => {
  w.emit('parfall', one.id, one.from, one.values);
};
/** Draws up the plan; privately insured patients need no application. */
export function planPar(v: Visit): void {
  const { w, p } = v,
    { rng } = w,
    natural = FDI.filter((_, at) => (p.teeth[at] ?? 0) < TOOTH.gone),
    ill = natural.filter(() => rng.chance(0.68)),
    multi = ill.filter(isMulti).length,
    single = ill.length - multi;
  if (ill.length < 3 || p.par !== null) return;
  const grade = rng.weigh([
      ['A', 10],
      ['B', 60],
      ['C', 30],
    ] as const),
    sent = v.day + 1 + rng.below(6),
    approved = sent + 2 + Math.min(40, Math.round(rng.logNormal(7, 0.7)));
  if (!isGkv(p)) {
    goz(v, '4000');
    wish(w, p, 'PAR', v.day + 14, v.day, { teeth: ill.slice(0, 16), isLast: true });
    note(v, 'Parodontalstatus, Therapie geplant.');
    return;
  }
  bema(v, '4');
  note(v, `Parodontalstatus erstellt, Grad ${grade}, Antrag an die Kasse.`);
  const isFine = rng.chance(0.95),
    points = 44 + 28 + 45 + 14 * single + 26 * multi + 32;
  const one: ParCase = {
    id: w.id('PF'),
    grade,
    single,
    multi,
    from: v.day,
    step: 0,
    treated: 0,
    uptEnd: 0,
    lastUpt: 0,
    values: {
      patid: v.patid,
      behandler: v.behandler,
      grad: grade,
      status: 'BEI_KASSE',
      erstelltAm: v.text,
      gesendetAm: sent <= w.end ? dayText(sent) : null,
      genehmigtAm: null,
      atgAm: null,
      mhuAm: null,
      aitVon: null,
      aitBis: null,
      bevAm: null,
      cptAm: null,
      uptVon: null,
      uptBis: null,
      abgeschlossenAm: null,
      zaehneEinwurzelig: single,
      zaehneMehrwurzelig: multi,
      wert: Math.round((points * pointValue('PAR', p.kassenart, v.text)) / 100),
    },
  };
  p.par = one;
  p.hadCase = true;
  w.atEnd.push(() => {
    emitCase(w, one);
  });
  if (approved > w.end) return;
  one.values.status = isFine ? 'GENEHMIGT' : 'ABGELEHNT';
  if (!isFine) {
    p.par = null;
    return;
  }
  one.values.genehmigtAm = dayText(approved);
  if (rng.chance(0.9)) wish(w, p, 'ATG', approved + 5 + rng.below(20), approved);
  else p.par = null;
}
export function talk(v: Visit): void {
  const { w, p } = v,
    one = p.par;
  if (!one) return;
  note(v, 'PAR: Aufklärungs- und Therapiegespräch, Mundhygieneunterweisung.');
  bema(v, 'ATG');
  one.values.atgAm = v.text;
  one.values.status = 'IN_ARBEIT';
  if (w.rng.chance(0.7)) {
    bema(v, 'MHU');
    one.values.mhuAm = v.text;
  }
  if (w.rng.chance(0.95)) wish(w, p, 'PAR', v.day + 7 + w.rng.below(14), v.day, { half: 0 });
  else p.par = null;
}
/** Generates the anti-infective therapy in two sessions within four weeks. */
export function therapy(v: Visit, data: { half?: number; teeth?: readonly string[] }): void {
  const { w, p } = v,
    one = p.par;
  if (data.teeth) {
    note(v, 'Geschlossene Parodontaltherapie.');
    goz(v, '0090', { menge: 2 });
    for (const tooth of data.teeth) goz(v, isMulti(tooth) ? '4075' : '4070', { zahn: tooth });
    return;
  }
  if (!one) return;
  const isSecond = data.half === 1,
    single = isSecond ? Math.floor(one.single / 2) : Math.ceil(one.single / 2),
    multi = isSecond ? Math.floor(one.multi / 2) : Math.ceil(one.multi / 2);
  note(v, `AIT ${isSecond ? 'linke' : 'rechte'} Seite.`);
  const half = FDI.filter(
    (tooth, at) =>
      (p.teeth[at] ?? 0) < TOOTH.gone && (tooth[0] === '1' || tooth[0] === '4') !== isSecond,
  );
  for (const tooth of half.filter((one) => !isMulti(one)).slice(0, single))
    bema(v, 'AITa', { zahn: tooth });
  for (const tooth of half.filter(isMulti).slice(0, multi)) bema(v, 'AITb', { zahn: tooth });
  // Infiltration for upper teeth, nerve block for lower side teeth.
  bema(v, '40');
  bema(v, '41a');
  one.values.aitVon ??= v.text;
  if (!isSecond) {
    if (one.values.mhuAm === null) {
      if (!forgets(v, 'A04', 0.05, 'BEMA', 'MHU')) bema(v, 'MHU');
      one.values.mhuAm = v.text;
    }
    wish(w, p, 'PAR', v.day + 6 + w.rng.below(10), v.day, { half: 1 });
    return;
  }
  one.values.aitBis = v.text;
  one.treated = v.day;
  if (w.rng.chance(0.92))
    wish(w, p, 'BEV', v.day + 95 + w.rng.below(50), v.day + (w.rng.chance(0.5) ? 0 : 60));
  else p.par = null;
}
export function evaluate(v: Visit): void {
  const { w, p } = v,
    one = p.par;
  if (!one) return;
  note(v, 'Befundevaluation, Sondierungstiefen zurückgegangen.');
  bema(v, one.values.cptAm === null ? 'BEVa' : 'BEVb');
  one.values.bevAm = v.text;
  if (one.values.cptAm === null && w.rng.chance(0.07)) {
    wish(w, p, 'CHI', v.day + 20, v.day, { flap: true });
    return;
  }
  if (w.rng.chance(0.9))
    wish(w, p, 'UPT', v.day + 95 + w.rng.below(40), v.day + (w.rng.chance(0.5) ? 0 : 60));
  else p.par = null;
}
/** Generates open surgery of the remaining deep pockets. */
export function flap(v: Visit): void {
  const one = v.p.par;
  if (!one) return;
  note(v, 'CPT: offene Therapie.');
  bema(v, '40');
  bema(v, 'CPTa', { menge: 2 });
  bema(v, 'CPTb', { menge: 2 });
  one.values.cptAm = v.text;
  wish(v.w, v.p, 'BEV', v.day + 95 + v.w.rng.below(40), v.day);
}
export function support(v: Visit): void {
  const { w, p } = v,
    one = p.par;
  if (!one) return;
  const plan = UPT[one.grade],
    teeth = p.teeth.filter((state) => state < TOOTH.gone).length;
  one.step += 1;
  if (one.step === 1) {
    one.values.uptVon = v.text;
    one.uptEnd = v.day + 730;
    one.values.uptBis = dayText(one.uptEnd);
  }
  p.lastUpt = v.day;
  one.lastUpt = v.day;
  note(v, `UPT ${one.step}, Grad ${one.grade}.`);
  bema(v, 'UPTa');
  if (w.rng.chance(0.85)) bema(v, 'UPTb');
  if (!forgets(v, 'A08', 0.04, 'BEMA', 'UPTc', { menge: teeth })) bema(v, 'UPTc', { menge: teeth });
  if (one.step === plan.g) {
    if (!forgets(v, 'A11', 0.05, 'BEMA', 'UPTg')) bema(v, 'UPTg');
  } else if (plan.d.includes(one.step) && !forgets(v, 'A10', 0.05, 'BEMA', 'UPTd')) bema(v, 'UPTd');
  if (w.rng.chance(0.6))
    for (const tooth of FDI.filter((_, at) => (p.teeth[at] ?? 0) < TOOTH.gone && w.rng.chance(0.2)))
      bema(v, isMulti(tooth) ? 'UPTf' : 'UPTe', { zahn: tooth });
  const next = v.day + plan.gapMonths * 31 + 3 + w.rng.below(25);
  if (one.step >= plan.most || next > one.uptEnd) {
    one.values.abgeschlossenAm = v.text;
    one.values.status = 'ABGERECHNET';
    p.par = null;
    return;
  }
  if (w.rng.chance(0.93)) wish(w, p, 'UPT', next, w.rng.chance(0.6) ? v.day : next - 40);
  else p.par = null;
}
