/** One answer in words, in the person's language where the form has it. */

import { UNKNOWN_OPTION } from '../questionnaire/absent.ts';
import { isSameCoding, type FhirValue } from '../questionnaire/fhir.ts';
import { isUnknown, NO, YES, type Node } from '../questionnaire/model.ts';
import { wordsOf, wordsOfOption, type Said } from '../questionnaire/words.ts';

/** Formats a date in the local style, in its given precision. */
export function dayText(day: string): string {
  return day.slice(0, 10).split('-').reverse().join('.');
}

/** Formats a number with the language's decimal sign. */
export function numberText(n: number, language: string): string {
  const text = String(n);
  return language === 'en' ? text : text.replace('.', ',');
}

/** Returns „Ja“ or „Nein“ in a language. */
export function booleanWords(value: boolean, language: string): Said {
  const coding = value ? YES : NO;
  return wordsOfOption(
    { value: { valueCoding: coding }, words: undefined, text: coding.display ?? '' },
    language,
  );
}

/** Returns the unit shown behind a field. */
export function unitWords(node: Node, language: string, own: string): string | undefined {
  const beside = node.children.find((one) => one.type === 'display' && one.control === 'unit'),
    text = beside && wordsOf(beside.item, language, { own }).text;
  if (beside) return text === '' ? undefined : text;
  return node.units.length === 1 ? (node.units[0]?.display ?? node.units[0]?.code) : undefined;
}

const joined = (parts: readonly (string | undefined)[], sign = ' '): string =>
  parts.filter((one) => one !== undefined).join(sign);

/** Date, time, number, file or own words: the same in every language, but for its signs. */
function plainWords(
  node: Node,
  value: FhirValue,
  { language, own, photo }: { language: string; own: string; photo: string },
): string {
  const { valueDate, valueDateTime, valueTime, valueQuantity } = value,
    { valueAttachment, valueReference } = value;
  if (valueDate !== undefined) return dayText(valueDate);
  if (valueDateTime !== undefined)
    return joined(
      [
        dayText(valueDateTime),
        valueDateTime.includes('T') ? valueDateTime.slice(11, 16) : undefined,
      ],
      ', ',
    );
  if (valueTime !== undefined) return valueTime.slice(0, 5);
  if (valueQuantity)
    return joined([
      valueQuantity.value === undefined ? undefined : numberText(valueQuantity.value, language),
      valueQuantity.unit ?? valueQuantity.code,
    ]);
  if (valueAttachment) return valueAttachment.title ?? photo;
  if (valueReference) return valueReference.display ?? valueReference.reference ?? '';
  const n = value.valueDecimal ?? value.valueInteger;
  if (n !== undefined) return joined([numberText(n, language), unitWords(node, language, own)]);
  return value.valueString ?? value.valueUri ?? '';
}

/**
 * Returns one answer in words; `language` of the result is empty where the words belong to none.
 * @param own language of the form
 * @param photo names a file that has no title
 */
export function answerWords(
  node: Node,
  value: FhirValue,
  how: { readonly language: string; readonly own: string; readonly photo: string },
): Said {
  const { valueCoding, valueBoolean } = value,
    { language, own } = how;
  if (valueBoolean !== undefined) return booleanWords(valueBoolean, language);
  const option = node.options.find((one) =>
    valueCoding && one.value.valueCoding
      ? isSameCoding(one.value.valueCoding, valueCoding)
      : one.value.valueString !== undefined && one.value.valueString === value.valueString,
  );
  if (option) return wordsOfOption(option, language, own);
  if (isUnknown(value)) return wordsOfOption(UNKNOWN_OPTION, language);
  if (valueCoding)
    return {
      text: valueCoding.display ?? valueCoding.code ?? '',
      language: own,
      isTranslated: language === own,
    };
  return { text: plainWords(node, value, how), language: '', isTranslated: true };
}
