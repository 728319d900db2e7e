/**
 * Laws of the house as pure functions: files in, findings with file and line out; an empty list
 * means no violation.
 */
import { programOf, roomOf, written, type SourceFile } from './source.ts';

export type Law = (files: SourceFile[]) => string[];

/** Shelves of `shared/`, lowest first: each imports shelves before it. */
const SHELVES = [
  'base',
  'desk',
  'forms/questionnaire',
  'forms/answers',
  'forms/scores',
  'forms/task',
  'forms/design',
  'papers',
  'analytics/deliveries',
  'analytics/billing',
  'analytics/reports',
  'accounts',
  'exchange',
  'records',
  'vendor',
  'operations',
];
const shelfOf = (path: string): number =>
  SHELVES.findIndex((shelf) => path.startsWith(`shared/${shelf}/`));

/** Every file of `shared/` is on a shelf and imports its own or a lower one. */
export const shelvesAreOrdered: Law = (files) =>
  files
    .filter((file) => file.path.startsWith('shared/'))
    .flatMap((file) => {
      const own = shelfOf(file.path);
      if (own < 0) return [`${file.path}:1 lies on no shelf`];
      if (file.isTest) return [];
      return (file.code?.imports ?? [])
        .filter((one) => one.isLocal && shelfOf(one.target) > own)
        .map((one) => `${file.path}:${one.line} imports ${one.target} of a higher shelf`);
    });

/** Returns the files that a file reaches over imports, types included. */
function reachableFrom(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...(imports.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(imports.get(next) ?? []));
  }
  return seen;
}

/** No file imports itself over others, types included. */
export const importsHaveNoCircles: Law = (files) => {
  const imports = new Map(
    written(files).map((file) => [
      file.path,
      (file.code?.imports ?? []).filter((one) => one.isLocal).map((one) => one.target),
    ]),
  );
  return [...imports.keys()]
    .filter((path) => reachableFrom(path, imports).has(path))
    .map((path) => `${path}:1 imports itself over other files`);
};

/** Rooms that may import a package; unlisted packages are unrestricted. */
const PACKAGES: { names: RegExp; allowed: RegExp; isTypeFree?: boolean }[] = [
  { names: /^dexie$/, allowed: /^kiosk\/outbox\// },
  { names: /^(xstate|@xstate\/react)$/, allowed: /^kiosk\/session\// },
  { names: /^drizzle-orm$/, allowed: /^server\/(platform\/db\/|.*store[^/]*\.ts$)/ },
  { names: /^(better-sqlite3|pg|drizzle-kit)$/, allowed: /^(server\/platform\/db\/|scripts\/)/ },
  {
    names: /^(hono|@hono\/.+)$/,
    allowed: /^server\/(platform\/(http\/|listen\.ts$)|compose\/app\.ts$|main\.ts$|.*routes\.ts$)/,
  },
  {
    names: /^zod$/,
    allowed: /^(shared\/.*\.schema\.ts$|server\/|practice\/|catalog\/)/,
    isTypeFree: true,
  },
  { names: /^(react|react-dom|react-i18next)$/, allowed: /^(kiosk|practice)\// },
  { names: /^(@mantine\/.+|@tanstack\/.+|react-router|echarts)$/, allowed: /^practice\// },
  { names: /^wouter$/, allowed: /^kiosk\// },
  { names: /^node:/, allowed: /^(server\/|scripts\/|[^/]+\.ts$)/ },
];

/** Each tool has its room; `shared/` imports nothing, its schema files only zod. */
export const packagesHaveRooms: Law = (files) =>
  written(files).flatMap((file) =>
    (file.code?.imports ?? []).flatMap((one) => {
      if (one.isLocal) {
        const opensSchema =
          /^shared\/.*\.schema\.ts$/.test(one.target) &&
          /^(shared|kiosk)\//.test(file.path) &&
          !file.path.endsWith('.schema.ts');
        return opensSchema && !one.isType
          ? [`${file.path}:${one.line} brings the schema library to the tablet by ${one.target}`]
          : [];
      }
      if (
        programOf(file.path) === 'shared' &&
        !(file.path.endsWith('.schema.ts') && one.target === 'zod')
      ) {
        return [`${file.path}:${one.line} shared/ imports ${one.target}`];
      }
      const rule = PACKAGES.find(
        (row) => row.names.test(one.target) || row.names.test(one.specifier),
      );
      if (
        rule === undefined ||
        rule.allowed.test(file.path) ||
        (rule.isTypeFree === true && one.isType)
      )
        return [];
      return [`${file.path}:${one.line} imports ${one.target} outside of its room`];
    }),
  );

const NETWORK =
  /^(?:(?:globalThis|window|self)\.)?(?:fetch|navigator\.sendBeacon)$|^new (?:(?:globalThis|window|self)\.)?(?:XMLHttpRequest|WebSocket)$/;
const NETWORK_ROOMS =
  /^(kiosk\/sync\/|practice\/api\.ts$|server\/(main\.ts$|paper\/seal\/|platform\/blobs\/|accounts\/mail\/|vendor\/dispatcher\/|analytics\/collector\/|records\/transfer\/|vendor\/payment\/)|scripts\/)/;

/** Only a few rooms may use the network, so that the tablet's session can be tested without one. */
export const networkHasRooms: Law = (files) =>
  written(files)
    .filter((file) => !NETWORK_ROOMS.test(file.path))
    .flatMap((file) =>
      (file.code?.calls ?? [])
        .filter((call) => NETWORK.test(call.name))
        .map((call) => `${file.path}:${call.line} calls ${call.name}`),
    );

/** The opener, and the locks of a folder, whose files are empty. */
const OPENERS = /^server\/platform\/db\/(file\/open-file|folder-lock)\.ts$/;

/** A database file is opened in one place, which encrypts it. */
export const databaseFilesHaveOneOpener: Law = (files) =>
  written(files)
    .filter((file) => file.path.startsWith('server/') && !file.isTest && !OPENERS.test(file.path))
    .flatMap((file) =>
      (file.code?.calls ?? [])
        .filter((call) => call.name === 'new Database')
        .map((call) => `${file.path}:${call.line} opens a database file`),
    );

const SCREEN = /^(kiosk|practice)\//,
  ONE_LANGUAGE = /^(?:germanDay|germanMoment)$|\.toLocale(?:Date|Time)String$/;
/**
 * Screens have several languages: dates are formatted by `dayText` and `momentText` in the current
 * one.
 */
export const daysFollowTheLanguage: Law = (files) =>
  written(files)
    .filter((file) => SCREEN.test(file.path) && !file.isTest)
    .flatMap((file) =>
      (file.code?.calls ?? [])
        .filter((call) => ONE_LANGUAGE.test(call.name))
        .map((call) => `${file.path}:${call.line} calls ${call.name}`),
    );

/** The environment is read once, where it is checked [V8]. */
export const environmentIsReadOnce: Law = (files) =>
  written(files)
    .filter(
      (file) =>
        !/^(server\/(main|relay\/relay\.main)\.ts$|scripts\/|[^/]+\.config\.ts$)/.test(file.path),
    )
    .flatMap((file) =>
      (file.code?.members ?? [])
        .filter((one) => one.name === 'process.env')
        .map((one) => `${file.path}:${one.line} reads process.env`),
    );

/** Each table has one writer room. */
export const tablesHaveOneWriter: Law = (files) => {
  const writers = new Map<string, Map<string, string>>();
  for (const file of written(files).filter(
    (one) => one.path.startsWith('server/') && !one.path.startsWith('server/platform/db/'),
  )) {
    for (const call of file.code?.calls ?? []) {
      const table = /(?:^|\.)(?:t|tables|schema)\.(\w+)$/.exec(call.argument ?? '')?.[1];
      if (table === undefined || !/\.(insert|update|delete|remove)$/.test(call.name)) continue;
      const rooms = writers.get(table) ?? new Map<string, string>();
      if (!rooms.has(roomOf(file.path))) rooms.set(roomOf(file.path), `${file.path}:${call.line}`);
      writers.set(table, rooms);
    }
  }
  return [...writers]
    .filter(([, rooms]) => rooms.size > 1)
    .map(
      ([table, rooms]) =>
        `table ${table} has ${rooms.size} writers: ${[...rooms.values()].join(', ')}`,
    );
};

/**
 * The mount table is the only source of the paths that the worker leaves to the network and that
 * development sends to the server.
 */
export const mountsAreOneTable: Law = (files) =>
  ['kiosk/sw.ts', 'vite.config.ts', 'server/platform/http/paths.ts'].flatMap((path) => {
    const file = files.find((one) => one.path === path);
    if (file === undefined) return [`${path}:1 is missing`];
    return file.code?.imports.some(
      (one) => one.target === 'shared/base/mounts.ts' && !one.isType,
    ) === true
      ? []
      : [`${path}:1 does not use shared/base/mounts.ts`];
  });

/** No barrel files, no catch-all folders. */
export const namesSaySomething: Law = (files) =>
  files.flatMap((file) => {
    const parts = file.path.split('/').map((part) => part.split('.')[0] ?? '');
    if (parts.some((part) => /^(utils?|helpers?|common|misc)$/i.test(part)))
      return [`${file.path}:1 a name that says nothing`];
    return /(^|\/)index\.(tsx?|mjs)$/.test(file.path) ? [`${file.path}:1 is a barrel`] : [];
  });

/** Functions that only the setup of the web tests provides. */
const DOCUMENT =
  /(?<![\w.'"`/-])(?:document|window|localStorage|indexedDB)\.\w|from '(?:@testing-library|fake-indexeddb|happy-dom|dexie)/;

/**
 * The name of a test decides where it runs (`*.test.tsx` and `*.dom.test.ts` with a document), and
 * no list of files repeats it.
 */
export const testsSayWhereTheyRun: Law = (files) =>
  files.flatMap((file) => {
    const isApp = /^(kiosk|practice)\//.test(file.path);
    const at = (index: number): string =>
      `${file.path}:${file.text.slice(0, index).split('\n').length}`;
    if (/^(vitest|playwright)\.config\.ts$/.test(file.path))
      return [...file.text.matchAll(/['"`][\w./@-]*\w\.(?:test|spec)\.tsx?['"`]/g)].map(
        (found) => `${at(found.index)} lists a file of tests; its name must say where it runs`,
      );
    if (file.path.endsWith('.test.tsx') && !isApp)
      return [`${file.path}:1 is a test with a document outside of the apps`];
    if (!isApp || !file.path.endsWith('.test.ts') || /\.dom\.(long\.)?test\.ts$/.test(file.path))
      return [];
    const found = DOCUMENT.exec(file.text);
    return found === null ? [] : [`${at(found.index)} needs a document: name it *.dom.test.ts`];
  });

const WHOLE_SERVER = 'server/compose/app.ts',
  USES_IT = /(?:^|\.)(?:call|post|at|fetch|tidy|sweep)$/;
/**
 * A test next to the code imports its room. The whole server is for tests of calls, or of what runs
 * at certain times.
 */
export const testsImportTheirRoom: Law = (files) => {
  const imports = new Map(
    files.map((file) => [
      file.path,
      (file.code?.imports ?? [])
        .filter((one) => one.isLocal && !one.isType)
        .map((one) => one.target),
    ]),
  );
  return files
    .filter((file) => file.isTest && /^server\/(?!compose\/)/.test(file.path))
    .filter((file) => !(file.code?.calls ?? []).some((call) => USES_IT.test(call.name)))
    .filter((file) => reachableFrom(file.path, imports).has(WHOLE_SERVER))
    .map((file) => `${file.path}:1 imports the whole server and makes no call`);
};

/** Every file starts with one sentence that describes it. */
export const filesSayWhatTheyAre: Law = (files) =>
  files
    .filter((file) => /\.(tsx?|mjs|css|html|sh|typ)$/.test(file.path))
    .flatMap((file) => {
      const start = file.text.replace(/^(#!.*\n|<!doctype html>\s*)/i, '').trimStart();
      const comment = /^(?:\/\*+([\s\S]*?)\*\/|\/\/(.*)|#(.*)|<!--([\s\S]*?)-->)/.exec(start);
      const words =
        comment
          ?.slice(1)
          .find((text) => text !== undefined)
          ?.trim()
          .split(/\s+/).length ?? 0;
      return words >= 3 ? [] : [`${file.path}:1 does not open with a sentence on what it is`];
    });

const SKIPPED =
  /^(?:it|test|describe|bench)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf|fails?)$|^(?:xit|xtest|xdescribe|fit|fdescribe)$/;
const SILENCED =
  /\b(?:oxlint|eslint|biome|prettier)-(?:disable|ignore)|@ts-(?:ignore|nocheck|expect-error)|\b(?:v8|istanbul|c8) ignore/;

/** Nothing is skipped and nothing silenced. */
export const nothingIsSilenced: Law = (files) =>
  files.flatMap((file) => [
    ...(file.code?.calls ?? [])
      .filter((call) => file.isTest && SKIPPED.test(call.name))
      .map((call) => `${file.path}:${call.line} skips: ${call.name}`),
    ...(file.code?.comments ?? [])
      .filter((comment) => SILENCED.test(comment.text))
      .map((comment) => `${file.path}:${comment.line} silences a check`),
  ]);

/**
 * The next reader cannot use paths of one machine and numbers of a tracker. Brackets keep the list
 * from finding itself.
 */
const FOREIGN_WORDS =
  /\/[w]ork\/(?:main|shared)|(?<![\w.-])\/[t]mp\/|\/[r]oot\/|(?<![\w.-])\/[h]ome\/\w|\b[i]ssue #?\d/i;

/** The project speaks of the product only. */
export const speaksOfTheProduct: Law = (files) =>
  files.flatMap((file) =>
    file.text.split('\n').flatMap((line, at) => {
      const word = FOREIGN_WORDS.exec(line)?.[0];
      return word === undefined ? [] : [`${file.path}:${at + 1} says "${word}"`];
    }),
  );

const DAY_HOME = 'shared/base/day-math.ts',
  DAY_IN_DIGITS = /\b86_?400_?000\b|\b24 \* 60 \* 60 \* 1_?000\b|\b24 \* 3_?600_?000\b/;

/** The length of a day in ms is defined in one place and used by name. */
export const dayHasOneName: Law = (files) =>
  files
    .filter(
      ({ path, text, isTest }) =>
        /^(server|shared|kiosk|practice)\/.*\.tsx?$/.test(path) &&
        !isTest &&
        !/\.fixture\.|[/.]testing\.ts$/.test(path) &&
        path !== DAY_HOME &&
        DAY_IN_DIGITS.test(text),
    )
    .map(({ path }) => `${path} writes the length of a day in digits`);
