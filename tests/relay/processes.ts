/** A relay and a box as built processes, with a tap on each line between phone, relay and box. */
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync, closeSync, readFileSync, readSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from '../chaos/dice.ts';

export interface Program {
  readonly pid: number;
  output(): string;
  /** Ends it, and resolves with its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));
/** Ends what a failed test left running. */
export const killAll = (): void => running.forEach((child) => child.kill('SIGKILL'));

/** Starts a program of a build and waits until it reports its start. */
export async function startProgram(
  dist: string,
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(dist, 'server', file)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
  const ended = new Promise<number | NodeJS.Signals>((done) =>
    child.once('exit', (code, signal) => {
      running.delete(child);
      done(code ?? signal ?? 1);
    }),
  );
  await until(() => child.exitCode !== null || output.includes('"event":"started"'), 120_000, 25);
  if (!output.includes('"event":"started"') || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`${file} did not start:\n${output}`);
  }
  return {
    pid: child.pid,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export interface Tap {
  port: number;
  /** Everything that passed, in both directions. */
  bytes(): Buffer;
  /** Cuts every connection. */
  cut(): void;
  close(): void;
}
/** Opens a port that forwards to another and keeps what passes. */
export async function tap(to: number): Promise<Tap> {
  const ends = new Set<Socket>(),
    parts: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => undefined);
      one.on('data', (part: Buffer) => {
        parts.push(part);
        other.write(part);
      });
      one.once('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const cut = (): void => ends.forEach((end) => end.resetAndDestroy());
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => Buffer.concat(parts),
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

/** Memory of a process that is in use, in bytes. */
export const residentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

const CHUNK = 4 * 1024 * 1024;
/**
 * Looks for words in the whole writable memory of a child process, as UTF-8 and as UTF-16.
 * @returns those that were found
 */
export function wordsInMemory(pid: number, words: readonly string[]): string[] {
  const forms = words.flatMap((word) =>
      (['utf8', 'utf16le'] as const).map((code) => ({ word, bytes: Buffer.from(word, code) })),
    ),
    overlap = Math.max(...forms.map(({ bytes }) => bytes.length)),
    found = new Set<string>(),
    file = openSync(`/proc/${pid}/mem`, 'r'),
    chunk = Buffer.alloc(CHUNK + overlap);
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const range = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line);
      if (range === null) continue;
      const end = Number.parseInt(range[2] ?? '', 16);
      for (let at = Number.parseInt(range[1] ?? '', 16); at < end; at += CHUNK) {
        let length = 0;
        try {
          length = readSync(file, chunk, 0, Math.min(chunk.length, end - at), at);
        } catch {
          // A page that was given back meanwhile.
        }
        for (const { word, bytes } of forms)
          if (!found.has(word) && chunk.subarray(0, length).includes(bytes)) found.add(word);
      }
    }
  } finally {
    closeSync(file);
  }
  return words.filter((word) => found.has(word));
}
