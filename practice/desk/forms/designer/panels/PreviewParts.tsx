// Controls around the preview: size, language, and pages.

import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import type { FhirValue } from '../../../../../shared/forms/questionnaire/fhir.ts';
import {
  isOption,
  type Node,
  type Option,
} from '../../../../../shared/forms/questionnaire/model.ts';
import { wordsOfOption } from '../../../../../shared/forms/questionnaire/words.ts';
import { languageName } from '../../../../../shared/base/language-names.ts';
import { useLanguage } from '../../../../ui/texts.ts';
import { useDesignerTexts } from '../designer-texts.ts';

/** Size and language of the preview. */
export function PreviewHead({
  size,
  onSize,
  language,
  languages,
  onLanguage,
  onAgain,
}: {
  size: 'tablet' | 'phone';
  onSize: (size: 'tablet' | 'phone') => void;
  language: string;
  languages: readonly string[];
  onLanguage: (language: string) => void;
  onAgain: () => void;
}) {
  const t = useDesignerTexts(),
    screen = useLanguage();
  return (
    <div className="f-previewhead">
      <SegmentedControl
        size="xs"
        aria-label={t('preview.size')}
        value={size}
        onChange={(one) => onSize(one === 'tablet' ? 'tablet' : 'phone')}
        data={[
          { value: 'phone', label: t('preview.phone') },
          { value: 'tablet', label: t('preview.tablet') },
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('preview.language')}
        value={language}
        onChange={(event) => onLanguage(event.currentTarget.value)}
        data={['de', ...languages.filter((one) => one !== 'de')].map((one) => ({
          value: one,
          label: languageName(one, screen),
        }))}
      />
      <Button size="xs" variant="subtle" onClick={onAgain}>
        {t('preview.again')}
      </Button>
    </div>
  );
}

/** Turns the pages of the preview. */
export function PageButtons({
  at,
  count,
  onTurn,
}: {
  at: number;
  count: number;
  onTurn: (to: number) => void;
}) {
  const t = useDesignerTexts(),
    screen = useLanguage();
  return (
    <div className="f-pages" lang={screen} dir="ltr">
      <Button variant="default" disabled={at === 0} onClick={() => onTurn(at - 1)}>
        {t('preview.back')}
      </Button>
      <Button disabled={at >= count - 1} onClick={() => onTurn(at + 1)}>
        {t('preview.next')}
      </Button>
    </div>
  );
}

/** Proposed answers of a question. */
export function PreviewCandidates({
  node,
  language,
  answers,
  toggle,
}: {
  node: Node;
  language: string;
  answers: readonly FhirValue[];
  toggle: (option: Option) => void;
}) {
  const t = useDesignerTexts(),
    screen = useLanguage();
  if (node.candidates.length === 0) return null;
  return (
    <div className="f-candidates" role="group" aria-label={t('preview.candidates')}>
      <span className="p-small p-muted" lang={screen}>
        {t('preview.candidates')}
      </span>
      {node.candidates.map((one, n) => (
        <Button
          key={n}
          size="xs"
          variant={answers.some((value) => isOption(one, value)) ? 'light' : 'default'}
          aria-pressed={answers.some((value) => isOption(one, value))}
          onClick={() => toggle(one)}
        >
          {wordsOfOption(one, language).text}
        </Button>
      ))}
    </div>
  );
}
