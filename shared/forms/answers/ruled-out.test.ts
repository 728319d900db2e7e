/** Tests of questions that sex or age rule out: pregnancy in the shipped form for adults. */
import { describe, expect, it } from 'vitest';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import { cardOf } from './chair-card.ts';
import { ruledOutFor, withRuledOut } from './ruled-out.ts';
import { problemsOf } from '../questionnaire/check.ts';
import { modelOf } from '../questionnaire/model.ts';
import { responseOf } from '../questionnaire/response.ts';
import { newState, placeOf } from '../questionnaire/state.ts';
import { viewOf } from '../questionnaire/view.ts';

const model = modelOf(findForm('anamnese-erwachsene@4')!.questionnaire),
  pregnant = placeOf(model.byLinkId.get('schwanger')!, []),
  TODAY = '2026-11-27';
const viewFor = (gender: string | null | undefined, geburtsdatum: string) =>
  viewOf(
    model,
    withRuledOut(
      model,
      newState(model),
      ruledOutFor({ ...(gender !== undefined && { gender }), geburtsdatum }, TODAY),
    ),
  );

describe('pregnancy', () => {
  it.each([
    ['female', '1990-02-03', true],
    ['female', '1970-11-28', true],
    ['female', '1970-11-27', false],
    ['female', '1945-02-03', false],
    ['male', '1990-02-03', false],
    ['divers', '1990-02-03', true],
    ['unknown', '1990-02-03', true],
    ['', '1990-02-03', true],
    [null, '1990-02-03', true],
    [undefined, '', true],
    [undefined, 'nonsense', true],
  ])('for %s, born %s, is asked: %s', (gender, birth, isAsked) => {
    const view = viewFor(gender, birth);
    expect(view.isEnabled(pregnant)).toBe(isAsked);
    expect(problemsOf(view).some((one) => one.key === 'schwanger')).toBe(isAsked);
  });
  it('that is ruled out is neither a gap nor a „no“ on the chair card, and the reason is stored', () => {
    const kinds = (gender: string): string[] => {
      const response = responseOf(viewFor(gender, '1990-02-03'), { status: 'completed' });
      return cardOf([{ answersId: 'a', model, response, language: 'de' }], [], true)
        .filter((one) => one.kind === 'schwangerschaft')
        .map((one) => one.state);
    };
    expect(kinds('female')).toEqual(['nicht_gefragt']);
    expect(kinds('male')).toEqual([]);
    expect(
      JSON.stringify(responseOf(viewFor('male', '1990-02-03'), { status: 'completed' })),
    ).toContain('Geschlecht in der Akte: männlich');
  });
});
