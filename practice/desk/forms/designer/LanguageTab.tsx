// Translation of a form into one more language, next to the German text; missing ones come first.

import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { translationOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { reviewOf, withWords } from '../../../../shared/forms/questionnaire/words.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { useNextMissing, type Gap } from '../../../ui/saving/next-missing.ts';
import { TranslationRow } from '../../../ui/saving/TranslationRow.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { everyText, type Said } from './edit.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { TurnTexts, useTextPages } from './panels/TextPages.tsx';

interface Props {
  form: Questionnaire;
  before: Questionnaire;
  languages: readonly string[];
  isReadOnly: boolean;
  onChange: (form: Questionnaire, tag?: string) => void;
  /** The text to begin with. */
  gap: Gap | null;
}
export function LanguageTab({ form, before, languages, isReadOnly, onChange, gap }: Props) {
  const t = useDesignerTexts(),
    others = languages.filter((one) => one !== 'de');
  const [language, setLanguage] = useState(gap?.language ?? others[0] ?? 'en'),
    { list, goNext, goToPlace, noteFocus } = useNextMissing<HTMLUListElement>(gap?.at),
    [isOnlyMissing, setOnlyMissing] = useState(false);
  const texts = everyText(form),
    said = (element: Parameters<typeof translationOf>[0]): string =>
      translationOf(element, language) ?? '',
    isMissing = (one: Said): boolean => said(one.element).trim() === '';
  const missing = texts.filter(isMissing).length,
    review = reviewOf(form, language);
  // Previous translation of a changed text, offered for reuse after a mere spelling correction.
  const old = new Map(everyText(before).map((one) => [one.key, said(one.element)]));
  const say = (key: string, text: string): void =>
    onChange(
      withWords(form, { language, review: review ?? 'native', texts: { [key]: text } }),
      `${language} ${key}`,
    );
  // Texts being edited keep their place until the list is reopened.
  const [open, setOpen] = useState<ReadonlySet<string> | null>(null);
  const shown = isOnlyMissing
    ? texts.filter((one) => open?.has(one.key) === true || isMissing(one))
    : texts;
  const { onPage, goOn, noteText, turning } = useTextPages({
    shown,
    texts,
    gap,
    isMissing,
    goNext,
    goToPlace,
  });
  return (
    <section className="p-card p-stack" aria-label={t('tab.languages')}>
      <div className="p-row">
        <LanguageChoice
          language={language}
          others={others}
          onChoose={(one) => {
            setLanguage(one);
            setOpen(null);
          }}
        />
        <Checkbox
          label={t('language.onlyMissing')}
          checked={isOnlyMissing}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            setOpen(isOn ? new Set(texts.filter(isMissing).map((one) => one.key)) : null);
            setOnlyMissing(isOn);
          }}
        />
        {missing > 0 && !isReadOnly && (
          <Button variant="default" onClick={goOn}>
            {t('language.next')}
          </Button>
        )}
        <strong>
          {missing === 0
            ? t('language.complete')
            : t('language.missing', { n: missing, of: texts.length })}
        </strong>
        {review === 'machine' && <span className="p-muted">{t('language.machine')}</span>}
      </div>
      {review === 'machine' && !isReadOnly && (
        <Checkbox
          label={t('language.read')}
          checked={false}
          onChange={() => onChange(withWords(form, { language, review: 'native', texts: {} }))}
        />
      )}
      <ul ref={list} className="f-plain f-words">
        {onPage.map((one) => (
          <TranslationRow
            key={one.key}
            place={one.key}
            first={one.text}
            firstLanguage={form.language ?? 'de'}
            labels={{
              field: t('language.field', { text: one.text }),
              empty: t('language.empty'),
              keep: t('language.keep'),
            }}
            className="f-jump"
            language={language}
            words={said(one.element)}
            was={old.get(one.key) ?? ''}
            isReadOnly={isReadOnly}
            onFocus={(field) => {
              noteText(one.key);
              noteFocus(field);
            }}
            onWords={(words) => say(one.key, words)}
          />
        ))}
      </ul>
      <TurnTexts {...turning} />
    </section>
  );
}

function LanguageChoice({
  language,
  others,
  onChoose,
}: {
  language: string;
  others: readonly string[];
  onChoose: (language: string) => void;
}) {
  const t = useDesignerTexts(),
    screen = useLanguage();
  return (
    <NativeSelect
      label={t('language.to')}
      value={language}
      data={others.map((one) => ({ value: one, label: languageName(one, screen) }))}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
