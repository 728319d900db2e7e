// Tests of the view of parked submissions: shown as far as readable, and nothing in it can execute.
import { expect, test } from 'vitest';
import { linesOf } from './content-view.ts';

const brief = (content: unknown): string[] =>
  linesOf(typeof content === 'string' ? content : JSON.stringify(content)).map(
    ({ label, text, depth, photos }) =>
      `${'  '.repeat(depth)}${label}: ${text}${photos.length > 0 ? ` [${photos.length}]` : ''}`,
  );

test('answers are shown with their questions, nested answers, and photos', () => {
  const response = {
    resourceType: 'QuestionnaireResponse',
    item: [
      {
        linkId: 'g',
        text: 'Medikamente',
        item: [
          {
            linkId: 'med',
            text: 'Nehmen Sie Medikamente?',
            answer: [
              {
                valueBoolean: true,
                item: [
                  {
                    linkId: 'name',
                    answer: [
                      { valueString: 'Ramipril' },
                      { valueCoding: { code: 'x', display: 'ASS' } },
                    ],
                  },
                ],
              },
            ],
          },
          {
            linkId: 'foto',
            text: 'Packung',
            answer: [
              { valueAttachment: { contentType: 'image/jpeg', data: '/9j/' } },
              { valueAttachment: { contentType: 'image/jpeg', data: '/9j/4A==' } },
            ],
          },
          { linkId: 'dosis', text: 'Dosis', answer: [{ valueQuantity: { value: 5, unit: 'mg' } }] },
        ],
      },
    ],
  };
  expect(brief({ taskId: 't', origin: 'xxx', response })).toEqual([
    'Medikamente: ',
    '  Nehmen Sie Medikamente?: ✓',
    '    name: Ramipril, ASS',
    '  Packung:  [2]',
    '  Dosis: 5 mg',
  ]);
  expect(linesOf(JSON.stringify({ response }))[3]?.photos[0]).toBe('data:image/jpeg;base64,/9j/');
});

test('content that is not a picture is never shown as one, and no URL is taken from it', () => {
  const file = (contentType: string, data: string) =>
    brief({
      response: {
        item: [
          {
            linkId: 'f',
            answer: [{ valueAttachment: { contentType, data, url: 'https://x.example' } }],
          },
        ],
      },
    });
  expect([
    file('image/svg+xml', 'PHN2Zz4='),
    file('text/html', 'PGI+'),
    file('image/jpeg', '"><script>'),
  ]).toEqual([['f: '], ['f: '], ['f: ']]);
});

test('another shape is shown as plain lines; machine words, broken text and deep nesting are tolerated', () => {
  expect(
    brief({
      outcome: 'question',
      note: 'Wie lange?',
      signers: [{ name: 'Anna', mark: { ink: { strokes: [] } } }],
      dataSha256: 'a',
    }),
  ).toEqual(['outcome: question', 'note: Wie lange?', 'signers · name: Anna']);
  expect([brief('{"torn'), linesOf(null), brief('[1]'), brief('null')]).toEqual([
    [': {"torn'],
    [],
    [': 1'],
    [],
  ]);
  let deep: unknown = 'x';
  for (let i = 0; i < 100; i++) deep = { item: [{ linkId: 'a', item: [deep] }] };
  expect(brief({ response: deep }).length).toBeLessThan(20);
});
