// Tests of a draft that another user saved meanwhile: who and when, both texts, and no way loses
// one of them; the next gap of a translation.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../../shared/base/client.ts';
import { stage } from '../../stage.fixture.tsx';
import { Clash, differences, isClash, type Stored } from './Clash.tsx';
import { missingAfter } from '../next-missing.ts';
import { keptDraft, useAutosave, useHistory } from '../use-drafting.ts';
import texts from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 9, 41);
let server: { rev: number; value: string };
beforeEach(() => {
  sessionStorage.clear();
  server = { rev: 1, value: 'Anfang' };
});
afterEach(() => vi.restoreAllMocks());

/** An editor of one text that saves against a revision. */
function Editor({ onCopy }: { onCopy?: (mine: string) => void }) {
  const [first] = useState(server),
    [kept] = useState(() => keptDraft<string>('t')),
    { now, change, undo } = useHistory(first.value, kept?.value),
    saving = useAutosave(
      {
        key: 't',
        rev: kept?.rev ?? first.rev,
        start: first.value,
        isDraft: true,
        save: (rev, value) => {
          if (rev !== server.rev)
            return Promise.reject(new CallError(409, 'state_conflict', 'changed'));
          server = { rev: rev + 1, value };
          return Promise.resolve({ rev: server.rev });
        },
      },
      now,
    );
  return (
    <>
      <input aria-label="Text" value={now} onChange={(event) => change(event.target.value)} />
      <button type="button" onClick={undo}>
        Rückgängig
      </button>
      <output>{saving.state}</output>
      {saving.state === 'failed' && isClash(saving.error) && (
        <Clash
          id="t"
          mine={now}
          places={(words) => [{ key: 'a', words }]}
          load={() =>
            Promise.resolve<Stored<string>>({ ...server, isOver: false, byName: 'Ada', at: AT })
          }
          onMine={(stored) => {
            saving.rebase(stored);
            void saving.flush();
          }}
          onOther={(stored) => {
            saving.rebase(stored);
            change(stored.value);
          }}
          {...(onCopy && { onCopy: () => onCopy(now) })}
        />
      )}
    </>
  );
}
/** Types here while Ada has saved another text. */
async function meet(onCopy?: (mine: string) => void): Promise<HTMLInputElement> {
  await stage(<Editor {...(onCopy && { onCopy })} />, { clash: texts });
  server = { rev: 2, value: 'Adas Text' };
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' });
  await userEvent.clear(input);
  await userEvent.type(input, 'Mein Text');
  await screen.findByText(
    /^Ada hat diesen Entwurf am 20\.11\.2026.* geändert\.$/,
    {},
    { timeout: 5_000 },
  );
  return input;
}

test('both texts are seen, and the own one is saved over the other', async () => {
  const input = await meet();
  expect([screen.getByText('Mein Text'), screen.getByText('Adas Text')]).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Mein Text gilt' }));
  await waitFor(() => expect(server).toEqual({ rev: 3, value: 'Mein Text' }));
  expect(input.value).toBe('Mein Text');
});

test('the other text is taken; undo brings the own one back', async () => {
  const input = await meet();
  await userEvent.click(screen.getByRole('button', { name: 'Text von Ada gilt' }));
  expect(input.value).toBe('Adas Text');
  expect(server).toEqual({ rev: 2, value: 'Adas Text' });
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  expect(input.value).toBe('Mein Text');
});

test('the own text becomes a copy', async () => {
  const copies: string[] = [];
  await meet((mine) => copies.push(mine));
  await userEvent.click(screen.getByRole('button', { name: 'Meinen Text als Kopie anlegen' }));
  expect(copies).toEqual(['Mein Text']);
});

test('a reload keeps the own text although another state was saved meanwhile', async () => {
  sessionStorage.setItem('practice.draft.t', JSON.stringify({ rev: 1, value: 'Getippt' }));
  server = { rev: 2, value: 'Adas Text' };
  await stage(<Editor />, { clash: texts });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' }).value).toBe('Getippt');
  await screen.findByRole('button', { name: 'Mein Text gilt' }, { timeout: 5_000 });
});

test('differences name changed, added and removed places', () => {
  expect(
    differences(
      [
        { key: 'a', words: 'gleich' },
        { key: 'b', words: 'meins' },
        { key: 'c', words: 'neu' },
      ],
      [
        { key: 'a', words: 'gleich' },
        { key: 'b', words: 'anderes' },
        { key: 'd', words: 'weg' },
      ],
    ),
  ).toEqual([
    { key: 'b', mine: 'meins', other: 'anderes' },
    { key: 'c', mine: 'neu', other: '' },
    { key: 'd', mine: '', other: 'weg' },
  ]);
});

test('the next gap follows the focused field, and the first one follows the last', () => {
  document.body.innerHTML =
    '<div id="l"><i id="a"></i><i id="b" data-missing="true"></i><i id="c"></i><i id="d" data-missing="true"></i></div>';
  const at = (id: string) => document.getElementById(id)!;
  expect(missingAfter(at('l'), null)?.id).toBe('b');
  expect(missingAfter(at('l'), at('b'))?.id).toBe('d');
  expect(missingAfter(at('l'), at('d'))?.id).toBe('b');
  document.body.innerHTML = '';
});
