/** The mark of a demo on the tablet: there as soon as the server says what it is, kept over a start without a network, gone in production. */
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test('every server but a production one marks its tablets, also at the next start', async () => {
  localStorage.clear();
  const { DemoMark } = await import('./screens/DemoMark.tsx'),
    { noteEnvironment } = await import('./environment.ts');
  render(<DemoMark />);
  expect(screen.queryByRole('note')).toBeNull();
  act(() => noteEnvironment('demo'));
  expect(screen.getByRole('note')).not.toBeNull();
  // Headers make room for it.
  expect(document.documentElement.hasAttribute('data-demo')).toBe(true);
  vi.resetModules();
  expect((await import('./environment.ts')).currentEnvironment()).toBe('demo');
  act(() => noteEnvironment('prod'));
  expect(screen.queryByRole('note')).toBeNull();
  expect(document.documentElement.hasAttribute('data-demo')).toBe(false);
});
