// Tests of chunked responses over a real socket: a fault in the middle aborts the connection,
// reveals nothing, and ends no process; a disconnected client stops the generator.
import { serve } from '@hono/node-server';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrame } from './frame.ts';
import { createLog } from './log.ts';
import { route } from './route.ts';

describe('text in chunks', () => {
  const lines: string[] = [];
  let made = 0,
    ended = 0,
    port = 0,
    close: () => Promise<void>;
  async function* whole(): AsyncGenerator<string> {
    for (let i = 0; i < 5; i++) yield `${i}`.repeat(50_000);
  }
  async function* broken(): AsyncGenerator<string> {
    yield 'a'.repeat(50_000);
    await Promise.resolve();
    throw new Error('Groß is quoted by a database');
  }
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        made++;
        yield 'x'.repeat(50_000);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    } finally {
      ended++;
    }
  }

  beforeAll(async () => {
    const none = {
      write: () => Promise.reject(new Error('nothing is written')),
      opened: () => Promise.reject(new Error('no rows')),
      submit: () => Promise.resolve(false),
      look: () => {
        throw new Error('nothing is read');
      },
    };
    const frame = createFrame({
      workshop: none,
      now: Date.now,
      newId: () => crypto.randomUUID(),
      publicUrl: undefined,
      log: createLog({
        level: 'info',
        write: (line) => {
          lines.push(line);
        },
      }),
      resolveActor: async () => undefined,
      grantOf: async () => undefined,
      r4cOf: async () => undefined,
    });
    frame.mount(
      '',
      Object.entries({ whole, broken, endless }).map(([name, pieces]) =>
        route(
          {
            method: 'get',
            path: `/${name}`,
            policy: 'public',
            summary: name,
            answerType: 'application/octet-stream',
          },
          () => Promise.resolve({ pieces: pieces(), type: 'text/csv; charset=utf-8' }),
        ),
      ),
    );
    const server = serve({
      fetch: (request, env) => frame.app.fetch(request, env),
      port: 0,
      hostname: '127.0.0.1',
    });
    await new Promise((resolve) => {
      server.once('listening', resolve);
    });
    ({ port } = server.address() as AddressInfo);
    close = () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
  });
  afterAll(() => close());
  const text = (name: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}/${name}`).then((answer) => answer.text());

  it('arrives complete', async () => expect((await text('whole')).length).toBe(250_000));

  it('a fault in the middle aborts the connection, never a half response that looks complete', async () => {
    await expect(text('broken')).rejects.toThrow('terminated');
    const raw = await new Promise<string>((resolve) => {
      let seen = '';
      http.get(`http://127.0.0.1:${port}/broken`, (answer) => {
        answer
          .on('data', (part: Buffer) => {
            seen += part.toString();
          })
          .on('error', () => undefined)
          .on('close', () => {
            resolve(`${answer.complete} ${seen}`);
          });
      });
    });
    expect(raw).toMatch(/^false a*$/);
    expect(lines.some((line) => line.includes('"code":"stream"'))).toBe(true);
    expect(lines.join('')).not.toContain('Groß');
  });

  it('a disconnecting client stops the generator', async () => {
    await new Promise<void>((resolve) => {
      const request = http.get(`http://127.0.0.1:${port}/endless`, (answer) => {
        answer
          .once('data', () => {
            request.destroy();
          })
          .on('error', () => undefined);
      });
      request
        .on('error', () => undefined)
        .on('close', () => {
          resolve();
        });
    });
    while (ended === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    const before = made;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(made).toBe(before);
  });
});
