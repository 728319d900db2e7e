/** „Zurück“, „Weiter“ or submission, and the tick of stored answers or the word of a wait. */
import type { ReactNode } from 'react';
import { readOn } from '../../ui/readOn.tsx';
import { Button } from '../../ui/Button.tsx';
import { SavedTick } from '../../ui/SavedTick.tsx';
import { Footer } from '../../ui/Screen.tsx';
import type { Noted } from '../noted/noted.ts';
import type { RunningForm } from './useForm.ts';
import type { Steps } from './useSteps.ts';
import type { Turns } from './useTurns.ts';

interface RunnerFooterProps {
  readonly form: RunningForm;
  readonly turns: Turns;
  readonly steps: Steps;
  /** The list of known answers, while it is on the screen. */
  readonly noted: Noted | undefined;
  /** Every line of the list was in view: an answer that was never on the screen is not confirmed. */
  readonly isSeen: boolean;
}

export function RunnerFooter({
  form: { given, words, hasList },
  turns: { page, index, isVisiting },
  steps,
  noted,
  isSeen,
}: RunnerFooterProps) {
  const { way, end, isSaved, onBack } = given,
    { language, t } = words;
  const hasBack = noted
    ? onBack !== undefined
    : index > 0 || hasList || isVisiting || onBack !== undefined;
  const forward = (): ReactNode => {
    if (noted) return t(isSeen ? 'noted.yes' : 'noted.on');
    if (!page) return end?.word ?? t('review.done');
    return isVisiting ? t('review.return') : t('next');
  };
  const isRest = noted !== undefined && !isSeen;
  const press = (): void => {
    if (isRest) readOn();
    else if (noted) steps.agree(noted);
    else if (page) steps.next();
    else steps.done();
  };
  return (
    <Footer
      back={
        hasBack && (
          <Button icon="back" onPress={way ? way.back : steps.back}>
            <span lang={language}>{t('back')}</span>
          </Button>
        )
      }
      primary={
        <Button
          kind="primary"
          grow
          busy={steps.isLate}
          iconEnd={isRest ? 'down' : page && !isVisiting ? 'forward' : 'check'}
          onPress={press}
        >
          <span lang={language}>{forward()}</span>
        </Button>
      }
      note={
        <SavedTick words={isSaved ? t('saved') : null} wait={steps.isLate ? t('moment') : null} />
      }
    />
  );
}
