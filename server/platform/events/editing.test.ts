// Tests of the list of open drafts: who hears of a window, when it ends, and whose it is.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardEvent } from '../../../shared/exchange/board.ts';
import { EDITING_EXPIRY_MS, type DraftName } from '../../../shared/exchange/editing.ts';
import { createEditing, type Editing } from './editing.ts';

const draft: DraftName = { kind: 'text', id: 'foto@2' },
  windowOf = (windowId: string, userId = 'ada') => ({ windowId, userId, name: userId });
let editing: Editing, heard: [cid: string, windows: string][];
const opens = (windowId: string, userId = 'ada', cid = 'nord', of = draft): void =>
    editing.note(cid, { draft: of, window: windowOf(windowId, userId), isOpen: true }),
  closes = (windowId: string, userId = 'ada'): void =>
    editing.note('nord', { draft, window: windowOf(windowId, userId), isOpen: false }),
  openNow = (cid = 'nord', of = draft): string[] =>
    editing.windows(cid, of).map(({ windowId, userId }) => `${userId} ${windowId}`);

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  editing = createEditing((cid, event: BoardEvent) => {
    if (event.kind === 'editing')
      heard.push([cid, event.windows.map(({ windowId }) => windowId).join(' ')]);
  });
});
afterEach(() => void vi.useRealTimers());

test('each change is heard once, a repeated word is not', () => {
  opens('1');
  opens('2', 'bea');
  opens('1');
  closes('1');
  closes('1');
  expect(heard).toEqual([
    ['nord', '1'],
    ['nord', '1 2'],
    ['nord', '2'],
  ]);
});
test('a window without a word for forty seconds counts as closed, a repeated one stays', () => {
  opens('1');
  opens('2', 'bea');
  vi.advanceTimersByTime(EDITING_EXPIRY_MS - 1);
  opens('2', 'bea');
  vi.advanceTimersByTime(1);
  expect(openNow()).toEqual(['bea 2']);
  expect(heard.at(-1)).toEqual(['nord', '2']);
  vi.advanceTimersByTime(EDITING_EXPIRY_MS);
  expect(openNow()).toEqual([]);
});
test('practices, and drafts of one practice, are apart', () => {
  opens('1');
  opens('2', 'bea', 'sued');
  opens('3', 'cem', 'nord', { kind: 'form', id: draft.id });
  expect(openNow()).toEqual(['ada 1']);
  expect(openNow('sued')).toEqual(['bea 2']);
  expect(heard.map(([cid]) => cid)).toEqual(['nord', 'sued', 'nord']);
});
test('a user closes no window of another one, whatever its name', () => {
  opens('1');
  opens('1', 'bea');
  closes('1', 'bea');
  expect(openNow()).toEqual(['ada 1']);
});
test('a user has twenty windows at most; the oldest gives way', () => {
  for (let n = 0; n < 21; n++) opens(String(n));
  expect(openNow()).toHaveLength(20);
  expect(openNow()[0]).toBe('ada 1');
});
