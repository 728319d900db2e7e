// The rules that fill a Mappe in words, for two people who changed them. Pure.

import type { BlockWords, Describe } from '../../../ui/saving/clash/clash-words.ts';
import { repeatText, whenText } from '../rule-summary.ts';
import type { RulesTexts } from '../rules-texts.ts';
import { ruleOf } from './rules-shape.ts';

/**
 * Returns a function that describes the blocks of `RULES_SHAPE`.
 * @param titleOf names a paper
 */
export const describeRules =
  (t: RulesTexts, titleOf: (item: string) => string | undefined): Describe =>
  (root) =>
    new Map(
      root.kids.map((block): [string, BlockWords] => {
        const rule = ruleOf(block),
          title = titleOf(rule.item) ?? t('gone', { item: rule.item }),
          words = [
            `${title}: ${t(rule.isOn ? 'isOn' : 'isOff')}`,
            [repeatText(t, rule), rule.isFull && rule.repeat.kind !== 'months' ? t('full') : '']
              .filter((one) => one !== '')
              .join(' · '),
            whenText(t, rule),
            rule.note,
          ];
        return [block.id, { title, words: words.filter((one) => one !== '').join('\n') }];
      }),
    );
