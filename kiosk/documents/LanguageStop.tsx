/**
 * Page before a text that is missing in the chosen language: read it in another one, have it
 * translated, or ask the practice; no text is shown before the choice.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findLanguage } from '../../shared/base/languages.ts';
import type { ReadIn } from '../../shared/papers/reading.ts';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { isolated } from '../ui/isolated.ts';
import { Footer, Question, Screen } from '../ui/Screen.tsx';

export interface LanguageStopProps {
  readonly header: ReactNode;
  /** The chosen language, used by the page itself. */
  readonly language: string;
  /** Languages of the text; always includes German. */
  readonly available: readonly string[];
  readonly onRead: (how: Omit<ReadIn, 'at'>) => void;
  readonly onAsk: () => void;
  readonly onBack?: () => void;
}

export function LanguageStop({
  header,
  language,
  available,
  onRead,
  onAsk,
  onBack,
}: LanguageStopProps) {
  const { t, i18n } = useTranslation('documents');
  const nameOf = (code: string): string =>
    isolated(findLanguage(code)?.native ?? code, i18n.language);
  return (
    <Screen
      header={header}
      pageKey="other-language"
      layout="split"
      {...(onBack && {
        footer: (
          <Footer
            back={
              <Button icon="back" onPress={onBack}>
                {t('back')}
              </Button>
            }
          />
        ),
      })}
      question={
        <Question reason={t('other.body', { languages: available.map(nameOf).join(' · ') })}>
          {t('other.title')}
        </Question>
      }
    >
      <ActionTiles
        label={t('other.label')}
        actions={[
          ...available.map((code) => ({
            id: code,
            icon: 'document' as const,
            label: t('other.self', { language: nameOf(code) }),
            hint: t('other.selfHint'),
            onPress: () => onRead({ wanted: language, shown: code, by: 'self' }),
          })),
          // An interpreter here reads German: it is binding and printed.
          {
            id: 'interpreter',
            icon: 'language',
            label: t('other.interpreter'),
            hint: t('other.interpreterHint'),
            onPress: () => onRead({ wanted: language, shown: 'de', by: 'interpreter' }),
          },
          {
            id: 'ask',
            icon: 'question',
            label: t('other.ask'),
            hint: t('other.askHint'),
            onPress: onAsk,
          },
        ]}
      />
    </Screen>
  );
}
