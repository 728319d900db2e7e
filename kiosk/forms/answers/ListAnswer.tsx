/** Parts of a choice that few forms need: the search of a long list, and answers it no longer has. */
import { useId } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { Tile } from '../../ui/fields/ChoiceTiles.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useActs } from '../acts.ts';
import { useWords } from '../useWords.ts';
import { Words } from '../Words.tsx';
import { answerText } from '../words.ts';
import { SearchAnswer, type SearchAnswerProps } from './SearchAnswer.tsx';

export interface ListAnswerProps extends SearchAnswerProps {
  /** Answers that are no longer offered: kept until the person decides. */
  readonly kept: readonly FhirValue[];
  readonly isSearched: boolean;
}

export function ListAnswer({ kept, isSearched, ...props }: ListAnswerProps) {
  const { place, values, reading } = props;
  const { t } = useWords();
  const acts = useActs();
  const name = useId();
  return (
    <>
      {kept.length > 0 && (
        <Notice kind="warn" title={t('wrong.option')}>
          <div className="q-tiles">
            {kept.map((one, index) => (
              <Tile
                key={index}
                type="checkbox"
                name={name}
                value={String(index)}
                checked
                onChange={() =>
                  acts.set(
                    place,
                    values.filter((other) => other !== one),
                  )
                }
                label={<Words said={answerText(place.node, one, reading, '')} />}
              />
            ))}
          </div>
        </Notice>
      )}
      {isSearched && <SearchAnswer {...props} />}
    </>
  );
}
