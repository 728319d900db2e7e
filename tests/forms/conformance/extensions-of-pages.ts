/** Executed extensions that change what the page shows. */
import { EXTENSION, R4, SDC } from '../../../shared/forms/questionnaire/extensions.ts';
import { flag } from '../calculations.ts';
import { colours, control, extended } from './extended.ts';
import { formOf, q, type Case } from './rows.ts';

/** A picture of one point. */
const DOT = {
  contentType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  title: 'Bild',
};

export const OF_PAGES: readonly Case[] = [
  extended(
    EXTENSION.hidden,
    'group',
    flag(EXTENSION.hidden),
    'The item is not drawn, with everything below it, and nothing in it is required.',
    (seen) => !seen.page().includes('Frage b') && seen.problems().length === 0,
    { item: [q('b', 'string', { required: true })] },
  ),
  extended(
    EXTENSION.itemControl,
    'integer',
    [
      control('slider'),
      { url: EXTENSION.minValue, valueInteger: 0 },
      { url: EXTENSION.maxValue, valueInteger: 4 },
    ],
    'Scales, searched lists, and texts of help, units and ends are drawn.',
    (seen) => (seen.page().match(/type="radio"/g) ?? []).length === 5,
  ),
  {
    of: [EXTENSION.itemControl],
    part: 'table, page, header and further ones',
    form: formOf([q('g', 'group', { extension: [control('gtable')], item: [q('a', 'string')] })]),
    detail: 'itemControl gtable',
  },
  extended(
    EXTENSION.sliderStepValue,
    'integer',
    [
      control('slider'),
      { url: EXTENSION.minValue, valueInteger: 0 },
      { url: EXTENSION.maxValue, valueInteger: 4 },
      { url: EXTENSION.sliderStepValue, valueInteger: 2 },
    ],
    'It is the distance of the numbers of a scale.',
    (seen) => (seen.page().match(/type="radio"/g) ?? []).length === 3,
  ),
  extended(
    EXTENSION.choiceOrientation,
    'choice',
    { url: EXTENSION.choiceOrientation, valueCode: 'vertical' },
    'Vertical options stand below each other; others are laid out by their length.',
    (seen) => seen.page().includes('q-tiles--column'),
    colours(),
  ),
  extended(
    EXTENSION.supportLink,
    'string',
    { url: EXTENSION.supportLink, valueUri: 'https://example.org/help' },
    'The address is shown as text, since a tablet opens no other pages.',
    (seen) => seen.page().includes('https://example.org/help'),
  ),
  extended(
    EXTENSION.entryFormat,
    'string',
    { url: EXTENSION.entryFormat, valueString: 'AA-99' },
    'It is shown next to the field.',
    (seen) => seen.page().includes('AA-99'),
  ),
  extended(
    EXTENSION.openLabel,
    'open-choice',
    { url: EXTENSION.openLabel, valueString: 'Etwas anderes' },
    'It names the field for own words.',
    (seen) => seen.page().includes('Etwas anderes'),
    colours(),
  ),
  extended(
    `${SDC}itemMedia`,
    'string',
    { url: `${SDC}itemMedia`, valueAttachment: DOT },
    'A picture inside the form is shown; none is fetched by its address.',
    (seen) => seen.page().includes(`data:image/png;base64,${DOT.data}`),
  ),
  extended(
    `${SDC}itemAnswerMedia`,
    'choice',
    [],
    'A picture inside the form is shown at its option; none is fetched by its address.',
    (seen) => seen.page().includes(`data:image/png;base64,${DOT.data}`),
    colours({ extension: [{ url: `${SDC}itemAnswerMedia`, valueAttachment: DOT }] }),
  ),
  extended(
    EXTENSION.shortText,
    'string',
    { url: EXTENSION.shortText, valueString: 'Kurz' },
    'It names the question on the chair card; the page shows the whole text.',
    (seen) => seen.page().includes('Frage a') && !seen.page().includes('Kurz'),
  ),
  extended(
    `${R4}translation`,
    'string',
    [],
    'Texts are shown in the language of the person; a form is offered in its complete languages only.',
    (seen) => seen.page({}, 'en').includes('Your dog?'),
    {
      _text: {
        extension: [
          {
            url: `${R4}translation`,
            extension: [
              { url: 'lang', valueCode: 'en' },
              { url: 'content', valueString: 'Your dog?' },
            ],
          },
        ],
      },
    },
  ),
  {
    of: [EXTENSION.subQuestionnaire],
    part: 'contained',
    form: formOf(
      [
        {
          linkId: 'x',
          type: 'display',
          text: '…',
          extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: '#part' }],
        },
      ],
      {
        contained: [
          { resourceType: 'Questionnaire', status: 'active', id: 'part', item: [q('p', 'string')] },
        ],
      },
    ),
    does: 'The part takes the place of the item that names it.',
    see: (seen) => seen.page().includes('Frage p'),
  },
  {
    of: [EXTENSION.subQuestionnaire],
    part: 'in another file',
    form: formOf([
      {
        linkId: 'x',
        type: 'display',
        text: '…',
        extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: 'urn:part' }],
      },
    ]),
    detail: 'urn:part',
  },
];
