/** „Zurück“, „Weiter“ or submission, and the tick of stored answers. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SavedTick } from '../../ui/SavedTick.tsx';
import { Footer } from '../../ui/Screen.tsx';
import type { RunningForm } from './useForm.ts';
import type { Steps } from './useSteps.ts';
import type { Turns } from './useTurns.ts';

interface RunnerFooterProps {
  readonly form: RunningForm;
  readonly turns: Turns;
  readonly steps: Steps;
}

export function RunnerFooter({
  form: { given, words },
  turns: { page, index, isVisiting },
  steps,
}: RunnerFooterProps) {
  const { way, end, isSaved, onBack } = given,
    { language, t } = words;
  const hasBack = index > 0 || isVisiting || onBack !== undefined;
  const forward = (): ReactNode => {
    if (!page) return end?.word ?? t('review.done');
    return isVisiting ? t('review.return') : t('next');
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
          iconEnd={page && !isVisiting ? 'forward' : 'check'}
          onPress={page ? steps.next : steps.done}
        >
          <span lang={language}>{forward()}</span>
        </Button>
      }
      note={<SavedTick words={isSaved ? t('saved') : null} />}
    />
  );
}
