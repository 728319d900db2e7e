/** Tests of the signed archive: round trip, minisign's format, and each way to change it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { makeKeys, signFile, verifyFile } from './release/minisign.mjs';
import {
  compareVersions,
  openRelease,
  placeRelease,
  signRelease,
} from './release/release-file.mjs';
import { pack, unpack } from './release/tar.mjs';

const file = (name: string, text: string) => ({ path: name, bytes: Buffer.from(text) });
const FILES = [
  file('package.json', '{"version":"1.2.3"}'),
  file('server/main.ts', 'x'.repeat(1500)),
  file('leer', ''),
  file(`tief/${'ordner/'.repeat(18)}datei-ü.txt`, 'ü'),
];
const { privatePem, publicText } = makeKeys(),
  archive = await pack(FILES),
  AT = new Date('2026-11-29T06:00:00Z');
const given = {
  archive,
  signature: signRelease(archive, '1.2.3', privatePem, AT),
  publicKey: publicText,
  installed: '1.2.2',
};

describe('the archive of a release', () => {
  it('contains its files, and equal files make equal bytes', async () => {
    expect(
      (await unpack(archive)).map((one) => [one.path, Buffer.from(one.bytes).toString()]),
    ).toEqual(
      [...FILES]
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map((one) => [one.path, one.bytes.toString()]),
    );
    expect((await pack([...FILES].reverse())).equals(archive)).toBe(true);
  });

  it('is refused with a path that leaves its folder, another kind of entry, or torn off', async () => {
    for (const name of ['../a', '/a', 'a/../../b', 'a\\b', 'C:a', 'a//b'])
      await expect(unpack(await pack([file(name, 'x')])), name).rejects.toThrow();
    const link = await packTar([
      { header: { name: 'a', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    ]);
    await expect(unpack(gzipSync(link))).rejects.toThrow('not an archive');
    const torn = gunzipSync(archive).subarray(0, 700);
    await expect(unpack(gzipSync(torn))).rejects.toThrow();
  });

  it('is opened with its version, and unpacked into an empty folder only', async () => {
    const opened = await openRelease(given);
    expect(opened).toMatchObject({ version: '1.2.3', at: AT, isNewer: true });
    const folder = mkdtempSync(path.join(tmpdir(), 'molar-release-'));
    try {
      placeRelease(opened.entries, folder);
      expect(readFileSync(path.join(folder, 'server/main.ts'), 'utf8')).toHaveLength(1500);
      expect(() => placeRelease(opened.entries, folder)).toThrow('not empty');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is refused when a byte of it, of the signature or of its comment differs', async () => {
    const changed = Buffer.from(archive);
    changed[20] = (changed[20] ?? 0) ^ 1;
    await expect(openRelease({ ...given, archive: changed })).rejects.toThrow('not the one');
    await expect(
      openRelease({
        ...given,
        signature: given.signature.replace('version:1.2.3', 'version:9.2.3'),
      }),
    ).rejects.toThrow('comment');
    const lines = given.signature.split('\n');
    for (const at of [1, 3]) {
      const bytes = Buffer.from(lines[at]!, 'base64');
      bytes[40] = (bytes[40] ?? 0) ^ 1;
      const signature = lines.map((line, n) => (n === at ? bytes.toString('base64') : line));
      await expect(openRelease({ ...given, signature: signature.join('\n') })).rejects.toThrow();
    }
    await expect(openRelease({ ...given, signature: '' })).rejects.toThrow('damaged');
  });

  it('is refused from another key, and under a version that it is not', async () => {
    await expect(openRelease({ ...given, publicKey: makeKeys().publicText })).rejects.toThrow(
      'another key',
    );
    await expect(
      openRelease({ ...given, signature: signRelease(archive, '2.0.0', privatePem, AT) }),
    ).rejects.toThrow('another version');
    await expect(
      openRelease({ ...given, signature: signFile(archive, privatePem, 'hello') }),
    ).rejects.toThrow('not one of a release');
  });

  it('an older version is recognised', async () => {
    expect((await openRelease({ ...given, installed: '1.2.3' })).isNewer).toBe(false);
    expect((await openRelease({ ...given, installed: '1.10.0' })).isNewer).toBe(false);
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });

  it('a signature made by minisign is read, and a changed file is not', () => {
    // minisign 0.11: `minisign -S -m FILE` over the bytes of "molar" and a line feed.
    const bytes = Buffer.from('molar\n'),
      signature = [
        'untrusted comment: signature from minisign secret key',
        'RURpkbZERSfjXj9XNk64KB83cGzwMd/B/2gJZMqDIoztq1HeRiH0h1gdyvr+xh+esBVXj80/m+s8NAJqvhSxxvV0HX9mCC/FUQ0=',
        'trusted comment: timestamp:1 version:1.2.3',
        '//0XVA3kJHHNB1B3wO3LjlRQ3KlVLmlEEU8q2/a14s3Gh0IO5C8f1imDwvHCD+ThvFMNsu7qh1lVfOAmutRRAQ==',
        '',
      ].join('\n'),
      key = 'RWRpkbZERSfjXmFM5Pxh4g5HDOo3fi0q7jdvS411dnOllFYZUSrKwoyI';
    expect(verifyFile(bytes, signature, key)).toBe('timestamp:1 version:1.2.3');
    expect(() => verifyFile(Buffer.from('molar'), signature, key)).toThrow('not the one');
  });
});
