/** Answers of last time: shown with their day, counted only by an act, never for what is asked every time anew. */
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FhirValue } from '../../shared/fhir.ts';
import { NO, UNKNOWN, YES } from '../../shared/questionnaire-model.ts';
import type { QuestionnaireItem } from '../../shared/questionnaire.ts';
import { forgetPress } from '../ui/press.ts';
import { answerOf, choose, form, group, jn, press, show, startTexts, type, when } from './form.testing.tsx';

beforeAll(startTexts);
beforeEach(() => forgetPress());

describe('answers of last time', () => {
  const volatile = [{ url: 'urn:molar:fhir:volatile', valueBoolean: true }];
  const old: Record<string, readonly FhirValue[]> = { a: [{ valueCoding: NO }], a1: [{ valueString: '2019' }], b: [{ valueCoding: YES }], v: [{ valueCoding: YES }] };
  const previous = { at: '2026-03-12', answersAt: (place: { readonly key: string }) => old[place.key] ?? [] };
  const page = (...item: QuestionnaireItem[]) => form({ linkId: 'g', type: 'group', text: 'Seite', item });
  it('are shown with their day and count only by an act', () => {
    const { answers, calls } = show(page(jn('a', 'Infarkt?'), jn('c', 'Neu?')), { previous });
    expect(group('Infarkt?').textContent).toContain('Beim letzten Mal (12.03.2026): Nein');
    expect(answers('a')).toBeUndefined();
    expect(group('Infarkt?').querySelector('input')).toBeNull();
    expect(group('Neu?').textContent).not.toContain('Beim letzten Mal');
    press('Stimmt noch');
    expect(answers('a')).toEqual([{ valueCoding: NO }]);
    expect(calls.onConfirm.mock.calls.map(([place]) => (place as { key: string }).key)).toEqual(['a']);
    expect(answerOf('Infarkt?', 'Nein').checked).toBe(true);
  });
  it('that changed leave the question empty', () => {
    const { answers, calls } = show(page(jn('a', 'Infarkt?'), jn('c', 'Neu?')), { previous });
    press('Hat sich geändert');
    expect(answers('a')).toBeUndefined();
    expect(group('Infarkt?').querySelectorAll('[data-chosen]')).toHaveLength(0);
    choose('Infarkt?', 'Weiß ich nicht');
    expect(answers('a')).toEqual([{ valueCoding: UNKNOWN }]);
    expect(calls.onConfirm).not.toHaveBeenCalled();
  });
  it('that were confirmed can be written anew: the field stays when it is emptied', () => {
    const { answers } = show(page({ linkId: 'a1', type: 'string', text: 'Welches Mittel?' }, jn('c', 'Neu?')), { previous });
    press('Stimmt noch');
    expect(answers('a1')).toEqual([{ valueString: '2019' }]);
    type('Welches Mittel?', '');
    expect(answers('a1')).toBeUndefined();
    type('Welches Mittel?', 'Eliquis');
    expect(answers('a1')).toEqual([{ valueString: 'Eliquis' }]);
    expect(screen.queryByRole('button', { name: 'Stimmt noch' })).toBeNull();
  });
  it('are never shown for what is asked every time anew', () => {
    show(page(jn('v', 'Mittel?', { extension: volatile }), jn('a', 'Infarkt?')), { previous });
    expect(group('Mittel?').textContent).toContain('Das fragen wir jedes Mal neu.');
    expect(group('Mittel?').textContent).not.toContain('Beim letzten Mal');
    expect(answerOf('Mittel?', 'Ja').checked).toBe(false);
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
  });
  it('say it once for a page where all is asked anew, and not at a first visit', () => {
    const both = page(jn('v', 'Mittel?', { extension: volatile }), jn('w', 'Beschwerden?', { extension: volatile }));
    const { change } = show(both, { previous });
    expect(screen.getAllByText('Das fragen wir jedes Mal neu.')).toHaveLength(1);
    act(() => change({ previous: undefined }));
    expect(screen.queryByText('Das fragen wir jedes Mal neu.')).toBeNull();
  });
  it('of a whole page count by one act, follow-ups and all', () => {
    old.a = [{ valueCoding: YES }];
    const { answers, calls } = show(page(jn('a', 'Infarkt?', { item: [{ linkId: 'a1', type: 'string', text: 'Wann?', enableWhen: when('a') }] }), jn('b', 'Stent?')), { previous });
    press('Alles auf dieser Seite stimmt noch');
    expect([answers('a'), answers('a1'), answers('b')]).toEqual([[{ valueCoding: YES }], [{ valueString: '2019' }], [{ valueCoding: YES }]]);
    expect(calls.onConfirm).toHaveBeenCalledTimes(3);
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
    old.a = [{ valueCoding: NO }];
  });
  it('of a page are not offered where one question has none', () => {
    show(page(jn('a', 'Infarkt?'), jn('b', 'Stent?'), jn('c', 'Neu?')), { previous });
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
  });
});
