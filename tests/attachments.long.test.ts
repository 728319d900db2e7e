/**
 * Photos from a tablet's sender to the answers of the practice, over a line that tears, loses
 * answers and is cut by restarts: the same bytes arrive once, whatever happens on the way.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAttachmentSender,
  type HeldAttachment,
} from '../kiosk/sync/photos/attachment-sender.ts';
import { answersOfTask } from '../server/desk/forms/answers/store.ts';
import { answersTo } from '../server/desk/sync/testing.ts';
import { attachmentAad, attachmentUrl } from '../shared/exchange/attachment.ts';
import { CallError, type Call, type CallOptions } from '../shared/base/client.ts';
import { systemClock } from '../server/platform/clock.ts';
import { importSealPublic, sealTo, sha256Hex } from '../shared/exchange/sealing.ts';
import { createTestApp, type TestApp } from './support/in-process.ts';
import { sendMappe } from './support/mappe.ts';
import { addPractice, type Practice } from './support/practice.ts';
import { quickRenderer } from './support/setup/quick-renderer.ts';
import { SimTablet } from './support/sim-tablet.ts';
import { STORES } from './support/stores.ts';
import { painWith } from './support/stories/home.ts';

const PHOTOS = 4;
let t: TestApp, p: Practice, tablet: SimTablet;

const picture = (): Promise<Buffer> =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Deterministic dice, so that a failure can be repeated. */
function diceOf(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    return x / 2_147_483_648;
  };
}

describe.each(STORES)('photos on %s', (kind) => {
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  it.each([1, 2, 3])(
    'all photos arrive over a bad line, with restarts in between (%i)',
    async (seed) => {
      const dice = diceOf(seed);
      const { taskIds } = await sendMappe(p, {
        templates: ['schmerz@1'],
        tabletId: tablet.id,
        fields: {},
      });
      const body = (await tablet.inbox()).find((one) => taskIds.includes(one.taskId))!,
        key = await importSealPublic(tablet.config.serverKey),
        held = new Map<string, HeldAttachment & { sealed: Uint8Array }>();
      for (let i = 0; i < PHOTOS; i++) {
        const sealed = await sealTo(key, await picture(), attachmentAad(tablet.id, body.taskId)),
          sha256 = await sha256Hex(sealed);
        held.set(sha256, { sha256, taskId: body.taskId, size: sealed.length, sealed });
      }
      const names = [...held.keys()];
      const call = (async (path: string, o: CallOptions = {}) => {
        if (dice() < 0.2) throw new CallError(0, 'network', 'torn on the way there');
        const answer = await tablet.call(path, {
          method: 'PUT',
          body: o.bytes as Uint8Array,
          type: 'application/octet-stream',
        });
        if (dice() < 0.2) throw new CallError(0, 'timeout', 'torn on the way back');
        if (answer.status !== 200) throw new CallError(answer.status, 'bad_request', answer.text);
        return answer.json;
      }) as Call;
      const store = {
        unsent: () => Promise.resolve([...held.values()]),
        sealed: (sha256: string) => Promise.resolve(held.get(sha256)?.sealed),
        sent: (sha256: string) => {
          held.delete(sha256);
          return Promise.resolve();
        },
        tidy: () => Promise.resolve(),
      };
      const random = { id: () => '', unit: () => 0, hex128: () => '' };
      const answer = async (): Promise<void> => {
        const op = await tablet.op(
          'task.answers',
          body,
          answersTo(
            body,
            painWith(
              names.map((sha256) => ({
                valueAttachment: { contentType: 'image/jpeg', url: attachmentUrl(sha256) },
              })),
            ),
          ),
        );
        expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'applied' }]);
      };
      for (let restarts = 0; held.size > 0; restarts++) {
        expect(restarts).toBeLessThan(200);
        const sender = createAttachmentSender({ call, clock: systemClock, random, store });
        sender.wake();
        await expect
          .poll(() => dice() < 0.3 || held.size === 0, { interval: 5, timeout: 5_000 })
          .toBe(true);
        sender.stop();
        // The answers come somewhere in the middle.
        if (restarts === 1) await answer();
        if (dice() < 0.5) await t.runJobs();
      }
      if (!(await answersOfTask(t.deps.workshop.look(p.cid, p.system), body.taskId)))
        await answer();
      await t.runJobs();
      const look = t.deps.workshop.look(p.cid, p.system),
        text = JSON.stringify((await answersOfTask(look, body.taskId))?.response);
      expect([...text.matchAll(/"data":"/g)]).toHaveLength(PHOTOS);
      expect(await look.db.count(look.t.attachment)).toBe(0);
    },
  );
});
