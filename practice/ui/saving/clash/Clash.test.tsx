// Tests of a draft that another user saved meanwhile: who and when, both texts of each place, and no
// way loses one of them; the next gap of a translation.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../../shared/base/client.ts';
import { stage } from '../../stage.fixture.tsx';
import ui from '../../texts.de.json';
import type { Shape } from '../merge/merge-drafts.ts';
import type { Block } from '../merge/merge-trees.ts';
import { missingAfter } from '../next-missing.ts';
import { keptDraft, startOf, useAutosave, useHistory } from '../use-drafting.ts';
import { DraftClash } from './DraftClash.tsx';
import texts from './texts.de.json';

/** A draft of lines with names. */
type Lines = Readonly<Record<string, string>>;
const SHAPE: Shape<Lines> = {
  split: (lines) => ({
    id: '',
    own: null,
    kids: Object.entries(lines).map(([id, own]): Block => ({ id, own, kids: [] })),
  }),
  join: ({ kids }) => Object.fromEntries(kids.map(({ id, own }) => [id, own as string])),
  blend: () => undefined,
};
const AT = Date.UTC(2026, 10, 20, 9, 41);
let server: { rev: number; value: Lines; isOver?: boolean; isGone?: boolean };
let isAnswerLost = false;
/** Set: a save waits until the test lets it reach the server; its answer never comes. */
let onTheWay: (() => void)[] | null = null;
beforeEach(() => {
  sessionStorage.clear();
  isAnswerLost = false;
  onTheWay = null;
  server = { rev: 1, value: { a: 'Anfang', b: 'Ende' } };
});
afterEach(() => vi.restoreAllMocks());

const copies: Lines[] = [];
/** An editor of two lines that saves against a revision. */
function Editor() {
  const [first] = useState(server),
    [kept] = useState(() => keptDraft<Lines>('t')),
    { now, change, undo, join } = useHistory(first.value, kept?.value),
    saving = useAutosave(
      {
        key: 't',
        ...startOf(kept, first.rev, first.value),
        isDraft: true,
        save: (rev, value) => {
          if (onTheWay) {
            onTheWay.push(() => {
              if (rev === server.rev) server = { rev: rev + 1, value };
            });
            return new Promise(() => undefined);
          }
          if (rev !== server.rev || server.isOver === true)
            return Promise.reject(new CallError(409, 'state_conflict', 'changed'));
          server = { rev: rev + 1, value };
          return isAnswerLost
            ? Promise.reject(new CallError(0, 'network', 'lost'))
            : Promise.resolve({ rev: server.rev });
        },
      },
      now,
    );
  return (
    <>
      {Object.keys(first.value).map((line) => (
        <input
          key={line}
          aria-label={line}
          value={now[line] ?? ''}
          onChange={(event) => change({ ...now, [line]: event.target.value }, { tag: line })}
        />
      ))}
      <button type="button" onClick={undo}>
        Rückgängig
      </button>
      <output>{saving.state}</output>
      <DraftClash
        id="t"
        mine={now}
        met={saving.met}
        shape={SHAPE}
        describe={(root) =>
          new Map(
            root.kids.map(({ id, own }) => [id, { title: `Zeile ${id}`, words: own as string }]),
          )
        }
        load={() =>
          server.isGone === true
            ? Promise.reject(new CallError(404, 'not_found', 'gone'))
            : Promise.resolve({ isOver: false, ...server, byName: 'Ada', at: AT })
        }
        copy={(_id, mine) => {
          copies.push(mine);
          return Promise.resolve('kopie@1');
        }}
        onJoin={(stored, next, each) => {
          join(each, next);
          saving.settle(stored, next);
        }}
        onEnded={saving.drop}
        onOpen={(key) => copies.push({ opened: key })}
      />
    </>
  );
}
const field = (line: string): HTMLInputElement => screen.getByRole('textbox', { name: line }),
  write = async (line: string, text: string): Promise<void> => {
    await userEvent.clear(field(line));
    await userEvent.type(field(line), text);
  },
  SAVED = /^Ada hat am 20\.11\.2026, 10:41.* gespeichert\.$/,
  saidBy = (): Promise<HTMLElement> => screen.findByText(SAVED, {}, { timeout: 5_000 }),
  show = () => stage(<Editor />, { clash: texts, ui });
/** Types into the first line while Ada has saved another text there, and her own last line. */
async function meet(): Promise<void> {
  await show();
  server = { rev: 2, value: { a: 'Adas Text', b: 'Adas Ende' } };
  await write('a', 'Mein Text');
  await saidBy();
}

test('both texts are seen; mine is kept, and the line that only Ada changed is taken', async () => {
  await meet();
  const [mine, other] = screen.getAllByRole('radio');
  expect(mine?.closest('label')?.textContent).toBe('MeinesMein Text');
  expect(other?.closest('label')?.textContent).toBe('Anderes, von AdaAdas Text');
  expect(screen.getByRole('group', { name: 'Zeile a' })).toBeTruthy();
  expect(screen.getByText('Von Ada: Zeile b')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: texts.take }).disabled).toBe(true);
  await userEvent.click(mine!);
  await userEvent.click(screen.getByRole('button', { name: texts.take }));
  await waitFor(() =>
    expect(server).toEqual({ rev: 3, value: { a: 'Mein Text', b: 'Adas Ende' } }),
  );
  expect([field('a').value, field('b').value]).toEqual(['Mein Text', 'Adas Ende']);
});

test('the other text is taken; undo brings the own one back and keeps the rest of Ada', async () => {
  await meet();
  await userEvent.click(screen.getAllByRole('radio')[1]!);
  await userEvent.click(screen.getByRole('button', { name: texts.take }));
  expect(field('a').value).toBe('Adas Text');
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  expect([field('a').value, field('b').value]).toEqual(['Mein Text', 'Adas Ende']);
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  expect(field('b').value).toBe('Adas Ende');
});

test('changes in different lines ask nothing, are saved together, and are named', async () => {
  await show();
  server = { rev: 2, value: { a: 'Anfang', b: 'Adas Ende' } };
  await write('a', 'Mein Text');
  await saidBy();
  await waitFor(() =>
    expect(server).toEqual({ rev: 3, value: { a: 'Mein Text', b: 'Adas Ende' } }),
  );
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByText('Von Ada: Zeile b')).toBeTruthy();
  expect(screen.getByText('Von Ihnen: Zeile a')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: texts.close }));
  expect(screen.queryByText('Von Ada: Zeile b')).toBeNull();
});

test('typing goes on while the choice is open; it is shown, kept and not sent', async () => {
  await meet();
  await userEvent.click(screen.getAllByRole('radio')[0]!);
  await userEvent.type(field('a'), '!');
  expect(screen.getAllByRole<HTMLInputElement>('radio')[0]?.checked).toBe(true);
  expect(screen.getAllByRole('radio')[0]?.closest('label')?.textContent).toBe('MeinesMein Text!');
  expect(keptDraft<Lines>('t')).toEqual({
    rev: 1,
    value: { a: 'Mein Text!', b: 'Ende' },
    base: { a: 'Anfang', b: 'Ende' },
  });
  expect(server.rev).toBe(2);
});

test('the own text becomes a copy, and the editor goes on with the other one', async () => {
  copies.length = 0;
  await meet();
  await userEvent.click(screen.getByRole('button', { name: texts.copy }));
  await waitFor(() => expect(copies).toEqual([{ a: 'Mein Text', b: 'Ende' }]));
  await waitFor(() => expect(field('a').value).toBe('Adas Text'));
});

test('a draft that was published or discarded meanwhile becomes a copy, which opens', async () => {
  copies.length = 0;
  await show();
  server = { rev: 2, value: { a: 'Adas Text', b: 'Ende' }, isOver: true };
  await write('a', 'Mein Text');
  await saidBy();
  expect(screen.getByText(texts.over)).toBeTruthy();
  expect(screen.queryByRole('button', { name: texts.take })).toBeNull();
  server = { ...server, isGone: true };
  await userEvent.click(screen.getByRole('button', { name: texts.copy }));
  await waitFor(() =>
    expect(copies).toEqual([{ a: 'Mein Text', b: 'Ende' }, { opened: 'kopie@1' }]),
  );
});
test('a draft that is gone keeps the text and states it', async () => {
  await show();
  server = { ...server, rev: 2, isGone: true };
  await write('a', 'Mein Text');
  await screen.findByText(texts.gone, {}, { timeout: 5_000 });
  expect(screen.getByRole('button', { name: texts.copy })).toBeTruthy();
});

test('a save whose answer was lost is no change of another user', async () => {
  await show();
  isAnswerLost = true;
  await write('a', 'Mein Text');
  await waitFor(() => expect(server.rev).toBe(2), { timeout: 5_000 });
  isAnswerLost = false;
  await userEvent.type(field('a'), ' weiter');
  await waitFor(
    () => expect(server).toEqual({ rev: 3, value: { a: 'Mein Text weiter', b: 'Ende' } }),
    { timeout: 5_000 },
  );
  expect(screen.queryByText(SAVED)).toBeNull();
});

test('a reload keeps the own text, with the state that it began with', async () => {
  sessionStorage.setItem(
    'practice.draft.t',
    JSON.stringify({
      rev: 1,
      value: { a: 'Getippt', b: 'Ende' },
      base: { a: 'Anfang', b: 'Ende' },
    }),
  );
  server = { rev: 2, value: { a: 'Anfang', b: 'Adas Ende' } };
  await show();
  expect(field('a').value).toBe('Getippt');
  await waitFor(() => expect(server).toEqual({ rev: 3, value: { a: 'Getippt', b: 'Adas Ende' } }), {
    timeout: 5_000,
  });
});
/** Types a text, undoes it while its save is on the way, and leaves the page without an answer. */
async function undoDuringSave(): Promise<() => void> {
  onTheWay = [];
  const sends = onTheWay,
    { unmount } = await show();
  await write('a', 'Vertippt');
  await waitFor(() => expect(sends).toHaveLength(1), { timeout: 5_000 });
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  expect(field('a').value).toBe('Anfang');
  // The page that is reloaded sends nothing more.
  const kept = sessionStorage.getItem('practice.draft.t');
  unmount();
  sessionStorage.setItem('practice.draft.t', kept ?? '');
  onTheWay = null;
  return sends[0]!;
}
test.each([
  ['before the reload', true],
  ['after the reload', false],
])('a change undone during its save, which arrives %s, stays undone', async (_when, isBefore) => {
  const arrive = await undoDuringSave();
  if (isBefore) arrive();
  await show();
  if (!isBefore) arrive();
  expect(field('a').value).toBe('Anfang');
  await waitFor(() => expect(server).toEqual({ rev: 3, value: { a: 'Anfang', b: 'Ende' } }), {
    timeout: 5_000,
  });
  expect(field('a').value).toBe('Anfang');
  expect(screen.queryByText(SAVED)).toBeNull();
  await waitFor(() => expect(sessionStorage.getItem('practice.draft.t')).toBeNull());
});
test('a change undone during a save stays undone if the save never arrives', async () => {
  await undoDuringSave();
  await show();
  await waitFor(() => expect(server).toEqual({ rev: 2, value: { a: 'Anfang', b: 'Ende' } }), {
    timeout: 5_000,
  });
});
test('after a reload during a save, the text of another user is still met', async () => {
  await undoDuringSave();
  server = { rev: 2, value: { a: 'Adas Text', b: 'Adas Ende' } };
  await show();
  await saidBy();
  await waitFor(() =>
    expect(server).toEqual({ rev: 2, value: { a: 'Adas Text', b: 'Adas Ende' } }),
  );
  expect([field('a').value, field('b').value]).toEqual(['Adas Text', 'Adas Ende']);
});

test('an older kept draft without that state asks in each place that differs', async () => {
  sessionStorage.setItem(
    'practice.draft.t',
    JSON.stringify({ rev: 1, value: { a: 'Getippt', b: 'Ende' } }),
  );
  server = { rev: 2, value: { a: 'Anfang', b: 'Adas Ende' } };
  await show();
  await saidBy();
  expect(screen.getAllByRole('radio')).toHaveLength(4);
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
