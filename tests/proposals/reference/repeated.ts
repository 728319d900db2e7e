/**
 * A free position that several visits of its window forgot is proposed once. The visits are asked
 * in turn, the surest rule first, then the earliest day: if a visit already proposes the position,
 * and its being charged there would silence the rule of this one, this one is left out.
 */
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { supposed } from './barred.ts';
import { casesOf, type RuleCase } from './cases.ts';
import { monthsBack } from './days.ts';

/** @param isPerTooth of positions charged by tooth each tooth is a position of its own */
export function onceInWindow(
  made: readonly RuleCase[],
  isPerTooth: (one: RuleCase) => boolean,
  heute: string,
  set: RuleSettings,
): RuleCase[] {
  const positionOf = (one: RuleCase): string =>
      `${one.hit.system} ${one.hit.nr} ${isPerTooth(one) ? one.hit.zahn : ''}`,
    kept: RuleCase[] = [],
    isOld = (day: string): boolean => day < monthsBack(heute, 12);
  const inTurn = [...made].sort(
    (a, b) =>
      // A visit of more than a year ago is offered no more: it is asked last.
      Number(isOld(a.hit.tag)) - Number(isOld(b.hit.tag)) ||
      b.rule.konfidenz - a.rule.konfidenz ||
      (a.hit.tag === b.hit.tag ? (a.rule.id < b.rule.id ? -1 : 1) : a.hit.tag < b.hit.tag ? -1 : 1),
  );
  for (const one of inTurn) {
    const isSilenced = kept.some((other) => {
      if (positionOf(other) !== positionOf(one) || other.hit.tag === one.hit.tag) return false;
      const [early, late] = other.hit.tag < one.hit.tag ? [other, one] : [one, other],
        day = { ...late.situation, zahn: '', space: '' },
        charged = supposed(early, early.hit.zahn === '' ? [''] : [early.hit.zahn]);
      return !casesOf(
        late.rule,
        {
          ...day,
          earlierSum: [...day.earlierSum, ...charged].sort((a, b) =>
            a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : a.id < b.id ? -1 : 1,
          ),
        },
        set,
        true,
      ).some((again) => again.hit.zahn === late.hit.zahn);
    });
    if (!isSilenced) kept.push(one);
  }
  return kept;
}
