// Tests of document time stamps: the level over the years, renewal, and what a reader must not
// believe.
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { sealTime } from '../../../../shared/papers/verify.ts';
import {
  certificateFacts,
  createAuthority,
  createPracticeAuthority,
  type PracticeAuthority,
} from '../authority.ts';
import { certificateBytes, openCms } from '../cms.ts';
import { createRevocationList } from '../revocation-list.ts';
import { PRACTICE, SIGNED_AT, sealSample, testRenderer } from '../sample.fixture.ts';
import { sealerHere } from '../sealer.ts';
import { createLocalTsa, TsaError, type LocalTsa } from '../tsa.ts';
import { verifyPdf } from '../verify-pdf.ts';
import { newestSignature, raiseProof, readTokenEnd, type Raised } from './raise-proof.ts';
import { createRevocationSource } from './revocation-data.ts';

const YEAR = 365.25 * DAY_MS;
const sealer = sealerHere(testRenderer());
let keys: PracticeAuthority,
  first: LocalTsa,
  second: LocalTsa,
  roots: Uint8Array[],
  sealed: Uint8Array,
  raised: Raised,
  clock = SIGNED_AT;

const own = async (at: number) => ({
  chain: [keys.seal.certificate, keys.authority.certificate],
  crls: [await createRevocationList(keys.authority, [], at)],
});
const raise = async (bytes: Uint8Array, { stamp, revocation }: LocalTsa): Promise<Raised> =>
  raiseProof(sealer, { tsa: stamp, roots, revocation }, bytes, await own(clock));
async function check(bytes: Uint8Array, now: number, tsaRoots = roots) {
  const found = await verifyPdf(bytes, {
    authorities: [keys.authority.certificate],
    tsaRoots,
    now,
  });
  if (!found.isReadable) throw new Error(found.reason);
  return found;
}

beforeAll(async () => {
  keys = await createPracticeAuthority(PRACTICE, SIGNED_AT - DAY_MS);
  first = await createLocalTsa(() => clock);
  const sample = await sealSample(testRenderer(), keys, { tsa: first.stamp });
  sealed = sample.sealed.bytes;
  roots = [first.root];
  clock += 60_000;
  raised = await raise(sealed, first);
  clock = SIGNED_AT + 4.5 * YEAR;
  second = await createLocalTsa(() => clock);
  roots.push(second.root);
});

describe('a document time stamp over a seal', () => {
  it('keeps the sealed bytes, leaves the verdict, and reaches B-LTA', async () => {
    expect(Buffer.compare(raised.bytes.subarray(0, sealed.length), sealed)).toBe(0);
    expect(raised.level).toBe('B-LTA');
    const found = await check(raised.bytes, SIGNED_AT + DAY_MS);
    expect(found).toMatchObject({
      verdict: 'unchanged',
      seal: { level: 'B-LTA', isIntact: true },
      archive: { isIntact: true, stamps: [{ isTrusted: true }], until: raised.until },
      later: { kinds: ['validation_data', 'document_timestamp'], pagesAdded: 0 },
      foreign: [],
      active: [],
    });
    expect((await check(sealed, SIGNED_AT + DAY_MS)).seal?.level).toBe('B-T');
  });

  it('counts as over once its certificate ended, and for a longer time if it was renewed', async () => {
    expect((await check(raised.bytes, SIGNED_AT + 6 * YEAR)).seal?.level).toBe('B-LT');
    const renewed = await raise(raised.bytes, second);
    expect(Buffer.compare(renewed.bytes.subarray(0, raised.bytes.length), raised.bytes)).toBe(0);
    expect(renewed.until).toBeGreaterThan(raised.until ?? Infinity);
    const found = await check(renewed.bytes, SIGNED_AT + 9 * YEAR);
    expect(found).toMatchObject({
      verdict: 'unchanged',
      seal: { level: 'B-LTA' },
      archive: { isIntact: true, stamps: [{}, {}], until: renewed.until },
    });
  });

  it('by a service that the reader does not trust raises no level', async () => {
    const found = await check(raised.bytes, SIGNED_AT + DAY_MS, []);
    expect([found.verdict, found.seal?.level]).toEqual(['unchanged', 'B-B']);
    expect(found.archive?.stamps).toMatchObject([{ isTrusted: false }]);
  });

  it('without revocation data of its service leaves the level at B-T', async () => {
    const bare = await raiseProof(
      sealer,
      { tsa: first.stamp, roots, revocation: undefined },
      sealed,
      await own(SIGNED_AT),
    );
    expect(bare.level).toBe('B-T');
    expect((await check(bare.bytes, SIGNED_AT + DAY_MS)).seal?.level).toBe('B-T');
  });

  it('after a gap, made when the one before had ended, proves nothing more', async () => {
    clock = SIGNED_AT + 8 * YEAR;
    const late = await createLocalTsa(() => clock);
    roots = [...roots, late.root];
    const renewed = await raise(raised.bytes, late);
    expect((await check(renewed.bytes, clock + DAY_MS)).seal?.level).toBe('B-LT');
  });

  it('followed by a changed byte or other content is not called unchanged', async () => {
    const tail = Buffer.concat([raised.bytes, Buffer.from('\n% more')]);
    expect((await check(tail, SIGNED_AT + DAY_MS)).verdict).toBe('changed');
    const flipped = Uint8Array.from(raised.bytes);
    flipped[sealed.length + 40] = (flipped[sealed.length + 40] ?? 0) ^ 1;
    const found = await verifyPdf(flipped, {
      authorities: [keys.authority.certificate],
      tsaRoots: roots,
      now: SIGNED_AT + DAY_MS,
    });
    expect(found.isReadable && found.verdict === 'unchanged').toBe(false);
  });
});

describe('the time stamp of a service whose certificate was revoked', () => {
  it.each([
    ['before it was made', -DAY_MS, 'other', false],
    ['later, because it was replaced', DAY_MS, 'other', true],
    ['later, because its key was stolen', DAY_MS, 'stolen', false],
  ] as const)('%s', async (_name, after, reason, isProven) => {
    clock = SIGNED_AT;
    const authority = await createAuthority(
        { organisation: 'Zeitdienst', commonName: 'Wurzel' },
        clock,
      ),
      service = await createLocalTsa(() => clock, authority);
    const sample = await sealSample(testRenderer(), keys, { tsa: service.stamp });
    const token = newestSignature(sample.sealed.bytes)?.token ?? new Uint8Array();
    const [unit] = openCms(token).signed.certificates ?? [];
    const { serialNumber } = certificateFacts(
      certificateBytes(unit as Parameters<typeof certificateBytes>[0]),
    );
    const at = clock + after;
    const list = await createRevocationList(
      authority,
      [{ serialNumber, at, from: at, reason }],
      clock + 2 * DAY_MS,
    );
    const revocation = () => Promise.resolve({ kind: 'crl', bytes: list } as const);
    const { bytes } = await raise(sample.sealed.bytes, { ...service, revocation });
    const found = await check(bytes, SIGNED_AT + DAY_MS, [authority.certificate]);
    expect(found.timestamp).toMatchObject({ isTrusted: true, isRevoked: !isProven });
    expect([sealTime(found)?.isProven, found.verdict]).toEqual([isProven, 'unchanged']);
  });
});

describe('revocation data of a service', () => {
  it('that cannot be had now leaves the file as it is, to be raised later', async () => {
    const away = () => Promise.reject(new TsaError('tsa_unreachable', 'away'));
    const time = { tsa: first.stamp, roots, revocation: away };
    await expect(raiseProof(sealer, time, sealed, await own(SIGNED_AT))).rejects.toThrow(
      'tsa_unreachable',
    );
  });

  it('fetches a list once, takes none that its issuer did not sign, and none that is too large', async () => {
    const token = await first.stamp(new Uint8Array([1]));
    expect(readTokenEnd(token).until).toBeGreaterThan(SIGNED_AT);
    const list = await createRevocationList(keys.authority, [], SIGNED_AT);
    const unit = await first.revocation(new Uint8Array(), new Uint8Array());
    let answer: Uint8Array = list,
      asked = 0;
    const source = createRevocationSource(
      (url) => {
        asked += 1;
        expect(url).toBe('http://zeitstempel.invalid/liste.crl');
        return Promise.resolve(answer);
      },
      () => SIGNED_AT,
    );
    const { X509Certificate } = await import('node:crypto');
    const [leaf, root] = (openCms(token).signed.certificates ?? []).map((one) =>
      certificateBytes(one as Parameters<typeof certificateBytes>[0]),
    );
    if (!leaf || !root) throw new Error('a token names its chain');
    expect(new X509Certificate(leaf).checkIssued(new X509Certificate(root))).toBe(true);
    await expect(source(leaf, root)).rejects.toThrow('revocation list not usable');
    answer = new Uint8Array(200_000);
    await expect(source(leaf, root)).rejects.toThrow('too large');
    answer = unit?.bytes ?? answer;
    expect(await source(leaf, root)).toEqual(unit);
    expect(await source(leaf, root)).toEqual(unit);
    expect(asked).toBe(3);
    expect(await source(keys.seal.certificate, keys.authority.certificate)).toBeUndefined();
  });
});
