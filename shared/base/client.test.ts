// Contract of the client core shared by both apps.

import { describe, expect, it, vi } from 'vitest';
import { CallError, createCall, errorFrom, type AuthState, type ClientDeps } from './client.ts';
import { HEADERS } from './headers.ts';

const auth: AuthState = {
  authToken: 'ses_abc',
  r4chost: 'r4c-1',
  r4cUuid: '0192-uuid',
  cid: 'praxis-1',
  shareId: null,
};
const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
function client(answer: () => Response | Promise<Response>, over: Partial<ClientDeps> = {}) {
  const calls: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = [];
  const call = createCall({
    fetch: ((url: string, init: RequestInit) => {
      calls.push({ url, init: init as never });
      return Promise.resolve(answer());
    }) as typeof fetch,
    auth: () => auth,
    version: '1.2.3',
    newId: () => 'req-00000001',
    readCookie: () => 'token-x',
    ...over,
  });
  return { call, calls };
}

describe('client core', () => {
  it('sends bearer, product headers and XSRF, JSON both ways, and no timeout by default', async () => {
    const { call, calls } = client(() => json({ ok: 1 }));
    await expect(
      call('/tablet/mappen', { json: { a: 1 }, isR4c: true, taskId: 't-1', isNoCache: true }),
    ).resolves.toEqual({ ok: 1 });
    expect(calls[0]!.url).toBe('/r4c/0192-uuid/tablet/mappen');
    expect(calls[0]!.init.method).toBe('POST');
    expect(calls[0]!.init.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: 'Bearer ses_abc',
      'X-XSRF-TOKEN': 'token-x',
      [HEADERS.version]: '1.2.3',
      [HEADERS.requestId]: 'req-00000001',
      [HEADERS.clientId]: 'praxis-1',
      [HEADERS.r4cUuid]: '0192-uuid',
      [HEADERS.taskId]: 't-1',
      [HEADERS.cacheControl]: 'no-cache',
    });
  });
  it('[F9] applies the timeout to a body that stops half-way', async () => {
    const { call } = client(() => json(1), {
      fetch: ((_url: string, init: RequestInit) =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              start(c) {
                c.enqueue(new TextEncoder().encode('{"ok'));
                init.signal?.addEventListener('abort', () => c.error(new Error('aborted')));
              },
            }),
            { headers: { 'Content-Type': 'application/json' } },
          ),
        )) as typeof fetch,
    });
    await expect(call('/ui/status', { timeout: 20 })).rejects.toMatchObject({
      code: 'timeout',
      status: 0,
    });
  });
  it('spells the nine header names as on the wire', () => {
    expect(Object.values(HEADERS)).toEqual([
      'molar-version',
      'molar-client-ip',
      'molar-client-id',
      'molar-trace-id',
      'molar-task-id',
      'molar-r4c-uuid',
      'molar-request-id',
      'molar-preffered-r4c-instance-uuid',
      'molar-cache-control',
    ]);
  });
  it('[B70] retries once with a token that a concurrent first call received, and only then', async () => {
    const refusal = (): Response => json({ error: { code: 'xsrf', message: 'x' } }, 403);
    let cookie = 'first';
    const { call, calls } = client(
      () => {
        const answer = cookie === 'first' ? refusal() : json({ ok: 1 });
        cookie = 'second';
        return answer;
      },
      { readCookie: () => cookie },
    );
    await expect(call('/auth/login', { json: {} })).resolves.toEqual({ ok: 1 });
    expect(calls.map((c) => c.init.headers['X-XSRF-TOKEN'])).toEqual(['first', 'second']);
    const strange = client(refusal);
    await expect(strange.call('/auth/login', { json: {} })).rejects.toMatchObject({ code: 'xsrf' });
    expect(strange.calls).toHaveLength(1);
  });
  it('requests text as text and sends no XSRF header with a GET', async () => {
    const { call, calls } = client(() => new Response('hallo'));
    await expect(call('/x', { answer: 'text' })).resolves.toBe('hallo');
    expect(calls[0]!.init.headers.Accept).toBe('text/plain');
    expect(calls[0]!.init.headers).not.toHaveProperty('X-XSRF-TOKEN');
  });
  it.each([200, 201, 299])('treats %i as success', async (status) => {
    await expect(client(() => json({ a: 1 }, status)).call('/x')).resolves.toEqual({ a: 1 });
  });
  it.each([300, 304, 400, 503])('treats %i as an error', async (status) => {
    await expect(
      client(() => new Response(status === 304 ? null : '', { status })).call('/x'),
    ).rejects.toMatchObject({ status });
  });
  it('[C1] parses an error that arrives as a blob back into its shape', async () => {
    const body = {
      error: {
        code: 'comment_too_long',
        message: 'Kommentar darf nicht länger als 250 Zeichen sein.',
        requestId: 'r1',
        fields: { comment: 'too_big' },
      },
    };
    const error = await errorFrom(new Response(new Blob([JSON.stringify(body)]), { status: 400 }));
    expect(error).toMatchObject({
      status: 400,
      code: 'comment_too_long',
      requestId: 'r1',
      fields: { comment: 'too_big' },
      message: body.error.message,
    });
  });
  it('[C2] [X10] rejects a per-practice call without a host before anything is sent', async () => {
    const { call, calls } = client(() => json({}), { auth: () => ({ ...auth, r4chost: null }) });
    await expect(call('/tablet/board', { isR4c: true })).rejects.toMatchObject({
      code: 'no_host',
      status: 0,
    });
    expect(calls).toHaveLength(0);
  });
  it('[sync F9] does not accept a 200 page of a captive portal as a response', async () => {
    const { call } = client(
      () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    );
    await expect(call('/x')).rejects.toMatchObject({ code: 'network' });
  });
  it('renews once on 401 and retries the call', async () => {
    let n = 0;
    const renew = vi.fn(() => Promise.resolve(true));
    const { call, calls } = client(
      () =>
        n++ === 0
          ? json({ error: { code: 'unauthenticated', message: '', requestId: '' } }, 401)
          : json({ ok: true }),
      { renew },
    );
    await expect(call('/x')).resolves.toEqual({ ok: true });
    expect(renew).toHaveBeenCalledTimes(1);
    expect(calls).toHaveLength(2);
  });
  it('never renews for a revoked tablet or a missing step-up', async () => {
    const renew = vi.fn(() => Promise.resolve(true));
    const { call } = client(
      () => json({ error: { code: 'step_up', message: '', requestId: '' } }, 401),
      { renew },
    );
    await expect(call('/x')).rejects.toMatchObject({ code: 'step_up' });
    expect(renew).not.toHaveBeenCalled();
  });
  it('distinguishes a timeout from a missing network', async () => {
    const hang: typeof fetch = (_u, init) =>
      new Promise((_r, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(new DOMException('x', 'AbortError'));
        });
      });
    await expect(
      client(() => json({}), { fetch: hang }).call('/x', { timeout: 5 }),
    ).rejects.toMatchObject({ code: 'timeout' });
    await expect(
      client(() => json({}), { fetch: () => Promise.reject(new TypeError('x')) }).call('/x'),
    ).rejects.toBeInstanceOf(CallError);
  });
});
