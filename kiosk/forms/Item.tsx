/** One question with its answer. Rendered again only when its own data changes. */
import { memo, useId } from 'react';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { mayBeUnknown, UNKNOWN_VALUE } from '../../shared/forms/questionnaire/absent.ts';
import { isUnknown } from '../../shared/forms/questionnaire/model.ts';
import type { Source } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import type { Place } from '../../shared/forms/questionnaire/state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useActs } from './acts.ts';
import type { FollowUps } from './answers/answerProps.ts';
import { BooleanAnswer, ChoiceAnswer, hasTiles, isChosen } from './answers/ChoiceAnswer.tsx';
import { Entries } from './answers/Entries.tsx';
import { Field } from './answers/Field.tsx';
import { ItemHead } from './ItemHead.tsx';
import { HEADING_ERROR } from './PageHead.tsx';
import { Later } from './answers/Later.tsx';
import { stepsOf } from './answers/scale.ts';
import { Words } from './Words.tsx';
import { answerText, dayText, formatOf, SOURCE_WORDS, type Reading } from './words.ts';
import { useWords } from './useWords.ts';
import './answers/answers.css';

export interface ItemProps {
  readonly place: Place;
  readonly values: readonly FhirValue[];
  readonly reading: Reading;
  /** The error message. */
  readonly problem: string | undefined;
  /** The page's heading asks the question. */
  readonly isHeading: boolean;
  /** Shown at the item because the page does not show it for all questions. */
  readonly isAskedAgain: boolean;
  /** Date and answers of the last visit, while they can be or were confirmed. */
  readonly before: readonly FhirValue[] | undefined;
  readonly beforeAt: string;
  /** The known value comes from the record. */
  readonly isRecord: boolean;
  /** Where the value comes from, while it is the one that the form gave. */
  readonly source: Source | undefined;
  /** „Hat sich geändert“ was pressed. */
  readonly isReopened: boolean;
  /** Follow-ups of the answers, by index of the tile; -1: of own words. */
  readonly followUps: FollowUps | undefined;
}

export const Item = memo(
  DrawnItem,
  (a, b) =>
    a.place.key === b.place.key &&
    a.place.node === b.place.node &&
    a.values === b.values &&
    a.reading === b.reading &&
    a.problem === b.problem &&
    a.isHeading === b.isHeading &&
    a.isAskedAgain === b.isAskedAgain &&
    a.before === b.before &&
    a.beforeAt === b.beforeAt &&
    a.isRecord === b.isRecord &&
    a.source === b.source &&
    a.isReopened === b.isReopened &&
    a.followUps === b.followUps,
);

function DrawnItem(props: ItemProps) {
  const { place, values, reading, problem, before } = props;
  const { node } = place;
  const { t } = useWords();
  const ids = useId();
  const titleId = `${ids}-title`,
    errorId = props.isHeading ? HEADING_ERROR : `${ids}-error`,
    fieldId = `${ids}-field`;
  const isShown = node.isReadOnly || (node.type === 'reference' && node.options.length === 0);
  // A value confirmed from the record stays a line; any other answer is shown in its field.
  const isLine =
    before !== undefined &&
    props.isRecord &&
    !props.isReopened &&
    (values.length === 0 || JSON.stringify(values) === JSON.stringify(before));
  const isAsked =
    !isShown && !isLine && (before === undefined || values.length > 0 || props.isReopened);
  const format = isAsked ? formatOf(node.item, reading) : undefined;
  const formatId = `${ids}-format`;
  const isUnsure = values.some((one) => isUnknown(one)),
    isWords = node.type === 'string' || node.type === 'text';
  const answering = {
    labelledBy: titleId,
    describedBy: format ? `${errorId} ${formatId}` : errorId,
    isWrong: problem !== undefined,
  };
  const hasLabel =
    isAsked &&
    !node.isMultiple &&
    stepsOf(node) === undefined &&
    (isWords ||
      node.type === 'url' ||
      node.type === 'integer' ||
      node.type === 'decimal' ||
      node.type === 'quantity');
  return (
    <div
      className="q-item"
      data-place={place.key}
      data-wrong={problem === undefined ? undefined : ''}
      data-heading={props.isHeading || undefined}
      data-tall={isTall(props) || undefined}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={errorId}
      tabIndex={-1}
    >
      <ItemHead
        node={node}
        id={titleId}
        reading={reading}
        isHidden={props.isHeading}
        isAskedAgain={props.isAskedAgain}
        forId={hasLabel ? fieldId : undefined}
        problem={problem}
        errorId={errorId}
      />
      {before !== undefined && props.isRecord && (
        <FromRecord {...props} before={before} isLine={isLine} labelledBy={titleId} />
      )}
      {before !== undefined && !props.isRecord && (
        <Before
          {...props}
          before={before}
          isOpen={values.length === 0 && !props.isReopened}
          labelledBy={titleId}
        />
      )}
      {props.source && !isShown && <SourceHint source={props.source} isFixed={false} />}
      {format && (
        <p className="k-hint" id={formatId}>
          <Words said={format} />
        </p>
      )}
      {isAsked && node.candidates.length > 0 && (
        <Later part="candidates" {...props} {...answering} />
      )}
      {isAsked && <Answer {...props} {...answering} fieldId={fieldId} />}
      {isAsked &&
        mayBeUnknown(node) &&
        (isUnsure || problem === t('open.once') || (problem !== undefined && !isWords)) && (
          <Unknown place={place} isChosen={isUnsure} />
        )}
      {props.followUps && !(isAsked && hasTiles(node)) && [...props.followUps.values()].flat()}
      {isShown && <Values {...props} />}
      {props.source && isShown && <SourceHint source={props.source} isFixed />}
      {isShown && values.length === 0 && (
        <p className="k-hint">
          <bdi>{t('review.none')}</bdi>
        </p>
      )}
    </div>
  );
}

/** More tiles, one below the other, fill a screen. */
const MOST_SEEN = 5;
/** Checks whether the answers of a question can be taller than the screen. */
const isTall = ({ place: { node }, values, followUps }: ItemProps): boolean =>
  followUps !== undefined ||
  node.options.length > MOST_SEEN ||
  node.candidates.length > MOST_SEEN ||
  (node.isMultiple && values.length > MOST_SEEN) ||
  node.type === 'attachment';

/** Names the source of a value that the form gave, and what the person may do with it. */
function SourceHint({ source, isFixed }: { readonly source: Source; readonly isFixed: boolean }) {
  const { t } = useWords();
  const words = t(SOURCE_WORDS[source]);
  return (
    <p className="k-hint q-source">
      <bdi>{isFixed || source === 'proposed' ? words : `${words} ${t('source.change')}`}</bdi>
    </p>
  );
}

interface AnswerSwitchProps extends ItemProps {
  readonly fieldId: string;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
}

function Answer(props: AnswerSwitchProps) {
  const { place, values, fieldId } = props;
  const { node } = place;
  const acts = useActs();
  if (node.type === 'boolean') return <BooleanAnswer {...props} />;
  if (isChosen(node)) return <ChoiceAnswer {...props} />;
  const steps = stepsOf(node);
  // An earlier or recorded value that matches no tile is shown in its field.
  if (
    steps &&
    (values[0] === undefined ||
      isUnknown(values[0]) ||
      steps.includes(values[0].valueInteger ?? values[0].valueDecimal ?? NaN))
  )
    return <Later part="scale" {...props} steps={steps} />;
  if (node.isMultiple) return <Entries {...props} id={fieldId} />;
  return (
    <Field
      {...props}
      node={node}
      id={fieldId}
      value={values[0]}
      draftKey={place.key}
      onValue={(value) => acts.type(place, value === undefined ? [] : [value])}
    />
  );
}

/** „Weiß ich nicht“: the answer instead of a value, until it is pressed again or a value is typed. */
function Unknown({ place, isChosen }: { readonly place: Place; readonly isChosen: boolean }) {
  const { t } = useWords();
  const acts = useActs();
  return (
    <Button
      {...(isChosen && { icon: 'check' })}
      pressed={isChosen}
      onPress={() => {
        // Half a date that was typed before no longer blocks the page.
        acts.keep(place.key, undefined, false);
        acts.set(place, isChosen ? [] : [UNKNOWN_VALUE]);
      }}
    >
      {t('open.unknown')}
    </Button>
  );
}

/** Answers as text, for read-only values. */
function Values({ place, values, reading }: Pick<ItemProps, 'place' | 'values' | 'reading'>) {
  const { t } = useWords();
  const said = values.map((value) => answerText(place.node, value, reading, t('photo.one')));
  return said.length === 0 ? null : (
    <p className="q-given">
      {said.map((one, index) => (
        <span key={`${index}:${one.text}`}>
          {index > 0 && ', '}
          <Words said={one} />
        </span>
      ))}
    </p>
  );
}

/** „Beim letzten Mal (12.03.2026): Nein“ with its two buttons. */
function Before({
  place,
  before,
  beforeAt,
  reading,
  isOpen,
  labelledBy,
}: ItemProps & {
  readonly before: readonly FhirValue[];
  readonly isOpen: boolean;
  readonly labelledBy: string;
}) {
  const { t } = useWords();
  const acts = useActs();
  const said = before.map((value) => answerText(place.node, value, reading, t('photo.one')));
  return (
    <div className="q-before">
      <p>
        <bdi>{t('before', { day: dayText(beforeAt) })}</bdi>{' '}
        <strong>
          {said.map((one, index) => (
            <span key={`${index}:${one.text}`}>
              {index > 0 && ', '}
              <Words said={one} />
            </span>
          ))}
        </strong>
      </p>
      {isOpen && (
        <div className="q-tiles q-tiles--two">
          <Button icon="check" describedBy={labelledBy} onPress={() => acts.confirm(place)}>
            {t('confirm')}
          </Button>
          <Button describedBy={labelledBy} onPress={() => acts.reopen(place)}>
            {t('changed')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** „Bei uns steht: Rosenweg 1“, to be confirmed or changed; still changeable after confirmation. */
function FromRecord({
  place,
  values,
  before,
  reading,
  isLine,
  labelledBy,
}: ItemProps & {
  readonly before: readonly FhirValue[];
  readonly isLine: boolean;
  readonly labelledBy: string;
}) {
  const { t } = useWords();
  const acts = useActs();
  const [said] = before.map((value) => answerText(place.node, value, reading, t('photo.one')));
  const isConfirmed = isLine && values.length > 0;
  return (
    <div className="q-before q-known" data-confirmed={isConfirmed || undefined}>
      <p>
        <bdi>{t('record.says')}</bdi> <strong>{said && <Words said={said} />}</strong>
        {isConfirmed && (
          <span className="q-known__yes">
            <Icon name="check" /> <bdi>{t('record.confirmed')}</bdi>
          </span>
        )}
      </p>
      {isLine && (
        <div className="q-known__acts">
          {!isConfirmed && (
            <Button icon="check" describedBy={labelledBy} onPress={() => acts.confirm(place)}>
              {t('record.yes')}
            </Button>
          )}
          <Button
            kind={isConfirmed ? 'quiet' : 'secondary'}
            describedBy={labelledBy}
            onPress={() => acts.reopen(place)}
          >
            {t('record.change')}
          </Button>
        </div>
      )}
    </div>
  );
}
