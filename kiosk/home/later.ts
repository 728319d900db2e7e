/**
 * Parts that no first visit begins with: not part of the first load, but fetched while the person
 * reads, since after an outage it would be too late.
 */
import { lazy } from 'react';
import type { HomeCalls } from '../sync/home.ts';
import type { Cabinet } from './cabinet.ts';

const loadEnds = () => import('./EndPages.tsx');
const loadLock = () => import('./LockPage.tsx');
const loadPhoto = () => import('../forms/answers/photo.ts');
const loadPieces = () => import('../sync/photos/home-photos.ts');

export const HandingPage = lazy(async () => ({ default: (await loadEnds()).HandingPage }));
export const SentPage = lazy(async () => ({ default: (await loadEnds()).SentPage }));
export const LockPage = lazy(async () => ({ default: (await loadLock()).LockPage }));

/**
 * Sends the photos that are left on this device from accepted answers, now and until they arrived.
 * @param ownId row of this page's own answers, which sends its photos itself
 */
export const sendLeftPhotos = (
  cabinet: Cabinet,
  putPhoto: HomeCalls['putPhoto'],
  ownId?: string,
): void => {
  cabinet
    .all()
    .then(async (rows) => {
      const left = rows.filter((row) => row.isHandedIn && row.id !== ownId);
      if (left.length > 0) (await import('./leftPhotos.ts')).sendLeft(cabinet, left, putPhoto);
    })
    .catch(() => undefined);
};

/** Fetches the parts; one that failed is fetched again when it is needed. */
export const fetchLater = (): void => {
  Promise.all([loadEnds(), loadLock(), loadPhoto(), loadPieces()]).catch(() => undefined);
};
