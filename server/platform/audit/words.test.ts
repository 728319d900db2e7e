/** Tests of the words of the audit log, and of the cells and lines of its export. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_WORDS } from '../../../shared/operations/audit.ts';
import { csvCell, csvOf } from './export-audit.ts';

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const at = path.join(folder, name);
    return statSync(at).isDirectory()
      ? files(at)
      : name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name)
        ? [at]
        : [];
  });

describe('words of the audit log', () => {
  it('every kind of entry has plain words in both languages', () => {
    const wanted = new Set<string>(),
      prefixes = new Set<string>();
    for (const text of files('server').map((f) => readFileSync(f, 'utf8'))) {
      for (const [, first = ''] of text.matchAll(
        /(?<!log\.)\b(?:audit|note)\(([^,]*?[`'][a-z_.]+[.$][^,]*),/g,
      )) {
        for (const [, type = ''] of first.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)) wanted.add(type);
        for (const [, prefix = ''] of first.matchAll(/`([a-z_.]+\.)\$\{/g)) prefixes.add(prefix);
      }
    }
    expect(wanted.size).toBeGreaterThan(60);
    expect(
      [...wanted].filter((type) => AUDIT_WORDS[type] === undefined && type !== 'backup.every'),
    ).toEqual([]);
    expect(
      [...prefixes].filter(
        (prefix) => !Object.keys(AUDIT_WORDS).some((type) => type.startsWith(prefix)),
      ),
    ).toEqual([]);
    expect(
      Object.entries(AUDIT_WORDS).filter(([, w]) => w.de.length < 4 || w.en.length < 4),
    ).toEqual([]);
  });

  it.each([
    ['=cmd|calc', "'=cmd|calc"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['=1,2', '"\'=1,2"'],
    ['Özlem', 'Özlem'],
    ['0010', '"=""0010"""'],
    ['27.11.2026', '27.11.2026'],
  ])('[B42] a cell %j is written as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
  it('lines end as required by RFC 4180', () =>
    expect(
      csvOf([
        ['a', 'b'],
        ['c', ''],
      ]),
    ).toBe('a,b\r\nc,\r\n'));
});
