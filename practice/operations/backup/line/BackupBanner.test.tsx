// Tests of the backup banner: which role reads what, and that only a complete set-up removes it.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { BackupStatus } from '../../../../shared/operations/backup.schema.ts';
import { clearSession } from '../../../session.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import { details, status } from '../backup.fixture.ts';
import { BackupBanner } from './BackupBanner.tsx';
// It is loaded lazily in the app; the test imports it directly.
import './BackupLine.tsx';
import texts from './texts.de.json';

async function show(answer: BackupStatus, role: 'owner' | 'reception' = 'owner'): Promise<void> {
  signInAs(role);
  fakeServer(() => ({ body: answer }));
  await stage(
    <MemoryRouter>
      <BackupBanner />
      <p>Seite</p>
    </MemoryRouter>,
    { backupLine: texts },
  );
}
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test('the owner reads the missing part, with one link there', async () => {
  await show(status({ level: 'alarm', reasons: ['no_sheet'], details: details({ sheet: null }) }));
  expect((await screen.findByRole('status')).textContent).toContain('Es fehlt das Notfallblatt.');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/einstellungen/sicherung#blatt',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});
test('other roles read who can fix it, without a button', async () => {
  await show(
    status({ level: 'alarm', reasons: ['no_target', 'no_sheet'], lastGood: null, details: null }),
    'reception',
  );
  expect((await screen.findByRole('status')).textContent).toContain(
    'Bitte sagen Sie der Inhaberin oder dem Inhaber Bescheid.',
  );
  expect(screen.queryByRole('link')).toBeNull();
});
test.each(['damaged', 'old', 'drill_failed', 'files_missing'] as const)(
  'a failure is an alarm: %s',
  async (reason) => {
    await show(status({ level: 'alarm', reasons: [reason] }));
    expect((await screen.findByRole('alert')).textContent).toContain(texts[`state.${reason}`]);
    expect(document.querySelector('.b-banner')?.getAttribute('data-tone')).toBe('bad');
  },
);
test('the same disk is amber, and cannot be dismissed', async () => {
  await show(status({ level: 'warn', reasons: ['same_disk'] }));
  await screen.findByRole('status');
  expect(document.querySelector('.b-banner')?.getAttribute('data-tone')).toBe('warn');
});
