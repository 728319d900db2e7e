/** Review page: all answers as submitted, the untouched earlier ones with their date. */
import { useMemo } from 'react';
import { concernsPatient } from '../../../shared/forms/answers/stopped.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { Notice } from '../../ui/Notice.tsx';
import { pagesOf } from '../pages.ts';
import { Review } from '../Review.tsx';
import type { RunningForm } from './useForm.ts';

interface ReviewBodyProps {
  readonly form: RunningForm;
  readonly isTooLarge: boolean;
  readonly onChange: (pageKey: string, itemKey?: string) => void;
}

export function ReviewBody({ form, isTooLarge, onChange }: ReviewBodyProps) {
  const { given, pages, pieces, reading, words } = form,
    { model, state, computed, faults = [], carry, end } = given;
  const carried = useMemo(() => carry?.(state), [carry, state]);
  const all = useMemo(
    () =>
      carried ? pagesOf(pieces, viewOf(model, carried.state, carried.computed ?? computed)) : pages,
    [carried, pieces, model, computed, pages],
  );
  return (
    <div lang={words.language} className="q-reviews">
      {isTooLarge && <Notice kind="warn" live title={words.t('review.tooLarge')} />}
      {faults.some((one) => concernsPatient(model, one)) && (
        <Notice kind="warn" title={words.t('review.uncomputed')} />
      )}
      {end?.before}
      <Review
        reading={reading}
        onChange={onChange}
        pages={all}
        state={carried?.state ?? state}
        since={carried?.since}
      />
    </div>
  );
}
