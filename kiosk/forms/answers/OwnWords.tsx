/** Free-text answer in addition to several given options, or instead of a single one. */
import { useId } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { isOption } from '../../../shared/forms/questionnaire/model.ts';
import { useKeyboardAttributes } from '../../ui/fields/keyboardContext.ts';
import { useActs, useTyped } from '../acts.ts';
import type { AnswerProps } from './answerProps.ts';
import { textEntry } from './TextAnswer.tsx';
import { Words } from '../Words.tsx';
import { openLabelOf } from '../words.ts';
import { useWords } from '../useWords.ts';

export function OwnWords({
  place,
  values,
  reading,
  labelledBy,
  describedBy,
  isWrong,
}: AnswerProps) {
  const { node } = place;
  const { t } = useWords();
  const acts = useActs();
  const keyboard = useKeyboardAttributes('text');
  const id = useId(),
    label = openLabelOf(node.item, reading);
  const own = values.find(
    (one) => one.valueString !== undefined && !node.options.some((option) => isOption(option, one)),
  );
  const put = (value: FhirValue | undefined): void => {
    const alone = node.options.filter((one) => one.isExclusive);
    const others = node.isMultiple
      ? values.filter(
          (one) =>
            one !== own && (value === undefined || !alone.some((option) => isOption(option, one))),
        )
      : value === undefined
        ? values.filter((one) => one !== own)
        : [];
    acts.set(place, value === undefined ? others : [...others, value]);
  };
  const [typed, setTyped] = useTyped(
    `${place.key}#own`,
    own,
    textEntry('valueString'),
    (value) => value?.valueString ?? '',
    put,
  );
  return (
    <div className="q-own">
      <label className="k-sublabel" htmlFor={id} id={`${id}-own`}>
        {label ? <Words said={label} isMarked /> : <bdi>{t('own')}</bdi>}
      </label>
      <input
        {...keyboard}
        id={id}
        className="k-input"
        type="text"
        dir="auto"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-labelledby={`${labelledBy} ${id}-own`}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
