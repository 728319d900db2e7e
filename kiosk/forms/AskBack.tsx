/**
 * Asks for confirmation where an answer is unusual (V2–V5); the answer stays unchanged until the
 * person edits it.
 */
import { memo } from 'react';
import { findLanguage } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { softHyphens } from '../ui/hyphens.ts';
import { Modal } from '../ui/Modal.tsx';
import type { Question } from './record.ts';
import { dayText } from './words.ts';
import { useWords } from './useWords.ts';

export interface AskBackProps {
  readonly question: Question | undefined;
  /** Language of the app's own words. */
  readonly lang: string;
  readonly onYes: () => void;
  readonly onChange: () => void;
}

/** Renders nothing while closed. */
export const AskBack = memo(
  DrawnAskBack,
  (a, b) => a.question === undefined && b.question === undefined && a.lang === b.lang,
);

function DrawnAskBack({ question, lang, onYes, onChange }: AskBackProps) {
  const { t } = useWords();
  const words = { lang, dir: findLanguage(lang)?.dir ?? 'ltr' },
    shown = (text: string): string => (question?.rule === 'V3' ? dayText(text) : text);
  return (
    <Modal
      open={question !== undefined}
      title={
        question && (
          <span {...words}>
            {softHyphens(
              t(
                question.was !== undefined && question.isTyped
                  ? `ask.typed${question.rule}`
                  : `ask.${question.rule}`,
              ),
              lang,
            )}
          </span>
        )
      }
      actions={
        <>
          <Button kind="primary" onPress={onYes}>
            <span {...words}>{t(question?.rule === 'V5' ? 'ask.fine' : 'ask.yes')}</span>
          </Button>
          <Button onPress={onChange}>
            <span {...words}>{t(question?.rule === 'V5' ? 'ask.email' : 'ask.change')}</span>
          </Button>
        </>
      }
    >
      {question?.was !== undefined && (
        <dl className="q-ask" {...words}>
          <div>
            <dt>{t(question.isTyped ? 'ask.first' : 'ask.was')}</dt>
            <dd>
              <bdi>{shown(question.was)}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('ask.now')}</dt>
            <dd>
              <bdi>{shown(question.now ?? '')}</bdi>
            </dd>
          </div>
        </dl>
      )}
    </Modal>
  );
}
