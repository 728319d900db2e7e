/**
 * Rows of a page: texts, groups, repeating cards, and questions with their follow-ups. A row is
 * rendered again only when its data changes.
 */
import { Fragment, memo, useContext, type ReactNode } from 'react';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { linesOf } from '../../shared/forms/answers/lines.ts';
import type { Source } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import type { FormState, Place } from '../../shared/forms/questionnaire/state.ts';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/fields/FieldError.tsx';
import { useActs } from './acts.ts';
import type { FollowUps } from './answers/answerProps.ts';
import { hasTiles } from './answers/ChoiceAnswer.tsx';
import { tileOf, tileOfValue } from './followUps.ts';
import { Item } from './Item.tsx';
import { ListContext } from './listParts.ts';
import { Reasons } from './ItemHead.tsx';
import { placesOf, questionsOf, type Card, type Row } from './pages.ts';
import type { Before } from './types.ts';
import { Words } from './Words.tsx';
import { answerText, heard, textOf, type Reading } from './words.ts';
import { useWords } from './useWords.ts';

export interface RowsProps {
  readonly rows: readonly Row[];
  readonly state: FormState;
  readonly reading: Reading;
  /** Error messages by item key. */
  readonly problems: ReadonlyMap<string, string>;
  readonly previous: Before | undefined;
  /** Where an answer comes from that the form gave. */
  readonly sourceOf: (state: FormState, place: Place) => Source | undefined;
  readonly reopened: ReadonlySet<string>;
  /** Question that the page's heading asks. */
  readonly heading: string | undefined;
  /** The page already shows that all of it is asked every time. */
  readonly isPageAskedAgain: boolean;
  /** Placeholder for a card that was just removed. */
  readonly undo:
    | { readonly key: string; readonly index: number; readonly bar: ReactNode }
    | undefined;
}

const NONE: readonly FhirValue[] = [];
/**
 * Each question is a separate form element: browsers scan all fields of a form for autofill at each
 * keystroke. Enter submits nothing.
 */
const stay = (event: { preventDefault: () => void }): void => event.preventDefault();

export function Rows(props: RowsProps) {
  const { rows, ...rest } = props;
  return rows.map((row) => <OneRow key={row.place.key} {...rest} row={row} />);
}

interface OneRowProps extends Omit<RowsProps, 'rows'> {
  readonly row: Row;
}

const known = new WeakMap<Row, readonly string[]>();
/** Keys of everything that a row renders, computed once. */
function keysOf(row: Row): readonly string[] {
  const keys = known.get(row) ?? placesOf([row]).map((one) => one.key);
  known.set(row, keys);
  return keys;
}

/**
 * Compares the props of a row: neither the row, nor an answer, a message or an opened question in
 * it changed.
 */
function isSameRow(a: OneRowProps, b: OneRowProps): boolean {
  if (
    a.row !== b.row ||
    a.reading !== b.reading ||
    a.previous !== b.previous ||
    a.heading !== b.heading ||
    a.isPageAskedAgain !== b.isPageAskedAgain ||
    a.undo !== b.undo
  )
    return false;
  if (a.state === b.state && a.problems === b.problems && a.reopened === b.reopened) return true;
  return keysOf(b.row).every(
    (key) =>
      a.state.answers[key] === b.state.answers[key] &&
      a.state.given?.[key] === b.state.given?.[key] &&
      a.problems.get(key) === b.problems.get(key) &&
      a.reopened.has(key) === b.reopened.has(key),
  );
}
const OneRow = memo(DrawnRow, isSameRow);

function DrawnRow({ row, ...props }: OneRowProps) {
  const { reading } = props;
  const { node, key } = row.place;
  switch (row.kind) {
    case 'text': {
      const text = textOf(node.item, reading);
      return text ? (
        <p className="q-text">
          <Words said={text} isMarked />
        </p>
      ) : null;
    }
    case 'group': {
      const text = textOf(node.item, reading);
      return (
        <section className="q-group">
          {text && (
            <h2 className="q-group__title">
              <Words said={text} isMarked />
            </h2>
          )}
          <Reasons node={node} reading={reading} texts={text ? [text] : []} />
          <Rows {...props} rows={row.rows} />
        </section>
      );
    }
    case 'cards':
      return <Cards {...props} row={row} />;
    case 'question': {
      const values = props.state.answers[key] ?? NONE;
      const before = props.previous?.answersAt(row.place) ?? NONE;
      // A tile contains its follow-ups, which have their own form elements.
      const isTiled = hasTiles(node);
      const Frame = isTiled ? 'div' : 'form';
      return (
        <div className="q-row">
          <Frame {...(!isTiled && { autoComplete: 'off', noValidate: true, onSubmit: stay })}>
            <Item
              place={row.place}
              values={values}
              reading={reading}
              problem={props.problems.get(key)}
              isHeading={props.heading === key}
              isAskedAgain={
                node.isVolatile &&
                props.previous?.isRevisit === true &&
                !props.isPageAskedAgain &&
                !row.place.node.isReadOnly &&
                node.parent?.isQuestion !== true
              }
              before={before.length > 0 ? before : undefined}
              beforeAt={props.previous?.dayAt?.(row.place) ?? props.previous?.at ?? ''}
              source={props.sourceOf(props.state, row.place)}
              isRecord={props.previous?.isRecord(row.place) === true}
              isReopened={props.reopened.has(key)}
              followUps={isTiled ? followUpsOf(row, values, props) : undefined}
            />
          </Frame>
          {!isTiled && [...(followUpsOf(row, values, props)?.values() ?? [])].flat()}
        </div>
      );
    }
  }
}

/** Returns the follow-ups of a question, by the tile that opened them. */
function followUpsOf(
  row: Extract<Row, { kind: 'question' }>,
  values: readonly FhirValue[],
  props: Omit<RowsProps, 'rows'>,
): FollowUps | undefined {
  const { node } = row.place,
    rows = new Map<number, Row[]>(),
    drawn = new Map<number, ReactNode[]>();
  for (const one of row.below) {
    const tile = tileOf(node, one.place, values);
    rows.set(tile, [...(rows.get(tile) ?? []), one]);
  }
  for (const [tile, list] of rows)
    drawn.set(tile, [
      <div key="below" className="q-below">
        <Rows {...props} rows={list} />
      </div>,
    ]);
  for (const card of row.cards) {
    if (card.rows.length === 0) continue;
    const value = values[card.index],
      tile = tileOfValue(node, value);
    drawn.set(tile, [
      ...(drawn.get(tile) ?? []),
      <AnswerCard key={card.id} {...props} place={row.place} card={card} value={value} />,
    ]);
  }
  return drawn.size > 0 ? drawn : undefined;
}

/** Follow-up questions of one of several answers. */
function AnswerCard({
  place,
  card,
  value,
  ...props
}: Omit<RowsProps, 'rows'> & {
  readonly place: Place;
  readonly card: Card;
  readonly value: FhirValue | undefined;
}) {
  const { t } = useWords();
  return (
    <section className="q-below">
      {value && (
        <h2 className="q-group__title">
          <Words said={answerText(place.node, value, props.reading, t('photo.one'))} />
        </h2>
      )}
      <Rows {...props} rows={card.rows} />
    </section>
  );
}

/** A card, or a line of last time's list that is still to be decided. */
function Line({
  row,
  card,
  children,
  ...props
}: Omit<RowsProps, 'rows'> & {
  readonly row: Extract<Row, { kind: 'cards' }>;
  readonly card: Card;
  readonly children: ReactNode;
}) {
  const acts = useActs(),
    list = useContext(ListContext);
  const { previous, state, reading } = props,
    who = linesOf(row.place.node),
    places = questionsOf(card.rows);
  const first = places.find((one) => (previous?.answersAt(one) ?? []).length > 0);
  if (who === undefined || !list || !previous || !first) return children;
  return (
    <list.LineCard
      who={who}
      places={places}
      state={state}
      previous={previous}
      reading={reading}
      placeKey={first.key}
      problem={props.problems.get(first.key)}
      onGone={() => acts.remove(row.place, card.id)}
    >
      {children}
    </list.LineCard>
  );
}

/** A repeating group: one card each, a button to add, and an undo after a removal. */
function Cards({
  row,
  ...props
}: Omit<RowsProps, 'rows'> & { readonly row: Extract<Row, { kind: 'cards' }> }) {
  const { t } = useWords();
  const acts = useActs();
  const { node, key } = row.place;
  const title = textOf(node.item, props.reading);
  const { minOccurs, maxOccurs } = node.limits;
  // Undo in the card's place: the finger is there.
  const bar = props.undo?.key === key ? props.undo : undefined;
  return (
    <div className="q-cards" data-place={key} role="group" aria-label={heard(title)} tabIndex={-1}>
      <FieldError>{props.problems.get(key)}</FieldError>
      {row.cards.map((card) => (
        <Fragment key={card.id}>
          {bar?.index === card.index && bar.bar}
          <Line {...props} row={row} card={card}>
            <section className="q-card">
              <div className="q-card__head">
                <h2 className="q-group__title">
                  {title && <Words said={title} isMarked={card.index === 0} />}{' '}
                  <bdi>{card.index + 1}</bdi>
                </h2>
                {row.cards.length > Math.max(1, minOccurs) && (
                  <Button
                    icon="clear"
                    label={t('removeCard', { title: heard(title), number: card.index + 1 })}
                    onPress={() => acts.remove(row.place, card.id)}
                  >
                    {t('remove')}
                  </Button>
                )}
              </div>
              <Rows {...props} rows={card.rows} />
            </section>
          </Line>
        </Fragment>
      ))}
      {bar !== undefined && bar.index >= row.cards.length && bar.bar}
      {row.cards.length < maxOccurs && (
        <div>
          <Button onPress={() => acts.add(row.place)}>{t('add')}</Button>
        </div>
      )}
    </div>
  );
}
