// Tests of a practice's brand over HTTP: a logo is re-encoded and small, tablets and paper get it,
// no one else changes it, and it is taken away again.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { readPraxisFacts } from './read-settings.ts';

describe.each(STORES)('brand on %s', (kind) => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const upload = (body: Uint8Array, as: Bearer = p.users.owner) =>
    t.call('/api/settings/logo', { as, method: 'POST', body, type: 'image/png' });
  const settings = async (): Promise<SettingsView> =>
    (await t.call('/api/settings', { as: p.users.reception })).json as SettingsView;
  const patch = (path: string, value: unknown, version: number) =>
    t.call('/api/settings/patch', {
      as: p.users.owner,
      method: 'POST',
      json: { settingsDiff: [{ op: 'replace', path, value }], version },
    });

  it('an owner sets a logo: it is re-encoded, small, and reaches tablets and paper', async () => {
    const big = await sharp({
      create: { width: 2400, height: 900, channels: 4, background: '#0B626A' },
    })
      .withExif({ IFD0: { Copyright: 'GEHEIM' } })
      .png()
      .toBuffer();
    const answer = await upload(big);
    expect(answer.status).toBe(200);
    const { logo } = await settings(),
      bytes = Buffer.from(logo.split(',')[1] ?? '', 'base64'),
      { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'png',
      width: 256,
      height: 96,
      exif: undefined,
    });
    const look = t.deps.workshop.look(p.cid, p.system);
    expect((await readPraxisFacts(look)).logo).toBe(logo);
    const { version } = await settings();
    // The same picture again changes nothing.
    expect(((await upload(big)).json as SettingsView).version).toBe(version);
    expect(
      (await t.call('/api/settings/logo', { as: p.users.owner, method: 'DELETE' })).json,
    ).toMatchObject({ logo: '', version: version + 1 });
  });

  it('what is no picture is refused, and a patch never sets a logo', async () => {
    expect((await upload(Buffer.from('<svg onload="alert(1)"/>'))).code).toBe('unsupported_media');
    expect((await upload(Buffer.alloc(0))).code).toBe('bad_request');
    const before = await settings();
    expect((await patch('/logo', 'data:image/png;base64,AAAA', before.version)).code).toBe(
      'validation',
    );
    expect(await settings()).toEqual(before);
  });

  it('reception and the team cannot change the brand; an unknown accent is refused', async () => {
    for (const as of [p.users.reception, p.users.staff]) {
      expect((await upload(Buffer.alloc(1), as)).code).toBe('forbidden');
      expect((await t.call('/api/settings/logo', { as, method: 'DELETE' })).code).toBe('forbidden');
    }
    const { version } = await settings();
    expect((await patch('/accent', 'pink', version)).code).toBe('validation');
    expect((await patch('/accent', 'plum', version)).json).toMatchObject({ accent: 'plum' });
  });
});
