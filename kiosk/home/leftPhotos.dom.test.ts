// Tests of photos of accepted answers: what the page shows while they follow, and how a later visit
// of any link of the practice sends them to the end.
import { expect, it } from 'vitest';
import { CallError } from '../../shared/base/client.ts';
import { handIn } from '../sync/photos/hand-in.ts';
import type { PhotoPiece } from '../sync/photos/hand-in.types.ts';
import { answersOf, device, fillIn, settle, type Hand } from './home.testing.ts';
import { sendRow } from './leftPhotos.ts';

const DATA = btoa(String.fromCodePoint(...Array.from({ length: 200 }, (_, i) => i)));
const withPhoto = (hand: Hand) => ({
  ...answersOf(hand),
  response: {
    resourceType: 'QuestionnaireResponse' as const,
    status: 'completed' as const,
    item: [
      {
        linkId: 'foto',
        answer: [{ valueAttachment: { contentType: 'image/jpeg', data: DATA } }],
      },
    ],
  },
});
const all = (piece: PhotoPiece) => Promise.resolve({ have: piece.from + piece.bytes.length });

it('the page says that the answers arrived while their photos wait for the network', async () => {
  const phone = await device(),
    hand = await phone.open();
  await fillIn(hand);
  let isOn = false;
  const posted: string[] = [];
  hand.answer.handIn = (answers, onPhotos) =>
    handIn(answers, onPhotos, {
      clock: hand.clock,
      post: (one) => {
        posted.push(JSON.stringify(one.response));
        return Promise.resolve();
      },
      putPhoto: (piece) =>
        isOn ? all(piece) : Promise.reject(new CallError(0, 'network', 'No connection.')),
    });
  await hand.visit.handIn(withPhoto(hand), 'copy');
  await expect
    .poll(() => hand.visit.get().sending)
    .toEqual({ kind: 'waiting', isOffline: false, photos: { done: 0, all: 1 } });
  expect(posted[0]).toContain('urn:molar:attachment:');
  expect(posted[0]).not.toContain(DATA);
  expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
  isOn = true;
  hand.visit.again();
  await expect.poll(() => hand.visit.get().screen).toBe('sent');
  // The same answers get the same name of their photo.
  expect(new Set(posted).size).toBe(1);
  await settle();
  expect(await hand.keeper.look()).toEqual({ kind: 'none' });
});

it('a later visit sends the photos of accepted answers without the link, and only those', async () => {
  const phone = await device(),
    hand = await phone.open();
  await fillIn(hand);
  hand.answer.handIn = () => Promise.reject(new CallError(0, 'network', 'No connection.'));
  await hand.visit.handIn(withPhoto(hand), 'copy');
  await settle();
  const rowOf = async () =>
    (await phone.cabinet!.all()).find((row) => row.draftId === hand.visit.get().draft?.id)!;
  const asked: PhotoPiece[] = [];
  // The practice has never got these answers: they stay.
  await sendRow(phone.cabinet!, await rowOf(), (piece) => {
    asked.push(piece);
    return Promise.reject(new CallError(404, 'not_found', 'Unknown answers.'));
  });
  expect(asked).toHaveLength(1);
  expect((await rowOf()).key).toBeDefined();
  // The line is torn: they stay, and the next attempt goes on.
  await expect(
    sendRow(phone.cabinet!, await rowOf(), () =>
      Promise.reject(new CallError(0, 'timeout', 'No answer in time.')),
    ),
  ).rejects.toMatchObject({ code: 'timeout' });
  expect((await rowOf()).key).toBeDefined();
  await sendRow(phone.cabinet!, await rowOf(), (piece) => {
    asked.push(piece);
    return all(piece);
  });
  expect(asked[1]).toMatchObject({ from: 0, sha256: asked[0]?.sha256 });
  expect(await rowOf()).toMatchObject({ isHandedIn: false });
  expect((await rowOf()).key).toBeUndefined();
});

it('the row of other unsent answers without photos is left alone', async () => {
  const phone = await device(),
    hand = await phone.open();
  await fillIn(hand);
  hand.answer.handIn = () => Promise.reject(new CallError(0, 'network', 'No connection.'));
  await hand.visit.handIn(answersOf(hand), 'copy');
  await settle();
  const row = (await phone.cabinet!.all()).find(
    (one) => one.draftId === hand.visit.get().draft?.id,
  )!;
  await sendRow(phone.cabinet!, row, () => Promise.reject(new Error('nothing is sent')));
  expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
});
