// Fixtures for component tests: theme, query client and the texts of the slices under test, as the
// app provides them.

import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import worteDe from '../../shared/analytics/reports/report-words.de.json';
import labelsDe from './label-words/texts.de.json';
import versionsDe from './saving/version-words/texts.de.json';
import uiDe from './texts.de.json';
import { speak } from './words.ts';

const nobody = globalThis.fetch;
/**
 * Renders an element with German texts; `texts` maps a slice's name to its German file. Without a
 * fake server one is created that knows no path.
 */
export async function stage(
  element: ReactElement,
  texts: Record<string, Record<string, string>>,
): Promise<RenderResult> {
  if (globalThis.fetch === nobody) fakeServer(() => errorAnswer(404, 'not_found'));
  await i18next.init({
    lng: 'de',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      de: { ui: uiDe, worte: worteDe, fassungen: versionsDe, etiketten: labelsDe, ...texts },
    },
  });
  await speak('de');
  // Otherwise toasts of an earlier test would stay on the screen.
  notifications.clean();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        {element}
      </QueryClientProvider>
    </MantineProvider>,
  );
}

export interface Sent {
  method: string;
  path: string;
  body: unknown;
}
/** A fake server behind fetch: answers by path, records requests. */
type Answer = { status?: number; body?: unknown };
export function fakeServer(answer: (sent: Sent) => Answer | Promise<Answer>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const one: Sent = {
      method: init.method ?? 'GET',
      path: input.replace(/^https?:\/\/[^/]+/, '').replace(/^\/r4c\/[^/]+/, ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    sent.push(one);
    const { status = 200, body } = await answer(one);
    return status === 204
      ? new Response(null, { status })
      : new Response(JSON.stringify(body), {
          status,
          headers: { 'content-type': 'application/json' },
        });
  });
  return sent;
}

/** Builds an error answer in the server's format. */
export const errorAnswer = (
  status: number,
  code: string,
  rest: object = {},
): { status: number; body: unknown } => ({
  status,
  body: { error: { code, message: code, requestId: 'req-1', ...rest } },
});
