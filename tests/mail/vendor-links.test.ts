/**
 * `npm run vendor -- --outbox`: without a mail server the vendor's own invitations are read at the
 * terminal, without mails of practices.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailKeysOf } from '../../server/accounts/mail/mail-keys.ts';
import { vendorLinks } from '../../server/accounts/mail/vendor-links.ts';
import { runVendor } from '../../server/commands/vendor.command.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, addVendor, stepUp, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';

const BASE = 'https://molar.praxis.example',
  DAY = 86_400_000;

describe.each(STORES)("links of the vendor's mails on %s", (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: BASE });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('shows pending vendor mails until they expire, with a working link', async () => {
    const keys = mailKeysOf(t.deps.rootKey),
      links = () => vendorLinks(t.deps.store, keys, { base: BASE, now: t.clock.now });
    const { administrator } = await addVendor(t);
    for (const [as, email, role] of [
      [administrator, 'zwei@molar.test', 'administrator'],
      [p.users.owner, 'neu@nord.test', 'reception'],
    ] as const) {
      await stepUp(t, as);
      expect(
        (
          await t.call('/auth/user', {
            as,
            method: 'POST',
            json: {
              action: 'invite',
              id: t.deps.newId(),
              email,
              firstName: 'Zoë',
              lastname: 'Zwei',
              role,
              behandler: false,
            },
          })
        ).status,
      ).toBe(200);
    }
    const found = await links();
    expect(found.map((one) => [one.to, one.subject])).toEqual([
      ['zwei@molar.test', 'Ihr Zugang zu Molar'],
    ]);
    const [link] = found,
      token = new URL(link?.link ?? '').pathname.split('/').at(-1);
    expect(link?.link).toBe(`${BASE}/practice/einladung/${token}`);
    expect(
      (
        await t.call('/auth/setnewpassword', {
          method: 'POST',
          json: { token, newPassword: 'Birnen im Sommer 1971' },
        })
      ).status,
    ).toBe(200);
    t.clock.now += 8 * DAY;
    expect(await links()).toEqual([]);
  });
});

describe('the command', () => {
  it('reports unknown arguments, and a data folder without a key', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'molar-vendor-'));
    try {
      const run = async (...args: string[]) => {
        const lines: string[] = [];
        return [
          await runVendor({ args, env: { MOLAR_DATA: data }, print: (line) => lines.push(line) }),
          lines.join('\n'),
        ] as const;
      };
      expect(await run('--inbox')).toEqual([2, 'Aufruf: npm run vendor [-- --outbox]']);
      expect((await run('--outbox'))[0]).toBe(1);
      writeFileSync(path.join(data, 'root.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, {
        mode: 0o600,
      });
      expect(await run('--outbox')).toEqual([
        0,
        'Es wartet keine E-Mail mit einem Link an die Administration oder den Kundendienst.',
      ]);
      const [code, printed] = await run();
      expect([code, /\/practice\/first\/fst_[\w-]+/.test(printed)]).toEqual([0, true]);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
