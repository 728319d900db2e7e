// Tests of the filters on paper: one line of words instead of fields, gone after the print.

import { NativeSelect, TextInput } from '@mantine/core';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DayFilter } from '../DayField.tsx';
import { stage } from '../stage.fixture.tsx';
import { Filters } from './Filters.tsx';

const nothing = (): void => undefined;
const print = (event: 'beforeprint' | 'afterprint'): void =>
  act(() => void window.dispatchEvent(new Event(event)));

const onPaper = (): string | undefined =>
  document.querySelector('.p-onpaper')?.textContent ?? undefined;

test('a print names the fields that narrow the list, and no others', async () => {
  await stage(
    <Filters aria-label="Filter">
      <TextInput aria-label="Suchen" value="Groß" onChange={nothing} />
      <TextInput label="Patientennummer" value="" onChange={nothing} />
      <NativeSelect
        label="Art"
        value="access"
        onChange={nothing}
        data={[
          { value: '', label: 'Alle' },
          { value: 'access', label: 'Zugriffe' },
        ]}
      />
      <NativeSelect
        label="Ergebnis"
        value=""
        onChange={nothing}
        data={[{ value: '', label: 'Alle' }]}
      />
      <DayFilter label="Von" value="2026-11-05" onChange={nothing} />
      <DayFilter label="Bis" value="" onChange={nothing} />
      <label>
        <input type="checkbox" checked onChange={nothing} /> Auch ruhende
      </label>
      <button type="button" data-filter>
        Regel 12
      </button>
      <button type="button">Zurücksetzen</button>
    </Filters>,
    {},
  );
  const line = 'Suchen: Groß · Art: Zugriffe · Von: 05.11.2026 · Auch ruhende · Regel 12';
  expect(onPaper()).toBeUndefined();
  print('beforeprint');
  expect(onPaper()).toBe(line);
  expect(document.querySelector('search')?.className).toContain('p-noprint');
  print('afterprint');
  await waitFor(() => expect(onPaper()).toBeUndefined());
});
