/**
 * Photos from a private phone to the answers of the practice, over a line that tears, loses answers
 * and is cut by reloads; strangers and wrong bytes change nothing.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHomeCalls } from '../kiosk/sync/home.ts';
import type { PhotoCount } from '../kiosk/sync/photos/hand-in.types.ts';
import { namedPhotos } from '../kiosk/sync/photos/home-photos.ts';
import { belongingsOf, erasePerson } from '../server/records/retention/store-erase.ts';
import { CallError, type Call, type CallOptions } from '../shared/base/client.ts';
import { PIECE_BYTES } from '../shared/exchange/attachment.ts';
import { PHOTOS_BYTES } from '../shared/forms/task/form-size.ts';
import type { HomeAnswers } from '../shared/forms/task/home.schema.ts';
import type { ShareContents, ShareItemContent } from '../shared/exchange/share.schema.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createTestApp, type Answer, type TestApp } from './support/in-process.ts';
import { addPractice, type Practice } from './support/practice.ts';
import { STORES } from './support/stores.ts';
import { answersFor, handIn, makeLink, painWith } from './support/stories/home.ts';
import { makeShare, Phone } from './support/stories/share.ts';

let t: TestApp, p: Practice, other: Practice;

const picture = (side = 400): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
const photosOf = async (n: number): Promise<object[]> =>
  Promise.all(
    Array.from({ length: n }, async () => ({
      valueAttachment: { contentType: 'image/jpeg', data: (await picture()).toString('base64') },
    })),
  );
/** Deterministic dice, so that a failure can be repeated. */
function diceOf(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    return x / 2_147_483_648;
  };
}

/** The page's requests to the practice, over a line that loses some of them. */
function callOver(isTorn: () => boolean, seen: string[] = []): Call {
  return (async (path: string, { method, json, bytes }: CallOptions = {}) => {
    if (path === '/dispatcher/resolve') return { r4cUuid: 'r' };
    if (isTorn()) throw new CallError(0, 'network', 'torn on the way there');
    seen.push(`${method ?? 'POST'} ${path.split('?')[0]}`);
    const answer: Answer = await p.call(path.replace('/r4c/r', ''), {
      method: method ?? 'POST',
      ...(json !== undefined && { json }),
      ...(bytes !== undefined && { body: bytes as Uint8Array, type: 'application/octet-stream' }),
    });
    if (isTorn()) throw new CallError(0, 'timeout', 'torn on the way back');
    if (answer.status !== 200) throw new CallError(answer.status, answer.code as 'validation', '');
    return answer.json;
  }) as Call;
}
const stored = async (id: string) => {
  const look = t.deps.workshop.look(p.cid, p.system),
    row = (await look.db.find(look.t.answers)).find((one) => one.unmatchedId === id),
    waiting = (await look.db.find(look.t.unmatched)).find((one) => one.id === id);
  return JSON.stringify(row?.response ?? waiting?.response);
};
const photosIn = async (id: string): Promise<number> =>
  [...(await stored(id)).matchAll(/"data":"/g)].length;
const pieces = (): Promise<number> => {
  const look = t.deps.workshop.look(p.cid, p.system);
  return look.db.count(look.t.attachment);
};
const put = (
  to: Practice,
  answersId: string,
  sha256: string,
  bytes: Uint8Array,
  { size = bytes.length, from = 0 } = {},
): Promise<Answer> =>
  to.call(`/anamnese/home-photos/${sha256}?answersId=${answersId}&size=${size}&from=${from}`, {
    method: 'PUT',
    body: bytes,
    type: 'application/octet-stream',
  });

describe.each(STORES)('photos from a phone on %s', (kind) => {
  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example' });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());

  it.each([1, 2, 3])(
    'the practice has the answers first and every photo in the end, over a torn line (%i)',
    async (seed) => {
      const dice = diceOf(seed),
        link = await makeLink(p, { kind: 'invitation', patid: '1001' });
      const answers = (await answersFor(p, link.secret, {
        response: painWith(await photosOf(3)),
      })) as unknown as HomeAnswers;
      let counts: PhotoCount[] = [];
      for (let attempts = 0; ; attempts++) {
        expect(attempts).toBeLessThan(300);
        // A reloaded page has new requests and no memory.
        const calls = createHomeCalls(
          callOver(() => dice() < 0.2),
          link.secret,
          systemClock,
        );
        try {
          await calls.handIn(answers, (count) => counts.push(count));
          break;
        } catch (error) {
          expect(error).toMatchObject({ status: 0 });
        }
        if (dice() < 0.3) await t.runJobs();
      }
      expect(counts.at(-1)).toEqual({ done: 3, all: 3 });
      await t.runJobs();
      expect(await photosIn(answers.id)).toBe(3);
      expect(await pieces()).toBe(0);
      // The page did not get the last answer: everything once more changes nothing.
      counts = [];
      await createHomeCalls(
        callOver(() => false),
        link.secret,
        systemClock,
      ).handIn(answers, (count) => counts.push(count));
      await t.runJobs();
      expect(counts.at(-1)).toEqual({ done: 3, all: 3 });
      expect(await photosIn(answers.id)).toBe(3);
      expect(await pieces()).toBe(0);
    },
  );

  it('the answers are accepted in a small request before any photo is sent', async () => {
    const link = await makeLink(p),
      seen: string[] = [];
    const answers = (await answersFor(p, link.secret, {
      response: painWith(await photosOf(1)),
    })) as unknown as HomeAnswers;
    let isCut = false;
    const call = callOver(() => isCut, seen);
    const cut = (async (path: string, options?: CallOptions) => {
      const answer = await call(path, options);
      isCut ||= path.endsWith(link.secret);
      return answer;
    }) as Call;
    await expect(
      createHomeCalls(cut, link.secret, systemClock).handIn(answers, () => undefined),
    ).rejects.toMatchObject({ status: 0 });
    expect(seen).toEqual([`POST /r4c/r/anamnese/home/${link.secret}`]);
    const text = await stored(answers.id);
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('urn:molar:attachment:');
    isCut = false;
    await createHomeCalls(call, link.secret, systemClock).handIn(answers, () => undefined);
    await t.runJobs();
    expect(await photosIn(answers.id)).toBe(1);
  });

  it('the photos of a share arrive after its session and its link are over', async () => {
    const share = await makeShare(p, {
        items: [{ kind: 'questionnaire', formId: 'schmerz' }],
        secondStep: 'none',
      }),
      phone = new Phone(p, '203.0.113.9');
    await phone.logIn(share);
    const [item] = ((await phone.call('/ssf/list')).json as ShareContents).items;
    const { key, sha256 } = (await phone.call(`/ssf/read/${item?.id}`)).json as Extract<
      ShareItemContent,
      { kind: 'questionnaire' }
    >;
    const { named, photos } = await namedPhotos({
      id: t.deps.newId(),
      form: { key, sha256 },
      language: 'de',
      at: t.clock.now,
      response: painWith(await photosOf(2)),
    });
    expect((await phone.call(`/ssf/fill/${item?.id}`, named)).status).toBe(200);
    await phone.call('/papo/lock', {});
    expect((await new Phone(p, '203.0.113.9').logIn(share)).code).toBe('share_unknown');
    for (const [name, bytes] of photos)
      expect((await put(p, named.id, name, bytes)).json).toEqual({ have: bytes.length });
    await t.runJobs();
    expect(await photosIn(named.id)).toBe(2);
  });

  it('unknown answers, unnamed photos, wrong bytes and another practice change nothing', async () => {
    const link = await makeLink(p),
      { named, photos } = await namedPhotos(
        (await answersFor(p, link.secret, {
          response: painWith(await photosOf(1)),
        })) as unknown as HomeAnswers,
      ),
      [[name, bytes] = ['', new Uint8Array()]] = photos;
    expect((await put(p, named.id, name, bytes)).code).toBe('not_found');
    expect((await handIn(p, link.secret, named)).status).toBe(200);
    expect((await put(p, t.deps.newId(), name, bytes)).code).toBe('not_found');
    expect((await put(p, named.id, 'e'.repeat(64), bytes)).code).toBe('not_found');
    expect((await put(other, named.id, name, bytes)).code).toBe('not_found');
    expect((await put(p, named.id, name, new Uint8Array(PIECE_BYTES + 1))).code).toBe('too_large');
    expect((await put(p, named.id, name, bytes, { size: PHOTOS_BYTES })).code).toBe('validation');
    expect(await pieces()).toBe(0);
    // Other bytes of the same length are thrown away once they are complete.
    expect((await put(p, named.id, name, new Uint8Array(bytes.length))).json).toEqual({ have: 0 });
    expect(await pieces()).toBe(0);
    expect((await put(p, named.id, name, bytes)).json).toEqual({ have: bytes.length });
    await t.runJobs();
    expect(await photosIn(named.id)).toBe(1);
  });

  it('a photo cannot belong to other answers than the ones that name it', async () => {
    const link = await makeLink(p, { kind: 'open' });
    const [photo] = await photosOf(1);
    const made = async () =>
      namedPhotos(
        (await answersFor(p, link.secret, {
          response: painWith([photo!]),
        })) as unknown as HomeAnswers,
      );
    const [mine, theirs] = [await made(), await made()];
    const [[name, bytes] = ['', new Uint8Array()]] = mine.photos;
    // The same picture has another name in other answers.
    expect(theirs.photos.has(name)).toBe(false);
    await handIn(p, link.secret, mine.named);
    await handIn(p, link.secret, {
      ...theirs.named,
      response: mine.named.response,
    });
    await put(p, theirs.named.id, name, bytes);
    await t.runJobs();
    expect(await photosIn(theirs.named.id)).toBe(0);
  });

  it('answers with a foreign address instead of a photo are refused', async () => {
    const link = await makeLink(p);
    for (const file of [
      { contentType: 'image/jpeg', url: 'https://evil.example/a.jpg' },
      { contentType: 'text/html', url: `urn:molar:attachment:${'a'.repeat(64)}` },
    ])
      expect(
        (
          await handIn(
            p,
            link.secret,
            await answersFor(p, link.secret, { response: painWith([{ valueAttachment: file }]) }),
          )
        ).code,
      ).toBe('validation');
  });

  it('erasing a person removes pieces of photos that never arrived completely', async () => {
    const link = await makeLink(p, { kind: 'invitation', patid: '1001' }),
      { named, photos } = await namedPhotos(
        (await answersFor(p, link.secret, {
          response: painWith(await photosOf(1)),
        })) as unknown as HomeAnswers,
      ),
      [[name, bytes] = ['', new Uint8Array()]] = photos;
    await handIn(p, link.secret, named);
    await put(p, named.id, name, bytes.slice(0, 1000), { size: bytes.length });
    expect(await pieces()).toBe(1);
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      const none = new Set<string>(),
        all = await belongingsOf(w, ['1001'], none);
      await erasePerson(w, all, none, none, { mailIds: [], hashes: [] });
    });
    expect(await pieces()).toBe(0);
  });
});
