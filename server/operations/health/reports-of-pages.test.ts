// Tests of the contact for weaknesses, and of the reports that browsers send about refused content.

import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { NodeEnv } from '../../platform/http/caller-in.ts';
import { mountCspReports, readCspReport } from './csp-reports.ts';
import { mountSecurityText } from './security-text.ts';

const NOW = Date.UTC(2026, 10, 28);
const report = (more: Record<string, unknown>): string =>
  JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src-elem', ...more } });

describe('/.well-known/security.txt', () => {
  const get = (contact?: string) => {
    const app = new Hono<NodeEnv>();
    mountSecurityText(
      app,
      { contact, publicUrl: 'https://molar.example', now: () => NOW },
      () => true,
    );
    return app.request('/.well-known/security.txt');
  };
  it('names the contact of the operator and the day it expires', async () => {
    const answer = await get('mailto:sicherheit@praxis.example');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe(
      'Contact: mailto:sicherheit@praxis.example\nExpires: 2027-02-26T00:00:00Z\nPreferred-Languages: de, en\nCanonical: https://molar.example/.well-known/security.txt\n',
    );
  });
  it('answers 404 and the reason where the operator has named no contact', async () => {
    const answer = await get();
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'The operator has named no contact (MOLAR_SECURITY_CONTACT).\n',
    ]);
  });
});

describe('reports of content policies', () => {
  it('keep the rule, the kind and the app, never an address or a sample', () => {
    expect(
      readCspReport(
        report({
          'document-uri': 'https://molar.example/practice/patients/4711',
          'blocked-uri': 'https://evil.example/?name=Weber',
          'script-sample': 'Hans Weber',
        }),
      ),
    ).toEqual({ rule: 'script-src-elem', what: 'address', app: 'practice' });
    expect(readCspReport(report({ 'blocked-uri': 'inline', 'document-uri': 'x' }))).toEqual({
      rule: 'script-src-elem',
      what: 'inline',
      app: 'kiosk',
    });
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"csp-report":1}',
      '{"csp-report":{"effective-directive":"Hans Weber"}}',
    ])
      expect([text, readCspReport(text)]).toEqual([text, undefined]);
  });
  it('write at most twenty lines a minute for all senders together, and none of long bodies', async () => {
    const app = new Hono<NodeEnv>(),
      lines: unknown[] = [];
    let now = NOW;
    mountCspReports(
      app,
      {
        now: () => now,
        log: {
          note: (event, facts) => {
            lines.push([event, facts]);
          },
        },
      },
      () => false,
    );
    const post = async (body: string): Promise<number> =>
      (await app.request('/ui/csp-reports', { method: 'POST', body })).status;
    expect(await post(report({ 'script-sample': 'x'.repeat(9_000) }))).toBe(204);
    expect(lines).toEqual([]);
    for (let i = 0; i < 30; i++) expect(await post(report({ 'blocked-uri': 'eval' }))).toBe(204);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toEqual([
      'csp.refused',
      { rule: 'script-src-elem', what: 'eval', app: 'kiosk' },
    ]);
    now += 60_000;
    await post(report({}));
    expect(lines).toHaveLength(21);
  });
});
