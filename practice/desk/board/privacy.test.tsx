// Tests of masking names: initials only, by key and automatically after a minute without input.

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stage } from '../../ui/stage.fixture.tsx';
import { initialsOf } from '../../ui/covered-names.ts';
import { COVER_MS, PrivacyProvider, usePrivacy } from './privacy.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['Yılmaz, Ayşe', 'Y. A.'],
  ['von der Heide, Jörg', 'v. d. H. J.'],
  ['Öztürk', 'Ö.'],
  ["D'Angelo, Maria-José", 'D. M.'],
  ['', ''],
  ['Хмельницька, Олена', 'Х. О.'],
])('masks %s as %s', (name, short) => expect(initialsOf(name)).toBe(short));

function Row() {
  const privacy = usePrivacy();
  return (
    <button type="button" onClick={privacy.toggle}>
      {privacy.name('Weber, Hans')} {privacy.born('1941-05-02')}
    </button>
  );
}

test('a minute without input masks name and birth date; earlier input resets the timer', async () => {
  await stage(
    <PrivacyProvider>
      <Row />
    </PrivacyProvider>,
    {},
  );
  act(() => void vi.advanceTimersByTime(COVER_MS - 1000));
  fireEvent.keyDown(document.body, { key: 'a' });
  act(() => void vi.advanceTimersByTime(COVER_MS - 1000));
  expect(screen.getByRole('button').textContent).toBe('Weber, Hans *02.05.1941');
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByRole('button').textContent).toBe('W. H. ');
});

test('only a deliberate action unmasks the names, not a moved mouse', async () => {
  await stage(
    <PrivacyProvider>
      <Row />
    </PrivacyProvider>,
    {},
  );
  act(() => void vi.advanceTimersByTime(COVER_MS));
  fireEvent.pointerMove(document.body);
  expect(screen.getByRole('button').textContent).toBe('W. H. ');
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toContain('Weber, Hans');
});
