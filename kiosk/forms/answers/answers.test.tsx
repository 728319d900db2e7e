/** One test per kind of question: the user's input, and the resulting FHIR value. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import { modelOf, NO, UNKNOWN } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import {
  answerOf,
  choose,
  coded,
  form,
  group,
  inLanguage,
  press,
  show,
  startTexts,
  type,
  YES_NO_UNKNOWN,
} from '../form.testing.tsx';
import type { StorePhoto } from '../types.ts';

const R4 = 'http://hl7.org/fhir/StructureDefinition/';
vi.mock('./photo.ts', () => ({
  // happy-dom renders no images; image encoding is covered by a story.
  photoOf: (file: File, room: number) =>
    file.name === 'kaputt.jpg'
      ? Promise.reject(new Error('no picture'))
      : room < 400_000
        ? Promise.resolve(null)
        : Promise.resolve({
            bytes: new Uint8Array([255, 216, 255]),
            contentType: 'image/jpeg',
            width: 2,
            height: 1,
          }),
}));

beforeAll(startTexts);
beforeEach(() => forgetPress());

/** Two questions, so that the page has a heading of its own. */
const page = (...item: QuestionnaireItem[]) =>
  form({
    linkId: 'g',
    type: 'group',
    text: 'Seite',
    item: [
      ...item,
      { linkId: 'rest', type: 'display', text: 'Danke' },
      { linkId: 'zweite', type: 'boolean', text: 'Zweite?' },
    ],
  });
const fields = (question: string): HTMLInputElement[] =>
  within(group(question)).getAllByRole<HTMLInputElement>('textbox');

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

describe('words', () => {
  it('trims a text, and counts from 80 % of its limit on without truncating', () => {
    const { answers } = show(
      page({ linkId: 'q', type: 'text', maxLength: 10, text: 'Noch etwas?' }),
    );
    type('Noch etwas?', ' abc ');
    expect(answers('q')).toEqual([{ valueString: 'abc' }]);
    expect(screen.queryByText(/von 10 Zeichen/)).toBeNull();
    type('Noch etwas?', 'abcdefgh');
    expect(screen.getByText('8 von 10 Zeichen')).toBeTruthy();
    type('Noch etwas?', 'abcdefghijkl');
    expect(answers('q')).toEqual([{ valueString: 'abcdefghijkl' }]);
    press('Weiter');
    expect(
      within(group('Noch etwas?')).getByText(
        'Das ist zu lang. Es dürfen höchstens 10 Zeichen sein.',
      ),
    ).toBeTruthy();
    type('Noch etwas?', '   ');
    expect(answers('q')).toBeUndefined();
  });
  it("opens the app's letter keyboard on a practice tablet", () => {
    show(page({ linkId: 'q', type: 'string', text: 'Name?' }), {}, true);
    expect(fields('Name?')[0]?.dataset.keyboard).toBe('text');
    expect(fields('Name?')[0]?.autocomplete).toBe('off');
  });
  it('stores an address as a URI, and renders its field left to right', () => {
    const { answers } = show(page({ linkId: 'q', type: 'url', text: 'Seite im Netz?' }));
    type('Seite im Netz?', 'https://example.org');
    expect(answers('q')).toEqual([{ valueUri: 'https://example.org' }]);
    expect(fields('Seite im Netz?')[0]?.dir).toBe('ltr');
  });
  it('several texts get one field each, can be added and removed', () => {
    const { answers } = show(
      page({ linkId: 'q', type: 'string', repeats: true, text: 'Wogegen allergisch?' }),
    );
    expect(screen.queryByRole('button', { name: 'Weitere hinzufügen' })).toBeNull();
    type('Wogegen allergisch?', 'Penicillin');
    press('Weitere hinzufügen');
    expect(fields('Wogegen allergisch?')).toHaveLength(2);
    fireEvent.change(fields('Wogegen allergisch?')[1] as HTMLElement, {
      target: { value: 'Latex' },
    });
    expect(answers('q')).toEqual([{ valueString: 'Penicillin' }, { valueString: 'Latex' }]);
    press('Angabe 1 entfernen');
    expect(answers('q')).toEqual([{ valueString: 'Latex' }]);
    expect(fields('Wogegen allergisch?').map((one) => one.value)).toEqual(['Latex']);
  });
});

describe('numbers', () => {
  it('accepts whole numbers in digits of any script, and shows limits', () => {
    const { answers } = show(
      page({
        linkId: 'q',
        type: 'integer',
        text: 'Wie groß?',
        extension: [
          { url: `${R4}maxValue`, valueInteger: 250 },
          { url: `${R4}questionnaire-unit`, valueCoding: { code: 'cm', display: 'cm' } },
        ],
      }),
    );
    type('Wie groß?', '١٧٢');
    expect(answers('q')).toEqual([{ valueInteger: 172 }]);
    type('Wie groß?', '۱۸۰ cm');
    expect(answers('q')).toEqual([{ valueInteger: 180 }]);
    expect(within(group('Wie groß?')).getByText('cm')).toBeTruthy();
    type('Wie groß?', '300');
    press('Weiter');
    expect(
      within(group('Wie groß?')).getByText('Die Zahl ist zu groß. Sie darf höchstens 250 sein.'),
    ).toBeTruthy();
  });
  it('accepts decimals with a comma, and stores nothing while half is typed', () => {
    const { answers } = show(page({ linkId: 'q', type: 'decimal', text: 'Wie schwer?' }));
    type('Wie schwer?', '72,5');
    expect(answers('q')).toEqual([{ valueDecimal: 72.5 }]);
    type('Wie schwer?', '72,');
    expect(fields('Wie schwer?')[0]?.value).toBe('72,');
    expect(answers('q')).toEqual([{ valueDecimal: 72 }]);
    type('Wie schwer?', '-');
    expect(answers('q')).toBeUndefined();
    press('Weiter');
    expect(
      within(group('Wie schwer?')).getByText('Diese Angabe ist noch nicht vollständig.'),
    ).toBeTruthy();
  });
  it('requires the unit of a quantity, and presets none', () => {
    const unit = (code: string) => ({
      url: `${R4}questionnaire-unitOption`,
      valueCoding: { system: 'http://unitsofmeasure.org', code, display: code },
    });
    const { answers } = show(
      page({
        linkId: 'q',
        type: 'quantity',
        text: 'Wie viel?',
        extension: [unit('mg'), unit('g')],
      }),
    );
    type('Wie viel?', '5');
    expect(answers('q')).toBeUndefined();
    press('Weiter');
    expect(
      within(group('Wie viel?')).getByText('Diese Angabe ist noch nicht vollständig.'),
    ).toBeTruthy();
    choose('Wie viel?', 'mg');
    expect(answers('q')).toEqual([
      { valueQuantity: { value: 5, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' } },
    ]);
    expect(
      within(group('Wie viel?')).queryByText('Diese Angabe ist noch nicht vollständig.'),
    ).toBeNull();
  });
});

describe('days and times', () => {
  const put = (question: string, ...texts: string[]): void =>
    texts.forEach((text, index) =>
      fireEvent.change(fields(question)[index] as HTMLElement, { target: { value: text } }),
    );
  it('accepts a day, a month or a year, as precise as it is known', () => {
    const { answers } = show(page({ linkId: 'q', type: 'date', text: 'Wann?' }));
    put('Wann?', '', '', '2019');
    expect(answers('q')).toEqual([{ valueDate: '2019' }]);
    put('Wann?', '', '3', '2019');
    expect(answers('q')).toEqual([{ valueDate: '2019-03' }]);
    put('Wann?', '12', '3', '2019');
    expect(answers('q')).toEqual([{ valueDate: '2019-03-12' }]);
    put('Wann?', '31', '2', '2019');
    expect(answers('q')).toBeUndefined();
    press('Weiter');
    expect(
      within(group('Wann?')).getByText(
        'Dieses Datum ist noch nicht vollständig oder gibt es nicht.',
      ),
    ).toBeTruthy();
  });
  it('requires a full birth date; an entry format limits the parts asked', () => {
    const { answers } = show(
      page(
        {
          linkId: 'b',
          type: 'date',
          text: 'Geboren?',
          extension: [{ url: 'urn:molar:fhir:patient-field', valueCode: 'geburtsdatum' }],
        },
        {
          linkId: 'j',
          type: 'date',
          text: 'Welches Jahr?',
          extension: [{ url: `${R4}entryFormat`, valueString: 'JJJJ' }],
        },
        {
          linkId: 'm',
          type: 'date',
          text: 'Welcher Monat?',
          extension: [{ url: `${R4}entryFormat`, valueString: 'MM.YYYY' }],
        },
      ),
    );
    put('Geboren?', '', '', '1958');
    expect(answers('b')).toBeUndefined();
    expect(fields('Welches Jahr?')).toHaveLength(1);
    put('Welches Jahr?', '1999');
    expect(answers('j')).toEqual([{ valueDate: '1999' }]);
    put('Welcher Monat?', '4', '1999');
    expect(answers('m')).toEqual([{ valueDate: '1999-04' }]);
  });
  it('stores a time of day, and a moment in Berlin time in winter and summer', () => {
    const { answers } = show(
      page(
        { linkId: 't', type: 'time', text: 'Uhrzeit?' },
        { linkId: 'm', type: 'dateTime', text: 'Seit wann?' },
      ),
    );
    put('Uhrzeit?', '7', '5');
    expect(answers('t')).toEqual([{ valueTime: '07:05:00' }]);
    put('Uhrzeit?', '25', '5');
    expect(answers('t')).toBeUndefined();
    put('Seit wann?', '12', '1', '2026');
    expect(answers('m')).toEqual([{ valueDateTime: '2026-01-12' }]);
    put('Seit wann?', '12', '1', '2026', '8', '30');
    expect(answers('m')).toEqual([{ valueDateTime: '2026-01-12T08:30:00+01:00' }]);
    put('Seit wann?', '12', '7');
    expect(answers('m')).toEqual([{ valueDateTime: '2026-07-12T08:30:00+02:00' }]);
  });
});

describe('photos', () => {
  const photos = page({
    linkId: 'q',
    type: 'attachment',
    required: true,
    text: 'Packung',
    extension: [{ url: `${R4}mimeType`, valueCode: 'image/*' }],
  });
  const give = async (name: string): Promise<void> => {
    const input = group('Packung').querySelector('input[type=file]');
    await act(async () => {
      fireEvent.change(input as HTMLElement, {
        target: { files: [new File(['x'], name, { type: 'image/jpeg' })] },
      });
    });
  };
  it('shows a message where no photo can be stored', () => {
    show(photos);
    expect(
      within(group('Packung')).getByText(
        'Hier können wir kein Foto aufnehmen. Bitte zeigen Sie es uns am Empfang.',
      ),
    ).toBeTruthy();
  });
  it('stores, retakes, removes; reports a bad picture and a full disk', async () => {
    const storePhoto = vi.fn<StorePhoto>(() =>
      Promise.resolve({ contentType: 'image/jpeg', url: 'blob/1', size: 3 }),
    );
    const { answers } = show(photos, { storePhoto });
    await give('kaputt.jpg');
    expect(
      within(group('Packung')).getByText(
        'Dieses Bild lässt sich nicht öffnen. Bitte nehmen Sie ein neues Foto auf.',
      ),
    ).toBeTruthy();
    expect(storePhoto).not.toHaveBeenCalled();
    await give('gut.jpg');
    await waitFor(() =>
      expect(answers('q')).toEqual([
        { valueAttachment: { contentType: 'image/jpeg', url: 'blob/1', size: 3 } },
      ]),
    );
    expect(storePhoto.mock.calls[0]?.[0]).toMatchObject({
      contentType: 'image/jpeg',
      width: 2,
      height: 1,
    });
    expect(screen.getByRole('button', { name: 'Neu aufnehmen' })).toBeTruthy();
    storePhoto.mockRejectedValueOnce(new Error('full'));
    await give('gut.jpg');
    expect(within(group('Packung')).getByText(/konnte nicht gespeichert werden/)).toBeTruthy();
    expect(answers('q')).toHaveLength(1);
    press('Foto entfernen');
    expect(answers('q')).toBeUndefined();
    press('Weiter');
    expect(within(group('Packung')).getByText('Hier fehlt noch ein Foto.')).toBeTruthy();
  });
  it('[T3] stores a photo that arrives after the page has locked and the question is unmounted', async () => {
    const { answers } = show(photos, {
      storePhoto: () => Promise.resolve({ contentType: 'image/jpeg', url: 'blob/1', size: 3 }),
    });
    const camera = group('Packung').querySelector<HTMLInputElement>('input[capture]');
    if (!camera) throw new Error('no camera');
    cleanup();
    Object.defineProperty(camera, 'files', {
      value: [new File(['x'], 'gut.jpg', { type: 'image/jpeg' })],
    });
    await act(async () => {
      camera.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(answers('q')).toEqual([
      { valueAttachment: { contentType: 'image/jpeg', url: 'blob/1', size: 3 } },
    ]);
  });
  it("[sync P8] rejects a photo over the size limit at once; a retake reuses the old one's space", async () => {
    const storePhoto = vi.fn<StorePhoto>(() =>
      Promise.resolve({ contentType: 'image/jpeg', data: 'A'.repeat(3_500_000), size: 2_625_000 }),
    );
    const two = page(
      { linkId: 'q', type: 'attachment', text: 'Packung' },
      { linkId: 'p', type: 'attachment', text: 'Plan' },
    );
    const { answers } = show(two, { storePhoto });
    await give('gut.jpg');
    await waitFor(() => expect(answers('q')).toHaveLength(1));
    const plan = group('Plan').querySelector('input[type=file]');
    await act(async () => {
      fireEvent.change(plan as HTMLElement, {
        target: { files: [new File(['x'], 'gut.jpg', { type: 'image/jpeg' })] },
      });
    });
    expect(within(group('Plan')).getByText(/^Für dieses Foto ist kein Platz mehr\./)).toBeTruthy();
    expect([answers('p'), storePhoto.mock.calls.length]).toEqual([undefined, 1]);
    await give('gut.jpg');
    expect(storePhoto).toHaveBeenCalledTimes(2);
  });
  it('[sync P8] oversized answers are not submitted, and the review page says why', () => {
    const onDone = vi.fn(() => 'too_large' as const);
    show(photos, {
      startAt: 9,
      onDone,
      state: {
        ...newState(modelOf(photos)),
        answers: { q: [{ valueAttachment: { contentType: 'image/jpeg', url: 'blob/1' } }] },
      },
    });
    press('Ja, alles stimmt');
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/^Ihre Antworten sind mit den Fotos zusammen zu groß\./)).toBeTruthy();
  });
  it('offers only the camera on a practice tablet', () => {
    show(photos, { storePhoto: () => Promise.resolve({}) }, true);
    expect(screen.getByRole('button', { name: 'Foto aufnehmen' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Bild auswählen' })).toBeNull();
    expect(group('Packung').querySelector('input')?.getAttribute('capture')).toBe('environment');
  });
});

describe('read-only items', () => {
  it('renders given answers, references and texts as text, no hidden items, and never markup', () => {
    const questionnaire = page(
      {
        linkId: 'r',
        type: 'string',
        readOnly: true,
        text: 'Nummer',
        initial: [{ valueString: '<b>4711</b>' }],
      },
      {
        linkId: 'h',
        type: 'string',
        text: 'Verborgen',
        extension: [{ url: `${R4}questionnaire-hidden`, valueBoolean: true }],
      },
      {
        linkId: 'd',
        type: 'display',
        text: '<b>Achtung</b>',
        _text: { extension: [{ url: `${R4}rendering-xhtml`, valueString: '<b>Achtung</b>' }] },
      },
      { linkId: 'ref', type: 'reference', text: 'Arzt' },
    );
    const start = newState(modelOf(questionnaire));
    show(questionnaire, {
      state: {
        ...start,
        answers: { ...start.answers, ref: [{ valueReference: { display: 'Dr. Beck' } }] },
      },
    });
    expect(within(group('Nummer')).getByText('<b>4711</b>')).toBeTruthy();
    expect(within(group('Nummer')).queryByRole('textbox')).toBeNull();
    expect(within(group('Arzt')).getByText('Dr. Beck')).toBeTruthy();
    expect(screen.queryByText('Verborgen')).toBeNull();
    expect(screen.getByText('<b>Achtung</b>')).toBeTruthy();
    expect(document.querySelector('b')).toBeNull();
  });
  it('shows help below the question, unfolds reasons, an address as text, pictures only from bytes', () => {
    const media = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-itemMedia';
    show(
      page(
        {
          linkId: 'q',
          type: 'boolean',
          prefix: '3.',
          text: 'Blut?',
          item: [
            {
              linkId: 'q.h',
              type: 'display',
              text: 'Zum Beispiel Marcumar.',
              extension: [
                {
                  url: `${R4}questionnaire-itemControl`,
                  valueCodeableConcept: { coding: [{ code: 'help' }] },
                },
              ],
            },
          ],
          extension: [
            { url: 'urn:molar:fhir:why', valueString: 'Es kann länger bluten.' },
            { url: `${R4}questionnaire-supportLink`, valueUri: 'https://example.org' },
            { url: media, valueAttachment: { contentType: 'image/png', data: 'iVBORw0KGgo=' } },
          ],
        },
        {
          linkId: 'p',
          type: 'boolean',
          text: 'Bild?',
          extension: [
            {
              url: media,
              valueAttachment: { contentType: 'image/png', url: 'https://example.org/x.png' },
            },
          ],
        },
      ),
    );
    expect(screen.getByText('Zum Beispiel Marcumar.')).toBeTruthy();
    expect(screen.queryByText('Es kann länger bluten.')).toBeNull();
    press('Warum fragen wir das?');
    expect(screen.getByText('Es kann länger bluten.')).toBeTruthy();
    expect(screen.getByText('Mehr darüber: https://example.org')).toBeTruthy();
    expect(document.querySelector('a')).toBeNull();
    expect([...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual([
      'data:image/png;base64,iVBORw0KGgo=',
    ]);
    expect(group('3. Blut?')).toBeTruthy();
  });
});
