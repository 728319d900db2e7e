/** The parts of answers that few forms have. */
import { laterPart } from './later-part.tsx';
import type { LaterAnswerProps } from './LaterAnswer.tsx';

export const { Part: Later, prepare: fetchLaterAnswers } = laterPart<LaterAnswerProps>(
  async () => (await import('./LaterAnswer.tsx')).default,
);
