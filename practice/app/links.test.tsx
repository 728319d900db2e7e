// Every address that the server writes (mails, to-dos, points of a quarter), and every link of a
// to-do, opens a page of this app that reads the parameters given to it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { REPORT_PATHS } from '../../shared/analytics/reports/report-pages.ts';
import { PROPOSALS, proposalWay, tileWay, WAYS } from '../analytics/overview/ways.ts';
import { REPORTS, reportAt } from '../analytics/reports/report-list.ts';
import { readFilter } from '../report-kit/use-report-filter.ts';
import { router } from './routes.tsx';

/** Files below a folder of the project, in which tests are started. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const TODAY = '2026-11-20';
interface Address {
  from: string;
  path: string;
  names: readonly string[];
}
/** Splits an address of a source text: a placeholder in its path stands for one word. */
function addressOf(from: string, text: string): Address {
  const [path = '', query = ''] = text.replace(/^\/practice(?=\/)/, '').split('?');
  return {
    from,
    path: path.replace(/\$\{[^}]*\}/g, 'x'),
    names: [...new URLSearchParams(query.replace(/\$\{[^}]*\}/g, 'x')).keys()],
  };
}
/** Addresses in a source of the server; a query in a constant is looked up. */
function addressesIn(file: string): Address[] {
  const source = readFileSync(file, 'utf8'),
    constantOf = (name: string): string =>
      new RegExp(`\\b${name} = \`([^\`]*)\``).exec(source)?.[1] ?? `\${${name}}`;
  return [
    ...source.matchAll(
      /(?:\b(?:link|pfad)(?:: |\()|\breturn )(['"`])(\/[^'"`]*)\1|(['"`])(\/practice\/[^'"`]*)\3/g,
    ),
  ]
    .map(([, , named, , plain]) => (named ?? plain)!)
    .filter((text) => !/^\/(?:unsubscribe|r4c)/.test(text))
    .map((text) =>
      addressOf(
        file,
        text.replace(
          /([?&])\$\{(\w+)\}/g,
          (_, mark: string, name: string) => `${mark}${constantOf(name)}`,
        ),
      ),
    );
}
const BUILT = filesIn('server')
  .filter((file) => file.endsWith('.ts') && !/\.(test|testing|fixture)\.ts$/.test(file))
  .flatMap(addressesIn);

/** The file of each page, by the path of its route. */
const PAGE_FILES = new Map(
  ['practice/app/routes.tsx', ...filesIn('practice/app/pages')].flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /path: '([^']+)',(?:(?!path: )[\s\S])*?import\('([^']+)'\)/g,
      ),
    ].map(([, path, page]) => [path!, join(dirname(file), page!)] as const),
  ),
);
const textOf = new Map<string, string>();
/** Sources of a page and of all files of the app that it imports. */
function sourceOf(page: string, seen = new Set<string>()): string {
  if (seen.has(page) || !existsSync(page)) return '';
  seen.add(page);
  const own = textOf.get(page) ?? readFileSync(page, 'utf8');
  textOf.set(page, own);
  return [
    own,
    ...[...own.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)].map(([, next]) =>
      sourceOf(join(dirname(page), next!), seen),
    ),
  ].join('\n');
}
/** Says what is wrong with an address; nothing for one that opens a page. */
function faultOf({ from, path, names }: Address): string[] {
  const found = matchRoutes(router.routes, path)?.at(-1)?.route.path;
  if (found === undefined) return path === '/' ? [] : [`${from}: no route for ${path}`];
  if (found === '*') return [`${from}: no page at ${path}`];
  if (found === '/berichte/*' && !reportAt(path.replace('/berichte/', '')))
    return [`${from}: no report at ${path}`];
  const page = PAGE_FILES.get(found);
  if (page === undefined) return names.length === 0 ? [] : [`${from}: ${path} reads no parameters`];
  const source = sourceOf(page);
  return names
    .filter((name) => !source.includes(`'${name}'`))
    .map((name) => `${from}: ${path} does not read ${name}`);
}

test('each address of the server opens a page that reads its parameters', () => {
  expect(BUILT.length).toBeGreaterThan(10);
  expect(BUILT.some(({ path }) => path === '/abrechnung/nachtragen')).toBe(true);
  expect(BUILT.flatMap((one) => (one.path.startsWith('/berichte/x') ? [] : faultOf(one)))).toEqual(
    [],
  );
});
test('a mail of a report can only name a report that has a page', () => {
  expect(REPORTS.map(({ path }) => path)).toEqual([...REPORT_PATHS]);
  expect(
    REPORT_PATHS.flatMap((path) =>
      faultOf({ from: 'mail', path: `/berichte/${path}`, names: ['zeit'] }),
    ),
  ).toEqual([]);
});
test('each to-do, tile and proposal of the overview opens a page that reads its parameters', () => {
  const filter = readFilter({ zeit: 'quartal', behandler: 'b1', basis: 'zahlung' }, TODAY, 'monat'),
    ways = [
      ...Object.values(WAYS).map((way) => way(TODAY)),
      ...PROPOSALS.map(({ to }) => proposalWay(to, 'von=2026-01-01&bis=2026-11-20&behandler=b1')),
      tileWay({ path: 'umsatz/zeitreihe' }, filter),
    ];
  expect(ways.flatMap((way) => faultOf(addressOf('overview', way)))).toEqual([]);
});
test('a planted dead address and a planted unknown parameter are found', () => {
  expect(faultOf(addressOf('x', '/practice/papier'))).toEqual(['x: no page at /papier']);
  expect(faultOf(addressOf('x', '/berichte/dokumentationsluecke'))).toEqual([
    'x: no report at /berichte/dokumentationsluecke',
  ]);
  expect(faultOf(addressOf('x', '/hkp?anlass=ohne_termin'))).toEqual([
    'x: /hkp does not read anlass',
  ]);
});
