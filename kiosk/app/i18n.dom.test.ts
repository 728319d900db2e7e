// Tests of the patients' app's languages: those offered, loaded once and whole, plural forms, staff
// texts in German.

import i18n from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { SPOKEN_LANGUAGES } from '../../shared/base/languages.ts';
import taskDe from '../task/texts.de.json';
import taskEn from '../task/texts.en.json';
import {
  addTexts,
  directionOf,
  languagesToChoose,
  screenLanguage,
  speak,
  startTexts,
} from './i18n.ts';

const ROOMS = [
  'unsubscribe',
  'forms',
  'app',
  'blank',
  'documents',
  'consent',
  'signature',
  'tablet',
  'task',
];
const spoken = async (language: string): Promise<void> => {
  speak(language);
  // A language is ten files: on a busy machine loading takes longer than the default wait of one
  // second.
  await vi.waitFor(() => expect(i18n.language).toBe(language), { timeout: 30_000 });
};

beforeAll(async () => {
  await startTexts('de');
  addTexts({ task: { de: taskDe, en: taskEn } });
});

it('[U6] offers German, English and those of practice or document; the screens support twelve', () => {
  expect(SPOKEN_LANGUAGES).toHaveLength(12);
  expect(languagesToChoose()).toEqual(['de', 'en']);
  expect(languagesToChoose(['de', 'uk', 'hr'], ['de', 'sq'])).toEqual(['de', 'en', 'uk', 'sq']);
  expect(screenLanguage('uk', 'de')).toBe('uk');
  expect(screenLanguage('hr', 'tr')).toBe('tr');
  expect([directionOf('fa'), directionOf('ar'), directionOf('uk')]).toEqual(['rtl', 'rtl', 'ltr']);
});

it('[U3] switches all namespaces at once, and shows no other language in between', async () => {
  for (const language of SPOKEN_LANGUAGES.slice(2)) {
    await spoken(language);
    expect(ROOMS.filter((room) => !i18n.hasResourceBundle(language, room))).toEqual([]);
    expect(i18n.t('task:cancel.title')).not.toBe(taskDe.cancel.title);
  }
  await spoken('de');
  expect(i18n.t('task:cancel.title')).toBe(taskDe.cancel.title);
});

it('[U3] uses the plural forms of the language', async () => {
  await spoken('uk');
  const said = (count: number): string => i18n.t('documents:end.unclear', { count });
  expect(
    [said(1), said(3), said(5), said(21)].map((text) => /розділ\p{L}*/u.exec(text)?.[0]),
  ).toEqual(['розділ', 'розділи', 'розділів', 'розділ']);
  await spoken('ar');
  expect(
    [0, 1, 2, 3, 11, 100].map(said).filter((text, at, all) => all.indexOf(text) === at),
  ).toHaveLength(6);
});

it('leaves staff-only texts in German', async () => {
  await spoken('tr');
  expect(i18n.t('tablet:registering.title')).toBe('Stimmt diese Zahl am Empfang?');
  expect(i18n.t('tablet:home.hello')).toBe('Merhaba');
});

it('applies the later of two choices, and shows nothing of the earlier one', async () => {
  await spoken('de');
  const shown: string[] = [];
  const note = (language: string): void => {
    shown.push(language);
  };
  i18n.on('languageChanged', note);
  speak('ro');
  await spoken('pl');
  i18n.off('languageChanged', note);
  expect(shown).toEqual(['pl']);
});
