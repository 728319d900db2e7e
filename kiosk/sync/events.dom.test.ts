// Tests of the parser of live events.

import { describe, expect, it } from 'vitest';
import { readEvents } from './events.ts';

describe('events', () => {
  it('parses events split anywhere, and counts comments as activity', async () => {
    const seen: string[] = [];
    let bytes = 0;
    const body = new ReadableStream<Uint8Array>({
      start(c) {
        for (const x of [
          ': hi\n\nevent: po',
          'ke\ndata: {"seq":3}\n',
          '\ndata: a\r\ndata: b\r\n\r\n',
        ])
          c.enqueue(new TextEncoder().encode(x));
        c.close();
      },
    });
    await readEvents(body, new AbortController().signal, {
      onBytes: () => {
        bytes++;
      },
      onEvent: (name, data) => seen.push(`${name}=${data}`),
    });
    expect([seen, bytes]).toEqual([['poke={"seq":3}', 'message=a\nb'], 3]);
  });
});
