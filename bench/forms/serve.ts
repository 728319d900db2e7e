/**
 * Builds the three pages and serves them from one origin with the product's build settings and the
 * same compression for all.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, mergeConfig, type Plugin, type PluginOption } from 'vite';
import { ROOT } from '../../scripts/sources.mjs';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { surveyOf } from './survey-json.ts';

export type Engine = 'molar' | 'survey' | 'lhc' | 'bare';
export interface FormServer {
  url(engine: Engine, form: string): string;
  close(): Promise<void>;
}
interface File {
  readonly body: Buffer;
  readonly type: string;
  readonly encoding?: 'br';
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
/** Compressed as in `scripts/build.mjs`. */
const PACKED = new Set(['.html', '.js', '.css', '.json', '.svg']);
const LHC = join(ROOT, 'bench/node_modules/lforms/dist/lforms');

function fileOf(name: string, bytes: Buffer): File {
  const kind = extname(name),
    type = TYPES[kind] ?? 'application/octet-stream';
  if (!PACKED.has(kind)) return { body: bytes, type };
  return {
    body: brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    type,
    encoding: 'br',
  };
}

/** Built like the tablet app, without its service worker. */
async function built(engine: 'molar' | 'survey'): Promise<string> {
  const out = join(ROOT, 'dist/bench', `forms-${engine}`);
  rmSync(out, { recursive: true, force: true });
  process.env.APP = 'kiosk';
  const { default: settings } = await import('../../vite.config.ts');
  const { plugins = [], ...own } = settings({ command: 'build', mode: 'production' });
  const isKept = (one: PluginOption): boolean =>
    !(one as Plugin).name.startsWith('vite-plugin-pwa');
  await build(
    mergeConfig(
      { ...own, plugins: (await flat(plugins)).filter(isKept) },
      {
        configFile: false,
        root: ROOT,
        base: `/${engine}/`,
        mode: 'production',
        logLevel: 'warn',
        publicDir: false,
        // A package of the benches depends on its own React; every page resolves to the product's.
        resolve: {
          alias: ['react', 'react-dom'].map((one) => ({
            find: new RegExp(`^${one}(?=/|$)`),
            replacement: join(ROOT, 'node_modules', one),
          })),
        },
        build: {
          outDir: out,
          emptyOutDir: true,
          rolldownOptions: { input: `bench/forms/${engine}.html` },
        },
      },
    ),
  );
  return out;
}
async function flat(plugins: readonly PluginOption[]): Promise<PluginOption[]> {
  const out: PluginOption[] = [];
  for (const waiting of plugins) {
    const one = await waiting;
    if (Array.isArray(one)) out.push(...(await flat(one)));
    else if (one) out.push(one);
  }
  return out;
}

/**
 * Builds and serves the pages.
 * @param forms keyed by their name in the URL
 */
export async function serveForms(
  port: number,
  forms: ReadonlyMap<string, Questionnaire>,
): Promise<FormServer> {
  const files = new Map<string, File>();
  for (const engine of ['molar', 'survey'] as const) {
    const out = await built(engine);
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
      (one) => one.startsWith('assets/') && extname(one) !== '',
    ))
      files.set(`/${engine}/${name}`, fileOf(name, readFileSync(join(out, name))));
    files.set(
      `/${engine}.html`,
      fileOf('page.html', readFileSync(join(out, `bench/forms/${engine}.html`))),
    );
  }
  for (const name of ['lhc.html', 'bare.html'])
    files.set(`/${name}`, fileOf(name, readFileSync(join(ROOT, 'bench/forms', name))));
  for (const name of readdirSync(LHC, { recursive: true, encoding: 'utf8' }).filter(
    (one) =>
      /^(webcomponent\/|fhir\/R4\/)/.test(one) &&
      TYPES[extname(one)] !== undefined &&
      !one.endsWith('lhc-forms.js'),
  ))
    files.set(`/lhc/${name}`, fileOf(name, readFileSync(join(LHC, name))));
  for (const [name, form] of forms) {
    files.set(`/${name}/form.json`, fileOf('form.json', Buffer.from(JSON.stringify(form))));
    files.set(
      `/${name}/survey.json`,
      fileOf('form.json', Buffer.from(JSON.stringify(surveyOf(form)))),
    );
  }
  const find = (path: string): File | undefined => {
    const [, engine = '', form = '', name = ''] =
      /^\/(molar|survey|lhc|bare)\/([a-z]+-\d+)\/(.*)$/.exec(path) ?? [];
    return form === ''
      ? files.get(path)
      : files.get(name === '' ? `/${engine}.html` : `/${form}/${name}`);
  };
  const server = createServer((request, response) => {
    const file = find(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, {
        'Content-Type': file.type,
        ...(file.encoding && { 'Content-Encoding': file.encoding }),
      })
      .end(file.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: (engine, form) => `http://localhost:${port}/${engine}/${form}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
