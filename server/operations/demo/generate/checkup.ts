// Generates check-ups: examination, index, calculus, X-rays, prophylaxis of children, early checks,
// and the findings.

import {
  earliest01,
  earliest04,
  fuzOf,
  isIpAge,
  isNewConsultation,
  monthsOn,
} from '../../../../shared/analytics/billing/periods.ts';
import { dayText, yearOf } from './calendar.ts';
import { planCrown, planImplant } from './plans.ts';
import { planPar } from './perio.ts';
import { bema, forgets, goae, goz, note, type Visit } from './visit.ts';
import {
  ageIn,
  FDI,
  isAdult,
  isGkv,
  isMolar,
  isMulti,
  pickTooth,
  setTooth,
  stateOf,
  teethOf,
  TOOTH,
  wish,
} from './world.ts';

const EPA_FROM = '2025-01-15';
/** Generates a check-up. @param isFirst the first visit of this patient */
export function checkup(v: Visit, isFirst: boolean): void {
  const { p, w } = v,
    months = monthsOn(p.birthText, v.text),
    wasLast = p.last === 0 ? null : dayText(p.last);
  if (months < 72) early(v, months);
  else if (isGkv(p)) statutory(v, months, wasLast);
  else privately(v);
  if (months >= 72) findings(v);
  if (isFirst) {
    note(v, 'Neuaufnahme, Anamnese besprochen.');
    w.emit('kariesrisiko', w.id('KR'), v.day, { patid: v.patid, datum: v.text, risiko: p.risk });
  }
}

/** In chart notation: filled, crowned, root-filled, missing, implant, pontic. */
const TOOTH_CODES = ['ob', 'fü', 'k', 'wf', 'f', 'i', 'b'];
/**
 * Records the full chart at the first delivered visit; the first molars represent all sound teeth.
 */
export function recordTeeth(v: Visit): void {
  const { p, w } = v;
  if (v.day - p.birth < 2192) return;
  p.charted = v.day;
  for (const [at, tooth] of FDI.entries()) {
    const state = p.teeth[at] ?? 0;
    if (state !== TOOTH.sound || tooth[1] === '6')
      w.emit('zahnbefund', w.id('B'), v.day, {
        patid: v.patid,
        datum: v.text,
        zahn: tooth,
        befund: TOOTH_CODES[state] ?? 'fü',
        flaechen: state === TOOTH.filled ? 'o' : null,
      });
  }
}

function early(v: Visit, months: number): void {
  const { p, w } = v,
    window = fuzOf(months),
    isFree =
      window !== undefined &&
      isGkv(p) &&
      (p.last01 === null ||
        (earliest01(p.last01) <= v.text &&
          fuzOf(monthsOn(p.birthText, p.last01))?.key !== window.key));
  if (!isGkv(p)) {
    goz(v, '0010');
    note(v, 'Kontrolle Kleinkind, o. B.');
    return;
  }
  if (isFree) {
    bema(v, window.number);
    p.last01 = v.text;
    note(v, `${window.key}: Früherkennung, Eltern beraten.`);
    if (window.number === 'FU1' && !forgets(v, 'K02', 0.05, 'BEMA', 'FUPr')) bema(v, 'FUPr');
    if (v.day - p.lastFluoride > 95) {
      p.lastFluoride = v.day;
      if (!forgets(v, 'K04', 0.05, 'BEMA', 'FLA')) bema(v, 'FLA');
    }
  } else if (w.rng.chance(0.6)) {
    bema(v, 'Ä1');
    note(v, 'Beratung der Eltern.');
  } else {
    bema(v, '8');
    note(v, 'Kontrolle.');
  }
}

function statutory(v: Visit, months: number, last: string | null): void {
  const { p, w } = v,
    { rng } = w,
    isGrown = months >= 216;
  const has01 = p.last01 === null || earliest01(p.last01) <= v.text;
  if (has01) {
    bema(v, '01');
    p.last01 = v.text;
    note(v, '01: eingehende Untersuchung.');
  } else if (isNewConsultation(last, v.text)) {
    bema(v, 'Ä1');
    note(v, 'Beratung.');
  } else note(v, 'Kurze Kontrolle.');
  if (
    has01 &&
    months >= 180 &&
    p.par === null &&
    (p.last04 === null || earliest04(p.last04) <= v.text)
  )
    psi(v);
  if (
    has01 &&
    isGrown &&
    p.care === 0 &&
    p.last107 < yearOf(v.day) &&
    p.par === null &&
    rng.chance(0.95)
  ) {
    p.last107 = yearOf(v.day);
    note(v, 'Zahnstein entfernt.');
    if (p.hadCase || !forgets(v, 'P01', 0.035, 'BEMA', '107')) bema(v, '107');
  }
  if (p.care > 0 && has01) {
    note(v, 'Zahnstein entfernt.');
    if (!forgets(v, 'L01', 0.06, 'BEMA', '107a')) bema(v, '107a');
    // Once in a calendar half-year, here or in another practice.
    if (v.day - p.lastKid > 190 && !forgets(v, 'L02', 0.06, 'BEMA', '174a')) {
      p.lastKid = v.day;
      bema(v, '174a');
      if (!forgets(v, 'L03', 0.06, 'BEMA', '174b')) bema(v, '174b');
    }
  }
  if (isIpAge(months) && v.day - p.lastKid > 100 && halfOf(v.day) !== halfOf(p.lastKid))
    children(v, months);
  if (rng.chance(0.22)) {
    bema(v, '8');
    note(v, 'ViPr durchgeführt.');
  }
  if (rng.chance(0.2)) {
    bema(v, 'Ä925a');
    note(v, 'Bissflügel: approximal o. B.');
  }
  if (isGrown && v.day - p.opg > 1400 && rng.chance(0.4)) {
    bema(v, 'Ä935d');
    p.opg = v.day;
    note(v, 'OPG angefertigt und befundet.');
  }
  if (!v.done.has('107') && !v.done.has('107a') && rng.chance(0.4)) {
    // A sore spot under a denture is charged separately only when the denture has been worn for
    // three months.
    const sore =
      p.denture > 0 && v.day - p.denture > 95
        ? 'Druckstelle Prothese entlastet, CHX aufgetragen.'
        : 'Aphthe behandelt.';
    note(v, rng.pick([sore, 'Aphthe, CHX aufgetragen.', 'Gingivitis, Behandlung mit CHX.']));
    if (isAlone(v) || !forgets(v, 'D09', 0.04, 'BEMA', '105')) bema(v, '105');
  }
  if (rng.chance(0.14)) {
    note(v, 'Scharfe Kante geglättet.');
    if (isAlone(v) || !forgets(v, 'D10', 0.05, 'BEMA', '106')) bema(v, '106');
  }
  if (v.text >= EPA_FROM && rng.chance(0.35)) {
    w.emit('epaupload', w.id('E'), v.day, { patid: v.patid, datum: v.text });
    const [rule, nr] = p.hasEpa ? (['D11', 'ePA2'] as const) : (['D12', 'ePA1'] as const);
    if (isAlone(v) || !forgets(v, rule, 0.05, 'BEMA', nr)) {
      bema(v, nr);
      p.hasEpa = true;
    }
  }
}
/** Whether nothing is charged that day: then nothing would point to a forgotten position. */
const isAlone = (v: Visit): boolean => v.done.size === 0;
/**
 * Generates an examination by a dentist during another appointment: the examination when it is due,
 * else advice.
 * @param share of the visits at which a due examination is made
 * @param withScaling false where teeth are cleaned anyway
 */
export function lookIn(v: Visit, share: number, withScaling = true): void {
  const { p } = v;
  if (monthsOn(p.birthText, v.text) < 72 || v.done.has('01') || v.done.has('Ä1')) return;
  if ((p.last01 === null || earliest01(p.last01) <= v.text) && v.w.rng.chance(share)) {
    bema(v, '01');
    p.last01 = v.text;
    note(v, '01: eingehende Untersuchung.');
  } else if (isNewConsultation(p.last === 0 ? null : dayText(p.last), v.text)) {
    bema(v, 'Ä1');
    note(v, 'Beratung.');
  }
  if (
    withScaling &&
    isAdult(p, v.day) &&
    p.care === 0 &&
    p.last107 < yearOf(v.day) &&
    p.par === null &&
    v.w.rng.chance(0.8)
  ) {
    p.last107 = yearOf(v.day);
    note(v, 'Zahnstein entfernt.');
    bema(v, '107');
  }
}
const halfOf = (day: number): string =>
  day === 0 ? '' : dayText(day).slice(0, 4) + (dayText(day).slice(5, 7) < '07' ? 'a' : 'b');

function psi(v: Visit): void {
  const { p, w } = v,
    { rng } = w;
  if (!rng.chance(0.68)) return;
  if (!p.hadCase && forgets(v, 'D01', 0.05, 'BEMA', '04')) return;
  bema(v, '04');
  p.last04 = v.text;
  const isIll = isAdult(p, v.day) && rng.chance(0.35),
    codes = Array.from({ length: 6 }, () =>
      isIll
        ? rng.weigh([
            ['2', 30],
            ['3', 45],
            ['4', 15],
            ['1', 10],
          ])
        : rng.weigh([
            ['0', 35],
            ['1', 40],
            ['2', 25],
          ]),
    );
  if (isIll && !codes.some((one) => one >= '3')) codes[rng.below(6)] = '3';
  if (rng.chance(0.05)) codes[rng.below(6)] = '-';
  w.emit('psi', w.id('PSI'), v.day, { patid: v.patid, datum: v.text, codes: codes.join('|') });
  note(v, `PSI ${codes.join('-')}.`);
  if (codes.some((one) => one === '3' || one === '4') && teethOf(p) >= 8 && rng.chance(0.34))
    planPar(v);
}

function children(v: Visit, months: number): void {
  const { p, w } = v,
    { rng } = w;
  p.lastKid = v.day;
  if (v.done.has('Ä1') || !rng.chance(0.92)) return;
  bema(v, 'IP1');
  note(v, 'IP: Mundhygienestatus, Unterweisung, Fluoridierung.');
  if (!forgets(v, 'K06', 0.04, 'BEMA', 'IP2')) bema(v, 'IP2');
  if (!forgets(v, 'K07', 0.04, 'BEMA', 'IP4')) bema(v, 'IP4');
  if (rng.chance(months < 120 || (months > 144 && months < 180) ? 0.37 : 0.08)) {
    for (const tooth of rng.chance(0.4)
      ? ['16', '26', '36', '46']
      : rng.chance(0.5)
        ? ['16', '26']
        : ['36', '46'])
      bema(v, 'IP5', { zahn: tooth });
  }
}

function privately(v: Visit): void {
  const { p, w } = v,
    { rng } = w;
  goz(v, '0010');
  note(v, 'Eingehende Untersuchung, Parodontalbefund.');
  if (rng.chance(0.55)) goae(v, '1');
  if (isAdult(p, v.day) && rng.chance(0.5)) {
    if (!forgets(v, 'P06', 0.05, 'GOZ', '4005')) goz(v, '4005');
  }
  if (rng.chance(0.3)) goz(v, '0070');
  if (rng.chance(0.2)) goae(v, '5000', { menge: rng.between(1, 3) });
  if (v.day - p.opg > 1400 && rng.chance(0.25)) {
    goae(v, '5004');
    p.opg = v.day;
  }
  if (rng.chance(0.5))
    for (const tooth of FDI.filter((_, at) => (p.teeth[at] ?? 0) < TOOTH.gone && rng.chance(0.5)))
      goz(v, isMulti(tooth) ? '4055' : '4050', { zahn: tooth });
  if (rng.chance(0.1)) goz(v, '2010');
}

/** One visit for up to two teeth, otherwise two. */
function fillings(v: Visit, teeth: readonly string[]): void {
  const day = v.day + lead(v, 18),
    first = teeth.length > 2 ? 2 : teeth.length;
  wish(v.w, v.p, 'FUE', day, v.day, teeth.slice(0, first));
  if (first < teeth.length)
    wish(v.w, v.p, 'FUE', day + 5 + v.w.rng.below(16), v.day, teeth.slice(first));
}
const WISDOM = ['38', '48', '18', '28'];
/** Follow-up treatments of the examination. */
function findings(v: Visit): void {
  const { p, w } = v,
    { rng } = w,
    age = ageIn(p, v.day),
    factor = (p.risk === 'HOCH' ? 1.6 : p.risk === 'NIEDRIG' ? 0.55 : 1) * (0.5 + p.need / 2);
  if (rng.chance(0.7 * factor)) {
    const teeth = new Set<string>();
    for (
      let i = rng.weigh([
        [1, 12],
        [2, 27],
        [3, 33],
        [4, 28],
      ]);
      i > 0;
      i--
    ) {
      const tooth = pickTooth(w, p);
      if (tooth !== undefined) teeth.add(tooth);
    }
    for (const tooth of teeth)
      w.emit('zahnbefund', w.id('B'), v.day, {
        patid: v.patid,
        datum: v.text,
        zahn: tooth,
        befund: 'c',
        flaechen: rng.pick(['o', 'mo', 'od', 'mod']),
      });
    if (teeth.size > 0) {
      note(v, `Karies ${[...teeth].join(', ')}, Füllung geplant.`);
      fillings(v, [...teeth]);
    }
  }
  if (!isAdult(p, v.day)) return;
  if (rng.chance(0.06)) {
    const tooth = pickTooth(w, p, (state) => state !== TOOTH.root);
    if (tooth !== undefined) {
      note(v, `${tooth} avital, Wurzelkanalbehandlung nötig.`);
      wish(w, p, 'END', v.day + lead(v, 10), v.day, { zahn: tooth, step: 0 });
    }
  }
  if (rng.chance((age > 60 ? 0.21 : age < 40 ? 0.14 : 0.115) * (0.5 + p.need / 2))) {
    const tooth =
      WISDOM.find((one) => age < 40 && rng.chance(0.9) && stateOf(p, one) < TOOTH.gone) ??
      pickTooth(w, p, () => true);
    if (tooth !== undefined) {
      note(v, `${tooth} nicht erhaltungswürdig.`);
      wish(w, p, 'CHI', v.day + lead(v, 17), v.day, { zahn: tooth });
    }
  }
  if (age > 28 && rng.chance((age > 55 ? 0.35 : 0.25) * (isGkv(p) ? 1 : 1.5))) planCrown(v);
  if (
    age > 30 &&
    p.teeth.some((state, at) => state === TOOTH.gone && at % 16 > 1 && at % 16 < 14) &&
    rng.chance(0.115)
  )
    planImplant(v);
  if (age > 25 && age < 65 && rng.chance(0.012)) {
    note(v, 'Bruxismus, Aufbissschiene geplant.');
    wish(w, p, 'SKO', v.day + 14, v.day, { step: 0 });
  }
  if (p.isCleaner && !p.recall.has('PZR') && rng.chance(0.7))
    wish(w, p, 'PZR', v.day + lead(v, 20), v.day);
}
/** Days until a separate appointment is wished for. */
const lead = (v: Visit, median: number): number =>
  2 + Math.min(90, Math.round(v.w.rng.logNormal(median, 0.6)));
/**
 * Wears a tooth out: it counts as filled, and some molars need a crown; defined here, where teeth
 * are examined.
 */
export function worn(v: Visit, tooth: string): void {
  if (stateOf(v.p, tooth) === TOOTH.sound) setTooth(v.p, tooth, TOOTH.filled);
  if (isMolar(tooth) && v.w.rng.chance(0.02)) planCrown(v, tooth);
}
