/** Tests of critical answers as the chair card shows them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRITICAL_KINDS, type CriticalKind } from '../../shared/forms/answers/critical.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { criticalOf } from '../../shared/forms/answers/find-critical.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { isOption, modelOf, NO, UNKNOWN, YES } from '../../shared/forms/questionnaire/model.ts';
import { withOrigins } from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import { newState, setAnswers, toggleOption } from '../../shared/forms/questionnaire/state.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import { flag, critical, at, sent, yes, unknown, act } from './revisit-forms.ts';

describe('critical answers', () => {
  const option = (code: string, kind?: CriticalKind, isExclusive = false) => ({
    valueCoding: { system: 'urn:molar:anamnese', code, display: code },
    extension: [
      ...(kind ? [critical(kind)] : []),
      ...(isExclusive ? [flag(EXTENSION.optionExclusive)] : []),
    ],
  });
  const model = modelOf(
    form(
      {
        linkId: 'allergie',
        type: 'choice',
        text: 'Allergien?',
        required: true,
        extension: [critical('allergie')],
        answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
      },
      {
        linkId: 'welche',
        type: 'string',
        text: 'Welche?',
        enableWhen: [{ question: 'allergie', operator: '=', answerCoding: YES }],
        extension: [critical('allergie')],
      },
      {
        linkId: 'herz',
        type: 'open-choice',
        repeats: true,
        text: 'Herz',
        answerOption: [
          option('klappe', 'endokarditis'),
          option('schrittmacher', 'herzgeraet'),
          option('druck'),
          option('nichts', undefined, true),
        ],
      },
      { linkId: 'frau', type: 'boolean', text: 'Weiblich?' },
      {
        linkId: 'schwanger',
        type: 'boolean',
        text: 'Schwanger?',
        enableWhen: [{ question: 'frau', operator: '=', answerBoolean: true }],
        extension: [critical('schwangerschaft')],
      },
    ),
  );
  const seen = (answers: Record<string, readonly FhirValue[]>): string[] => {
    let state = newState(model);
    for (const [linkId, values] of Object.entries(answers))
      state = setAnswers(state, at(model, linkId), values);
    return criticalOf(model, sent(model, state)).map(
      (one) =>
        `${one.kind} ${one.state} ${one.text}${one.missing === undefined ? '' : ` (${one.missing})`}`,
    );
  };
  test('an open answer is not a „Nein“', () => {
    expect(seen({})).toEqual([
      'allergie nicht_gefragt Allergien? (unanswered)',
      'endokarditis nicht_gefragt Herz (unanswered)',
      'herzgeraet nicht_gefragt Herz (unanswered)',
      'schwangerschaft nicht_gefragt Schwanger? (unasked)',
    ]);
  });
  test('each state is separate, in the order of the chair card', () => {
    expect(
      seen({
        allergie: [unknown],
        herz: [
          { valueCoding: { system: 'urn:molar:anamnese', code: 'schrittmacher' } },
          { valueString: 'Flimmern' },
        ],
        frau: [{ valueBoolean: true }],
        schwanger: [{ valueBoolean: false }],
      }),
    ).toEqual([
      'allergie weiss_nicht Allergien?: Weiß ich nicht',
      'endokarditis ja Herz: Flimmern',
      'herzgeraet ja Herz: schrittmacher',
      'herzgeraet ja Herz: Flimmern',
      'schwangerschaft nein Schwanger?: Nein',
    ]);
    expect(
      seen({
        allergie: [yes],
        welche: [{ valueString: 'Penicillin' }],
        herz: [
          { valueCoding: { system: 'urn:molar:anamnese', code: 'nichts', display: 'nichts' } },
        ],
      }),
    ).toEqual([
      'allergie ja Allergien?: Ja',
      'allergie ja Welche?: Penicillin',
      'endokarditis nein Herz: nichts',
      'herzgeraet nein Herz: nichts',
      'schwangerschaft nicht_gefragt Schwanger? (unasked)',
    ]);
    expect(
      seen({ herz: [{ valueCoding: { system: 'urn:molar:anamnese', code: 'druck' } }] }),
    ).toContain('endokarditis nicht_gefragt Herz (unticked)');
  });
  test('an answer has a date and an author', () => {
    const response = withOrigins(
      sent(model, setAnswers(newState(model), at(model, 'allergie'), [yes])),
      act('2026-02-02', { device: 't9' }),
    );
    expect(criticalOf(model, response)[0]).toMatchObject({
      at: '2026-02-02T10:00:00Z',
      linkId: 'allergie',
      source: { how: 'neu', device: 't9' },
    });
  });
  test('lists every critical option, „Ja“ and „weiß nicht“ of a critical item, for any form', () => {
    const marked = fc
      .tuple(randomForm(), fc.nat(1000))
      .map(([questionnaire, seed]): Questionnaire => {
        const kindOf = (n: number): Extension =>
          critical(CRITICAL_KINDS[(n + seed) % CRITICAL_KINDS.length] ?? 'allergie');
        const mark = (items: readonly QuestionnaireItem[]): QuestionnaireItem[] =>
          items.map((one) => {
            const n = Number(one.linkId.slice(1)),
              where = (n * 7 + seed) % 5,
              isChoice =
                one.type === 'string' ||
                one.type === 'url' ||
                one.type === 'decimal' ||
                one.type === 'time';
            const options = isChoice
              ? [YES, NO, UNKNOWN].map((valueCoding) => ({ valueCoding }))
              : one.answerOption;
            return {
              ...one,
              ...(isChoice && { type: 'choice' as const }),
              ...(where >= 3 && { extension: [...(one.extension ?? []), kindOf(n)] }),
              ...(options && {
                answerOption: options.map((option, index) =>
                  index === where || where === 4
                    ? { ...option, extension: [kindOf(n + index)] }
                    : option,
                ),
              }),
              ...(one.item && { item: mark(one.item) }),
            };
          });
        return { ...questionnaire, item: mark(questionnaire.item ?? []) };
      });
    let count = 0;
    fc.assert(
      fc.property(marked, randomActs, (questionnaire, acts) => {
        const model = modelOf(questionnaire),
          response = sent(model, play(model, acts)),
          list = criticalOf(model, response);
        const has = (linkId: string, kind: string, state: string): boolean =>
          list.some((one) => one.linkId === linkId && one.kind === kind && one.state === state);
        for (const { linkId, answers } of occurrencesOf(response)) {
          const node = model.byLinkId.get(linkId);
          for (const answer of answers) {
            const value = bareValue(answer),
              code = value.valueCoding?.code,
              chosen = node?.options.find((one) => isOption(one, value));
            if (chosen?.critical !== undefined) {
              count += 1;
              expect(has(linkId, chosen.critical, 'ja')).toBe(true);
            }
            if (node?.critical !== undefined && (code === 'Y' || value.valueBoolean === true)) {
              count += 1;
              expect(has(linkId, node.critical, 'ja')).toBe(true);
            }
            if (
              node?.critical !== undefined &&
              code === UNKNOWN.code &&
              chosen?.critical === undefined
            ) {
              count += 1;
              expect(has(linkId, node.critical, 'weiss_nicht')).toBe(true);
            }
          }
        }
        // A „Nein“ exists only if the patient gave it.
        for (const one of list)
          if (one.state === 'nein')
            expect(occurrencesOf(response).some((other) => other.linkId === one.linkId)).toBe(true);
        for (const node of model.nodes)
          for (const kind of [node.critical, ...node.options.map((one) => one.critical)])
            if (kind !== undefined) expect(list.some((one) => one.kind === kind)).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(count).toBeGreaterThan(100);
  });
  test('a tapped exclusive option is a „Nein“ to the whole list', () => {
    const place = at(model, 'herz'),
      none = place.node.options[3];
    if (!none) throw new Error('option');
    const state = toggleOption(newState(model), place, none);
    expect(
      criticalOf(model, sent(model, state))
        .filter((one) => one.linkId === 'herz')
        .map((one) => one.state),
    ).toEqual(['nein', 'nein']);
  });
});
