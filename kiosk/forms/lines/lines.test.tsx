/** Tests of the list of medicines at a re-visit: line by line kept, changed, ended, or added. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import { previousOf } from '../../../shared/forms/answers/revisit.ts';
import { takenBackAt } from '../../../shared/forms/answers/untouched.ts';
import { modelOf, YES } from '../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { responseOf } from '../../../shared/forms/questionnaire/response.ts';
import { bareValue, occurrencesOf } from '../../../shared/forms/questionnaire/pairs.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { forgetPress } from '../../ui/press.ts';
import { press, show, startTexts } from '../form.testing.tsx';
import { LIST } from '../noted/list.ts';

beforeAll(startTexts);
beforeEach(() => forgetPress());

/** Answers the question before the list with yes. */
const takes = (): void => {
  forgetPress();
  const [yes] = document.querySelectorAll('[data-place=medikamente] input');
  if (yes) fireEvent.click(yes);
};
/** The page of medicines alone. */
const pageOf = (key: string): Questionnaire => {
  const whole = findForm(key)!.questionnaire;
  return { ...whole, item: whole.item?.filter((one) => one.linkId === 'seite.medikamente') ?? [] };
};
const FORM = pageOf('anamnese-erwachsene@3'),
  model = modelOf(FORM);
const line = (name: string, strength: string) => ({
  linkId: 'medikamente.liste',
  item: [
    { linkId: 'medikamente.name', answer: [{ valueString: name }] },
    { linkId: 'medikamente.staerke', answer: [{ valueString: strength }] },
  ],
});
const last = previousOf(
  model,
  {
    item: [
      {
        linkId: 'seite.medikamente',
        item: [
          { linkId: 'medikamente', answer: [{ valueCoding: YES }] },
          line('Ramipril', '5 mg'),
          line('Metformin', '500 mg'),
        ],
      },
    ],
  },
  '2026-03-12',
);
function start(form = FORM) {
  const shown = show(form, {
    state: last.start,
    previous: { at: last.at, answersAt: (place) => last.answersAt(place) },
    list: LIST,
  });
  const named = (): unknown[] =>
    occurrencesOf(responseOf(viewOf(model, shown.state()), { status: 'completed' }))
      .filter((one) => /^medikamente\.(name|staerke)$/.test(one.linkId))
      .flatMap((one) => one.answers.map((it) => bareValue(it).valueString));
  return { ...shown, named };
}
const card = (name: string): HTMLElement => {
  const found = screen
    .getAllByRole('region')
    .find((one) => one.classList.contains('q-line') && one.textContent.includes(name));
  if (!found) throw new Error(`no line ${name}`);
  return found;
};
const pressOn = (name: string, button: string): void => {
  forgetPress();
  fireEvent.click(within(card(name)).getByRole('button', { name: button }));
};

describe('the list of medicines', () => {
  it('is asked for at a first visit as name, strength and time', () => {
    show(FORM, { list: LIST });
    takes();
    expect(document.querySelectorAll('.q-card input')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Nehme ich noch' })).toBeNull();
  });
  it('offers last time’s lines, and counts none of them before a press', () => {
    const { named } = start();
    expect(document.body.textContent).not.toContain('Ramipril');
    takes();
    expect(card('Ramipril').textContent).toContain('Ramipril · 5 mg');
    expect(card('Metformin').querySelectorAll('input')).toHaveLength(0);
    expect(named()).toEqual([]);
  });
  it('keeps one, ends one, and tells the practice which', async () => {
    const { named, state, calls } = start();
    takes();
    pressOn('Metformin', 'Nehme ich noch');
    expect(await within(card('Metformin')).findByText('Nehme ich noch')).toBeTruthy();
    expect(calls.onConfirm).toHaveBeenCalledTimes(2);
    pressOn('Ramipril', 'Nehme ich nicht mehr');
    expect(await screen.findByText('Entfernt.')).toBeTruthy();
    expect(named()).toEqual(['Metformin', '500 mg']);
    expect([...takenBackAt(model, state(), last, new Set())]).toContain('medikamente.name');
    press('Rückgängig');
    expect(card('Ramipril')).toBeTruthy();
  });
  it('opens a line for change with its values, and takes further ones', async () => {
    const { named } = start();
    takes();
    pressOn('Ramipril', 'Ändern');
    const field = await screen.findByDisplayValue('5 mg');
    expect(field).toBeTruthy();
    expect(named()).toEqual(['Ramipril', '5 mg']);
    press('Weitere hinzufügen');
    expect(document.querySelectorAll('.q-card input')).toHaveLength(6);
  });
  it('speaks of the child where the form is about a child', () => {
    start(pageOf('anamnese-kinder@4'));
    takes();
    expect(
      within(card('Ramipril')).getByRole('button', { name: 'Nimmt mein Kind nicht mehr' }),
    ).toBeTruthy();
  });
});
