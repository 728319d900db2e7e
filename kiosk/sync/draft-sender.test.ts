// Tests of sending drafts: kept until the server has them, the small ones first, a late or refused
// one blocks no other.

import { describe, expect, it } from 'vitest';
import { CallError, type Call, type CallOptions } from '../../shared/base/client.ts';
import type { Random } from '../../shared/base/ports.ts';
import { createDraftSender, HELD_MS, type SealedDraft } from './draft-sender.ts';
import { handClock, settle } from './hand-clock.testing.ts';

const random: Random = { id: () => 'id', unit: () => 0.5, hex128: () => 'h' };

describe('sending drafts', () => {
  it('drops drafts that the server accepted or never will, and retries the others', async () => {
    const { clock, pass } = handClock();
    const waiting: SealedDraft[] = ['a', 'b'].map((taskId) => ({
      taskId,
      taskRev: 1,
      draftRev: 2,
      page: 1,
      of: 3,
      sealed: new Uint8Array(3),
    }));
    const paths: string[] = [],
      sent: string[] = [];
    let isDown = true;
    const call = (async (path: string, _o: CallOptions) => {
      paths.push(path);
      if (isDown) throw new CallError(0, 'network', '');
      if (path.includes('/b?')) throw new CallError(404, 'not_found', '');
      return { draftRev: 2 };
    }) as Call;
    const sender = createDraftSender({
      call,
      clock,
      random,
      unsent: async () => waiting.filter((d) => !sent.includes(d.taskId)),
      sent: async (id) => {
        sent.push(id);
      },
      onRefused: () => undefined,
    });
    sender.wake();
    await settle();
    expect(sent).toEqual([]);
    isDown = false;
    await pass(60_000);
    expect([sent, paths[0]]).toEqual([
      ['a', 'b'],
      '/tablet/drafts/a?taskRev=1&draftRev=2&page=1&of=3',
    ]);
    sender.stop();
  });

  it('sends small ones first; a late one blocks no other, its timeout follows its size and retries', async () => {
    const { clock, pass } = handClock();
    const waiting: SealedDraft[] = [
      ['a', 1_000_000],
      ['b', 3],
    ].map(([taskId, bytes]) => ({
      taskId: String(taskId),
      taskRev: 1,
      draftRev: 2,
      page: 1,
      of: 3,
      sealed: new Uint8Array(Number(bytes)),
    }));
    const asked: string[] = [],
      sent: string[] = [];
    const call = (async (path: string, { timeout }: CallOptions) => {
      const [, taskId] = /drafts\/(\w+)/.exec(path) ?? [];
      asked.push(`${taskId} ${timeout}`);
      if (taskId === 'a' && (timeout ?? 0) < 100_000) throw new CallError(0, 'timeout', '');
      return { draftRev: 2 };
    }) as Call;
    const sender = createDraftSender({
      call,
      clock,
      random,
      unsent: async () => waiting.filter((d) => !sent.includes(d.taskId)),
      sent: async (id) => {
        sent.push(id);
      },
      onRefused: () => undefined,
    });
    sender.wake();
    await settle();
    expect([asked, sent]).toEqual([['b 20001', 'a 60000'], ['b']]);
    await pass(60_000);
    expect([asked.slice(2), sent]).toEqual([['a 120000'], ['b', 'a']]);
    sender.stop();
  });

  it('keeps an oversized draft, notifies staff once, sends the others, and a newer one at once', async () => {
    const { clock, pass } = handClock();
    let waiting: SealedDraft[] = [
      { taskId: 'a', taskRev: 1, draftRev: 2, page: 1, of: 3, sealed: new Uint8Array(9) },
      { taskId: 'b', taskRev: 1, draftRev: 2, page: 1, of: 3, sealed: new Uint8Array(3) },
    ];
    const told: string[] = [],
      asked: string[] = [];
    const call = (async (path: string, { bytes }: CallOptions) => {
      asked.push(path.replace(/^.*drafts\/|\?.*$/g, ''));
      if (bytes instanceof Uint8Array && bytes.length > 5)
        throw new CallError(413, 'too_large', '');
      return { draftRev: 2 };
    }) as Call;
    const sender = createDraftSender({
      call,
      clock,
      random,
      unsent: async () => waiting,
      onRefused: (d, code) => {
        told.push(`${d.taskId} ${code}`);
      },
      sent: async (id) => {
        waiting = waiting.filter((d) => d.taskId !== id);
      },
    });
    sender.wake();
    await settle();
    sender.wake();
    await settle();
    expect([waiting.map((d) => d.taskId), told, asked]).toEqual([
      ['a'],
      ['a too_large'],
      ['a', 'b'],
    ]);
    // Retried only after a while, and staff is notified only once.
    await pass(HELD_MS);
    expect([told, asked]).toEqual([['a too_large'], ['a', 'b', 'a']]);
    waiting = waiting.map((d) => ({ ...d, draftRev: 3, sealed: new Uint8Array(4) }));
    sender.wake();
    await settle();
    expect([waiting, asked]).toEqual([[], ['a', 'b', 'a', 'a']]);
    sender.stop();
  });

  it.each([
    [403, 'forbidden'],
    [404, 'bad_request'],
    [400, 'bad_request'],
    [409, 'conflict'],
  ] as const)(
    'keeps drafts after a refusal %i that does not report their task as missing',
    async (status, code) => {
      const { clock } = handClock();
      const sent: string[] = [],
        told: string[] = [];
      const refuse = (async () => {
        throw new CallError(status, code, '');
      }) as Call;
      const sender = createDraftSender({
        call: refuse,
        clock,
        random,
        unsent: async () => [
          { taskId: 'a', taskRev: 1, draftRev: 2, page: 1, of: 3, sealed: new Uint8Array(3) },
        ],
        sent: async (id) => {
          sent.push(id);
        },
        onRefused: (_d, why) => {
          told.push(why);
        },
      });
      sender.wake();
      await settle();
      expect([sent, told]).toEqual([[], [code]]);
      sender.stop();
    },
  );

  it('[sync F9] keeps drafts when a captive portal responds 200', async () => {
    const { clock, pass } = handClock();
    const sent: number[] = [],
      foreign: unknown[] = [{}, null, [], 'ok', { draftRev: '2' }];
    const call = (async () => (foreign.length > 0 ? foreign.shift() : { draftRev: 2 })) as Call;
    const sender = createDraftSender({
      call,
      clock,
      random,
      unsent: async () =>
        sent.length > 0
          ? []
          : [{ taskId: 'a', taskRev: 1, draftRev: 2, page: 1, of: 3, sealed: new Uint8Array(3) }],
      sent: async () => {
        sent.push(foreign.length);
      },
      onRefused: () => undefined,
    });
    sender.wake();
    for (let i = 0; i < 8; i++) await pass(60_000);
    expect(sent).toEqual([0]);
    sender.stop();
  });
});
