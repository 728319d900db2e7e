// A visit of a link to a questionnaire: kept, locked, gone; and the way through it.
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  BIRTH,
  device,
  fillIn,
  handClock,
  homeForm,
  offline,
  refusal,
  settle,
} from './home.testing.ts';
import { DRAFT_MS, LOCK_MS, sweep } from './keeper.ts';

describe('the start of a link', () => {
  it('[R8] shows what is asked, by whom, and in the language of the reader', async () => {
    const { visit } = await (await device()).open({ browser: ['en-US', 'de'] });
    expect(visit.get()).toMatchObject({
      screen: 'start',
      language: 'en',
      praxis: { telefon: '030 1234' },
      found: { kind: 'none' },
    });
  });

  it('[U6] an invitation speaks the language that it was made in', async () => {
    const { visit } = await (
      await device()
    ).open({
      browser: ['en'],
      read: () => Promise.resolve(homeForm({ isOnce: true, language: 'de' })),
    });
    expect(visit.get().language).toBe('de');
  });

  it('[X3] a wrong link and one that is over say the same; the practice is named where it is known', async () => {
    const wrong = await (await device()).open({ read: refusal(404, 'not_found') });
    const over = await (
      await device()
    ).open({ read: () => Promise.resolve({ ...homeForm(), form: null }) });
    expect(wrong.visit.get()).toMatchObject({ screen: 'gone', praxis: null });
    expect(over.visit.get()).toMatchObject({ screen: 'gone', praxis: { name: 'Praxis Muster' } });
  });

  it('without a network it says so and can be tried again', async () => {
    const hand = await (await device()).open({ read: offline });
    expect(hand.visit.get().screen).toBe('failed');
    hand.answer.read = () => Promise.resolve(homeForm());
    await hand.visit.start();
    expect(hand.visit.get().screen).toBe('start');
  });

  it('a language that cannot be fetched leaves the page as it is and says so', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    hand.answer.read = offline;
    await hand.visit.speak('en');
    expect(hand.visit.get()).toMatchObject({
      language: 'de',
      isLanguageMissing: true,
      screen: 'form',
    });
    expect(hand.visit.get().draft?.state?.answers.grund).toEqual([{ valueString: 'Zahnweh' }]);
  });
});

describe('the draft on the device', () => {
  it('is there when the link is opened again, without being asked for within a quarter of an hour', async () => {
    const phone = await device(),
      first = await phone.open();
    await fillIn(first);
    const again = await phone.open({ clock: first.clock });
    expect(again.visit.get()).toMatchObject({
      screen: 'start',
      found: { kind: 'kept', isLocked: false },
    });
    expect(again.visit.get().draft).toBeNull();
    await again.visit.resume();
    expect(again.visit.get()).toMatchObject({
      screen: 'form',
      draft: {
        person: { firstName: 'Ayşe' },
        state: { answers: { grund: [{ valueString: 'Zahnweh' }] } },
      },
    });
    expect(again.visit.get().draft?.id).toBe(first.visit.get().draft?.id);
  });

  it('nothing of it can be read on the disk, and its key cannot be taken out', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand, 'Geheimes Leiden');
    const rows = (await phone.cabinet?.all()) ?? [];
    const row = rows.find((one) => one.draftId === hand.visit.get().draft?.id);
    expect(row?.draft?.bytes.length).toBeGreaterThan(100);
    for (const word of ['Geheimes', 'Ayşe', '1988', 'Zahnweh'])
      for (const one of rows)
        expect(Buffer.from(one.draft?.bytes ?? []).includes(word)).toBe(false);
    await expect(crypto.subtle.exportKey('raw', row?.key as CryptoKey)).rejects.toThrow();
  });

  it('before the questions nothing is written down', async () => {
    const phone = await device(),
      hand = await phone.open();
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: '', birth: BIRTH }, false);
    await hand.clock.pass(1000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('lives 72 hours after the last answer, then it is swept away with its key', async () => {
    const phone = await device(),
      hand = await phone.open(),
      id = async () => ((await phone.cabinet?.all()) ?? []).map((row) => row.draftId);
    await fillIn(hand);
    const draftId = hand.visit.get().draft?.id ?? '';
    await sweep(phone.cabinet!, hand.clock.now() + DRAFT_MS - 1000);
    expect(await id()).toContain(draftId);
    const late = await phone.open({ clock: handClock(hand.clock.now() + DRAFT_MS + 1000) });
    expect(late.visit.get().found).toEqual({ kind: 'none' });
    await sweep(phone.cabinet!, hand.clock.now() + DRAFT_MS + 1000);
    expect(await id()).not.toContain(draftId);
  });

  it('[X9] the person deletes it at any time, and it stays gone', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    await hand.visit.remove();
    expect(hand.visit.get()).toMatchObject({ screen: 'removed', draft: null });
    expect((await phone.open({ clock: hand.clock })).visit.get().found).toEqual({ kind: 'none' });
    // What was still waiting to be written comes too late.
    await hand.clock.pass(5000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('a second window that ends it is told to the first, which writes nothing more', async () => {
    const phone = await device(),
      first = await phone.open();
    await fillIn(first);
    const second = await phone.open({ clock: first.clock });
    await second.visit.resume();
    await second.visit.remove();
    first.visit.turn(1);
    await first.clock.pass(400);
    expect(first.visit.get()).toMatchObject({ screen: 'elsewhere', draft: null });
    expect(await first.keeper.look()).toEqual({ kind: 'none' });
  });

  it('without a disk it works and says that the page must stay open', async () => {
    const hand = await (await device({ hasDisk: false })).open();
    await fillIn(hand);
    expect(hand.visit.get()).toMatchObject({ isLasting: false, screen: 'form' });
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get().screen).toBe('sent');
  });

  it('a disk that refuses is said, and nothing typed is lost', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    const { change } = phone.cabinet!;
    phone.cabinet!.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    hand.visit.turn(1);
    await hand.clock.pass(400);
    expect(hand.visit.get()).toMatchObject({
      hasTrouble: true,
      screen: 'form',
      draft: { page: 1 },
    });
    phone.cabinet!.change = change;
    await hand.visit.flush();
    expect(hand.visit.get().hasTrouble).toBe(false);
  });
});

describe('a disk that refuses the very first words', () => {
  it('is asked again with the next ones, and „saved“ is said only then', async () => {
    const phone = await device(),
      hand = await phone.open(),
      { change } = phone.cabinet!;
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: 'Yılmaz', birth: BIRTH }, false);
    phone.cabinet!.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await hand.visit.toForm();
    expect(hand.visit.get()).toMatchObject({ screen: 'form', hasTrouble: true });
    hand.visit.turn(1);
    await hand.clock.pass(400);
    expect(hand.visit.get()).toMatchObject({ hasTrouble: true, isSaved: false });
    phone.cabinet!.change = change;
    hand.visit.turn(0);
    await hand.clock.pass(400);
    expect(hand.visit.get()).toMatchObject({ hasTrouble: false, isSaved: true });
    expect(await hand.keeper.look()).toMatchObject({ kind: 'kept' });
  });
});

describe('the lock', () => {
  it('after 15 minutes asks for the birth date and shows nothing; the right one opens it', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.visit.lock();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', draft: null, form: null });
    await hand.visit.unlock('1988-03-12');
    expect(hand.visit.get()).toMatchObject({
      screen: 'form',
      draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } },
    });
  });

  it('before the first answer, too; before the questions it only forgets the name', async () => {
    const hand = await (await device()).open();
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: 'Yılmaz', birth: BIRTH }, false);
    hand.visit.lock();
    expect(hand.visit.get()).toMatchObject({ screen: 'start', draft: null });
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: 'Yılmaz', birth: BIRTH }, false);
    await hand.visit.toForm();
    hand.visit.lock();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', draft: null });
    await hand.visit.unlock('1988-03-12');
    expect(hand.visit.get()).toMatchObject({
      screen: 'form',
      draft: { person: { firstName: 'Ayşe' } },
    });
  });

  it('a link that is opened again later than that asks, too', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS + 1000) });
    await later.visit.resume();
    expect(later.visit.get()).toMatchObject({ screen: 'lock', draft: null });
  });

  it('three wrong dates, over reloads too, shut it for good; it can still be deleted', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    hand.visit.lock();
    await settle();
    await hand.visit.unlock('1988-03-13');
    await hand.visit.unlock('1988-03-14');
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', misses: 2 });
    const again = await phone.open({ clock: hand.clock });
    await again.visit.resume();
    expect(again.visit.get()).toMatchObject({ screen: 'lock', misses: 2 });
    await again.visit.unlock('1988-03-15');
    expect(again.visit.get()).toMatchObject({ screen: 'shut', draft: null });
    // The key is destroyed: not even the right date opens it.
    expect(await again.keeper.open()).toBeNull();
    expect((await phone.open({ clock: hand.clock })).visit.get().screen).toBe('shut');
    await again.visit.begin();
    expect(again.visit.get()).toMatchObject({
      screen: 'person',
      draft: { person: { firstName: '' } },
    });
  });

  it('without a disk the answers are only covered, and three wrong dates destroy them', async () => {
    const hand = await (await device({ hasDisk: false })).open();
    await fillIn(hand);
    hand.visit.lock();
    await settle();
    expect(hand.visit.get().screen).toBe('lock');
    for (const day of ['2000-01-01', '2000-01-02', '2000-01-03']) await hand.visit.unlock(day);
    expect(hand.visit.get()).toMatchObject({ screen: 'shut', draft: null });
  });

  it('takes the copy away from the last page, too', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    await hand.visit.handIn(answersOf(hand), 'Ihre Antworten');
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', copy: 'Ihre Antworten' });
    hand.visit.lock();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', copy: null });
  });
});

describe('the way back', () => {
  it('goes from the questions to the person to the start and on again, and loses nothing', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    expect(hand.visit.back()).toBe(true);
    expect(hand.visit.back()).toBe(true);
    expect(hand.visit.get().screen).toBe('start');
    expect(hand.visit.back()).toBe(false);
    await hand.visit.resume();
    expect(hand.visit.get()).toMatchObject({
      screen: 'form',
      draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } },
    });
  });
});
