// Tests of the answer sheet: one page for a typical patient, important answers first, every answer
// on it; free text is marked, foreign letters printed.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForm, withLanguages } from '../../../../catalog/forms/catalogue.ts';
import { isSameCoding, type FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import {
  isUnknown,
  modelOf,
  NO,
  UNKNOWN,
  YES,
  type Model,
} from '../../../../shared/forms/questionnaire/model.ts';
import { extensionOfUnconfirmed } from '../../../../shared/forms/answers/origin.ts';
import { responseOf } from '../../../../shared/forms/questionnaire/response.ts';
import { type QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { markShown } from '../../../../shared/forms/questionnaire/shown.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../../../shared/forms/questionnaire/state.ts';
import { FORMULA_STOPPED } from '../../../../shared/forms/answers/stopped.ts';
import { viewOf } from '../../../../shared/forms/questionnaire/view.ts';
import type { Renderer } from '../../../paper/pdf/renderer.ts';
import { testRenderer } from '../../../paper/seal/sample.fixture.ts';
import { answersSheet, type SheetInput } from './answers-sheet.ts';

const run = promisify(execFile);
const questionnaire = findForm('anamnese-erwachsene@1')!.questionnaire,
  model = modelOf(questionnaire);

/**
 * Answers „Nein“ to everything except the given answers; required texts without a given value stay
 * open.
 */
function answered(
  form: Model,
  said: Readonly<Record<string, readonly FhirValue[]>>,
): QuestionnaireResponse {
  let state: FormState = newState(form);
  // Answers enable further questions: repeats until no new question appears.
  for (let round = 0; round < 4; round++) {
    for (const place of viewOf(form, state).places()) {
      const { node } = place,
        wanted = said[node.linkId];
      const no =
        node.options.find((one) => one.isExclusive && !isUnknown(one.value)) ??
        node.options.find(
          (one) => one.value.valueCoding !== undefined && isSameCoding(one.value.valueCoding, NO),
        );
      if (wanted) state = setAnswers(state, place, wanted);
      else if (no && node.isQuestion) state = setAnswers(state, place, [no.value]);
    }
  }
  return responseOf(viewOf(form, state), {
    id: 'a',
    status: 'completed',
    language: 'de',
    authored: '2026-11-20T09:00:00Z',
  });
}
const option = (linkId: string, ...at: number[]): FhirValue[] =>
  at.map((one) => model.byLinkId.get(linkId)!.options[one]!.value);
const yes: FhirValue[] = [{ valueCoding: YES }];
const words = (valueString: string): FhirValue[] => [{ valueString }];
const lists = model.nodes
  .filter((node) => node.isMultiple && node.options.length > 3 && node.type === 'choice')
  .map((node) => node.linkId);
const text = (linkId: string): boolean =>
  ['string', 'text'].includes(model.byLinkId.get(linkId)?.type ?? '');
const opened = (linkId: string): string[] =>
  model.nodes
    .filter((node) => text(node.linkId) && node.enableWhen.some((when) => when.question === linkId))
    .map((node) => node.linkId);
/**
 * A patient with a blood thinner, an allergy, a few illnesses, and free text where the form asks
 * for it.
 */
const critical = model.nodes
  .filter(
    (node) =>
      node.critical !== undefined &&
      node.options.some(
        (one) => one.value.valueCoding !== undefined && isSameCoding(one.value.valueCoding, YES),
      ),
  )
  .map((node) => node.linkId);
const TYPICAL: Record<string, readonly FhirValue[]> = Object.fromEntries([
  ...critical.slice(0, 3).map((one) => [one, yes] as const),
  ...critical
    .slice(0, 3)
    .flatMap(opened)
    .map((one) => [one, words('Eliquis 5 mg, zweimal täglich')] as const),
  ...lists.slice(0, 3).map((one) => [one, option(one, 0, 1)] as const),
  ...model.nodes
    .filter((node) => text(node.linkId) && node.enableWhen.length === 0)
    .map((node) => [node.linkId, words('Praxis Dr. Beispiel, Köln')] as const),
]);

const input = (response: QuestionnaireResponse, change: Partial<SheetInput> = {}): SheetInput => ({
  id: '0190aaaa-0000-7000-8000-000000000001',
  title: 'Anamnese für Erwachsene',
  form: 'anamnese-erwachsene@1',
  language: 'de',
  languageName: 'Deutsch',
  answeredAt: Date.parse('2026-11-20T09:00:00Z'),
  printedAt: Date.parse('2026-11-20T10:00:00Z'),
  praxis: { name: 'Praxis am Hang', anschrift: 'Weg 1, 10115 Berlin', telefon: '030 1', mail: '' },
  patient: { name: 'Groß, Anna', geburtsdatum: '1958-03-12', patid: '1001' },
  recordedBy: null,
  tablet: 'Tablet 2',
  questionnaire,
  response,
  additions: [],
  problems: 0,
  ...change,
});

it('prints a list of medicines row by row', () => {
  const form = findForm('anamnese-erwachsene@4')!.questionnaire;
  const line = (name: string, strength: string) => ({
    linkId: 'medikamente.liste',
    item: [
      { linkId: 'medikamente.name', answer: [{ valueString: name }] },
      { linkId: 'medikamente.staerke', answer: [{ valueString: strength }] },
    ],
  });
  const sheet = answersSheet(
    input(
      {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        item: [{ linkId: 'seite', item: [line('Ramipril', '5 mg'), line('Metformin', '500 mg')] }],
      },
      { questionnaire: form, form: 'anamnese-erwachsene@4' },
    ),
  );
  expect(
    sheet.sections.flatMap((one) =>
      one.lines.map((it) => `${it.question} ${it.answers.map((said) => said.text).join()}`),
    ),
  ).toEqual([
    '1. Wie heißt das Medikament? Ramipril',
    '1. Welche Stärke? 5 mg',
    '2. Wie heißt das Medikament? Metformin',
    '2. Welche Stärke? 500 mg',
  ]);
});

it('lists failed formulas by their questions, the form itself included, and counts many', () => {
  const bare = answered(model, {}),
    [first] = model.nodes.filter((node) => node.isQuestion);
  const factsWith = (...linkIds: string[]): readonly string[] =>
    answersSheet(
      input({
        ...bare,
        extension: linkIds.map((valueString) => ({ url: FORMULA_STOPPED, valueString })),
      }),
    ).facts;
  expect(factsWith(first?.linkId ?? '', '')).toContain(
    `konnte nicht berechnet werden: ${first?.item.text}; eine Formel des Fragebogens`,
  );
  expect(
    factsWith(...Array.from({ length: 12 }, (_, n) => `x${n}`)).find((one) =>
      one.startsWith('konnte'),
    ),
  ).toMatch(/x9 und 2 weitere$/);
  expect(factsWith().join()).not.toContain('berechnet');
});

describe('answer sheet', () => {
  let renderer: Renderer, folder: string;
  beforeAll(async () => {
    renderer = testRenderer();
    folder = await mkdtemp(path.join(tmpdir(), 'sheet-'));
  });
  afterAll(async () => {
    renderer.close();
    await rm(folder, { recursive: true });
  });
  const print = async (
    name: string,
    sheet: SheetInput,
  ): Promise<{ pages: number; text: string }> => {
    const { bytes, pages } = await renderer.renderAnswers(answersSheet(sheet)),
      file = path.join(folder, `${name}.pdf`);
    await writeFile(file, bytes);
    return {
      pages,
      text: (await run('pdftotext', ['-raw', file, '-'])).stdout
        .replace(/\u00ad\s*/g, '')
        .replace(/-\n(?=\p{Ll})/gu, '')
        .replace(/\s+/g, ' '),
    };
  };

  it('prints an unconfirmed earlier answer with its date, also a „Nein“', () => {
    const sheet = answersSheet(
      input({
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        item: [
          {
            linkId: 'gelenk',
            answer: [{ valueCoding: YES, extension: [extensionOfUnconfirmed('2024-03-12')] }],
          },
          {
            linkId: 'rauchen',
            answer: [{ valueCoding: NO, extension: [extensionOfUnconfirmed('2025-03-12')] }],
          },
        ],
      }),
    );
    const said = sheet.sections.flatMap((one) =>
      one.lines.flatMap((line) => line.answers.map((answer) => answer.text)),
    );
    expect([said, sheet.sections.flatMap((one) => one.no)]).toEqual([
      ['Ja (nicht bestätigt seit 12.03.2024)', 'Nein (nicht bestätigt seit 12.03.2025)'],
      [],
    ]);
  });
  it('fits one page for a typical patient: important, then every „Ja“, then „Nein“ in short', async () => {
    const response = answered(model, TYPICAL),
      page = answersSheet(input(response)),
      { pages, text: said } = await print('typical', input(response));
    expect(pages).toBe(1);
    expect(page.important.length).toBeGreaterThanOrEqual(3);
    const order = [
      'Anamnese für Erwachsene',
      'Groß, Anna',
      'Ausgefüllt am 20.11.2026, 10:00 Uhr an Tablet 2',
      'anamnese-erwachsene, Fassung 1',
      'Wichtig für die Behandlung: Ja',
      page.important[0]!.kind,
      'Ja und andere Angaben',
      page.sections[0]!.title,
      'Nein oder nichts davon',
      'Gefragt, nicht beantwortet',
      'Seite 1 von 1',
    ].map((one) => said.indexOf(one));
    expect(order.every((at, i) => at >= 0 && (i === 0 || at > order[i - 1]!))).toBe(true);
    const bare = (one: string): string => one.replace(/[\s-]/g, ''),
      all = bare(said);
    const questions = page.sections.flatMap((one) => [
      ...one.lines.map((line) => line.question),
      ...one.no,
      ...one.open,
    ]);
    expect(questions.length).toBeGreaterThan(35);
    expect(questions.filter((one) => !all.includes(bare(one)))).toEqual([]);
    expect(page.sections.flatMap((one) => one.no).length).toBeGreaterThan(20);
  }, 60_000);

  it('[critical] „Ja“ and „Weiß ich nicht“ are in the important box with their questions, each question once', async () => {
    const response = answered(model, {
        osteoporose: yes,
        gelenk: [{ valueCoding: UNKNOWN }],
        organe: option('organe', 3, 4),
      }),
      sheet = input(response),
      page = answersSheet(sheet),
      { text: said } = await print('questions', sheet);
    expect(page.important.find((one) => one.kind === 'Organe')?.said).toEqual([
      {
        text: 'Krankheit der Leber, Krankheit der Nieren',
        note: 'Haben oder hatten Sie eine dieser Krankheiten der Organe?',
      },
    ]);
    expect(said).toContain('Knochen: Ja (Haben Sie Knochenschwund (Osteoporose)?)');
    expect(said).toContain('Gelenkersatz (Haben Sie ein künstliches Gelenk? weiß nicht)');
  }, 60_000);

  it('[shown] lists rephrased questions with language and mode, the German question first', async () => {
    const languages = modelOf(
        await withLanguages(findForm('anamnese-erwachsene@2')!.questionnaire, ['tr', 'ar']),
      ),
      place = (linkId: string) => placeOf(languages.byLinkId.get(linkId)!, []);
    const said = (before: FormState, linkId: string, language: string, plain: boolean): FormState =>
      markShown(before, setAnswers(before, place(linkId), yes), { language, plain }, 'de');
    const state = said(
      said(said(newState(languages), 'osteoporose', 'de', true), 'tumor', 'tr', false),
      'nachblutung',
      'ar',
      true,
    );
    const response = responseOf(viewOf(languages, state), {
        id: 'a',
        status: 'completed',
        language: 'de',
      }),
      sheet = input(response, { questionnaire: languages.questionnaire }),
      { text: printed } = await print('shown', sheet);
    expect(answersSheet(sheet).shown.map((one) => [one.question, one.how, one.language])).toEqual([
      [
        'Bluten Sie nach kleinen Verletzungen ungewöhnlich lange?',
        'Einfache Sprache, Arabisch',
        'ar',
      ],
      ['Haben oder hatten Sie Krebs oder einen anderen Tumor?', 'Türkisch', 'tr'],
      ['Haben Sie Knochenschwund (Osteoporose)?', 'Einfache Sprache', 'de'],
    ]);
    expect(printed).toContain('So wurden die Fragen gezeigt');
    expect(printed).toContain(
      'Haben Sie Knochenschwund (Osteoporose)? Gezeigt wurde (Einfache Sprache): Haben Sie schwache Knochen (Osteoporose)?',
    );
    expect(answersSheet(input(answered(model, TYPICAL))).shown).toEqual([]);
  }, 60_000);

  it('a long history takes more pages and loses nothing', async () => {
    const response = answered(
      model,
      Object.fromEntries(
        model.nodes.flatMap((node) => {
          if (text(node.linkId))
            return [[node.linkId, words('Langer Text '.repeat(15).trim())] as const];
          if (node.isMultiple && node.options.length > 3)
            return [
              [
                node.linkId,
                node.options.filter((one) => !one.isExclusive).map((one) => one.value),
              ] as const,
            ];
          return node.options.some(
            (one) =>
              one.value.valueCoding !== undefined && isSameCoding(one.value.valueCoding, YES),
          )
            ? [[node.linkId, yes] as const]
            : [];
        }),
      ),
    );
    const { pages, text: said } = await print('long', input(response));
    expect(pages).toBeGreaterThan(1);
    expect(said).toContain(`Seite ${pages} von ${pages}`);
  }, 60_000);

  it("marks free text in the patient's language as untranslated; an unasked question is no „Nein“", async () => {
    const asked = critical.find((one) => opened(one).length > 0)!,
      response = answered(model, { [asked]: yes, [opened(asked)[0]!]: words('مميع الدم') });
    const sheet = input(
      { ...response, language: 'ar' },
      {
        language: 'ar',
        languageName: 'Arabisch',
        recordedBy: 'Frau Klein',
        additions: [
          {
            id: 'n',
            answersId: 'x',
            at: Date.parse('2026-11-21T09:00:00Z'),
            by: 'Dr. Beck',
            text: 'Nickelallergie',
            kind: 'allergie',
          },
        ],
      },
    );
    const { text: said } = await print('arabic', sheet);
    for (const one of [
      'auf Arabisch geschrieben, nicht übersetzt',
      'gelesen auf Arabisch',
      'aufgenommen durch Frau Klein',
      'Nachtrag von Dr. Beck',
      'Nickelallergie',
    ])
      expect(said).toContain(one);
    const open = answersSheet(input({ ...response, item: [] }));
    expect(open.sections.flatMap((one) => one.no)).toEqual([]);
    expect(open.sections.flatMap((one) => one.open).length).toBeGreaterThan(20);
  }, 60_000);

  it('prints all answers without the form, none of them as important', () => {
    const page = answersSheet(input(answered(model, TYPICAL), { questionnaire: null }));
    expect(page.hasForm).toBe(false);
    expect(page.sections[0]?.lines.length).toBeGreaterThan(30);
  });

  it('„Weiß ich nicht“ is never listed as „Nein“, though it excludes the other answers of its list', () => {
    const list = lists.find((one) =>
      model.byLinkId.get(one)!.options.some((o) => o.isExclusive && isUnknown(o.value)),
    )!;
    const page = answersSheet(input(answered(model, { [list]: [{ valueCoding: UNKNOWN }] }))),
      question = model.byLinkId.get(list)!.item.text!;
    expect(page.sections.flatMap((one) => one.no)).not.toContain(question);
    expect(
      page.sections.flatMap((one) => one.lines).find((one) => one.question === question),
    ).toMatchObject({ isUnsure: true });
  });
});
