// Tests of the keys that every list has.

import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { setSingleKeys } from './keys/single-keys.ts';
import { stage } from '../stage.fixture.tsx';
import type { ListKey } from './keys/ListKeys.tsx';
import { useListKeys } from './use-list-keys.tsx';
import texts from './keys/texts.de.json';
import uiTexts from '../texts.de.json';

const pressed: string[] = [];
const press = (what: string) => (): void => void pressed.push(what);

function List({ hasNotes = false, without }: { hasNotes?: boolean; without?: readonly ListKey[] }) {
  const root = useRef<HTMLDivElement>(null),
    [chosen, setChosen] = useState<ReadonlySet<string>>(new Set()),
    keys = useListKeys(root, {
      ...(hasNotes && {
        onNote: () => {
          const row = document.activeElement?.closest('[data-row]');
          if (!row) return false;
          pressed.push(`note ${row.getAttribute('aria-label')}`);
          return true;
        },
      }),
      ...(without !== undefined && { without }),
    });
  return (
    <div ref={root}>
      {keys}
      <input data-list-search aria-label="search" />
      <button data-list-export onClick={press('export')}>
        export
      </button>
      {chosen.size > 0 && (
        <button data-list-label onClick={press(`label ${chosen.size}`)}>
          label
        </button>
      )}
      <ul data-rows>
        {['a', 'b', 'c'].map((one) => (
          <li key={one} data-row tabIndex={-1} aria-label={one}>
            <input
              type="checkbox"
              aria-label={`choose ${one}`}
              checked={chosen.has(one)}
              onChange={() =>
                setChosen((before) => {
                  const next = new Set(before);
                  if (!next.delete(one)) next.add(one);
                  return next;
                })
              }
            />
            <button data-whole onClick={press(`whole ${one}`)}>
              whole
            </button>
            <button data-default onClick={press(`first ${one}`)}>
              first
            </button>
            <button data-peek onClick={press(`peek ${one}`)}>
              peek
            </button>
            <button data-call onClick={press(`call ${one}`)}>
              call
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
const open = (): Promise<unknown> => stage(<List hasNotes />, { tasten: texts });
afterEach(() => {
  pressed.length = 0;
  setSingleKeys(true);
});

test('Enter, Space, O, R press the parts of the focused row; E and N those of the list', async () => {
  await open();
  await userEvent.keyboard('jj{Enter} oren');
  expect(pressed).toEqual(['first b', 'peek b', 'whole b', 'call b', 'export', 'note b']);
});

test('X chooses a row, Shift+X all up to here, L labels the chosen ones', async () => {
  await open();
  await userEvent.keyboard('jxjj');
  fireEvent.keyDown(document.activeElement!, { key: 'X', shiftKey: true });
  await userEvent.keyboard('l');
  expect(pressed).toEqual(['label 3']);
});

test('L chooses the focused row where none is chosen', async () => {
  await open();
  await userEvent.keyboard('jl');
  expect(pressed).toEqual(['label 1']);
});

test('F leads to the search, where letters are letters again', async () => {
  await open();
  await userEvent.keyboard('feo');
  expect(screen.getByLabelText<HTMLInputElement>('search').value).toBe('eo');
  expect(pressed).toEqual([]);
});

test('Space on a button of a row belongs to the button', async () => {
  await open();
  screen.getAllByRole('button')[3]?.focus();
  await userEvent.keyboard(' ');
  expect(pressed).toHaveLength(1);
});

test('„?“ lists the keys that the list has, with N where it has notes', async () => {
  await open();
  await userEvent.keyboard('?');
  expect(await screen.findByText(texts.note)).toBeTruthy();
  expect(screen.getByText(texts.single)).toBeTruthy();
});

test('single keys that are switched off leave the letters alone; arrows and Enter stay', async () => {
  setSingleKeys(false);
  await open();
  await userEvent.keyboard('jxeo{ArrowDown}{Enter}');
  expect(pressed).toEqual(['first a']);
});

test.each(['o', 'r', 'x', 'n'])('%s without a chosen row says that one is needed', async (key) => {
  await open();
  await userEvent.keyboard(key);
  expect(await screen.findByText(uiTexts['keys.noRow'])).toBeTruthy();
  expect(pressed).toEqual([]);
});

test('U without anything to take back reports that', async () => {
  await open();
  await userEvent.keyboard('u');
  expect(await screen.findByText(uiTexts['keys.noUndo'])).toBeTruthy();
});

test('keys that a list does not have are neither shown nor heard', async () => {
  await stage(<List without={['whole', 'called', 'choose', 'undo']} />, { tasten: texts });
  await userEvent.keyboard('joxru');
  expect(pressed).toEqual([]);
  expect(screen.queryByText(uiTexts['keys.noUndo'])).toBeNull();
  await userEvent.keyboard('?');
  await screen.findByText(texts.single);
  expect([...document.querySelectorAll('kbd')].map((one) => one.textContent)).toEqual([
    'J K ↓ ↑',
    '↵',
    texts.space,
    '⇧ X',
    'L',
    'F',
    'E',
    'G',
    'Esc',
    '?',
  ]);
});
