// Summary and signature of a form's answers; loaded with the first form that is signed.

import { useEffect, type ReactNode } from 'react';
import { sheetLanguages } from '../../../shared/papers/signed-answers.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import type { OpenTask } from '../effects/answers.ts';
import type { ScreenProps } from '../screenProps.ts';
import { DocumentScreens } from './DocumentScreens.tsx';

interface SignedAnswersProps extends ScreenProps {
  readonly header: ReactNode;
  readonly answers: OpenTask & { readonly signing: NonNullable<OpenTask['signing']> };
}

/**
 * The pages of a document, for the one that was made of the answers. In another language it is
 * another document: the person checks the answers in that one first.
 */
export default function SignedAnswers({ answers, ...props }: SignedAnswersProps) {
  const { tablet, snapshot } = props,
    { data, signing } = answers,
    { stage, comfort } = snapshot.context;
  const isOther =
    isFormData(data) && sheetLanguages(data, comfort.language).join() !== signing.languages.join();
  // One step back from each page, until the review.
  const leaving = isOther ? stage : null;
  useEffect(() => {
    if (leaving !== null) tablet.actor.send({ type: 'BACK' });
  }, [leaving, tablet]);
  return (
    <DocumentScreens
      {...props}
      answers={{ ...answers, data: signing }}
      lostNotice={null}
      onLostSeen={() => undefined}
    />
  );
}
