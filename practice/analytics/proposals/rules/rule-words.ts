// A billing rule in plain words: its positions, windows, ages and predicates as sentences in the
// language of the screen. Pure; unknown parts are shown as written.

import type { Rule } from '../../../../shared/analytics/billing/rule.ts';
import type { BillingTexts } from '../proposals-texts.ts';
import { listWords, togetherWords } from './token-words.ts';
import { ageWords } from './quantity-words.ts';
import { predicateWords } from './predicate-words.ts';

/** One sentence of a rule: its topic and its text. */
export interface RuleLine {
  readonly key:
    | 'heute'
    | 'zusammen'
    | 'heuteKeines'
    | 'keine'
    | 'noetig'
    | 'alter'
    | 'kasse'
    | 'zusatz'
    | 'gueltig';
  readonly text: string;
}
export type RuleBody = Pick<
  Rule,
  | 'art'
  | 'kasse'
  | 'alterVonM'
  | 'alterBisM'
  | 'gueltigVon'
  | 'gueltigBis'
  | 'heuteEines'
  | 'heuteAlle'
  | 'heuteKeines'
  | 'historieKeine'
  | 'historieNoetig'
  | 'zusatz'
>;

/**
 * Describes a rule as sentences, in reading order: the trigger, the missing service, the earlier
 * services, the patients concerned.
 */
export function ruleLines(
  rule: RuleBody,
  t: BillingTexts,
  day: (day: string) => string,
): RuleLine[] {
  const { alterVonM: from, alterBisM: to, gueltigVon: since, gueltigBis: until } = rule,
    lines: RuleLine[] = [],
    isCheck = rule.art === 'PRUEFUNG';
  const add = (key: RuleLine['key'], text: string): void => {
    if (text !== '') lines.push({ key, text });
  };
  add(
    'heute',
    rule.heuteEines.length === 0 ? '' : t('satz.heute', { was: listWords(rule.heuteEines, t) }),
  );
  add(
    'zusammen',
    rule.heuteAlle === '' ? '' : t('satz.zusammen', { was: togetherWords(rule.heuteAlle, t) }),
  );
  add(
    'heuteKeines',
    rule.heuteKeines.length === 0
      ? ''
      : t('satz.heuteKeines', { was: listWords(rule.heuteKeines, t) }),
  );
  add(
    'keine',
    rule.historieKeine.length === 0
      ? ''
      : t(isCheck ? 'satz.vorher' : 'satz.keine', { was: listWords(rule.historieKeine, t) }),
  );
  add(
    'noetig',
    rule.historieNoetig.length === 0
      ? ''
      : t('satz.vorher', { was: listWords(rule.historieNoetig, t) }),
  );
  add(
    'zusatz',
    rule.zusatz === '' ? '' : t('satz.zusatz', { was: predicateWords(rule.zusatz, t) }),
  );
  // Ages are completed months and the last one counts in full: 71 months are up to the sixth
  // birthday.
  add(
    'alter',
    from === null && to === null
      ? ''
      : to === null
        ? t('satz.alterAb', { von: ageWords(from ?? 0, t) })
        : from === null
          ? t('satz.alterBis', { bis: ageWords(to + 1, t) })
          : t('satz.alter', { von: ageWords(from, t), bis: ageWords(to + 1, t) }),
  );
  add('kasse', t(`satz.kasse.${rule.kasse}`));
  add(
    'gueltig',
    since === null && until === null
      ? ''
      : t(until === null ? 'satz.gueltigAb' : since === null ? 'satz.gueltigBis' : 'satz.gueltig', {
          von: since === null ? '' : day(since),
          bis: until === null ? '' : day(until),
        }),
  );
  return lines;
}
