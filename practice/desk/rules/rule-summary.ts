// Describes a rule in one plain sentence: frequency and patients.

import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import type { RulesTexts } from './rules-texts.ts';

export function repeatText(
  t: RulesTexts,
  { repeat, isFull }: Pick<MappeRule, 'repeat' | 'isFull'>,
): string {
  if (repeat.kind === 'months')
    return repeat.months === 1
      ? t('repeat.month')
      : isFull
        ? t('repeat.monthsFull', { n: repeat.months })
        : t('repeat.months', { n: repeat.months });
  return t(
    repeat.kind === 'each'
      ? 'repeat.each'
      : repeat.kind === 'once'
        ? 'repeat.once'
        : 'repeat.version',
  );
}

/**
 * Formats „bis 14 Jahre · Termin mit Schmerz, Notfall · nur beim ersten Besuch“; empty where it
 * applies to everyone.
 */
export function whenText(t: RulesTexts, { when }: Pick<MappeRule, 'when'>): string {
  const { ageFrom, ageTo, visit, arten = [], words = [], notWords = [], behandler = [] } = when;
  const list = (all: readonly string[]): string => all.join(', ');
  return [
    ageFrom !== undefined && ageTo !== undefined
      ? t('when.between', { from: ageFrom, to: ageTo })
      : ageFrom !== undefined
        ? t('when.from', { n: ageFrom })
        : ageTo !== undefined
          ? t('when.to', { n: ageTo })
          : '',
    visit === 'first' ? t('when.first') : visit === 'again' ? t('when.again') : '',
    arten.length > 0 ? t('when.arten', { list: list(arten) }) : '',
    words.length > 0 ? t('when.words', { list: list(words) }) : '',
    behandler.length > 0 ? t('when.behandler', { list: list(behandler) }) : '',
    notWords.length > 0 ? t('when.notWords', { list: list(notWords) }) : '',
  ]
    .filter((one) => one !== '')
    .join(' · ');
}
