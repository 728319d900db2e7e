// Tests of a page that the browser translates: words change and vanish as without it, and an error
// leaves a way on.

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PhoneBoundary } from './PhoneBoundary.tsx';
import { followTranslation } from './translated.ts';

/** Replaces every text below a node, as translators do. */
function translate(root: Node): void {
  const texts: Text[] = [],
    walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('font')) continue;
    const outer = document.createElement('font'),
      inner = document.createElement('font');
    inner.textContent = `[${text.data}]`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

function Page() {
  const [n, setN] = useState(0);
  return (
    <main>
      <p data-testid="words">
        Seite {n} von {n > 1 ? 'drei' : 'zwei'}
        {n % 2 === 1 && ' (Fehler)'}
        {n % 2 === 1 && <b>Bitte prüfen</b>} Ende
      </p>
      <button type="button" onClick={() => setN(n + 1)}>
        Weiter
      </button>
    </main>
  );
}
const words = (): string => (screen.getByTestId('words').textContent ?? '').replace(/[[\]]/g, '');

let stop = (): void => undefined;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  stop();
  stop = () => undefined;
  vi.restoreAllMocks();
});

describe('a translated page', () => {
  it('follows every change, whether or not it was translated in between', () => {
    stop = followTranslation(document.body);
    const { container } = render(<Page />);
    const expected = [
      'Seite 1 von zwei (Fehler)Bitte prüfen Ende',
      'Seite 2 von drei Ende',
      'Seite 3 von drei (Fehler)Bitte prüfen Ende',
      'Seite 4 von drei Ende',
    ];
    for (const [i, text] of expected.entries()) {
      if (i !== 2) translate(container);
      fireEvent.click(screen.getByRole('button'));
      expect(words()).toBe(text);
    }
  });

  it('[planted] breaks without it', () => {
    const { container } = render(
      <PhoneBoundary>
        <Page />
      </PhoneBoundary>,
    );
    translate(container);
    fireEvent.click(screen.getByRole('button'));
    translate(container);
    let hasFailed = false;
    try {
      fireEvent.click(screen.getByRole('button'));
      hasFailed = !screen.queryByTestId('words') || words() !== 'Seite 2 von drei Ende';
    } catch {
      hasFailed = true;
    }
    expect(hasFailed).toBe(true);
  });
});

it('an error shows a way on, and the page goes on where it was', async () => {
  let isBroken = true;
  function Breaking() {
    if (isBroken) throw new Error('broken');
    return <p>weiter</p>;
  }
  render(
    <PhoneBoundary>
      <Breaking />
    </PhoneBoundary>,
  );
  expect(screen.queryByText('weiter')).toBeNull();
  isBroken = false;
  fireEvent.click(await screen.findByRole('button'));
  expect(screen.getByText('weiter')).toBeTruthy();
});
