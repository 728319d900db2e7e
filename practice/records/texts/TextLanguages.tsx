// Translation of a consent text into one more language, next to the German text, which is binding.

import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import { LANGUAGES } from '../../../shared/base/languages.ts';
import type { TextView } from '../../../shared/papers/texts.schema.ts';
import { useNextMissing, type Gap } from '../../ui/saving/next-missing.ts';
import { TranslationRow } from '../../ui/saving/TranslationRow.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { everyText, setWords } from './edit.ts';
import { TranslationReview } from './TranslationReview.tsx';
import { useTextsTexts } from './texts-texts.ts';

interface Props {
  template: DocumentTemplate;
  before: DocumentTemplate;
  languages: readonly string[];
  isReadOnly: boolean;
  /** The stored text, for the review of its translations. */
  view: Pick<TextView, 'key' | 'translations'>;
  onChange: (template: DocumentTemplate, tag: string) => void;
  /** The text to begin with. */
  gap: Gap | null;
}
export function TextLanguages({
  template,
  before,
  languages,
  isReadOnly,
  view,
  onChange,
  gap,
}: Props) {
  const t = useTextsTexts(),
    screen = useLanguage(),
    own = languages.filter((one) => one !== 'de'),
    more = LANGUAGES.map((one) => one.code).filter((one) => one !== 'de' && !own.includes(one));
  const [language, setLanguage] = useState(gap?.language ?? own[0] ?? 'en'),
    { list, goNext, noteFocus } = useNextMissing<HTMLUListElement>(gap?.at),
    [open, setOpen] = useState<ReadonlySet<string> | null>(null);
  const translation = view.translations.find((one) => one.language === language);
  const texts = everyText(template).filter((one) => one.text.de.trim() !== ''),
    said = (text: { readonly [language: string]: string }): string => text[language] ?? '',
    missing = texts.filter((one) => said(one.text).trim() === '');
  // Previous translation of a changed text, offered for reuse after a mere spelling correction.
  const old = new Map(everyText(before).map((one) => [one.key, said(one.text)]));
  // Texts being edited keep their place until the list is reopened.
  const shown =
    open === null
      ? texts
      : texts.filter((one) => open.has(one.key) || said(one.text).trim() === '');
  const named = (list: readonly string[]): { value: string; label: string }[] =>
    list.map((one) => ({ value: one, label: languageName(one, screen) }));
  return (
    <section className="p-card p-stack" aria-label={t('tab.languages')}>
      <p className="p-muted tx-lead">{t('language.what')}</p>
      <div className="p-row">
        <NativeSelect
          label={t('language.to')}
          value={language}
          data={
            own.length > 0
              ? [
                  { group: t('language.practice'), items: named(own) },
                  { group: t('language.more'), items: named(more) },
                ]
              : named(more)
          }
          onChange={(event) => {
            setLanguage(event.currentTarget.value);
            setOpen(null);
          }}
        />
        <Checkbox
          label={t('language.onlyMissing')}
          checked={open !== null}
          onChange={(event) =>
            setOpen(event.currentTarget.checked ? new Set(missing.map((one) => one.key)) : null)
          }
        />
        {missing.length > 0 && !isReadOnly && (
          <Button variant="default" onClick={goNext}>
            {t('language.next')}
          </Button>
        )}
        <strong>
          {missing.length === 0
            ? t('language.complete')
            : t('language.missing', { n: missing.length, of: texts.length })}
        </strong>
      </div>
      {translation && <TranslationReview view={view} translation={translation} />}
      <ul ref={list} className="tx-plain tx-words">
        {shown.map((one) => (
          <TranslationRow
            key={one.key}
            place={one.key}
            first={one.text.de}
            firstLanguage="de"
            labels={{
              field: t('language.field', { text: one.text.de }),
              empty: t('language.empty'),
              keep: t('language.keep'),
            }}
            className="tx-jump"
            language={language}
            words={said(one.text)}
            was={old.get(one.key) ?? ''}
            isReadOnly={isReadOnly}
            onFocus={noteFocus}
            onWords={(words) =>
              onChange(setWords(template, one.key, language, words), `${language} ${one.key}`)
            }
          />
        ))}
      </ul>
    </section>
  );
}
