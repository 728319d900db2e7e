// Tests of forms and signatures on the person's own phone: stored sealed until the practice has
// them, sent once, then deleted.
import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../../shared/base/client.ts';
import type { ShareSignature } from '../../shared/exchange/share.schema.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { openCabinet, type Cabinet } from '../home/cabinet.ts';
import { answersOf, handClock, questionnaireOf, settle } from '../home/home.testing.ts';
import { LOCK_MS } from '../home/keeper.ts';
import { openForm, type FormItem } from './formItem.ts';
import { waitingItems } from './items.ts';
import {
  contentsOf,
  formOf,
  INK,
  ITEM,
  itemDeps,
  PRACTICE,
  refusal,
  SHARE,
  signOf,
} from './share.testing.ts';
import { openSigning, type SignItem } from './sign/signItem.ts';

let cabinet: Cabinet,
  clock: ReturnType<typeof handClock>,
  over: number,
  share: string,
  shares = 0;
/** Submissions received by the server, and its scripted response. */
let taken: { id: string }[], answer: () => Promise<void>, missing: string[];
const offline = (): Promise<never> => Promise.reject(new CallError(0, 'network', 'No connection.'));
const seen = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('latin1')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, one]) => `${name}=${seen(one)}`)
          .join(';')
      : String(value);
const onDisk = async (): Promise<string> => (await cabinet.all()).map(seen).join('\n');

beforeEach(async () => {
  const opened = await openCabinet(indexedDB, crypto.subtle);
  if (!opened) throw new Error('no database');
  cabinet = opened;
  for (const { id } of await cabinet.all()) await cabinet.change(id, () => undefined);
  clock = handClock();
  over = 0;
  taken = [];
  answer = () => Promise.resolve();
  missing = [];
  share = `${SHARE.slice(0, -2)}${String(++shares).padStart(2, '0')}`;
});
const deps = () => ({
  ...itemDeps(cabinet, clock),
  praxis: PRACTICE,
  onOver: () => {
    over += 1;
  },
  calls: {
    fill: (_: string, answers: { id: string }) => {
      taken.push(answers);
      return answer();
    },
    sign: (_: string, signature: { id: string }) => {
      taken.push(signature);
      return answer().then(() => missing);
    },
    say: (_: string, said: { id: string }) => {
      taken.push(said);
      return answer();
    },
  },
});
const fillForm = (): Promise<FormItem> => openForm(formOf(), share, deps());
const signing = (): Promise<SignItem> => openSigning(signOf(), share, deps());
const questions = (isDone = false) =>
  contentsOf({
    items: [
      {
        id: ITEM.form,
        kind: 'questionnaire',
        title: 'Fragen',
        minutes: 3,
        languages: ['de'],
        isDone,
      },
      {
        id: ITEM.sign,
        kind: 'sign',
        title: 'Narkose',
        isDone,
        said: null,
        signer: { role: 'parent2', name: 'Mehmet Yılmaz' },
        waitsFor: [],
      },
    ],
  });

describe('a questionnaire of a share', () => {
  const write = async ({ visit }: FormItem): Promise<void> => {
    visit.answer({
      ...newState(modelOf(questionnaireOf())),
      answers: { grund: [{ valueString: 'Zahnweh' }] },
    });
    await clock.pass(400);
  };
  const handIn = (item: FormItem): Promise<void> =>
    item.visit.handIn(answersOf({ visit: item.visit, clock } as never), 'Kopie');

  it('opens at its questions: the person was identified at sign-in, and is not sent', async () => {
    const item = await fillForm();
    expect([item.visit.get().screen, item.visit.get().draft?.person.lastName]).toEqual([
      'form',
      'Yılmaz',
    ]);
    await write(item);
    expect(await onDisk()).not.toMatch(/Zahnweh|Yılmaz/);
    await handIn(item);
    await settle();
    expect([item.visit.get().screen, taken.length, Object.keys(taken[0] ?? {}).sort()]).toEqual([
      'sent',
      1,
      ['at', 'form', 'id', 'language', 'response'],
    ]);
    expect((await cabinet.all()).filter((row) => row.key)).toEqual([]);
  });

  it('resumes a draft, also after long idleness, without asking for the birth date again', async () => {
    await write(await fillForm());
    await clock.pass(LOCK_MS * 4);
    const again = await fillForm();
    expect([again.visit.get().screen, again.visit.get().draft?.state?.answers.grund]).toEqual([
      'form',
      [{ valueString: 'Zahnweh' }],
    ]);
  });

  it('submitted offline it waits on disk, opens first next time, and is sent once, under one id', async () => {
    answer = offline;
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    expect([item.visit.get().screen, item.isHanded()]).toEqual(['handing', true]);
    expect(await waitingItems(questions(), share, cabinet)).toEqual([ITEM.form]);
    expect(await waitingItems(questions(), `${share.slice(0, -1)}_`, cabinet)).toEqual([]);
    answer = () => Promise.resolve();
    const again = await fillForm();
    await settle();
    expect([
      again.visit.get().screen,
      new Set(taken.map((one) => one.id)).size,
      await waitingItems(questions(), share, cabinet),
    ]).toEqual(['sent', 1, []]);
  });

  it('reports an ended session; the answers wait and are sent after the next sign-in', async () => {
    answer = refusal(401, 'share_over');
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    expect([over, item.visit.get().sending?.kind, item.isHanded()]).toEqual([1, 'waiting', true]);
    answer = () => Promise.resolve();
    item.again();
    await settle();
    expect(item.visit.get().screen).toBe('sent');
  });

  it.each([
    ['state_conflict', 409, 'twice'],
    ['share_unknown', 404, 'link'],
    ['conflict', 409, 'twice'],
  ] as const)('%s is not retried', async (code, status, why) => {
    answer = refusal(status, code);
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    await clock.pass(600_000);
    expect([item.visit.get().sending, item.isHanded(), taken.length]).toEqual([
      { kind: 'refused', why },
      false,
      1,
    ]);
  });

  it('[X9] deleting it destroys its key', async () => {
    const item = await fillForm();
    await write(item);
    await item.remove?.();
    expect((await cabinet.all()).filter((row) => row.key)).toEqual([]);
  });
});

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
    const sent = taken[0] as ShareSignature;
    expect(item.get().screen).toBe('signed');
    expect(sent).toMatchObject({
      taskId: signOf().taskId,
      dataSha256: 'd'.repeat(64),
      presentedPdfSha256: 'e'.repeat(64),
      language: 'de',
      signedAt: clock.now(),
      wantsPaperCopy: false,
      reading: { reachedEnd: true },
      signers: [{ role: 'parent2', name: 'Mehmet Yılmaz', mark: { how: 'drawn', ink: INK } }],
      declarations: [{ id: 'verstanden', value: true }],
      device: { standalone: false, userAgent: 'test' },
    });
    expect(await cabinet.all()).toEqual([]);
  });

  it('[§ 630e BGB] submits how a text in another language was understood, unless one of its own was chosen', async () => {
    const item = await signing();
    item.readInstead({ wanted: 'ar', shown: 'de', by: 'interpreter' });
    expect(item.get().reading.instead).toEqual({
      wanted: 'ar',
      shown: 'de',
      by: 'interpreter',
      at: clock.now(),
    });
    item.decide('none', 'ar');
    item.declare('verstanden', true);
    item.toSigning();
    await item.sign({ how: 'typed', name: 'Mehmet Yılmaz' }, 'ar');
    await settle();
    expect(taken[0]).toMatchObject({
      language: 'ar',
      reading: { instead: { wanted: 'ar', shown: 'de', by: 'interpreter' } },
    });
    const other = await signing();
    other.readInstead({ wanted: 'ar', shown: 'de', by: 'self' });
    await sign(other);
    expect((taken[1] as ShareSignature).reading.instead).toBeUndefined();
  });

  it('offline it waits sealed on disk, and is sent once, byte-identical, when the link is reopened', async () => {
    answer = offline;
    const item = await signing();
    await sign(item);
    expect([
      item.get().sending?.kind,
      item.isHanded(),
      await waitingItems(questions(), share, cabinet),
    ]).toEqual(['waiting', true, [ITEM.sign]]);
    expect(await onDisk()).not.toMatch(/Mehmet|parent2|strokes/);
    answer = () => Promise.resolve();
    const again = await signing();
    await settle();
    expect(again.get().screen).toBe('signed');
    expect(
      taken.map((one) => JSON.stringify(one)).filter((one, at, all) => one !== all[0] && at > 0),
    ).toEqual([]);
    expect(await waitingItems(questions(), share, cabinet)).toEqual([]);
  });

  it('is sent when the network returns while the page is open', async () => {
    answer = offline;
    const item = await signing();
    await sign(item);
    answer = () => Promise.resolve();
    await clock.pass(60_000);
    expect([item.get().screen, new Set(taken.map((one) => one.id)).size]).toEqual(['signed', 1]);
  });

  it('reports an ended session; the signature is sent after the next sign-in', async () => {
    answer = refusal(401, 'share_over');
    const item = await signing();
    await sign(item);
    expect([over, item.isHanded()]).toEqual([1, true]);
    answer = () => Promise.resolve();
    item.again();
    await settle();
    expect(item.get().screen).toBe('signed');
  });

  it.each(['question', 'declined'] as const)(
    '%s is reported to the practice, waits offline, and is sent once',
    async (said) => {
      answer = offline;
      const item = await signing();
      item.decide('none', 'de');
      if (said === 'question') item.decide('question', 'de');
      else {
        item.decide('declined', 'de');
        expect([item.get().screen, taken]).toEqual(['declining', []]);
        item.decline('de');
      }
      await settle();
      expect([item.get().screen, item.get().sending?.kind, item.isHanded()]).toEqual([
        'sending',
        'waiting',
        true,
      ]);
      answer = () => Promise.resolve();
      const again = await signing();
      await settle();
      expect([again.get().screen, new Set(taken.map((one) => one.id)).size]).toEqual([said, 1]);
      expect(taken[0]).toMatchObject({
        outcome: said,
        taskId: signOf().taskId,
        dataSha256: 'd'.repeat(64),
        language: 'de',
      });
      expect((await cabinet.all()).filter((row) => row.key)).toEqual([]);
    },
  );

  it('is refused for good and deleted when the document was already signed or changed', async () => {
    answer = refusal(409, 'state_conflict');
    const item = await signing();
    await sign(item);
    expect([item.get().sending, item.isHanded(), await cabinet.all()]).toEqual([
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
      answer = refusal(status, code);
      const item = await signing();
      await sign(item);
      expect(item.get().sending).toEqual({ kind: 'refused', why: 'link' });
      expect((await cabinet.all()).filter((row) => row.key)).toHaveLength(1);
      answer = () => Promise.resolve();
      const again = await signing();
      await settle();
      expect([again.get().screen, new Set(taken.map((one) => one.id)).size]).toEqual(['signed', 1]);
    },
  );

  it('names the signers still missing once it has arrived', async () => {
    missing = ['Ayşe Yılmaz'];
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
      item = await openSigning(talk, share, deps());
    item.decide('none', 'de');
    expect(item.get().screen).toBe('talk');
    item.talked(true, 'de');
    expect(item.get().screen).toBe('declarations');
    expect([item.back(), item.get().screen]).toEqual([true, 'reading']);
    item.decide('none', 'de');
    item.talked(false, 'de');
    await settle();
    expect([item.get().screen, taken]).toMatchObject(['question', [{ outcome: 'question' }]]);
  });

  it.each(['schriftform', 'partner'] as const)(
    'shows no signing field for documents required on paper (%s)',
    async (form) => {
      expect((await openSigning(signOf(form), share, deps())).get().screen).toBe('paper');
    },
  );

  it('leaves nothing here once it arrived by another way', async () => {
    answer = offline;
    await sign(await signing());
    expect(await waitingItems(questions(true), share, cabinet)).toEqual([]);
    expect(await cabinet.all()).toEqual([]);
  });
});
