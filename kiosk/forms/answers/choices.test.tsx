/** Tests of tapped answers: yes and no, choices, scales, and the resulting FHIR value. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modelOf, NO, UNKNOWN } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import {
  answerOf,
  choose,
  coded,
  group,
  inLanguage,
  press,
  show,
  startTexts,
  type,
  YES_NO_UNKNOWN,
} from '../form.testing.tsx';
import { fields, page, R4 } from './answers.testing.ts';

beforeAll(startTexts);
beforeEach(() => forgetPress());

describe('yes and no', () => {
  it('starts empty and stores a boolean', () => {
    const { answers } = show(page({ linkId: 'q', type: 'boolean', text: 'Rauchen Sie?' }));
    expect(answerOf('Rauchen Sie?', 'Ja').checked).toBe(false);
    expect(answerOf('Rauchen Sie?', 'Nein').checked).toBe(false);
    choose('Rauchen Sie?', 'Nein');
    expect(answers('q')).toEqual([{ valueBoolean: false }]);
    expect(answerOf('Rauchen Sie?', 'Nein').checked).toBe(true);
  });
  it('offers „Weiß ich nicht“ as an equal third option', () => {
    const { answers } = show(
      page({ linkId: 'q', type: 'choice', answerValueSet: YES_NO_UNKNOWN, text: 'Diabetes?' }),
    );
    expect([...group('Diabetes?').querySelectorAll('label')].map((one) => one.textContent)).toEqual(
      ['Ja', 'Nein', 'Weiß ich nicht'],
    );
    expect(group('Diabetes?').querySelectorAll('[data-chosen]')).toHaveLength(0);
    choose('Diabetes?', 'Weiß ich nicht');
    expect(answers('q')).toEqual([{ valueCoding: UNKNOWN }]);
    choose('Diabetes?', 'Nein');
    expect(answers('q')).toEqual([{ valueCoding: NO }]);
  });
  it('shows yes and no in the person’s language', () => {
    show(
      page({
        linkId: 'q',
        type: 'boolean',
        text: 'Rauchen Sie?',
        _text: inLanguage('ar', 'هل تدخن؟'),
      }),
      { language: 'ar' },
    );
    expect(group('هل تدخن؟').querySelector('[lang=ar][dir=rtl]')).not.toBeNull();
    expect([...group('هل تدخن؟').querySelectorAll('label')].map((one) => one.textContent)).toEqual([
      'نعم',
      'لا',
    ]);
  });
});

describe('choices', () => {
  const options = [
    coded('a', 'Erstes'),
    coded('b', 'Zweites'),
    {
      ...coded('z', 'Nichts davon trifft zu'),
      extension: [{ url: `${R4}questionnaire-optionExclusive`, valueBoolean: true }],
    },
  ];
  it('several options can be chosen together; „nichts davon“ excludes the others', () => {
    const { answers } = show(
      page({ linkId: 'q', type: 'choice', repeats: true, text: 'Krank?', answerOption: options }),
    );
    choose('Krank?', 'Erstes');
    choose('Krank?', 'Zweites');
    expect(answers('q')).toHaveLength(2);
    choose('Krank?', 'Nichts davon trifft zu');
    expect(answers('q')).toEqual([coded('z', 'Nichts davon trifft zu')]);
    choose('Krank?', 'Erstes');
    expect(answers('q')).toEqual([coded('a', 'Erstes')]);
    choose('Krank?', 'Erstes');
    expect(answers('q')).toBeUndefined();
  });
  it('a single choice can be deselected where no option is „weiß ich nicht“', () => {
    const { answers } = show(
      page({ linkId: 'q', type: 'choice', text: 'Wie oft?', answerOption: options }),
    );
    choose('Wie oft?', 'Zweites');
    expect(answers('q')).toEqual([coded('b', 'Zweites')]);
    press('Antwort löschen');
    expect(answers('q')).toBeUndefined();
  });
  it('long lists are searched, ignoring diacritics and case', () => {
    const many = [
      'AOK',
      'Barmer',
      'Böhm',
      'DAK',
      'hkk',
      'IKK',
      'KKH',
      'mhplus',
      'SBK',
      'Viactiv',
      'Alte Böhm',
    ].map((one, index) => coded(`k${index}`, one));
    const { answers } = show(
      page({ linkId: 'q', type: 'choice', text: 'Kasse?', answerOption: many }),
    );
    expect(group('Kasse?').querySelectorAll('label.k-tile')).toHaveLength(6);
    fireEvent.change(within(group('Kasse?')).getByRole('searchbox'), { target: { value: 'bohm' } });
    expect(
      [...group('Kasse?').querySelectorAll('label.k-tile')].map((one) => one.textContent),
    ).toEqual(['Böhm', 'Alte Böhm']);
    choose('Kasse?', 'Böhm');
    expect(answers('q')).toEqual([coded('k2', 'Böhm')]);
    expect(answerOf('Kasse?', 'Böhm').checked).toBe(true);
    fireEvent.change(within(group('Kasse?')).getByRole('searchbox'), { target: { value: 'xyz' } });
    expect(
      within(group('Kasse?')).getByText('Nichts gefunden. Bitte versuchen Sie ein anderes Wort.'),
    ).toBeTruthy();
    fireEvent.change(within(group('Kasse?')).getByRole('searchbox'), { target: { value: '' } });
    press('Alle 10 zeigen');
    expect(group('Kasse?').querySelectorAll('label.k-tile')).toHaveLength(11);
  });
  it('a list of illnesses is shown whole, however long, with „nichts davon“', () => {
    const many = Array.from({ length: 20 }, (_, n) => coded(`k${n}`, `Leiden ${n}`));
    show(
      page({
        linkId: 'q',
        type: 'choice',
        repeats: true,
        text: 'Krank?',
        answerOption: [...many, ...options.slice(2)],
      }),
    );
    expect(group('Krank?').querySelectorAll('label.k-tile')).toHaveLength(21);
    expect(within(group('Krank?')).queryByRole('searchbox')).toBeNull();
  });
  it('„nichts davon“ stays visible in a searched list', () => {
    const many = Array.from({ length: 60 }, (_, n) => coded(`k${n}`, `Leiden ${n}`));
    const { answers } = show(
      page({
        linkId: 'q',
        type: 'choice',
        repeats: true,
        text: 'Krank?',
        answerOption: [...many, ...options.slice(2)],
      }),
    );
    expect(group('Krank?').querySelectorAll('label.k-tile')).toHaveLength(7);
    choose('Krank?', 'Leiden 0');
    choose('Krank?', 'Nichts davon trifft zu');
    expect(answers('q')).toEqual([coded('z', 'Nichts davon trifft zu')]);
  });
  it('a drop-down of the form gets a search field as well', () => {
    show(
      page({
        linkId: 'q',
        type: 'choice',
        text: 'Kasse?',
        answerOption: options,
        extension: [
          {
            url: `${R4}questionnaire-itemControl`,
            valueCodeableConcept: { coding: [{ code: 'drop-down' }] },
          },
        ],
      }),
    );
    expect(within(group('Kasse?')).getByRole('searchbox')).toBeTruthy();
  });
  it('free text replaces a single choice, and joins several but not „nichts davon“', () => {
    const { answers } = show(
      page(
        { linkId: 'q', type: 'open-choice', text: 'Anlass?', answerOption: [coded('a', 'Erstes')] },
        {
          linkId: 'm',
          type: 'open-choice',
          repeats: true,
          text: 'Wünsche?',
          answerOption: options,
        },
      ),
    );
    choose('Anlass?', 'Erstes');
    type('Anlass?', ' Zahn wackelt ');
    expect(answers('q')).toEqual([{ valueString: 'Zahn wackelt' }]);
    expect(answerOf('Anlass?', 'Erstes').checked).toBe(false);
    choose('Anlass?', 'Erstes');
    expect(answers('q')).toEqual([coded('a', 'Erstes')]);
    expect(fields('Anlass?')[0]?.value).toBe('');
    choose('Wünsche?', 'Erstes');
    type('Wünsche?', 'Ruhe');
    expect(answers('m')).toEqual([coded('a', 'Erstes'), { valueString: 'Ruhe' }]);
    choose('Wünsche?', 'Nichts davon trifft zu');
    expect(answers('m')).toEqual([coded('z', 'Nichts davon trifft zu')]);
    type('Wünsche?', 'Ruhe');
    expect(answers('m')).toEqual([{ valueString: 'Ruhe' }]);
  });
});

describe('scales', () => {
  const control = (code: string) => ({
    url: `${R4}questionnaire-itemControl`,
    valueCodeableConcept: {
      coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }],
    },
  });
  const scale = (from: number, to: number, step?: number): QuestionnaireItem => ({
    linkId: 'q',
    type: 'integer',
    text: 'Wie stark?',
    extension: [
      control('slider'),
      { url: `${R4}minValue`, valueInteger: from },
      { url: `${R4}maxValue`, valueInteger: to },
      ...(step === undefined
        ? []
        : [{ url: `${R4}questionnaire-sliderStepValue`, valueInteger: step }]),
    ],
  });
  const steps = (): (string | null)[] =>
    [...group('Wie stark?').querySelectorAll('label')].map((one) => one.textContent);

  it('renders a tile per number, none preselected, and can be deselected', () => {
    const { answers } = show(page(scale(0, 10)));
    expect(steps()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(within(group('Wie stark?')).queryAllByRole('radio', { checked: true })).toHaveLength(0);
    expect(within(group('Wie stark?')).queryByRole('textbox')).toBeNull();
    choose('Wie stark?', '0');
    expect(answers('q')).toEqual([{ valueInteger: 0 }]);
    choose('Wie stark?', '7');
    expect(answers('q')).toEqual([{ valueInteger: 7 }]);
    expect(answerOf('Wie stark?', '7').checked).toBe(true);
    press('Antwort löschen');
    expect(answers('q')).toBeUndefined();
  });
  it('is one radio group: a single tab stop, arrow keys move along it', () => {
    show(page(scale(1, 5)));
    const radios = within(group('Wie stark?')).getAllByRole<HTMLInputElement>('radio');
    expect(new Set(radios.map((one) => one.name)).size).toBe(1);
    expect(radios[0]?.name).not.toBe('');
  });
  it('keeps the form’s steps and both ends', () => {
    show(page(scale(0, 100, 25)));
    expect(steps()).toEqual(['0', '25', '50', '75', '100']);
  });
  it('includes the upper end when a step passes it; supports tenths', () => {
    const { answers } = show(
      page({
        linkId: 'q',
        type: 'decimal',
        text: 'Wie stark?',
        extension: [
          control('slider'),
          { url: `${R4}minValue`, valueDecimal: 0 },
          { url: `${R4}maxValue`, valueDecimal: 0.5 },
          { url: `${R4}questionnaire-sliderStepValue`, valueDecimal: 0.2 },
        ],
      }),
    );
    expect(steps()).toEqual(['0', '0,2', '0,4', '0,5']);
    choose('Wie stark?', '0,4');
    expect(answers('q')).toEqual([{ valueDecimal: 0.4 }]);
  });
  it('shows the meaning of its ends', () => {
    show(
      page({
        ...scale(0, 10),
        item: [
          { linkId: 'l', type: 'display', text: 'kein Schmerz', extension: [control('lower')] },
          {
            linkId: 'u',
            type: 'display',
            text: 'stärkster Schmerz',
            extension: [control('upper')],
          },
        ],
      }),
    );
    expect(group('Wie stark?').textContent).toContain('kein Schmerz');
    expect(screen.getAllByText('stärkster Schmerz')).toHaveLength(1);
  });
  it.each([
    ['too many steps', scale(0, 100)],
    ['no upper end', { ...scale(0, 10), extension: scale(0, 10).extension?.slice(0, 2) }],
    ['upside down', scale(10, 0)],
    ['no step', scale(0, 10, 0)],
  ] as [string, QuestionnaireItem][])('%s: a number is typed', (_, item) => {
    show(page(item));
    expect(within(group('Wie stark?')).getByRole('textbox')).toBeTruthy();
    expect(steps()).not.toContain('1');
  });
  it('shows an answer of another form that matches no tile', () => {
    const item = scale(0, 100, 25),
      asked = page(item),
      model = modelOf(asked);
    show(asked, { state: { ...newState(model), answers: { q: [{ valueInteger: 40 }] } } });
    expect(within(group('Wie stark?')).getByRole<HTMLInputElement>('textbox').value).toBe('40');
  });
});
