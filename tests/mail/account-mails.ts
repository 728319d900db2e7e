/** Accounts in tests, and the mails that reach their owners: invited, joined, read from the mail server. */
import { expect } from 'vitest';
import type { Answer, Bearer, TestApp } from '../support/in-process.ts';
import { login, type Practice } from '../support/practice.ts';
import type { MailServer } from './mail-server.ts';
export const BASE = 'https://molar.praxis.example',
  NEW = 'Birnen im Sommer 1971';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
  smtp: MailServer;
}

/** Returns steps of the current practice. */
export function accountsOf(at: () => At) {
  let n = 0;

  const post = (
    path: string,
    json: object,
    as?: Bearer,
    headers: Record<string, string> = {},
  ): Promise<Answer> => at().t.call(path, { method: 'POST', json, headers, ...(as && { as }) });
  const textTo = (to: string): string =>
    at()
      .smtp.taken.filter((m) => m.to[0] === to)
      .map((m) => m.mail.text ?? '')
      .join('\n');
  /** The path of the newest link in a mail to this address. */
  const tokenTo = async (to: string, path: string): Promise<string> => {
    await at().t.runJobs();
    const found = [
      ...textTo(to).matchAll(new RegExp(`${BASE}/practice/${path}/(lnk_[\\w-]+)`, 'g')),
    ].at(-1)?.[1];
    if (found === undefined) throw new Error(`no link to ${path} in: ${textTo(to)}`);
    return found;
  };
  /** Waits for work that continues after the response. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 50; i++) {
      await at().t.runJobs();
      await new Promise((r) => {
        setImmediate(r);
      });
    }
  };
  const invite = async (
    over: object = {},
  ): Promise<{ id: string; email: string; token: string }> => {
    const id = at().t.deps.newId(),
      email = `neu${++n}@nord.test`;
    const answer = await post(
      '/auth/user',
      {
        action: 'invite',
        id,
        email,
        firstName: 'Nele',
        lastname: 'Neu',
        role: 'reception',
        behandler: false,
        ...over,
      },
      at().p.users.owner,
    );
    if (answer.status !== 200) throw new Error(answer.text);
    return { id, email, token: await tokenTo(email, 'einladung') };
  };
  const join = async (): Promise<{ id: string; email: string; as: Bearer }> => {
    const { id, email, token } = await invite();
    expect((await post('/auth/setnewpassword', { token, newPassword: NEW })).status).toBe(200);
    return { id, email, as: await login(at().t, email, NEW) };
  };
  const act = (json: object, as: Bearer = at().p.users.owner): Promise<Answer> =>
    post('/auth/user', json, as);
  return { post, tokenTo, settle, invite, join, act };
}
