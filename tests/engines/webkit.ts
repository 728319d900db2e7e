/**
 * WebKitGTK, the engine of Safari, by WebKitWebDriver on a screen in memory. Its driver has a mouse
 * and keys, but no touch.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/server.ts';
import type { Spot } from '../support/stories/aim.ts';
import type { Engine, Size, StartEngine } from './engine.ts';

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));
/** Time that one move of a stroke takes. */
const MOVE_MS = 12;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Starts a screen in memory; the X server prints the number of its display. */
async function startScreen({
  width,
  height,
}: Size): Promise<{ child: ChildProcess; name: string }> {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString('utf8').trim()));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended.')));
  });
  return { child, name: `:${number}` };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });

async function startDriver(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort(),
    child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  await expect.poll(() => listens(port), { message: 'WebKitWebDriver listens' }).toBe(true);
  return { child, url: `http://127.0.0.1:${port}` };
}

const engineOf = (driver: WebDriver, close: () => Promise<void>): Engine => {
  const move = ({ x, y }: Spot, duration: number) => ({
    x: Math.round(x),
    y: Math.round(y),
    duration,
  });
  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    load: (source) => driver.executeScript(source),
    async run(work, ...args) {
      const { value, problem } = await driver.executeAsyncScript<{
        value: never;
        problem?: string;
      }>(
        `const args = [...arguments], done = args.pop();
         Promise.resolve().then(() => (${work.toString()})(...args))
           .then((value) => done({ value }), (error) => done({ problem: String(error) }));`,
        ...args,
      );
      if (problem !== undefined) throw new Error(problem);
      return value;
    },
    tap: (spot) => driver.actions().move(move(spot, 0)).press().release().perform(),
    async stroke([first, ...others]) {
      if (!first) return;
      const way = driver.actions().move(move(first, 0)).press();
      for (const spot of others) way.move(move(spot, MOVE_MS));
      await way.release().perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close,
  };
};

/** Starts WebKitGTK in a window that fills its screen. */
export const startWebkit: StartEngine = async (profile, size) => {
  const screen = await startScreen(size),
    driver = await startDriver({
      ...process.env,
      DISPLAY: screen.name,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      TZ: 'Europe/Berlin',
    });
  const stop = async (): Promise<void> => {
    await end(driver.child);
    await end(screen.child);
  };
  try {
    const session = await new Builder()
      .usingServer(driver.url)
      .withCapabilities(
        new Capabilities({
          browserName: 'Molar stories',
          'webkitgtk:browserOptions': {
            binary: '/usr/bin/python3',
            args: [WINDOW, profile, String(size.width), String(size.height)],
          },
        }),
      )
      .build();
    return engineOf(session, async () => {
      await session.quit();
      await stop();
    });
  } catch (error) {
    await stop();
    throw error;
  }
};
