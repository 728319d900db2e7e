/**
 * Page before a text that is missing in the chosen language: read it in another one, have it
 * translated, or ask the practice; no text is shown before the choice.
 */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findLanguage } from '../../shared/base/languages.ts';
import type { ReadIn } from '../../shared/papers/reading.ts';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { isolated } from '../ui/isolated.ts';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { useReadOn } from '../ui/readOn.tsx';

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

export function LanguageStop(props: LanguageStopProps) {
  const { header, language, available, onRead, onAsk, onBack } = props;
  const { t, i18n } = useTranslation('documents');
  const [isNaming, setNaming] = useState(false);
  const { foot, button } = useReadOn(isNaming ? 'name' : 'language', t('read'));
  const nameOf = (code: string): string =>
    isolated(findLanguage(code)?.native ?? code, i18n.language);
  if (isNaming)
    return (
      <InterpreterName
        header={header}
        onBack={() => setNaming(false)}
        // An interpreter here reads German: it is binding and printed.
        onName={(name) => onRead({ wanted: language, shown: 'de', by: 'interpreter', name })}
      />
    );
  return (
    <Screen
      header={header}
      pageKey="other-language"
      layout="split"
      footer={
        (onBack !== undefined || button !== null) && (
          <Footer
            back={
              onBack && (
                <Button icon="back" onPress={onBack}>
                  {t('back')}
                </Button>
              )
            }
            primary={button}
          />
        )
      }
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
          {
            id: 'interpreter',
            icon: 'language',
            label: t('other.interpreter'),
            hint: t('other.interpreterHint'),
            onPress: () => setNaming(true),
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
      {foot}
    </Screen>
  );
}

interface InterpreterNameProps {
  readonly header: ReactNode;
  readonly onBack: () => void;
  readonly onName: (name: string) => void;
}

/** Limit of names in `signature.schema.ts`. */
const NAME_LENGTH = 200;

/** Asks who translates: the name is printed on the paper. */
function InterpreterName({ header, onBack, onName }: InterpreterNameProps) {
  const { t } = useTranslation('documents');
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const go = (): void => {
    const typed = name.trim();
    if (typed.length < 2) setMissing(true);
    else onName(typed);
  };
  return (
    <Screen
      header={header}
      pageKey="interpreter-name"
      layout="split"
      question={<Question reason={t('other.nameReason')}>{t('other.nameTitle')}</Question>}
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {t('back')}
            </Button>
          }
          primary={
            <Button kind="primary" grow onPress={go}>
              {t('other.nameGo')}
            </Button>
          }
        />
      }
    >
      <TextField
        label={t('other.nameLabel')}
        value={name}
        maxLength={NAME_LENGTH}
        dir="auto"
        onChange={(value) => {
          setName(value);
          setMissing(false);
        }}
        onEnter={go}
        {...(isMissing && { error: t('other.nameMissing') })}
      />
    </Screen>
  );
}
