// Tests of signing in to and out of a share, against a scripted server.
import { describe, expect, it } from 'vitest';
import type { CallError } from '../../../shared/base/client.ts';
import { settle } from '../../home/home.testing.ts';
import {
  BIRTH,
  comeIn,
  contentsOf,
  ITEM,
  openShare,
  refusal,
  SHARE,
  step,
  type Desk,
} from '../share.testing.ts';
import type { DocumentItem } from '../items.ts';
import { STAY_MS } from './session.ts';

const at = ({ visit }: Desk) => visit.get();

describe('sign-in', () => {
  it('[V7] requires first name and birth date with the proof of the key, then shows the shared items', async () => {
    const desk = openShare();
    await comeIn(desk);
    expect(desk.asked).toContain(
      'login {"firstName":"Ayşe","birth":{"day":12,"month":3,"year":1988},"proof":"proof of kk"}',
    );
    expect([at(desk).screen, at(desk).contents?.items.length, at(desk).praxis?.telefon]).toEqual([
      'list',
      1,
      '030 1234',
    ]);
  });

  it('[sec 1.3] a link without its key sends no proof, never an invented one', async () => {
    const desk = openShare({ kind: 'share', address: { shareId: SHARE } });
    await comeIn(desk);
    expect(desk.asked.find((one) => one.startsWith('login'))).not.toContain('proof');
  });

  it.each(['code', 'sms', 'mail'] as const)(
    'requires the second step by %s before anything is read',
    async (next) => {
      const desk = openShare();
      desk.answer.login = () => Promise.resolve(step(next));
      await comeIn(desk);
      expect([
        at(desk).screen,
        at(desk).step?.next,
        desk.asked.some((one) => one.startsWith('list')),
      ]).toEqual(['code', next, false]);
      await desk.visit.requestCode();
      expect(at(desk).isCodeSent).toBe(true);
      await desk.visit.secondStep('ABCD-EFGH');
      expect([at(desk).screen, desk.asked.includes('secondStep "ABCD-EFGH"')]).toEqual([
        'list',
        true,
      ]);
    },
  );

  it('[sec B30] a wrong person stays with the remaining tries; a locked share shows X4, keeping the link', async () => {
    const desk = openShare();
    desk.answer.login = refusal(401, 'share_wrong', { extra: { triesLeft: 3 } });
    await comeIn(desk);
    expect([at(desk).screen, at(desk).problem, at(desk).triesLeft, at(desk).isBusy]).toEqual([
      'login',
      'wrong',
      3,
      false,
    ]);
    desk.visit.forgive();
    expect(at(desk).problem).toBeNull();
    desk.answer.login = refusal(423, 'share_locked');
    await desk.visit.login('Ayşe', BIRTH);
    expect([at(desk).screen, desk.dropped]).toEqual(['locked', []]);
  });

  it('a wrong code is handled like a wrong person, and locks like one', async () => {
    const desk = openShare();
    desk.answer.login = () => Promise.resolve(step('code'));
    await comeIn(desk);
    desk.answer.secondStep = refusal(401, 'share_code_wrong', { extra: { triesLeft: 1 } });
    await desk.visit.secondStep('x');
    expect([at(desk).screen, at(desk).problem, at(desk).triesLeft]).toEqual(['code', 'code', 1]);
    desk.answer.secondStep = refusal(423, 'share_locked');
    await desk.visit.secondStep('x');
    expect(at(desk).screen).toBe('locked');
  });

  it.each<[CallError['code'], number]>([
    ['share_unknown', 404],
    ['not_found', 404],
  ])(
    '[X3] %s: shows that nothing is shared, and deletes the link from this device',
    async (code, status) => {
      const desk = openShare();
      desk.answer.login = refusal(status, code);
      await comeIn(desk);
      expect([at(desk).screen, desk.dropped, at(desk).contents]).toEqual(['gone', [SHARE], null]);
    },
  );

  it.each<[string, number, CallError['code']]>([
    ['invalid', 400, 'validation'],
    ['often', 429, 'rate_limited'],
    ['offline', 0, 'network'],
    ['offline', 503, 'unavailable'],
  ])('%s is shown where it happened, and can be retried', async (problem, status, code) => {
    const desk = openShare();
    desk.answer.login = refusal(status, code);
    await comeIn(desk);
    expect([at(desk).screen, at(desk).problem]).toEqual(['login', problem]);
    desk.answer.login = () => Promise.resolve(step());
    await desk.visit.login('Ayşe', BIRTH);
    expect([at(desk).screen, at(desk).problem]).toEqual(['list', null]);
  });

  it('two presses send one request', async () => {
    const desk = openShare();
    await Promise.all([desk.visit.login('Ayşe', BIRTH), desk.visit.login('Ayşe', BIRTH)]);
    expect(desk.asked.filter((one) => one.startsWith('login')).length).toBe(1);
  });

  it('[R3] without an id it is entered', async () => {
    const desk = openShare({ kind: 'enter' });
    await desk.visit.start();
    expect(at(desk).screen).toBe('enter');
    await desk.visit.enter({ shareId: SHARE, key: 'k'.repeat(43) });
    expect(at(desk).screen).toBe('login');
    await desk.visit.login('Ayşe', BIRTH);
    expect([at(desk).screen, desk.asked.find((one) => one.startsWith('login'))]).toEqual([
      'list',
      expect.stringContaining('proof of kk'),
    ]);
  });
});

describe('new link and new code', () => {
  it('[X3] „Neuen Link anfordern“ has one response; offline it shows an error and claims nothing', async () => {
    const desk = openShare();
    desk.answer.login = refusal(404, 'share_unknown');
    await comeIn(desk);
    desk.answer.renew = refusal(0, 'network');
    await desk.visit.renew();
    expect([at(desk).screen, at(desk).problem]).toEqual(['gone', 'offline']);
    desk.answer.renew = () => Promise.resolve();
    await desk.visit.renew();
    expect(at(desk).screen).toBe('asked');
  });

  it('[X3] an unknown address without a practice offers no request', () => {
    const desk = openShare({ kind: 'wrong' });
    expect([at(desk).screen, at(desk).canAsk]).toEqual(['gone', false]);
  });

  const reset = { kind: 'reset', shareId: SHARE, secret: 's'.repeat(43) } as const;
  it('[R4] opening the page sends no request; saving consumes the secret', async () => {
    const desk = openShare(reset);
    await desk.visit.start();
    expect(desk.asked.filter((one) => !one.startsWith('status'))).toEqual([]);
    await desk.visit.reset('mein Codewort');
    expect([at(desk).screen, desk.asked.at(-1)]).toEqual([
      'resetDone',
      `reset "${reset.secret}" "mein Codewort"`,
    ]);
  });
  it.each([['short'], ['long'], ['easy']] as const)(
    '[R4] a code that is %s can be corrected',
    async (fault) => {
      const desk = openShare(reset);
      desk.answer.reset = refusal(400, 'validation', { fields: { code: fault } });
      await desk.visit.reset('x');
      expect([at(desk).screen, at(desk).problem]).toEqual(['reset', fault]);
    },
  );
  it('[R4] a used or expired secret is rejected; offline the page can retry', async () => {
    const desk = openShare(reset);
    desk.answer.reset = refusal(0, 'network');
    await desk.visit.reset('mein Codewort');
    expect([at(desk).screen, at(desk).problem]).toEqual(['reset', 'offline']);
    desk.answer.reset = refusal(400, 'link_invalid');
    await desk.visit.reset('mein Codewort');
    expect(at(desk).screen).toBe('resetOver');
  });
});

describe('while signed in', () => {
  it('an unavailable item leaves link and list unchanged', async () => {
    const desk = openShare();
    await comeIn(desk);
    desk.answer.read = refusal(404, 'not_found');
    await desk.visit.open(contentsOf().items[0]!);
    expect([at(desk).screen, at(desk).item, desk.dropped]).toEqual(['list', null, []]);
    expect(desk.asked.filter((one) => one === 'list')).toHaveLength(2);
  });

  it('activity keeps the session; idleness ends it, also at the server', async () => {
    const desk = openShare();
    await comeIn(desk);
    const lists = () => desk.asked.filter((one) => one.startsWith('list')).length,
      before = lists();
    await desk.clock.pass(STAY_MS);
    expect(lists()).toBe(before + 1);
    desk.visit.lock();
    await settle();
    expect([at(desk).screen, at(desk).isTimedOut, at(desk).contents, desk.asked.at(-1)]).toEqual([
      'login',
      true,
      null,
      'lock',
    ]);
    await desk.clock.pass(STAY_MS * 3);
    expect(lists()).toBe(before + 1);
  });

  it('asks for sign-in again when the server ended the session, wherever it is noticed', async () => {
    for (const notice of [
      (desk: Desk) => desk.clock.pass(STAY_MS),
      (desk: Desk) => desk.visit.refresh(),
      (desk: Desk) => desk.visit.open(contentsOf().items[0]!),
      (desk: Desk) => desk.visit.download(ITEM.document).catch(() => undefined),
    ]) {
      const desk = openShare(),
        ended = refusal(401, 'share_over');
      await comeIn(desk);
      desk.answer = { ...desk.answer, list: ended, read: ended, download: ended };
      await notice(desk);
      await settle();
      expect([at(desk).screen, at(desk).isTimedOut, at(desk).contents]).toEqual([
        'login',
        true,
        null,
      ]);
    }
  });

  it('opens and closes a document; offline the list stays unchanged', async () => {
    const desk = openShare();
    await comeIn(desk);
    await desk.visit.open(contentsOf().items[0]!);
    expect([at(desk).screen, at(desk).item?.content.title]).toEqual([
      'item',
      'Einwilligung Zahnentfernung',
    ]);
    desk.answer.list = refusal(0, 'network');
    await desk.visit.close();
    expect([at(desk).screen, at(desk).item, at(desk).contents?.items.length]).toEqual([
      'list',
      null,
      1,
    ]);
  });

  it('„Fertig“ ends the session here and at the server, and deletes the link from this device', async () => {
    const desk = openShare();
    await comeIn(desk);
    await desk.visit.finish();
    expect([at(desk).screen, desk.asked.at(-1), desk.dropped]).toEqual([
      'finished',
      'lock',
      [SHARE],
    ]);
    desk.visit.lock();
    expect(at(desk).contents).toBeNull();
  });

  it('a link revoked by the practice does not claim that anything was done', async () => {
    const desk = openShare();
    desk.answer.list = () => Promise.resolve(contentsOf({ isOnce: true }));
    await comeIn(desk);
    await desk.visit.open(contentsOf().items[0]!);
    desk.answer.list = refusal(401, 'share_over');
    await desk.visit.close();
    expect([at(desk).screen, at(desk).contents, at(desk).item]).toEqual(['login', null, null]);
  });

  const handed = (again: () => void): DocumentItem => ({
    kind: 'document',
    content: { id: ITEM.form, title: 'x', kind: 'document', at: 0, document: null },
    isHanded: () => true,
    again,
    cover: () => undefined,
    flush: () => Promise.resolve(),
  });
  it('a pending submission outlives the session and continues after the next sign-in', async () => {
    let again = 0;
    const desk = openShare(undefined, {
      openItem: () =>
        Promise.resolve(
          handed(() => {
            again += 1;
          }),
        ),
    });
    await comeIn(desk);
    await desk.visit.open(contentsOf().items[0]!);
    desk.visit.lock();
    expect([at(desk).screen, at(desk).item === null]).toEqual(['login', false]);
    await desk.visit.login('Ayşe', BIRTH);
    expect([at(desk).screen, again]).toEqual(['item', 1]);
  });

  it('opens submissions first that wait on this device to be sent', async () => {
    const desk = openShare(undefined, {
      keptIn: () => Promise.resolve({ waiting: [ITEM.document], begun: [] }),
    });
    await comeIn(desk);
    expect(at(desk).screen).toBe('item');
  });
});
