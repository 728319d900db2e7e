// Tests of a signature on the person's own phone: stored sealed until the practice has it, sent
// once, then deleted.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShareSignature } from '../../../shared/exchange/share.schema.ts';
import { offline, settle } from '../../home/home.testing.ts';
import { keptItems } from '../items.ts';
import { formAndSignature, onDisk, openPhone, type SharePhone } from '../phone.testing.ts';
import { INK, ITEM, refusal, signOf } from '../share.testing.ts';
import { openSigning, type SignItem } from './signItem.ts';

const NOTHING = { waiting: [], begun: [] };

let phone: SharePhone;
beforeEach(async () => {
  phone = await openPhone();
});
const signing = (): Promise<SignItem> => openSigning(signOf(), phone.share, phone.deps());

describe("a signature on the person's own phone", () => {
  const sign = async (item: SignItem): Promise<void> => {
    item.decide('none', 'de');
    item.declare('verstanden', true);
    item.toSigning();
    item.ink(INK);
    await item.sign({ how: 'drawn', ink: INK }, 'de');
    await settle();
  };

  it('contains document, signer, declarations and reading; leaves nothing behind', async () => {
    const item = await signing();
    item.read({ ...item.get().reading, reachedEnd: true });
    await sign(item);
    const sent = phone.taken[0] as ShareSignature;
    expect(item.get().screen).toBe('signed');
    expect(sent).toMatchObject({
      taskId: signOf().taskId,
      dataSha256: 'd'.repeat(64),
      presentedPdfSha256: 'e'.repeat(64),
      language: 'de',
      signedAt: phone.clock.now(),
      wantsPaperCopy: false,
      reading: { reachedEnd: true },
      signers: [{ role: 'parent2', name: 'Mehmet Yılmaz', mark: { how: 'drawn', ink: INK } }],
      declarations: [{ id: 'verstanden', value: true }],
      device: { standalone: false, userAgent: 'test' },
    });
    expect(await phone.cabinet.all()).toEqual([]);
  });

  it('[§ 630e BGB] submits how the reader understood a text in another language, unless they chose a language of the text', async () => {
    const item = await signing();
    item.readInstead({ wanted: 'ar', shown: 'de', by: 'interpreter' });
    expect(item.get().reading.instead).toEqual({
      wanted: 'ar',
      shown: 'de',
      by: 'interpreter',
      at: phone.clock.now(),
    });
    item.decide('none', 'ar');
    item.declare('verstanden', true);
    item.toSigning();
    await item.sign({ how: 'typed', name: 'Mehmet Yılmaz' }, 'ar');
    await settle();
    expect(phone.taken[0]).toMatchObject({
      language: 'ar',
      reading: { instead: { wanted: 'ar', shown: 'de', by: 'interpreter' } },
    });
    const other = await signing();
    other.readInstead({ wanted: 'ar', shown: 'de', by: 'self' });
    await sign(other);
    expect((phone.taken[1] as ShareSignature).reading.instead).toBeUndefined();
  });

  it('offline it waits sealed on disk, and is sent once, byte-identical, when the link is reopened', async () => {
    phone.answer = offline;
    const item = await signing();
    await sign(item);
    expect([
      item.get().sending?.kind,
      item.isHanded(),
      await keptItems(formAndSignature(), phone.share, phone.cabinet),
    ]).toEqual(['waiting', true, { waiting: [ITEM.sign], begun: [] }]);
    expect(await onDisk(phone.cabinet)).not.toMatch(/Mehmet|parent2|strokes/);
    phone.answer = () => Promise.resolve();
    const again = await signing();
    await settle();
    expect(again.get().screen).toBe('signed');
    expect(
      phone.taken
        .map((one) => JSON.stringify(one))
        .filter((one, at, all) => one !== all[0] && at > 0),
    ).toEqual([]);
    expect(await keptItems(formAndSignature(), phone.share, phone.cabinet)).toEqual(NOTHING);
  });

  it('a signature that was begun outlives its page, sealed, and ends with the submission', async () => {
    const item = await signing();
    item.decide('none', 'de');
    item.declare('verstanden', true);
    item.toSigning();
    item.ink(INK);
    expect(item.get().isKept).toBe(false);
    await item.flush();
    expect(item.get().isKept).toBe(true);
    expect(await onDisk(phone.cabinet)).not.toMatch(/Mehmet|verstanden|strokes/);
    expect(await keptItems(formAndSignature(), phone.share, phone.cabinet)).toEqual({
      waiting: [],
      begun: [ITEM.sign],
    });
    const again = await signing();
    expect(again.get()).toMatchObject({
      screen: 'signing',
      ink: INK,
      isKept: true,
      declarations: [{ id: 'verstanden', value: true }],
    });
    expect(phone.taken).toEqual([]);
    // A stroke still being written does not come back after the signature.
    again.ink({ ...INK, undos: 1 });
    await again.sign({ how: 'drawn', ink: INK }, 'de');
    await settle();
    await again.flush();
    expect(again.get().screen).toBe('signed');
    expect(await phone.cabinet.all()).toEqual([]);
  });

  it('what was begun on another wording of the document is not taken over', async () => {
    const item = await signing();
    item.toSigning();
    item.ink(INK);
    await item.flush();
    const other = await openSigning(
      { ...signOf(), dataSha256: 'f'.repeat(64) },
      phone.share,
      phone.deps(),
    );
    expect(other.get()).toMatchObject({ screen: 'reading', ink: null });
  });

  it('is sent when the network returns while the page is open', async () => {
    phone.answer = offline;
    const item = await signing();
    await sign(item);
    phone.answer = () => Promise.resolve();
    await phone.clock.pass(60_000);
    expect([item.get().screen, new Set(phone.taken.map((one) => one.id)).size]).toEqual([
      'signed',
      1,
    ]);
  });

  it('reports an ended session; the signature is sent after the next sign-in', async () => {
    phone.answer = refusal(401, 'share_over');
    const item = await signing();
    await sign(item);
    expect([phone.over, item.isHanded()]).toEqual([1, true]);
    phone.answer = () => Promise.resolve();
    item.again();
    await settle();
    expect(item.get().screen).toBe('signed');
  });

  it.each(['question', 'declined'] as const)(
    '%s is reported to the practice, waits offline, and is sent once',
    async (said) => {
      phone.answer = offline;
      const item = await signing();
      item.decide('none', 'de');
      if (said === 'question') item.decide('question', 'de');
      else {
        item.decide('declined', 'de');
        expect([item.get().screen, phone.taken]).toEqual(['declining', []]);
        item.decline('de');
      }
      await settle();
      expect([item.get().screen, item.get().sending?.kind, item.isHanded()]).toEqual([
        'sending',
        'waiting',
        true,
      ]);
      phone.answer = () => Promise.resolve();
      const again = await signing();
      await settle();
      expect([again.get().screen, new Set(phone.taken.map((one) => one.id)).size]).toEqual([
        said,
        1,
      ]);
      expect(phone.taken[0]).toMatchObject({
        outcome: said,
        taskId: signOf().taskId,
        dataSha256: 'd'.repeat(64),
        language: 'de',
      });
      expect((await phone.cabinet.all()).filter((row) => row.key)).toEqual([]);
    },
  );

  it('is refused permanently and deleted when the document was already signed or changed', async () => {
    phone.answer = refusal(409, 'state_conflict');
    const item = await signing();
    await sign(item);
    expect([item.get().sending, item.isHanded(), await phone.cabinet.all()]).toEqual([
      { kind: 'refused', why: 'twice' },
      false,
      [],
    ]);
  });

  it.each([
    ['not_found', 404],
    ['share_unknown', 404],
  ] as const)(
    '%s deletes no signature: it stays sealed here until accepted',
    async (code, status) => {
      phone.answer = refusal(status, code);
      const item = await signing();
      await sign(item);
      expect(item.get().sending).toEqual({ kind: 'refused', why: 'link' });
      expect((await phone.cabinet.all()).filter((row) => row.key)).toHaveLength(1);
      phone.answer = () => Promise.resolve();
      const again = await signing();
      await settle();
      expect([again.get().screen, new Set(phone.taken.map((one) => one.id)).size]).toEqual([
        'signed',
        1,
      ]);
    },
  );

  it('names the signers still missing once it has arrived', async () => {
    phone.missing = ['Ayşe Yılmaz'];
    const item = await signing();
    await item.sign({ how: 'drawn', ink: INK }, 'de');
    await settle();
    expect([item.get().screen, item.get().waitsFor]).toEqual(['signed', ['Ayşe Yılmaz']]);
  });

  it('goes back one screen at a time, then to the list', async () => {
    const item = await signing();
    item.decide('none', 'de');
    item.toSigning();
    const way = [item.get().screen];
    while (item.back()) way.push(item.get().screen);
    expect(way).toEqual(['signing', 'declarations', 'reading']);
  });

  it('[§ 630e BGB] requires the talk before any declaration; without it nothing is signed', async () => {
    const talk = {
        ...signOf(),
        document: { ...signOf().document, template: { ...signOf().document.template, talk: true } },
      },
      item = await openSigning(talk, phone.share, phone.deps());
    item.decide('none', 'de');
    expect(item.get().screen).toBe('talk');
    item.talked(true, 'de');
    expect(item.get().screen).toBe('declarations');
    expect([item.back(), item.get().screen]).toEqual([true, 'reading']);
    item.decide('none', 'de');
    item.talked(false, 'de');
    await settle();
    expect([item.get().screen, phone.taken]).toMatchObject(['question', [{ outcome: 'question' }]]);
  });

  it.each(['schriftform', 'partner'] as const)(
    'shows no signing field for documents required on paper (%s)',
    async (form) => {
      expect((await openSigning(signOf(form), phone.share, phone.deps())).get().screen).toBe(
        'paper',
      );
    },
  );

  it('leaves nothing here once it arrived by another way', async () => {
    phone.answer = offline;
    await sign(await signing());
    expect(await keptItems(formAndSignature(true), phone.share, phone.cabinet)).toEqual(NOTHING);
    expect(await phone.cabinet.all()).toEqual([]);
  });
});
