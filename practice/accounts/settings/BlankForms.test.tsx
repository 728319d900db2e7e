// Tests of blank questionnaires on the settings page: kept ones are ticked, changes send the whole
// list, deleted forms can be removed, the limit of a tablet, and the notice about a missing PIN.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MOST_BLANKS } from '../../../shared/forms/task/blank.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '../../../shared/accounts/settings.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import texts from './texts.de.json';

const VIEW: SettingsView = {
  ...DEFAULT_SETTINGS,
  praxisName: 'Praxis',
  hasTabletPin: true,
  version: 3,
  blankForms: ['schmerz', 'anamnese-kinder'],
};
const FORMS = [
  ['anamnese-erwachsene', 'Anamnese'],
  ['anamnese-kinder', 'Anamnese für Kinder'],
  ['schmerz', 'Kurze Fragen bei Schmerzen'],
  ['eigener', 'Unser Bogen'],
] as const;
let isDown = false,
  most = 0;
const server = (): Sent[] =>
  fakeServer(({ path }) => {
    if (path === '/anamnese/questionnaires')
      return isDown
        ? errorAnswer(503, 'unavailable')
        : {
            body: [
              ...FORMS,
              ...Array.from({ length: most }, (_v, i) => [`f${i}`, `Bogen ${i}`] as const),
            ].map(([id, de]) => ({
              key: `${id}@1`,
              id,
              version: 1,
              title: { de },
              languages: ['de'],
              minutes: 3,
            })),
          };
    return { body: { ...VIEW, version: 4 } };
  });
const show = (view: Partial<SettingsView> = {}, isOwner = true): Promise<unknown> =>
  stage(<SettingsForm view={{ ...VIEW, ...view }} isOwner={isOwner} />, { settings: texts });
const group = (): HTMLElement => screen.getByRole('group', { name: texts.blankForms });
const box = (name: string): Promise<HTMLInputElement> =>
  within(group()).findByRole<HTMLInputElement>('checkbox', { name });
const diffOf = (sent: Sent[]): unknown =>
  (
    sent.find((one) => one.path === '/api/settings/patch')?.body as
      | { settingsDiff: unknown }
      | undefined
  )?.settingsDiff;

beforeEach(() => {
  isDown = false;
  most = 0;
  signInAs('owner', { id: 'u1' }, { expiresAt: Date.now() + 86_400_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('kept forms are ticked; adding and removing send the whole list, in the order of the practice', async () => {
  const sent = server(),
    user = userEvent.setup();
  await show();
  expect([
    (await box('Kurze Fragen bei Schmerzen')).checked,
    (await box('Anamnese')).checked,
  ]).toEqual([true, false]);
  await user.click(await box('Unser Bogen'));
  await user.click(await box('Anamnese für Kinder'));
  await user.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() =>
    expect(diffOf(sent)).toEqual([
      { op: 'replace', path: '/blankForms', value: ['schmerz', 'eigener'] },
    ]),
  );
});

test('a deleted form stays listed, is marked as deleted and can be removed', async () => {
  const sent = server(),
    user = userEvent.setup();
  await show({ blankForms: ['alter-bogen', 'schmerz'] });
  expect(await within(group()).findByText(texts['blankForms.gone'])).toBeTruthy();
  await user.click(await box('alter-bogen'));
  await user.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() =>
    expect(diffOf(sent)).toEqual([{ op: 'replace', path: '/blankForms', value: ['schmerz'] }]),
  );
});

test('the limit of a tablet is enforced, with the reason', async () => {
  most = MOST_BLANKS;
  server();
  await show({ blankForms: Array.from({ length: MOST_BLANKS }, (_v, i) => `f${i}`) });
  expect([(await box('Anamnese')).disabled, (await box('Bogen 0')).disabled]).toEqual([
    true,
    false,
  ]);
  expect(
    screen.getByText(texts['blankForms.full'].replace('{{n}}', String(MOST_BLANKS))),
  ).toBeTruthy();
});

test('a missing PIN is reported, unless it is set or no form is kept', async () => {
  server();
  await show({ hasTabletPin: false });
  expect(screen.getByText(texts['blankForms.pin'])).toBeTruthy();
  document.body.replaceChildren();
  await show();
  expect(screen.queryByText(texts['blankForms.pin'])).toBeNull();
  document.body.replaceChildren();
  await show({ hasTabletPin: false, blankForms: [] });
  expect(screen.queryByText(texts['blankForms.pin'])).toBeNull();
});

test('non-owners can only read; an unreachable server is reported, the list stays unchanged', async () => {
  server();
  await show({}, false);
  expect((await box('Kurze Fragen bei Schmerzen')).disabled).toBe(true);
  document.body.replaceChildren();
  isDown = true;
  const sent = server(),
    user = userEvent.setup();
  await show();
  expect(await screen.findByText(/nicht bereit/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: texts.save }));
  expect(diffOf(sent)).toBeUndefined();
});
