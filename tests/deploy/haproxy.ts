/** HAProxy from Debian with the example of `deploy/balancer`, on ports of this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { withAll } from '../support/house/places.mjs';
import { until } from '../chaos/dice.ts';

const EXAMPLE = path.join(ROOT, 'deploy/balancer/haproxy.cfg');

/** Changes of the example; each text must occur, or a test would not test the example. */
type Change = readonly (readonly [from: string, to: string])[];
const changed = (text: string, change: Change): string =>
  change.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`haproxy.cfg no longer says: ${from}`);
    return withAll(now, from, to);
  }, text);

/** Makes a certificate for `localhost` with its key in one file, as HAProxy reads it. */
export function makeCertificate(folder: string): { pem: string; certificate: string } {
  const key = path.join(folder, 'key.pem'),
    file = path.join(folder, 'cert.pem'),
    pem = path.join(folder, 'molar.pem');
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      .concat(['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', file]),
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  const certificate = readFileSync(file, 'utf8');
  writeFileSync(pem, certificate + readFileSync(key, 'utf8'), { mode: 0o600 });
  return { pem, certificate };
}

/** Writes the example with the certificate of a test. @returns the file */
export function writeExample(folder: string, pem: string, change: Change = []): string {
  const file = path.join(folder, 'haproxy.cfg'),
    text = readFileSync(EXAMPLE, 'utf8');
  writeFileSync(file, changed(text, [['/etc/haproxy/molar.pem', pem], ...change]));
  return file;
}

/** Returns what HAProxy says about a file; an empty text where it has nothing to say. */
export function checkConfig(file: string): string {
  const { status, stdout, stderr, error } = spawnSync('haproxy', ['-c', '-q', '-f', file], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout + stderr : `${status} ${error?.message ?? ''} ${stdout} ${stderr}`;
}

export interface Balancer {
  /** Answers that clients got: who gave it, the status (-1: the client left before), the request. */
  answers(): { server: string; status: number; request: string }[];
  /** Waits until it has seen the process with this number up. */
  sees(server: number, state: 'UP' | 'DOWN', before: number): Promise<boolean>;
  /** How often it has seen the process with this number so. */
  seen(server: number, state: 'UP' | 'DOWN'): number;
  output(): string;
  stop(): Promise<void>;
}
const ANSWER =
  /^\S+ \[[^\]]+\] molar_\w+~? \S+?\/(\S+) [-\d/+]+ (-?\d+) .* "((?:[^"\\]|\\.)*)"?$/gm;

/**
 * Starts the example with random routing.
 * @param ports of https, of plain http for clients that know no other authority, of the redirect
 * @param servers ports of the three processes
 */
export async function startBalancer(
  ports: { https: number; plain: number; redirect: number },
  servers: readonly number[],
): Promise<Balancer & { certificate: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-haproxy-')),
    { pem, certificate } = makeCertificate(folder),
    bind = `bind :443 ssl crt ${pem} alpn h2,http/1.1`;
  const file = writeExample(folder, pem, [
    // Twenty thousand connections need more files than a test may open.
    ['maxconn 20000', 'maxconn 400'],
    ['bind :80', `bind 127.0.0.1:${ports.redirect}`],
    [bind, `${bind.replace(':443', `127.0.0.1:${ports.https}`)}\n  bind 127.0.0.1:${ports.plain}`],
    ['balance hash path,field(3,/)', 'balance random(1)'],
    ['hash-type consistent', ''],
    ['hash-balance-factor 150', ''],
    ['10.0.0.11:4001', `127.0.0.1:${servers[0] ?? 0}`],
    ['10.0.0.11:4002', `127.0.0.1:${servers[1] ?? 0}`],
    ['10.0.0.12:4001', `127.0.0.1:${servers[2] ?? 0}`],
  ]);
  let output = '';
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const isUp = await until(
    async () =>
      child.exitCode !== null ||
      (await fetch(`http://127.0.0.1:${ports.plain}/metrics`).then(
        (answer) => answer.status === 404,
        () => false,
      )),
    20_000,
    50,
  );
  if (!isUp || child.exitCode !== null) throw new Error(`HAProxy did not start:\n${output}`);
  const seen = (server: number, state: string): number =>
    output.split(`\nServer molar/molar${server} is ${state}`).length - 1;
  return {
    certificate,
    answers: () =>
      [...output.matchAll(ANSWER)].map(([, server = '', status = '', request = '']) => ({
        server,
        status: Number(status),
        request,
      })),
    seen,
    sees: (server, state, before) => until(() => seen(server, state) > before, 60_000, 50),
    output: () => output,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
