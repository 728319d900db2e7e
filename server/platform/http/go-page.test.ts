// Tests of the page at home as delivered: the practice in the HTML itself, names escaped, no other
// practice's data.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeEnv } from './caller-in.ts';
import { goPage, secretIn } from './go-page.ts';
import { KIOSK_CSP } from './security-headers.ts';
import { mountApps } from './static.ts';

const SECRET = 'a'.repeat(32);
const PRACTICE = {
  name: 'Praxis „Dr. <b>Weiß</b>“ & Söhne',
  anschrift: 'Weg 1',
  telefon: '030 / 12 34-5',
  mail: 'praxis@example.org',
};

/** The real page: a placeholder that is renamed there only would leave the app without styles. */
const PRACTICE_PAGE = readFileSync(
  new URL('../../../practice/index.html', import.meta.url),
  'utf8',
);

describe('the page as delivered', () => {
  it('[R8] contains the practice, its telephone and mail, and escapes every character', () => {
    const html = goPage('<main><!--praxis--></main>', PRACTICE, false);
    expect(html).toContain('Praxis „Dr. &lt;b&gt;Weiß&lt;/b&gt;“ &amp; Söhne');
    expect(html).toContain('href="tel:03012345"');
    expect(html).toContain('href="mailto:praxis@example.org"');
    expect(html).not.toContain('<b>');
    expect(
      goPage(
        '<main><!--praxis--></main>',
        { ...PRACTICE, name: "$& $' $`", mail: '"><script>', telefon: '' },
        false,
      ),
    ).not.toMatch(/<script>|<main><main>/);
  });

  it('omits missing data of the practice, and says where to look when nothing is known', () => {
    const html = goPage(
      '<!--praxis-->',
      { ...PRACTICE, telefon: '', mail: '', anschrift: '' },
      false,
    );
    expect(html).not.toMatch(/Telefon|E-Mail|<p>/);
    expect(goPage('<!--praxis-->', undefined, false)).toContain('in der Nachricht');
  });

  it('carries the logo and the accent of the practice, and neither where it has none', () => {
    const logo = 'data:image/png;base64,AAAA',
      page = '<html lang="de"><body><main><!--praxis--></main></body></html>',
      html = goPage(page, { ...PRACTICE, logo, accent: 'plum' }, false);
    expect(html).toContain('<html data-accent="plum" lang="de">');
    expect(html).toContain(
      '<body><div class="brand"><img src="data:image/png;base64,AAAA" alt="Praxis „Dr. &lt;b&gt;Weiß&lt;/b&gt;“ &amp; Söhne"></div>',
    );
    for (const contact of [{ ...PRACTICE, logo: '', accent: '' }, PRACTICE, undefined])
      expect(goPage(page, contact, false)).not.toMatch(/data-accent|class="brand"/);
  });

  it.each([
    [`/go/${SECRET}`, SECRET],
    [`/go/${SECRET}/`, SECRET],
    ['/go', undefined],
    ['/go/short', undefined],
    [`/go/${SECRET}x`, undefined],
    ['/go/%00', undefined],
  ])('%s', (path, secret) => {
    expect(secretIn(path)).toBe(secret);
  });
});

describe('the page at its URL', () => {
  let root: string,
    asked: string[],
    isDown = false;
  const app = new Hono<NodeEnv>();
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'molar-go-'));
    mkdirSync(join(root, 'go/assets'), { recursive: true });
    mkdirSync(join(root, 'ssf/assets'), { recursive: true });
    writeFileSync(join(root, 'go.html'), '<html><!--praxis--></html>');
    writeFileSync(join(root, 'ssf.html'), '<html><!--demo-->shared <!--praxis--></html>');
    writeFileSync(join(root, 'index.html'), 'tablet');
    mkdirSync(join(root, 'practice'));
    writeFileSync(join(root, 'practice/index.html'), PRACTICE_PAGE);
    writeFileSync(join(root, 'practice/start.js'), 'let a = 1;');
    writeFileSync(join(root, 'go/assets/go-1.js'), 'let a = 1;');
    writeFileSync(join(root, 'ssf/assets/ssf-1.js'), 'let a = 1;');
    asked = [];
    mountApps(
      app,
      root,
      () => true,
      {
        of: async (secret) => {
          asked.push(secret);
          if (secret.startsWith('b')) throw new Error('no database');
          return secret === SECRET ? PRACTICE : undefined;
        },
        only: async () => {
          if (isDown) throw new Error('no database');
          return PRACTICE;
        },
      },
      (host) => host.startsWith('demo.'),
    );
  });
  afterAll(() => rmSync(root, { recursive: true }));
  const get = (path: string) => app.fetch(new Request(`http://localhost${path}`), {});

  it('is not cached, runs no foreign script, and sends no referrer', async () => {
    const answer = await get(`/go/${SECRET}?grund=x`);
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('content-security-policy'),
      answer.headers.get('referrer-policy'),
      answer.headers.get('content-type'),
    ]).toEqual([200, 'no-store', KIOSK_CSP, 'no-referrer', 'text/html; charset=UTF-8']);
    expect(await answer.text()).toContain('Weiß');
  });

  it('[U5] is marked as a demo if the host is one', async () => {
    const pages = await Promise.all(
      ['demo.molar.de', 'molar.praxis.example'].map(async (host) =>
        (await app.fetch(new Request(`http://${host}/ssf`, { headers: { host } }), {})).text(),
      ),
    );
    expect(
      pages.map((page) => [
        page.includes('<html data-demo'),
        page.includes('Demo · keine echten Daten'),
      ]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('an unknown path is not found: the app leads people home, scanners find no file', async () => {
    for (const path of ['/', '/unsubscribe/a@mail.test/token.x', '/takeover/abc'])
      expect((await get(path)).status, path).toBe(200);
    const lost = await get('/nowhere');
    expect([lost.status, await lost.text()]).toEqual([404, 'tablet']);
    for (const path of [
      '/.git/HEAD',
      '/.env',
      '/molar.db',
      '/a/../.git/x',
      '/practice/.git/HEAD',
    ]) {
      const answer = await get(path);
      expect([answer.status, (await answer.text()).includes('tablet')], path).toEqual([404, false]);
    }
  });

  it('is served for any link, also without a database; only well-formed links are looked up', async () => {
    asked.length = 0;
    for (const path of [
      '/go',
      '/go/',
      '/go/short',
      `/go/${'c'.repeat(32)}`,
      `/go/${'b'.repeat(32)}`,
      '/go.html',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, (await answer.text()).includes('in der Nachricht')]).toEqual([
        path,
        200,
        true,
      ]);
    }
    expect(asked).toEqual(['c'.repeat(32), 'b'.repeat(32)]);
  });

  it("[R3] [R4] a share's page is identical for known and unknown links, uncached and not indexed", async () => {
    asked.length = 0;
    const pages = await Promise.all(
      [
        '/ssf',
        '/ssf/',
        `/ssf/${'A'.repeat(22)}`,
        `/ssf/${'B'.repeat(22)}`,
        '/resetPassword/a/b',
        '/ssf.html',
      ].map(async (path) => get(path)),
    );
    const bodies = new Set(await Promise.all(pages.map((page) => page.text())));
    expect([...bodies]).toEqual([
      expect.stringContaining('shared <section id="praxis" data-name="Praxis „Dr. &lt;b&gt;'),
    ]);
    for (const { status, headers } of pages) {
      expect([
        status,
        headers.get('cache-control'),
        headers.get('x-robots-tag'),
        headers.get('referrer-policy'),
        headers.get('content-security-policy'),
      ]).toEqual([200, 'no-store', 'noindex, nofollow', 'no-referrer', KIOSK_CSP]);
    }
    isDown = true;
    expect(await (await get('/ssf')).text()).toContain('in der Nachricht');
    isDown = false;
    expect(asked).toEqual([]);
  });

  it.each(['go', 'ssf'])(
    'the files of /%s are served with long caching; a missing one is never a page',
    async (word) => {
      const file = await get(`/${word}/assets/${word}-1.js`);
      expect([file.status, file.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect((await get(`/${word}/assets/gone.js`)).status).toBe(404);
    },
  );

  it("allows no inline style in any app; the practice's style elements need the nonce of their page", async () => {
    const nonces = new Set<string>();
    for (const path of ['/practice/', '/practice/berichte/x', '/practice/index.html']) {
      const answer = await get(path),
        policy = answer.headers.get('content-security-policy') ?? '',
        styles = policy.split('; ').filter((rule) => rule.startsWith('style-src')),
        nonce = /^style-src 'self' 'nonce-([A-Za-z0-9+/]{22}==)'$/.exec(styles.join())?.[1] ?? '';
      expect([path, answer.status, nonce]).not.toContain('');
      expect(await answer.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`);
      // A cached page would not fit the policy of a later answer.
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(policy).not.toContain('unsafe-inline');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
    for (const path of ['/', '/nowhere', '/practice/start.js', `/go/${SECRET}`]) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      expect([path, policy.includes("style-src 'self';"), policy.includes('unsafe')]).toEqual([
        path,
        true,
        false,
      ]);
    }
  });
});
