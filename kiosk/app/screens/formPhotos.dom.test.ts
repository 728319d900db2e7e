// Tests of the photos of a running form: stored and shown, fetched from the tablet before, deleted
// when the answers do not name them.

import { expect, it, vi } from 'vitest';
import { attachmentAad, attachmentOf, attachmentUrl } from '../../../shared/exchange/attachment.ts';
import { sealTo } from '../../../shared/exchange/sealing.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { ensureDeviceKeys } from '../../outbox/device-keys.ts';
import { createDrafts } from '../../outbox/drafts/drafts.ts';
import { testTablet } from '../../outbox/testing.ts';
import type { Tablet } from '../tablet.ts';
import { formPhotos } from './formPhotos.ts';

const BYTES = new Uint8Array([255, 216, 255, 1, 2, 3]);
const PHOTO = { bytes: BYTES, contentType: 'image/jpeg' as const, width: 2, height: 1 };
const bytesIn = async (blob: Blob | undefined): Promise<number[] | undefined> =>
  blob && [...new Uint8Array(await blob.arrayBuffer())];

async function running(call: () => Promise<unknown> = () => Promise.reject(new Error('offline'))) {
  const t = await testTablet();
  await createDrafts({ ...t, onTrouble: () => undefined, onSaved: () => undefined }).open('t1');
  const wake = vi.fn(),
    photos = formPhotos({ parts: { ...t, api: { call } }, wake } as unknown as Tablet, 't1');
  return { ...t, wake, photos };
}

it('a photo is stored next to the answers, shown again, and sent at once', async () => {
  const { photos, wake, db } = await running(),
    one = await photos.store(PHOTO),
    other = await photos.store(PHOTO);
  expect(one).toMatchObject({ contentType: 'image/jpeg', size: BYTES.length });
  expect([one.data, attachmentOf(one.url)?.length, wake.mock.calls.length]).toEqual([
    undefined,
    64,
    2,
  ]);
  expect(await bytesIn(await photos.load(one))).toEqual([...BYTES]);
  const response: QuestionnaireResponse = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [{ linkId: 'q', answer: [{ valueAttachment: one }] }],
  };
  photos.handIn(response);
  await vi.waitFor(async () => expect(await db.attachments.count()).toBe(1));
  expect(await photos.load(other)).toBeUndefined();
});

it('a photo of the tablet before is fetched, and a missing one shows nothing', async () => {
  const there: Uint8Array[] = [];
  const { photos, db } = await running(() =>
    there[0] ? Promise.resolve(there[0]) : Promise.reject(new Error('not there')),
  );
  const keys = await ensureDeviceKeys(db),
    far = { contentType: 'image/jpeg', url: attachmentUrl('b'.repeat(64)), size: 6 };
  expect(await photos.load(far)).toBeUndefined();
  there.push(await sealTo(keys.seal.publicKey, BYTES, attachmentAad('device-1', 't1')));
  expect(await bytesIn(await photos.load(far))).toEqual([...BYTES]);
  // A draft of an earlier version has its photos inside.
  expect(await bytesIn(await photos.load({ contentType: 'image/jpeg', data: '/9j/' }))).toEqual([
    255, 216, 255,
  ]);
});
