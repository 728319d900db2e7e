// Tests of submission: pending until the receipt, refused, and who may see the answers.
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  device,
  fillIn,
  handClock,
  homeForm,
  offline,
  refusal,
  settle,
} from './home.testing.ts';
import { DRAFT_MS, HANDED_MS, LOCK_MS, sweep } from './keeper.ts';

describe('submission', () => {
  it('[X7] sends, and deletes the draft only after the receipt', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    let receipt: () => void = () => undefined;
    hand.answer.handIn = () =>
      new Promise<void>((resolve) => {
        receipt = resolve;
      });
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get().screen).toBe('handing');
    expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
    receipt();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', draft: null });
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('offline answers wait and are sent automatically, with the same id each time', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    hand.isOnline = false;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get()).toMatchObject({
      screen: 'handing',
      sending: { kind: 'waiting', isOffline: true },
    });
    hand.visit.again();
    await settle();
    hand.answer.handIn = () => Promise.resolve();
    await hand.clock.pass(10_000);
    expect(hand.visit.get().screen).toBe('sent');
    expect(hand.handed.length).toBe(3);
    expect(new Set(hand.handed.map((one) => one.id)).size).toBe(1);
  });

  it('after a closed page, reopening the link sends the answers for any visitor and shows nothing', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'Geheim');
    await settle();
    const later = await phone.open({
      clock: handClock(hand.clock.now() + LOCK_MS * 10),
      read: () => Promise.resolve({ ...homeForm(), form: null }),
    });
    await settle();
    expect(later.handed.map((one) => one.id)).toEqual([hand.handed[0]?.id]);
    expect(later.visit.get()).toMatchObject({ screen: 'sent', copy: null });
  });

  it('pending answers outlive the 72 hours of a draft', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    await sweep(phone.cabinet!, hand.clock.now() + DRAFT_MS * 2);
    expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
    await sweep(phone.cabinet!, hand.clock.now() + HANDED_MS + 60_000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('a busy server is retried after its Retry-After, not before', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    hand.answer.handIn = refusal(429, 'rate_limited', { retryAfter: 600 });
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    await hand.clock.pass(500_000);
    expect(hand.handed.length).toBe(1);
    await hand.clock.pass(200_000);
    expect(hand.handed.length).toBe(2);
    expect(hand.visit.get().sending).toMatchObject({ kind: 'waiting', isOffline: false });
  });

  it.each([
    [400, 'link_invalid', {}, 'link'],
    [404, 'not_found', {}, 'link'],
    [409, 'conflict', {}, 'twice'],
    [413, 'too_large', {}, 'large'],
    [400, 'birthdate_invalid', {}, 'person'],
    [400, 'validation', { fields: { 'person.firstName': 'name' } }, 'person'],
    [400, 'validation', { fields: { response: 'attachment' } }, 'answers'],
  ] as const)('[X2] %s %s is reported and keeps the answers', async (status, code, rest, why) => {
    const hand = await (await device()).open();
    await fillIn(hand);
    hand.answer.handIn = refusal(status, code, rest);
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get()).toMatchObject({
      screen: 'handing',
      sending: { kind: 'refused', why },
      copy: 'copy',
      draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } },
    });
    await hand.clock.pass(3_600_000);
    expect(hand.handed.length).toBe(1);
  });

  it('a correctable refusal leads back, and is resent with the same id', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    hand.answer.handIn = refusal(400, 'birthdate_invalid');
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    hand.visit.mend();
    expect(hand.visit.get()).toMatchObject({ screen: 'person', draft: { handed: null } });
    hand.answer.handIn = () => Promise.resolve();
    await hand.visit.toForm();
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get().screen).toBe('sent');
    expect(hand.handed[0]?.id).toBe(hand.handed[1]?.id);
  });
});

describe('stored refused answers', () => {
  it('require the birth date before they are shown', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = refusal(413, 'too_large');
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    hand.visit.lock();
    hand.visit.mend();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', draft: null, copy: null });
    await hand.visit.unlock('1988-03-12');
    expect(hand.visit.get()).toMatchObject({
      screen: 'form',
      draft: { handed: null, state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } },
    });
  });

  it('are shown with a copy after the right birth date; wrong ones delete no pending answers', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = refusal(400, 'link_invalid');
    await hand.visit.handIn(answersOf(hand), 'Geheim');
    await settle();
    const soon = await phone.open({ clock: hand.clock, handIn: refusal(400, 'link_invalid') });
    await settle();
    expect(soon.visit.get()).toMatchObject({
      screen: 'handing',
      sending: { kind: 'refused', why: 'link' },
      copy: 'Geheim',
    });
    const later = await phone.open({
      clock: handClock(hand.clock.now() + LOCK_MS * 2),
      handIn: refusal(400, 'link_invalid'),
    });
    await settle();
    expect(later.visit.get()).toMatchObject({ screen: 'handing', copy: null });
    later.visit.show();
    await settle();
    expect(later.visit.get()).toMatchObject({ screen: 'lock', draft: null, copy: null });
    await later.visit.unlock('1988-03-13');
    expect(later.visit.get()).toMatchObject({ screen: 'lock', misses: 1, copy: null });
    await later.visit.unlock('1988-03-12');
    expect(later.visit.get()).toMatchObject({
      screen: 'handing',
      sending: { kind: 'refused' },
      copy: 'Geheim',
      misses: 0,
    });
    later.visit.lock();
    later.visit.show();
    for (const day of ['2001-01-01', '2001-01-02', '2001-01-03']) await later.visit.unlock(day);
    expect(later.visit.get()).toMatchObject({
      screen: 'handing',
      misses: 3,
      copy: null,
      draft: null,
    });
    // No fourth guess, neither here nor after a reload.
    later.visit.show();
    expect(later.visit.get().screen).toBe('handing');
    const again = await phone.open({ clock: later.clock, handIn: refusal(400, 'link_invalid') });
    await settle();
    again.visit.show();
    expect(again.visit.get()).toMatchObject({ screen: 'handing', misses: 3, copy: null });
    expect(await again.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
  });

  it('stay protected after a later reload', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS * 2) });
    await settle();
    expect(later.visit.get().screen).toBe('sent');
    const other = await device(),
      first = await other.open();
    await fillIn(first);
    first.answer.handIn = refusal(413, 'too_large');
    await first.visit.handIn(answersOf(first), 'copy');
    await settle();
    const next = await other.open({
      clock: handClock(first.clock.now() + LOCK_MS * 2),
      handIn: refusal(413, 'too_large'),
    });
    await settle();
    next.visit.mend();
    await settle();
    expect(next.visit.get()).toMatchObject({ screen: 'lock', draft: null });
  });
});
