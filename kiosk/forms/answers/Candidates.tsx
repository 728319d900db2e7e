/** Proposed answers of a question: one press fills it in, and any other answer stays possible. */
import { useId, useState } from 'react';
import { isOption, type Option } from '../../../shared/forms/questionnaire/model.ts';
import { Button } from '../../ui/Button.tsx';
import { useActs } from '../acts.ts';
import { useWords } from '../useWords.ts';
import { Words } from '../Words.tsx';
import { labelOf } from '../words.ts';
import type { AnswerProps } from './answerProps.ts';

/** Number of proposals shown at once. */
const SHOWN = 6;

export function Candidates({ place, values, reading, labelledBy }: AnswerProps) {
  const { node } = place,
    { candidates } = node;
  const { t } = useWords();
  const acts = useActs();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const isChosen = (option: Option): boolean => values.some((one) => isOption(option, one));
  const pick = (option: Option): void => {
    // Half an entry that was typed before no longer blocks the page.
    acts.keep(place.key, undefined, false);
    if (node.isMultiple) acts.toggle(place, option);
    else acts.set(place, isChosen(option) ? [] : [option.value]);
  };
  return (
    <div className="q-candidates" role="group" aria-labelledby={`${labelledBy} ${id}`}>
      <p className="k-sublabel" id={id}>
        <bdi>{t('candidates')}</bdi>
      </p>
      <div className="q-candidates__list">
        {candidates.slice(0, isWhole ? candidates.length : SHOWN).map((option, index) => (
          <Button
            key={`${index} ${option.text}`}
            {...(isChosen(option) && { icon: 'check' as const })}
            pressed={isChosen(option)}
            describedBy={labelledBy}
            onPress={() => pick(option)}
          >
            <Words said={labelOf(option, reading)} />
          </Button>
        ))}
      </div>
      {candidates.length > SHOWN && !isWhole && (
        <Button kind="quiet" iconEnd="down" onPress={() => setWhole(true)}>
          {t('search.all', { count: candidates.length })}
        </Button>
      )}
    </div>
  );
}
