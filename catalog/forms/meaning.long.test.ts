/** Plain texts ask the same question as the original: an illness years ago is still asked about. */
import { beforeAll, describe, expect, it } from 'vitest';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { wordsIn } from '../../shared/forms/questionnaire/words.ts';
import { findForm, FORMS, formsInUse, type CatalogueForm } from './catalogue.ts';
import { loadWords } from './languages.ts';
import {
  isAboutChild,
  lostInPlain,
  lostInTranslation,
  marksOf,
  says,
} from '../../shared/base/meaning/meaning.ts';
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
  it('every text keeps negation, other things, the past, examples, the person, the child, and numbers', () => {
    const texts = textsOf(form, language),
      isChildren = isAboutChild(textsOf(form, 'de').get('?title') ?? '', 'de');
    expect(
      [...textsOf(form, 'de')].flatMap(([at, german]) =>
        lostInTranslation(german, texts.get(at) ?? '', language, { isChildren }).map(
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
    ['en', 'In the last three years?', 'Dans les cinq dernières années ?', 'fr'],
    ['en', 'Every four weeks?', 'Alle sechs Wochen?', 'de'],
    ['tr', 'Son üç yılda mı?', 'In the last two years?', 'en'],
    ['ar', 'خلال السنتين الماضيتين؟', 'In the last years?', 'en'],
    ['uk', 'За останні чотири роки?', 'In the last five years?', 'en'],
    ['ru', 'За последние шесть недель?', 'В последние недели?', 'uk'],
    ['pl', 'W ciągu ostatnich dwóch lat?', 'In the last years?', 'en'],
    ['ro', 'În ultimele șapte zile?', 'In the last eight days?', 'en'],
    ['fr', 'Il y a douze mois ?', 'Vor zehn Monaten?', 'de'],
    ['it', 'Ogni otto settimane?', 'Every nine weeks?', 'en'],
    ['es', '¿En los últimos cinco años?', 'In the last years?', 'en'],
    ['fa', 'در سه سال گذشته؟', 'In the last two years?', 'en'],
  ])('a number lost from a form written in %s: %s', (own, original, said, language) => {
    expect(lostInTranslation(original, said, language, { own })).toContain('number');
  });
  it.each([
    ['it', 'Ha una malattia di cuore?', 'Lui ha una malattia di cuore?'],
    ['fa', 'آیا شما بیماری قلبی دارید؟', 'آیا او بیماری قلبی دارد؟'],
  ])('a text that turns away by a pronoun alone, planted in %s', (language, right, turned) => {
    const german = 'Haben Sie eine Krankheit am Herzen?';
    expect(lostInTranslation(german, right, language)).toEqual([]);
    expect(lostInTranslation(german, turned, language)).toEqual(['person']);
  });
  it.each([
    ['Waren Sie in den letzten drei Jahren im Krankenhaus?', 'In the last 3 years?', 'en'],
    ['Nehmen Sie die Tablette 2 Tage vorher.', 'خذ القرص قبل يومين.', 'ar'],
    ['Wir achten auf die acht Zähne.', 'We look after the eight teeth.', 'en'],
    ['Geben Sie acht auf die Fäden.', 'Take care of the stitches.', 'en'],
  ])('a number as digits, as a word or as a dual is the same: %s', (german, said, language) => {
    expect(lostInTranslation(german, said, language)).not.toContain('number');
  });
  it.each([
    ['en', 'Does your mother have a heart condition?', 'Do you have a heart condition?'],
    ['tr', 'Annenizin kalp hastalığı var mı?', 'Kalp hastalığınız var mı?'],
    ['ar', 'هل لدى والدك مرض في القلب؟', 'هل لديك مرض في القلب؟'],
    ['uk', 'Чи має ваш батько хворобу серця?', 'Чи маєте ви хворобу серця?'],
    ['ru', 'Есть ли у вашей сестры болезнь сердца?', 'Есть ли у вас болезнь сердца?'],
    ['pl', 'Czy Pana/Pani brat ma chorobę serca?', 'Czy ma Pan/Pani chorobę serca?'],
    ['ro', 'Are soțul dumneavoastră o boală de inimă?', 'Aveți o boală de inimă?'],
    ['fr', 'Votre père a-t-il une maladie du cœur ?', 'Avez-vous une maladie du cœur ?'],
    ['it', 'Suo marito ha una malattia di cuore?', 'Ha una malattia di cuore?'],
    ['es', '¿Tiene su hermana una enfermedad del corazón?', '¿Tiene una enfermedad del corazón?'],
    ['fa', 'آیا همسر شما بیماری قلبی دارد؟', 'آیا شما بیماری قلبی دارید؟'],
  ])('a text that turns to a relative, planted in %s', (language, turned, right) => {
    const german = 'Haben Sie eine Krankheit am Herzen?';
    expect(lostInTranslation(german, turned, language)).toContain('person');
    expect(lostInTranslation(german, right, language)).not.toContain('person');
    expect(
      lostInTranslation('Hat Ihre Mutter eine Krankheit am Herzen?', right, language),
    ).toContain('person');
    expect(lostInTranslation(right, german, 'de', { own: language })).toEqual([]);
    expect(
      lostInTranslation(right, 'Hat Ihr Bruder eine Krankheit am Herzen?', 'de', { own: language }),
    ).toContain('person');
    expect(lostInPlain(right, right, turned, language, { own: language })).toContain('person');
  });
  it('plain German that turns to a relative is found', () => {
    expect(
      lostInPlain(
        'Haben Sie Schmerzen?',
        'Haben Sie Schmerzen?',
        'Hat Ihre Frau Mutter Schmerzen?',
        'de',
      ),
    ).toContain('person');
  });
  it.each([
    ['en', 'I represent the patient.', 'I am the patient.', 'Does your child have pain?'],
    ['tr', 'Hastayı temsil ediyorum.', 'Hasta benim.', 'Çocuğunuzun ağrısı var mı?'],
    ['ar', 'أنا وكيل عن المريض.', 'أنا المريض.', 'هل يشعر طفلك بألم؟'],
    ['uk', 'Я представляю пацієнта.', 'Я пацієнт.', 'Чи болить щось у дитини?'],
    ['ru', 'Я представляю пациента.', 'Я пациент.', 'Есть ли у ребёнка боль?'],
    ['pl', 'Reprezentuję pacjenta.', 'Jestem pacjentem.', 'Czy dziecko ma ból?'],
    ['ro', 'Reprezint pacientul.', 'Sunt pacientul.', 'Copilul are dureri?'],
    ['fr', 'Je représente le patient.', 'Je suis le patient.', 'Votre enfant a-t-il mal ?'],
    ['it', 'Rappresento il paziente.', 'Sono il paziente.', 'Il bambino ha dolore?'],
    ['es', 'Represento al paciente.', 'Soy el paciente.', '¿Tiene dolor su hijo?'],
    ['fa', 'من نماینده بیمار هستم.', 'من بیمار هستم.', 'آیا کودک شما درد دارد؟'],
  ])('a lost represented adult and a new child, planted in %s', (language, kept, lost, child) => {
    const german = 'Ich vertrete die Patientin oder den Patienten.';
    expect(lostInTranslation(german, kept, language)).not.toContain('person');
    expect(lostInTranslation(german, lost, language)).toContain('person');
    expect(lostInTranslation('Haben Sie Schmerzen?', child, language)).toContain('person');
    expect(lostInTranslation('Hat Ihr Kind Schmerzen?', child, language)).not.toContain('person');
    expect(
      lostInTranslation('Hat es Schmerzen?', child, language, { isChildren: true }),
    ).not.toContain('person');
  });
  it.each([
    ['en', 'tr', 'Are you not allergic?', 'Alerjiniz var mı?', 'not'],
    ['en', 'de', 'Have you ever had a stroke?', 'Haben Sie einen Schlaganfall?', 'past'],
    ['tr', 'en', '2 tablet alıyor musunuz?', 'Do you take three tablets?', 'number'],
    ['fr', 'es', 'Par exemple des noix', 'Nueces', 'example'],
    ['pl', 'de', 'Czy dziecko ma ból?', 'Haben Sie Schmerzen?', 'child'],
  ])('a form in %s is checked against its %s', (own, language, original, said, mark) => {
    expect(lostInTranslation(original, said, language, { own })).toContain(mark);
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

/**
 * Translations that keep the meaning by other words: custody without the word child, foster parents
 * as a foster family, „schief gehen“ as „not as it should“, both parents as „jointly“.
 */
const SAID_OTHERWISE: readonly string[] = [
  'child putzen.hilfe',
  'child sorgerecht',
  'person begleitung#pflege',
  'not nachts',
  'not op_problem?plain',
  'past krankenhaus.weswegen',
  'number sorgerecht#gemeinsam',
  'number sorgerecht?why',
];
describe('between languages of a form that is not German', () => {
  it.each(LANGUAGES.filter((one) => one !== 'de'))(
    'the forms of this catalogue, read as if written in %s, give no warning without a cause',
    (own) => {
      const found: string[] = [];
      for (const form of formsInUse()) {
        const texts = textsOf(form, own),
          isChildren = isAboutChild(texts.get('?title') ?? '', own);
        for (const language of LANGUAGES)
          for (const [at, text] of texts)
            found.push(
              ...lostInTranslation(text, textsOf(form, language).get(at) ?? '', language, {
                own,
                isChildren,
              })
                .filter((mark) => !SAID_OTHERWISE.includes(`${mark} ${at}`))
                .map((mark) => `${mark} ${form.key} ${at} ${language}`),
            );
      }
      expect(found).toEqual([]);
    },
  );
});
