// Generates surgery: the removal of teeth and the visits after it, with the notes that document them.

import { numb } from './numb.ts';
import { bema, forgets, goae, goz, note, type Visit } from './visit.ts';
import { isGkv, isMulti, pickTooth, setTooth, TOOTH, wish } from './world.ts';

const GOZ_REMOVAL: Readonly<Record<string, string>> = { bone: '3030', deep: '3020' };

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
  for (const tooth of teeth) isLong = takeOut(v, tooth) || isLong;
  wish(w, p, 'WUN', v.day + (isLong ? 7 : 2), v.day, { zahn: at, since: v.day });
}
/** Generates the removal of a tooth. @returns true where more than the tooth was cut */
export function takeOut(v: Visit, tooth: string): boolean {
  const { w, p } = v,
    kind = w.rng.weigh(
      tooth[1] === '8'
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
    `${tooth} ${kind === 'bone' ? 'Osteotomie, Naht' : 'Extraktion'} in Lokalanästhesie, Wundverhalten erklärt.`,
  );
  numb(v, tooth, 'C01');
  if (isGkv(p)) {
    bema(
      v,
      kind === 'bone'
        ? tooth[1] === '8' && w.rng.chance(0.7)
          ? '48'
          : '47a'
        : kind === 'deep'
          ? '45'
          : isMulti(tooth)
            ? '44'
            : '43',
      { zahn: tooth },
    );
    if (kind === 'bone') bema(v, 'Ä925a', { zahn: tooth });
  } else {
    goz(v, GOZ_REMOVAL[kind] ?? (isMulti(tooth) ? '3010' : '3000'), { zahn: tooth });
    if (kind !== 'plain' && !v.done.has('0500') && !forgets(v, 'C04', 0.05, 'GOZ', '0500'))
      goz(v, '0500');
    goae(v, '5000', { zahn: tooth });
  }
  setTooth(p, tooth, TOOTH.gone);
  w.emit('zahnbefund', w.id('B'), v.day, {
    patid: v.patid,
    datum: v.text,
    zahn: tooth,
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
    zahn: tooth,
    since,
    isPrivate,
  }: { readonly zahn: string; readonly since: number; readonly isPrivate?: true },
): void {
  note(v, `Wundkontrolle Regio ${tooth}, Nachbehandlung, Spülung.`);
  const isStatutory = isGkv(v.p) && isPrivate !== true;
  // Without another charge that day nothing points to the forgotten position.
  const isAlone = !v.w.rng.chance(0.2) || v.day - since > 14;
  if (v.day - since < 9 && v.w.rng.chance(0.2))
    wish(v.w, v.p, 'WUN', v.day + 6 + v.w.rng.below(4), v.day, {
      zahn: tooth,
      since: since - 14,
      ...(isPrivate && { isPrivate }),
    });
  if (!isAlone) {
    if (isStatutory) bema(v, 'Ä925a', { zahn: tooth });
    else goz(v, '4020');
  }
  if (isStatutory) {
    if (isAlone || !forgets(v, 'C02', 0.12, 'BEMA', '38', { zahn: tooth }))
      bema(v, '38', { zahn: tooth });
  } else if (isAlone || !forgets(v, 'C08', 0.12, 'GOZ', '3290', { zahn: tooth }))
    goz(v, '3290', { zahn: tooth });
}
