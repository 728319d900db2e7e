/** Tests of questions that sex or age rule out: pregnancy in the shipped forms. */
import { describe, expect, it } from 'vitest';
import { findForm, formsInUse } from '../../../catalog/forms/catalogue.ts';
import { wordsIn } from '../questionnaire/words.ts';
import { loadWords } from '../../../catalog/forms/languages.ts';
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

describe('every form in use', () => {
  const asking = formsInUse().filter(({ questionnaire }) =>
    [...wordsIn(questionnaire)].some(([, text]) => /schwanger/i.test(text)),
  );
  const started = (form: (typeof asking)[number], gender: string, birth: string) => {
    const own = modelOf(form.questionnaire),
      reasons = ruledOutFor({ gender, geburtsdatum: birth }, TODAY);
    return { own, view: viewOf(own, withRuledOut(own, newState(own), reasons)) };
  };

  it('that asks about pregnancy is known here', () => {
    expect(asking.map(({ id }) => id).sort()).toEqual([
      'anamnese-erwachsene',
      'schmerz',
      'zusatz-betaeubung',
      'zusatz-roentgen',
    ]);
  });
  it.each(asking.map((form) => [form.key, form] as const))(
    '%s asks a woman of 30, and neither a man nor a woman of 81',
    (_, form) => {
      const isAsked = (gender: string, birth: string): boolean[] => {
        const { own, view } = started(form, gender, birth);
        return own.nodes
          .filter(
            ({ item }) =>
              item.type !== 'group' && /schwanger, oder|vielleicht/.test(item.text ?? ''),
          )
          .map((node) => view.isEnabled(placeOf(node, [])));
      };
      expect(isAsked('female', '1996-02-03')).toEqual([true]);
      expect(isAsked('male', '1996-02-03')).toEqual([false]);
      expect(isAsked('female', '1945-02-03')).toEqual([false]);
    },
  );
  it.each(asking.map((form) => [form.key, form] as const))(
    '%s says in each language why it did not ask',
    async (_, form) => {
      for (const language of form.languages.filter((one) => one !== 'de')) {
        const texts = (await loadWords(form.key, language))?.texts ?? {};
        for (const place of ['', '#maennlich', '#alter'])
          expect(texts[`schwanger.entfaellt${place}`], `${language} ${place}`).toBeTruthy();
      }
    },
  );
  it('leaves no page about pregnancy without a question to a man', () => {
    for (const form of asking) {
      const { own, view } = started(form, 'male', '1996-02-03');
      const page = own.byLinkId.get('seite.schwanger');
      if (page)
        expect(
          page.children.filter((one) => !one.isHidden && view.isEnabled(placeOf(one, []))),
        ).toEqual([]);
    }
  });
});
