/**
 * Document that the law or a partner requires on paper: shown with reason and source, never signed
 * by finger.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormRequirement } from '../../shared/desk/document.ts';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './consent.css';

export interface PaperAcknowledgementProps {
  readonly header: ReactNode;
  readonly requirement: FormRequirement;
  readonly language: string;
  readonly onDone: () => void;
  readonly onBack?: () => void;
}

export function PaperAcknowledgement({
  header,
  requirement,
  language,
  onDone,
  onBack,
}: PaperAcknowledgementProps) {
  const { t } = useTranslation('consent');
  const shown = requirement.reason[language] === undefined ? 'de' : language;
  return (
    <Screen
      header={header}
      footer={
        <Footer
          back={
            onBack && (
              <Button icon="back" onPress={onBack}>
                {t('back')}
              </Button>
            )
          }
          primary={
            <Button kind="primary" grow onPress={onDone}>
              {t('paper.ok')}
            </Button>
          }
        />
      }
    >
      <Question>{t('paper.title')}</Question>
      <Notice kind="info" title={t('paper.what')} />
      <div className="ein-why">
        <h2>{t('paper.why')}</h2>
        <p lang={shown}>{softHyphens(requirement.reason[shown] ?? requirement.reason.de, shown)}</p>
        <p className="ein-source">
          {t('paper.source')} <bdi lang="de">{requirement.source}</bdi>
        </p>
      </div>
    </Screen>
  );
}
