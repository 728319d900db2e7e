/**
 * Tests of blank forms: only cached ones can be chosen, names in Latin letters, birth dates by the
 * rules, no start with invalid input.
 */
import { fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlankRef } from '../../shared/forms/task/blank.ts';
import { forgetPress } from '../ui/press.ts';
import { BlankChoice, type BlankChoiceProps } from './BlankChoice.tsx';
import { BlankPerson, blankProblems, type BlankPersonProps } from './BlankPerson.tsx';
import de from './texts.de.json';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { blank: de } } });
});
beforeEach(() => forgetPress());

const ref = (id: string, title: string, languages = ['de', 'uk']): BlankRef => ({
  key: `${id}@1`,
  url: '',
  version: '1',
  sha256: 'a'.repeat(64),
  languages,
  title: { de: title },
  textSha256: 'b'.repeat(64),
  chars: 1,
});
const press = (name: string): void => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('BlankChoice', () => {
  const show = (change: Partial<BlankChoiceProps> = {}) => {
    const calls = { onForm: vi.fn(), onLanguage: vi.fn(), onNext: vi.fn(), onClose: vi.fn() };
    render(
      <BlankChoice
        header={null}
        forms={[ref('schmerz', 'Schmerzen'), ref('daten', 'Ihre Daten', ['de'])]}
        chosen={null}
        language="de"
        spoken="de"
        obstacle={null}
        {...calls}
        {...change}
      />,
    );
    return calls;
  };
  it('continues only with a form, and asks for a language only where there is a choice', () => {
    const { onForm } = show();
    expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Schmerzen' }));
    expect(onForm).toHaveBeenCalledExactlyOnceWith('schmerz@1');
    const { onNext, onLanguage } = show({ chosen: 'schmerz@1' });
    forgetPress();
    fireEvent.click(
      within(screen.getByRole('list', { name: 'In welcher Sprache?' })).getByRole('button', {
        name: 'Українська',
      }),
    );
    expect(onLanguage).toHaveBeenCalledExactlyOnceWith('uk');
    press('Weiter');
    expect(onNext).toHaveBeenCalledOnce();
  });
  it('a single language leaves no choice, and the page does not ask for it', () => {
    show({ chosen: 'daten@1' });
    expect(screen.queryByRole('list')).toBeNull();
  });
  it.each([
    ['leaseOver', de.staff.leaseOver],
    ['trouble', de.staff.trouble],
  ] as const)('%s: shows the reason and starts nothing', (obstacle, words) => {
    show({ obstacle, chosen: 'schmerz@1' });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
  });
  it('reports an empty cache, but not while loading', () => {
    show({ forms: null });
    expect(screen.queryByText(de.staff.none)).toBeNull();
    show({ forms: [] });
    expect(screen.getByText(de.staff.none)).toBeTruthy();
  });
});

describe('BlankPerson', () => {
  const NOW = Date.parse('2026-11-22T10:00:00Z');
  const show = (change: Partial<BlankPersonProps> = {}) => {
    const calls = { onBegin: vi.fn(), onBack: vi.fn() };
    render(
      <BlankPerson
        header={null}
        now={NOW}
        isBusy={false}
        hasFailed={false}
        {...calls}
        {...change}
      />,
    );
    return calls;
  };
  const type = (name: string, value: string): void => {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  };
  const fill = (
    first: string,
    last: string,
    [day, month, year]: readonly [string, string, string],
  ): void => {
    type('Vorname', first);
    type('Nachname', last);
    type('Tag', day);
    type('Monat', month);
    type('Jahr', year);
  };

  it('starts with a normalised name and date', () => {
    const { onBegin } = show();
    fill('  Olena ', 'Kovalenko-Müller', ['7', '4', '1991']);
    press('Beginnen');
    expect(onBegin).toHaveBeenCalledExactlyOnceWith({
      firstName: 'Olena',
      lastName: 'Kovalenko-Müller',
      geburtsdatum: '1991-04-07',
    });
  });
  it('names missing or invalid input, and starts nothing', () => {
    const { onBegin } = show();
    press('Beginnen');
    expect(screen.getAllByText(de.person.missing)).toHaveLength(3);
    fill('Олена', 'Kovalenko', ['31', '2', '1991']);
    press('Beginnen');
    expect([
      screen.getAllByText(de.person.latin).length,
      screen.getByText(de.person.invalid).textContent,
    ]).toEqual([2, de.person.invalid]);
    expect(onBegin).not.toHaveBeenCalled();
  });
  it('[V4] asks to confirm a birth date of recent months, and accepts it once confirmed', () => {
    const { onBegin } = show();
    fill('Mia', 'Weber', ['1', '10', '2026']);
    press('Beginnen');
    expect(onBegin).not.toHaveBeenCalled();
    press(de.person.recentNo);
    press('Beginnen');
    press(de.person.recentYes);
    expect(onBegin).toHaveBeenCalledExactlyOnceWith({
      firstName: 'Mia',
      lastName: 'Weber',
      geburtsdatum: '2026-10-01',
    });
  });
  it('starts for a person with one name, and asks for no first name then', () => {
    const { onBegin } = show();
    fill('Rest', 'Suharto', ['2', '1', '1970']);
    forgetPress();
    fireEvent.click(screen.getByLabelText(de.person.oneName));
    expect(screen.queryByLabelText(de.person.firstName)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(de.person.onlyName).value).toBe('Suharto');
    press('Beginnen');
    expect(onBegin).toHaveBeenCalledExactlyOnceWith({
      firstName: '',
      lastName: 'Suharto',
      geburtsdatum: '1970-01-02',
    });
  });
  it('does not start twice, and reports a failure', () => {
    const { onBegin } = show({ isBusy: true, hasFailed: true });
    fill('Mia', 'Weber', ['1', '10', '2001']);
    press('Beginnen');
    expect([
      onBegin.mock.calls.length,
      screen.getByText(de.person.failed).closest('[role="status"]') !== null,
    ]).toEqual([0, true]);
  });
  it.each([
    ['Ayşe', 'Yılmaz'],
    ['Łukasz', 'D’Arc'],
    ['Nguyễn', 'Thị-Hoa'],
    ['Zoë', 'von der Heide'],
  ])('%s %s is Latin', (firstName, lastName) => {
    expect(
      blankProblems({ firstName, lastName, geburtsdatum: '1990-01-01' }, false, '2026-11-22'),
    ).toEqual({ problems: {}, isRecent: false });
  });
  it.each([
    ['Олена', 'latin'],
    ['محمد', 'latin'],
    ['Ωmega', 'latin'],
    ['🙂', 'name'],
    ['12', 'name'],
  ])('%s is %s', (firstName, problem) => {
    expect(
      blankProblems(
        { firstName, lastName: 'Weber', geburtsdatum: '1990-01-01' },
        false,
        '2026-11-22',
      ).problems.firstName,
    ).toBe(problem);
  });
});
