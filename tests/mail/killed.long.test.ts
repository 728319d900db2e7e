/**
 * The built server is killed (SIGKILL) while a mail server withholds its reply: a notice is sent
 * again and never lost, a link never twice; both are reported.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditPage } from '../../shared/operations/audit.schema.ts';
import type { Mails } from '../../shared/accounts/mail.schema.ts';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { XSRF_PAIR } from '../support/in-process.ts';
import { freePort, startServer, type RunningServer } from '../support/server.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

const LIMIT_MS = 30_000;

/** Polls until the condition is true. */
async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  for (const end = Date.now() + LIMIT_MS; ;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not within ${LIMIT_MS} ms: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
  }
}

describe('a server killed while handing over a mail', () => {
  let smtp: MailServer,
    server: RunningServer,
    token = '',
    password = '',
    n = 0;
  beforeAll(async () => {
    smtp = await startMailServer();
    const port = await freePort();
    server = await startServer({
      dist: await buildServer('mail'),
      port,
      env: {
        MOLAR_SMTP_URL: smtp.url,
        MOLAR_MAIL_FROM: 'molar@praxis.example',
        MOLAR_PUBLIC_URL: `http://localhost:${port}`,
      },
    });
    ({ password } = server.logins());
    await signIn();
  });
  afterAll(async () => {
    await server.stop();
    await smtp.close();
    removeBuilds();
  });
  const ask = async (path: string, json?: object): Promise<Response> => {
    const answer = await fetch(server.url + path, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        ...XSRF_PAIR,
        Authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  async function signIn(): Promise<void> {
    const answer = await fetch(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { ...XSRF_PAIR, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        credentials: { email: 'owner@demo.molar', password },
        longLogin: false,
      }),
    });
    token = ((await answer.json()) as { authToken: string }).authToken;
  }
  const outbox = async (): Promise<Mails['mails']> =>
    ((await (await ask('/api/mails?limit=500')).json()) as Mails).mails;
  const told = async (): Promise<string[]> =>
    ((await (await ask('/api/audit?kind=mail')).json()) as AuditPage).items.map(
      (item) => item.type,
    );
  const changePassword = async (): Promise<void> => {
    const next = `Birnen im Sommer ${1970 + ++n}`;
    await ask('/auth/setnewpassword', { currentPassword: password, newPassword: next });
    password = next;
  };
  const idOf = (at: number): string | undefined => smtp.taken[at]?.mail.messageId;
  /** Returns the newest mail of a template, once it has reached its final state. */
  const ended = (template: string, seen: ReadonlySet<string>) =>
    until(`${template} at its end`, async () =>
      (await outbox()).find(
        (m) => m.template === template && !seen.has(m.id) && m.state !== 'queued',
      ),
    );

  it('[F27] resends a notice the mail server took, with the same Message-ID, and reports it', async () => {
    smtp.next.push('hold');
    await changePassword();
    await until('the mail was read', () =>
      smtp.held() === 1 && smtp.taken.length === 1 ? true : undefined,
    );
    await server.kill();
    await server.restart();
    expect(await ended('password_changed', new Set())).toMatchObject({
      state: 'sent',
      error: null,
    });
    expect(smtp.taken).toHaveLength(2);
    expect(idOf(1)).toBe(idOf(0));
    expect(await told()).toEqual(['mail.sent_again']);
    // Another start sends nothing more.
    await server.restart();
    await changePassword();
    await until('the next mail', () => (smtp.taken.length > 2 ? true : undefined));
    expect(idOf(2)).not.toBe(idOf(0));
    await until('it is noted', async () =>
      (await told()).includes('mail.sent') ? true : undefined,
    );
    expect(smtp.taken).toHaveLength(3);
  });

  it('[F27] sends a notice the mail server never took after the restart', async () => {
    const seen = new Set((await outbox()).map((m) => m.id)),
      before = smtp.taken.length,
      held = smtp.held();
    smtp.next.push('hold-rcpt');
    await changePassword();
    await until('the line waits', () => (smtp.held() > held ? true : undefined));
    await server.kill();
    await server.restart();
    expect(await ended('password_changed', seen)).toMatchObject({ state: 'sent' });
    expect(smtp.taken).toHaveLength(before + 1);
  });

  it('[F27] does not resend a link: the outbox says unknown, and a new one can be requested', async () => {
    const before = smtp.taken.length;
    smtp.next.push('hold');
    const reset = (): Promise<Response> =>
      ask('/auth/resetpassword', { email: 'staff@demo.molar' });
    await reset();
    await until('the mail was read', () => (smtp.taken.length === before + 1 ? true : undefined));
    await server.kill();
    await server.restart();
    const lost = await ended('reset', new Set());
    expect(lost).toMatchObject({ state: 'failed', error: 'unsure' });
    expect(smtp.taken).toHaveLength(before + 1);
    await reset();
    expect(await ended('reset', new Set([lost.id]))).toMatchObject({ state: 'sent' });
    expect(smtp.taken).toHaveLength(before + 2);
    expect(idOf(before + 1)).not.toBe(idOf(before));
  });
}, 180_000);
