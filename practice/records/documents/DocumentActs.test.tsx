// The actions of a document: which papers may be declared void.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { ActButtons } from './DocumentActs.tsx';
import { row, signIn } from './documents-page.fixture.tsx';
import texts from './texts.de.json';

beforeEach(signIn);
afterEach(() => void vi.unstubAllGlobals());
const show = async (part: Partial<DocumentRow>): Promise<void> => {
  fakeServer(() => ({}));
  await stage(
    <MemoryRouter>
      <ActButtons row={row({ kind: 'scan', level: 'sealed', ...part })} />
    </MemoryRouter>,
    { documents: texts },
  );
};
const voids = (): HTMLElement | null => screen.queryByRole('button', { name: texts.voidSigned });

test('a scanned paper may be declared void', async () => {
  await show({});
  expect(voids()).not.toBe(null);
  expect(screen.queryByText(texts['voidSigned.notice'])).toBe(null);
});

test('a scanned notice may not, and says why', async () => {
  await show({ isNotice: true });
  expect(await screen.findByText(texts['voidSigned.notice'])).toBeTruthy();
  expect(voids()).toBe(null);
});
