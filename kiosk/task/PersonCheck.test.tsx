// Tests of the person check: names missing parts, rejects impossible dates, keeps the entry after a
// miss; a tapped full field starts over.
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { PersonCheck } from './PersonCheck.tsx';
import de from './texts.de.json';

const NOW = Date.UTC(2026, 10, 20, 9, 41);

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { task: de } } });
});
beforeEach(() => forgetPress());

function show(misses = 0) {
  const onDay = vi.fn();
  const onWrongPerson = vi.fn();
  const at = (count: number) => (
    <PersonCheck
      header={null}
      misses={count}
      onDay={onDay}
      onWrongPerson={onWrongPerson}
      now={NOW}
    />
  );
  const view = render(at(misses));
  return { onDay, onWrongPerson, miss: (count: number) => view.rerender(at(count)) };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const next = () => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
};
const values = () =>
  ['Tag', 'Monat', 'Jahr'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

describe('PersonCheck', () => {
  it('passes the entered date on, also in Arabic digits', () => {
    const { onDay } = show();
    type('Tag', '١٢');
    type('Monat', '3');
    type('Jahr', '1958');
    next();
    expect(onDay).toHaveBeenCalledExactlyOnceWith('1958-03-12');
  });

  it('focuses and names a missing part instead of disabling the button', () => {
    const { onDay } = show();
    type('Tag', '12');
    next();
    expect(screen.getByText('Hier fehlt noch eine Antwort.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Monat'));
    expect(onDay).not.toHaveBeenCalled();
  });

  it.each([
    ['31', '02', '1958'],
    ['21', '11', '2026'],
    ['01', '01', '1899'],
  ])('[V6] rejects %s.%s.%s', (day, month, year) => {
    const { onDay } = show();
    type('Tag', day);
    type('Monat', month);
    type('Jahr', year);
    next();
    expect(
      screen.getByText('Diesen Tag gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'),
    ).toBeTruthy();
    expect(onDay).not.toHaveBeenCalled();
  });

  it('keeps the entry after a miss, to be mended, and announces help before the third', () => {
    const { miss } = show();
    type('Tag', '12');
    type('Monat', '3');
    type('Jahr', '1959');
    miss(1);
    expect(values()).toEqual(['12', '3', '1959']);
    fireEvent.focus(screen.getByLabelText('Jahr'));
    for (const digit of ['1', '9', '5', '8'])
      fireEvent.click(screen.getByRole('button', { name: digit }));
    expect(values()).toEqual(['12', '3', '1958']);
    expect(
      screen.getByText(/Mit diesem Datum finden wir keine Unterlagen/).textContent,
    ).not.toContain('rufen wir jemanden');
    miss(2);
    expect(screen.getByText(/rufen wir jemanden/)).toBeTruthy();
  });

  it('lets a wrong person report it', () => {
    const { onWrongPerson } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Ich bin hier nicht richtig' }));
    expect(onWrongPerson).toHaveBeenCalledOnce();
  });
});
