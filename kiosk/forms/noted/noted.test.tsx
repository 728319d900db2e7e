/**
 * Tests of the list at the start of a re-visit: one press confirms exactly the answers that it
 * shows, single lines can be changed, and only volatile and never answered questions follow.
 */
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { NO, YES } from '../../../shared/forms/questionnaire/model.ts';
import type { Place } from '../../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import { LIST } from './list.ts';
import {
  answerOf,
  choose,
  form,
  heading,
  inLanguage,
  jn,
  press,
  show,
  showWholePages,
  startTexts,
  type,
  when,
} from '../form.testing.tsx';

beforeAll(startTexts);
beforeEach(() => {
  forgetPress();
  showWholePages();
});
afterEach(() => vi.unstubAllGlobals());

const volatile = [{ url: 'urn:molar:fhir:volatile', valueBoolean: true }];
const group = (linkId: string, text: string, ...item: QuestionnaireItem[]): QuestionnaireItem => ({
  linkId,
  type: 'group',
  text,
  item,
});
const FORM = form(
  group(
    'heart',
    'Herz',
    jn('infarct', 'Infarkt?', { required: true }),
    {
      linkId: 'year',
      type: 'string',
      text: 'Wann war der Infarkt?',
      enableWhen: when('infarct'),
    },
    jn('joint', 'Künstliches Gelenk?'),
  ),
  group(
    'medicine',
    'Medikamente',
    jn('takes', 'Nehmen Sie Mittel?', { required: true, extension: volatile }),
  ),
  group('life', 'Leben', jn('smoke', 'Rauchen Sie?'), jn('drugs', 'Drogen?')),
);
const OLD: Record<string, readonly FhirValue[]> = {
  infarct: [{ valueCoding: YES }],
  year: [{ valueString: '2019' }],
  joint: [{ valueCoding: YES }],
  takes: [{ valueCoding: YES }],
  smoke: [{ valueCoding: NO }],
};
const previousWith = (old = OLD) => ({
  at: '2026-03-12',
  answersAt: (place: Place) => (place.node.isVolatile ? [] : (old[place.key] ?? [])),
  dayAt: (place: Place) => (place.key === 'joint' ? '2024-05-02' : '2026-03-12'),
});
const lines = (): string[] =>
  screen
    .getAllByRole('listitem')
    .map((one) => [...one.querySelectorAll('p')].map((part) => part.textContent).join(' | '));
const line = (question: string): HTMLElement => {
  const found = screen.getAllByRole('listitem').find((one) => one.textContent.includes(question));
  if (!found) throw new Error(`no line „${question}“`);
  return found;
};
/** The heading without soft hyphens. */
const title = (): string => heading().replaceAll('\u00ad', '');
const change = (question: string): void => press(`${question} ändern`);

describe('the list of a re-visit', () => {
  it('shows the known answers by page, with the day of those that were not confirmed', () => {
    show(FORM, { previous: previousWith(), list: LIST });
    expect(heading()).toBe('Das haben wir notiert');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Herz',
      'Leben',
    ]);
    expect(lines()).toEqual([
      'Infarkt? | Ja',
      'Wann war der Infarkt? | 2019',
      'Künstliches Gelenk? | Ja | Nicht bestätigt seit 02.05.2024',
      'Rauchen Sie? | Nein',
    ]);
    expect(within(line('Infarkt?')).getByRole('button', { name: 'Infarkt? ändern' })).toBeTruthy();
  });
  it('confirms the answers on it, asks the volatile ones again, then shows the review', () => {
    const { answers, calls } = show(FORM, { previous: previousWith(), list: LIST });
    press('Stimmt alles');
    expect(calls.onConfirm.mock.calls.map(([place]) => (place as Place).key)).toEqual([
      'infarct',
      'joint',
      'smoke',
      'year',
    ]);
    expect(answers('year')).toEqual([{ valueString: '2019' }]);
    // Never answered and not required: neither confirmed nor asked.
    expect(answers('drugs')).toBeUndefined();
    expect(answers('takes')).toBeUndefined();
    expect(title()).toBe('Nehmen Sie Mittel?');
    choose('Nehmen Sie Mittel?', 'Nein');
    press('Weiter');
    expect(heading()).toBe('Stimmt alles?');
    press('Ja, alles stimmt');
    expect(calls.onDone.mock.calls.length).toBe(1);
  });
  it('cannot be confirmed before its last line was in view', () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = vi.fn();
        disconnect = vi.fn();
      },
    );
    show(FORM, { previous: previousWith(), list: LIST });
    expect(screen.queryByRole('button', { name: 'Stimmt alles' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Weiterlesen' })).toBeTruthy();
  });
  it('opens one question for change, with its details, and comes back', () => {
    const { answers } = show(FORM, { previous: previousWith(), list: LIST });
    change('Infarkt?');
    expect(answerOf('Infarkt?', 'Ja').checked).toBe(true);
    expect(screen.queryByText('Künstliches Gelenk?')).toBeNull();
    type('Wann war der Infarkt?', '2018');
    press('Zurück zur Übersicht');
    expect(lines().slice(0, 3)).toEqual([
      'Infarkt? | Ja',
      'Wann war der Infarkt? | 2018 | Heute geändert',
      'Künstliches Gelenk? | Ja | Nicht bestätigt seit 02.05.2024',
    ]);
    press('Stimmt alles');
    expect(answers('year')).toEqual([{ valueString: '2018' }]);
    expect(answers('joint')).toEqual([{ valueCoding: YES }]);
  });
  it('keeps an answer that was opened and left alone', () => {
    const { answers } = show(FORM, { previous: previousWith(), list: LIST });
    change('Künstliches Gelenk?');
    press('Zurück');
    expect(lines()).toContain('Künstliches Gelenk? | Ja');
    press('Stimmt alles');
    expect(answers('joint')).toEqual([{ valueCoding: YES }]);
  });
  it('drops the details of an answer that is no longer true', () => {
    const { answers } = show(FORM, { previous: previousWith(), list: LIST });
    change('Infarkt?');
    choose('Infarkt?', 'Nein');
    press('Zurück zur Übersicht');
    expect(lines().slice(0, 2)).toEqual([
      'Infarkt? | Nein | Heute geändert',
      'Künstliches Gelenk? | Ja | Nicht bestätigt seit 02.05.2024',
    ]);
    press('Stimmt alles');
    expect(answers('infarct')).toEqual([{ valueCoding: NO }]);
  });
  it('is followed by required questions that were never answered', () => {
    show(FORM, {
      previous: previousWith({ joint: [{ valueCoding: YES }], smoke: [{ valueCoding: NO }] }),
      list: LIST,
    });
    expect(lines()).toHaveLength(2);
    press('Stimmt alles');
    expect(heading()).toBe('Herz');
    press('Weiter');
    expect(screen.getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    choose('Infarkt?', 'Nein');
    press('Weiter');
    expect(title()).toBe('Nehmen Sie Mittel?');
  });
  it('submits at once where nothing else is asked', () => {
    const { calls, answers } = show(form(group('life', 'Leben', jn('smoke', 'Rauchen Sie?'))), {
      previous: previousWith(),
      list: LIST,
    });
    press('Stimmt alles');
    expect(answers('smoke')).toEqual([{ valueCoding: NO }]);
    expect(calls.onDone.mock.calls.length).toBe(1);
  });
  it('leads back to itself from the first page, and is skipped once it was confirmed', () => {
    const { state } = show(FORM, { previous: previousWith(), list: LIST });
    press('Stimmt alles');
    press('Zurück');
    expect(heading()).toBe('Das haben wir notiert');
    expect(lines()).toHaveLength(4);
    const kept = state();
    document.body.innerHTML = '';
    show(FORM, {
      previous: previousWith(),
      list: LIST,
      state: kept,
      opened: ['infarct', 'year', 'joint', 'smoke'],
    });
    expect(title()).toBe('Nehmen Sie Mittel?');
  });
  it('is never shown at a first visit, or where every question is volatile', () => {
    show(FORM, { list: LIST });
    expect(heading()).toBe('Herz');
    document.body.innerHTML = '';
    show(form(group('g', 'Heute', jn('takes', 'Mittel?', { extension: volatile }))), {
      previous: previousWith(),
      list: LIST,
    });
    expect(heading()).toBe('Mittel?');
  });
  it('shows the questions in plain words, and in the language of the person', () => {
    const smoke = jn('smoke', 'Rauchen Sie?', {
      _text: inLanguage('en', 'Do you smoke?'),
      extension: [{ url: 'urn:molar:fhir:plain-language', valueString: 'Rauchen Sie Zigaretten?' }],
    });
    const { change: give } = show(form(group('life', 'Leben', smoke)), {
      previous: previousWith(),
      list: LIST,
      plain: true,
    });
    expect(lines()).toEqual(['Rauchen Sie Zigaretten? | Nein']);
    act(() => give({ plain: false, language: 'en' }));
    expect(lines()).toEqual(['Do you smoke? | No']);
  });
});
