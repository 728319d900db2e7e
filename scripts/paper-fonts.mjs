/**
 * Packs the fonts that papers load on demand into `server/paper/fonts/`: the regular weight of one
 * family per script, as Brotli, with an index of the characters each family prints. Run by hand
 * when a font is added or renewed. Why: docs/decisions/041-fonts-by-script.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './sources.mjs';

/**
 * Packages of `@expo-google-fonts`, in the order in which a paper tries their families: Han before
 * Hangul, because the Korean family has a part of the Han characters only.
 */
const PACKAGES = {
  'noto-sans-arabic': '0.4.3',
  'noto-sans-hebrew': '0.4.1',
  'noto-sans-armenian': '0.4.2',
  'noto-sans-georgian': '0.4.3',
  'noto-sans-ethiopic': '0.4.2',
  'noto-sans-syriac': '0.4.2',
  'noto-sans-thaana': '0.4.2',
  'noto-sans-nko': '0.4.1',
  'noto-sans-adlam': '0.4.1',
  'noto-sans-tifinagh': '0.4.1',
  'noto-sans-devanagari': '0.4.1',
  'noto-sans-bengali': '0.4.4',
  'noto-sans-gurmukhi': '0.4.1',
  'noto-sans-gujarati': '0.4.2',
  'noto-sans-oriya': '0.4.2',
  'noto-sans-tamil': '0.4.3',
  'noto-sans-telugu': '0.4.2',
  'noto-sans-kannada': '0.4.3',
  'noto-sans-malayalam': '0.4.2',
  'noto-sans-sinhala': '0.4.2',
  'noto-sans-thai': '0.4.2',
  'noto-sans-lao': '0.4.2',
  'noto-serif-tibetan': '0.4.2',
  'noto-sans-myanmar': '0.4.2',
  'noto-sans-khmer': '0.4.3',
  'noto-sans-mongolian': '0.4.1',
  'noto-sans-cherokee': '0.4.2',
  'noto-sans-canadian-aboriginal': '0.4.1',
  'noto-sans-sc': '0.4.3',
  'noto-sans-kr': '0.4.3',
};
const FOLDER = join(ROOT, 'server/paper/fonts');

/** @type {typeof import('../server/paper/pdf/cmap.ts')} */
const { codePointsIn } = await tsImport('../server/paper/pdf/cmap.ts', import.meta.url);
/** @type {typeof import('../shared/base/glyphs.ts')} */
const { rangesOf } = await tsImport('../shared/base/glyphs.ts', import.meta.url);

const place = mkdtempSync(join(tmpdir(), 'molar-fonts-'));
try {
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const wanted = Object.entries(PACKAGES).map(
    ([name, version]) => `@expo-google-fonts/${name}@${version}`,
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
    cwd: place,
    stdio: 'inherit',
  });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  /** @type {string[]} */
  const owners = [];
  /** @type {Set<string>} */
  const licences = new Set();
  const fonts = Object.keys(PACKAGES).map((name) => {
    const from = join(place, 'node_modules/@expo-google-fonts', name),
      weight = join(from, '400Regular'),
      font = readFileSync(
        join(weight, readdirSync(weight).find((one) => one.endsWith('.ttf')) ?? ''),
      );
    /** @type {{ family: string }} */
    const { family } = JSON.parse(readFileSync(join(from, 'metadata.json'), 'utf8'));
    writeFileSync(
      join(FOLDER, `${name}.ttf.br`),
      brotliCompressSync(font, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }),
    );
    const [owner, ...words] = readFileSync(join(from, 'LICENSE_FONT'), 'utf8').trim().split('\n');
    owners.push(`${family}: ${owner}`);
    licences.add(words.join('\n').trim());
    const ranges = rangesOf(codePointsIn(font));
    return { family, file: `${name}.ttf.br`, ranges: ranges.join(' ') };
  });
  writeFileSync(join(FOLDER, 'index.json'), `${JSON.stringify(fonts, null, 2)}\n`);
  writeFileSync(join(FOLDER, 'OFL.txt'), `${[owners.join('\n'), ...licences].join('\n\n')}\n`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
