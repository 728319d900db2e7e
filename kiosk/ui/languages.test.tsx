/**
 * Tests of the language list: every flag in the table exists as a file, and names are in their own
 * language and direction.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LANGUAGES, listLanguages } from '../../shared/base/languages.ts';
import { flagUrl } from './flags.ts';
import { LanguageList } from './LanguageList.tsx';

it('has a file for every flag of the table', () => {
  const named = LANGUAGES.map((row) => row.flag).filter((flag) => flag !== null);
  expect(named.filter((flag) => flagUrl(flag) === null)).toEqual([]);
});

it('[U3] names each language in itself and shows no flag where no single one is right', async () => {
  const onChoose = vi.fn();
  render(
    <LanguageList
      label="Sprache"
      languages={listLanguages(['de', 'ar'])}
      current="de"
      onChoose={onChoose}
    />,
  );
  const arabic = screen.getByRole('button', { name: 'العربية' });
  expect([arabic.lang, arabic.dir, arabic.querySelector('img')]).toEqual(['ar', 'rtl', null]);
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Deutsch', pressed: true }).querySelector('img')?.alt,
    ).toBe(''),
  );
  fireEvent.click(arabic);
  expect(onChoose).toHaveBeenCalledWith('ar');
});
