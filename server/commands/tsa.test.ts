// The command that shows the certificates of the time-stamp service and adds its root.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificateFacts } from '../paper/seal/authority.ts';
import { readRoots } from '../paper/seal/trusted-roots.ts';
import { createLocalTsa, TsaError, type LocalTsa } from '../paper/seal/tsa.ts';
import { runTsa } from './tsa.command.ts';

const folder = mkdtempSync(join(tmpdir(), 'molar-tsa-')),
  file = join(folder, 'roots.pem'),
  address = { MOLAR_TSA_URL: 'https://tsa.example.org/tsr' };
let service: LocalTsa, fingerprint: string;
beforeAll(async () => {
  service = await createLocalTsa(Date.now);
  fingerprint = certificateFacts(service.root).sha256;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command; `typed` answers its question. */
async function run(args: string[], env: Record<string, string>, typed = '', stamp = service.stamp) {
  const lines: string[] = [];
  const code = await runTsa(
    { args, env, print: (line) => lines.push(line), ask: () => Promise.resolve(typed) },
    () => stamp,
  );
  return { code, text: lines.join('\n') };
}

it('names the certificates that the service sends, and writes nothing', async () => {
  const { code, text } = await run([], address);
  expect(code).toBe(0);
  expect(text.replaceAll(':', '')).toContain(fingerprint.toUpperCase());
  expect(text).toContain('noch nicht vertraut');
});

it('a wrong confirmation writes nothing', async () => {
  const { code } = await run(['--save', file], address, '00000000');
  expect(code).toBe(1);
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

it('adds the root to others after the confirmation; then the service is trusted', async () => {
  const other = await createLocalTsa(Date.now);
  await run(['--save', file], address, certificateFacts(other.root).sha256.slice(-8), other.stamp);
  expect((await run(['--save', file], address, fingerprint.slice(-8).toUpperCase())).code).toBe(0);
  expect(readRoots(readFileSync(file)).map((one) => certificateFacts(one).sha256)).toEqual([
    certificateFacts(other.root).sha256,
    fingerprint,
  ]);
  const { code, text } = await run([], { ...address, MOLAR_TSA_ROOTS: file });
  expect([code, text.includes('wird schon vertraut')]).toEqual([0, true]);
});

it.each([
  [['--other'], {}, 2, 'Aufruf'],
  [['--save'], {}, 2, 'Aufruf'],
  [[], {}, 1, 'Setzen Sie MOLAR_TSA_URL'],
])('%j with %j ends with %i', async (args, env, expected, words) => {
  const { code, text } = await run(args, env);
  expect([code, text.includes(words)]).toEqual([expected, true]);
});

it('a service that does not answer, and an unreadable file, are explained', async () => {
  const silent = () => Promise.reject(new TsaError('tsa_unreachable', 'HTTP 502'));
  expect(await run([], address, '', silent)).toMatchObject({
    code: 1,
    text: expect.stringContaining('Prüfen Sie MOLAR_TSA_URL') as string,
  });
  const broken = join(folder, 'broken.pem');
  writeFileSync(broken, 'nothing');
  expect(await run([], { ...address, MOLAR_TSA_ROOTS: broken })).toMatchObject({
    code: 1,
    text: expect.stringContaining('nicht lesbar') as string,
  });
});
