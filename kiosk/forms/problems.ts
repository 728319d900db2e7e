/** Validation errors in plain words at the item. */
import type { TFunction } from 'i18next';
import { problemsAt, type Problem } from '../../shared/forms/questionnaire/check.ts';
import { isOfKind } from '../../shared/desk/master-fields.ts';
import type { Node } from '../../shared/forms/questionnaire/model.ts';
import { answersAt, type Place } from '../../shared/forms/questionnaire/state.ts';
import type { View } from '../../shared/forms/questionnaire/view.ts';
import { dayText, numberText } from './words.ts';

/** Typed text that is not a value: reported like an incomplete answer. */
const UNFINISHED = 'notAValue';

/**
 * Returns all blocking problems at these items, in their order.
 * @param unfinished keys of fields with unfinished input
 * @param rules problems of the form's own rules
 */
export function wrongAt(
  view: View,
  places: readonly Place[],
  unfinished: ReadonlySet<string>,
  rules: readonly Problem[],
): readonly Problem[] {
  return places.flatMap((place): readonly Problem[] => {
    // Read-only items must not block.
    if (place.node.isReadOnly || place.node.type === 'reference') return [];
    const isUnfinished = [...unfinished].some(
      (key) => key === place.key || key.startsWith(`${place.key}#`),
    );
    const found = isUnfinished
      ? [{ key: place.key, code: UNFINISHED } as const]
      : [...problemsAt(view, place), ...rules.filter((one) => one.key === place.key)];
    return found.filter((one) => one.isWarning !== true).slice(0, 1);
  });
}

/** Names of Germany in an address; any other name is another country. */
const GERMANY = /^(?:d|de|deu|brd|germany|deutschland)?$/i;

/**
 * Checks postal codes: a German one has five digits. The form accepts every country's, so a code of
 * another length needs the name of its country; a form without a country is not checked.
 */
export function postalProblems(view: View, places: readonly Place[]): readonly Problem[] {
  const country = places.find((one) => one.node.field === 'country');
  if (!country) return [];
  const [land] = answersAt(view.state, country);
  if (!GERMANY.test((land?.valueString ?? '').trim())) return [];
  return places.flatMap((place) => {
    const [code] = answersAt(view.state, place);
    return isOfKind(place.node.field, 'postalCode') &&
      code?.valueString !== undefined &&
      !/^(?:D-?\s?)?\d{5}$/i.test(code.valueString.trim())
      ? [{ key: place.key, code: 'pattern' as const }]
      : [];
  });
}

/** Patterns of the forms' own telephone numbers and e-mail addresses, by their first signs. */
function kindOf({ field, limits: { regex = '' } }: Node): 'email' | 'phone' | 'postal' | undefined {
  if (isOfKind(field, 'email') || regex.includes('@')) return 'email';
  if (isOfKind(field, 'phone') || regex.startsWith('[+]?[0-9]')) return 'phone';
  return isOfKind(field, 'postalCode') ? 'postal' : undefined;
}

/** Returns the error message at the item: what is wrong, and how to write it. */
export function problemText(
  problem: Problem,
  { node }: Place,
  t: TFunction,
  language: string,
): string {
  const limit =
    typeof problem.limit === 'number' ? numberText(problem.limit, language) : (problem.limit ?? '');
  const isDay = node.type === 'date' || node.type === 'dateTime';
  switch (problem.code) {
    case 'required':
      return node.type === 'attachment' ? t('wrong.photo') : t('wrong.required');
    case 'tooFew':
      return node.type === 'group'
        ? t('wrong.tooFewCards', { limit })
        : t('wrong.tooFew', { limit });
    case 'tooMany':
      return t('wrong.tooMany', { limit });
    case 'tooShort':
      return t('wrong.tooShort', { limit });
    case 'tooLong':
      return t('wrong.tooLong', { limit });
    case 'tooSmall':
      return isDay
        ? t('wrong.tooEarly', { limit: dayText(limit) })
        : t('wrong.tooSmall', { limit });
    case 'tooBig':
      return isDay ? t('wrong.tooLate', { limit: dayText(limit) }) : t('wrong.tooBig', { limit });
    case 'decimals':
      return problem.limit === 0 ? t('wrong.whole') : t('wrong.decimals', { limit });
    case 'pattern':
      switch (kindOf(node)) {
        case 'email':
          return t('wrong.email');
        case 'phone':
          return t('wrong.phone');
        case 'postal':
          return t('wrong.postal');
        case undefined:
          return t('wrong.pattern');
      }
    case 'notAValue':
      return isDay
        ? t('wrong.date')
        : node.type === 'time'
          ? t('wrong.time')
          : t(node.type === 'quantity' ? 'wrong.quantity' : 'wrong.unfinished');
    case 'notAnOption':
      return t('wrong.option');
    case 'fileType':
      return t('wrong.fileType');
    case 'fileSize':
      return t('wrong.fileSize');
    case 'rule':
      return problem.human === undefined || problem.human === ''
        ? t('wrong.pattern')
        : problem.human;
  }
}
