/**
 * Tests of the page before a text that is missing in the chosen language: in that language, with
 * every option, and nothing of the text.
 */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SPOKEN_LANGUAGES } from '../../shared/base/languages.ts';
import { forgetPress } from '../ui/press.ts';
import { LanguageStop } from './LanguageStop.tsx';

const TEXTS = import.meta.glob<{ default: Record<string, unknown> }>('./texts.*.json', {
  eager: true,
});
beforeAll(async () => {
  const resources = Object.fromEntries(
    Object.entries(TEXTS).map(([file, { default: documents }]) => [
      file.slice('./texts.'.length, -'.json'.length),
      { documents },
    ]),
  );
  await i18next
    .use(initReactI18next)
    .init({ lng: 'ar', resources, interpolation: { escapeValue: false } });
});
beforeEach(forgetPress);

it('[§ 630e BGB] offers each language of the text, a translator, and the practice; reports the choice', () => {
  const onRead = vi.fn(),
    onAsk = vi.fn();
  render(
    <LanguageStop
      header={null}
      language="ar"
      available={['de', 'en']}
      onRead={onRead}
      onAsk={onAsk}
    />,
  );
  expect(screen.getByRole('heading', { name: 'هذا النص غير متوفر بلغتك.' })).toBeTruthy();
  const tiles = screen.getAllByRole('button');
  expect(tiles.map((tile) => /Deutsch|English/.exec(tile.textContent)?.[0])).toEqual([
    'Deutsch',
    'English',
    undefined,
    undefined,
  ]);
  const [german, english, interpreter, ask] = tiles;
  for (const tile of [german, english, ask]) fireEvent.click(tile!);
  expect(onRead.mock.calls).toEqual([
    [{ wanted: 'ar', shown: 'de', by: 'self' }],
    [{ wanted: 'ar', shown: 'en', by: 'self' }],
  ]);
  expect(onAsk).toHaveBeenCalledOnce();
  onRead.mockClear();
  fireEvent.click(interpreter!);
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name: 'متابعة إلى النص' }));
  expect(screen.getByText('يرجى إدخال اسم الشخص الذي يترجم.')).toBeTruthy();
  expect(onRead).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('الاسم واسم العائلة'), {
    target: { value: ' Samir Haddad ' },
  });
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name: 'متابعة إلى النص' }));
  expect(onRead.mock.calls).toEqual([
    [{ wanted: 'ar', shown: 'de', by: 'interpreter', name: 'Samir Haddad' }],
  ]);
});

it('is available in every language of the screens', async () => {
  const seen = new Set<string>();
  for (const language of SPOKEN_LANGUAGES) {
    await i18next.changeLanguage(language);
    render(
      <LanguageStop
        header={null}
        language={language}
        available={['de']}
        onRead={vi.fn()}
        onAsk={vi.fn()}
      />,
    );
    seen.add(screen.getByRole('heading').textContent);
    expect(document.body.textContent).not.toMatch(/\bother\.\w|\{\{/);
    cleanup();
  }
  expect(seen.size).toBe(SPOKEN_LANGUAGES.length);
});
