/**
 * A text of the form in its own language and direction; marked where it is not the person's
 * language.
 */
import type { Said } from './words.ts';
import { useWords } from './useWords.ts';
import './forms.css';

export interface WordsProps {
  readonly said: Said;
  /** Renders „nur auf Deutsch“ behind a text without a translation. */
  readonly isMarked?: boolean;
}

export function Words({ said, isMarked = false }: WordsProps) {
  const { t } = useWords();
  if (said.language === '') return <bdi>{said.text}</bdi>;
  return (
    <>
      <span lang={said.language} dir={said.dir}>
        {said.text}
      </span>
      {isMarked && !said.isTranslated && (
        <>
          {' '}
          <span className="q-mark">{t('untranslated')}</span>
        </>
      )}
    </>
  );
}
