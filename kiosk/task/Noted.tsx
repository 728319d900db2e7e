/**
 * Page of a document that ended without a signature, as a valid result: pending talk, questions,
 * refusal, or paper with reason and source.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalText } from '../../shared/desk/document.ts';
import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/icons.ts';
import { Icon } from '../ui/Icon.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './task.css';
import '../ui/result.css';

export type NotedEnding = 'talk_pending' | 'question' | 'declined' | 'direct' | 'paper';

export interface NotedProps {
  readonly header: ReactNode;
  readonly ending: NotedEnding;
  /** Reason for paper, in plain words, with its source. */
  readonly paper?: { readonly reason: LocalText; readonly source: string };
  readonly language: string;
  /** Another document of the Mappe follows. */
  readonly hasMore: boolean;
  readonly onNext: () => void;
}

const TEXT = {
  talk_pending: 'talk',
  question: 'question',
  declined: 'declined',
  direct: 'direct',
  paper: 'paper',
} as const;
const ICON: Readonly<Record<NotedEnding, IconName>> = {
  talk_pending: 'speech',
  question: 'question',
  declined: 'ok',
  direct: 'ok',
  paper: 'printer',
};

export function Noted({ header, ending, paper, language, hasMore, onNext }: NotedProps) {
  const { t } = useTranslation('task');
  const key = TEXT[ending];
  return (
    <Screen
      header={header}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onNext}>
              {hasMore ? t('noted.more') : t('noted.finish')}
            </Button>
          }
        />
      }
    >
      <div className="k-result">
        <div className="task-big" aria-hidden="true">
          <Icon name={ICON[ending]} />
        </div>
        <div role="status">
          <Question reason={t(`noted.${key}.body`)}>{t(`noted.${key}.title`)}</Question>
        </div>
        {paper && (
          <div className="task-why">
            <p>{t('noted.why', { reason: paper.reason[language] ?? paper.reason.de })}</p>
            <p className="task-hint">
              {t('noted.source')} <bdi lang="de">{paper.source}</bdi>
            </p>
          </div>
        )}
      </div>
    </Screen>
  );
}
