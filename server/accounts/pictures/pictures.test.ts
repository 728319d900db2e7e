/**
 * Uploaded pictures: judged by content, re-encoded without hidden data, bound to the practice, and
 * unable to stop the server.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { promising } from '../../../tests/support/promising-png.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { createPictures } from './pictures.ts';

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#0B626A' } });
const SCRIPT = '<script>alert(1)</script>';

describe.each(STORES)('pictures (%s)', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const send = (
    body: Uint8Array,
    {
      as = p.users.owner,
      purpose = 'form',
      type = 'image/png',
    }: { as?: Bearer; purpose?: string; type?: string } = {},
  ) => t.call(`/imageUploads/upload?purpose=${purpose}`, { as, method: 'POST', body, type });
  const sent = async (body: Uint8Array, options: Parameters<typeof send>[1] = {}) =>
    (await send(body, options)).json as { id: string; width: number; height: number };
  const show = (id: string, as: Bearer = p.users.reception) =>
    t.call(`/imageUploads/image/${id}`, { as });

  it.each(['png', 'jpeg', 'webp'] as const)(
    '[U1] accepts %s whatever its declared type and returns a picture only',
    async (format) => {
      const made = await sent(await picture().toFormat(format).toBuffer(), {
        type: 'application/octet-stream',
      });
      expect(made).toMatchObject({ width: 600, height: 400 });
      const answer = await show(made.id);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('content-security-policy'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual([200, 'image/webp', "default-src 'none'; sandbox", 'nosniff']);
      expect((await sharp(answer.bytes).metadata()).format).toBe('webp');
    },
  );

  it.each([
    ['[sec B43] HTML that calls itself PNG', () => Buffer.from(`<!doctype html>${SCRIPT}`), 415],
    [
      '[sec B43] HTML behind a PNG signature',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SCRIPT)]),
      422,
    ],
    [
      '[sec B44] SVG with a script',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
      415,
    ],
    ['GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 415],
    ['PDF', () => Buffer.from('%PDF-1.7'), 415],
    ['[sec B46] 50 000 times 50 000 pixels', () => promising(50_000, 50_000), 422],
    ['[sec B46] just too many pixels', () => promising(8_000, 5_001), 422],
    ['[sec B47] nothing', () => Buffer.alloc(0), 400],
    ['a torn JPEG', () => Buffer.from('ffd8ffe000104a4649460001', 'hex'), 422],
    ['[sec B53] a gzip bomb', () => Buffer.from('1f8b0800000000000003', 'hex'), 415],
    ['[sec B48] 20 MiB and one byte', () => Buffer.alloc(20 * 1024 * 1024 + 1), 413],
    ['[sec B55] an address with HTML inside', () => Buffer.from('data:text/html;base64,PGI+'), 415],
  ])('%s is refused and stores nothing', async (_what, make, status) => {
    const { image } = t.deps.store.t,
      count = async () => (await t.deps.store.read.select().from(image)).length,
      before = await count();
    const answer = await send(make());
    expect([answer.status, await count()]).toEqual([status, before]);
  });
  it('[sec B44] refuses a type that is no picture before reading it', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'image/gif', 'multipart/form-data'])
      expect((await send(Buffer.from(SCRIPT), { type })).status, type).toBe(415);
  });
  it('[sec B45] [sec B49] removes hidden data: location and appended scripts', async () => {
    const jpeg = await picture()
      .withExif({
        IFD0: { Copyright: 'GEHEIM' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
      })
      .jpeg()
      .toBuffer();
    const { id } = await sent(Buffer.concat([jpeg, Buffer.from(SCRIPT)]));
    const bytes = Buffer.from((await show(id)).bytes);
    expect(jpeg.includes('GEHEIM')).toBe(true);
    expect([
      bytes.includes('GEHEIM'),
      bytes.includes('script'),
      (await sharp(bytes).metadata()).exif,
    ]).toEqual([false, false, undefined]);
  });
  it('[sec B54] [sec B56] [sec B57] ids are random, names are ignored, others find nothing', async () => {
    const { id } = await sent(await picture().png().toBuffer());
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect((await show(id, other.users.owner)).status).toBe(404);
    expect((await t.call(`/imageUploads/image/${id}`)).status).toBe(401);
    for (const bad of ['../x', '..%2Fx', 'x', `${id}.png`])
      expect((await t.call(`/imageUploads/image/${bad}`, { as: p.users.owner })).status, bad).toBe(
        404,
      );
    expect(
      (
        await t.call(`/imageUploads/upload?purpose=form&name=../../x`, {
          as: p.users.owner,
          method: 'POST',
          body: await picture().png().toBuffer(),
          type: 'image/png',
        })
      ).status,
    ).toBe(400);
  });
  it('[sec 2] reception may change its own picture only', async () => {
    const png = await picture().png().toBuffer();
    expect((await send(png, { as: p.users.reception })).code).toBe('forbidden');
    expect((await send(png, { as: p.users.reception, purpose: 'avatar' })).status).toBe(200);
  });
  it('an own picture is a square of 256, replaces the previous one and deletes its file', async () => {
    const as = p.users.staff;
    const files = () =>
      readdirSync(path.join(t.blobsFolder, p.cid), { recursive: true }).filter((f) =>
        /[0-9a-f]{64}$/.test(String(f)),
      ).length;
    const first = await sent(
      await sharp({ create: { width: 900, height: 300, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
      { as, purpose: 'avatar' },
    );
    expect(first).toMatchObject({ width: 256, height: 256 });
    const before = files();
    const second = await sent(
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff8800' } })
        .png()
        .toBuffer(),
      { as, purpose: 'avatar' },
    );
    expect([files(), (await show(first.id)).status, (await show(second.id)).status]).toEqual([
      before,
      404,
      200,
    ]);
    expect((await t.call('/auth/user', { as })).json).toMatchObject({ avatarId: second.id });
    expect(
      (await t.call(`/imageUploads/image/${second.id}`, { as: p.users.owner, method: 'DELETE' }))
        .status,
    ).toBe(404);
    for (let i = 0; i < 2; i++)
      expect(
        (await t.call(`/imageUploads/image/${second.id}`, { as, method: 'DELETE' })).status,
      ).toBe(204);
    expect((await t.call('/auth/user', { as })).json).toMatchObject({ avatarId: null });
    expect(files()).toBe(before - 1);
  });
});

describe('re-encoding process', () => {
  const folder = path.resolve('node_modules/.cache/molar-tests');
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      entryPoints: ['server/accounts/pictures/picture.worker.ts'],
      outfile: path.join(folder, 'picture.worker.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      packages: 'external',
      logLevel: 'warning',
    });
  });
  it('re-encodes pictures and recovers from crashes and timeouts', async () => {
    const pictures = createPictures({ workerPath: path.join(folder, 'picture.worker.mjs') });
    expect(
      await pictures.reencode({ bytes: await picture().png().toBuffer(), purpose: 'avatar' }),
    ).toMatchObject({ width: 256, height: 256 });
    expect(await pictures.reencode({ bytes: promising(50_000, 50_000), purpose: 'form' })).toEqual({
      refused: 'unreadable_file',
    });
    expect(
      await createPictures({
        workerPath: path.join(folder, 'picture.worker.mjs'),
        timeoutMs: 1,
      }).reencode({ bytes: await picture().png().toBuffer(), purpose: 'form' }),
    ).toEqual({ refused: 'unreadable_file' });
  });
});
