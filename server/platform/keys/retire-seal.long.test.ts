/**
 * Tests that an owner retires a stolen seal key: the next one seals at once, the check page judges
 * old seals by the date, and the revocation list names the key.
 */
import 'reflect-metadata';
import { X509Crl, X509Certificate } from '@peculiar/x509';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { sealSample, testRenderer } from '../../paper/seal/sample.fixture.ts';
import { createLocalTsa } from '../../paper/seal/tsa.ts';
import { certificateFacts } from '../../paper/seal/authority.ts';
import { openPracticeKeys } from './practice-keys.ts';
import { retiredKeys } from './retire-seal.ts';
import { verifyPdf } from '../../paper/seal/verify-pdf.ts';
import type { SealKey } from '../../../shared/papers/seal/retired-seal.schema.ts';

const MINUTE = 60_000;

describe.each(STORES)('a retired seal key (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeEach(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    await t.deps.keys(p.cid);
    await stepUp(t, p.users.owner);
  });
  afterEach(() => t.drop());
  const look = () => t.deps.workshop.look(p.cid, { kind: 'system', cid: p.cid });
  const list = async (): Promise<SealKey[]> =>
    ((await p.call('/documents/seal/keys', { as: p.users.owner })).json as { items: SealKey[] })
      .items;
  const retire = (id: string, from: number, as = p.users.owner) =>
    p.call(`/documents/seal/keys/${id}/retire`, {
      as,
      method: 'POST',
      json: { from, reason: 'stolen' },
    });
  const sealNow = async () => (await t.deps.keys(p.cid)).sealAt(t.clock.now);

  it('seals nothing any more; its successor seals in the same moment, also after a restart', async () => {
    const [first] = await list();
    expect([first?.isInUse, first?.retired]).toEqual([true, null]);
    expect((await retire(first!.id, t.clock.now)).status).toBe(200);
    const [next, old] = await list();
    expect([next?.isInUse, old?.retired?.reason, old?.isInUse]).toEqual([true, 'stolen', false]);
    expect(certificateFacts((await sealNow()).chain[0]).sha256).toBe(next?.sha256);
    const { db, t: tables } = look();
    const again = await openPracticeKeys(db, tables, t.deps.rootKey);
    expect(certificateFacts((await again.sealAt(t.clock.now)).chain[0]).sha256).toBe(next?.sha256);
    const audit = (await db.find(tables.audit)).map((row) => row.type);
    expect(audit.filter((one) => one.startsWith('key.'))).toEqual([
      'key.created',
      'key.retired',
      'key.renewed',
    ]);
  });

  it('needs an owner and a step-up, a date of the past, and happens once', async () => {
    const [first] = await list();
    expect((await retire(first!.id, t.clock.now, p.users.reception)).status).toBe(403);
    expect((await retire(first!.id, t.clock.now + MINUTE)).status).toBe(400);
    expect((await retire(crypto.randomUUID(), t.clock.now)).status).toBe(404);
    expect((await retire(first!.id, t.clock.now)).status).toBe(200);
    expect((await retire(first!.id, t.clock.now)).code).toBe('state_conflict');
  });

  it('makes later seals red, and keeps those that a trusted time stamp dates before', async () => {
    const keys = await t.deps.keys(p.cid),
      { key, chain } = await sealNow();
    const practice = {
      seal: { key, certificate: chain[0] },
      authority: { key, certificate: chain[1] },
    };
    const tsa = await createLocalTsa(() => t.clock.now + 1_000);
    const seal = async (at: number, isStamped = false) =>
      (await sealSample(testRenderer(), practice, { at, ...(isStamped && { tsa: tsa.stamp }) }))
        .sealed.bytes;
    const early = await seal(t.clock.now),
      stamped = await seal(t.clock.now, true);
    const lostAt = t.clock.now + MINUTE;
    t.clock.now += 2 * MINUTE;
    const backdated = early,
      late = await seal(t.clock.now);
    const [first] = await list();
    expect((await retire(first!.id, lostAt)).status).toBe(200);
    const trust = {
      authorities: await keys.authorities(),
      tsaRoots: [tsa.root],
      retired: await retiredKeys(look()),
    };
    const read = async (bytes: Uint8Array) => {
      const found = await verifyPdf(bytes, trust);
      return found.isReadable ? [found.verdict, found.seal?.retired?.made] : [];
    };
    expect(await read(late)).toEqual(['retired_key', 'after']);
    expect(await read(backdated)).toEqual(['retired_key', 'claimed']);
    expect(await read(stamped)).toEqual(['unchanged', 'proven']);
  });

  it('stands in the revocation list of its authority, which the authority signed', async () => {
    const [first] = await list();
    const roots = await (await t.deps.keys(p.cid)).authorities();
    const read = async (): Promise<X509Crl> => {
      const answer = await p.call('/documents/revocations', { as: p.users.owner });
      const [base64 = ''] = /(?<=-----BEGIN X509 CRL-----)[^-]+/.exec(answer.text) ?? [];
      return new X509Crl(Buffer.from(base64, 'base64'));
    };
    expect((await read()).findRevoked(first!.serialNumber)).toBeNull();
    await retire(first!.id, t.clock.now);
    const crl = await read();
    expect(crl.findRevoked(first!.serialNumber)?.reason).toBe(1);
    const publicKey = new X509Certificate(Uint8Array.from(roots[0]!)).publicKey;
    expect(await crl.verify({ publicKey })).toBe(true);
  });
});
