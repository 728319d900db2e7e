// The blocks of an own rule in words, for two people who changed one. Pure.

import type { BlockWords, Describe } from '../../../../ui/saving/clash/clash-words.ts';
import type { BillingTexts } from '../../proposals-texts.ts';
import { EMPTY, ruleOf, type Draft, type Field } from '../rule-draft.ts';
import { ruleLines, type RuleLine } from '../rule-words.ts';
import { RULE_BLOCKS, type RuleBlock } from './rule-shape.ts';

/** Sentences that say conditions. */
const CONDITIONS: ReadonlySet<RuleLine['key']> = new Set([
  'heute',
  'zusammen',
  'heuteKeines',
  'keine',
  'noetig',
  'zusatz',
]);

/**
 * Returns a function that describes the blocks of `RULE_SHAPE`.
 * @param day formats a day
 */
export function describeRule(t: BillingTexts, day: (day: string) => string): Describe {
  const fieldsOf = (block: RuleBlock, own: Draft): string =>
    (RULE_BLOCKS[block] as readonly Field[])
      .filter((field) => own[field].trim() !== '')
      .map((field) => `${t(`feld.${field}`)}: ${valueOf(field, own[field])}`)
      .join('\n');
  const valueOf = (field: Field, value: string): string =>
    field === 'kasse'
      ? t(`kasse.${ruleOf({ ...EMPTY, kasse: value }).kasse}`)
      : field === 'gueltigVon' || field === 'gueltigBis'
        ? day(value)
        : value;
  const conditions = (own: Draft): string => {
    const rule = ruleOf(own);
    return [
      t(`art.${rule.art}`),
      ...ruleLines(rule, t, day)
        .filter(({ key }) => CONDITIONS.has(key))
        .map(({ text }) => text),
    ].join('\n');
  };
  const title = (block: RuleBlock): string =>
    block === 'wenn'
      ? t('block.wenn')
      : block === 'alter'
        ? t('feld.alterVon')
        : block === 'gueltig'
          ? t('feld.gueltigVon')
          : block === 'position'
            ? t('feld.nr')
            : block === 'titel'
              ? t('block.titel')
              : t(`feld.${RULE_BLOCKS[block][0]}`);
  return (root) =>
    new Map(
      root.kids.map(({ id, own }): [string, BlockWords] => {
        const block = id as RuleBlock,
          draft = { ...EMPTY, ...(own as Partial<Draft>) };
        return [
          id,
          {
            title: title(block),
            words: block === 'wenn' ? conditions(draft) : fieldsOf(block, draft),
          },
        ];
      }),
    );
}
