// Tests of the message of a failed call.

import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CallError } from '../../shared/base/client.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Page } from './Page.tsx';
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

it.each([
  ['forbidden', 403, null],
  ['not_found', 404, null],
  ['validation', 400, null],
  ['conflict', 409, 'Neuen Stand laden'],
  ['internal', 500, 'Noch einmal versuchen'],
  ['network', 0, 'Noch einmal versuchen'],
] as const)('after %s (%i) the only button is one that helps: %s', async (code, status, button) => {
  await stage(<ErrorNotice error={new CallError(status, code, code)} onRetry={vi.fn()} />, {});
  expect(screen.queryByRole('button')?.textContent ?? null).toBe(button);
});

it('a save that met a conflict offers no second try; a missing right names who can grant it', async () => {
  await stage(<ErrorNotice error={failed} isSave onRetry={vi.fn()} />, {});
  expect(screen.queryByRole('button')).toBeNull();
  await stage(<ErrorNotice error={new CallError(403, 'forbidden', 'forbidden')} />, {});
  expect(screen.getAllByRole('alert').at(-1)?.textContent).toContain(
    'Freigeben kann es die Inhaberin oder der Inhaber der Praxis.',
  );
});

it.each([
  ['forbidden', 403, []],
  ['internal', 500, ['Anlegen', 'Drucken']],
] as const)('after %s a page keeps only what can help', async (code, status, buttons) => {
  await stage(
    <Page
      title="Zugänge"
      actions={<button>Anlegen</button>}
      refused={new CallError(status, code, code)}
    >
      <button>Drucken</button>
    </Page>,
    {},
  );
  expect(screen.getByRole('heading', { name: 'Zugänge' })).toBeTruthy();
  expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(buttons);
  expect(screen.queryAllByRole('alert')).toHaveLength(code === 'forbidden' ? 1 : 0);
});
