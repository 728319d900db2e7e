/** Dates, codes and the in-app keyboard: what is typed arrives, in every script, and nothing else does. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CodeInput, cleanCode } from './fields/CodeInput.tsx';
import { DateFields } from './fields/DateFields.tsx';
import {
  EMPTY_DATE,
  firstProblem,
  isoFromParts,
  partsFromIso,
  type DateParts,
} from './fields/dateParts.ts';
import { normalizeDigits } from './fields/digits.ts';
import { KeyboardDock } from './fields/KeyboardDock.tsx';
import { useKeyboardAttributes, type Keys } from './fields/keyboardContext.ts';
import { LAYOUTS, lettersFor } from './fields/layouts.ts';
import { TextField } from './fields/TextField.tsx';

describe('dateParts', () => {
  it('reads Arabic, Persian, Devanagari and Bengali digits', () => {
    expect(normalizeDigits('١٢٣')).toBe('123');
    expect(normalizeDigits('۱۹۵۸')).toBe('1958');
    expect(normalizeDigits('१२')).toBe('12');
    expect(normalizeDigits('1a-2')).toBe('12');
  });

  it('knows real days only, and names the field that is wrong', () => {
    expect(isoFromParts({ day: '1', month: '2', year: '1941' })).toBe('1941-02-01');
    expect(isoFromParts({ day: '29', month: '02', year: '2024' })).toBe('2024-02-29');
    expect(isoFromParts({ day: '29', month: '02', year: '2023' })).toBeNull();
    expect(firstProblem({ day: '31', month: '04', year: '1990' })).toBe('day');
    expect(firstProblem({ day: '12', month: '13', year: '1990' })).toBe('month');
    expect(firstProblem({ day: '12', month: '3', year: '58' })).toBe('year');
    expect(firstProblem(EMPTY_DATE)).toBe('day');
    expect(partsFromIso('1958-03-12')).toEqual({ day: '12', month: '03', year: '1958' });
  });
});

const PAD = { group: 'Zahlen', backspace: 'Löschen' };
const PARTS = { day: 'Tag', month: 'Monat', year: 'Jahr' };

function Birthday({
  pad,
  onValue,
}: {
  readonly pad?: boolean;
  readonly onValue: (value: DateParts) => void;
}) {
  const [value, setValue] = useState(EMPTY_DATE);
  return (
    <DateFields
      legend="Geburtsdatum"
      labels={PARTS}
      value={value}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
      {...(pad ? { pad: PAD } : {})}
    />
  );
}

describe('DateFields', () => {
  it('moves on by itself, and back over an empty field', async () => {
    const user = userEvent.setup();
    const onValue = vi.fn();
    render(<Birthday onValue={onValue} />);
    await user.click(screen.getByLabelText('Tag'));
    await user.keyboard('7121958');
    expect(onValue).toHaveBeenLastCalledWith({ day: '7', month: '12', year: '1958' });
    expect(document.activeElement).toBe(screen.getByLabelText('Jahr'));
    await user.keyboard('{Backspace>5/}');
    expect(document.activeElement).toBe(screen.getByLabelText('Monat'));
    expect(onValue).toHaveBeenLastCalledWith({ day: '7', month: '1', year: '' });
  });

  it('takes Persian digits into the field as Latin ones', () => {
    const onValue = vi.fn();
    render(<Birthday onValue={onValue} />);
    fireEvent.change(screen.getByLabelText('Jahr'), { target: { value: '۱۹۵۸' } });
    expect(onValue).toHaveBeenLastCalledWith({ day: '', month: '', year: '1958' });
  });

  it('is filled by the number pad alone, without the system keyboard', () => {
    const onValue = vi.fn();
    render(<Birthday pad onValue={onValue} />);
    for (const digit of '12031958') fireEvent.click(screen.getByRole('button', { name: digit }));
    expect(onValue).toHaveBeenLastCalledWith({ day: '12', month: '03', year: '1958' });
    fireEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    expect(onValue).toHaveBeenLastCalledWith({ day: '12', month: '03', year: '195' });
    expect(screen.getByLabelText('Tag').getAttribute('inputmode')).toBe('none');
  });
});

function Code({ onComplete }: { readonly onComplete: (code: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <CodeInput
      label="Code"
      groupLabel={(group, groups) => `Teil ${group} von ${groups}`}
      value={value}
      onChange={setValue}
      onComplete={onComplete}
    />
  );
}

describe('CodeInput', () => {
  it('drops what the code does not use and ignores case', () => {
    expect(cleanCode('ab1c-o0de i', 'code')).toBe('ABCDE');
    expect(cleanCode('۱2 3', 'digits')).toBe('123');
  });

  it('runs on into the second group and says when it is whole', async () => {
    const user = userEvent.setup();
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    await user.click(screen.getByLabelText('Teil 1 von 2'));
    await user.keyboard('abcdefghjk');
    expect(screen.getByLabelText<HTMLInputElement>('Teil 1 von 2').value).toBe('ABCDE');
    expect(screen.getByLabelText<HTMLInputElement>('Teil 2 von 2').value).toBe('FGHJK');
    expect(onComplete.mock.calls).toEqual([['ABCDEFGHJK']]);
  });

  it('takes a paste of the whole code', async () => {
    const user = userEvent.setup();
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    await user.click(screen.getByLabelText('Teil 1 von 2'));
    await user.paste('abcde-fghjk');
    expect(onComplete).toHaveBeenCalledWith('ABCDEFGHJK');
  });
});

const KEYS = {
  group: 'Tastatur',
  shift: 'Großbuchstabe',
  backspace: 'Löschen',
  space: 'Leertaste',
  enter: 'Fertig',
  digits: '123',
  letters: 'ABC',
  close: 'Tastatur schließen',
};

function Name({ onEnter }: { readonly onEnter?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <KeyboardDock enabled language="de" labels={KEYS}>
      <TextField label="Name" value={value} onChange={setValue} {...(onEnter ? { onEnter } : {})} />
    </KeyboardDock>
  );
}

describe('in-app keyboard', () => {
  it('comes with the field, types umlauts and capitals, and keeps the system keyboard away', async () => {
    const onEnter = vi.fn();
    render(<Name onEnter={onEnter} />);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    expect(field.getAttribute('inputmode')).toBe('none');
    expect(field.autocomplete).toBe('off');
    act(() => field.focus());
    const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('group', { name: 'Tastatur' });
    tap('Großbuchstabe');
    tap('M');
    tap('ü');
    tap('l');
    tap('l');
    tap('x');
    tap('Löschen');
    expect(field.value).toBe('Müll');
    expect(document.activeElement).toBe(field);
    tap('Fertig');
    expect(onEnter).toHaveBeenCalledTimes(1);
    act(() => field.blur());
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Tastatur' })).toBeNull());
  });

  it('stays until a tap beside it has become a click: a footer that moves under the finger loses it', async () => {
    render(
      <>
        <Name />
        <button type="button">Weiter</button>
      </>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('Name'),
      button = screen.getByRole('button', { name: 'Weiter' });
    const keyboard = () => screen.queryByRole('group', { name: 'Tastatur' });
    act(() => field.focus());
    await screen.findByRole('group', { name: 'Tastatur' });
    fireEvent.pointerDown(button);
    act(() => button.focus());
    await new Promise((next) => setTimeout(next, 150));
    expect(keyboard()).not.toBeNull();
    fireEvent.pointerUp(button);
    fireEvent.click(button);
    expect(keyboard()).not.toBeNull();
    await waitFor(() => expect(keyboard()).toBeNull());
  });

  it('leaves the field alone where it is switched off', () => {
    render(
      <KeyboardDock enabled={false} language="de" labels={KEYS}>
        <TextField label="Name" value="" onChange={() => undefined} />
      </KeyboardDock>,
    );
    expect(screen.getByLabelText('Name').getAttribute('inputmode')).toBeNull();
  });

  it('has a decimal comma where a number may have one, and none where it may not', async () => {
    function Number({ keys }: { readonly keys: Keys }) {
      const [value, setValue] = useState('');
      return (
        <input
          {...useKeyboardAttributes(keys)}
          aria-label={keys}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      );
    }
    render(
      <KeyboardDock enabled language="de" labels={KEYS}>
        <Number keys="decimal" />
        <Number keys="digits" />
      </KeyboardDock>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('decimal');
    act(() => field.focus());
    await screen.findByRole('group', { name: 'Tastatur' });
    for (const key of ['7', ',', '5']) fireEvent.click(screen.getByRole('button', { name: key }));
    expect(field.value).toBe('7,5');
    act(() => screen.getByLabelText('digits').focus());
    expect(screen.queryByRole('button', { name: ',' })).toBeNull();
  });

  it('types Arabic without a key for capitals, and Turkish with the right ones', async () => {
    const show = (language: string) =>
      render(
        <KeyboardDock enabled language={language} labels={KEYS}>
          <TextField label={language} value="" onChange={() => undefined} />
        </KeyboardDock>,
      );
    const { unmount } = show('ar');
    act(() => screen.getByLabelText('ar').focus());
    expect(await screen.findByRole('button', { name: 'ض' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Großbuchstabe' })).toBeNull();
    unmount();
    show('tr');
    act(() => screen.getByLabelText('tr').focus());
    fireEvent.click(await screen.findByRole('button', { name: 'Großbuchstabe' }));
    expect(screen.getByRole('button', { name: 'İ' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'I' })).toBeTruthy();
  });

  it.each(Object.entries(LAYOUTS))(
    '%s: no key stands twice, and every row leaves its keys 60 px on a tablet held upright',
    (_name, rows) => {
      const keys = rows.flat();
      expect(new Set(keys).size).toBe(keys.length);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(11);
      expect(rows.at(-1)?.length).toBeLessThanOrEqual(10);
    },
  );

  it('serves the languages of the shipped forms with letters of their own, and every other one with German ones', () => {
    for (const language of ['de', 'en', 'tr', 'pl', 'ro', 'fr', 'it', 'es', 'ru', 'uk', 'ar', 'fa'])
      expect(lettersFor(language)).toBe(language);
    expect([lettersFor('prs'), lettersFor('en-GB'), lettersFor('nl'), lettersFor('signs')]).toEqual(
      ['fa', 'en', 'de', 'de'],
    );
  });
});
