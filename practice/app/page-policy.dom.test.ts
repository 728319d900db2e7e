// Tests of the Trusted Types policy: styles and own workers pass, markup and foreign scripts do not;
// and of the nonce that style elements carry.

import { expect, it } from 'vitest';
import { pageNonce, pageRules, setPagePolicy } from './page-policy.ts';

it('text without a tag passes, any markup is refused', () => {
  const css =
    ':root[data-mantine-color-scheme="dark"]{--x: calc(1px > 0);}@media (min-width: 62em){a>b{}}';
  expect(pageRules.createHTML(css)).toBe(css);
  for (const text of ['<b>', '</style><img src=x onerror=alert(1)>', 'a < b'])
    expect(() => pageRules.createHTML(text), text).toThrow(TypeError);
});

it('workers of the own origin pass, of another one they are refused', () => {
  expect(pageRules.createScriptURL('/practice/assets/x.worker.js')).toBe(
    '/practice/assets/x.worker.js',
  );
  for (const url of ['https://evil.example/x.js', '//evil.example/x.js', 'data:text/javascript,1'])
    expect(() => pageRules.createScriptURL(url), url).toThrow(TypeError);
});

it('schemas that load later never try to compile code', async () => {
  setPagePolicy();
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});

it('style elements of every library find the nonce of the page, and none where the page has none', () => {
  expect(pageNonce()).toBe('');
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.nonce = 'abc';
  document.head.append(meta);
  setPagePolicy();
  expect([pageNonce(), (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__]).toEqual([
    'abc',
    'abc',
  ]);
  meta.remove();
});
