/**
 * Parts that no first visit begins with: not part of the first load, but fetched while the person
 * reads, since after an outage it would be too late.
 */
import { lazy } from 'react';

const loadEnds = () => import('./EndPages.tsx');
const loadLock = () => import('./LockPage.tsx');
const loadPhoto = () => import('../forms/answers/photo.ts');

export const HandingPage = lazy(async () => ({ default: (await loadEnds()).HandingPage }));
export const SentPage = lazy(async () => ({ default: (await loadEnds()).SentPage }));
export const LockPage = lazy(async () => ({ default: (await loadLock()).LockPage }));

/** Fetches the parts; one that failed is fetched again when it is needed. */
export const fetchLater = (): void => {
  Promise.all([loadEnds(), loadLock(), loadPhoto()]).catch(() => undefined);
};
