/**
 * Full load: tablets and staff of one practice at once; every call succeeds and nothing is lost.
 */
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/in-process.ts';
import { compose } from '../support/mappe.ts';
import { addPractice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { SimTablet } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';

describe.each(STORES)('full load (%s)', (kind) => {
  it('[inv S1] answers every call, stores every op once and in order, keeps the audit chain intact', async () => {
    const t = await createTestApp(kind, { renderer: quickRenderer() });
    const p = await addPractice(t, 'voll');
    const tablets: SimTablet[] = [];
    for (let i = 0; i < 5; i++) tablets.push(await SimTablet.register(p, `Tablet ${i}`));
    const codes: string[] = [];
    const beat = (tablet: SimTablet) =>
      tablet.call('/tablet/heartbeat', {
        method: 'POST',
        json: {
          inc: tablet.inc,
          highN: tablet.n,
          ackSeen: 0,
          pending: 0,
          oldestPendingMs: 0,
          persisted: true,
          appVersion: '1',
          clockOffsetMs: 0,
          quarantined: 0,
        },
      });
    const day = async (tablet: SimTablet): Promise<void> => {
      for (let i = 0; i < 6; i++) {
        const op = await tablet.op(
          'log',
          { taskId: '', taskRev: 0 },
          { code: 'probe', at: t.clock.now },
        );
        // The tablet does not know whether its first attempt arrived, and retries at once.
        const [one, other, pulse] = await Promise.all([
          tablet.send(tablet.frame([op])),
          tablet.send(tablet.frame([op])),
          beat(tablet),
        ]);
        codes.push(...[one, other, pulse].map((a) => `${a.status} ${a.code ?? ''}`));
      }
    };
    const desk = async (): Promise<void> => {
      for (let i = 0; i < 8; i++) {
        const answers = await Promise.all([
          compose(p, { templates: ['foto@1'] }),
          p.call('/tablet/board', { as: p.users.staff }),
          p.call('/patient/search?q=gro', { as: p.users.owner }),
        ]);
        codes.push(...answers.map((a) => `${a.status} ${a.code ?? ''}`));
      }
    };
    await Promise.all([...tablets.map(day), desk()]);
    expect([...new Set(codes)]).toEqual(['200 ']);
    const { op, opHead } = t.deps.store.t,
      look = t.deps.workshop.look(p.cid, p.system);
    expect((await look.db.find(op)).map((o) => `${o.device} ${o.n}`).sort()).toEqual(
      tablets.flatMap((x) => [1, 2, 3, 4, 5, 6].map((n) => `${x.id} ${n}`)).sort(),
    );
    expect((await look.db.find(opHead)).map((h) => h.n)).toEqual([6, 6, 6, 6, 6]);
    expect((await p.call('/audit/verify', { as: p.users.owner })).json).toMatchObject({ ok: true });
    await t.drop();
  });
});
