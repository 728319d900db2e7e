// Notices about the answers as a whole: abandoned half-way, or values that could not be computed
// while the form was filled in.

import { Text } from '@mantine/core';
import type { Model } from '../../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { stoppedIn } from '../../../../shared/forms/answers/stopped.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useAnswersTexts } from './answers-texts.ts';

/** Codes of the server that have their own text here. */
export const SAID_HERE: readonly string[] = ['stopped', 'formula_stopped'];

export function Unfinished({
  response,
  model,
}: {
  response: QuestionnaireResponse;
  model: Model | undefined;
}) {
  const t = useAnswersTexts(),
    places = stoppedIn(response)
      .map((linkId) => model?.byLinkId.get(linkId)?.item.text ?? linkId)
      .filter((one) => one !== '');
  const isStopped = stoppedIn(response).length > 0;
  return (
    <>
      {response.status === 'stopped' && (
        <Notice tone="warn">
          <Text size="sm" fw={600}>
            {t('unfinished.title')}
          </Text>
          <Text size="sm">{t('unfinished.what')}</Text>
        </Notice>
      )}
      {isStopped && (
        <Notice tone="warn">
          <Text size="sm" fw={600}>
            {t('formula.title')}
          </Text>
          <Text size="sm">
            {places.length > 0
              ? t('formula.where', { questions: places.join(' · ') })
              : t('formula.what')}
          </Text>
        </Notice>
      )}
    </>
  );
}
