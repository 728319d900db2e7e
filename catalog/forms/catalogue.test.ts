/**
 * Every form of the catalogue is valid FHIR R4, pinned by its hash, paged, and built by the rules
 * of the house.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../server/paper/seal/canonical.ts';
import { COMMENT_MAX } from '../../shared/base/comment.ts';
import { linesOf } from '../../shared/forms/answers/lines.ts';
import { isCriticalKind } from '../../shared/forms/answers/critical.ts';
import { extensionOf } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import {
  isUnknown,
  modelOf,
  type Model,
  type Node,
} from '../../shared/forms/questionnaire/model.ts';
import { newState, placeOf, toggleOption } from '../../shared/forms/questionnaire/state.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { withWords } from '../../shared/forms/questionnaire/words.ts';
import { againstR4 } from '../../tests/forms/r4-schema.ts';
import {
  findForm,
  FORMS,
  formsInUse,
  minutesOf,
  questionnaireOf,
  withLanguages,
} from './catalogue.ts';
import hashes from './hashes.json';
import { languagesOf, loadWords } from './languages.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.includes('@'));
const each = FORMS.map((form) => [form.key, form] as const);
const pinned = new Map(Object.entries(hashes));
const modelBy = new Map<string, Model>(
  FORMS.map((form) => [form.key, modelOf(form.questionnaire)]),
);
const modelFor = (key: string): Model => modelBy.get(key)!;
const questions = (model: Model): readonly Node[] => model.nodes.filter((one) => one.isQuestion);
const isYesNo = (node: Node): boolean =>
  node.item.answerValueSet === 'http://hl7.org/fhir/ValueSet/yesnodontknow';
const codes = (node: Node): readonly (string | undefined)[] =>
  node.options.map((one) => one.value.valueCoding?.code);

/** Dates of versions that were written for one form alone. */
const DATED: Readonly<Record<string, string>> = {
  'anamnese-erwachsene@4': '2026-11-28',
  'schmerz@6': '2026-11-30',
  'zusatz-betaeubung@3': '2026-11-30',
  'zusatz-roentgen@3': '2026-11-30',
};

describe('the catalogue of forms', () => {
  it('lists every file under its own name, with its languages', () => {
    const expected = FORMS.flatMap((form) => [
      `${form.key}.json`,
      ...languagesOf(form.key).map((language) => `${form.key}.${language}.json`),
    ]);
    expect(expected.sort()).toEqual([...files].sort());
    expect(new Set(FORMS.map((form) => form.languages.join())).size).toBe(1);
    expect(FORMS[0]?.languages).toEqual([
      'de',
      'en',
      'tr',
      'ar',
      'uk',
      'ru',
      'pl',
      'ro',
      'fr',
      'it',
      'es',
      'fa',
    ]);
  });
  it('finds forms by key, and offers the newest version of each', () => {
    expect(findForm('schmerz@1')?.title).toBe('Kurze Fragen bei Schmerzen');
    expect(questionnaireOf('schmerz', 1)?.url).toBe('urn:molar:questionnaire:schmerz');
    expect(questionnaireOf('schmerz', 99)).toBeUndefined();
    expect(
      formsInUse()
        .map((one) => one.id)
        .sort(),
    ).toEqual([
      'anamnese-erwachsene',
      'anamnese-kinder',
      'patientendaten',
      'schmerz',
      'zusatz-betaeubung',
      'zusatz-operation',
      'zusatz-roentgen',
    ]);
  });
  it('estimates minutes from the questions that are always asked', () => {
    const form = (count: number, ...more: readonly QuestionnaireItem[]): Questionnaire => ({
      resourceType: 'Questionnaire',
      status: 'active',
      item: [
        ...Array.from({ length: count }, (_, i) => ({
          linkId: `q${i}`,
          text: 'Haben Sie das?',
          type: 'boolean' as const,
        })),
        ...more,
      ],
    });
    const minutes = minutesOf(form(50));
    expect(minutesOf(form(0))).toBe(1);
    expect(minutesOf(form(100))).toBeGreaterThan(minutes);
    expect(
      minutesOf(
        form(50, {
          linkId: 'mehr',
          text: 'Wort '.repeat(2000),
          type: 'text',
          enableWhen: [{ question: 'q0', operator: '=', answerBoolean: true }],
        }),
      ),
    ).toBe(minutes);
    expect(FORMS.map((one) => [one.id, one.minutes >= 1 && one.minutes <= 12])).toEqual(
      FORMS.map((one) => [one.id, true]),
    );
  });
});

describe.each(each)('%s', (key, form) => {
  const model = modelFor(key),
    { questionnaire } = form;

  it('is unchanged since publication', async () => {
    expect(sha256(canonicalJson(questionnaire))).toBe(pinned.get(key));
    for (const language of languagesOf(key)) {
      const words = await loadWords(key, language);
      // The review status may change, the texts may not.
      expect(sha256(canonicalJson(words?.texts)), language).toBe(pinned.get(`${key}.${language}`));
    }
    expect(pinned.size).toBe(files.length);
  });

  it('is valid R4, alone and with every language, and imports without findings', async () => {
    const all = await withLanguages(questionnaire, form.languages);
    for (const one of [questionnaire, all]) {
      expect(againstR4('Questionnaire', one)).toEqual([]);
      expect(importQuestionnaire(one).findings).toEqual([]);
    }
    expect(
      againstR4(
        'Questionnaire',
        withWords(
          { ...questionnaire, status: 'bald' as 'draft' },
          { language: 'en', review: 'machine', texts: {} },
        ),
      ),
    ).not.toEqual([]);
  });

  it('has its metadata: address, version, language, date, publisher, source', () => {
    expect(questionnaire).toMatchObject({
      url: `urn:molar:questionnaire:${form.id}`,
      version: String(form.version),
      status: 'active',
      language: 'de',
      publisher: 'Molar',
      date:
        DATED[key] ??
        ['2026-11-22', '2026-11-26', '2026-11-27', '2026-11-27', '2026-11-29'][form.version - 1],
      copyright: expect.stringContaining('Molar'),
      purpose: expect.stringContaining('eigener Wortlaut'),
    });
  });

  it('has pages of at most eight questions before follow-ups, each with a heading', () => {
    for (const page of model.roots) {
      expect(page.type, page.linkId).toBe('group');
      expect(page.item.text?.trim(), page.linkId).toBeTruthy();
      expect(
        page.children.filter((one) => one.isQuestion && one.enableWhen.length === 0).length,
        page.linkId,
      ).toBeLessThanOrEqual(8);
    }
  });

  it('starts without answers, and asks yes or no only where „weiß nicht“ is possible', () => {
    expect(newState(model).answers).toEqual({});
    expect(
      questions(model).filter(
        (one) =>
          one.type === 'boolean' ||
          one.item.initial !== undefined ||
          one.item.answerOption?.some((option) => option.initialSelected) === true,
      ),
    ).toEqual([]);
    for (const one of questions(model).filter(isYesNo))
      expect(codes(one), one.linkId).toEqual(['Y', 'N', 'asked-unknown']);
  });

  it('ends lists with an exclusive „nichts davon“; required lists also offer „weiß ich nicht“', () => {
    // Only patients who agreed to reminders are asked for the channel: „none“ is covered by the
    // question before.
    for (const list of questions(model).filter(
      (one) => one.isMultiple && one.type === 'choice' && one.linkId !== 'erinnerung.weg',
    )) {
      const nothing = list.options.at(-1),
        [first] = list.options,
        place = placeOf(list, []);
      expect(nothing?.value.valueCoding, list.linkId).toMatchObject({
        code: 'nichts',
        display: 'Nichts davon trifft zu',
      });
      for (const one of list.options)
        expect(one.isExclusive, `${list.linkId} ${one.text}`).toBe(
          one === nothing || isUnknown(one.value),
        );
      if (list.isRequired)
        expect(
          list.options.some((one) => isUnknown(one.value)),
          list.linkId,
        ).toBe(true);
      const chosen = toggleOption(toggleOption(newState(model), place, first!), place, nothing!);
      expect(chosen.answers[place.key]).toEqual([nothing!.value]);
      expect(toggleOption(chosen, place, first!).answers[place.key]).toEqual([first!.value]);
    }
  });

  it('asks for details of „etwas anderes“, and every follow-up comes after its question', () => {
    for (const one of questions(model).filter((node) => codes(node).includes('sonstige'))) {
      const below = model.byLinkId.get(`${one.linkId}.sonstige`);
      expect(below?.type, one.linkId).toBe('string');
      expect(below?.enableWhen, one.linkId).toEqual([
        {
          question: one.linkId,
          operator: '=',
          answerCoding: { system: 'urn:molar:anamnese', code: 'sonstige' },
        },
      ]);
    }
    for (const one of model.nodes) {
      for (const when of one.enableWhen) {
        const asked = model.byLinkId.get(when.question)!;
        expect(asked.order, one.linkId).toBeLessThan(one.order);
        expect(asked.parent, one.linkId).toBe(one.parent);
        if (asked.isHidden) {
          // Ruled out by the record: asked where the hidden item is empty.
          expect(when, one.linkId).toMatchObject({ operator: 'exists', answerBoolean: false });
          continue;
        }
        expect(codes(asked), one.linkId).toContain(when.answerCoding?.code);
        // Lines of a list are offered one by one, so they are kept; the question before is asked.
        if (linesOf(one) === undefined)
          expect(one.isVolatile, `${one.linkId} is as volatile as ${asked.linkId}`).toBe(
            asked.isVolatile,
          );
        expect(one.isRequired, `${one.linkId} never holds anybody up`).toBe(false);
      }
    }
  });

  it('[V1] limits comments to 250 characters, and every text field has a limit', () => {
    for (const one of questions(model)) {
      if (one.type === 'text') expect(one.limits.maxLength, one.linkId).toBe(COMMENT_MAX);
      if (one.type === 'string') expect(one.limits.maxLength, one.linkId).toBeLessThanOrEqual(254);
    }
  });

  it('marks critical answers by known kinds, „something else“ among them, and never marks „don’t know“', () => {
    for (const one of questions(model)) {
      if (one.critical !== undefined)
        expect(isYesNo(one) && isCriticalKind(one.critical), one.linkId).toBe(true);
      const kinds = one.options.flatMap((option) => option.critical ?? []);
      expect(kinds.every(isCriticalKind), one.linkId).toBe(true);
      // „Weiß ich nicht“ automatically applies to every kind of the list; marked, it would look
      // like a yes.
      expect(
        one.options.find((option) => isUnknown(option.value))?.critical,
        one.linkId,
      ).toBeUndefined();
      // „Something else“ of a critical kind is critical; the lists of nerves and habits have no
      // single kind for it.
      const other = one.options.find((option) => option.value.valueCoding?.code === 'sonstige');
      if (kinds.length > 0 && other && one.linkId !== 'nerven')
        expect(other.critical, one.linkId).toBeTruthy();
      if ((kinds.length > 0 || one.critical !== undefined) && one.enableWhen.length === 0)
        expect(one.isRequired, one.linkId).toBe(true);
    }
  });

  it('marks volatile answers to be asked again', () => {
    const today =
      /^(beschwerden|arzt|krankenhaus|medikamente|verduenner|knochenmittel|schwanger|schwellung|fieber|infekt|schlucken|ort|seit|staerke|art|schmerzmittel|gewicht|abholen|heimweg)(\.|$)/;
    for (const one of questions(model))
      if (
        !(one.linkId.startsWith('unfall') && form.id === 'schmerz') &&
        !one.frames.some((frame) => linesOf(frame) !== undefined)
      )
        expect(one.isVolatile, one.linkId).toBe(today.test(one.linkId));
  });

  it('gives the reason for every critical question', () => {
    for (const one of questions(model)) {
      const isCritical =
        one.critical !== undefined || one.options.some((option) => option.critical !== undefined);
      if (isCritical)
        expect(extensionOf(one.item, EXTENSION.why)?.valueString, one.linkId).toBeTruthy();
    }
  });
});
