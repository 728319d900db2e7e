// Fonts of all papers: two families that every paper has, and one per further script, read only for
// a paper in which the script occurs.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { glyphsOf, rangesOf, type GlyphRanges } from '../../../shared/base/glyphs.ts';
import packed from '../fonts/index.json';
import { codePointsIn } from './cmap.ts';

const packages = createRequire(import.meta.url);
/**
 * Returns the families of a paper, in the order in which a character looks for its glyph. The fonts
 * of scripts come before Vazirmatn: a word with an Urdu or Kurdish letter that Vazirmatn lacks is
 * printed in one font, because letters join only within a font.
 */
export const familiesOf = (fonts: readonly ScriptFont[]): readonly string[] => [
  'Noto Sans',
  ...fonts.map(({ family }) => family),
  'Vazirmatn',
];
export const FONTS = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf',
  'vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf',
] as const;

/** Reads a font. @throws when a font of the installation is missing */
export const readFont = (name: string): Buffer => readFileSync(packages.resolve(name));

let base: GlyphRanges | undefined;
/**
 * Returns the characters of the two common families that every weight prints: one that only a
 * single weight has is missing in headings.
 */
function common(): GlyphRanges {
  if (base) return base;
  const [regular, bold, regularFa, boldFa] = FONTS.map((name) => codePointsIn(readFont(name)));
  const both = (a: Set<number> | undefined, b: Set<number> | undefined): number[] =>
    [...(a ?? [])].filter((point) => b?.has(point) === true);
  return (base = rangesOf([...both(regular, bold), ...both(regularFa, boldFa)]));
}

/** A family of one script, in one weight. */
export interface ScriptFont {
  readonly family: string;
  readonly file: string;
}
interface Known extends ScriptFont {
  readonly ranges: GlyphRanges;
  readonly has: (character: string) => boolean;
}
let scripts: readonly Known[] | undefined;
const scriptFonts = (): readonly Known[] =>
  (scripts ??= packed.map(({ family, file, ranges: text }) => {
    const ranges = text.split(' ').map(Number);
    return { family, file, ranges, has: glyphsOf(ranges) };
  }));

/** Reads the font of a script. @throws when a font of the installation is missing */
export function readScriptFont({ file }: ScriptFont): Buffer {
  const here = fileURLToPath(new URL('.', import.meta.url));
  // Next to the bundle when built, else next to this folder.
  const folder = [join(here, 'fonts'), join(here, '../fonts')].find((one) => existsSync(one));
  return brotliDecompressSync(readFileSync(join(folder ?? here, file)));
}

let hasCommon: ((character: string) => boolean) | undefined;
/** Returns the fonts that a text needs besides the common ones, in the order of the index. */
export function scriptFontsOf(text: string): readonly ScriptFont[] {
  const others = [...new Set(text.match(/[^ -\u024f]/gu))].filter(
    (one) => !(hasCommon ??= glyphsOf(common()))(one),
  );
  if (others.length === 0) return [];
  const needed = new Set(others.map((one) => scriptFonts().find((font) => font.has(one))));
  return scriptFonts().filter((font) => needed.has(font));
}

let known: GlyphRanges | undefined;
/** Returns the characters that papers can print. */
export function printable(): GlyphRanges {
  return (known ??= merged([common(), ...scriptFonts().map((one) => one.ranges)]));
}

/** Merges lists of ranges without listing their code points one by one. */
function merged(lists: readonly GlyphRanges[]): number[] {
  const pairs = lists
    .flatMap((one) =>
      one.flatMap((first, at) => (at % 2 === 0 ? [[first, one[at + 1] ?? first]] : [])),
    )
    .sort(([a = 0], [b = 0]) => a - b);
  const ranges: number[] = [];
  for (const [first = 0, last = 0] of pairs) {
    const end = ranges.at(-1);
    if (end !== undefined && first <= end + 1) ranges[ranges.length - 1] = Math.max(end, last);
    else ranges.push(first, last);
  }
  return ranges;
}
