// Tests of teeth in plain words: place and name of each number, in every language of the screens.

import { expect, it } from 'vitest';
import { TEMPLATES } from '../../catalog/consent/catalogue.ts';
import { SPOKEN_LANGUAGES } from '../base/languages.ts';
import { withToothNames } from './tooth.ts';

const SIX = '36 (unten links, erster großer Backenzahn)',
  SEVEN = '37 (unten links, zweiter großer Backenzahn)';
const inField = (text: string, language = 'de'): string => withToothNames('Zahn', text, language),
  inText = (text: string): string => withToothNames('Behandlung', text, 'de');

it.each([
  ['36', SIX],
  ['11', '11 (oben rechts, mittlerer Schneidezahn)'],
  ['28', '28 (oben links, Weisheitszahn)'],
  ['85', '85 (unten rechts, zweiter Milchbackenzahn)'],
  ['36, 37', `${SIX}, ${SEVEN}`],
  ['36/37', `${SIX}/${SEVEN}`],
  ['36 mod', `${SIX} mod`],
  ['Regio 36', `Regio ${SIX}`],
  ['36 (distal)', `${SIX} (distal)`],
])('%s in the field of a tooth is named for the patient', (text, expected) => {
  expect(inField(text)).toBe(expected);
});

it.each(['19', '56', '3636', '–', '', '11.12.2026', '12 mm', '36,50 €', '36 Euro'])(
  '%j in the field of a tooth stays as it is',
  (text) => {
    expect(inField(text)).toBe(text);
  },
);

it.each([
  ['Entfernung von Zahn 36', `Entfernung von Zahn ${SIX}`],
  [
    'Füllungen an den Zähnen 36 und 37, danach Kontrolle',
    `Füllungen an den Zähnen ${SIX} und ${SEVEN}, danach Kontrolle`,
  ],
  ['Implantat regio 36', `Implantat regio ${SIX}`],
  ['Zahn 36 mod, 37 od', `Zahn ${SIX} mod, ${SEVEN} od`],
  ['Zahn 36, 12 Wochen Geduld', `Zahn ${SIX}, 12 Wochen Geduld`],
])('%s in a free text is named after the word for a tooth', (text, expected) => {
  expect(inText(text)).toBe(expected);
});

it.each(['36 Sitzungen', 'am 11.12.', 'Zahnersatz 36', 'Zahn in 14 Tagen', 'Zahn 3', 'Zahn 99'])(
  '%j in a free text stays as it is',
  (text) => {
    expect(inText(text)).toBe(text);
  },
);

it('a field that asks how many teeth, or for their colour, names no tooth', () => {
  for (const label of ['Anzahl Zähne', 'Wie viele Zähne?', 'Zahnfarbe'])
    expect(withToothNames(label, '12', 'de')).toBe('12');
});

it('each field of the shipped texts that asks for a tooth names it', () => {
  const named = TEMPLATES.flatMap((text) =>
    text.fields
      .filter(({ label }) => withToothNames(label.de, '36', 'de') === SIX)
      .map(({ id }) => `${text.id} ${id}`),
  );
  expect([...new Set(named)].sort()).toEqual([
    'extraktion zahn',
    'implantat stelle',
    'mehrkosten zahn',
    'wurzelkanal zahn',
  ]);
});

it('every language of the screens names all 52 teeth differently', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((quadrant) =>
    (quadrant > 4 ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7, 8]).map((at) => `${quadrant}${at}`),
  );
  for (const language of SPOKEN_LANGUAGES) {
    const names = numbers.map((one) => inField(one, language).slice(3));
    expect([language, new Set(names).size, names.some((one) => one.includes('( '))]).toEqual([
      language,
      52,
      false,
    ]);
  }
});
