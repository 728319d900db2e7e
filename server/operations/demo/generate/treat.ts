// Generates fillings, root canals, pain and cleaning: the charges by insurance, with the
// notes that document them.

import { lookIn, worn } from './checkup.ts';
import { numb } from './numb.ts';
import { takeOut } from './surgery.ts';
import { bema, forgets, goae, goz, note, own, type Visit } from './visit.ts';
import {
  isFront,
  isGkv,
  isMulti,
  isAdult,
  pickTooth,
  setTooth,
  stateOf,
  teethOf,
  TOOTH,
  wish,
} from './world.ts';

const BEMA_FILL = ['13a', '13b', '13c', '13d'] as const,
  GOZ_FILL = ['2060', '2080', '2100', '2120'] as const,
  SURFACES = ['o', 'od', 'mod', 'modv'] as const;
export function fill(v: Visit, teeth: readonly string[]): void {
  const { w, p } = v,
    { rng } = w;
  let hasDam = false,
    isNumb = false;
  if (isGkv(p) && rng.chance(0.1)) bema(v, '8');
  for (const tooth of teeth) {
    const size = rng.weigh([
        [0, 25],
        [1, 40],
        [2, 21],
        [3, 14],
      ]),
      surfaces = SURFACES[size] ?? 'o',
      isDeep = rng.chance(0.2);
    if (!isNumb && rng.chance(0.92)) {
      numb(v, tooth, null);
      isNumb = rng.chance(0.6);
    }
    if (isGkv(p)) {
      const statutory = bema(v, BEMA_FILL[size] ?? '13a', { zahn: tooth, flaechen: surfaces });
      if (!isFront(tooth) && isAdult(p, v.day) && rng.chance(0.68))
        coPaid(v, tooth, size, surfaces, statutory);
      else note(v, `${tooth} ${surfaces} Füllung gelegt, poliert.`);
      if (rng.chance(0.7)) {
        note(v, rng.pick(['Kofferdam gelegt.', 'Separiert, Keile.', 'Papillenblutung gestillt.']));
        if (!hasDam && !forgets(v, 'F01', 0.035, 'BEMA', '12', { zahn: tooth }))
          bema(v, '12', { zahn: tooth });
        hasDam = true;
      }
      if (isDeep) {
        note(v, `${tooth} Caries profunda, Ca(OH)2.`);
        if (!forgets(v, 'F03', 0.05, 'BEMA', '25', { zahn: tooth })) {
          bema(v, '25', { zahn: tooth });
          if (rng.chance(0.25)) bema(v, '8', { zahn: tooth });
        }
      }
    } else {
      goz(v, GOZ_FILL[size] ?? '2060', { zahn: tooth, flaechen: surfaces });
      note(v, `${tooth} ${surfaces} Komposit adhäsiv, geschichtet.`);
      if (rng.chance(0.5)) {
        note(v, 'Kofferdam gelegt.');
        if (!forgets(v, 'F05', 0.05, 'GOZ', '2040', { zahn: tooth }))
          goz(v, '2040', { zahn: tooth });
      }
      if (rng.chance(0.35)) {
        note(v, 'Separiert.');
        if (!forgets(v, 'F06', 0.05, 'GOZ', '2030', { zahn: tooth }))
          goz(v, '2030', { zahn: tooth });
      }
      if (isDeep) goz(v, '2330', { zahn: tooth });
    }
    worn(v, tooth);
    setTooth(p, tooth, Math.max(stateOf(p, tooth), TOOTH.filled));
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn: tooth,
      befund: 'fü',
      flaechen: surfaces,
    });
  }
}
/**
 * § 28 Abs. 2 SGB V: after a prior agreement the patient pays what exceeds the statutory filling.
 */
function coPaid(v: Visit, tooth: string, size: number, surfaces: string, statutory: number): void {
  const { w } = v,
    nr = GOZ_FILL[size] ?? '2060',
    full = [6_817, 7_192, 8_305, 9_960][size] ?? 6_817,
    cents = Math.max(1_500, full - statutory);
  w.emit('mkv', w.id('MK'), v.day, {
    patid: v.patid,
    datum: v.text,
    zahn: tooth,
    nr,
    betrag: cents,
  });
  goz(v, nr, { zahn: tooth, flaechen: surfaces, cents, factor: 230, payer: 'EIGEN' });
  note(v, `${tooth} ${surfaces} Kompositfüllung geschichtet, Mehrkosten vereinbart.`);
}

export function endo(
  v: Visit,
  data: { zahn: string; step: number; canals?: number; isDead?: true },
): void {
  const { w, p } = v,
    { zahn: tooth } = data,
    canals = data.canals ?? (isMulti(tooth) ? w.rng.between(2, 4) : 1),
    x = 0.05;
  if (data.step === 0) {
    note(v, `${tooth} Endo: Trepanation, ${canals} Kanäle aufbereitet, Med.`);
    if (isGkv(p)) {
      const taken =
        canals > 1 && !data.isDead && forgets(v, 'E03', 0.04, 'BEMA', '28', { zahn: tooth })
          ? canals - 1
          : canals;
      if (data.isDead) bema(v, '31', { zahn: tooth });
      else {
        numb(v, tooth, 'E06');
        bema(v, '28', { zahn: tooth, menge: taken });
      }
      bema(v, '32', { zahn: tooth, menge: canals });
      if (!forgets(v, 'E01', x, 'BEMA', 'Ä925a', { zahn: tooth }))
        bema(v, 'Ä925a', { zahn: tooth });
      if (!forgets(v, 'E05', x, 'BEMA', '34', { zahn: tooth })) bema(v, '34', { zahn: tooth });
    } else {
      numb(v, tooth, null);
      goz(v, '2390', { zahn: tooth });
      goz(v, '2410', { zahn: tooth, menge: canals });
      note(v, 'Längenbestimmung Raypex.');
      if (!forgets(v, 'E08', x, 'GOZ', '2400', { zahn: tooth, menge: canals }))
        goz(v, '2400', { zahn: tooth, menge: canals });
      if (!forgets(v, 'V03', x, 'GOAE', '5000', { zahn: tooth }))
        goae(v, '5000', { zahn: tooth, menge: 2 });
      if (!forgets(v, 'E11', x, 'GOZ', '2430', { zahn: tooth })) goz(v, '2430', { zahn: tooth });
    }
    wish(w, p, 'END', v.day + 12 + w.rng.below(14), v.day, {
      zahn: tooth,
      step: w.rng.chance(0.25) ? 2 : 1,
      canals,
    });
    return;
  }
  if (data.step === 2) {
    note(v, `${tooth} medikamentöse Einlage gewechselt.`);
    if (isGkv(p)) bema(v, '34', { zahn: tooth });
    else goz(v, '2430', { zahn: tooth });
    wish(w, p, 'END', v.day + 10 + w.rng.below(14), v.day, { zahn: tooth, step: 1, canals });
    return;
  }
  note(v, `${tooth} Wurzelfüllung, ${canals} Kanäle.`);
  if (isGkv(p)) {
    const filled =
      canals > 1 && forgets(v, 'E04', 0.04, 'BEMA', '35', { zahn: tooth }) ? canals - 1 : canals;
    bema(v, '35', { zahn: tooth, menge: filled });
    if (!forgets(v, 'E02', x, 'BEMA', 'Ä925a', { zahn: tooth })) bema(v, 'Ä925a', { zahn: tooth });
    if (w.rng.chance(0.45))
      own(v, 'Endo-Zuzahlung', { zahn: tooth, cents: 9_000 + 3_000 * canals, area: 'SONSTIGE' });
  } else {
    goz(v, '2440', { zahn: tooth, menge: canals });
    goz(v, '2420', { zahn: tooth, menge: canals });
    goae(v, '5000', { zahn: tooth });
  }
  setTooth(p, tooth, TOOTH.root);
  if (w.rng.chance(0.85)) wish(w, p, 'FUE', v.day + 10 + w.rng.below(20), v.day, [tooth]);
}

export function pain(v: Visit): void {
  const { w, p } = v,
    { rng } = w,
    tooth = pickTooth(w, p, () => true) ?? '36';
  if (isGkv(p)) {
    lookIn(v, 0.35);
    if (rng.chance(0.55)) bema(v, '8');
    if (rng.chance(0.3)) bema(v, 'Ä925a', { zahn: tooth });
  } else {
    goae(v, '5');
    goae(v, '1');
    goz(v, '0070');
    if (rng.chance(0.5)) goae(v, '5000', { zahn: tooth });
  }
  note(v, `Schmerzen Regio ${tooth}, ViPr, Perkussion geprüft.`);
  const way = rng.weigh([
    ['fill', 36],
    ['endo', 16],
    ['out', 19],
    ['now', 9],
    ['gum', 15],
    ['none', 10],
  ]);
  if (way === 'fill') {
    if (isGkv(p)) {
      bema(v, '11', { zahn: tooth });
      note(v, 'Provisorischer Verschluss.');
    } else goz(v, '2020', { zahn: tooth });
    wish(w, p, 'FUE', v.day + 3 + rng.below(14), v.day, [tooth]);
  } else if (way === 'endo') {
    if (isGkv(p)) {
      numb(v, tooth, null);
      bema(v, '31', { zahn: tooth });
      bema(v, '34', { zahn: tooth });
    } else {
      goz(v, '2390', { zahn: tooth });
      goz(v, '2430', { zahn: tooth });
    }
    note(v, 'Trepanation, Med.');
    wish(w, p, 'END', v.day + 5 + rng.below(10), v.day, { zahn: tooth, step: 0, isDead: true });
  } else if (way === 'now') takeOut(v, tooth);
  else if (way === 'out') wish(w, p, 'CHI', v.day + 3 + rng.below(12), v.day, { zahn: tooth });
  else if (way === 'gum') {
    if (rng.chance(0.3)) {
      note(v, 'Abszess eröffnet, Drainage.');
      if (isGkv(p)) {
        if (!forgets(v, 'D08', 0.06, 'BEMA', 'Ä161')) bema(v, 'Ä161');
      } else goae(v, '2428');
    } else {
      note(v, 'Gingivitis, CHX.');
      if (isGkv(p)) {
        if (v.done.has('107') || !forgets(v, 'D09', 0.05, 'BEMA', '105')) bema(v, '105');
      } else goz(v, '4020');
    }
  }
}

/** Generates a cleaning, paid privately by all patients; the price depends on teeth and factor. */
export function clean(v: Visit): void {
  const { w, p } = v,
    { rng } = w,
    teeth = Math.max(4, teethOf(p) + p.teeth.filter((state) => state === TOOTH.implant).length);
  if (isGkv(p) && rng.chance(0.6)) lookIn(v, 0.75, false);
  note(v, `PZR, ${teeth} Zähne, Politur, Fluorid.`);
  const short = rng.chance(0.03) && teeth > 8 ? rng.between(2, 4) : 0,
    count = teeth - short;
  if (short > 0) v.isShort = true;
  if (short > 0)
    w.forget({
      regel: 'P03',
      patid: v.patid,
      tag: v.text,
      zahn: '',
      system: 'GOZ',
      nr: '1040',
      menge: short,
      cents: short * 362,
    });
  // Entered by quadrant, as practices do.
  const factor = rng.weigh([
      [230, 30],
      [260, 30],
      [300, 25],
      [280, 15],
    ]),
    part = Math.ceil(count / 4);
  for (let left = count; left > 0; left -= part)
    goz(v, '1040', { menge: Math.min(part, left), factor });
  if (!isGkv(p)) {
    const nr = v.day - p.adviceIn > 370 ? '1000' : '1010';
    note(v, 'Mundhygiene-Unterweisung, 25 Min.');
    if (
      v.done.has('0010') ||
      v.done.has('4000') ||
      !forgets(v, nr === '1000' ? 'P04' : 'P05', 0.05, 'GOZ', nr)
    ) {
      goz(v, nr);
      if (nr === '1000') p.adviceIn = v.day;
    }
  } else if (rng.chance(0.12)) own(v, 'Airflow', { cents: 1_900, area: 'SONSTIGE' });
  if (rng.chance(0.035)) own(v, 'Bleaching', { cents: 28_900, area: 'SONSTIGE' });
}
/** Generates a visit at the patient's home or in a nursing home. */
export function house(v: Visit): void {
  const { p } = v;
  bema(v, '151');
  note(v, 'Hausbesuch, Prothesen kontrolliert.');
  if (!forgets(v, 'L04', 0.06, 'BEMA', '171a')) bema(v, '171a');
  if (v.day - p.lastKid > 190) {
    p.lastKid = v.day;
    bema(v, '174a');
    if (!forgets(v, 'L03', 0.05, 'BEMA', '174b')) bema(v, '174b');
    note(v, 'Zahnstein entfernt.');
    bema(v, '107a');
  }
  if (v.w.rng.chance(0.4)) bema(v, '106');
}
