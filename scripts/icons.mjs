/**
 * Generates the small icon files of `public/` from `public/icon.svg`; run by hand when the logo
 * changes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

const config = join(mkdtempSync(join(tmpdir(), 'molar-icons-')), 'pwa-assets.config.mjs');
writeFileSync(
  config,
  `
import { minimal2023Preset } from ${JSON.stringify(join(ROOT, 'node_modules/@vite-pwa/assets-generator/dist/presets/minimal-2023.mjs'))};
export default {
  images: ['public/icon.svg'],
  preset: {
    ...minimal2023Preset,
    maskable: { ...minimal2023Preset.maskable, padding: 0, resizeOptions: { background: '#0B626A' } },
    apple: { ...minimal2023Preset.apple, padding: 0, resizeOptions: { background: '#0B626A' } },
  },
};
`,
);
execFileSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/@vite-pwa/assets-generator/bin/pwa-assets-generator.mjs'),
    '--root',
    ROOT,
    '--config',
    config,
  ],
  { stdio: 'inherit' },
);
