/** Tests of the questionnaire runner: pages, validation, cards, and review page. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import {
  choose,
  coded,
  form,
  group,
  heading,
  jn,
  press,
  show,
  startTexts,
  type,
  when,
} from './form.testing.tsx';

const R4 = 'http://hl7.org/fhir/StructureDefinition/';

beforeAll(startTexts);
beforeEach(() => forgetPress());

describe('pages', () => {
  const three = form(
    { linkId: 'hallo', type: 'display', text: 'Guten Tag.' },
    {
      linkId: 'a',
      type: 'group',
      text: 'Herz',
      item: [jn('a1', 'Infarkt?'), jn('a2', 'Schrittmacher?')],
    },
    {
      linkId: 'b',
      type: 'group',
      text: 'Nur bei Infarkt',
      enableWhen: when('a1'),
      item: [jn('b1', 'Wann?'), jn('b2', 'Stent?')],
    },
    jn('c', 'Rauchen Sie?'),
  );
  it('draw one progress bar: none where the header has one, and its number in words', () => {
    const { change } = show(three);
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    act(() => change({ hasBar: true }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('Seite 1 von 2')).toBeTruthy();
  });
  it('are the current groups; a lone question is its heading; leading texts open the first page', () => {
    const { calls } = show(three);
    expect(heading()).toBe('Herz');
    expect(screen.getByText('Guten Tag.')).toBeTruthy();
    expect(screen.getByText('Seite 1 von 2')).toBeTruthy();
    expect(screen.getByText(/noch etwa/)).toBeTruthy();
    choose('Infarkt?', 'Ja');
    expect(screen.getByText('Seite 1 von 3')).toBeTruthy();
    press('Weiter');
    expect(heading()).toBe('Nur bei Infarkt');
    expect(document.activeElement?.textContent).toBe('Nur bei Infarkt');
    expect(calls.onPage).toHaveBeenLastCalledWith(1, 3);
    press('Weiter');
    expect(heading()).toBe('Rauchen Sie?');
    press('Zurück');
    press('Zurück');
    expect(heading()).toBe('Herz');
    press('Zurück');
    expect(calls.onBack).toHaveBeenCalledOnce();
  });
  it('opens at the page where the form was left, also at the review page', () => {
    show(three, { startAt: 1 });
    expect(heading()).toBe('Rauchen Sie?');
  });
  it('opens the review page after the last page', () => {
    show(three, { startAt: 2 });
    expect(heading()).toBe('Stimmt alles?');
  });
  it('splits a long group at its sub-groups, but not a short one', () => {
    const many = (prefix: string) =>
      [1, 2, 3, 4, 5].map((n) => jn(`${prefix}${n}`, `${prefix} ${n}?`));
    show(
      form({
        linkId: 'lang',
        type: 'group',
        text: 'Befinden',
        item: [
          { linkId: 'x', type: 'group', text: 'Magen', item: many('x') },
          { linkId: 'y', type: 'group', text: 'Lunge', item: many('y') },
        ],
      }),
    );
    expect(heading()).toBe('Magen');
    expect(screen.getByText('Befinden')).toBeTruthy();
    press('Weiter');
    expect(heading()).toBe('Lunge');
  });
  it('unfolds a follow-up directly below its question, nested or not', () => {
    show(
      form({
        linkId: 'g',
        type: 'group',
        text: 'Seite',
        item: [
          jn('a', 'Erste?'),
          { linkId: 'a1', type: 'string', text: 'Welches?', enableWhen: when('a') },
          jn('b', 'Zweite?'),
        ],
      }),
    );
    choose('Erste?', 'Ja');
    expect(group('Welches?').closest('.q-below')).not.toBeNull();
    expect(group('Zweite?').closest('.q-below')).toBeNull();
  });
  it('renders sub-groups of a short group on its page', () => {
    show(
      form({
        linkId: 'kurz',
        type: 'group',
        text: 'Befinden',
        item: [
          { linkId: 'x', type: 'group', text: 'Magen', item: [jn('x1', 'Magen?')] },
          jn('y', 'Lunge?'),
        ],
      }),
    );
    expect(heading()).toBe('Befinden');
    expect(screen.getByRole('heading', { level: 2, name: 'Magen' })).toBeTruthy();
  });
  it('hides a question that depends on an expression until the expression is evaluated', () => {
    const questionnaire = form(
      jn('a', 'Erste?'),
      jn('b', 'Zweite?', {
        extension: [
          {
            url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression',
            valueExpression: { language: 'text/fhirpath', expression: 'true' },
          },
        ],
      }),
    );
    const { change } = show(questionnaire);
    expect(screen.getByText('Seite 1 von 1')).toBeTruthy();
    act(() => change({ computed: { isEnabled: () => true } }));
    expect(screen.getByText('Seite 1 von 2')).toBeTruthy();
  });
});

describe('missing answers', () => {
  const questionnaire = form(
    {
      linkId: 'g',
      type: 'group',
      text: 'Seite',
      item: [
        jn('a', 'Erste?', { required: true }),
        { linkId: 'b', type: 'string', required: true, text: 'Zweite?' },
        jn('c', 'Dritte?'),
      ],
    },
    jn('d', 'Vierte?', { required: true }),
  );
  it('shows an error at the item, focuses it, and clears it with the answer', () => {
    show(questionnaire);
    press('Weiter');
    expect(heading()).toBe('Seite');
    expect(within(group('Erste?')).getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    expect(document.activeElement).toBe(group('Erste?'));
    const described = group('Erste?').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Hier fehlt noch eine Antwort.');
    expect(within(group('Dritte?')).queryByText('Hier fehlt noch eine Antwort.')).toBeNull();
    choose('Erste?', 'Weiß ich nicht');
    expect(within(group('Erste?')).queryByText('Hier fehlt noch eine Antwort.')).toBeNull();
    press('Weiter');
    const field = within(group('Zweite?')).getByRole('textbox');
    expect(document.activeElement).toBe(group('Zweite?'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    ).toContain('Hier fehlt noch eine Antwort.');
    type('Zweite?', 'da');
    press('Weiter');
    expect(heading()).toBe('Vierte?');
  });
  it('disables no button, and going back requires nothing', () => {
    const { calls } = show(questionnaire);
    expect(document.querySelector('[disabled], [aria-disabled]')).toBeNull();
    press('Zurück');
    expect(calls.onBack).toHaveBeenCalledOnce();
  });
  it('does not report a newly unfolded follow-up as missing before Weiter', () => {
    show(
      form({
        linkId: 'g',
        type: 'group',
        text: 'Seite',
        item: [
          jn('a', 'Erste?', {
            item: [
              {
                linkId: 'a1',
                type: 'string',
                required: true,
                text: 'Welches?',
                enableWhen: when('a'),
              },
            ],
          }),
          jn('z', 'Letzte?', { required: true }),
        ],
      }),
    );
    press('Weiter');
    choose('Erste?', 'Ja');
    expect(within(group('Welches?')).queryByText('Hier fehlt noch eine Antwort.')).toBeNull();
    expect(within(group('Letzte?')).getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    press('Weiter');
    expect(within(group('Welches?')).getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
  });
  it('shows a form rule in its own words; a warning does not block', () => {
    const { change } = show(form(jn('a', 'Erste?'), jn('b', 'Zweite?')), {
      rules: [{ key: 'a', code: 'rule', human: 'Das passt nicht zusammen.' }],
    });
    press('Weiter');
    expect(screen.getByText('Das passt nicht zusammen.')).toBeTruthy();
    expect(heading()).toBe('Erste?');
    act(() => change({ rules: [{ key: 'a', code: 'rule', human: 'Wirklich?', isWarning: true }] }));
    press('Weiter');
    expect(heading()).toBe('Zweite?');
  });
  it('keeps half a date across pages, and blocks on it', () => {
    show(
      form(jn('a', 'Erste?'), {
        linkId: 'b',
        type: 'group',
        text: 'Seite',
        item: [{ linkId: 'b1', type: 'date', text: 'Wann?' }, jn('b2', 'Noch?')],
      }),
    );
    press('Weiter');
    fireEvent.change(screen.getByLabelText('Tag'), { target: { value: '12' } });
    press('Zurück');
    press('Weiter');
    expect(screen.getByLabelText<HTMLInputElement>('Tag').value).toBe('12');
    press('Weiter');
    expect(heading()).toBe('Seite');
    expect(screen.getByText(/^Dieses Datum ist nicht vollständig/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Monat'));
  });
});

describe('the review page', () => {
  const questionnaire = form(
    {
      linkId: 'g',
      type: 'group',
      text: 'Herz',
      item: [
        jn('a', 'Infarkt?', {
          item: [{ linkId: 'a1', type: 'string', text: 'Wann?', enableWhen: when('a') }],
        }),
        jn('b', 'Stent?'),
      ],
    },
    jn('c', 'Rauchen Sie?', { required: true }),
  );
  it('shows every answer by section, lists missing answers, and links to a page and back', () => {
    const { calls } = show(questionnaire);
    choose('Infarkt?', 'Ja');
    type('Wann?', '2019');
    press('Weiter');
    choose('Rauchen Sie?', 'Nein');
    press('Weiter');
    expect(heading()).toBe('Stimmt alles?');
    expect(calls.onPage).toHaveBeenLastCalledWith(2, 2);
    expect(
      [...document.querySelectorAll('dl > div')].map(
        (one) => `${one.querySelector('dt')?.textContent} ${one.querySelector('dd')?.textContent}`,
      ),
    ).toEqual(['Infarkt? Ja', 'Wann? 2019', 'Rauchen Sie? Nein']);
    press('Nicht beantwortet: 1');
    expect(screen.getByText('Stent?').closest('div')?.querySelector('dd')?.textContent).toBe(
      'Nicht beantwortet',
    );
    press('Herz ändern');
    expect(heading()).toBe('Herz');
    choose('Stent?', 'Weiß ich nicht');
    press('Zurück zur Übersicht');
    expect(heading()).toBe('Stimmt alles?');
    expect(screen.getByText('Weiß ich nicht')).toBeTruthy();
    press('Ja, alles stimmt');
    expect(calls.onDone).toHaveBeenCalledOnce();
  });
  it('blocks submission while an answer is missing, and links to it', () => {
    const { calls } = show(questionnaire, { startAt: 9 });
    press('Ja, alles stimmt');
    expect(calls.onDone).not.toHaveBeenCalled();
    expect(heading()).toBe('Rauchen Sie?');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    choose('Rauchen Sie?', 'Ja');
    press('Zurück zur Übersicht');
    press('Ja, alles stimmt');
    expect(calls.onDone).toHaveBeenCalledOnce();
  });
});

describe('repeating groups', () => {
  const questionnaire = form({
    linkId: 'kind',
    type: 'group',
    repeats: true,
    text: 'Kind',
    extension: [{ url: `${R4}questionnaire-maxOccurs`, valueInteger: 3 }],
    item: [{ linkId: 'name', type: 'string', text: 'Name' }],
  });
  const names = (): string[] =>
    screen.getAllByRole<HTMLInputElement>('textbox').map((one) => one.value);
  const put = (index: number, value: string): void => {
    fireEvent.change(screen.getAllByRole('textbox')[index] as HTMLElement, { target: { value } });
  };
  it('adds cards up to the maximum, removes them, and restores a removed one whole', () => {
    show(questionnaire);
    expect(screen.queryByRole('button', { name: /entfernen/ })).toBeNull();
    put(0, 'Lina');
    press('Weitere hinzufügen');
    put(1, 'Emre');
    press('Weitere hinzufügen');
    expect(screen.queryByRole('button', { name: 'Weitere hinzufügen' })).toBeNull();
    press('Kind 1 entfernen');
    expect(names()).toEqual(['Emre', '']);
    expect(screen.getByText('Entfernt.').closest('[role=status]')).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Rückgängig');
    expect(document.querySelector('.q-undo')?.nextElementSibling?.textContent).toContain('Kind 1');
    press('Rückgängig');
    expect(names()).toEqual(['Lina', 'Emre', '']);
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull();
  });
  it('drops the undo with the next change, so that it never reverts more than it says', () => {
    show(questionnaire);
    put(0, 'Lina');
    press('Weitere hinzufügen');
    press('Kind 1 entfernen');
    put(0, 'Emre');
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull();
    expect(names()).toEqual(['Emre']);
  });
  it('renders follow-up questions below each of several answers', () => {
    const { state } = show(
      form({
        linkId: 'g',
        type: 'group',
        text: 'Seite',
        item: [
          {
            linkId: 'm',
            type: 'choice',
            repeats: true,
            text: 'Womit?',
            answerOption: [coded('a', 'Arm'), coded('b', 'Bein')],
            item: [{ linkId: 'm1', type: 'string', text: 'Seit wann?' }],
          },
          jn('x', 'Sonst?'),
        ],
      }),
    );
    choose('Womit?', 'Arm');
    choose('Womit?', 'Bein');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Arm',
      'Bein',
    ]);
    put(0, '2019');
    put(1, '2020');
    choose('Womit?', 'Arm');
    expect(names()).toEqual(['2020']);
    expect(Object.values(state().answers)).toContainEqual([{ valueString: '2020' }]);
    expect(Object.values(state().answers)).not.toContainEqual([{ valueString: '2019' }]);
  });
});
