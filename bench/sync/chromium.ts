/**
 * Headless Chromium driven over its DevTools pipe without network events, because an observer
 * copies every byte a page sends and would dominate the measurement.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { chromiumArgs, chromiumPath } from '../../tests/support/stories/browser.ts';

export interface Tab {
  /**
   * Runs a function in the page; argument and result are JSON.
   * @throws Error with the page's message
   */
  run<A, T>(work: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** Runs a script in the page. */
  load(script: string): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}
interface Reply {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  error?: { message: string };
}
interface Evaluated {
  result?: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** Prevents throttling of background pages. */
const AWAKE = [
  '--headless',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
] as const;

/**
 * Opens one tab at `url` in a fresh profile; only the page's Content-Security-Policy is bypassed.
 */
export async function openTab(profile: string, url: string): Promise<Tab> {
  const child = spawn(
    chromiumPath(),
    [
      ...chromiumArgs,
      ...AWAKE,
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const onExit = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', onExit);
  const to = child.stdio[3] as Writable,
    from = child.stdio[4] as Readable;
  const waiting = new Map<number, (reply: Reply) => void>(),
    heard = new Map<string, () => void>();
  let last = 0,
    rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const reply = JSON.parse(part) as Reply;
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
      else if (reply.method !== undefined) heard.get(reply.method)?.();
    }
  });
  const gone = once(child, 'exit').then(() => {
    for (const tell of waiting.values()) tell({ error: { message: 'the browser ended' } });
  });
  let session: string | undefined;
  const ask = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++last,
      reply = await new Promise<Reply>((done) => {
        waiting.set(id, done);
        to.write(
          `${JSON.stringify({ id, method, params, ...(session !== undefined && { sessionId: session }) })}\0`,
        );
      });
    waiting.delete(id);
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result ?? {};
  };
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails: failed } = (await ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as Evaluated;
    if (failed) throw new Error(`the page: ${failed.exception?.description ?? failed.text}`);
    return result?.value;
  };

  const { targetInfos } = (await ask('Target.getTargets')) as unknown as {
    targetInfos: { targetId: string; type: string }[];
  };
  session = String(
    (
      await ask('Target.attachToTarget', {
        targetId: targetInfos.find((t) => t.type === 'page')?.targetId,
        flatten: true,
      })
    ).sessionId,
  );
  await ask('Page.enable');
  await ask('Page.setBypassCSP', { enabled: true });
  const loaded = new Promise<void>((done) => {
    heard.set('Page.loadEventFired', done);
  });
  await ask('Page.navigate', { url });
  await loaded;
  await ask('Page.disable');
  return {
    run: async <A, T>(work: (argument: A) => T | Promise<T>, argument?: A) =>
      (await evaluate(`(${work.toString()})(${JSON.stringify(argument)})`)) as T,
    load: async (script) => {
      await evaluate(script);
    },
    async setOffline(isOffline) {
      await ask('Network.enable');
      await ask('Network.emulateNetworkConditions', {
        offline: isOffline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      if (!isOffline) await ask('Network.disable');
    },
    async close() {
      process.off('exit', onExit);
      session = undefined;
      await ask('Browser.close').catch(() => child.kill('SIGKILL'));
      await gone;
    },
  };
}
