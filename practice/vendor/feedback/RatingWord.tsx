// A rating as icon, word and colour.

import { IconMoodNeutral, IconMoodSad, IconMoodSmile, type Icon } from '@tabler/icons-react';
import type { FeedbackRating } from '../../../shared/vendor/feedback.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useFeedbackTexts } from './feedback-texts.ts';

const SHOWN: Readonly<Record<FeedbackRating, { tone: Tone; icon: Icon }>> = {
  good: { tone: 'ok', icon: IconMoodSmile },
  fair: { tone: 'warn', icon: IconMoodNeutral },
  poor: { tone: 'bad', icon: IconMoodSad },
};

export function RatingWord({ rating }: { rating: FeedbackRating }) {
  const t = useFeedbackTexts();
  return <StateWord {...SHOWN[rating]}>{t(`rating.${rating}`)}</StateWord>;
}
