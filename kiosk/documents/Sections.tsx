/** Sections of a document, each with its mark „nicht verstanden“. */
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentData } from '../../shared/desk/document.ts';
import { Button } from '../ui/Button.tsx';
import { SectionText } from './DocumentText.tsx';

interface SectionsProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly data: DocumentData;
  readonly language: string;
  readonly withGerman: boolean;
  readonly headingId: (id: string) => string;
  /** Ids of the sections that were not understood. */
  readonly unclear: readonly string[];
  /** Absent for a notice. */
  readonly onToggle: ((id: string) => void) | undefined;
}

export function Sections({
  list,
  data,
  language,
  withGerman,
  headingId,
  unclear,
  onToggle,
}: SectionsProps) {
  const { t } = useTranslation('documents');
  return (
    <div ref={list} className="doc-sections">
      {data.sections.map((section) => {
        const isUnclear = unclear.includes(section.id);
        return (
          <section
            key={section.id}
            data-section={section.id}
            aria-labelledby={headingId(section.id)}
          >
            <SectionText
              section={section}
              language={language}
              withGerman={withGerman}
              headingId={headingId(section.id)}
            />
            {onToggle && (
              <div className="doc-unclear">
                <Button
                  icon={isUnclear ? 'check' : 'question'}
                  pressed={isUnclear}
                  onPress={() => onToggle(section.id)}
                >
                  {isUnclear ? t('unclearSet') : t('unclear')}
                </Button>
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}
