/**
 * Tests of the demo mark on the tablet: shown as soon as the server reports its environment, kept
 * for an offline start, absent in production.
 */
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test('every server except production marks its tablets, also at the next start', async () => {
  localStorage.clear();
  const { DemoMark } = await import('./screens/DemoMark.tsx'),
    { noteEnvironment } = await import('./environment.ts');
  render(<DemoMark />);
  expect(screen.queryByRole('note')).toBeNull();
  act(() => noteEnvironment('demo'));
  expect(screen.getByRole('note')).not.toBeNull();
  // Headers leave space for it.
  expect(document.documentElement.hasAttribute('data-demo')).toBe(true);
  vi.resetModules();
  expect((await import('./environment.ts')).currentEnvironment()).toBe('demo');
  act(() => noteEnvironment('prod'));
  expect(screen.queryByRole('note')).toBeNull();
  expect(document.documentElement.hasAttribute('data-demo')).toBe(false);
});
