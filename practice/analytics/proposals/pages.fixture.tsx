// Renders a page of proposals against a fake server, for tests.

import { MemoryRouter, Route, Routes } from 'react-router';
import type { ReactElement } from 'react';
import analytics from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { labels } from './proposal.fixture.ts';
import texts from './texts.de.json';

/** Says that a draft is open in this window. */
const EDITING = '/editing';
/** Signs a user in. */
export const signIn = (role: 'owner' | 'staff' = 'owner'): void =>
  signInAs(role, { behandler: true });
/** Returns a text with plain spaces. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\u00A0', ' ');

interface Answered {
  status?: number;
  body?: unknown;
}
/** Renders a page of proposals against a fake server. @returns everything that is sent */
export async function show(
  element: ReactElement,
  answer: (sent: Sent) => Answered | Promise<Answered>,
  path = '/',
  at = '/',
): Promise<Sent[]> {
  const sent = fakeServer((one) => {
    if (one.path === EDITING) return { body: { windows: [] } };
    return one.method === 'GET' && one.path.startsWith('/api/abrechnungslabels')
      ? { body: labels }
      : answer(one);
  });
  await stage(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path={path} element={element} />
        <Route path="*" element={<p>anderswo</p>} />
      </Routes>
    </MemoryRouter>,
    { abrechnung: texts, auswertung: analytics },
  );
  return sent;
}
/** Lists the written requests, in order; that a draft is open is none. */
export const writes = (sent: Sent[]): string[] =>
  sent
    .filter(({ method, path }) => method !== 'GET' && path !== EDITING)
    .map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
