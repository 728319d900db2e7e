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
import { heading, jn, press, show, startTexts } from '../form.testing.tsx';
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
const FORM = pageOf('anamnese-erwachsene@4'),
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
/** The list alone, and a page behind it. */
const SHORT: Questionnaire = {
  ...FORM,
  item: [
    ...(FORM.item ?? []).map((page) => ({
      ...page,
      item: (page.item ?? []).filter((one) => /^medikamente(\.liste)?$/.test(one.linkId)),
    })),
    jn('ende', 'Sonst noch etwas?'),
  ],
};
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
  it('asks once for each line left without a press, names it, and goes on at the second press', () => {
    const { named } = start(SHORT);
    takes();
    pressOn('Ramipril', 'Nehme ich noch');
    press('Weiter');
    expect(card('Metformin').textContent).toContain('Diese Frage ist noch offen');
    expect(card('Ramipril').textContent).not.toContain('Diese Frage ist noch offen');
    expect(document.activeElement).toBe(card('Metformin'));
    press('Weiter');
    expect(heading()).toBe('Sonst noch etwas?');
    expect(named()).toEqual(['Ramipril', '5 mg']);
  });
  it('lists several lines by their own names', () => {
    start(SHORT);
    takes();
    press('Weiter');
    const missing = document.querySelector<HTMLElement>('.q-missing') ?? document.body;
    expect(
      within(missing)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Ramipril', 'Metformin']);
    pressOn('Metformin', 'Nehme ich nicht mehr');
    pressOn('Ramipril', 'Nehme ich noch');
    expect(screen.queryByText(/^Diese Frage ist noch offen/)).toBeNull();
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
