// Tests of the link's pauses and of the key that it proves.
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runRelayPin } from '../../commands/relay-pin.command.ts';
import { pauseBefore } from './box-link.ts';
import { followIdentity, nextPinIn, openIdentity, switchIdentity } from './identity.ts';

const data = mkdtempSync(path.join(tmpdir(), 'molar-link-')),
  folder = path.join(data, 'relay');
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('tries after any time up to a bound that doubles to a minute', () => {
  const bounds = Array.from({ length: 9 }, (_, tries) => pauseBefore(tries, () => 1));
  expect(bounds).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(pauseBefore(500, () => 1)).toBe(60_000);
  expect(pauseBefore(8, () => 0)).toBe(0);
});

async function run(...args: string[]): Promise<[code: number, printed: string]> {
  const lines: string[] = [];
  const code = await runRelayPin({
    args,
    env: { MOLAR_DATA: data },
    print: (line) => void lines.push(line),
  });
  return [code, lines.join('\n')];
}

describe('npm run relay:pin', () => {
  it('makes the key once, for its user only, and prints the same pin each time', async () => {
    const [code, printed] = await run(),
      { pin } = await openIdentity(folder);
    expect([code, printed]).toEqual([0, `PIN dieses Servers: ${pin}`]);
    expect(await run()).toEqual([0, printed]);
    expect(statSync(path.join(folder, 'own.key')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('shows the next key before it is used, and a running server follows the change', async () => {
    const follow = followIdentity(folder),
      before = await follow();
    expect((await run('switch'))[0]).toBe(1);
    const [, printed] = await run('next'),
      next = nextPinIn(folder)!;
    expect(printed).toContain(`relay:box -- next NAME ${next}`);
    expect(await run('next')).toEqual([0, printed]);
    expect((await follow()).pin).toBe(before.pin);
    // A change within one tick of the file system's clock has another time, too.
    utimesSync(path.join(folder, 'own.key'), 1, 1);
    await follow();
    expect(await switchIdentity(folder)).toBe(true);
    expect((await follow()).pin).toBe(next);
    expect(nextPinIn(folder)).toBeUndefined();
  });

  it('explains itself', async () => {
    expect((await run('neu'))[0]).toBe(2);
    expect((await run('next', 'mehr'))[0]).toBe(2);
  });
});
