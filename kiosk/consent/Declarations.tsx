/**
 * Declarations before a signature, one per screen: explicit, unset at the start, in the exact text
 * that is sealed.
 */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDeclaration } from '../../shared/desk/document.ts';
import { findLanguage } from '../../shared/base/languages.ts';
import type { DeclarationAnswer } from '../../shared/papers/signature.ts';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { SavedTick } from '../ui/SavedTick.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { useReadOn } from '../ui/readOn.tsx';
import { answerOf, startOf } from './answers.ts';
import './consent.css';

export interface DeclarationsProps {
  readonly header: ReactNode;
  readonly declarations: readonly DocumentDeclaration[];
  readonly language: string;
  /** Not agreeing means paying the practice directly. */
  readonly isBilling: boolean;
  /** Answers so far; nothing is preset. */
  readonly answers: readonly DeclarationAnswer[];
  readonly isSaved: boolean;
  readonly onAnswer: (id: string, value: boolean) => void;
  /** Called when every declaration is answered, every required one with yes. */
  readonly onDone: () => void;
  /** Called when a required declaration was refused and the person chose how to proceed. */
  readonly onDecide: (choice: 'question' | 'declined') => void;
  readonly onBack: () => void;
}

export function Declarations(props: DeclarationsProps) {
  const { declarations, answers, language } = props;
  const { t } = useTranslation('consent');
  const [index, setIndex] = useState(() => startOf(declarations, answers));
  const [isRefused, setRefused] = useState(false);
  const declaration = declarations[index];
  const { foot, button: onward } = useReadOn(
    `${declaration?.id ?? ''}-${String(isRefused)}`,
    t('read'),
  );
  if (!declaration) return null;
  const given = answerOf(answers, declaration.id);

  const goOn = () => (index + 1 < declarations.length ? setIndex(index + 1) : props.onDone());
  const answer = (value: boolean) => {
    props.onAnswer(declaration.id, value);
    if (declaration.required && !value) setRefused(true);
    else goOn();
  };
  const back = () => {
    if (isRefused) setRefused(false);
    else if (index > 0) setIndex(index - 1);
    else props.onBack();
  };
  const mayGoOn = given === true || (given === false && !declaration.required);
  return (
    <Screen
      header={props.header}
      layout="split"
      pageKey={`${declaration.id}${isRefused ? '-refused' : ''}`}
      question={
        <Question
          reason={
            declarations.length > 1
              ? t('progress', { position: index + 1, count: declarations.length })
              : undefined
          }
        >
          {isRefused ? t('refused.title') : t('ask')}
        </Question>
      }
      footer={
        <Footer
          back={
            <Button icon="back" onPress={back}>
              {t('back')}
            </Button>
          }
          primary={
            onward ??
            (!isRefused && mayGoOn && (
              <Button grow iconEnd="forward" onPress={goOn}>
                {t('next')}
              </Button>
            ))
          }
          note={<SavedTick words={props.isSaved && given !== null ? t('saved') : null} />}
        />
      }
    >
      {isRefused ? (
        <Refused
          isBilling={props.isBilling}
          onDecide={props.onDecide}
          onAgain={() => setRefused(false)}
        />
      ) : (
        <Declaration
          declaration={declaration}
          language={language}
          given={given}
          onAnswer={answer}
        />
      )}
      {foot}
    </Screen>
  );
}

interface DeclarationProps {
  readonly declaration: DocumentDeclaration;
  readonly language: string;
  /** The answer so far. */
  readonly given: boolean | null;
  readonly onAnswer: (value: boolean) => void;
}

/** One declaration in its exact text, with yes and no. */
function Declaration({ declaration, language, given, onAnswer }: DeclarationProps) {
  const { t } = useTranslation('consent');
  const shown = declaration.text[language] === undefined ? 'de' : language;
  return (
    <>
      <blockquote className="ein-text" translate="no" lang={shown} dir={findLanguage(shown)?.dir}>
        {softHyphens(declaration.text[shown] ?? declaration.text.de, shown)}
      </blockquote>
      {shown !== 'de' && (
        <p className="ein-german">
          {t('german')}{' '}
          <span translate="no" lang="de" dir="ltr">
            {softHyphens(declaration.text.de, 'de')}
          </span>
        </p>
      )}
      {!declaration.required && <p className="k-hint">{t('optional')}</p>}
      <ActionTiles
        label={t('ask')}
        actions={[
          {
            id: 'yes',
            icon: 'check',
            label: t('yes'),
            ...(given === true && { hint: t('chosen') }),
            onPress: () => onAnswer(true),
          },
          {
            id: 'no',
            icon: 'close',
            label: t('no'),
            ...(given === false && { hint: t('chosen') }),
            onPress: () => onAnswer(false),
          },
        ]}
      />
    </>
  );
}

function Refused({
  isBilling,
  onDecide,
  onAgain,
}: {
  readonly isBilling: boolean;
  readonly onDecide: (choice: 'question' | 'declined') => void;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('consent');
  return (
    <>
      <p>{t('refused.body')}</p>
      <ActionTiles
        label={t('ask')}
        actions={[
          {
            id: 'question',
            icon: 'question',
            label: t('refused.question'),
            hint: t('refused.questionHint'),
            onPress: () => onDecide('question'),
          },
          isBilling
            ? {
                id: 'declined',
                icon: 'document',
                label: t('refused.direct'),
                hint: t('refused.directHint'),
                onPress: () => onDecide('declined'),
              }
            : {
                id: 'declined',
                icon: 'close',
                label: t('refused.declined'),
                onPress: () => onDecide('declined'),
              },
          { id: 'again', icon: 'undo', label: t('refused.again'), onPress: onAgain },
        ]}
      />
    </>
  );
}
