// A visit of a link to a questionnaire: kept, locked, handed in once, gone.
import { describe, expect, it } from 'vitest';
import { CallError } from '../../shared/client.ts';
import { answersOf, BIRTH, device, fillIn, handClock, homeForm, settle } from './home.testing.ts';
import { DRAFT_MS, HANDED_MS, LOCK_MS, sweep } from './keeper.ts';

const refusal = (status: number, code: CallError['code'], rest: ConstructorParameters<typeof CallError>[3] = {}) => () => Promise.reject(new CallError(status, code, 'no', rest));
const offline = (): Promise<never> => Promise.reject(new CallError(0, 'network', 'No connection.'));

describe('the start of a link', () => {
  it('[R8] shows what is asked, by whom, and in the language of the reader', async () => {
    const { visit } = await (await device()).open({ browser: ['en-US', 'de'] });
    expect(visit.get()).toMatchObject({ screen: 'start', language: 'en', praxis: { telefon: '030 1234' }, found: { kind: 'none' } });
  });

  it('[U6] an invitation speaks the language that it was made in', async () => {
    const { visit } = await (await device()).open({ browser: ['en'], read: () => Promise.resolve(homeForm({ isOnce: true, language: 'de' })) });
    expect(visit.get().language).toBe('de');
  });

  it('[X3] a wrong link and one that is over say the same; the practice is named where it is known', async () => {
    const wrong = await (await device()).open({ read: refusal(404, 'not_found') });
    const over = await (await device()).open({ read: () => Promise.resolve({ ...homeForm(), form: null }) });
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
    expect(hand.visit.get()).toMatchObject({ language: 'de', isLanguageMissing: true, screen: 'form' });
    expect(hand.visit.get().draft?.state?.answers.grund).toEqual([{ valueString: 'Zahnweh' }]);
  });
});

describe('the draft on the device', () => {
  it('is there when the link is opened again, without being asked for within a quarter of an hour', async () => {
    const phone = await device(), first = await phone.open();
    await fillIn(first);
    const again = await phone.open({ clock: first.clock });
    expect(again.visit.get()).toMatchObject({ screen: 'start', found: { kind: 'kept', isLocked: false } });
    expect(again.visit.get().draft).toBeNull();
    await again.visit.resume();
    expect(again.visit.get()).toMatchObject({ screen: 'form', draft: { person: { firstName: 'Ayşe' }, state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } } });
    expect(again.visit.get().draft?.id).toBe(first.visit.get().draft?.id);
  });

  it('nothing of it can be read on the disk, and its key cannot be taken out', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand, 'Geheimes Leiden');
    const rows = await phone.cabinet?.all() ?? [];
    const row = rows.find(one => one.draftId === hand.visit.get().draft?.id);
    expect(row?.draft?.bytes.length).toBeGreaterThan(100);
    for (const word of ['Geheimes', 'Ayşe', '1988', 'Zahnweh']) for (const one of rows) expect(Buffer.from(one.draft?.bytes ?? []).includes(word)).toBe(false);
    await expect(crypto.subtle.exportKey('raw', row?.key as CryptoKey)).rejects.toThrow();
  });

  it('before the questions nothing is written down', async () => {
    const phone = await device(), hand = await phone.open();
    await hand.visit.begin();
    hand.visit.type({ firstName: 'Ayşe', lastName: '', birth: BIRTH }, false);
    await hand.clock.pass(1000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('lives 72 hours after the last answer, then it is swept away with its key', async () => {
    const phone = await device(), hand = await phone.open(), id = async () => (await phone.cabinet?.all() ?? []).map(row => row.draftId);
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
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    await hand.visit.remove();
    expect(hand.visit.get()).toMatchObject({ screen: 'removed', draft: null });
    expect((await phone.open({ clock: hand.clock })).visit.get().found).toEqual({ kind: 'none' });
    // What was still waiting to be written comes too late.
    await hand.clock.pass(5000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('a second window that ends it is told to the first, which writes nothing more', async () => {
    const phone = await device(), first = await phone.open();
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
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    const { change } = phone.cabinet!;
    phone.cabinet!.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    hand.visit.turn(1);
    await hand.clock.pass(400);
    expect(hand.visit.get()).toMatchObject({ hasTrouble: true, screen: 'form', draft: { page: 1 } });
    phone.cabinet!.change = change;
    await hand.visit.flush();
    expect(hand.visit.get().hasTrouble).toBe(false);
  });
});

describe('a disk that refuses the very first words', () => {
  it('is asked again with the next ones, and „saved“ is said only then', async () => {
    const phone = await device(), hand = await phone.open(), { change } = phone.cabinet!;
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
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.visit.lock();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', draft: null, form: null });
    await hand.visit.unlock('1988-03-12');
    expect(hand.visit.get()).toMatchObject({ screen: 'form', draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } } });
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
    expect(hand.visit.get()).toMatchObject({ screen: 'form', draft: { person: { firstName: 'Ayşe' } } });
  });

  it('a link that is opened again later than that asks, too', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS + 1000) });
    await later.visit.resume();
    expect(later.visit.get()).toMatchObject({ screen: 'lock', draft: null });
  });

  it('three wrong dates, over reloads too, shut it for good; it can still be deleted', async () => {
    const phone = await device(), hand = await phone.open();
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
    expect(again.visit.get()).toMatchObject({ screen: 'person', draft: { person: { firstName: '' } } });
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

describe('handing in', () => {
  it('[X7] sends, and only the receipt lets the draft go', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    let receipt: () => void = () => undefined;
    hand.answer.handIn = () => new Promise<void>(resolve => { receipt = resolve; });
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get().screen).toBe('handing');
    expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
    receipt();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'sent', draft: null });
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('without a network the answers wait and go by themselves, with the same id each time', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    hand.isOnline = false;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'handing', sending: { kind: 'waiting', isOffline: true } });
    hand.visit.again();
    await settle();
    hand.answer.handIn = () => Promise.resolve();
    await hand.clock.pass(10_000);
    expect(hand.visit.get().screen).toBe('sent');
    expect(hand.handed.length).toBe(3);
    expect(new Set(hand.handed.map(one => one.id)).size).toBe(1);
  });

  it('a page that was closed meanwhile sends when its link is opened again, whoever opens it, and shows nothing', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'Geheim');
    await settle();
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS * 10), read: () => Promise.resolve({ ...homeForm(), form: null }) });
    await settle();
    expect(later.handed.map(one => one.id)).toEqual([hand.handed[0]?.id]);
    expect(later.visit.get()).toMatchObject({ screen: 'sent', copy: null });
  });

  it('waiting answers outlive the 72 hours of a draft', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    await sweep(phone.cabinet!, hand.clock.now() + DRAFT_MS * 2);
    expect(await hand.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
    await sweep(phone.cabinet!, hand.clock.now() + HANDED_MS + 60_000);
    expect(await hand.keeper.look()).toEqual({ kind: 'none' });
  });

  it('a busy server is asked again when it said, not before', async () => {
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
    [400, 'link_invalid', {}, 'link'], [404, 'not_found', {}, 'link'], [409, 'conflict', {}, 'twice'], [413, 'too_large', {}, 'large'],
    [400, 'birthdate_invalid', {}, 'person'], [400, 'validation', { fields: { 'person.firstName': 'name' } }, 'person'], [400, 'validation', { fields: { response: 'attachment' } }, 'answers'],
  ] as const)('[X2] %s %s is told and keeps the answers', async (status, code, rest, why) => {
    const hand = await (await device()).open();
    await fillIn(hand);
    hand.answer.handIn = refusal(status, code, rest);
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'handing', sending: { kind: 'refused', why }, copy: 'copy', draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } } });
    await hand.clock.pass(3_600_000);
    expect(hand.handed.length).toBe(1);
  });

  it('what typing can mend leads back and is sent with the same id', async () => {
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

describe('refused answers that lay there', () => {
  it('are not shown to whoever comes next: the birth date stands before them', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = refusal(413, 'too_large');
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    hand.visit.lock();
    hand.visit.mend();
    await settle();
    expect(hand.visit.get()).toMatchObject({ screen: 'lock', draft: null, copy: null });
    await hand.visit.unlock('1988-03-12');
    expect(hand.visit.get()).toMatchObject({ screen: 'form', draft: { handed: null, state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } } });
  });

  it('are shown to the person again once the birth date is given, in words to keep; wrong ones end nothing that is on its way', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = refusal(400, 'link_invalid');
    await hand.visit.handIn(answersOf(hand), 'Geheim');
    await settle();
    const soon = await phone.open({ clock: hand.clock, handIn: refusal(400, 'link_invalid') });
    await settle();
    expect(soon.visit.get()).toMatchObject({ screen: 'handing', sending: { kind: 'refused', why: 'link' }, copy: 'Geheim' });
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS * 2), handIn: refusal(400, 'link_invalid') });
    await settle();
    expect(later.visit.get()).toMatchObject({ screen: 'handing', copy: null });
    later.visit.show();
    await settle();
    expect(later.visit.get()).toMatchObject({ screen: 'lock', draft: null, copy: null });
    await later.visit.unlock('1988-03-13');
    expect(later.visit.get()).toMatchObject({ screen: 'lock', misses: 1, copy: null });
    await later.visit.unlock('1988-03-12');
    expect(later.visit.get()).toMatchObject({ screen: 'handing', sending: { kind: 'refused' }, copy: 'Geheim', misses: 0 });
    later.visit.lock();
    later.visit.show();
    for (const day of ['2001-01-01', '2001-01-02', '2001-01-03']) await later.visit.unlock(day);
    expect(later.visit.get()).toMatchObject({ screen: 'handing', misses: 3, copy: null, draft: null });
    // No fourth guess, neither here nor after a reload.
    later.visit.show();
    expect(later.visit.get().screen).toBe('handing');
    const again = await phone.open({ clock: later.clock, handIn: refusal(400, 'link_invalid') });
    await settle();
    again.visit.show();
    expect(again.visit.get()).toMatchObject({ screen: 'handing', misses: 3, copy: null });
    expect(await again.keeper.look()).toMatchObject({ kind: 'kept', isHandedIn: true });
  });

  it('nor after a reload much later', async () => {
    const phone = await device(), hand = await phone.open();
    await fillIn(hand);
    hand.answer.handIn = offline;
    await hand.visit.handIn(answersOf(hand), 'copy');
    await settle();
    const later = await phone.open({ clock: handClock(hand.clock.now() + LOCK_MS * 2) });
    await settle();
    expect(later.visit.get().screen).toBe('sent');
    const other = await device(), first = await other.open();
    await fillIn(first);
    first.answer.handIn = refusal(413, 'too_large');
    await first.visit.handIn(answersOf(first), 'copy');
    await settle();
    const next = await other.open({ clock: handClock(first.clock.now() + LOCK_MS * 2), handIn: refusal(413, 'too_large') });
    await settle();
    next.visit.mend();
    await settle();
    expect(next.visit.get()).toMatchObject({ screen: 'lock', draft: null });
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
    expect(hand.visit.get()).toMatchObject({ screen: 'form', draft: { state: { answers: { grund: [{ valueString: 'Zahnweh' }] } } } });
  });
});
