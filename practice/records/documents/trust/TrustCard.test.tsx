// Tests of the list of what proofs rest on: plain words, ends, sources, empty and failed states.

import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { signInAs } from '../../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import texts from '../texts.de.json';
import { TrustCard } from './TrustCard.tsx';

type Held = HeldCertificates['items'][number];
const END = Date.UTC(2027, 0, 15, 12);
const held = (part: Partial<Held>): Held => ({
  use: 'time_root',
  name: 'Zeit Root',
  source: 'MOLAR_TSA_ROOTS: roots.pem',
  from: Date.UTC(2020, 0, 1),
  until: END,
  sha256: 'ab'.repeat(32),
  state: 'ok',
  isFormer: false,
  ...part,
});
const show = async (answer: { status?: number; body?: unknown }): Promise<void> => {
  fakeServer(() => answer);
  await stage(<TrustCard />, { documents: texts });
};
beforeEach(() => signInAs('owner'));
afterEach(() => void vi.unstubAllGlobals());

test('each certificate and list has its use, end, source and state', async () => {
  await show({
    body: {
      items: [
        held({}),
        held({ use: 'https', name: 'praxis.example', source: 'MOLAR_TLS_CERT', state: 'last' }),
        held({
          use: 'trust_list',
          name: 'DE',
          source: 'MOLAR_TRUST_LISTS: de.xml',
          state: 'over',
          sha256: null,
        }),
        held({ use: 'authority', name: 'Praxis Nord', source: '', isFormer: true }),
      ],
    },
  });
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(
      /Wurzel für Zeitstempel: Zeit Root.*gilt bis 15\.01\.2027 · MOLAR_TSA_ROOTS: roots\.pem.*ABAB ABAB.*in Ordnung/,
    ),
    expect.stringMatching(/Zertifikat für https: praxis\.example.*weniger als 7 Tage/),
    expect.stringMatching(/Vertrauensliste: DE.*endete am 15\.01\.2027.*zu Ende/),
    expect.stringMatching(/Wurzel der eigenen Siegel: Praxis Nord.*hier erzeugt.*frühere/),
  ]);
});

test('without any trusted root or list the card states what that means', async () => {
  await show({ body: { items: [held({ use: 'authority', source: '' })] } });
  expect(await screen.findByText(/Kein Zeitstempeldienst, keine Wurzel/)).toBeTruthy();
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
});

test('a list that cannot be loaded is reported with a way to try again', async () => {
  await show(errorAnswer(500, 'internal'));
  expect(await screen.findByRole('button', { name: /Noch einmal|Erneut/ })).toBeTruthy();
});
