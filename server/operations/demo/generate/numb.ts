// Generates anaesthesia: its number by tooth, and that it is sometimes forgotten.

import { bema, forgets, goz, type Visit } from './visit.ts';
import { isFront, isGkv } from './world.ts';

const isLower = (tooth: string): boolean => tooth[0] === '3' || tooth[0] === '4';
/**
 * Generates the anaesthesia: a nerve block at lower side teeth, else at the tooth.
 * @param rule that would find the omission; null where it is never forgotten
 */
export function numb(v: Visit, tooth: string, rule: string | null): void {
  const isNerve = isLower(tooth) && !isFront(tooth);
  if (!isGkv(v.p)) {
    goz(v, isNerve ? '0100' : '0090', { zahn: tooth });
    return;
  }
  const nr = isNerve ? '41a' : '40';
  // Another anaesthesia of the day covers this one as well.
  if (
    v.forgot.has('40') ||
    v.forgot.has('41a') ||
    (rule !== null &&
      !v.done.has('40') &&
      !v.done.has('41a') &&
      forgets(v, rule, 0.04, 'BEMA', nr, { zahn: tooth }))
  )
    return;
  bema(v, nr, { zahn: tooth });
}
