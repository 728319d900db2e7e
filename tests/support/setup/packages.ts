/**
 * Bundles the packages of the apps' tests into a few files. Every worker would open the thousands
 * of files of these packages, which takes seconds. The code is only bundled, not changed.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)),
  FOLDER = path.join(ROOT, 'node_modules/.cache/molar-tests');
/**
 * ES modules of many files; modules that import one of them, or React, are included too, so that
 * each exists once.
 */
const PACKAGES = [
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@testing-library/react',
  '@testing-library/user-event',
  '@xstate/react',
  'fake-indexeddb/auto',
  'fast-check',
  'happy-dom',
  'i18next',
  'react-i18next',
  'react-router',
  'wouter',
  'xstate',
  'zod',
] as const;
/**
 * CommonJS: Node would search a million characters for their exported names in each process; the
 * list here avoids that.
 */
const COMMON = [
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-signature-canvas',
];
/** The icons that the apps use, out of thousands. */
const ICONS = '@tabler/icons-react';

function iconsOf(room: string): string[] {
  const sources = readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') || file.endsWith('.ts'),
  );
  return sources
    .flatMap((file) => [
      ...readFileSync(path.join(ROOT, room, file), 'utf8').matchAll(
        /import \{([^}]*)\} from '@tabler\/icons-react'/g,
      ),
    ])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name.startsWith('Icon'));
}

/** A module that exports the members of a CommonJS package. */
function named(name: string): string {
  const { default: _, ...all } = createRequire(import.meta.url)(name) as Record<string, unknown>;
  return `import all from '${name}'; export default all; export const { ${Object.keys(all)
    .filter((one) => /^[A-Za-z]\w*$/.test(one))
    .join(', ')} } = all;`;
}
const fileOf = (name: string): string => name.replaceAll(/\W+/g, '-').replace(/^-/, '');

/** Creates the files unless they exist for these packages and icons. @returns their folder */
async function together(icons: readonly string[]): Promise<string> {
  const state = createHash('sha256');
  for (const file of ['package-lock.json', 'tests/support/setup/packages.ts'])
    state.update(readFileSync(path.join(ROOT, file)));
  const folder = path.join(FOLDER, `apps-${state.update(icons.join()).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(FOLDER, { recursive: true });
  const own = mkdtempSync(`${folder}.`);
  await build({
    absWorkingDir: ROOT,
    outdir: own,
    outExtension: { '.js': '.mjs' },
    entryPoints: Object.fromEntries([
      ...PACKAGES.map((name) => [fileOf(name), name]),
      ...COMMON.map((name) => [fileOf(name), `common:${name}`]),
      ['icons', 'icons'],
    ]),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"test"' },
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    plugins: [
      {
        name: 'icons',
        setup(b) {
          b.onResolve({ filter: /^icons$/ }, () => ({ path: 'icons', namespace: 'icons' }));
          b.onResolve({ filter: /^common:/ }, ({ path: name }) => ({
            path: name.slice('common:'.length),
            namespace: 'common',
          }));
          b.onLoad({ filter: /./, namespace: 'common' }, ({ path: name }) => ({
            contents: named(name),
            resolveDir: ROOT,
          }));
          b.onLoad({ filter: /./, namespace: 'icons' }, () => ({
            contents: icons
              .map(
                (name) =>
                  `export { default as ${name} } from '${ICONS}/dist/esm/icons/${name}.mjs';`,
              )
              .join('\n'),
            resolveDir: ROOT,
          }));
        },
      },
    ],
  });
  // Parallel runs: the folder appears atomically.
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Sources and tests that import one of the packages get its file. A new icon during a watch run
 * needs a restart.
 */
export function packagesTogether(): Plugin {
  return {
    name: 'packages-together',
    async config() {
      const folder = await together([...new Set(['kiosk', 'practice'].flatMap(iconsOf))].sort());
      const alias = (name: string, file: string) => ({
        find: new RegExp(`^${name}$`),
        replacement: path.join(folder, `${file}.mjs`),
      });
      return {
        resolve: {
          alias: [
            ...[...PACKAGES, ...COMMON].map((name) => alias(name, fileOf(name))),
            alias(ICONS, 'icons'),
          ],
        },
      };
    },
  };
}
