// Generates fillings, root canals, surgery, pain and cleaning: the charges by insurance, with the
// notes that document them.

import { lookIn, worn } from './checkup.ts';
import { numb } from './numb.ts';
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
  for (const zahn of teeth) {
    const size = rng.weigh([
        [0, 25],
        [1, 40],
        [2, 21],
        [3, 14],
      ]),
      flaechen = SURFACES[size] ?? 'o',
      isDeep = rng.chance(0.2);
    if (!isNumb && rng.chance(0.92)) {
      numb(v, zahn, null);
      isNumb = rng.chance(0.6);
    }
    if (isGkv(p)) {
      const statutory = bema(v, BEMA_FILL[size] ?? '13a', { zahn, flaechen });
      if (!isFront(zahn) && isAdult(p, v.day) && rng.chance(0.68))
        coPaid(v, zahn, size, flaechen, statutory);
      else note(v, `${zahn} ${flaechen} Füllung gelegt, poliert.`);
      if (rng.chance(0.7)) {
        note(v, rng.pick(['Kofferdam gelegt.', 'Separiert, Keile.', 'Papillenblutung gestillt.']));
        if (!hasDam && !forgets(v, 'F01', 0.035, 'BEMA', '12', { zahn })) bema(v, '12', { zahn });
        hasDam = true;
      }
      if (isDeep) {
        note(v, `${zahn} Caries profunda, Ca(OH)2.`);
        if (!forgets(v, 'F03', 0.05, 'BEMA', '25', { zahn })) {
          bema(v, '25', { zahn });
          if (rng.chance(0.25)) bema(v, '8', { zahn });
        }
      }
    } else {
      goz(v, GOZ_FILL[size] ?? '2060', { zahn, flaechen });
      note(v, `${zahn} ${flaechen} Komposit adhäsiv, geschichtet.`);
      if (rng.chance(0.5)) {
        note(v, 'Kofferdam gelegt.');
        if (!forgets(v, 'F05', 0.05, 'GOZ', '2040', { zahn })) goz(v, '2040', { zahn });
      }
      if (rng.chance(0.35)) {
        note(v, 'Separiert.');
        if (!forgets(v, 'F06', 0.05, 'GOZ', '2030', { zahn })) goz(v, '2030', { zahn });
      }
      if (isDeep) goz(v, '2330', { zahn });
    }
    worn(v, zahn);
    setTooth(p, zahn, Math.max(stateOf(p, zahn), TOOTH.filled));
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn,
      befund: 'fü',
      flaechen,
    });
  }
}
/**
 * § 28 Abs. 2 SGB V: after a prior agreement the patient pays what exceeds the statutory filling.
 */
function coPaid(v: Visit, zahn: string, size: number, flaechen: string, statutory: number): void {
  const { w } = v,
    nr = GOZ_FILL[size] ?? '2060',
    full = [6_817, 7_192, 8_305, 9_960][size] ?? 6_817,
    cents = Math.max(1_500, full - statutory);
  w.emit('mkv', w.id('MK'), v.day, { patid: v.patid, datum: v.text, zahn, nr, betrag: cents });
  goz(v, nr, { zahn, flaechen, cents, factor: 230, payer: 'EIGEN' });
  note(v, `${zahn} ${flaechen} Kompositfüllung geschichtet, Mehrkosten vereinbart.`);
}

export function endo(
  v: Visit,
  data: { zahn: string; step: number; canals?: number; isDead?: true },
): void {
  const { w, p } = v,
    { zahn } = data,
    canals = data.canals ?? (isMulti(zahn) ? w.rng.between(2, 4) : 1),
    x = 0.05;
  if (data.step === 0) {
    note(v, `${zahn} Endo: Trepanation, ${canals} Kanäle aufbereitet, Med.`);
    if (isGkv(p)) {
      const taken =
        canals > 1 && !data.isDead && forgets(v, 'E03', 0.04, 'BEMA', '28', { zahn })
          ? canals - 1
          : canals;
      if (data.isDead) bema(v, '31', { zahn });
      else {
        numb(v, zahn, 'E06');
        bema(v, '28', { zahn, menge: taken });
      }
      bema(v, '32', { zahn, menge: canals });
      if (!forgets(v, 'E01', x, 'BEMA', 'Ä925a', { zahn })) bema(v, 'Ä925a', { zahn });
      if (!forgets(v, 'E05', x, 'BEMA', '34', { zahn })) bema(v, '34', { zahn });
    } else {
      numb(v, zahn, null);
      goz(v, '2390', { zahn });
      goz(v, '2410', { zahn, menge: canals });
      note(v, 'Längenbestimmung Raypex.');
      if (!forgets(v, 'E08', x, 'GOZ', '2400', { zahn, menge: canals }))
        goz(v, '2400', { zahn, menge: canals });
      if (!forgets(v, 'V03', x, 'GOAE', '5000', { zahn })) goae(v, '5000', { zahn, menge: 2 });
      if (!forgets(v, 'E11', x, 'GOZ', '2430', { zahn })) goz(v, '2430', { zahn });
    }
    wish(w, p, 'END', v.day + 12 + w.rng.below(14), v.day, {
      zahn,
      step: w.rng.chance(0.25) ? 2 : 1,
      canals,
    });
    return;
  }
  if (data.step === 2) {
    note(v, `${zahn} medikamentöse Einlage gewechselt.`);
    if (isGkv(p)) bema(v, '34', { zahn });
    else goz(v, '2430', { zahn });
    wish(w, p, 'END', v.day + 10 + w.rng.below(14), v.day, { zahn, step: 1, canals });
    return;
  }
  note(v, `${zahn} Wurzelfüllung, ${canals} Kanäle.`);
  if (isGkv(p)) {
    const filled =
      canals > 1 && forgets(v, 'E04', 0.04, 'BEMA', '35', { zahn }) ? canals - 1 : canals;
    bema(v, '35', { zahn, menge: filled });
    if (!forgets(v, 'E02', x, 'BEMA', 'Ä925a', { zahn })) bema(v, 'Ä925a', { zahn });
    if (w.rng.chance(0.45))
      own(v, 'Endo-Zuzahlung', { zahn, cents: 9_000 + 3_000 * canals, area: 'SONSTIGE' });
  } else {
    goz(v, '2440', { zahn, menge: canals });
    goz(v, '2420', { zahn, menge: canals });
    goae(v, '5000', { zahn });
  }
  setTooth(p, zahn, TOOTH.root);
  if (w.rng.chance(0.85)) wish(w, p, 'FUE', v.day + 10 + w.rng.below(20), v.day, [zahn]);
}

/**
 * Generates an extraction.
 * @param at the tooth treated; other hopeless teeth are often extracted with it
 */
export function extract(v: Visit, at: string): void {
  const { w, p } = v,
    { rng } = w,
    teeth = new Set([at]);
  for (
    let i = rng.weigh([
      [0, 32],
      [1, 28],
      [2, 21],
      [3, 19],
    ]);
    i > 0;
    i--
  ) {
    const more = pickTooth(
      w,
      p,
      (state, one) => !isMulti(one) || (state !== TOOTH.sound && rng.chance(0.6)),
    );
    if (more !== undefined) teeth.add(more);
  }
  let isLong = false;
  for (const zahn of teeth) isLong = takeOut(v, zahn) || isLong;
  wish(w, p, 'WUN', v.day + (isLong ? 7 : 2), v.day, { zahn: at, since: v.day });
}
/** @returns true where more than the tooth was cut */
function takeOut(v: Visit, zahn: string): boolean {
  const { w, p } = v,
    kind = w.rng.weigh(
      zahn[1] === '8'
        ? [
            ['plain', 50],
            ['deep', 18],
            ['bone', 32],
          ]
        : [
            ['plain', 71],
            ['deep', 14],
            ['bone', 15],
          ],
    );
  note(
    v,
    `${zahn} ${kind === 'bone' ? 'Osteotomie, Naht' : 'Extraktion'} in Lokalanästhesie, Wundverhalten erklärt.`,
  );
  numb(v, zahn, 'C01');
  if (isGkv(p)) {
    bema(
      v,
      kind === 'bone'
        ? zahn[1] === '8' && w.rng.chance(0.7)
          ? '48'
          : '47a'
        : kind === 'deep'
          ? '45'
          : isMulti(zahn)
            ? '44'
            : '43',
      { zahn },
    );
    if (kind === 'bone') bema(v, 'Ä925a', { zahn });
  } else {
    goz(v, kind === 'bone' ? '3030' : kind === 'deep' ? '3020' : isMulti(zahn) ? '3010' : '3000', {
      zahn,
    });
    if (kind !== 'plain' && !v.done.has('0500') && !forgets(v, 'C04', 0.05, 'GOZ', '0500'))
      goz(v, '0500');
    goae(v, '5000', { zahn });
  }
  setTooth(p, zahn, TOOTH.gone);
  w.emit('zahnbefund', w.id('B'), v.day, {
    patid: v.patid,
    datum: v.text,
    zahn,
    befund: 'f',
    flaechen: null,
  });
  return kind !== 'plain';
}
/**
 * Generates the visits after surgery.
 * @param since day of the surgery: later than two weeks after it no follow-up is expected
 * @param isPrivate after surgery that no fund pays
 */
export function wound(
  v: Visit,
  {
    zahn,
    since,
    isPrivate,
  }: { readonly zahn: string; readonly since: number; readonly isPrivate?: true },
): void {
  note(v, `Wundkontrolle Regio ${zahn}, Nachbehandlung, Spülung.`);
  const isStatutory = isGkv(v.p) && isPrivate !== true;
  // Without another charge that day nothing points to the forgotten position.
  const isAlone = !v.w.rng.chance(0.2) || v.day - since > 14;
  if (v.day - since < 9 && v.w.rng.chance(0.2))
    wish(v.w, v.p, 'WUN', v.day + 6 + v.w.rng.below(4), v.day, {
      zahn,
      since: since - 14,
      ...(isPrivate && { isPrivate }),
    });
  if (!isAlone) {
    if (isStatutory) bema(v, 'Ä925a', { zahn });
    else goz(v, '4020');
  }
  if (isStatutory) {
    if (isAlone || !forgets(v, 'C02', 0.12, 'BEMA', '38', { zahn })) bema(v, '38', { zahn });
  } else if (isAlone || !forgets(v, 'C08', 0.12, 'GOZ', '3290', { zahn })) goz(v, '3290', { zahn });
}

export function pain(v: Visit): void {
  const { w, p } = v,
    { rng } = w,
    zahn = pickTooth(w, p, () => true) ?? '36';
  if (isGkv(p)) {
    lookIn(v, 0.35);
    if (rng.chance(0.55)) bema(v, '8');
    if (rng.chance(0.3)) bema(v, 'Ä925a', { zahn });
  } else {
    goae(v, '5');
    goae(v, '1');
    goz(v, '0070');
    if (rng.chance(0.5)) goae(v, '5000', { zahn });
  }
  note(v, `Schmerzen Regio ${zahn}, ViPr, Perkussion geprüft.`);
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
      bema(v, '11', { zahn });
      note(v, 'Provisorischer Verschluss.');
    } else goz(v, '2020', { zahn });
    wish(w, p, 'FUE', v.day + 3 + rng.below(14), v.day, [zahn]);
  } else if (way === 'endo') {
    if (isGkv(p)) {
      numb(v, zahn, null);
      bema(v, '31', { zahn });
      bema(v, '34', { zahn });
    } else {
      goz(v, '2390', { zahn });
      goz(v, '2430', { zahn });
    }
    note(v, 'Trepanation, Med.');
    wish(w, p, 'END', v.day + 5 + rng.below(10), v.day, { zahn, step: 0, isDead: true });
  } else if (way === 'now') takeOut(v, zahn);
  else if (way === 'out') wish(w, p, 'CHI', v.day + 3 + rng.below(12), v.day, { zahn });
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
    menge = teeth - short;
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
    part = Math.ceil(menge / 4);
  for (let left = menge; left > 0; left -= part)
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
