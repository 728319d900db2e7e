/** Validation errors in plain words at the item. */
import type { TFunction } from 'i18next';
import { problemsAt, type Problem } from '../../shared/forms/questionnaire/check.ts';
import type { Place } from '../../shared/forms/questionnaire/state.ts';
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

/** Returns the error message at the item. */
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
      return t('wrong.pattern');
    case 'notAValue':
      return isDay
        ? t('wrong.date')
        : node.type === 'time'
          ? t('wrong.time')
          : t('wrong.unfinished');
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
