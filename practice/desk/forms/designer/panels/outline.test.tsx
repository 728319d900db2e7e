// Tests of the outline with many items: a change of one draws one row, and the tree hears its rows.

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { stage } from '../../../../ui/stage.fixture.tsx';
import type { Editing } from '../editing/use-editing.ts';
import { Outline } from '../Outline.tsx';
import texts from '../texts.de.json';

const COUNT = 60;
let reads = 0;
const items: readonly QuestionnaireItem[] = Array.from({ length: COUNT }, (_, n) => ({
  linkId: `q${n}`,
  type: 'boolean' as const,
  get text() {
    reads++;
    return `Frage ${n}`;
  },
}));
const nothing = (): void => undefined;
const NO_MARKS: ReadonlyMap<string, 'error'> = new Map();

function Board() {
  const [form, setForm] = useState<Questionnaire>({
      resourceType: 'Questionnaire',
      status: 'draft',
      item: items,
    }),
    [selected, select] = useState<string | undefined>('q0');
  const editing: Editing = {
    form,
    selected,
    select,
    change: setForm,
    undo: nothing,
    redo: nothing,
    canUndo: false,
    canRedo: false,
  } as unknown as Editing;
  const write = (): void =>
    setForm({ ...form, item: items.map((one, n) => (n === 5 ? { ...one, text: 'Neu' } : one)) });
  return (
    <>
      <button type="button" onClick={write}>
        schreiben
      </button>
      <Outline editing={editing} isReadOnly={false} marks={NO_MARKS} onAdded={nothing} />
    </>
  );
}

test('a letter in one item draws its row only', async () => {
  await stage(<Board />, { formulare: texts });
  // The rows out of view follow while the browser is idle.
  await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(COUNT));
  reads = 0;
  fireEvent.click(screen.getByText('schreiben'));
  expect(screen.getByText('Neu')).toBeTruthy();
  // One read copies the item of the test.
  expect(reads).toBeLessThanOrEqual(1);
});

test('a click and a key on a row select it', async () => {
  await stage(<Board />, { formulare: texts });
  const selected = (): string | null | undefined =>
    document.querySelector('[aria-selected="true"]')?.textContent;
  fireEvent.click(screen.getByText('Frage 7'));
  expect(selected()).toBe('Frage 7');
  fireEvent.keyDown(screen.getByText('Frage 7'), { key: 'ArrowDown' });
  expect(selected()).toBe('Frage 8');
  fireEvent.keyDown(screen.getByText('Frage 8'), { key: 'End' });
  expect(selected()).toBe(`Frage ${COUNT - 1}`);
});
