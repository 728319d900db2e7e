// Tests of a questionnaire of a share on the person's own phone: stored sealed until the practice
// has it, sent once, then deleted.
import { beforeEach, describe, expect, it } from 'vitest';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { answersOf, offline, questionnaireOf, settle } from '../home/home.testing.ts';
import { LOCK_MS } from '../home/keeper.ts';
import { openForm, type FormItem } from './formItem.ts';
import { keptItems } from './items.ts';
import { formAndSignature, onDisk, openPhone, type SharePhone } from './phone.testing.ts';
import { formOf, ITEM, refusal } from './share.testing.ts';

const NOTHING = { waiting: [], begun: [] };

let phone: SharePhone;
beforeEach(async () => {
  phone = await openPhone();
});
const fillForm = (): Promise<FormItem> => openForm(formOf(), phone.share, phone.deps());

describe('a questionnaire of a share', () => {
  const write = async ({ visit }: FormItem): Promise<void> => {
    visit.answer({
      ...newState(modelOf(questionnaireOf())),
      answers: { grund: [{ valueString: 'Zahnweh' }] },
    });
    await phone.clock.pass(400);
  };
  const handIn = (item: FormItem): Promise<void> =>
    item.visit.handIn(answersOf({ visit: item.visit, clock: phone.clock } as never), 'Kopie');

  it('opens at its questions: the person was identified at sign-in, and is not sent', async () => {
    const item = await fillForm();
    expect([item.visit.get().screen, item.visit.get().draft?.person.lastName]).toEqual([
      'form',
      'Yılmaz',
    ]);
    await write(item);
    expect(await onDisk(phone.cabinet)).not.toMatch(/Zahnweh|Yılmaz/);
    await handIn(item);
    await settle();
    expect([
      item.visit.get().screen,
      phone.taken.length,
      Object.keys(phone.taken[0] ?? {}).sort(),
    ]).toEqual(['sent', 1, ['at', 'form', 'id', 'language', 'response']]);
    expect((await phone.cabinet.all()).filter((row) => row.key)).toEqual([]);
  });

  it('resumes a draft, also after long idleness, without asking for the birth date again', async () => {
    await write(await fillForm());
    await phone.clock.pass(LOCK_MS * 4);
    const again = await fillForm();
    expect([again.visit.get().screen, again.visit.get().draft?.state?.answers.grund]).toEqual([
      'form',
      [{ valueString: 'Zahnweh' }],
    ]);
    expect(await keptItems(formAndSignature(), phone.share, phone.cabinet)).toEqual({
      waiting: [],
      begun: [ITEM.form],
    });
  });

  it('submitted offline it waits on disk, opens first next time, and is sent once, under one id', async () => {
    phone.answer = offline;
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    expect([item.visit.get().screen, item.isHanded()]).toEqual(['handing', true]);
    expect(await keptItems(formAndSignature(), phone.share, phone.cabinet)).toEqual({
      waiting: [ITEM.form],
      begun: [],
    });
    expect(
      await keptItems(formAndSignature(), `${phone.share.slice(0, -1)}_`, phone.cabinet),
    ).toEqual(NOTHING);
    phone.answer = () => Promise.resolve();
    const again = await fillForm();
    await settle();
    expect([
      again.visit.get().screen,
      new Set(phone.taken.map((one) => one.id)).size,
      await keptItems(formAndSignature(), phone.share, phone.cabinet),
    ]).toEqual(['sent', 1, NOTHING]);
  });

  it('reports an ended session; the answers wait and are sent after the next sign-in', async () => {
    phone.answer = refusal(401, 'share_over');
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    expect([phone.over, item.visit.get().sending?.kind, item.isHanded()]).toEqual([
      1,
      'waiting',
      true,
    ]);
    phone.answer = () => Promise.resolve();
    item.again();
    await settle();
    expect(item.visit.get().screen).toBe('sent');
  });

  it.each([
    ['state_conflict', 409, 'twice'],
    ['share_unknown', 404, 'link'],
    ['conflict', 409, 'twice'],
  ] as const)('%s is not retried', async (code, status, why) => {
    phone.answer = refusal(status, code);
    const item = await fillForm();
    await write(item);
    await handIn(item);
    await settle();
    await phone.clock.pass(600_000);
    expect([item.visit.get().sending, item.isHanded(), phone.taken.length]).toEqual([
      { kind: 'refused', why },
      false,
      1,
    ]);
  });

  it('[X9] deleting it destroys its key', async () => {
    const item = await fillForm();
    await write(item);
    await item.remove?.();
    expect((await phone.cabinet.all()).filter((row) => row.key)).toEqual([]);
  });
});
