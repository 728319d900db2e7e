/**
 * Parts of a re-visit. The app passes them to the questionnaire: a form at home has no earlier
 * answers, and does not load them.
 */
import { LineCard } from '../lines/LineCard.tsx';
import { NotedBody } from './NotedBody.tsx';
import { notedOf, openedWith, pageOfOne, pagesAfter } from './noted.ts';

export const LIST = {
  notedOf,
  pagesAfter,
  pageOfOne,
  openedWith,
  NotedBody,
  LineCard,
};
