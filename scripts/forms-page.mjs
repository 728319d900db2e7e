/**
 * `npm run forms:page`: writes docs/forms.md, which lists what the import of a form does with each
 * element and extension, from the conformance test.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './sources.mjs';

const { status } = spawnSync('npx', ['vitest', 'run', 'tests/forms/conformance.long.test.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, MOLAR_WRITE_PAGE: '1' },
});
if (status === 0) spawnSync('npx', ['oxfmt', 'docs/forms.md'], { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
