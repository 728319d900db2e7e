/**
 * Tests of the chair card with the shipped forms: every answer shows its question, and each
 * question has its kind, in old answers too.
 */

import { describe, expect, it } from 'vitest';
import { FORMS, findForm } from '../../../catalog/forms/catalogue.ts';
import { byQuestion, cardOf, criticalLines, type CardGroup } from './chair-card.ts';
import { isCriticalKind } from './critical.ts';
import { kindOfAnswer, kindOfQuestion } from './critical-kinds.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import { modelOf, NO, UNKNOWN, YES } from '../questionnaire/model.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';
import { shortQuestion } from '../../../practice/desk/forms/answers/short-questions.ts';

const codes: Readonly<Record<string, typeof YES>> = { ja: YES, nein: NO, unklar: UNKNOWN };
type Said = 'ja' | 'nein' | 'unklar' | readonly string[];
/** Answers to yes/no questions, and chosen codes of lists. */
function card(
  form: string | Questionnaire,
  said: Readonly<Record<string, Said>>,
  isWhole = false,
): readonly CardGroup[] {
  const model = modelOf(typeof form === 'string' ? findForm(form)!.questionnaire : form);
  const response: QuestionnaireResponse = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    authored: '2026-11-20T09:00:00Z',
    item: Object.entries(said).map(([linkId, value]) => ({
      linkId,
      answer:
        typeof value === 'string'
          ? [{ valueCoding: codes[value]! }]
          : value.map(
              (code) =>
                model.byLinkId
                  .get(linkId)!
                  .options.find((one) => one.value.valueCoding?.code === code)!.value,
            ),
    })),
  };
  return cardOf([{ answersId: 'a', model, response, language: 'de' }], [], isWhole);
}
const lines = (groups: readonly CardGroup[], state = 'ja'): string[] =>
  groups
    .filter((one) => one.state === state)
    .flatMap((one) => one.entries.map((entry) => `${one.kind}: ${entry.question} ${entry.answer}`));

describe('[critical] every shipped form', () => {
  const yesNo = FORMS.flatMap((form) => {
    const model = modelOf(form.questionnaire);
    return model.nodes.flatMap((node) => {
      const kind = kindOfQuestion(model, node);
      return kind === undefined
        ? []
        : [[form.key, node.linkId, node.item.text ?? '', kind] as const];
    });
  });
  it.each(yesNo)('%s %s: a yes is shown with its question', (key, linkId, text) => {
    const [group] = card(key, { [linkId]: 'ja' }).filter((one) => one.state === 'ja');
    expect(group?.entries.map((one) => one.question)).toEqual([text]);
  });
  it('has a kind of its own for each yes/no question of the form for adults', () => {
    const kinds = yesNo.filter(([key]) => key === 'anamnese-erwachsene@4').map((one) => one[3]);
    expect([...kinds].sort()).toEqual([...new Set(kinds)].sort());
    expect(kinds).toEqual(expect.arrayContaining(['gelenk', 'knochen', 'antibiotika']));
  });
});

describe('[critical] the chair card', () => {
  it('shows each medicine of a list with its strength and time', () => {
    const model = modelOf(findForm('anamnese-erwachsene@4')!.questionnaire);
    const line = (name: string, ...more: readonly [string, string][]) => ({
      linkId: 'medikamente.liste',
      item: [
        { linkId: 'medikamente.name', answer: [{ valueString: name }] },
        ...more.map(([linkId, valueString]) => ({ linkId, answer: [{ valueString }] })),
      ],
    });
    const response: QuestionnaireResponse = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [
        {
          linkId: 'seite.medikamente',
          item: [
            { linkId: 'medikamente', answer: [{ valueCoding: YES }] },
            line('Ramipril', ['medikamente.staerke', '5 mg'], ['medikamente.wann', 'morgens']),
            line('Metformin'),
          ],
        },
      ],
    };
    expect(lines(cardOf([{ answersId: 'a', model, response, language: 'de' }]))).toEqual([
      'medikament: Nehmen Sie regelmäßig Medikamente? Ramipril 5 mg morgens, Metformin',
    ]);
  });
  it.each([1, 2, 3, 4].map((version) => `anamnese-erwachsene@${version}`))(
    'shows bones, joint, antibiotics before treatment and radiotherapy under their own kinds (%s)',
    (form) => {
      expect(
        lines(
          card(form, {
            osteoporose: 'ja',
            gelenk: 'ja',
            antibiotika: 'ja',
            knochenmittel: 'ja',
            tumor: 'ja',
            'tumor.therapie': ['chemo', 'strahlen_kopf'],
          }),
        ),
      ).toEqual([
        'antiresorptiva: Haben Sie schon einmal Mittel gegen Knochenschwund oder bei Knochenmetastasen bekommen? Ja',
        'strahlentherapie: Womit wurden Sie behandelt? Bestrahlung an Kopf oder Hals',
        'antibiotika: Müssen Sie vor einer Zahnbehandlung Antibiotika nehmen? Ja',
        'gelenk: Haben Sie ein künstliches Gelenk? Ja',
        'knochen: Haben Sie Knochenschwund (Osteoporose)? Ja',
        'tumor: Haben oder hatten Sie Krebs oder einen anderen Tumor? Ja',
        'tumor: Womit wurden Sie behandelt? Chemotherapie oder andere Krebsmedikamente',
      ]);
    },
  );

  it.each(['@1', '@2'])(
    'shows wounds, swallowing and radiotherapy of the short forms under their own kinds (%s)',
    (version) => {
      expect(
        lines(card(`zusatz-operation${version}`, { wundheilung: 'ja', strahlen_kopf: 'ja' })),
      ).toEqual([
        'strahlentherapie: Wurden Sie schon einmal an Kopf oder Hals bestrahlt? Ja',
        'wundheilung: Heilen Wunden bei Ihnen schlecht? Ja',
      ]);
      expect(lines(card(`zusatz-roentgen${version}`, { strahlen_kopf: 'ja' }))).toEqual([
        'strahlentherapie: Wurden Sie schon einmal an Kopf oder Hals bestrahlt? Ja',
      ]);
      const pain = card(`schmerz${version}`, { schlucken: 'ja', krankheiten: ['strahlen_kopf'] });
      expect(lines(pain)).toEqual([
        'strahlentherapie: Haben oder hatten Sie eine dieser Krankheiten? Bestrahlung an Kopf oder Hals',
        'schlucken: Fällt es Ihnen schwer zu schlucken, zu atmen oder den Mund zu öffnen? Ja',
      ]);
      // Radiotherapy was ticked; nothing was answered about other tumour treatment.
      expect(pain.find((one) => one.kind === 'tumor')).toMatchObject({
        state: 'nicht_gefragt',
        entries: [{ missing: 'unticked' }],
      });
    },
  );

  it('denied, unknown or open answers follow their question: no osteoporosis denies bones, not organs', () => {
    const groups = card('anamnese-erwachsene@2', {
      osteoporose: 'nein',
      gelenk: 'unklar',
      organe: ['leber'],
    });
    expect(groups.find((one) => one.kind === 'knochen')).toMatchObject({
      state: 'nein',
      entries: [{ question: 'Haben Sie Knochenschwund (Osteoporose)?' }],
    });
    expect(lines(groups, 'weiss_nicht')).toEqual([
      'gelenk: Haben Sie ein künstliches Gelenk? Weiß ich nicht',
    ]);
    expect(lines(groups)).toEqual([
      'organ: Haben oder hatten Sie eine dieser Krankheiten der Organe? Krankheit der Leber',
    ]);
    expect(lines(groups, 'nicht_gefragt')).toContain(
      'antibiotika: Müssen Sie vor einer Zahnbehandlung Antibiotika nehmen? ',
    );
  });

  it("corrects a practice's copy of a shipped form, keeps its own marks, and skips its own forms", () => {
    const shipped = findForm('anamnese-erwachsene@2')!.questionnaire,
      copy: Questionnaire = {
        ...shipped,
        url: 'urn:molar:praxis-form:p1',
        derivedFrom: ['urn:molar:questionnaire:anamnese-erwachsene|2'],
      };
    expect(lines(card(copy, { osteoporose: 'ja' }))).toEqual([
      'knochen: Haben Sie Knochenschwund (Osteoporose)? Ja',
    ]);
    const own = (kind: string, derivedFrom?: string[]): Questionnaire => ({
      resourceType: 'Questionnaire',
      status: 'active',
      url: 'urn:molar:praxis-form:p2',
      ...(derivedFrom && { derivedFrom }),
      item: [
        {
          linkId: 'osteoporose',
          type: 'choice',
          text: 'Osteoporose?',
          answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
          extension: [{ url: EXTENSION.critical, valueCode: kind }],
        },
      ],
    });
    expect(
      lines(
        card(own('tumor', ['urn:molar:questionnaire:anamnese-erwachsene|2']), {
          osteoporose: 'ja',
        }),
      ),
    ).toEqual(['tumor: Osteoporose? Ja']);
    expect(lines(card(own('organ'), { osteoporose: 'ja' }))).toEqual(['organ: Osteoporose? Ja']);
  });

  it('every entry of a form has its question, whatever the answer; short texts are used if available', () => {
    for (const { questionnaire } of FORMS) {
      const model = modelOf(questionnaire),
        said = Object.fromEntries(
          model.nodes
            .filter((node) => node.isQuestion && node.options.length > 0)
            .map((node) => [
              node.linkId,
              node.options
                .map((one) => one.value.valueCoding?.code ?? '')
                .filter((code) => code !== 'nichts' && code !== 'N'),
            ]),
        );
      for (const entry of card(questionnaire, said).flatMap((one) => one.entries))
        expect(entry.question, questionnaire.id).not.toBe('');
    }
    const form: Questionnaire = {
      resourceType: 'Questionnaire',
      status: 'active',
      item: [
        {
          linkId: 'a',
          type: 'boolean',
          text: 'Eine sehr lange Frage?',
          extension: [
            { url: EXTENSION.critical, valueCode: 'organ' },
            { url: EXTENSION.shortText, valueString: 'Kurz?' },
          ],
        },
      ],
    };
    expect(
      lines(
        cardOf([
          {
            answersId: 'a',
            language: 'de',
            model: modelOf(form),
            response: {
              resourceType: 'QuestionnaireResponse',
              status: 'completed',
              item: [{ linkId: 'a', answer: [{ valueBoolean: true }] }],
            },
          },
        ]),
      ),
    ).toEqual(['organ: Kurz? Ja']);
  });

  it('[critical] the text for the practice software names the question before its answers', () => {
    const said = criticalLines(
      card('anamnese-erwachsene@2', {
        osteoporose: 'ja',
        organe: ['leber', 'niere'],
        gelenk: 'unklar',
        zwischenfall: 'nein',
      }),
    );
    expect(said).toContain('Knochen: Haben Sie Knochenschwund (Osteoporose)? Ja');
    expect(said).toContain(
      'Organe: Haben oder hatten Sie eine dieser Krankheiten der Organe? Krankheit der Leber, Krankheit der Nieren',
    );
    expect(said).toContain('Gelenkersatz: Haben Sie ein künstliches Gelenk? weiß nicht');
    expect(said).toContain(
      'Antibiotikaprophylaxe: Müssen Sie vor einer Zahnbehandlung Antibiotika nehmen? nicht beantwortet',
    );
    expect(said.filter((one) => one.startsWith('Zwischenfall'))).toEqual([]);
  });

  it('a question for only some people is no gap on the card of the others', () => {
    const silent = card('schmerz@2', {}, true)
      .filter((one) => one.entries.some((entry) => entry.missing === 'unasked'))
      .map((one) => one.kind);
    expect(silent).toContain('antibiotika');
    for (const kind of ['gelenk', 'knochen', 'wundheilung', 'strahlentherapie'] as const)
      expect(silent).not.toContain(kind);
  });

  it("every critical question of a shipped form has a short text; a practice's own stay as asked", () => {
    for (const { questionnaire } of FORMS) {
      const model = modelOf(questionnaire);
      for (const node of model.nodes.filter(
        (one) =>
          kindOfQuestion(model, one) !== undefined ||
          one.options.some((option) => option.critical !== undefined),
      )) {
        expect(shortQuestion(node.item.text ?? '').length, node.item.text).toBeLessThanOrEqual(36);
      }
    }
    expect(shortQuestion('Haben Sie ein künstliches Hüftgelenk?')).toBe(
      'Haben Sie ein künstliches Hüftgelenk?',
    );
  });

  it('every corrected kind is a known one', () => {
    for (const { questionnaire } of FORMS) {
      const model = modelOf(questionnaire);
      for (const kind of model.nodes.flatMap((node) => [
        kindOfQuestion(model, node),
        ...node.options.map((one) => kindOfAnswer(model, one)),
      ]))
        if (kind !== undefined) expect(isCriticalKind(kind), kind).toBe(true);
    }
  });

  it('groups answers to one question under it', () => {
    expect(
      byQuestion([
        { question: 'A', n: 1 },
        { question: '', n: 2 },
        { question: 'A', n: 3 },
      ]),
    ).toEqual([
      {
        question: 'A',
        entries: [
          { question: 'A', n: 1 },
          { question: 'A', n: 3 },
        ],
      },
      { question: '', entries: [{ question: '', n: 2 }] },
    ]);
  });
});

describe('free text in another language', () => {
  const model = modelOf(findForm('anamnese-erwachsene@4')!.questionnaire);
  const told = (language: string) =>
    cardOf([
      {
        answersId: 'a',
        model,
        language,
        response: {
          resourceType: 'QuestionnaireResponse',
          status: 'completed',
          item: [
            { linkId: 'zwischenfall', answer: [{ valueCoding: YES }] },
            { linkId: 'zwischenfall.was', answer: [{ valueString: 'دوخة شديدة' }] },
            { linkId: 'antibiotika', answer: [{ valueCoding: YES }] },
          ],
        },
      },
    ]);
  const marks = (language: string) =>
    told(language)
      .filter((one) => one.state === 'ja')
      .flatMap((one) => one.entries.map((entry) => [one.kind, entry.untranslated]));
  it('is marked with its language; translated answers are not', () => {
    expect(marks('ar')).toEqual(
      expect.arrayContaining([
        ['zwischenfall', 'ar'],
        ['antibiotika', undefined],
      ]),
    );
    expect(marks('de')).toContainEqual(['zwischenfall', undefined]);
  });
  it('is marked in the lines for the practice software', () => {
    expect(criticalLines(told('ar')).join('\n')).toContain(
      'دوخة شديدة (auf Arabisch geschrieben, nicht übersetzt)',
    );
    expect(criticalLines(told('de')).join('\n')).not.toContain('nicht übersetzt');
  });
});
