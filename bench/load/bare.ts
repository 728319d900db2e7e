/**
 * Serves the bare pages that Molar's are compared with: built, minified and compressed like
 * Molar's.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from '../../scripts/sources.mjs';

const BARE = ['react', 'mantine'] as const;
export interface BareServer {
  url(name: (typeof BARE)[number]): string;
  close(): Promise<void>;
}

async function bundle(name: string): Promise<Map<string, { body: Buffer; type: string }>> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`bench/load/bare-${name}.page.tsx`],
    outdir: name,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'chrome111',
    jsx: 'automatic',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    // A package of the benches depends on its own React; the page must use only the product's.
    alias: Object.fromEntries(
      ['react', 'react-dom', '@mantine/core'].map((one) => [one, join(ROOT, 'node_modules', one)]),
    ),
  });
  const files = new Map(
    outputFiles.map((file) => [
      file.path.endsWith('.css') ? `/${name}.css` : `/${name}.js`,
      {
        body: brotliCompressSync(file.contents),
        type: file.path.endsWith('.css') ? 'text/css' : 'text/javascript',
      },
    ]),
  );
  const css = files.has(`/${name}.css`) ? `<link rel="stylesheet" href="/${name}.css">` : '';
  const html = `<!doctype html><html lang="de"><meta charset="utf-8"><title>${name}</title>${css}<script type="module" src="/${name}.js"></script><body><div id="root"></div></body></html>`;
  return files.set(`/${name}`, {
    body: brotliCompressSync(Buffer.from(html)),
    type: 'text/html; charset=utf-8',
  });
}

export async function serveBare(port: number): Promise<BareServer> {
  const files = new Map((await Promise.all(BARE.map(bundle))).flatMap((one) => [...one]));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Encoding': 'br' }).end(file.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: (name) => `http://localhost:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
