/** Every migration has a descriptive name. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each([[[]], [['Colour of tablets']], [['../elsewhere']]])(
  'refuses a migration without a plain name before anything is written: %j',
  (given) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'db-generate.mjs'), ...given],
      { encoding: 'utf8' },
    );
    expect([status, stderr.trim()]).toEqual([
      1,
      'A migration needs a name of small letters, digits and underscores: npm run db -- tablet_colour',
    ]);
  },
);
