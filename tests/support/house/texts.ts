/**
 * Laws of interface texts and of the glossary: same keys and placeholders in every language, none
 * unused, one term per thing.
 */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MOUNTS } from '../../../shared/base/mounts.ts';
import { ROOT, programOf, type SourceFile } from './source.ts';
import type { Law } from './laws.ts';

type Texts = Map<string, string>;

const LANGUAGES = ['de', 'en'];

function flatten(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]];
  if (typeof value !== 'object' || value === null) return [[prefix, '']];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
  );
}

/** `texts.<language>.json` of one folder, by language. */
function textFolders(files: SourceFile[]): Map<string, Map<string, Texts>> {
  const folders = new Map<string, Map<string, Texts>>();
  for (const file of files) {
    const language = /(?:^|\/)texts\.(\w+)\.json$/.exec(file.path)?.[1];
    if (language === undefined) continue;
    const folder = posix.dirname(file.path);
    const byLanguage = folders.get(folder) ?? new Map<string, Texts>();
    byLanguage.set(language, new Map(flatten(JSON.parse(file.text))));
    folders.set(folder, byLanguage);
  }
  return folders;
}

/**
 * Texts for the practice's team exist in German and English alone: other languages fall back to
 * German.
 */
const STAFF_ONLY: Readonly<Record<string, RegExp>> = {
  'kiosk/blank': /^staff\./,
  'kiosk/takeover': /^staff\./,
  'kiosk/task': /^team\.ask\./,
  'kiosk/tablet':
    /^(welcome|camera|registering|gate|pin|staff|revoked|notKnown)\.|^lease\.staff$|^storage\.(quota|broken|blocked)$/,
};

const FORM = /_(zero|one|two|few|many|other)$/;
/** Plural form of each number from 0 to 200. */
function countsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 201 }, (_, count) => rules.select(count));
}
/** Plural forms of whole numbers in a language. */
const formsOf = (language: string): string[] => [...new Set(countsOf(language))];

/** Chosen by one number alone: such a form may spell its number out („zwei“, a dual). */
const isOneNumber = (language: string, form: string): boolean =>
  countsOf(language).filter((one) => one === form).length === 1;

const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}|<(\d+)>/g)]
    .map((match) => match[1] ?? `<${match[2]}>`)
    .sort()
    .join(' ');

/** Every language has the same keys and placeholders. */
export const textsMatch: Law = (files) =>
  [...textFolders(files)].flatMap(([folder, byLanguage]) => {
    const keys = new Set([...byLanguage.values()].flatMap((texts) => [...texts.keys()]));
    const wanted = [...new Set([...LANGUAGES, ...byLanguage.keys()])];
    const first = byLanguage.get('de') ?? new Map<string, string>();
    const counted = new Set(
      [...keys]
        .filter((key) => FORM.test(key) && first.has(key.replace(FORM, '_other')))
        .map((key) => key.replace(FORM, '')),
    );
    const isCounted = (key: string): boolean =>
      FORM.test(key) && counted.has(key.replace(FORM, ''));
    return wanted.flatMap((language) => {
      const own = byLanguage.get(language);
      const forms = [...counted].flatMap((base) =>
        formsOf(language).map((form) => `${base}_${form}`),
      );
      const isForOthers = (key: string): boolean =>
        !LANGUAGES.includes(language) &&
        own?.has(key) !== true &&
        STAFF_ONLY[folder]?.test(key) === true;
      return [
        ...new Set([...[...keys].filter((key) => !isCounted(key) || own?.has(key)), ...forms]),
      ]
        .filter((key) => !isForOthers(key))
        .flatMap((key) => {
          const text = byLanguage.get(language)?.get(key);
          const place = `${folder}/texts.${language}.json:${key}`;
          if (text === undefined) return [`${place} is missing`];
          if (text.trim() === '') return [`${place} is empty`];
          const form = isCounted(key) ? FORM.exec(key)?.[1] : undefined;
          const models = [
            first.get(key) ?? (form === undefined ? text : ''),
            ...(form === undefined ? [] : [first.get(key.replace(FORM, '_other')) ?? '']),
          ].map(placeholders);
          if (form !== undefined && !isOneNumber(language, form)) models.shift();
          else if (form !== undefined)
            models.push(
              models
                .at(-1)
                ?.split(' ')
                .filter((one) => one !== 'count')
                .join(' ') ?? '',
            );
          const isSaid = models.includes(placeholders(text));
          return isSaid ? [] : [`${place} has other placeholders than the German text`];
        });
    });
  });

/** Code uses a key with plural forms without the form. */
const plain = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

/**
 * Every text is used by its program: by its full key, below its folder's name, or by a pattern with
 * a known start.
 */
export const textsAreUsed: Law = (files) =>
  [...textFolders(files)].flatMap(([folder, byLanguage]) => {
    const program = programOf(folder);
    const room = posix.basename(folder);
    const readers = files.filter(
      (file) => programOf(file.path) === program && !file.isTest && file.code !== undefined,
    );
    const exact = new Set<string>();
    const patterns: RegExp[] = [];
    for (const literal of readers.flatMap((file) => file.code?.literals ?? [])) {
      if (literal.parts.length === 1) exact.add(literal.parts[0] ?? '');
      // A pattern that starts with a variable would use every text, and prove nothing.
      else if (/^[\w:]+[.]/.test(literal.parts[0] ?? ''))
        patterns.push(
          new RegExp(
            `^${literal.parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`,
          ),
        );
    }
    return [...new Set([...byLanguage.values()].flatMap((texts) => [...texts.keys()]))].flatMap(
      (key) => {
        const names = [plain(key), key].flatMap((name) => [
          name,
          `${room}.${name}`,
          `${room}:${name}`,
        ]);
        const isUsed = names.some(
          (name) => exact.has(name) || patterns.some((pattern) => pattern.test(name)),
        );
        return isUsed ? [] : [`${folder}/texts.de.json:${key} is used nowhere in ${program}/`];
      },
    );
  });

const COLUMNS = ['word', 'code', 'path', 'folder', 'German text', 'English text', 'meaning'];
/** First words of the patients' app's own routes (product: R1–R8). */
const ROUTES = ['', 'done', 'ssf', 'resetPassword', 'unsubscribe', 'task', 'takeover', 'go'];

/** The glossary names every mount, and no path or folder that does not exist. */
export const glossaryHolds: Law = (files) => {
  const page = files.find((file) => file.path === 'docs/glossary.md');
  if (page === undefined) return ['docs/glossary.md:1 is missing'];
  const rows = page.text
    .split('\n')
    .map((text, at) => ({
      line: at + 1,
      cells: text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    }))
    .filter((row) => row.cells.length > 0);
  const [head, , ...body] = rows;
  if (head?.cells.join('|').toLowerCase() !== COLUMNS.join('|').toLowerCase())
    return [`docs/glossary.md:${head?.line ?? 1} has not the columns ${COLUMNS.join(', ')}`];
  const found: string[] = [];
  const named = new Set<string>();
  for (const { line, cells } of body) {
    if (cells.length !== COLUMNS.length)
      found.push(`docs/glossary.md:${line} has ${cells.length} cells`);
    const [word = '', , path = '', folder = ''] = cells;
    for (const one of path.match(/\/[\w./:{}?*-]*/g) ?? []) {
      const mount = MOUNTS.find((entry) => one === entry.path || one.startsWith(`${entry.path}/`));
      if (mount !== undefined) named.add(mount.path);
      else if (!ROUTES.includes(one.split('/')[1] ?? ''))
        found.push(`docs/glossary.md:${line} ${word}: nothing is mounted at ${one}`);
    }
    for (const one of folder.match(/[\w/.-]+/g) ?? []) {
      if (/\w/.test(one) && !existsSync(join(ROOT, one)))
        found.push(`docs/glossary.md:${line} ${word}: there is no ${one}`);
    }
  }
  return [
    ...found,
    ...MOUNTS.filter((mount) => !named.has(mount.path)).map(
      (mount) => `docs/glossary.md:1 has no word for ${mount.path}`,
    ),
  ];
};
