/** Plain texts ask the same question as the original: an illness years ago is still asked about. */
import { beforeAll, describe, expect, it } from 'vitest';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { wordsIn } from '../../shared/forms/questionnaire/words.ts';
import { findForm, FORMS, formsInUse, type CatalogueForm } from './catalogue.ts';
import { loadWords } from './languages.ts';
import { lostInTranslation, marksOf, says } from '../../shared/base/meaning.ts';
import { lostIn, pairsIn } from './meaning.ts';

const LANGUAGES = FORMS[0]!.languages,
  found = new Map<string, ReadonlyMap<string, string>>();
const textsOf = (form: CatalogueForm, language: string): ReadonlyMap<string, string> =>
  found.get(`${form.key}.${language}`)!;
beforeAll(async () => {
  for (const form of FORMS) {
    for (const language of LANGUAGES) {
      const words = language === 'de' ? undefined : await loadWords(form.key, language);
      found.set(
        `${form.key}.${language}`,
        words ? new Map(Object.entries(words.texts)) : wordsIn(form.questionnaire),
      );
    }
  }
});
const cases = formsInUse().flatMap((form) =>
  LANGUAGES.map((language) => [form.key, language, form] as const),
);

describe.each(cases)('%s in %s', (_key, language, form) => {
  it('plain texts keep past, other, not, or and years', () => {
    expect(lostIn(textsOf(form, 'de'), textsOf(form, language), language)).toEqual([]);
  });
  it('the question itself keeps the meaning of the German one by the word lists', () => {
    const german = textsOf(form, 'de'),
      unknown = pairsIn(textsOf(form, language)).flatMap(({ linkId, standard }) =>
        marksOf(german.get(linkId)!, 'de')
          .filter((mark) => mark !== 'or' && !says(standard, language, mark))
          .map((mark) => `${linkId} ${mark}`),
      );
    expect(unknown).toEqual([]);
  });
});

describe.each(cases)('%s in %s', (key, language, form) => {
  it('every text keeps negation, other things, the past, examples, the child, and numbers', () => {
    const texts = textsOf(form, language);
    expect(
      [...textsOf(form, 'de')].flatMap(([at, german]) =>
        lostInTranslation(german, texts.get(at) ?? '', language).map(
          (mark) => `${key}.${language} ${at} ${mark}`,
        ),
      ),
    ).toEqual([]);
  });
});

describe('detects lost meaning', () => {
  const first = findForm('anamnese-erwachsene@1')!;
  it.each(LANGUAGES)(
    'the first version lost the past of seven required questions in %s',
    (language) => {
      const required = new Set(
        modelOf(first.questionnaire)
          .nodes.filter((one) => one.isRequired)
          .map((one) => one.linkId),
      );
      const lost = lostIn(textsOf(first, 'de'), textsOf(first, language), language);
      const past = lost
        .filter((one) => one.endsWith(' past'))
        .map((one) => one.split(' ')[0] ?? '');
      expect(past.filter((one) => required.has(one))).toEqual(
        expect.arrayContaining([
          'herz',
          'kreislauf',
          'organe',
          'nerven',
          'blut',
          'infektion',
          'atmung',
        ]),
      );
      expect(lost).toEqual(
        expect.arrayContaining(['beschwerden others', 'tumor others', 'sonstiges not']),
      );
    },
  );
  it.each([
    ['past', 'herz', 'Haben Sie ein krankes Herz?'],
    ['others', 'tumor', 'Hatten Sie schon einmal Krebs oder haben Sie ihn jetzt?'],
    ['not', 'sonstiges', 'Haben Sie noch eine andere Krankheit?'],
    ['or', 'nerven', 'Hatten Sie schon einmal eine Krankheit der Nerven?'],
  ])('a planted loss: %s', (mark, linkId, plain) => {
    const form = formsInUse().find((one) => one.id === 'anamnese-erwachsene')!,
      german = textsOf(form, 'de');
    expect(lostIn(german, new Map([...german, [`${linkId}?plain`, plain]]), 'de')).toContain(
      `${linkId} ${mark}`,
    );
  });
  it.each([
    ['Waren Sie in den letzten drei Jahren im Krankenhaus?', 'In the last five years?', 'en'],
    ['Waren Sie in den letzten drei Jahren im Krankenhaus?', '¿En los últimos años?', 'es'],
    ['Nehmen Sie die Tablette 2 Tage vorher.', 'Take the tablet three days before.', 'en'],
    ['Kommen Sie in zwölf Monaten wieder.', 'Przyjdź za dziesięć miesięcy.', 'pl'],
    ['Kommen Sie in sechs Monaten wieder.', 'Приходите через семь месяцев.', 'ru'],
  ])('a planted loss of a number: %s', (german, said, language) => {
    expect(lostInTranslation(german, said, language)).toContain('number');
  });
  it.each([
    ['Waren Sie in den letzten drei Jahren im Krankenhaus?', 'In the last 3 years?', 'en'],
    ['Nehmen Sie die Tablette 2 Tage vorher.', 'خذ القرص قبل يومين.', 'ar'],
    ['Wir achten auf die acht Zähne.', 'We look after the eight teeth.', 'en'],
    ['Geben Sie acht auf die Fäden.', 'Take care of the stitches.', 'en'],
  ])('a number as digits, as a word or as a dual is the same: %s', (german, said, language) => {
    expect(lostInTranslation(german, said, language)).not.toContain('number');
  });
  it('a planted loss of the years', () => {
    const form = formsInUse().find((one) => one.id === 'zusatz-roentgen')!,
      german = textsOf(form, 'de');
    expect(
      lostIn(
        german,
        new Map([...german, ['aufnahmen?plain', 'Gibt es Röntgenbilder von Zähnen oder Kiefer?']]),
        'de',
      ),
    ).toEqual(['aufnahmen years', 'aufnahmen number']);
  });
});
