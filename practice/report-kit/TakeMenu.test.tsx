// Tests of the export menu: progress, cancelling, and a failed Excel file in words.

import { notifications } from '@mantine/notifications';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stage } from '../ui/stage.fixture.tsx';
import { fetchWhole, type TablePage } from './fetch-whole.ts';
import texts from './texts.de.json';
import { TakeMenu } from './TakeMenu.tsx';

type Row = { id: string };
const saved: { name: string; file: Blob }[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', file: file as Blob });
    return 'blob:x';
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: `0${from + at}` }));

/** Shows the menu of a table of three pages; `answer` lets the next page arrive. */
async function show(): Promise<{ asked: number[]; answer: () => void }> {
  const asked: number[] = [],
    waiting: (() => void)[] = [];
  await stage(
    <TakeMenu
      title="Leistungen"
      fileName={(ending) => `leistungen.${ending}`}
      table={async (taking) => ({
        spalten: [{ key: 'id', titel: 'Nr.', typ: 'code' }],
        zeilen: await fetchWhole(
          (from) =>
            new Promise<TablePage<Row>>((resolve) => {
              asked.push(from);
              waiting.push(() =>
                resolve({ zeilen: rows(from, Math.min(from + 5, 12)), all: 12, state: 1 }),
              );
            }),
          ({ id }) => id,
          taking,
        ),
      })}
    />,
    { auswertung: texts },
  );
  return { asked, answer: () => waiting.shift()?.() };
}
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

test('a file of several pages tells how far it is, and holds every row', async () => {
  const { asked, answer } = await show();
  await press('Als CSV-Datei');
  expect((await screen.findByRole('status')).textContent).toBe('Die Zeilen werden geholt …');
  await waitFor(() => expect(asked).toEqual([0]));
  answer();
  await waitFor(() => expect(asked).toEqual([0, 5]));
  expect(screen.getByRole('status').textContent).toBe('5 von 12 Zeilen');
  answer();
  await waitFor(() => expect(asked).toEqual([0, 5, 10]));
  answer();
  await screen.findByRole('button', { name: 'Exportieren' });
  expect((await saved[0]!.file.text()).split('\r\n').slice(1, -1)).toEqual(
    rows(0, 12).map(({ id }) => (/^0\d+$/.test(id) ? `"=""${id}"""` : id)),
  );
});
test('a cancelled file is not saved, and no further page is read', async () => {
  const { asked, answer } = await show();
  await press('Als CSV-Datei');
  await waitFor(() => expect(asked).toEqual([0]));
  answer();
  await waitFor(() => expect(asked).toEqual([0, 5]));
  fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
  await screen.findByRole('button', { name: 'Exportieren' });
  answer();
  await Promise.resolve();
  expect([asked, saved]).toEqual([[0, 5], []]);
});
test('a failed Excel file is reported in words', async () => {
  class Refused extends EventTarget {
    postMessage(): void {
      this.dispatchEvent(new Event('error'));
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', Refused);
  const shown = vi.spyOn(notifications, 'show');
  const { asked, answer } = await show();
  await press('Als Excel-Datei');
  for (const pages of [1, 2, 3]) {
    await waitFor(() => expect(asked).toHaveLength(pages));
    answer();
  }
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  const { container } = render(<>{shown.mock.calls[0]![0].message}</>);
  expect(container.textContent).toMatch(/^Die Datei konnte nicht erstellt werden/);
  expect(saved).toEqual([]);
});

test('the menu opened by a key stays when the next key comes before its focus', async () => {
  await show();
  fireEvent.keyDown(document.body, { key: 'e' });
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  const opened = await screen.findByRole('menuitem', { name: 'Als CSV-Datei' });
  await waitFor(() =>
    expect(opened.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true),
  );
  expect(screen.queryByRole('menu')).not.toBeNull();
});
