// Tests of the settings: each field and page is found by its words, and a link focuses its field.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS, type SettingsView } from '../../../shared/accounts/settings.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { SettingsLine } from './SettingsLine.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { SETTINGS_SECTIONS } from './settings-sections.ts';
import texts from './texts.de.json';

const VIEW: SettingsView = {
  ...DEFAULT_SETTINGS,
  praxisName: 'Praxis',
  hasTabletPin: true,
  version: 3,
};
afterEach(() => void vi.unstubAllGlobals());
async function open(at: string, role: UserRole = 'owner'): Promise<void> {
  signInAs(role, { behandler: true });
  fakeServer(({ path }) => ({ body: path === '/anamnese/questionnaires' ? [] : VIEW }));
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  await stage(
    <MemoryRouter initialEntries={[at]}>
      <SettingsLine />
      <SettingsPage />
    </MemoryRouter>,
    { settings: texts },
  );
  await screen.findByText(texts.praxisName);
}
const list = (): HTMLElement => screen.getByRole('navigation', { name: texts.pages });

it.each(
  SETTINGS_SECTIONS.flatMap(({ fields }) =>
    fields.map(({ name, title }) => [name, texts[title as keyof typeof texts]] as const),
  ),
)('the field %s is found by its label, and Enter focuses it', async (name, label) => {
  await open('/einstellungen');
  await userEvent.click(within(list()).getByLabelText(texts.search));
  await userEvent.paste(label);
  expect(within(list()).getAllByRole('link').length).toBeGreaterThan(0);
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe(name),
  );
});
it.each([
  ['Schriftgröße', texts.textScale],
  ['timeout', texts.idleSeconds],
  ['2FA', texts.staffFactor],
  ['Oeffnungszeiten', texts.closingTime],
])('a synonym finds the field: %s', async (typed, label) => {
  await open('/einstellungen');
  await userEvent.type(within(list()).getByLabelText(texts.search), typed);
  expect(within(list()).getByText(label).closest('a')).toBeTruthy();
});
it('a search without a hit says how to go on', async () => {
  await open('/einstellungen');
  await userEvent.type(within(list()).getByLabelText(texts.search), 'xyzzy');
  expect(within(list()).getByText(texts['search.none'])).toBeTruthy();
});
it('reception sees the groups that hold a page for it, and neither PIN nor audit log', async () => {
  await open('/einstellungen', 'reception');
  expect(
    within(list())
      .getAllByRole('region')
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(
    (['practice', 'tablets', 'papers', 'data', 'security', 'contract'] as const).map(
      (group) => texts[`group.${group}`],
    ),
  );
  expect(within(list()).queryByRole('link', { name: texts.pin })).toBeNull();
  expect(within(list()).queryByRole('link', { name: texts['protokoll.title'] })).toBeNull();
});
it('a page marks its entry in the line of its group, which leads back to all settings', async () => {
  await open('/einstellungen/sicherung');
  const line = screen.getByRole('navigation', { name: texts.line });
  expect(within(line).getByRole('link', { current: 'page' }).textContent).toBe(
    texts['backup.title'],
  );
  expect(
    within(line)
      .getByRole('link', { name: `‹ ${texts.title}` })
      .getAttribute('href'),
  ).toBe('/einstellungen');
  expect(within(line).getByRole('link', { name: texts['protokoll.title'] })).toBeTruthy();
});
