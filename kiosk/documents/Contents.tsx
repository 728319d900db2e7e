/** "Inhalt": the section headings as a list of jump links, collapsed by default. */
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSection } from '../../shared/desk/document.ts';
import { Button } from '../ui/Button.tsx';
import { wordsOf } from './DocumentText.tsx';

export interface ContentsProps {
  readonly sections: readonly DocumentSection[];
  readonly language: string;
  readonly headingId: (sectionId: string) => string;
  /** Another button of the same row. */
  readonly beside?: ReactNode;
}

export function Contents({ sections, language, headingId, beside }: ContentsProps) {
  const { t } = useTranslation('documents');
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const jump = (sectionId: string) => {
    setOpen(false);
    const heading = document.getElementById(headingId(sectionId));
    heading?.focus({ preventScroll: true });
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className="doc-contents" aria-label={t('contentsLabel')}>
      <div className="doc-contents__row">
        <Button iconEnd="down" expanded={isOpen} controls={list} onPress={() => setOpen(!isOpen)}>
          {t('contents')}
        </Button>
        {beside}
      </div>
      <ol
        id={list}
        hidden={!isOpen}
        lang={sections[0]?.heading[language] === undefined ? 'de' : language}
      >
        {sections.map((section) => (
          <li key={section.id}>
            <Button kind="quiet" onPress={() => jump(section.id)}>
              {wordsOf(section.heading, language)}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
