// Tests of the live channel: events split anywhere, silence closes a dead connection, the next one
// is opened.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventReader, keepLive, SILENCE_MS } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('events are reassembled, wherever the network splits them', () => {
  const text =
    ': beat\n\nevent: changed\ndata: {"kind":"changed"}\n\nevent: help\r\ndata: {"kind":"help",\r\ndata: "tabletId":"ä"}\r\n\r\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const seen: unknown[] = [];
    const read = createEventReader((name, data) => seen.push([name, data]));
    read(text.slice(0, cut));
    read(text.slice(cut));
    expect(seen).toEqual([
      ['changed', { kind: 'changed' }],
      ['help', { kind: 'help', tabletId: 'ä' }],
    ]);
  }
});

test('a silent connection is closed and reopened; the reported states are live, lost, live', async () => {
  const states: boolean[] = [];
  const open = vi.fn((signal: AbortSignal) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(c) {
            signal.addEventListener('abort', () => c.error(new Error('aborted')));
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
    ),
  );
  const line = keepLive({
    open,
    onEvent: () => undefined,
    onState: (isLive) => states.push(isLive),
  });
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect(states).toEqual([true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(states).toEqual([true, false, true]);
  line.stop();
  await vi.advanceTimersByTimeAsync(10 * SILENCE_MS);
  expect(open).toHaveBeenCalledTimes(2);
});

test('an error page of a proxy does not count as a live channel', async () => {
  const states: boolean[] = [];
  const line = keepLive({
    open: () =>
      Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } })),
    onEvent: () => undefined,
    onState: (isLive) => states.push(isLive),
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(states).toEqual([false]);
  line.stop();
});
