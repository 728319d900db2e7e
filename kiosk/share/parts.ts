// Screens of an open item, each lazy-loaded with its texts.

import { lazy } from 'react';
import { needWords, type Room } from './words.ts';

const withWords =
  <Page>(page: () => Promise<Page>, ...rooms: readonly Room[]) =>
  async (): Promise<Page> =>
    (await Promise.all([page(), needWords(...rooms)]))[0];

export const DocumentPage = lazy(withWords(() => import('./DocumentPage.tsx'), 'documents'));
export const FormItemPage = lazy(withWords(() => import('./FormItemPage.tsx'), 'forms'));
export const SignItemPage = lazy(
  withWords(() => import('./sign/SignItemPage.tsx'), 'documents', 'consent', 'signature'),
);
