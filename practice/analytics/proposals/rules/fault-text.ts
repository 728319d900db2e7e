// Describes the fault in a field of a rule, with the word and its position.

import type { BillingTexts } from '../proposals-texts.ts';
import type { Fault } from './rule-draft.ts';

/** Formats a fault; positions are counted from 1. */
export function faultText(fault: Fault, t: BillingTexts): string {
  if (fault.kind !== 'sprache') return t(`fehler.${fault.kind}`);
  const place = { stelle: fault.stelle + 1, wort: fault.wort };
  return fault.wort === '' ? t('fehler.ende', place) : t(`fehler.sprache.${fault.grund}`, place);
}
