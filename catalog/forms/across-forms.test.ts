/** Tests of rules across the forms of the catalogue: codes, critical kinds, topics, fields. */
import { describe, expect, it } from 'vitest';
import { ASKED_OF_EVERYBODY, CRITICAL_KINDS } from '../../shared/forms/answers/critical.ts';
import { kindOfAnswer, kindOfQuestion } from '../../shared/forms/answers/critical-kinds.ts';
import { modelOf, type Model, type Node } from '../../shared/forms/questionnaire/model.ts';
import { wordsIn } from '../../shared/forms/questionnaire/words.ts';
import { FORMS, formsInUse } from './catalogue.ts';
import { loadWords } from './languages.ts';

const modelBy = new Map<string, Model>(
  FORMS.map((form) => [form.key, modelOf(form.questionnaire)]),
);
const modelFor = (key: string): Model => modelBy.get(key)!;

const codes = (node: Node): readonly (string | undefined)[] =>
  node.options.map((one) => one.value.valueCoding?.code);

/** Topic of a question, and the meaning of its answers. */
const kindsOf = (model: Model, node: Node): string[] =>
  [
    kindOfQuestion(model, node),
    ...node.options.map((option) => kindOfAnswer(model, option)),
  ].filter((kind) => kind !== undefined);

/** Codes whose meaning a later version says in other words: it is also asked at home. */
const REWORDED: Readonly<Record<string, readonly [before: string, since: string]>> = {
  'urn:molar:anamnese heute': ['Nur das Problem von heute', 'Nur das Problem, wegen dem ich komme'],
};

/** Words for a mild or a constant pain: another answer than a dull one. */
const MILD: Readonly<Record<string, RegExp>> = {
  en: /mild|constant/i,
  ar: /خفيف|مستمر/,
  es: /leve|constante/i,
  fa: /خفیف|ملایم|مداوم/,
  fr: /lég|constant/i,
  it: /liev|legger|costant/i,
  pl: /łagodn|lekk|stał/i,
  ro: /ușoar|constant/i,
  ru: /слаб|лёгк|легк|постоянн/i,
  tr: /hafif|sürekli/i,
  uk: /слаб|легк|постійн/i,
};

describe('across the forms', () => {
  it('each code has one meaning, and a form asks for every critical kind', () => {
    const means = new Map<string, string>(),
      kinds = new Set<string>();
    for (const { questionnaire } of FORMS) {
      const model = modelOf(questionnaire);
      for (const node of model.nodes) {
        for (const kind of kindsOf(model, node)) kinds.add(kind);
        for (const { value, text } of node.options) {
          const code = `${value.valueCoding?.system} ${value.valueCoding?.code}`;
          const [before, since] = REWORDED[code] ?? [],
            meaning = text === before && since !== undefined ? since : text;
          expect(means.get(code) ?? meaning, code).toBe(meaning);
          means.set(code, meaning);
        }
      }
    }
    expect([...kinds].sort()).toEqual([...CRITICAL_KINDS].sort());
  });

  it('adults and children are asked for every critical kind of every day; children not for pregnancy or drugs, but for bottle and custody', () => {
    const kindsIn = (key: string): Set<string> => {
      const model = modelFor(key);
      return new Set(model.nodes.flatMap((one) => kindsOf(model, one)));
    };
    // The forms for surgery and pain ask about wound healing and swallowing.
    expect(CRITICAL_KINDS.filter((kind) => !kindsIn('anamnese-erwachsene@1').has(kind))).toEqual([
      'schlucken',
      'wundheilung',
    ]);
    expect(CRITICAL_KINDS.filter((kind) => !kindsIn('anamnese-kinder@1').has(kind))).toEqual([
      'strahlentherapie',
      'schlucken',
      'gelenk',
      'schwangerschaft',
      'wundheilung',
      'knochen',
    ]);
    for (const key of ['anamnese-erwachsene@1', 'anamnese-kinder@1'])
      expect(
        ASKED_OF_EVERYBODY.filter((kind) => kind !== 'schwangerschaft' && !kindsIn(key).has(kind)),
        key,
      ).toEqual([]);
    const children = modelFor('anamnese-kinder@1').byLinkId;
    for (const linkId of ['sorgerecht', 'flasche', 'gewohnheiten', 'fluorid', 'unfall', 'spange'])
      expect(children.has(linkId), linkId).toBe(true);
    for (const linkId of ['schwanger', 'rauchen', 'alkohol', 'drogen'])
      expect(children.has(linkId), linkId).toBe(false);
  });

  it.each([1, 2, 3])('version %i covers every topic of the German list for adults', (version) => {
    const model = modelFor(`anamnese-erwachsene@${version}`);
    const wanted: Record<string, readonly string[]> = {
      herz: [
        'herzschwaeche',
        'rhythmus',
        'herzasthma',
        'endokarditis',
        'herzgeraet',
        'herzklappe',
        'klappenersatz',
        'infarkt',
      ],
      kreislauf: ['hochdruck', 'niederdruck', 'ohnmacht', 'schlaganfall'],
      organe: ['diabetes', 'schilddruese', 'magen', 'leber', 'niere', 'rheuma', 'glaukom'],
      nerven: ['epilepsie', 'kraempfe', 'neuro', 'psyche'],
      blut: ['gerinnung', 'anaemie'],
      'tumor.therapie': ['chemo', 'strahlen_kopf'],
      infektion: ['hepatitis', 'tuberkulose', 'hiv', 'mrsa'],
      'infektion.hepatitis.typ': ['hep_a', 'hep_b', 'hep_c'],
      atmung: ['asthma'],
      allergie: ['penicillin', 'antibiotikum', 'latex', 'anaesthetikum', 'schmerzmittel', 'metall'],
      'medikamente.gruppen': ['herzmittel', 'antidepressiva'],
      schwanger: ['schwanger', 'vielleicht', 'stillen'],
      mund: ['knirschen', 'zahnfleischbluten', 'mundgeruch'],
      beratung: [
        'prophylaxe',
        'fuellung',
        'aussehen',
        'parodontitis',
        'implantat',
        'fest',
        'kiefergelenk',
      ],
    };
    for (const [linkId, list] of Object.entries(wanted))
      for (const code of list) expect(codes(model.byLinkId.get(linkId)!), linkId).toContain(code);
    for (const linkId of [
      'hausarzt',
      'arzt',
      'krankenhaus',
      'antibiotika',
      'tumor',
      'gelenk',
      'osteoporose',
      'allergie.pass',
      'zwischenfall',
      'medikamente',
      'verduenner',
      'knochenmittel',
      'rauchen.menge',
      'alkohol',
      'drogen',
      'roentgen',
      'roentgenpass',
      'angst',
      'beschwerden',
      'ziel',
      'empfehlung',
      'sonstiges.welche',
    ]) {
      expect(model.byLinkId.has(linkId), linkId).toBe(true);
    }
  });

  it.each([
    ['anamnese-erwachsene', ['medikamente.welche']],
    ['anamnese-kinder', ['medikamente.welche']],
    // Reminders are asked once, in the consent to recall.
    ['patientendaten', ['erinnerung', 'erinnerung.weg']],
  ])('the third version of %s loses no question of the second', (id, replaced) => {
    const asked = (version: number): string[] =>
        modelFor(`${id}@${version}`)
          .nodes.filter((one) => one.isQuestion)
          .map((one) => one.linkId),
      now = new Set(asked(3));
    expect(asked(2).filter((one) => !now.has(one))).toEqual(replaced);
    const lost = modelFor(`${id}@2`).nodes.flatMap((one) => {
      const other = modelFor(`${id}@3`).byLinkId.get(one.linkId);
      return one.isQuestion && other
        ? codes(one).filter((code) => !codes(other).includes(code))
        : [];
    });
    expect(lost).toEqual([]);
    const isStricter = (linkId: string): boolean =>
      modelFor(`${id}@2`).byLinkId.get(linkId)?.isRequired !== true ||
      modelFor(`${id}@3`).byLinkId.get(linkId)?.isRequired === true;
    expect(asked(3).filter((one) => !isStricter(one))).toEqual([]);
  });

  it('no page of a form speaks of the visit of today: forms are filled in at home, too', () => {
    const today = formsInUse().flatMap(({ key, questionnaire }) =>
      modelOf(questionnaire)
        .nodes.filter(({ item }) => item.type === 'group' && /heute|dabei/i.test(item.text ?? ''))
        .map(({ item }) => `${key} ${item.text}`),
    );
    expect(today).toEqual([]);
  });

  it('a title is never the first question of a form, is optional, and says what belongs there', () => {
    const titles = formsInUse().flatMap(({ key, questionnaire }) => {
      const model = modelOf(questionnaire),
        asked = model.nodes.filter((one) => one.isQuestion),
        title = asked.find((one) => one.field === 'title');
      if (!title) return [];
      expect([key, asked.indexOf(title) > 1, title.isRequired]).toEqual([key, true, false]);
      return [title.children.map((one) => one.item.text).join(' ')];
    });
    expect(titles).toEqual([expect.stringMatching(/Dr\..*Ohne Titel bleibt das Feld leer/)]);
  });

  it('no form asks whether the practice may remind of appointments: the consent does', () => {
    const asking = formsInUse().flatMap(({ key, questionnaire }) =>
      [...wordsIn(questionnaire)]
        .filter(([, text]) => /erinner/i.test(text))
        .map(([at]) => `${key} ${at}`),
    );
    expect(asking).toEqual([]);
  });

  it('[E3] personal details hold every field of the record, with the genders of the source', () => {
    const fields = modelFor('patientendaten@3').nodes.flatMap((one) =>
      one.field === undefined ? [] : [[one.field, one] as const],
    );
    expect(fields.map(([field]) => field).sort()).toEqual(
      [
        'birthplace',
        'city',
        'country',
        'email',
        'firstName',
        'gender',
        'geburtsdatum',
        'landline',
        'lastName',
        'mobile',
        'phone',
        'plz',
        'street',
        'title',
      ].sort(),
    );
    expect(codes(new Map(fields).get('gender')!)).toEqual(['male', 'female', 'divers', 'unknown']);
  });

  it('reminders are asked once: by the consent to recall, by no form in use', () => {
    for (const { key, questionnaire } of formsInUse())
      for (const { linkId, item } of modelOf(questionnaire).nodes) {
        expect(`${key} ${linkId}`).not.toMatch(/erinnerung/);
        expect(`${key} ${item.text}`).not.toMatch(/erinnern/i);
      }
  });

  it.each(Object.entries(MILD))(
    'a dull pain is neither mild nor constant in %s',
    async (language, mild) => {
      const dull = (await Promise.all(formsInUse().map(({ key }) => loadWords(key, language))))
        .flatMap((words) => Object.entries(words?.texts ?? {}))
        .filter(([place]) => place.endsWith('#dumpf'));
      expect(dull.length).toBeGreaterThan(0);
      for (const [, text] of dull) expect(text).not.toMatch(mild);
    },
  );
});
