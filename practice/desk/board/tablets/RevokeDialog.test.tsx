// Tests of signing a tablet out: the warning where it may hold data unknown to the server.

import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import { fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import { MIN, NOW, tablet } from '../board.fixture.ts';
import { RevokeDialog } from './RevokeDialog.tsx';
import texts from '../texts.de.json';

afterEach(() => void vi.unstubAllGlobals());

async function said(part: Partial<BoardTablet>): Promise<boolean> {
  fakeServer(() => ({ status: 204 }));
  const { unmount } = await stage(
    <RevokeDialog tablet={tablet(part)} now={NOW} isOpen onClose={() => undefined} />,
    { empfang: texts },
  );
  await screen.findByText(/löscht bei seinem nächsten Kontakt/);
  const isSaid = screen.queryByText(/ohne Netz ein leerer Fragebogen/) !== null;
  unmount();
  return isSaid;
}

test('[inv S2] warns of a possibly lost blank form only for an unreachable tablet that keeps some', async () => {
  expect(await said({ keepsBlanks: true, lastSeenAt: NOW - 5 * MIN })).toBe(true);
  expect(await said({ keepsBlanks: true })).toBe(false);
  expect(await said({ lastSeenAt: NOW - 5 * MIN })).toBe(false);
});
