// One text in the first language and, as a field, in another one.

import { Textarea } from '@mantine/core';
import { findLanguage } from '../../../shared/base/languages.ts';

/**
 * @param labels of the field, of a field without words, and of the way back to the former words
 * @param place key of the text; `useNextMissing` finds the field by it
 * @param was the translation before the first text changed; empty if there is none
 */
export function TranslationRow({
  place,
  first,
  firstLanguage,
  language,
  words,
  was,
  isReadOnly,
  labels,
  className,
  onFocus,
  onWords,
}: {
  place: string;
  first: string;
  firstLanguage: string;
  language: string;
  words: string;
  was: string;
  isReadOnly: boolean;
  labels: { readonly field: string; readonly empty: string; readonly keep: string };
  /** Of the button that takes the former words again. */
  className: string;
  onFocus: (field: Element) => void;
  onWords: (words: string) => void;
}) {
  const isMissing = words.trim() === '';
  return (
    <li>
      <span lang={firstLanguage}>{first}</span>
      <div>
        <Textarea
          aria-label={labels.field}
          lang={language}
          dir={findLanguage(language)?.dir ?? 'auto'}
          autosize
          readOnly={isReadOnly}
          value={words}
          onFocus={(event) => onFocus(event.currentTarget)}
          data-place={place}
          data-missing={isMissing}
          error={isMissing ? labels.empty : undefined}
          onChange={(event) => onWords(event.currentTarget.value)}
        />
        {isMissing && was !== '' && !isReadOnly && (
          <button type="button" className={className} onClick={() => onWords(was)}>
            {labels.keep} <bdi lang={language}>{was}</bdi>
          </button>
        )}
      </div>
    </li>
  );
}
