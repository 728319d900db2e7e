// Words that come with a page, when the page is opened by its address: it is loaded beside the texts and must wait for them.

import i18next from 'i18next';
import { expect, test, vi } from 'vitest';

test('words of a page can be added once the texts are said to be there, and not before', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  const { startTexts, textsStarted } = await import('./i18n.ts'), { addLazyTexts } = await import('./lazy-texts.ts');
  let isSaid = false;
  const waiting = textsStarted.then(() => { isSaid = true; addLazyTexts(); });
  await Promise.resolve();
  expect([isSaid, i18next.isInitialized]).toEqual([false, undefined]);
  await startTexts();
  await waiting;
  expect(i18next.t('title', { ns: 'daten', lng: 'de' })).toBe('Daten aus der Praxissoftware');
  vi.unstubAllGlobals();
});
