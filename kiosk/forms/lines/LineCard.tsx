/**
 * One line of last time's list (a medicine): it is kept, changed or ended. Nothing of it counts
 * before that.
 */
import { useId, useState, type ReactNode } from 'react';
import type { LinesOf } from '../../../shared/forms/answers/lines.ts';
import type { FormState, Place } from '../../../shared/forms/questionnaire/state.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/fields/FieldError.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useActs } from '../acts.ts';
import type { Before } from '../types.ts';
import { useWords } from '../useWords.ts';
import { Words } from '../Words.tsx';
import { answerText, type Reading } from '../words.ts';
import './lines.css';

export interface LineCardProps {
  readonly who: LinesOf;
  /** The questions of the line. */
  readonly places: readonly Place[];
  readonly state: FormState;
  readonly previous: Before;
  readonly reading: Reading;
  /** Key and message of the line, where it is asked for once more. */
  readonly placeKey: string;
  readonly problem: string | undefined;
  /** Ends the line; undo stands in its place. */
  readonly onGone: () => void;
  /** The line as fields. */
  readonly children: ReactNode;
}

export function LineCard({
  who,
  places,
  state,
  previous,
  reading,
  placeKey,
  problem,
  onGone,
  children,
}: LineCardProps) {
  const { t } = useWords();
  const acts = useActs(),
    id = useId();
  const valuesAt = (place: Place) => state.answers[place.key] ?? [],
    isUntouched = places.every((one) => valuesAt(one).length === 0),
    isAsBefore = places.every(
      (one) => JSON.stringify(valuesAt(one)) === JSON.stringify(previous.answersAt(one)),
    );
  const [isEditing, setEditing] = useState(!isUntouched && !isAsBefore);
  if (isEditing) return children;
  const said = places.flatMap((place) =>
    previous
      .answersAt(place)
      .map((value) => answerText(place.node, value, reading, t('photo.one'))),
  );
  const keep = (): void => {
    for (const place of places) if (previous.answersAt(place).length > 0) acts.confirm(place);
  };
  return (
    <section
      className="q-card q-line"
      data-place={placeKey}
      data-kept={isAsBefore || undefined}
      data-wrong={problem === undefined ? undefined : ''}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <FieldError>{problem}</FieldError>
      <p className="q-line__words" id={id}>
        <span className="k-hint">
          <bdi>{t('lines.before')}</bdi>
        </span>{' '}
        <strong>
          {said.map((one, index) => (
            <span key={`${index}:${one.text}`}>
              {index > 0 && ' · '}
              <Words said={one} />
            </span>
          ))}
        </strong>
        {isAsBefore && (
          <span className="q-known__yes">
            <Icon name="check" /> <bdi>{t(`lines.keep.${who}`)}</bdi>
          </span>
        )}
      </p>
      <div className="q-line__acts">
        {!isAsBefore && (
          <Button icon="check" describedBy={id} onPress={keep}>
            {t(`lines.keep.${who}`)}
          </Button>
        )}
        <Button
          kind={isAsBefore ? 'quiet' : 'secondary'}
          describedBy={id}
          onPress={() => {
            keep();
            setEditing(true);
          }}
        >
          {t('review.change')}
        </Button>
        <Button kind={isAsBefore ? 'quiet' : 'secondary'} describedBy={id} onPress={onGone}>
          {t(`lines.gone.${who}`)}
        </Button>
      </div>
    </section>
  );
}
