// Compiles Typst in the current process; only for child processes, because the native compiler
// never releases memory.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { glyphsOf } from '../../../shared/base/glyphs.ts';
import { AGREEMENT_LAYOUT } from './agreement-layout.ts';
import { ANSWERS_LAYOUT } from './answers-layout.ts';
import { BLANK_LAYOUT } from './blank-layout.ts';
import {
  familiesOf,
  FONTS,
  printable,
  readFont,
  readScriptFont,
  scriptFontsOf,
  type ScriptFont,
} from './fonts.ts';
import { ATTACH_INVOICE, INVOICE_LAYOUT } from './invoice/invoice-layout.ts';
import { ATTACH_DATA, DOCUMENT_LAYOUT, MARK_LAYOUT } from './layout.ts';
import { markRequest, PdfError } from './protocol.ts';
import { LETTER_LAYOUT } from './letter-layout.ts';
import { REPORT_LAYOUT } from './report-layout.ts';
import { withStandIns, type Replacing } from './stand-in.ts';
import type { MarkText, RawBox, RenderReply, RenderRequest } from './protocol.ts';

const packages = createRequire(import.meta.url);
const hashOf = (font: Buffer): string => createHash('sha256').update(font).digest('hex');
const common = FONTS.map((name) => ({
  name: name.slice(name.lastIndexOf('/') + 1),
  font: readFont(name),
}));
const commonHashes = Object.fromEntries(common.map(({ name, font }) => [name, hashOf(font)]));
const { version } = JSON.parse(
  readFileSync(packages.resolve('@myriaddreamin/typst-ts-node-compiler/package.json'), 'utf8'),
) as { version: string };

// The folder does not have to exist: every file the sources read is passed in, nothing comes from
// the disk.
const root = resolve('/molar-pdf');
/** Fonts of the scripts that this process has printed, by family. */
const loaded = new Map<string, { readonly font: Buffer; readonly hash: string }>();
const createCompiler = (): NodeCompiler =>
  NodeCompiler.create({
    workspace: root,
    fontArgs: [{ fontBlobs: [...common, ...loaded.values()].map(({ font }) => font) }],
  });
let compiler = createCompiler();

/**
 * Loads the fonts of further scripts. A compiler takes fonts at its creation only; each paper names
 * its families, so that the fonts of earlier papers change no later one.
 * @returns the fonts that are there: an incomplete installation prints stand-ins
 */
function load(fonts: readonly ScriptFont[]): readonly ScriptFont[] {
  const before = loaded.size;
  for (const one of fonts) {
    if (loaded.has(one.family)) continue;
    try {
      const font = readScriptFont(one);
      loaded.set(one.family, { font, hash: hashOf(font) });
    } catch {
      continue;
    }
  }
  if (loaded.size > before) compiler = createCompiler();
  return fonts.filter(({ family }) => loaded.has(family));
}

/** Typst quotes the unprintable text as a Rust string, inside a Rust string. */
function missingGlyph(message: string): string | undefined {
  const quoted = /the text `\\?"(.+?)\\?"` could not be displayed/u.exec(message)?.[1];
  return quoted?.replace(/\\+u\{([0-9a-f]+)\}/giu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

function diagnostics(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'object' && error !== null && 'shortDiagnostics' in error)
    return JSON.stringify(error.shortDiagnostics);
  return String(error);
}

/** Files that the layouts read. */
const MODELS: ReadonlySet<string> = new Set(['page.json', 'mark.json']);
const LAYOUTS = {
  mark: MARK_LAYOUT,
  report: REPORT_LAYOUT,
  answers: ANSWERS_LAYOUT,
  blank: BLANK_LAYOUT,
  letter: LETTER_LAYOUT,
  agreement: AGREEMENT_LAYOUT,
  invoice: INVOICE_LAYOUT,
} as const;

/**
 * Sequences of characters that no font can combine, before everything beyond plain letters is
 * replaced.
 */
const TRIES = 8;

/**
 * Compiles a request; never throws: a failure is an answer with a code. Characters missing in our
 * fonts do not stop it: stand-ins are printed and listed on the paper. Attached data stays
 * unchanged. A strict request gets `unknown_glyph` instead.
 */
export function render(request: RenderRequest): RenderReply {
  const whole = isBroken(request.files)
    ? {
        ...request,
        files: replaced(request.files, {
          hasGlyph: glyphsOf(printable()),
          sequences: [],
          isLast: false,
        }),
      }
    : request;
  let reply = renderOnce(whole);
  const sequences: string[] = [];
  for (
    let left = TRIES;
    !reply.ok && reply.code === 'unknown_glyph' && request.isStrict !== true && left >= 0;
    left--
  ) {
    const hasGlyph = glyphsOf(printable()),
      hasAll = [...reply.detail].every(hasGlyph);
    if (hasAll && reply.detail !== '') sequences.push(reply.detail);
    reply = renderOnce({
      ...request,
      files: replaced(request.files, { hasGlyph, sequences, isLast: left === 0 }),
    });
  }
  return reply;
}

/** Unpaired surrogate, as JSON writes it: the layouts' parser rejects it. */
const HALF = /\\ud[89a-f]/i;
const isBroken = (files: RenderRequest['files']): boolean =>
  Object.entries(files).some(
    ([name, content]) => typeof content === 'string' && MODELS.has(name) && HALF.test(content),
  );

/** Layout models with stand-ins; images and attached data unchanged. */
function replaced(files: RenderRequest['files'], how: Replacing): RenderRequest['files'] {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' && MODELS.has(name) ? withStandIns(content, how) : content,
    ]),
  );
}

function renderOnce(request: RenderRequest): RenderReply {
  const models = Object.entries(request.files).map(([name, content]) =>
    MODELS.has(name) && typeof content === 'string' ? content : '',
  );
  const fonts = load(scriptFontsOf(models.join('')));
  const fontHashes = {
    ...commonHashes,
    ...Object.fromEntries(fonts.map(({ family }) => [family, loaded.get(family)?.hash ?? ''])),
  };
  const base = {
    id: request.id,
    rss: 0,
    rendererInfo: { name: 'typst-ts-node-compiler', version, fontHashes },
  };
  for (const [name, content] of Object.entries(request.files))
    compiler.mapShadow(resolve(root, name), Buffer.from(content));
  const layout =
    `#let paper-fonts = (${familiesOf(fonts)
      .map((one) => `"${one}"`)
      .join(', ')})\n` +
    (request.layout === 'document'
      ? (request.attach ? ATTACH_DATA : '') + DOCUMENT_LAYOUT
      : (request.layout === 'invoice' && request.attach ? ATTACH_INVOICE : '') +
        LAYOUTS[request.layout]);
  try {
    const compiled = compiler.compile({ mainFileContent: layout });
    const document = compiled.result;
    if (document === null)
      return {
        ...base,
        ok: false,
        code: 'render_failed',
        detail: diagnostics(compiled.takeDiagnostics()),
      };
    const boxes =
      request.layout !== 'document'
        ? []
        : (compiler.query(document, { selector: '<box>' }) as { value: RawBox }[]).map(
            (one) => one.value,
          );
    const pdf = compiler.pdf(document, {
      pdfStandard: request.standard,
      pdfTags: request.layout !== 'mark',
      creationTimestamp: Math.floor(request.createdAt / 1000),
    });
    return { ...base, ok: true, pdf, pages: document.numOfPages, boxes };
  } catch (error) {
    const message = diagnostics(error);
    const glyph = missingGlyph(message);
    return glyph === undefined
      ? { ...base, ok: false, code: 'render_failed', detail: message }
      : { ...base, ok: false, code: 'unknown_glyph', detail: glyph };
  } finally {
    // Compiler state shared by documents (layout, shaped words) is cached for a few of them:
    // longer, memory grows; without a cache, each starts from scratch.
    compiler.evictCache(10);
    compiler.resetShadow();
  }
}

/** Compiles one mark, as `Renderer.renderMark` does. @throws PdfError */
export async function renderMarkHere(mark: MarkText): Promise<Uint8Array> {
  const reply = render({ id: 0, ...markRequest(mark) });
  if (!reply.ok) throw new PdfError(reply.code, reply.detail);
  return new Uint8Array(reply.pdf);
}
