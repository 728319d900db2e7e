/**
 * Review page „Stimmt alles?“: every answer by page, open follow-ups first, other omissions folded,
 * and a link to each page and back.
 */
import { useId, useState } from 'react';
import type { Source } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import { answersAt, type FormState, type Place } from '../../shared/forms/questionnaire/state.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { openFollowUps } from './followUps.ts';
import type { Page, Row } from './pages.ts';
import { Words } from './Words.tsx';
import { answerText, dayText, heard, SOURCE_WORDS, textOf, type Reading } from './words.ts';
import { useWords } from './useWords.ts';

export interface ReviewProps {
  readonly pages: readonly Page[];
  readonly state: FormState;
  readonly reading: Reading;
  /** Date of the last confirmation of each untouched earlier answer, by item key. */
  readonly since?: ReadonlyMap<string, string> | undefined;
  /** Where an answer comes from that the form gave. */
  readonly sourceOf?: ((state: FormState, place: Place) => Source | undefined) | undefined;
  /** Absent in a read-only copy. */
  readonly onChange?: (pageKey: string, itemKey?: string) => void;
}

/** Answers of a page, split where a card of a repeating group begins. */
interface Block {
  readonly key: string;
  readonly card: { readonly place: Place; readonly number: number } | undefined;
  readonly lines: readonly Line[];
}
interface Line {
  readonly place: Place;
  readonly depth: number;
}

export function Review({ pages, state, reading, since, sourceOf, onChange }: ReviewProps) {
  const { t } = useWords();
  const shown = pages.filter((page) => !page.isText);
  const open = shown.flatMap((page) =>
    openFollowUps(page.rows, state).map((place) => ({ place, page: page.key })),
  );
  const isOpen = (place: Place): boolean => open.some((one) => one.place.key === place.key);
  return (
    <>
      {open.length > 0 && onChange && (
        <Notice kind="warn" title={t('review.open')}>
          <ul className="q-missing__list">
            {open.map(({ place, page }) => {
              const text = textOf(place.node.item, reading);
              return (
                <li key={place.key}>
                  <Button kind="quiet" onPress={() => onChange(page, place.key)}>
                    {text ? <Words said={text} /> : t('untitled')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
      {shown.map((page) => {
        const title = page.heading && textOf((page.section ?? page.heading).item, reading);
        const asked = page.section ? undefined : page.heading?.linkId;
        return (
          <section className="q-review" key={page.key}>
            <div className="q-card__head">
              <h2 className="q-group__title">
                {title ? <Words said={title} /> : <bdi>{t('review.section')}</bdi>}
              </h2>
              {onChange && (
                <Button
                  label={t('review.changeOf', {
                    title: title ? heard(title) : t('review.section'),
                  })}
                  onPress={() => onChange(page.key)}
                >
                  {t('review.change')}
                </Button>
              )}
            </div>
            {blocksOf(page.rows).map((block) => (
              <Answers
                key={block.key}
                block={block}
                state={state}
                reading={reading}
                since={since}
                sourceOf={sourceOf}
                asked={asked}
                isOpen={isOpen}
              />
            ))}
          </section>
        );
      })}
    </>
  );
}

interface AnswersProps {
  readonly block: Block;
  readonly state: FormState;
  readonly reading: Reading;
  readonly since: ReadonlyMap<string, string> | undefined;
  readonly sourceOf: ReviewProps['sourceOf'];
  /** The question that the section's heading asks; its text is not repeated there. */
  readonly asked: string | undefined;
  /** A follow-up without an answer: never folded. */
  readonly isOpen: (place: Place) => boolean;
}

function Answers({ block, state, reading, since, sourceOf, asked, isOpen }: AnswersProps) {
  const { t } = useWords();
  const [isUnfolded, setUnfolded] = useState(false);
  const list = useId();
  const isFolded = ({ place }: Line): boolean =>
    answersAt(state, place).length === 0 && !isOpen(place);
  const folded = block.lines.filter(isFolded).length;
  const title = block.card && textOf(block.card.place.node.item, reading);
  return (
    <>
      {block.card && (
        <h3>
          {title && <Words said={title} />} <bdi>{block.card.number}</bdi>
        </h3>
      )}
      <dl className="q-answers" id={list}>
        {block.lines.map((line) => {
          const { place, depth } = line;
          if (!isUnfolded && isFolded(line)) return null;
          const text = textOf(place.node.item, reading);
          const day = since?.get(place.key),
            source = day === undefined ? sourceOf?.(state, place) : undefined;
          const values = answersAt(state, place).map((value) =>
            answerText(place.node, value, reading, t('photo.one')),
          );
          return (
            <div key={place.key} data-depth={depth > 0 ? depth : undefined}>
              <dt className={asked === place.key ? 'k-hidden' : undefined}>
                {text ? <Words said={text} /> : t('untitled')}
              </dt>
              <dd data-empty={values.length > 0 ? undefined : isOpen(place) ? 'open' : ''}>
                {values.length === 0 ? (
                  <bdi>{t('review.none')}</bdi>
                ) : (
                  values.map((one, index) => (
                    <span key={`${index}:${one.text}`}>
                      {index > 0 && ', '}
                      <Words said={one} />
                    </span>
                  ))
                )}
                {values.length > 0 && source && (
                  <bdi className="q-from">{t(SOURCE_WORDS[source])}</bdi>
                )}
                {values.length > 0 && day !== undefined && (
                  <bdi className="q-unconfirmed">
                    {t('review.unconfirmed', { day: dayText(day) })}
                  </bdi>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {folded > 0 && (
        <Button
          kind="quiet"
          icon="down"
          expanded={isUnfolded}
          controls={list}
          onPress={() => setUnfolded(!isUnfolded)}
        >
          {t('review.folded', { count: folded })}
        </Button>
      )}
    </>
  );
}

function blocksOf(rows: readonly Row[]): readonly Block[] {
  const blocks: { key: string; card: Block['card']; lines: Line[] }[] = [];
  const walk = (list: readonly Row[], depth: number, current: Line[]): Line[] => {
    let into = current;
    for (const row of list) {
      if (row.kind === 'group') into = walk(row.rows, depth, into);
      else if (row.kind === 'question') {
        into.push({ place: row.place, depth });
        into = walk(row.below, depth + 1, into);
        for (const card of row.cards) into = walk(card.rows, depth + 1, into);
      } else if (row.kind === 'cards') {
        for (const card of row.cards) {
          const lines: Line[] = [];
          blocks.push({
            key: `${row.place.key}/${card.id}`,
            card: { place: row.place, number: card.index + 1 },
            lines,
          });
          walk(card.rows, 0, lines);
        }
        into = [];
        blocks.push({ key: `${row.place.key}/after`, card: undefined, lines: into });
      }
    }
    return into;
  };
  const first: Line[] = [];
  blocks.push({ key: 'first', card: undefined, lines: first });
  walk(rows, 0, first);
  return blocks.filter((one) => one.lines.length > 0);
}
