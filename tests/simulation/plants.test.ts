/** Every planted bug still matches the source, in any layout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EARLY, NORMAL } from '../chaos/build.ts';
import { holds, withFirst } from '../support/house/places.mjs';
import { ROOT } from '../support/house/source.ts';
import { PLANTS } from './plants.mjs';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('planted bugs', () => {
  test('each of the simulation matches the source', () => {
    const lost = PLANTS.flatMap(({ name, changes }) =>
      changes
        .filter(({ file, find }) => !holds(textOf(file), find))
        .map(({ file, find }) => `${name}: ${file} does not hold ${find}`),
    );
    expect(lost).toEqual([]);
  });

  test('each of the chaos campaign matches the source', () => {
    const lost = [EARLY, NORMAL].flatMap(({ file, change }) =>
      change.filter(([from]) => !holds(textOf(file), from)),
    );
    expect(lost).toEqual([]);
  });

  test('a match is found in any formatting, and never in different words', () => {
    const code = 'if (await ask(a, b)) return done(a);';
    const laidOut = 'if (\n  await ask(\n    a,\n    b,\n  )\n)\n  return done(a);\n';
    expect(withFirst(`x();\n${laidOut}`, code, 'y();')).toBe('x();\ny();\n');
    expect(holds('if (await asked(a, b)) return done(a);', code)).toBe(false);
    expect(holds('returndone(a);', 'return done(a);')).toBe(false);
  });
});
