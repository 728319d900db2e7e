/** Tests of typed and prefilled answers: the user's input, and the resulting FHIR value. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import { forgetPress } from '../../ui/press.ts';
import { choose, group, press, show, startTexts, type } from '../form.testing.tsx';
import { fields, page, R4 } from './answers.testing.ts';

beforeAll(startTexts);
beforeEach(() => forgetPress());

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
  it('a practice tablet with Chromium offers no saved address, a private phone keeps its own rules', () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Chrome/131.0 Safari/537');
    show(page({ linkId: 'q', type: 'string', text: 'Name?' }), {}, true);
    const field = fields('Name?')[0];
    expect([field?.getAttribute('autocomplete'), field?.form?.autocomplete]).toEqual([
      'molar-answer',
      'off',
    ]);
    cleanup();
    show(page({ linkId: 'q', type: 'string', text: 'Name?' }));
    expect(fields('Name?')[0]?.getAttribute('autocomplete')).toBe('off');
    agent.mockRestore();
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
    expect(within(group('Wie schwer?')).getByText(/^Das ist noch keine Zahl/)).toBeTruthy();
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
    expect(within(group('Wie viel?')).getByText(/^Bitte schreiben Sie eine Zahl/)).toBeTruthy();
    choose('Wie viel?', 'mg');
    expect(answers('q')).toEqual([
      { valueQuantity: { value: 5, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' } },
    ]);
    expect(within(group('Wie viel?')).queryByText(/^Bitte schreiben Sie eine Zahl/)).toBeNull();
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
    expect(within(group('Wann?')).getByText(/^Dieses Datum ist nicht vollständig/)).toBeTruthy();
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

describe('read-only items', () => {
  it('renders prefilled answers, references and texts as text, no hidden items, and never markup', () => {
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
