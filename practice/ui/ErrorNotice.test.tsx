// Tests of the message of a failed call.

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallError } from '../../shared/base/client.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { stage } from './stage.fixture.tsx';

const failed = new CallError(409, 'conflict', 'conflict', { requestId: 'req-12345678' });

it('[X2] states that nothing was saved before the reason, and gives the number for support', async () => {
  await stage(<ErrorNotice error={failed} isSave />, {});
  expect(screen.getByRole('alert').textContent).toContain(
    'Fehler beim Speichern: Das wurde inzwischen geändert.',
  );
  expect(screen.getByRole('alert').textContent).toContain('req-12345678');
});

it('does not mention saving where something was only read', async () => {
  await stage(<ErrorNotice error={failed} />, {});
  expect(screen.getAllByRole('alert').at(-1)?.textContent).not.toContain('Speichern');
});
