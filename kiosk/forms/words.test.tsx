/**
 * Tests of the form's and the surrounding texts: languages, plain language, direction, and reading
 * aloud.
 */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { YES } from '../../shared/forms/questionnaire/model.ts';
import { forgetPress } from '../ui/press.ts';
import {
  answerOf,
  choose,
  form,
  group,
  heading,
  inLanguage,
  jn,
  press,
  show,
  startTexts,
  type,
} from './form.testing.tsx';
import { SPOKEN } from './useWords.ts';

beforeAll(startTexts);
beforeEach(() => forgetPress());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('words', () => {
  const questionnaire = form({
    linkId: 'g',
    type: 'group',
    text: 'Herz',
    _text: inLanguage('ar', 'القلب'),
    item: [
      jn('a', 'Haben Sie ein Gerät im Herzen?', {
        _text: inLanguage('ar', 'هل لديك جهاز؟'),
        extension: [{ url: 'urn:molar:fhir:plain-language', valueString: 'Gerät im Herz?' }],
      }),
      { linkId: 'b', type: 'string', text: 'Wann?' },
    ],
  });
  it('another language keeps answers and input; German is the marked fallback; RTL is applied', async () => {
    const { change, answers } = show(questionnaire);
    choose('Haben Sie ein Gerät im Herzen?', 'Ja');
    type('Wann?', '2019');
    act(() => change({ language: 'ar' }));
    expect(heading()).toBe('القلب');
    const next = await screen.findByRole('button', { name: 'التالي' });
    expect(next.querySelector('[lang=ar]')).not.toBeNull();
    expect(document.querySelector('.q-root')?.getAttribute('dir')).toBe('rtl');
    expect(answerOf('هل لديك جهاز؟', 'نعم').checked).toBe(true);
    expect(group('Wann? بالألمانية فقط').querySelector('[lang=de]')?.textContent).toBe('Wann?');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('2019');
    act(() => change({ language: 'de' }));
    expect(answers('a')).toEqual([{ valueCoding: YES }]);
    expect(answers('b')).toEqual([{ valueString: '2019' }]);
    expect(screen.queryByText('nur auf Deutsch')).toBeNull();
    expect(screen.getByRole('button', { name: 'Weiter' })).toBeTruthy();
  });
  it.each(SPOKEN)('around the questions are shown in %s', async (language) => {
    const { change } = show(questionnaire, { language });
    await waitFor(() =>
      expect(document.querySelector('.q-top')?.getAttribute('lang')).toBe(language),
    );
    const words = document.querySelector('.k-footer')?.textContent ?? '';
    expect(words).not.toContain('Weiter');
    expect(words.trim().length).toBeGreaterThan(4);
    // A language missing in this namespace keeps the app's texts.
    act(() => change({ language: 'vi' }));
    expect(screen.getByRole('button', { name: 'Weiter' })).toBeTruthy();
  });
  it('are in plain language where requested', () => {
    show(questionnaire, { plain: true });
    expect(group('Gerät im Herz?')).toBeTruthy();
  });
  it('are stored with each answer as shown when it was last given', () => {
    const { change, state } = show(questionnaire, { plain: true });
    choose('Gerät im Herz?', 'Ja');
    expect(state().shown).toEqual({ a: { language: 'de', plain: true } });
    act(() => change({ plain: false }));
    // Rewording another question keeps the first one in the wording that was read.
    type('Wann?', '2019');
    expect(state().shown).toEqual({ a: { language: 'de', plain: true } });
    choose('Haben Sie ein Gerät im Herzen?', 'Nein');
    expect(state().shown).toEqual({});
    act(() => change({ plain: false, language: 'ar' }));
    choose('هل لديك جهاز؟', 'نعم');
    expect(state().shown).toEqual({ a: { language: 'ar', plain: false } });
  });
  it('around the questions follow the app', async () => {
    show(questionnaire);
    await act(() => i18next.changeLanguage('en'));
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
    await act(() => i18next.changeLanguage('de'));
  });
});

describe('reading aloud', () => {
  class Utterance {
    voice: unknown = null;
    lang = '';
    text: string;
    constructor(text: string) {
      this.text = text;
    }
    addEventListener = (): void => undefined;
  }
  const questionnaire = form(
    {
      linkId: 'g',
      type: 'group',
      text: 'Seite',
      item: [jn('a', 'Rauchen Sie?'), jn('b', 'Trinken Sie?')],
    },
    jn('c', 'Noch etwas?'),
  );
  const speech = (voices: object[]) => {
    const synth = {
      getVoices: () => voices,
      speak: vi.fn<(words: Utterance) => void>(),
      cancel: vi.fn(),
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    };
    vi.stubGlobal('speechSynthesis', synth);
    vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
    return synth;
  };
  it('is offered only with a local voice, reads question and answers, and stops with the page', () => {
    const synth = speech([{ lang: 'de-DE', localService: true }]);
    show(questionnaire);
    const [, first] = screen.getAllByRole('button', { name: 'Vorlesen' });
    fireEvent.click(first as HTMLElement);
    expect(synth.speak.mock.lastCall?.[0].text).toBe('Rauchen Sie?. Ja. Nein. Weiß ich nicht');
    expect(screen.getByRole('button', { name: 'Anhalten' })).toBeTruthy();
    synth.cancel.mockClear();
    press('Weiter');
    expect(synth.cancel).toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Anhalten' })).toBeNull();
  });
  it('is not offered where the voice is remote or of another language', () => {
    speech([
      { lang: 'de-DE', localService: false },
      { lang: 'fr-FR', localService: true },
    ]);
    show(questionnaire);
    expect(screen.queryByRole('button', { name: 'Vorlesen' })).toBeNull();
  });
  it('stops when a dialog opens over the page', () => {
    const synth = speech([{ lang: 'de', localService: true }]);
    const { change } = show(questionnaire);
    synth.cancel.mockClear();
    act(() => change({ isPaused: true }));
    expect(synth.cancel).toHaveBeenCalled();
  });
});
