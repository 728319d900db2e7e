// Tests of the heartbeat against scripted responses.

import { expect, it } from 'vitest';
import { CallError, type Call } from '../../shared/base/client.ts';
import type { Heartbeat } from '../../shared/desk/tablet.ts';
import { handClock, settle } from './hand-clock.testing.ts';
import { createHeartbeat } from './heartbeat.ts';

it('[sync 6.7] sends a heartbeat every 20 s and at once on news, never two at a time', async () => {
  const { clock, pass } = handClock();
  let beats = 0,
    silences = 0;
  const call = (async () => {
    beats++;
    if (beats === 3) throw new CallError(0, 'network', '');
    return { serverTime: 5_000_000, epoch: 'e', feedSeq: 1, leaseUntil: 9, helpAnswered: false };
  }) as Call;
  const offsets: number[] = [];
  const h = createHeartbeat({
    call,
    clock,
    collect: async () => ({
      inc: 'i',
      highN: 0,
      ackSeen: 0,
      pending: 0,
      oldestPendingMs: 0,
      persisted: true,
      appVersion: '1',
      clockOffsetMs: 0,
      quarantined: 0,
    }),
    onAnswer: (_a, o) => offsets.push(o),
    onSilence: () => {
      silences++;
    },
    onRevoked: () => undefined,
  });
  h.start();
  await settle();
  expect([beats, offsets]).toEqual([1, [4_000_000]]);
  await pass(19_000);
  expect(beats).toBe(1);
  await pass(1_000);
  expect(beats).toBe(2);
  h.beat();
  h.beat();
  await settle();
  expect([beats, silences]).toEqual([3, 1]);
  h.stop();
});

it('[sync H4] numbers heartbeats per run; one overtaken by another window restarts and resends at once', async () => {
  const { clock, pass } = handClock();
  const said: { run: number; n: number }[] = [];
  const call = (async (_path: string, { json }: { json: Heartbeat }) => {
    said.push(json.beat!);
    return {
      serverTime: 5_000_000,
      epoch: 'e',
      feedSeq: 1,
      leaseUntil: 9,
      helpAnswered: false,
      ...(said.length === 2 && { isOld: true }),
    };
  }) as unknown as Call;
  const h = createHeartbeat({
    call,
    clock,
    collect: async () => ({
      inc: 'i',
      highN: 0,
      ackSeen: 0,
      pending: 0,
      oldestPendingMs: 0,
      persisted: true,
      appVersion: '1',
      clockOffsetMs: 0,
      quarantined: 0,
    }),
    onAnswer: () => undefined,
    onSilence: () => undefined,
    onRevoked: () => undefined,
  });
  h.start();
  await settle();
  await pass(20_000);
  expect(said).toEqual([
    { run: said[0]!.run, n: 1 },
    { run: said[0]!.run, n: 2 },
  ]);
  await pass(250);
  expect(said).toHaveLength(3);
  expect(said[2]).toEqual({ run: said[0]!.run + 20_000, n: 1 });
  await pass(20_000);
  expect(said[3]).toEqual({ run: said[2]!.run, n: 2 });
  h.stop();
});
