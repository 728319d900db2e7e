// Tests of printing in the light theme.

import { expect, test } from 'vitest';
import { printLight } from './print-light.ts';

test('a page of the dark theme prints light, and is dark again afterwards', () => {
  const { dataset } = document.documentElement;
  let change = (): void => undefined;
  const paper = {
    matches: false,
    addEventListener: (_kind: string, listener: () => void) => (change = listener),
  };
  window.matchMedia = () => paper as unknown as MediaQueryList;
  dataset.theme = 'dark';
  dataset.mantineColorScheme = 'dark';
  printLight();
  const shown = (): unknown[] => [dataset.theme, dataset.mantineColorScheme];
  dispatchEvent(new Event('beforeprint'));
  expect(shown()).toEqual(['light', 'light']);
  // A second sign of the same print keeps the theme that was chosen.
  paper.matches = true;
  change();
  dispatchEvent(new Event('afterprint'));
  expect(shown()).toEqual(['dark', 'dark']);
  change();
  expect(shown()).toEqual(['light', 'light']);
  paper.matches = false;
  change();
  expect(shown()).toEqual(['dark', 'dark']);
});
