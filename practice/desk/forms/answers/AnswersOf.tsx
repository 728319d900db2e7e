// Answers without a separate page: highlights first, then everything; for answers not yet filed
// with a person.

import './answers.css';
import './answers-print.css';
import { useMemo } from 'react';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import { cardOf } from '../../../../shared/forms/answers/chair-card.ts';
import { AllAnswers } from './AllAnswers.tsx';
import { sectionsOf } from './answers-view.ts';
import { Highlights } from './Highlights.tsx';
import { Unfinished } from './Unfinished.tsx';

export function AnswersOf({
  questionnaire,
  response,
  language,
}: Pick<Answers, 'questionnaire' | 'response' | 'language'>) {
  const { model, sections } = useMemo(
    () => sectionsOf({ questionnaire, response, language }),
    [questionnaire, response, language],
  );
  const groups = useMemo(
    () => (model ? cardOf([{ answersId: '', model, response, language }], []) : []),
    [model, response, language],
  );
  return (
    <div className="p-stack">
      <Unfinished response={response} model={model} />
      <Highlights groups={groups} />
      <AllAnswers sections={sections} language={language} />
    </div>
  );
}
