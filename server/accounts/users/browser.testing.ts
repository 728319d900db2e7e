/** A browser in tests: signs people in and keeps their cookies. */
import type { Answer, Bearer, TestApp } from '../../../tests/support/in-process.ts';
import { PASSWORD } from '../../../tests/support/practice.ts';

/** A browser: stores cookies and sends them back. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly t: TestApp;
  constructor(t: TestApp) {
    this.t = t;
  }
  async post(path: string, json?: unknown, as?: Bearer, method = 'POST'): Promise<Answer> {
    const cookie = [
      'XSRF-TOKEN=0123456789abcdef; __Host-XSRF-TOKEN=0123456789abcdef',
      ...[...this.cookies].map(([k, v]) => `${k}=${v}`),
    ].join('; ');
    const answer = await this.t.call(path, {
      method,
      ...(json !== undefined && { json }),
      ...(as && { as }),
      headers: {
        Cookie: cookie,
        'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';'),
        at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
  get = (path: string, as?: Bearer): Promise<Answer> => this.post(path, undefined, as, 'GET');
  login = (email: string, password = PASSWORD): Promise<Answer> =>
    this.post('/auth/login', { credentials: { email, password }, longLogin: false });
}

export const bearer = (answer: Answer): Bearer => ({
  token: (answer.json as { authToken: string }).authToken,
});
