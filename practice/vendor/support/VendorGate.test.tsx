// Tests of the gate between the vendor's pages and those of a practice.

import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { VendorGate } from './VendorGate.tsx';

afterEach(() => {
  cleanup();
  clearSession();
});

function open(path: string): void {
  const inside = (word: string) => (
    <VendorGate>
      <p>{word}</p>
    </VendorGate>
  );
  render(
    <RouterProvider
      router={createMemoryRouter(
        ['/heute', '/empfang', '/betrieb', '/betrieb/rechnungen', '/betriebsferien'].map((at) => ({
          path: at,
          element: inside(`page ${at}`),
        })),
        { initialEntries: [path] },
      )}
    />,
  );
}

test('an owner at an address of the vendor sees their own first page', async () => {
  signInAs('owner');
  open('/betrieb/rechnungen');
  expect(await screen.findByText('page /heute')).toBeTruthy();
});
test('an address that only begins like one of the vendor stays', async () => {
  signInAs('owner');
  open('/betriebsferien');
  expect(await screen.findByText('page /betriebsferien')).toBeTruthy();
});
test('the vendor without a grant sees their own page instead of a page of a practice', async () => {
  signInAs('administrator');
  open('/empfang');
  expect(await screen.findByText('page /betrieb')).toBeTruthy();
});
