// Tests of the relay's table, of the operator's command about it, and of the relay's settings.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdentity } from '../platform/tunnel/identity.ts';
import { readTable, writeTable } from './box-table.ts';
import { parseRelaySettings } from './parse-settings.ts';
import { runRelayBox } from './relay-box.command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'molar-relay-table-')),
  file = path.join(folder, 'boxes.json');
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIN = 'a'.repeat(64),
  NEXT = 'b'.repeat(64),
  OTHER = 'c'.repeat(64);
async function run(...args: string[]): Promise<[code: number, printed: string]> {
  const lines: string[] = [];
  const code = await runRelayBox({
    args,
    env: { MOLAR_RELAY_DATA: folder },
    print: (line) => void lines.push(line),
  });
  return [code, lines.join('\n')];
}

describe('npm run relay:box', () => {
  it('adds a box, publishes its next key, ends the change, and drops it', async () => {
    expect((await run('add', 'Praxis.example', PIN.toUpperCase()))[0]).toBe(0);
    expect(readTable(file).boxes).toEqual([{ name: 'praxis.example', current: PIN }]);
    expect((await run('next', 'praxis.example', NEXT))[0]).toBe(0);
    expect(readTable(file).boxes).toEqual([{ name: 'praxis.example', current: PIN, next: NEXT }]);
    expect((await run('add', 'praxis.example', NEXT))[0]).toBe(0);
    expect(readTable(file).boxes).toEqual([{ name: 'praxis.example', current: NEXT }]);
    expect((await run('drop', 'praxis.example'))[0]).toBe(0);
    expect(readTable(file).boxes).toEqual([]);
  });

  it('refuses what would lock out a box, or let in a second one by the same key', async () => {
    await run('add', 'eins.example', PIN);
    const before = readFileSync(file, 'utf8');
    for (const [args, word] of [
      [['add', 'eins.example', OTHER], 'hat schon einen anderen Schlüssel'],
      [['add', 'zwei.example', PIN], 'hat schon eins.example'],
      [['next', 'zwei.example', OTHER], 'steht nicht in der Liste'],
      [['next', 'eins.example', PIN], 'benutzt diesen Schlüssel schon'],
      [['drop', 'zwei.example'], 'steht nicht in der Liste'],
      [['add', '192.168.1.20', OTHER], 'ist kein Name'],
      [['add', 'zwei.example', OTHER.slice(1)], '64 Stellen'],
    ] as const) {
      const [code, printed] = await run(...args);
      expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
      expect(printed).toContain(word);
      expect(printed).toContain('Nichts wurde geändert');
    }
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('explains itself, and shows the pin of the relay with its boxes', async () => {
    expect((await run('add', 'eins.example'))[0]).toBe(2);
    expect((await run('rename', 'eins.example', PIN))[0]).toBe(2);
    await run('add', 'eins.example', PIN);
    const { pin } = await openIdentity(folder),
      [code, printed] = await run();
    expect(code).toBe(0);
    expect(printed).toContain(pin);
    expect(printed).toContain(`eins.example  ${PIN}`);
  });

  it('leaves nothing but the table and the key, readable by their user only', async () => {
    await run('add', 'eins.example', PIN);
    await openIdentity(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['boxes.json', 'own.key']);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('the table', () => {
  it('is empty without a file, and refuses unknown fields, two of a name, two of a pin', async () => {
    expect(readTable(file)).toEqual({ boxes: [] });
    for (const boxes of [
      [{ name: 'a.example', current: PIN, port: 1 }],
      [
        { name: 'a.example', current: PIN },
        { name: 'a.example', current: NEXT },
      ],
      [
        { name: 'a.example', current: PIN, next: NEXT },
        { name: 'b.example', current: NEXT },
      ],
      [{ name: 'A.example', current: PIN }],
      [{ name: 'a.example', current: 'kurz' }],
    ]) {
      writeFileSync(file, JSON.stringify({ boxes }));
      expect(() => readTable(file)).toThrow();
    }
    const own = { boxes: [{ name: 'a.example', current: PIN, next: NEXT }] };
    await writeTable(file, own);
    expect(readTable(file)).toEqual(own);
  });
});

describe('the settings of a relay', () => {
  it('have defaults, and take addresses of both kinds', () => {
    expect(parseRelaySettings({ PATH: '/usr/bin' }).settings).toEqual({
      data: './relay-data',
      phones: { host: '0.0.0.0', port: 443 },
      boxes: { host: '0.0.0.0', port: 7443 },
      monitor: undefined,
    });
    expect(
      parseRelaySettings({ MOLAR_RELAY_PHONES: '[::]:443', MOLAR_RELAY_MONITOR: 'localhost:9' })
        .settings,
    ).toMatchObject({ phones: { host: '::', port: 443 }, monitor: { host: 'localhost', port: 9 } });
  });

  it('[V8] are refused by name', () => {
    const problems = (env: Record<string, string>): string =>
      (parseRelaySettings(env).problems ?? []).join('\n');
    expect(problems({ MOLAR_RELAY_PHONES: '443' })).toContain('MOLAR_RELAY_PHONES=443');
    expect(problems({ MOLAR_RELAY_BOXES: 'a:70000' })).toContain('MOLAR_RELAY_BOXES=a:70000');
    expect(problems({ MOLAR_RELAY_MONITOR: 'x' })).toContain('MOLAR_RELAY_MONITOR=x');
    expect(problems({ MOLAR_RELAY_PHONE: 'a:1' })).toContain('gemeint ist wohl MOLAR_RELAY_PHONES');
    expect(problems({ MOLAR_RELAY_PIN: PIN })).toContain('gehört zum Server einer Praxis');
  });
});
