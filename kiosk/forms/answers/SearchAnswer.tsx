/**
 * Search field for long option lists; chosen options stay on top, „nichts davon“ and „weiß ich
 * nicht“ stay visible.
 */
import { useDeferredValue, useId, useState } from 'react';
import { folded } from '../../../shared/desk/patient.ts';
import { isOption, isUnknown, type Option } from '../../../shared/forms/questionnaire/model.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/fields/ChoiceTiles.tsx';
import { useKeyboardAttributes } from '../../ui/fields/keyboardContext.ts';
import type { AnswerProps } from './answerProps.ts';
import { Words } from '../Words.tsx';
import { labelOf } from '../words.ts';
import { useWords } from '../useWords.ts';

/** Number of hits shown at once; more by typing, or by a button for people who cannot type them. */
const SHOWN = 6;

export interface SearchAnswerProps extends AnswerProps {
  readonly onPick: (option: Option) => void;
}

export function SearchAnswer({
  place,
  values,
  reading,
  describedBy,
  isWrong,
  onPick,
}: SearchAnswerProps) {
  const { node } = place;
  const { t } = useWords();
  const keyboard = useKeyboardAttributes('text');
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [isWhole, setWhole] = useState(false);
  const looked = folded(useDeferredValue(wanted).trim());
  const isChosen = (option: Option): boolean => values.some((one) => isOption(option, one));
  const chosen = node.options.filter(isChosen);
  // Matches at the start of a name come before matches inside it.
  const rank = (option: Option): number => {
    const name = folded(`${labelOf(option, reading).text} ${option.text}`);
    return name.startsWith(looked)
      ? 0
      : name.includes(` ${looked}`)
        ? 1
        : name.includes(looked)
          ? 2
          : 3;
  };
  const isKept = (option: Option): boolean => option.isExclusive || isUnknown(option.value);
  const found = node.options
    .filter((one) => !isChosen(one) && !isKept(one))
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank < 3);
  const list =
    found.toSorted === undefined
      ? [...found].sort((a, b) => a.rank - b.rank)
      : found.toSorted((a, b) => a.rank - b.rank);
  const rest = [
    ...list.slice(0, isWhole ? list.length : SHOWN).map((one) => one.option),
    ...node.options.filter((one) => isKept(one) && !isChosen(one)),
  ];
  const tile = (option: Option) => (
    <Tile
      key={`${option.text}|${option.value.valueCoding?.code ?? ''}`}
      type={node.isMultiple ? 'checkbox' : 'radio'}
      name={`${id}-answers`}
      value={option.text}
      checked={isChosen(option)}
      onChange={() => {
        onPick(option);
        setWanted('');
      }}
      label={<Words said={labelOf(option, reading)} />}
    />
  );
  return (
    <div className="q-search">
      {chosen.length > 0 && <div className="q-tiles q-tiles--small">{chosen.map(tile)}</div>}
      <div>
        <label className="k-sublabel" htmlFor={id}>
          <bdi>{t('search.label')}</bdi>
        </label>
        <input
          {...keyboard}
          id={id}
          className="k-input"
          type="text"
          role="searchbox"
          dir="auto"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <output className="k-hint q-search__count">
        <bdi>
          {list.length === 0
            ? t('search.none')
            : list.length > SHOWN && !isWhole
              ? t('search.more', { shown: SHOWN, count: list.length })
              : t('search.found', { count: list.length })}
        </bdi>
      </output>
      <div className="q-tiles q-tiles--small">{rest.map(tile)}</div>
      {list.length > SHOWN && !isWhole && (
        <Button iconEnd="down" onPress={() => setWhole(true)}>
          {t('search.all', { count: list.length })}
        </Button>
      )}
    </div>
  );
}
