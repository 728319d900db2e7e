// Tests of a visit of a questionnaire link: storage, lock, deletion and navigation.
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
} from '../home.testing.ts';
import { DRAFT_MS, LOCK_MS, sweep } from '../keeper.ts';

describe('the start of a link', () => {
  it('[R8] shows the form, the practice, and the language of the reader', async () => {
    const { visit } = await (await device()).open({ browser: ['en-US', 'de'] });
    expect(visit.get()).toMatchObject({
      screen: 'start',
      language: 'en',
      praxis: { telefon: '030 1234' },
      found: { kind: 'none' },
    });
  });

  it('[U6] an invitation uses the language that it was created in', async () => {
    const { visit } = await (
      await device()
    ).open({
      browser: ['en'],
      read: () => Promise.resolve(homeForm({ isOnce: true, language: 'de' })),
    });
    expect(visit.get().language).toBe('de');
  });

  it('[X3] a wrong and an expired link look the same; the practice is named where known', async () => {
    const wrong = await (await device()).open({ read: refusal(404, 'not_found') });
    const over = await (
      await device()
    ).open({ read: () => Promise.resolve({ ...homeForm(), form: null }) });
    expect(wrong.visit.get()).toMatchObject({ screen: 'gone', praxis: null });
    expect(over.visit.get()).toMatchObject({ screen: 'gone', praxis: { name: 'Praxis Muster' } });
  });

  it('shows an offline error and can be retried', async () => {
    const hand = await (await device()).open({ read: offline });
    expect(hand.visit.get().screen).toBe('failed');
    hand.answer.read = () => Promise.resolve(homeForm());
    await hand.visit.start();
    expect(hand.visit.get().screen).toBe('start');
  });

  it('reports a language that cannot be fetched and leaves the page unchanged', async () => {
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
  it('is restored when the link is reopened, without a check within 15 minutes', async () => {
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

  it('is unreadable on the disk, and its key is non-extractable', async () => {
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

  it('is not stored before the questions', async () => {
    const phone = await device(),
      hand = await phone.open();
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: '', birth: BIRTH }, false);
    await hand.clock.pass(1000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('lives 72 hours after the last answer, then is deleted with its key', async () => {
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

  it('[X9] can be deleted at any time, and stays deleted', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    await hand.visit.remove();
    expect(hand.visit.get()).toMatchObject({ screen: 'removed', draft: null });
    expect((await phone.open({ clock: hand.clock })).visit.get().found).toEqual({ kind: 'none' });
    // A pending write comes too late.
    await hand.clock.pass(5000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('ended in a second window, it is reported to the first, which writes nothing more', async () => {
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

  it('without a disk works, and warns that the page must stay open', async () => {
    const hand = await (await device({ hasDisk: false })).open();
    await fillIn(hand);
    expect(hand.visit.get()).toMatchObject({ isLasting: false, screen: 'form' });
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get().screen).toBe('sent');
  });

  it('a refusing disk is reported, and no input is lost', async () => {
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

describe('a disk that refuses the very first write', () => {
  it('is retried with the next one, and „saved“ is shown only then', async () => {
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
  it('asks for the birth date after 15 minutes and shows nothing; the right one unlocks', async () => {
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

  it('also locks before the first answer; before the questions it only clears the name', async () => {
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

  it('also asks when a link is reopened later than that', async () => {
    const phone = await device(),
      hand = await phone.open();
    await fillIn(hand);
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS + 1000) });
    await later.visit.resume();
    expect(later.visit.get()).toMatchObject({ screen: 'lock', draft: null });
  });

  it('closes permanently after three wrong dates, across reloads; deletion stays possible', async () => {
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

  it('without a disk only covers the answers; three wrong dates destroy them', async () => {
    const hand = await (await device({ hasDisk: false })).open();
    await fillIn(hand);
    hand.visit.lock();
    await settle();
    expect(hand.visit.get().screen).toBe('lock');
    for (const day of ['2000-01-01', '2000-01-02', '2000-01-03']) await hand.visit.unlock(day);
    expect(hand.visit.get()).toMatchObject({ screen: 'shut', draft: null });
  });

  it('also removes the copy from the last page', async () => {
    const hand = await (await device()).open();
    await fillIn(hand);
    await hand.visit.handIn(answersOf(hand), 'Ihre Antworten');
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', copy: 'Ihre Antworten' });
    hand.visit.lock();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', copy: null });
  });
});

describe('back navigation', () => {
  it('goes from the questions to the person to the start and forward again, and loses nothing', async () => {
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
