// What is wrong with a field of a rule, said with the word and its place.

import type { BillingTexts } from '../proposals-texts.ts';
import type { Fault } from './rule-draft.ts';

/** Places are counted from 1, as people count. */
export function faultText(fault: Fault, t: BillingTexts): string {
  if (fault.kind !== 'sprache') return t(`fehler.${fault.kind}`);
  const place = { stelle: fault.stelle + 1, wort: fault.wort };
  return fault.wort === '' ? t('fehler.ende', place) : t(`fehler.sprache.${fault.grund}`, place);
}
