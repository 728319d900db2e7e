/**
 * Builds the apps into one folder, one at a time (`APP=kiosk`, `APP=home`, `APP=portal` or
 * `APP=practice`), and serves them in development. Separate builds keep the practice's charts and
 * tables out of the precache list of the tablet's service worker, and tablet code out of the pages
 * on private phones.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { transform } from 'esbuild';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildConstants } from './scripts/sources.mjs';
import { MOUNTS } from './shared/base/mounts.ts';

/** Colours of `shared/base/tokens.css` (primary, bg); the manifest cannot read CSS. */
const PRIMARY = '#0B626A';
const GROUND = '#F5F7F6';

/**
 * Tablets and private phones of 2020 are in use (Chrome 87, Safari 14); practice computers are kept
 * up to date.
 */
const TARGETS = {
  kiosk: ['chrome87', 'safari14'],
  home: ['es2020', 'chrome87', 'safari14'],
  portal: ['es2020', 'chrome87', 'safari14'],
  practice: ['chrome111', 'safari16.4', 'firefox115'],
};

/**
 * Code of every tablet page is in one chunk: split into small ones it compresses worse, and the
 * first load has a budget.
 */
/** Code of the very first screen beyond the frame is in one chunk. */
const WELCOME =
  /kiosk\/(?:tablet\/(?:Welcome|tablet)|ui\/(?:fields\/)?(?:CodeInput|FieldFrame|field|Field|status|TextField))[^/]*\.(?:tsx?|css)$/;
/** The page of a form at home. */
const FORM_PAGE = /kiosk[\\/]home[\\/]form[\\/]FormPage\.tsx$/;
/** Texts of the first screen, one file per language. */
const FIRST_WORDS = /kiosk[\\/](?:app|tablet)[\\/]texts\.(de|en)\.json$/;
const firstWords = (id: string): string => `words.${FIRST_WORDS.exec(id)?.[1] ?? ''}`;
const BASE =
  /node_modules[\\/](?:react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|dexie|xstate|@xstate|uuid|wouter[\\/]src[\\/]use-browser-location)[\\/]|preload-helper|kiosk[\\/]ui[\\/]press|shared[\\/]base[\\/](?:client|headers|error-codes)/;

/**
 * Texts of every page of the practice, one file per language; and the shared texts of all report
 * pages.
 */
const FRAME_WORDS =
    /practice[\\/](?:app|ui|accounts[\\/](?:terms|news|handover))[\\/]texts\.(de|en)\.json$/,
  FIGURE_WORDS =
    /(?:practice[\\/](?:report-kit|analytics[\\/]overview)[\\/]texts|shared[\\/]analytics[\\/]reports[\\/]report-words)\.(de|en)\.json$/;
/** Pages that the day begins with: everything that they import is requested at once. */
const FIRST_PAGES = /\/(?:BoardPage|OverviewPage)-[^/]*\.js$/;
/** A module used by this many chunks is grouped with others of its kind. */
const COMMON_PAGES = 27;
/** Used behind dialogs and on the page of sign-in: most pages never load it. */
const PASSKEYS = /node_modules[\\/]@simplewebauthn[\\/]|practice[\\/]passkeys\.ts$/;
const ICONS = /node_modules[\\/]@tabler[\\/]/,
  SCRIPT = /\.(?:[jt]sx?|mjs)$/;
const wordsOf = (name: string, files: RegExp) => ({
  debugName: name,
  name: (id: string): string => `${name}.${files.exec(id)?.[1] ?? ''}`,
  test: files,
});

type Output = NonNullable<NonNullable<UserConfig['build']>['rolldownOptions']>['output'];
type Groups = NonNullable<
  Extract<Exclude<Output, readonly unknown[] | undefined>['codeSplitting'], object>['groups']
>;
/** How the scripts of an app are split into files; by default each lazy part has its own. */
const CHUNKS = {
  // The practice's frame in one chunk compresses better than in a hundred; so do icons and code used
  // by many pages, and a page loads a few files.
  practice: [
    wordsOf('words', FRAME_WORDS),
    wordsOf('figures', FIGURE_WORDS),
    { name: 'frame', tags: ['$initial'] },
    { name: 'passkeys', test: PASSKEYS },
    { name: 'icons', test: ICONS, minShareCount: 3 },
    { name: 'common', test: SCRIPT, minShareCount: COMMON_PAGES },
  ],
  // The page of a form in one chunk with all it needs compresses better than in several.
  home: [
    { name: 'frame', tags: ['$initial'] },
    { name: 'form', test: FORM_PAGE },
  ],
  kiosk: [
    { name: 'base', test: BASE },
    { name: firstWords, debugName: 'words', test: FIRST_WORDS },
    { name: 'frame', tags: ['$initial'] },
    { name: 'welcome', test: WELCOME },
  ],
  portal: [],
} satisfies Record<keyof typeof TARGETS, Groups>;

const APPS = {
  kiosk: { page: 'index.html', assets: 'assets' },
  home: { page: 'go.html', assets: 'go/assets' },
  portal: { page: 'ssf.html', assets: 'ssf/assets' },
  practice: { page: 'practice/index.html', assets: 'practice/assets' },
} as const;

const kioskWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'kiosk',
    filename: 'sw.ts',
    // The app registers the service worker itself, only after the registration of a tablet.
    injectRegister: false,
    registerType: 'prompt',
    scope: '/',
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: [
        'index.html',
        'assets/**/*.{js,css,woff2,svg,png,webp,json}',
        '*.{svg,png,ico,css}',
      ],
      // A tablet shows our own papers only, and they hold no JPEG 2000.
      globIgnores: ['practice/**', 'go/**', 'ssf/**', 'assets/openjpeg*'],
      maximumFileSizeToCacheInBytes: 1_500_000,
      target: TARGETS.kiosk,
    },
    manifest: {
      id: '/',
      name: 'Molar',
      short_name: 'Molar',
      description: 'Formulare lesen, ausfüllen und unterschreiben',
      lang: 'de',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      display_override: ['fullscreen', 'standalone'],
      orientation: 'any',
      theme_color: PRIMARY,
      background_color: GROUND,
      categories: ['medical'],
      icons: [
        { src: '/pwa-64x64.png', sizes: '64x64', type: 'image/png' },
        { src: '/pwa-192x192.png', sizes: '192x192', type: 'image/png' },
        { src: '/pwa-512x512.png', sizes: '512x512', type: 'image/png' },
        {
          src: '/maskable-icon-512x512.png',
          sizes: '512x512',
          type: 'image/png',
          purpose: 'maskable',
        },
      ],
    },
  });

/**
 * Compiles scripts that a page loads by their address for its browsers: they are copied as they
 * are otherwise.
 */
const copiedScripts = (target: string[]): Plugin => ({
  name: 'copied-scripts',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.originalFileNames.some((name) => name.endsWith('.js')))
        file.source = (await transform(String(file.source), { target, minify: true })).code;
  },
});

/**
 * In development every page below /practice/ is the practice app, every one below /go/ the page at
 * home, every one below /ssf/ the page of shared items; their modules keep their paths.
 */
const pages: Plugin = {
  name: 'pages',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const wantsPage = request.headers.accept?.includes('text/html') ?? false;
      if (wantsPage && /^\/practice(?:[/?#]|$)/.test(request.url ?? ''))
        request.url = '/practice/index.html';
      if (wantsPage && /^\/go(?:[/?#]|$)/.test(request.url ?? '')) request.url = '/go.html';
      if (wantsPage && /^\/(?:ssf|resetPassword)(?:[/?#]|$)/.test(request.url ?? ''))
        request.url = '/ssf.html';
      next();
    });
  },
};

/** Mounts served as pages by this process. */
const PAGES = ['/practice', '/go', '/ssf', '/resetPassword'];
/** Development proxies all server mounts; pages are served by this process. */
function proxyToServer(target: string): Record<string, { target: string; changeOrigin: false }> {
  const prefixes = MOUNTS.map((mount) => mount.path).filter((path) => !PAGES.includes(path));
  return Object.fromEntries(
    prefixes.map((path) => [
      `^${path.replaceAll('.', String.raw`\.`)}(?:[/?#]|$)`,
      { target, changeOrigin: false as const },
    ]),
  );
}

/**
 * Sends pages without indentation and comments; the server's own marks have no spaces. Files of the
 * own origin need no `crossorigin`: a module is fetched with the same credentials without it.
 */
const shortPages: Plugin = {
  name: 'short-pages',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace(/<!-- [^]*? -->\s*/g, '')
        .replace(/\n\s+/g, '\n')
        .replace(/ crossorigin(?= )/g, '')
        .replace(/\s*\/>/g, '>'),
  },
};

export default defineConfig(({ command }): UserConfig => {
  const { APP } = process.env;
  if (command === 'build' && (APP === undefined || !Object.keys(APPS).includes(APP))) {
    throw new Error(
      `Say which app to build: APP=${Object.keys(APPS).join(' or APP=')} (npm run build does all).`,
    );
  }
  const app = (APP ?? 'kiosk') as keyof typeof APPS,
    isKiosk = app === 'kiosk',
    { page, assets } = APPS[app];
  return {
    appType: 'spa',
    define: buildConstants(),
    // react-signature-canvas is CommonJS; without this its default export is an object and React
    // stops (error 130).
    legacy: { inconsistentCjsInterop: true },
    // React has it itself; packages bring their own for older ones.
    resolve: {
      alias: [
        { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
        {
          find: /^fflate$/,
          replacement: fileURLToPath(new URL('practice/report-kit/zip-here.ts', import.meta.url)),
        },
      ],
    },
    // A file of texts is one object; exporting each of its keys as well costs bytes.
    json: { namedExports: false },
    plugins: [
      react(),
      pages,
      shortPages,
      copiedScripts(TARGETS[app]),
      ...(command === 'build' && isKiosk ? [kioskWorker()] : []),
    ],
    publicDir: isKiosk ? 'public' : false,
    optimizeDeps: { entries: Object.values(APPS).map((one) => one.page) },
    server: {
      strictPort: true,
      proxy: proxyToServer(process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:4001'),
      watch: { ignored: ['**/dist/**', '**/data/**'] },
    },
    // A worker of the practice loads the engine of formulas only for forms that have some; tablets of
    // 2020 know no modules in workers.
    worker: { format: app === 'practice' ? 'es' : 'iife' },
    build: {
      outDir: 'dist/web',
      emptyOutDir: false,
      assetsDir: assets,
      // The content security policy allows files of this host only, no data: URLs.
      assetsInlineLimit: 0,
      target: TARGETS[app],
      // Only styles are preloaded for a lazy chunk: a list of every chunk's scripts would cost each
      // first visit more than one more round trip on the practice's own network. The pages that the
      // day begins with are worth it.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, needed, { hostType }) =>
          hostType === 'html' || FIRST_PAGES.test(file)
            ? needed
            : needed.filter((one) => one.endsWith('.css')),
      },
      manifest: `.vite/${app}.json`,
      license: { fileName: `.vite/${app}.licences.md` },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        input: page,
        output: {
          ...(CHUNKS[app].length > 0 && { codeSplitting: { groups: CHUNKS[app] } }),
          // Flags never change and are many: plain names keep their table small on the tablet's
          // first load.
          assetFileNames: ({ originalFileNames }) =>
            `${assets}/${originalFileNames.some((name) => name.includes('country-flag-icons')) ? 'flags/[name][extname]' : '[name]-[hash][extname]'}`,
        },
      },
    },
  };
});
