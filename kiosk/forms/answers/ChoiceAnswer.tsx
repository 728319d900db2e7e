/**
 * Choice answers: yes/no, single and multiple choice as tiles of one size, empty until the person
 * chooses; an exclusive option deselects the others.
 */
import type { AnswerProps } from './answerProps.ts';
import { Fragment, useId } from 'react';
import { extensionOf } from '../../../shared/forms/questionnaire/fhir.ts';
import { codeOf, EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import {
  isOption,
  isUnknown,
  type Node,
  type Option,
} from '../../../shared/forms/questionnaire/model.ts';
import type { Place } from '../../../shared/forms/questionnaire/state.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/fields/ChoiceTiles.tsx';
import { useActs } from '../acts.ts';
import { stepsOf } from './scale.ts';
import { Later } from './Later.tsx';
import { Words } from '../Words.tsx';
import { booleanWord, isShortAnswer, labelOf, pictureOf } from '../words.ts';
import { useWords } from '../useWords.ts';

const MEDIA = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-itemAnswerMedia';
/** Longer single-choice lists get a search field: the person knows the answer by name. */
const MOST_TILES = 9;
/**
 * Multiple choice must show every option, or an illness is overlooked; only very long lists get a
 * search field.
 */
const MOST_CHECKED = 40;
const SEARCHED: ReadonlySet<string> = new Set(['autocomplete', 'drop-down', 'lookup']);

/** Whether a long list of options is searched instead of shown. */
const isSearched = (node: Node): boolean =>
  node.options.length > (node.isMultiple ? MOST_CHECKED : MOST_TILES) ||
  (node.control !== undefined && SEARCHED.has(node.control));

/** Whether a question is answered by choosing. */
export const isChosen = ({ type, options, answerExpression }: Node): boolean =>
  type === 'choice' ||
  type === 'open-choice' ||
  type === 'reference' ||
  options.length > 0 ||
  answerExpression !== undefined;

/** Checks whether the answers of a question are tiles, below which their follow-ups unfold. */
export const hasTiles = (node: Node): boolean =>
  node.type === 'boolean' ||
  (node.options.length > 0 && stepsOf(node) === undefined && !isSearched(node));

export function BooleanAnswer({ place, values, reading, followUps }: AnswerProps) {
  const acts = useActs();
  const name = useId();
  const [value] = values;
  return (
    <div className="q-tiles q-tiles--row q-tiles--row2">
      {[true, false].map((one) => (
        <Tile
          key={String(one)}
          type="radio"
          name={name}
          value={String(one)}
          checked={value?.valueBoolean === one}
          onChange={() => acts.set(place, [{ valueBoolean: one }])}
          label={<Words said={booleanWord(one, reading.language)} />}
        />
      ))}
      {followUps && [...followUps.values()].flat()}
    </div>
  );
}

export function ChoiceAnswer(props: AnswerProps) {
  const { place, values, reading, followUps } = props;
  const { node } = place;
  const { t } = useWords();
  const acts = useActs();
  const name = useId();
  const layout = layoutOf(place),
    isRow = layout.startsWith('row');
  const canClear =
    !node.isMultiple &&
    !node.isRequired &&
    values.length > 0 &&
    !node.options.some((one) => isUnknown(one.value));
  const pick = (option: Option): void =>
    node.isMultiple ? acts.toggle(place, option) : acts.set(place, [option.value]);
  const hasSearch = node.options.length > 0 && isSearched(node);
  // Chosen before other answers ruled it out: kept until the person decides.
  const kept = values.filter(
    (one) =>
      !(node.isOpen && one.valueString !== undefined) &&
      !node.options.some((option) => isOption(option, one)),
  );
  return (
    <>
      {(kept.length > 0 || hasSearch) && (
        <Later part="list" {...props} onPick={pick} kept={kept} isSearched={hasSearch} />
      )}
      {node.options.length === 0 && !node.isOpen && (
        <p className="k-hint">
          <bdi>{t('noOptions')}</bdi>
        </p>
      )}
      {!hasSearch && node.options.length > 0 && (
        <div className={`q-tiles q-tiles--${layout}`}>
          {node.options.map((option, index) => {
            const picture = pictureOf(
              node.item.answerOption?.find((one) => isOption(option, one)),
              MEDIA,
            );
            return (
              <Fragment key={`${option.text}|${option.value.valueCoding?.code ?? index}`}>
                <Tile
                  type={node.isMultiple ? 'checkbox' : 'radio'}
                  name={name}
                  value={String(index)}
                  checked={values.some((one) => isOption(option, one))}
                  onChange={() => pick(option)}
                  label={
                    <>
                      {picture && (
                        <img className="q-picture" src={picture.src} alt={picture.title} />
                      )}
                      {option.prefix !== undefined && `${option.prefix} `}
                      <Words said={labelOf(option, reading)} isMarked />
                    </>
                  }
                />
                {!isRow && followUps?.get(index)}
              </Fragment>
            );
          })}
          {/* Below a row, or its last answer would seem to answer the follow-up. */}
          {isRow && node.options.map((_, index) => followUps?.get(index))}
          {!node.isOpen && followUps?.get(-1)}
        </div>
      )}
      {node.isOpen && <Later part="own" {...props} />}
      {node.isOpen && hasTiles(node) && followUps?.get(-1)}
      {canClear && !node.isOpen && (
        <Button kind="quiet" icon="clear" onPress={() => acts.set(place, [])}>
          {t('clear')}
        </Button>
      )}
    </>
  );
}

/**
 * Short answers are laid out side by side, sentences below one another; the form can override this.
 */
function layoutOf({ node }: Place): string {
  const wish = extensionOf(node.item, EXTENSION.choiceOrientation)
    ? codeOf(node.item, EXTENSION.choiceOrientation)
    : undefined;
  if (wish === 'vertical') return 'column';
  if (!node.isMultiple && isShortAnswer(node)) return `row q-tiles--row${node.options.length}`;
  return node.options.length > 3 && node.options.every((one) => one.text.length <= 32)
    ? 'pairs'
    : 'column';
}
