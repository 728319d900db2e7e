/**
 * Child processes of a bench: bundled once like the product, run as separate processes, called over
 * a channel.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../scripts/sources.mjs';
import type { Reply } from './answer.ts';

const BUILT = join(ROOT, 'bench/dist');

/**
 * Bundles programs of `bench/` for Node; returns the built files in order. Only packages of the
 * benches stay external: the product's packages are bundled from the product's own node_modules,
 * because a peer may install other versions.
 * @param files relative to the project
 */
export async function bundlePrograms(files: readonly string[]): Promise<string[]> {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'bench/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  await build({
    absWorkingDir: ROOT,
    entryPoints: files.map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: BUILT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: [
      'better-sqlite3',
      ...Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    ],
    sourcemap: 'inline',
    logLevel: 'warning',
    define: { __VERSION__: '"bench"', __BUILD__: '"bench"' },
  });
  return files.map((file) => join(BUILT, `${basename(file, '.ts')}.js`));
}

/** Bundles one page script for the browser, minified as for delivery. */
export async function bundlePage(file: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'chrome111',
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': '"production"',
      global: 'globalThis',
      __VERSION__: '"bench"',
      __BUILD__: '"bench"',
    },
  });
  const text = outputFiles[0]?.text;
  if (text === undefined) throw new Error(`nothing was built of ${file}`);
  return text;
}

export interface Child {
  pid: number;
  /** Sends one request at a time; throws the child's error. */
  ask<T>(question: Record<string, unknown>): Promise<T>;
  /** Kills the process at once (SIGKILL). */
  kill(): Promise<void>;
}

/** Starts a built child program and forwards its stderr. @param flags additional Node flags */
export function startChild(
  file: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Child {
  const child: ChildProcess = fork(file, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: ['--enable-source-maps', '--expose-gc', ...flags],
    env: { ...process.env, ...env },
  });
  const onExit = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', onExit);
  return {
    pid: child.pid ?? 0,
    async ask<T>(question: Record<string, unknown>): Promise<T> {
      const stop = new AbortController();
      const answer = once(child, 'message', { signal: stop.signal }).then(
        ([reply]: unknown[]) => reply as Reply,
      );
      const end = once(child, 'exit', { signal: stop.signal }).then(([code]: unknown[]): Reply => ({
        ok: false,
        error: `the program ended (${String(code)})`,
      }));
      child.send(question);
      const reply = await Promise.race([answer, end]).finally(() => {
        stop.abort();
      });
      // The loser of the race has no further effect.
      await Promise.allSettled([answer, end]);
      if (!reply.ok) throw new Error(`${basename(file)}: ${reply.error}`);
      return reply.value as T;
    },
    async kill() {
      process.off('exit', onExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
