/**
 * `npm run dev`: both apps with hot reload on the usual port, and the server, restarted when its
 * sources change.
 */
import { spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { copyReadFiles, serverBundle } from './build.mjs';
import { ensureNative } from './native.mjs';
import { ROOT } from './sources.mjs';

const OUT = join(ROOT, 'dist/server-dev');
const host = process.env.MOLAR_HOST ?? '127.0.0.1';
const port = Number(process.env.MOLAR_PORT ?? 4000);

/** Returns a free port for the server behind the apps. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let stopping = false;

/**
 * Stops the running server and waits: SQLite has one writer, and the next server takes the same
 * port.
 * @returns {Promise<void>}
 */
function endServer() {
  const old = server;
  server = undefined;
  if (old === undefined || old.exitCode !== null || old.signalCode !== null)
    return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => old.kill('SIGKILL'), 5000);
    old.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    old.kill('SIGTERM');
  });
}

/** @param {number} behind */
function runServer(behind) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(OUT, 'main.js')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      MOLAR_HOST: '127.0.0.1',
      MOLAR_PORT: String(behind),
      // Links, QR codes and the origin check use the address that people open.
      MOLAR_PUBLIC_URL: process.env.MOLAR_PUBLIC_URL ?? `http://localhost:${port}`,
    },
  });
  child.once('exit', (code) => {
    if (child === server && !stopping)
      console.error(
        `The server ended (${code}); it starts again with the next change of its sources.`,
      );
  });
  server = child;
}

ensureNative((line) => console.log(line));
const behind = await freePort();
process.env.DEV_SERVER_URL = `http://127.0.0.1:${behind}`;

let turn = Promise.resolve();
const bundle = serverBundle(OUT);
const watcher = await context({
  ...bundle,
  plugins: [
    ...bundle.plugins,
    {
      name: 'restart',
      setup(build) {
        build.onEnd((result) => {
          if (result.errors.length > 0 || stopping) return;
          turn = turn.then(async () => {
            copyReadFiles(OUT);
            await endServer();
            if (!stopping) runServer(behind);
          });
        });
      },
    },
  ],
});
await watcher.watch();

const web = await createServer({
  root: ROOT,
  clearScreen: false,
  server: { host, port, strictPort: true },
});
await web.listen();
web.printUrls();
console.log(`  Praxis: http://localhost:${port}/practice/`);

const stop = async () => {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled([endServer(), web.close(), watcher.dispose()]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
