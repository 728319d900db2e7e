// Tests of the event bus: routing to listeners, and isolation of a dead listener.

import { describe, expect, it } from 'vitest';
import type { EventSink } from '../http/route.ts';
import { createBus } from './bus.ts';

function sink(isDead = false): EventSink & { heard: string[]; close: () => void } {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((r) => {
    close = r;
  });
  const heard: string[] = [];
  return {
    heard,
    close,
    closed,
    send: (event, data) => {
      if (isDead) return false;
      heard.push(`${event} ${JSON.stringify(data)}`);
      return true;
    },
  };
}
const turn = () =>
  new Promise<void>((r) => {
    setImmediate(r);
  });

describe('bus', () => {
  it('notifies staff of their own practice only, and starts with one refresh', async () => {
    const bus = createBus(),
      a = sink(),
      b = sink();
    void bus.staff('a', a);
    void bus.staff('b', b);
    bus.publish('a', { to: 'staff', event: { kind: 'help', tabletId: 't' } });
    expect(a.heard).toEqual(['changed {"kind":"changed"}', 'help {"kind":"help","tabletId":"t"}']);
    expect(b.heard).toEqual(['changed {"kind":"changed"}']);
    a.close();
    b.close();
    await turn();
    expect(bus.size).toBe(0);
  });
  it('[sync F21] drops a blocked listener and continues with the others', async () => {
    const bus = createBus(),
      dead = sink(true),
      alive = sink();
    void bus.staff('a', dead);
    void bus.staff('a', alive);
    bus.publish('a', { to: 'staff', event: { kind: 'changed' } });
    await turn();
    expect(bus.size).toBe(1);
    expect(alive.heard).toHaveLength(2);
  });
  it('keeps one stream per tablet and ends that of a revoked one', async () => {
    const bus = createBus(),
      first = sink(),
      second = sink();
    let over = 0;
    void bus.tablet('t', 4, first).then(() => {
      over += 1;
    });
    void bus.tablet('t', 5, second).then(() => {
      over += 1;
    });
    await turn();
    expect(over).toBe(1);
    bus.publish('a', { to: 'tablet', tabletId: 't', event: { kind: 'poke', seq: 6 } });
    expect(second.heard).toEqual(['poke {"seq":5}', 'poke {"seq":6}']);
    expect(first.heard).toEqual(['poke {"seq":4}']);
    bus.dropTablet('t');
    await turn();
    expect(over).toBe(2);
    expect(bus.size).toBe(0);
  });
  it('spreads the end of its streams over the time of a stop, and ends later ones at once', async () => {
    const bus = createBus(),
      ends: number[] = [],
      began = performance.now();
    const serve = (id: string): Promise<void> =>
      bus.tablet(id, 0, sink()).then(() => {
        ends.push(performance.now() - began);
      });
    const all = ['a', 'b', 'c', 'd'].map(serve);
    await bus.close(200);
    await Promise.all(all);
    expect(ends[0]).toBeLessThan(150);
    expect(ends[3]).toBeGreaterThan(ends[0]! + 50);
    await serve('e');
    expect(bus.size).toBe(0);
  });
});
