/**
 * Tests of earlier answers: shown with their date, counted only after confirmation, never for
 * volatile questions.
 */
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf, NO, UNKNOWN, YES } from '../../shared/forms/questionnaire/model.ts';
import { extensionOfUnconfirmed } from '../../shared/forms/answers/origin.ts';
import type { ResponseItem } from '../../shared/forms/questionnaire/response-types.ts';
import { previousOf } from '../../shared/forms/answers/revisit.ts';
import { carryUntouched } from '../../shared/forms/answers/untouched.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../ui/press.ts';
import {
  answerOf,
  choose,
  form,
  group,
  jn,
  press,
  show,
  startTexts,
  type,
  when,
} from './form.testing.tsx';

beforeAll(startTexts);
beforeEach(() => forgetPress());

describe('earlier answers', () => {
  const volatile = [{ url: 'urn:molar:fhir:volatile', valueBoolean: true }];
  const old: Record<string, readonly FhirValue[]> = {
    a: [{ valueCoding: NO }],
    a1: [{ valueString: '2019' }],
    b: [{ valueCoding: YES }],
    v: [{ valueCoding: YES }],
  };
  const previous = {
    at: '2026-03-12',
    answersAt: (place: { readonly key: string }) => old[place.key] ?? [],
  };
  const page = (...item: QuestionnaireItem[]) =>
    form({ linkId: 'g', type: 'group', text: 'Seite', item });
  it('are shown with their date and count only after confirmation', () => {
    const { answers, calls } = show(page(jn('a', 'Infarkt?'), jn('c', 'Neu?')), { previous });
    expect(group('Infarkt?').textContent).toContain('Beim letzten Mal (12.03.2026): Nein');
    expect(answers('a')).toBeUndefined();
    expect(group('Infarkt?').querySelector('input')).toBeNull();
    expect(group('Neu?').textContent).not.toContain('Beim letzten Mal');
    press('Stimmt noch');
    expect(answers('a')).toEqual([{ valueCoding: NO }]);
    expect(calls.onConfirm.mock.calls.map(([place]) => (place as { key: string }).key)).toEqual([
      'a',
    ]);
    expect(answerOf('Infarkt?', 'Nein').checked).toBe(true);
  });
  it('leave the question empty when changed', () => {
    const { answers, calls } = show(page(jn('a', 'Infarkt?'), jn('c', 'Neu?')), { previous });
    press('Hat sich geändert');
    expect(answers('a')).toBeUndefined();
    expect(group('Infarkt?').querySelectorAll('[data-chosen]')).toHaveLength(0);
    choose('Infarkt?', 'Weiß ich nicht');
    expect(answers('a')).toEqual([{ valueCoding: UNKNOWN }]);
    expect(calls.onConfirm).not.toHaveBeenCalled();
  });
  it('can be rewritten after confirmation: the field stays when emptied', () => {
    const { answers } = show(
      page({ linkId: 'a1', type: 'string', text: 'Welches Mittel?' }, jn('c', 'Neu?')),
      { previous },
    );
    press('Stimmt noch');
    expect(answers('a1')).toEqual([{ valueString: '2019' }]);
    type('Welches Mittel?', '');
    expect(answers('a1')).toBeUndefined();
    type('Welches Mittel?', 'Eliquis');
    expect(answers('a1')).toEqual([{ valueString: 'Eliquis' }]);
    expect(screen.queryByRole('button', { name: 'Stimmt noch' })).toBeNull();
  });
  it('are never shown for volatile questions', () => {
    show(page(jn('v', 'Mittel?', { extension: volatile }), jn('a', 'Infarkt?')), { previous });
    expect(group('Mittel?').textContent).toContain('Das fragen wir jedes Mal neu.');
    expect(group('Mittel?').textContent).not.toContain('Beim letzten Mal');
    expect(answerOf('Mittel?', 'Ja').checked).toBe(false);
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
  });
  it('show one note on a page of volatile questions, and none at a first visit', () => {
    const both = page(
      jn('v', 'Mittel?', { extension: volatile }),
      jn('w', 'Beschwerden?', { extension: volatile }),
    );
    const { change } = show(both, { previous });
    expect(screen.getAllByText('Das fragen wir jedes Mal neu.')).toHaveLength(1);
    act(() => change({ previous: undefined }));
    expect(screen.queryByText('Das fragen wir jedes Mal neu.')).toBeNull();
  });
  it('of a whole page are confirmed by one press, including follow-ups', () => {
    old.a = [{ valueCoding: YES }];
    const { answers, calls } = show(
      page(
        jn('a', 'Infarkt?', {
          item: [{ linkId: 'a1', type: 'string', text: 'Wann?', enableWhen: when('a') }],
        }),
        jn('b', 'Stent?'),
      ),
      { previous },
    );
    press('Alles auf dieser Seite stimmt noch');
    expect([answers('a'), answers('a1'), answers('b')]).toEqual([
      [{ valueCoding: YES }],
      [{ valueString: '2019' }],
      [{ valueCoding: YES }],
    ]);
    expect(calls.onConfirm).toHaveBeenCalledTimes(3);
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
    old.a = [{ valueCoding: NO }];
  });
  it('of a page are not offered where one question has none', () => {
    show(page(jn('a', 'Infarkt?'), jn('b', 'Stent?'), jn('c', 'Neu?')), { previous });
    expect(screen.queryByRole('button', { name: 'Alles auf dieser Seite stimmt noch' })).toBeNull();
  });
});

describe('untouched earlier answers', () => {
  const field = (valueCode: string) => [{ url: 'urn:molar:fhir:patient-field', valueCode }];
  const person = form(
    {
      linkId: 'p',
      type: 'group',
      text: 'Person',
      item: [
        {
          linkId: 'first',
          type: 'string',
          text: 'Vorname',
          required: true,
          extension: field('firstName'),
        },
        { linkId: 'born', type: 'string', text: 'Geburtsname' },
        jn('joint', 'Gelenk?', {
          item: [{ linkId: 'where', type: 'string', text: 'Welches?', enableWhen: when('joint') }],
        }),
        { linkId: 'more', type: 'string', text: 'Noch etwas?' },
      ],
    },
    {
      linkId: 'k',
      type: 'group',
      text: 'Kontakt',
      item: [
        { linkId: 'mail', type: 'string', text: 'E-Mail', extension: field('email') },
        { linkId: 'mobile', type: 'string', text: 'Mobil', extension: field('mobile') },
      ],
    },
  );
  const model = modelOf(person);
  const answer = (linkId: string, value: FhirValue, ...item: ResponseItem[]): ResponseItem => ({
    linkId,
    answer: [{ ...value, ...(item.length > 0 && { item }) }],
  });
  const last = previousOf(
    model,
    {
      item: [
        {
          linkId: 'p',
          item: [
            answer('first', { valueString: 'Anna' }),
            answer('born', { valueString: 'Meier' }),
            answer('joint', { valueCoding: YES }, answer('where', { valueString: 'Hüfte' })),
          ],
        },
        {
          linkId: 'k',
          item: [
            answer('mail', { valueString: 'anna@example.org' }),
            {
              linkId: 'mobile',
              answer: [
                { valueString: '0171 1', extension: [extensionOfUnconfirmed('2024-05-06')] },
              ],
            },
          ],
        },
      ],
    },
    '2026-03-12',
  );
  /** As the app does: keeps the touched keys, and adds the untouched answers. */
  function start() {
    const opened = new Set<string>(),
      onAsked = vi.fn();
    const shown = show(person, {
      state: last.start,
      previous: last,
      opened: [],
      onOpen: (key) => {
        opened.add(key);
      },
      onAsked,
      known: { values: { firstName: 'Anna' }, today: '2026-11-20', confirmed: [] },
      carry: (state) => carryUntouched(model, state, last, { opened }),
    });
    return { ...shown, opened, onAsked };
  }
  const unfold = (): void => {
    for (const more of screen.getAllByRole('button', { name: /^Nicht beantwortet: / })) {
      forgetPress();
      fireEvent.click(more);
    }
  };
  const lineOf = (question: string): string | null | undefined =>
    screen.getByText(question).closest('div')?.querySelector('dd')?.textContent;

  it('are on the review page with their date as submitted, including follow-ups', () => {
    const { state } = start();
    press('Stimmt');
    press('Weiter');
    expect(group('Mobil').textContent).toContain('Beim letzten Mal (06.05.2024): 0171 1');
    press('Weiter');
    unfold();
    expect([
      lineOf('Vorname'),
      lineOf('Geburtsname'),
      lineOf('Gelenk?'),
      lineOf('Welches?'),
      lineOf('Noch etwas?'),
      lineOf('Mobil'),
    ]).toEqual([
      'Anna',
      'MeierNicht bestätigt, vom 12.03.2026',
      'JaNicht bestätigt, vom 12.03.2026',
      'HüfteNicht bestätigt, vom 12.03.2026',
      'Nicht beantwortet',
      '0171 1Nicht bestätigt, vom 06.05.2024',
    ]);
    expect(Object.keys(state().answers)).toEqual(['first']);
  });
  it('are not reported as missing: a known e-mail address counts', () => {
    const { calls, onAsked } = start();
    press('Stimmt');
    press('Weiter');
    press('Weiter');
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Ja, alles stimmt');
    expect([onAsked.mock.calls.length, calls.onDone.mock.calls.length]).toEqual([0, 1]);
  });
  it('are cleared by opening them and stay so; an empty e-mail address is asked about', () => {
    const { opened } = start();
    press('Stimmt');
    forgetPress();
    const [, changed] = screen.getAllByRole('button', { name: 'Hat sich geändert' });
    if (changed) fireEvent.click(changed);
    press('Weiter');
    forgetPress();
    const [mail] = screen.getAllByRole('button', { name: 'Hat sich geändert' });
    if (mail) fireEvent.click(mail);
    press('Weiter');
    expect(screen.queryByRole('dialog')?.textContent).toContain('E-Mail-Adresse');
    press('Ja, in Ordnung');
    unfold();
    expect([...opened]).toEqual(['joint', 'mail']);
    expect([lineOf('Gelenk?'), lineOf('E-Mail')]).toEqual([
      'Nicht beantwortet',
      'Nicht beantwortet',
    ]);
    expect(screen.queryByText('Welches?')).toBeNull();
  });
  it('are confirmed by one press: record values, earlier answers and follow-ups', () => {
    const { answers, calls } = start();
    press('Alles, was hier steht, stimmt');
    expect([
      answers('first'),
      answers('born'),
      answers('joint'),
      answers('where'),
      answers('more'),
    ]).toEqual([
      [{ valueString: 'Anna' }],
      [{ valueString: 'Meier' }],
      [{ valueCoding: YES }],
      [{ valueString: 'Hüfte' }],
      undefined,
    ]);
    expect(calls.onConfirm).toHaveBeenCalledTimes(4);
  });
});
