/**
 * Tests of dates, codes and the in-app keyboard: valid input of every script is accepted, and
 * nothing else.
 */
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
import { capitalOf, variantsOf } from './fields/accents.ts';
import { isCapitalNext } from './fields/capitals.ts';
import { latinFor, LAYOUTS, lettersFor } from './fields/layouts.ts';
import { TextField } from './fields/TextField.tsx';

describe('dateParts', () => {
  it('reads Arabic, Persian, Devanagari and Bengali digits', () => {
    expect(normalizeDigits('١٢٣')).toBe('123');
    expect(normalizeDigits('۱۹۵۸')).toBe('1958');
    expect(normalizeDigits('१२')).toBe('12');
    expect(normalizeDigits('1a-2')).toBe('12');
  });

  it('accepts only real days, and names the invalid field', () => {
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
  it('moves on automatically, and back over an empty field', async () => {
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

  it('converts Persian digits to Latin ones', () => {
    const onValue = vi.fn();
    render(<Birthday onValue={onValue} />);
    fireEvent.change(screen.getByLabelText('Jahr'), { target: { value: '۱۹۵۸' } });
    expect(onValue).toHaveBeenLastCalledWith({ day: '', month: '', year: '1958' });
  });

  it('can be filled by the number pad alone, without the system keyboard', () => {
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
  it('drops characters outside the alphabet and ignores case', () => {
    expect(cleanCode('ab1c-o0de i', 'code')).toBe('ABCDE');
    expect(cleanCode('۱2 3', 'digits')).toBe('123');
  });

  it('continues in the second group and reports completion', async () => {
    const user = userEvent.setup();
    const onComplete = vi.fn();
    render(<Code onComplete={onComplete} />);
    await user.click(screen.getByLabelText('Teil 1 von 2'));
    await user.keyboard('abcdefghjk');
    expect(screen.getByLabelText<HTMLInputElement>('Teil 1 von 2').value).toBe('ABCDE');
    expect(screen.getByLabelText<HTMLInputElement>('Teil 2 von 2').value).toBe('FGHJK');
    expect(onComplete.mock.calls).toEqual([['ABCDEFGHJK']]);
  });

  it('accepts a paste of the whole code', async () => {
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
  latin: 'Latein',
  accents: 'Zeichen',
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
  it('opens with the field, types umlauts and capitals, and suppresses the system keyboard', async () => {
    const onEnter = vi.fn();
    render(<Name onEnter={onEnter} />);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    expect(field.getAttribute('inputmode')).toBe('none');
    expect(field.autocomplete).toBe('off');
    act(() => field.focus());
    const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('group', { name: 'Tastatur' });
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

  it('stays open until a tap outside becomes a click, so that a moving footer does not lose it', async () => {
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

  it('does not affect the field where it is disabled', () => {
    render(
      <KeyboardDock enabled={false} language="de" labels={KEYS}>
        <TextField label="Name" value="" onChange={() => undefined} />
      </KeyboardDock>,
    );
    expect(screen.getByLabelText('Name').getAttribute('inputmode')).toBeNull();
  });

  it('has a decimal comma only where the number may have one', async () => {
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
    expect(await screen.findByRole('button', { name: 'İ' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'I' })).toBeTruthy();
  });

  /** A field of these keys; returns a function that taps keys one after the other. */
  async function typeInto(language: string, keys: Keys) {
    function Field() {
      const [value, setValue] = useState('');
      return <TextField label="Feld" keys={keys} value={value} onChange={setValue} />;
    }
    const { unmount } = render(
      <KeyboardDock enabled language={language} labels={KEYS}>
        <Field />
      </KeyboardDock>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('Feld');
    act(() => field.focus());
    await screen.findByRole('group', { name: 'Tastatur' });
    return {
      field,
      unmount,
      tap: (...names: (string | RegExp)[]) => {
        for (const name of names) fireEvent.click(screen.getByRole('button', { name }));
        return field.value;
      },
    };
  }

  it.each(['ar', 'fa', 'ru', 'uk'])(
    '%s: a key changes to Latin letters and back, and an address begins with them',
    async (language) => {
      const own = LAYOUTS[lettersFor(language)][0]![0]!,
        text = await typeInto(language, 'text');
      const start = text.tap(new RegExp(`^${own}$`, 'i'));
      expect(text.tap(/Latein/, 'e', 'l')).toBe(`${start}el`);
      text.tap(/ABC$/, own);
      expect(text.field.value.endsWith(own)).toBe(true);
      text.unmount();
      const address = await typeInto(language, 'email');
      expect(address.tap('a', '@', 'b', '.', 'd', 'e')).toBe('a@b.de');
      address.unmount();
      const name = await typeInto(language, 'latin');
      expect(name.tap('A', 'l', 'i')).toBe('Ali');
      expect(screen.getByRole('button', { name: /ABC$/ })).toBeTruthy();
    },
  );

  it.each(['de', 'en', 'tr', 'pl', 'ro', 'fr', 'it', 'es', 'ar', 'ru'])(
    '%s: reaches every letter of European and Turkish names',
    (language) => {
      const own = lettersFor(language),
        layout = latinFor(own),
        rows = LAYOUTS[layout].flat();
      const lower = new Set(rows.flatMap((key) => [key, ...variantsOf(key)]));
      const all = new Set([...lower].flatMap((key) => [key, capitalOf(key, layout)]));
      // Latin letters of the official languages of Europe and of Turkish.
      const wanted =
        'áàâäãåąăāæćčçċďđðéèêëęěėēəğģġħıíìîïįīķłľĺļñńňņóòôöõőøœřŕßśšşșťțţþúùûüůűųūŵýÿŷźżž';
      expect([...wanted, ...'İẞŁØÅÉÑÇŞĞ'].filter((letter) => !all.has(letter))).toEqual([]);
      for (const key of rows) expect(variantsOf(key).length).toBeLessThanOrEqual(11);
    },
  );

  it('types letters with marks by two more keys, and their capitals', async () => {
    const { tap } = await typeInto('de', 'name');
    expect(tap(/Zeichen/, 'L', 'Ł', 'u', /Zeichen/, 'c', 'ç', '-')).toBe('Łuç-');
    expect(tap(/Zeichen/, 'I', 'İ', 'Großbuchstabe', 'ẞ')).toBe('Łuç-İẞ');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'q' }).disabled).toBe(false);
    tap(/Zeichen/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'q' }).disabled).toBe(true);
  });

  it('begins names and sentences with a capital, and addresses with none', async () => {
    const name = await typeInto('de', 'name');
    expect(name.tap('A', 'n', 'n', 'a', 'Leertaste', 'M', 'a', 'y', '-', 'L', 'i')).toBe(
      'Anna May-Li',
    );
    name.unmount();
    const text = await typeInto('de', 'text');
    expect(text.tap('I', 'm', 'Leertaste', 'f', '.', 'Leertaste', 'N')).toBe('Im f. N');
    expect(text.tap('Löschen', 'Großbuchstabe', 'n')).toBe('Im f. n');
    text.unmount();
    expect((await typeInto('de', 'email')).tap('m', 'u', 's')).toBe('mus');
  });
  it.each([
    ['', 'name', true],
    ['van der ', 'name', true],
    ['O’', 'name', true],
    ['Am Hang 5 ', 'latin', false],
    ['Ja. ', 'text', true],
    ['5 mg ', 'text', false],
    ['Zeile\n', 'text', true],
    ['', 'email', false],
    ['', 'phone', false],
  ] as const)('after „%s“ in %s a capital is expected: %s', (before, keys, isExpected) => {
    expect(isCapitalNext(before, keys)).toBe(isExpected);
  });

  it('a telephone number has a plus, and a postal code can change to letters', async () => {
    const phone = await typeInto('ar', 'phone');
    expect(phone.tap('+', '4', '9', '0')).toBe('+490');
    phone.unmount();
    const code = await typeInto('ru', 'postcode');
    expect(code.tap('1', /ABC/, 'a')).toBe('1a');
  });

  it.each(Object.entries(LAYOUTS))(
    '%s: no duplicate keys, and at least 60 px per key on a tablet in portrait',
    (_name, rows) => {
      const keys = rows.flat();
      expect(new Set(keys).size).toBe(keys.length);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(11);
      expect(rows.at(-1)?.length).toBeLessThanOrEqual(10);
    },
  );

  it('has layouts for the languages of the shipped forms, and falls back to German', () => {
    for (const language of ['de', 'en', 'tr', 'pl', 'ro', 'fr', 'it', 'es', 'ru', 'uk', 'ar', 'fa'])
      expect(lettersFor(language)).toBe(language);
    expect([lettersFor('prs'), lettersFor('en-GB'), lettersFor('nl'), lettersFor('signs')]).toEqual(
      ['fa', 'en', 'de', 'de'],
    );
  });
});
