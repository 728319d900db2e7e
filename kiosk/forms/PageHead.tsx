/**
 * Head of a page: progress, remaining time, section, and the heading with the reason for asking.
 */
import { memo } from 'react';
import { FieldError } from '../ui/fields/FieldError.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Question } from '../ui/Screen.tsx';
import { Reasons } from './ItemHead.tsx';
import type { Page } from './pages.ts';
import { Words } from './Words.tsx';
import { labelOf, prefixOf, textOf, type Reading } from './words.ts';
import { useWords } from './useWords.ts';

export interface PageHeadProps {
  /** Language of the app's own words. */
  readonly lang: string;
  readonly page: Page;
  /** 0-based; below 0 for a page outside of the way, which has no progress. */
  readonly index: number;
  readonly pages: readonly Page[];
  /** Remaining minutes, rounded up. */
  readonly minutes: number;
  readonly reading: Reading;
  readonly isAskedAgain: boolean;
  /** Draws the progress as a bar, too. */
  readonly hasBar: boolean;
  /** Error message of the question that the heading asks. */
  readonly problem: string | undefined;
}

/** Id of that message; a page has one heading. */
export const HEADING_ERROR = 'q-heading-error';

/** Rendered again when the page turns, not at each keystroke. */
export const PageHead = memo(DrawnHead);

function DrawnHead(props: PageHeadProps) {
  const { lang, page, index, pages, minutes, reading, isAskedAgain } = props;
  const { t } = useWords();
  const { heading, section } = page;
  const title = heading && textOf(heading.item, reading),
    prefix = heading?.isQuestion === true ? prefixOf(heading.item, reading) : undefined;
  const above = section && textOf(section.item, reading);
  return (
    <div className="q-top" lang={lang}>
      {index >= 0 && (
        <div className="q-far">
          {props.hasBar ? (
            <Progress
              label={t('progress.label')}
              value={index + 1}
              max={pages.length}
              words={t('progress.words', { page: index + 1, count: pages.length })}
            />
          ) : (
            <>
              <bdi>{t('progress.words', { page: index + 1, count: pages.length })}</bdi>
              <span className="q-far__dot"> · </span>
            </>
          )}
          <bdi>{minutes <= 1 ? t('progress.soon') : t('progress.minutes', { count: minutes })}</bdi>
        </div>
      )}
      {above && (
        <p className="q-section">
          <Words said={above} />
        </p>
      )}
      <div className="q-top__ask">
        <FieldError id={HEADING_ERROR}>{props.problem}</FieldError>
        <Question>
          {prefix && `${prefix} `}
          {title ? <Words said={title} isMarked /> : t('untitled')}
        </Question>
      </div>
      {page.lead.map((place) => {
        const words = textOf(place.node.item, reading);
        return (
          words && (
            <p key={place.key} className="q-text q-lead">
              <Words said={words} isMarked />
            </p>
          )
        );
      })}
      {isAskedAgain && (
        <p className="k-question__reason">
          <bdi>{t('again')}</bdi>
        </p>
      )}
      {heading && (
        <Reasons
          node={heading}
          reading={reading}
          texts={[
            ...(title ? [title] : []),
            ...heading.options.map((one) => labelOf(one, reading)),
          ]}
        />
      )}
    </div>
  );
}
