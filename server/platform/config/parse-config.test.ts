// Tests that a wrong configuration is reported and a right one parsed (V8, U5).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileProblems, parseConfig } from './parse-config.ts';

const problemsOf = (env: Record<string, string>): string[] => parseConfig(env).problems ?? [];

describe('configuration', () => {
  it('[U5] defaults: loopback, dev, ports 4000 and 5000, embedded database', () => {
    expect(parseConfig({ PATH: '/usr/bin' }).config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dispatcherPort: 5000,
      environment: 'dev',
      configuredEnvironment: undefined,
      data: './data',
      databaseUrl: undefined,
    });
  });

  it('takes the root key from the credentials of the service, unless a setting names another place', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'molar-credentials-'));
    const rootKeyOf = (env: Record<string, string>): string | undefined =>
      parseConfig({ CREDENTIALS_DIRECTORY: folder, ...env }).config?.rootKeyFile;
    expect(rootKeyOf({})).toBeUndefined();
    writeFileSync(path.join(folder, 'root.key'), 'any');
    expect(rootKeyOf({})).toBe(path.join(folder, 'root.key'));
    expect(rootKeyOf({ MOLAR_ROOT_KEY_FILE: '/else/root.key' })).toBe('/else/root.key');
    expect(rootKeyOf({ CREDENTIALS_DIRECTORY: 'relative' })).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('[V8] reports an unknown key with the nearest right one', () => {
    expect(problemsOf({ MOLAR_PROT: '1' })).toEqual([
      'MOLAR_PROT gibt es nicht; gemeint ist wohl MOLAR_PORT.',
    ]);
    expect(problemsOf({ MOLAR_TSA: 'x' })[0]).toContain('MOLAR_TSA_URL');
    expect(problemsOf({ molar_port: '1' })[0]).toContain('MOLAR_PORT');
  });

  it.each([
    [{ MOLAR_PORT: 'abc' }, 'MOLAR_PORT=abc'],
    [{ MOLAR_PORT: '70000' }, 'MOLAR_PORT=70000'],
    [{ MOLAR_PORT: '0' }, 'MOLAR_PORT=0'],
    [{ MOLAR_PORT: '5000' }, 'beide auf 5000'],
    [{ MOLAR_HOST: 'a b' }, 'MOLAR_HOST=a b'],
    [{ MOLAR_ENV: 'production' }, 'gemeint ist wohl prod'],
    [{ MOLAR_TLS_CERT: 'c.pem' }, 'braucht auch MOLAR_TLS_KEY'],
    [{ MOLAR_TLS_KEY: 'k.pem' }, 'braucht auch MOLAR_TLS_CERT'],
    [{ MOLAR_PUBLIC_URL: 'molar.local' }, 'MOLAR_PUBLIC_URL=molar.local'],
    [{ MOLAR_PUBLIC_URL: 'https://molar.local/app' }, 'ohne Pfad'],
    [{ MOLAR_PUBLIC_URL: 'http://molar.local', MOLAR_TLS_CERT: 'c', MOLAR_TLS_KEY: 'k' }, 'https:'],
    [{ MOLAR_TSA_URL: 'ftp://a' }, 'MOLAR_TSA_URL'],
    [{ MOLAR_TRUSTED_PROXIES: '10.0.0.5' }, 'braucht auch MOLAR_PUBLIC_URL'],
    [{ MOLAR_TRUSTED_PROXIES: '10.0.0.5, lb.lan', MOLAR_PUBLIC_URL: 'https://a.de' }, 'lb.lan'],
    [{ MOLAR_TRUSTED_PROXIES: '0.0.0.0/0', MOLAR_PUBLIC_URL: 'https://a.de' }, '0.0.0.0/0'],
    [{ MOLAR_DRAIN_SECONDS: '61' }, 'MOLAR_DRAIN_SECONDS=61'],
    [{ MOLAR_DRAIN_SECONDS: 'kurz' }, 'MOLAR_DRAIN_SECONDS=kurz'],
    [{ MOLAR_SECURITY_CONTACT: 'sicherheit@praxis.example' }, 'Beispiel: mailto:'],
    [{ MOLAR_SECURITY_CONTACT: 'mailto:a@b.example\nContact: x' }, 'MOLAR_SECURITY_CONTACT'],
    [
      { MOLAR_SMTP_URL: 'https://mail.example.org', MOLAR_MAIL_FROM: 'a@b.example' },
      'MOLAR_SMTP_URL ist keine Adresse',
    ],
    [
      { MOLAR_SMTP_URL: 'smtp://mail.example.org', MOLAR_PUBLIC_URL: 'https://m.example' },
      'braucht auch MOLAR_MAIL_FROM',
    ],
    [
      {
        MOLAR_SMTP_URL: 'smtp://mail.example.org',
        MOLAR_MAIL_FROM: 'Praxis <a@b.example>',
        MOLAR_PUBLIC_URL: 'https://m.example',
      },
      'keine E-Mail-Adresse',
    ],
    [
      { MOLAR_SMTP_URL: 'smtp://mail.example.org', MOLAR_MAIL_FROM: 'a@b.example' },
      'braucht auch MOLAR_PUBLIC_URL',
    ],
    [{ MOLAR_MAIL_FROM: 'a@b.example' }, 'braucht auch MOLAR_SMTP_URL'],
    [{ MOLAR_MAIL_SECRET: 'kurz' }, 'MOLAR_MAIL_SECRET'],
    [{ MOLAR_DEMO_DATA: 'non' }, 'gemeint ist wohl none'],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'postgres://'],
    [{ MOLAR_DATABASE_OWNER_URL: 'postgres://h/d' }, 'braucht auch DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://h/d', MOLAR_DATABASE_OWNER_URL: 'mysql://u:secret@h/d' },
      'MOLAR_DATABASE_OWNER_URL muss mit postgres://',
    ],
    [{ MOLAR_ROLES: 'ui,metric' }, 'gemeint ist wohl metrics'],
  ])('[V8] refuses and reports %o', (env, word) => {
    expect(problemsOf(env as Record<string, string>).join('\n')).toContain(word);
  });

  it('[V8] never repeats passwords of a URL', () => {
    expect(
      problemsOf({
        DATABASE_URL: 'mysql://u:secret@h/d',
        MOLAR_DATABASE_OWNER_URL: 'mysql://u:secret@h/d',
        MOLAR_PUBLIC_URL: 'https://u:secret@h/',
        MOLAR_SMTP_URL: 'http://u:secret@h',
      }).join(),
    ).not.toContain('secret');
  });

  it('[V8] reports all problems at once', () => {
    expect(problemsOf({ MOLAR_PORT: 'x', MOLAR_ENV: 'y', MOLAR_FOO: 'z' })).toHaveLength(3);
  });

  it('[U5] refuses a non-loopback address without an environment, starts with one', () => {
    expect(problemsOf({ MOLAR_HOST: '0.0.0.0' })[0]).toContain('MOLAR_ENV');
    expect(problemsOf({ MOLAR_HOST: '192.168.1.20' })[0]).toContain('MOLAR_ENV');
    expect(parseConfig({ MOLAR_HOST: '0.0.0.0', MOLAR_ENV: 'prod' }).config?.environment).toBe(
      'prod',
    );
    expect(parseConfig({ MOLAR_HOST: '::1' }).config?.environment).toBe('dev');
  });

  it('[S4] refuses and reports roles that need another process', () => {
    expect(problemsOf({ MOLAR_ROLES: 'metrics,ui' }).join()).toMatch(/ui braucht dispatcher, r4c/);
    expect(parseConfig({ MOLAR_ROLES: 'dispatcher' }).config?.roles).toEqual(['dispatcher']);
    expect(parseConfig({ MOLAR_ROLES: ' ui , r4c,metrics,dispatcher' }).config?.roles).toEqual([
      'metrics',
      'dispatcher',
      'ui',
      'r4c',
    ]);
  });

  it('a server owns its data folder unless it has roles or the operator shares it', () => {
    const isShared = (env: Record<string, string>): boolean | undefined =>
      parseConfig(env).config?.isShared;
    expect(isShared({})).toBe(false);
    expect(isShared({ MOLAR_ROLES: 'dispatcher' })).toBe(true);
    expect(isShared({ MOLAR_ROLES: 'dispatcher', MOLAR_SHARED_DATA: 'no' })).toBe(false);
    expect(isShared({ MOLAR_SHARED_DATA: 'yes' })).toBe(true);
    expect(problemsOf({ MOLAR_SHARED_DATA: 'ja' }).join()).toContain('MOLAR_SHARED_DATA=ja');
  });

  it('[V8] reports unreadable files', () => {
    const { config } = parseConfig({ MOLAR_TLS_CERT: 'c.pem', MOLAR_TLS_KEY: 'k.pem' });
    expect(config && fileProblems(config, (f) => f === 'c.pem')).toEqual([
      'MOLAR_TLS_KEY=k.pem lässt sich nicht lesen.',
    ]);
  });
});
