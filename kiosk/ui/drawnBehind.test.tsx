/**
 * Tests of updates while a letter is typed: stored at once, rendered after its frame, and before
 * any other action of the person.
 */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawnBehind, useStoreBehind } from './drawnBehind.ts';

const listeners = new Set<() => void>();
let words = '';
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const tell = (next: string): void => {
  words = next;
  for (const one of listeners) one();
};
const pressed = vi.fn();

function Page() {
  const said = useStoreBehind(subscribe, () => words);
  return (
    <>
      <p data-testid="said">{said}</p>
      <button type="button" onClick={() => pressed(said)}>
        Weiter
      </button>
    </>
  );
}
const shown = (): string | null => screen.getByTestId('said').textContent;

let frames: FrameRequestCallback[] = [];
const frame = (): void =>
  act(() => {
    for (const one of frames.splice(0)) one(0);
    vi.runAllTimers();
  });
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  words = 'a';
  pressed.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('waits for the frame, and only that long', () => {
  render(<Page />);
  act(() => drawnBehind(() => tell('ab')));
  act(() => drawnBehind(() => tell('abc')));
  expect([words, shown()]).toEqual(['abc', 'a']);
  frame();
  expect(shown()).toBe('abc');
});
it('renders before a press is handled, and stays pending for another letter', () => {
  render(<Page />);
  act(() => drawnBehind(() => tell('ab')));
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(shown()).toBe('a');
  fireEvent.click(screen.getByRole('button'));
  expect(pressed).toHaveBeenCalledExactlyOnceWith('ab');
  act(() => drawnBehind(() => tell('abc')));
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(shown()).toBe('abc');
});
it('any other update is rendered at once, with the pending ones', () => {
  render(<Page />);
  act(() => drawnBehind(() => tell('ab')));
  act(() => tell('ab!'));
  expect(shown()).toBe('ab!');
});
it('a failing action leaves nothing pending', () => {
  render(<Page />);
  expect(() =>
    drawnBehind(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  act(() => tell('b'));
  expect(shown()).toBe('b');
});
it('an unmounted page is not rendered', () => {
  const { unmount } = render(<Page />);
  act(() => drawnBehind(() => tell('ab')));
  unmount();
  expect(listeners.size).toBe(0);
  frame();
  fireEvent.click(document.body);
});
