/** Executed extensions that limit the answers. */
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import { by, flag } from '../calculations.ts';
import { BLUE, colours, extended, kilo, RED, refuses, text, whole } from './extended.ts';
import { formOf, q, type Case } from './rows.ts';

export const OF_ANSWERS: readonly Case[] = [
  extended(
    EXTENSION.minOccurs,
    'choice',
    { url: EXTENSION.minOccurs, valueInteger: 2 },
    'Fewer answers do not pass; at most 100 are asked for.',
    (seen) => seen.problems({ a: [{ valueCoding: RED }] }).includes('a tooFew'),
    { ...colours(), repeats: true },
  ),
  extended(
    EXTENSION.maxOccurs,
    'choice',
    { url: EXTENSION.maxOccurs, valueInteger: 1 },
    'More answers do not pass.',
    (seen) =>
      seen.problems({ a: [{ valueCoding: RED }, { valueCoding: BLUE }] }).includes('a tooMany'),
    { ...colours(), repeats: true },
  ),
  extended(
    EXTENSION.optionExclusive,
    'choice',
    [],
    'The option excludes all others.',
    (seen) =>
      seen.problems({ a: [{ valueCoding: RED }, { valueCoding: BLUE }] }).includes('a tooMany'),
    { ...colours({ extension: [flag(EXTENSION.optionExclusive)] }), repeats: true },
  ),
  extended(
    EXTENSION.optionPrefix,
    'choice',
    [],
    'It stands in front of the option.',
    (seen) => seen.page().includes('b.) '),
    colours({ extension: [{ url: EXTENSION.optionPrefix, valueString: 'b.)' }] }),
  ),
  extended(
    EXTENSION.minValue,
    'integer',
    { url: EXTENSION.minValue, valueInteger: 3 },
    'A smaller value does not pass.',
    refuses(whole(2), 'tooSmall', whole(3)),
  ),
  extended(
    EXTENSION.maxValue,
    'date',
    { url: EXTENSION.maxValue, valueDate: '2026-01-01' },
    'A greater value does not pass.',
    refuses({ valueDate: '2026-01-02' }, 'tooBig', { valueDate: '2026-01-01' }),
  ),
  extended(
    EXTENSION.minQuantity,
    'quantity',
    { url: EXTENSION.minQuantity, ...kilo(2) },
    'A smaller amount does not pass, in other units of the same kind as well.',
    refuses(
      { valueQuantity: { value: 1900, code: 'g', system: 'http://unitsofmeasure.org' } },
      'tooSmall',
      kilo(2),
    ),
  ),
  extended(
    EXTENSION.maxQuantity,
    'quantity',
    { url: EXTENSION.maxQuantity, ...kilo(2) },
    'A greater amount does not pass.',
    refuses(kilo(3), 'tooBig', kilo(2)),
  ),
  extended(
    EXTENSION.calculatedValue,
    'date',
    {
      url: EXTENSION.maxValue,
      _valueDate: { extension: [by(EXTENSION.calculatedValue, 'today()')] },
    } as Extension,
    'The limit of a value is calculated.',
    refuses({ valueDate: '2999-01-01' }, 'tooBig', { valueDate: '2000-01-01' }),
  ),
  {
    ...extended(EXTENSION.calculatedValue, 'string', [], '', () => true),
    part: 'at other limits',
    form: formOf([
      q('a', 'string', {
        extension: [
          {
            url: EXTENSION.minLength,
            _valueInteger: { extension: [by(EXTENSION.calculatedValue, '3')] },
          } as Extension,
        ],
      }),
    ]),
  },
  extended(
    EXTENSION.minLength,
    'string',
    { url: EXTENSION.minLength, valueInteger: 3 },
    'A shorter text does not pass.',
    refuses(text('ab'), 'tooShort', text('abc')),
  ),
  extended(
    EXTENSION.maxDecimalPlaces,
    'decimal',
    { url: EXTENSION.maxDecimalPlaces, valueInteger: 1 },
    'A value with more decimal places does not pass.',
    refuses({ valueDecimal: 0.25 }, 'decimals', { valueDecimal: 0.2 }),
  ),
  extended(
    EXTENSION.regex,
    'string',
    { url: EXTENSION.regex, valueString: '[0-9]{5}' },
    'Another text does not pass. A pattern that could run without end is not tried.',
    refuses(text('x'), 'pattern', text('12345')),
  ),
  extended(
    EXTENSION.mimeType,
    'attachment',
    { url: EXTENSION.mimeType, valueCode: 'image/png' },
    'A file of another type does not pass.',
    refuses({ valueAttachment: { contentType: 'image/gif', url: 'urn:f' } }, 'fileType', {
      valueAttachment: { contentType: 'image/png', url: 'urn:f' },
    }),
  ),
  extended(
    EXTENSION.maxSize,
    'attachment',
    { url: EXTENSION.maxSize, valueDecimal: 100 },
    'A larger file does not pass.',
    refuses({ valueAttachment: { url: 'urn:f', size: 101 } }, 'fileSize', {
      valueAttachment: { url: 'urn:f', size: 100 },
    }),
  ),
  extended(
    EXTENSION.unit,
    'quantity',
    { url: EXTENSION.unit, valueCoding: { code: 'kg', display: 'Kilo' } },
    'It stands behind the field and is stored with the number.',
    (seen) => seen.page().includes('Kilo'),
  ),
  extended(
    EXTENSION.unitOption,
    'quantity',
    ['kg', 'g'].map((code) => ({
      url: EXTENSION.unitOption,
      valueCoding: { code, display: `Einheit ${code}` },
    })),
    'The person chooses one of the units.',
    (seen) => seen.page().includes('Einheit kg') && seen.page().includes('Einheit g'),
  ),
  {
    of: [EXTENSION.unitValueSet],
    part: 'contained',
    form: formOf(
      [q('a', 'quantity', { extension: [{ url: EXTENSION.unitValueSet, valueCanonical: '#u' }] })],
      {
        contained: [
          {
            resourceType: 'ValueSet',
            id: 'u',
            compose: {
              include: [
                {
                  system: 'urn:u',
                  concept: ['x', 'y'].map((code) => ({ code, display: `Maß ${code}` })),
                },
              ],
            },
          },
        ],
      },
    ),
    does: 'The person chooses one of its units.',
    see: (seen) => seen.page().includes('Maß x') && seen.page().includes('Maß y'),
  },
  {
    of: [EXTENSION.unitValueSet],
    part: 'on a server',
    form: formOf([
      q('a', 'quantity', {
        extension: [{ url: EXTENSION.unitValueSet, valueCanonical: 'http://example.org/units' }],
      }),
    ]),
    detail: 'http://example.org/units',
  },
];
