/**
 * Start page: the practice, the subject, the duration, the language, and the use of the answers.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listLanguages } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { Switch, type SwitchProps } from '../ui/TextSizeMenu.tsx';
import { Contact } from './Contact.tsx';
import { titleIn } from './formTitle.ts';
import type { VisitState } from './visit/visitState.ts';

export interface StartPageProps {
  readonly header: ReactNode;
  readonly state: VisitState;
  /** Einfache Sprache, only where the form has it. */
  readonly plain: SwitchProps | undefined;
  readonly onLanguage: (code: string) => void;
  /** All languages, in a dialog. */
  readonly onLanguages: () => void;
  readonly onBegin: () => void;
  readonly onResume: () => void;
  readonly onAfresh: () => void;
}

/** More than these would push everything else off a phone's screen. */
const MOST_SHOWN = 4;

export function StartPage({
  header,
  state,
  plain,
  onLanguage,
  onLanguages,
  onBegin,
  onResume,
  onAfresh,
}: StartPageProps) {
  const { t } = useTranslation('home');
  const { link, praxis, language, isLasting } = state;
  const isKept = state.draft !== null || state.found.kind === 'kept';
  const title = titleIn(link, language);
  const languages = link?.languages ?? [];
  const shown =
    languages.length <= MOST_SHOWN
      ? languages
      : [...new Set([language, 'de', 'en'])].filter((one) => languages.includes(one));
  const minutes = link?.minutes ?? 0;
  return (
    <Screen
      header={header}
      pageKey="start"
      layout="split"
      question={
        <>
          <Question
            reason={
              praxis && (
                <bdi>{[praxis.name, praxis.anschrift].filter((one) => one !== '').join(' · ')}</bdi>
              )
            }
          >
            <bdi lang={title?.language}>{title?.text ?? t('title')}</bdi>
          </Question>
          <p className="home-lead">
            {minutes > 1 ? t('start.duration', { count: minutes }) : t('start.short')}
          </p>
        </>
      }
      footer={
        <Footer
          back={isKept && <Button onPress={onAfresh}>{t('start.afresh')}</Button>}
          primary={
            <Button kind="primary" grow iconEnd="forward" onPress={isKept ? onResume : onBegin}>
              {isKept ? t('start.resume') : t('start.begin')}
            </Button>
          }
        />
      }
    >
      {isKept && (
        <Notice kind="ok" title={t('start.kept')}>
          {t('start.keptBody')}
        </Notice>
      )}
      {!isLasting && (
        <Notice kind="warn" title={t('open.title')}>
          {t('open.body')}
        </Notice>
      )}
      {languages.length > 1 && (
        <section>
          <h2 className="home-section">{t('start.languages')}</h2>
          <LanguageList
            languages={listLanguages(shown)}
            current={language}
            label={t('language.label')}
            layout="line"
            onChoose={onLanguage}
          />
          {shown.length < languages.length && (
            <Button icon="language" onPress={onLanguages}>
              {t('start.moreLanguages')}
            </Button>
          )}
        </section>
      )}
      {plain && (
        <section>
          <Switch {...plain} />
        </section>
      )}
      <section>
        <h2 className="home-section">{t('start.data')}</h2>
        <ul className="home-list">
          <li>{t('start.dataPraxis')}</li>
          {isLasting && <li>{t('start.dataDevice')}</li>}
          {isLasting && <li>{t('start.dataGone')}</li>}
        </ul>
      </section>
      <Contact praxis={praxis} />
    </Screen>
  );
}
