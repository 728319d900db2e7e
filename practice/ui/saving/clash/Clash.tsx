// Two states of one draft contradict: who saved when, both texts of each place next to each other,
// and ways on that lose nothing.

import './clash.css';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { piecesOf } from '../../wording/word-diff.ts';
import type { Side } from '../merge/merge-trees.ts';
import { useClashTexts } from './clash-texts.ts';
import type { Place } from './clash-words.ts';
import { TakenList } from './TakenList.tsx';
import { savedWords, useWho, type SavedBy } from './who.ts';
import { useLanguage } from '../../texts.ts';

interface Props {
  by: SavedBy;
  places: readonly Place[];
  /** Nothing can be saved to the draft any more. */
  end: 'over' | 'gone' | null;
  taken: Parameters<typeof TakenList>[0]['taken'];
  isBusy: boolean;
  /** Takes the chosen side of each place. */
  onTake: (choices: ReadonlyMap<string, Side>) => void;
  /** Shows the other state, where the draft has ended. */
  onOther?: (() => void) | undefined;
  onCopy?: (() => void) | undefined;
}

/** Shows the places where two states of a draft contradict. */
export function Clash({ by, places, end, taken, isBusy, onTake, onOther, onCopy }: Props) {
  const t = useClashTexts(),
    language = useLanguage(),
    titleId = useId(),
    card = useRef<HTMLElement>(null),
    who = useWho(by),
    [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map()),
    left = places.filter(({ id }) => !choices.has(id)).length,
    all = (side: Side): void => setChoices(new Map(places.map(({ id }) => [id, side])));
  const ask =
    end === 'over' && places.length === 0
      ? t('overSame')
      : end !== null
        ? t(end)
        : t(places.length === 1 ? 'ask.one' : 'ask.more', { n: places.length });
  return (
    <section ref={card} className="p-card p-stack p-clash" aria-labelledby={titleId}>
      <div role="alert">
        <strong id={titleId} tabIndex={-1}>
          {savedWords(t, by, who, language)}
        </strong>
        <p>{ask}</p>
      </div>
      {end === null && places.length > 1 && (
        <div className="p-row">
          <Button variant="default" size="xs" onClick={() => all('mine')}>
            {t('allMine')}
          </Button>
          <Button variant="default" size="xs" onClick={() => all('other')}>
            {t('allOther')}
          </Button>
        </div>
      )}
      <div>
        {places.map((place) => (
          <PlaceFields
            key={place.id}
            place={place}
            who={who}
            chosen={choices.get(place.id)}
            onChoose={
              end === null
                ? (side) => setChoices((before) => new Map(before).set(place.id, side))
                : undefined
            }
          />
        ))}
      </div>
      <TakenList taken={taken} who={who} />
      <div className="p-row">
        {end === null && (
          <Button loading={isBusy} disabled={left > 0} onClick={() => onTake(choices)}>
            {t('take')}
          </Button>
        )}
        {onCopy && (
          <Button variant={end === null ? 'default' : 'filled'} loading={isBusy} onClick={onCopy}>
            {t('copy')}
          </Button>
        )}
        {end === 'over' && onOther && (
          <Button variant="default" onClick={onOther}>
            {t('takeOther')}
          </Button>
        )}
        {end === null && left > 0 && (
          <span className="p-muted p-small" role="status">
            {t(left === 1 ? 'left.one' : 'left.more', { n: left })}
          </span>
        )}
      </div>
      <ClashBar
        card={card}
        onShow={() => {
          card.current?.scrollIntoView({ block: 'start' });
          document.getElementById(titleId)?.focus({ preventScroll: true });
        }}
      />
    </section>
  );
}

/** One place: both texts, and which of them counts. Without `onChoose` they are read only. */
function PlaceFields({
  place: { title, mine, other },
  who,
  chosen,
  onChoose,
}: {
  place: Place;
  who: string;
  chosen: Side | undefined;
  onChoose: ((side: Side) => void) | undefined;
}) {
  const t = useClashTexts(),
    name = useId(),
    pieces = piecesOf(mine, other);
  const side = (one: Side, text: string) => (
    <label className="p-clash-side">
      {onChoose ? (
        <input type="radio" name={name} checked={chosen === one} onChange={() => onChoose(one)} />
      ) : (
        <span />
      )}
      <span className="p-muted">{one === 'mine' ? t('mine') : t('otherOf', { who })}</span>
      <span className="p-clash-words">
        {text === ''
          ? t('removed')
          : pieces
              .filter(({ is }) => is !== (one === 'mine' ? 'added' : 'removed'))
              .map(({ is, words }, at) =>
                is === 'same' ? words : <mark key={`${is} ${at}`}>{words}</mark>,
              )}
      </span>
    </label>
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="p-clash-sides">
        {side('mine', mine)}
        {side('other', other)}
      </div>
    </fieldset>
  );
}

/** Leads to the card while it is out of sight. */
function ClashBar({
  card,
  onShow,
}: {
  card: React.RefObject<HTMLElement | null>;
  onShow: () => void;
}) {
  const t = useClashTexts(),
    [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!card.current || typeof IntersectionObserver !== 'function') return undefined;
    const watch = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    watch.observe(card.current);
    return () => watch.disconnect();
  }, [card]);
  return (
    isAway && (
      <div className="p-clash-bar">
        <span>{t('open')}</span>
        <Button size="xs" onClick={onShow}>
          {t('show')}
        </Button>
      </div>
    )
  );
}
