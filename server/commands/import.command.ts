// `npm run import -- FOLDER`: turns tables of the practice software into one delivery; all are
// checked first, and nothing counts before everything has arrived.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { OWN_MAPPING, PVS_MAPPINGS } from '../../catalog/pvs/mappings.ts';
import { REFUSED_DAYS } from '../../shared/analytics/deliveries/collector.schema.ts';
import { refusalWords } from '../../shared/analytics/deliveries/pvs-check.ts';
import { pvsMappingSchema } from '../../shared/analytics/deliveries/pvs-mapping.schema.ts';
import { unusedColumns, type PvsMapping } from '../../shared/analytics/deliveries/pvs-mapping.ts';
import {
  importFiles,
  planFiles,
  type ImportResult,
  type InputFile,
} from '../analytics/collector/csv/import-files.ts';
import type { Orphans } from '../analytics/collector/csv/orphans.ts';
import { leaveTurns } from '../analytics/collector/csv/leave-turns.ts';
import type { FilePlan, RefusedLine } from '../analytics/collector/csv/read-file.ts';
import { readHere, readInThread } from '../analytics/collector/csv/reader.ts';
import { badWords, rejectsOf } from '../analytics/collector/csv/reject-words.ts';
import { parseConfig, type Config } from '../platform/config/parse-config.ts';
import { takeFolder } from '../platform/db/folder-lock.ts';
import { awaitsMigration } from '../platform/db/carry/snapshot.ts';
import { openStore } from '../platform/db/open-store.ts';
import type { Store } from '../platform/db/store.ts';
import { listPraxisRows } from '../accounts/settings/store.ts';
import { databaseOf, rootKeyFileOf } from './open-root.ts';
import { storedFile } from '../platform/keys/rootkey/stored-file.ts';
import { workshopOf } from './workshop.ts';

interface Terminal {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  progress(line: string): void;
}
class Stop extends Error {}

const USAGE = `Aufruf: npm run import -- ORDNER [--mapping NAME|DATEI] [--practice NAME|CID] [--dry-run] [--strict] [--rejects DATEI]
  --mapping   ${PVS_MAPPINGS.map((one) => one.id).join(', ')} oder eine eigene JSON-Datei; ohne Angabe: ${OWN_MAPPING.id}
  --dry-run   nur prüfen, nichts einlesen
  --strict    nichts einlesen, sobald eine Zeile abgelehnt wird
  --rejects   wohin die abgelehnten Zeilen geschrieben werden; sonst liegen sie ${REFUSED_DAYS} Tage bei der Lieferung`;
/** Maximum of refused lines that are kept in memory and written out. */
const KEPT = 100_000,
  SHOWN = 10,
  BAR = 30;
const number = (n: number): string => n.toLocaleString('de-DE');

async function mappingOf(given: string | undefined): Promise<PvsMapping> {
  const known = PVS_MAPPINGS.find((one) => one.id === (given ?? OWN_MAPPING.id));
  if (known) return known;
  if (given === undefined || !existsSync(given))
    throw new Stop(`Die Zuordnung „${given ?? ''}“ gibt es nicht.\n${USAGE}`);
  let said: unknown;
  try {
    said = JSON.parse(await readFile(given, 'utf8'));
  } catch {
    throw new Stop(`${given} ist kein JSON.`);
  }
  const read = pvsMappingSchema.safeParse(said);
  if (!read.success)
    throw new Stop(
      `${given} ist keine Zuordnung: ${read.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; ')}`,
    );
  return read.data;
}
function filesIn(folder: string): InputFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Stop(`Den Ordner ${folder} gibt es nicht.`);
  const names = readdirSync(folder)
    .filter((name) => /\.(csv|txt|tsv)$/i.test(name))
    .sort();
  if (names.length === 0) throw new Stop(`In ${folder} liegt keine CSV-Datei.`);
  return names.map((name) => {
    const file = path.join(folder, name);
    return { name, size: statSync(file).size, source: { kind: 'file' as const, file } };
  });
}

/**
 * Runs an import.
 * @returns the exit code: 0 when imported (or checked without errors), 1 when something was
 * refused, 2 for wrong arguments
 */
export async function runImport(t: Terminal): Promise<number> {
  try {
    const given = argumentsOf(t);
    if (typeof given === 'number') return given;
    const { print } = t,
      mapping = await mappingOf(given.mapping),
      files = filesIn(given.folder),
      { config, problems } = parseConfig(t.env);
    if (!config) {
      for (const line of problems ?? []) print(line);
      return 1;
    }
    if (!mapping.isProved) print(`Hinweis: ${mapping.name}: ${mapping.note}`);
    const { plans, bad } = await planFiles(files, mapping);
    for (const plan of plans) for (const line of [planWords(plan), ...noteWords(plan)]) print(line);
    if (bad.length > 0) {
      for (const one of bad) print(badWords(one));
      print('Es wurde nichts eingelesen.');
      return 1;
    }
    return await withStore(config, (store) => importPlans(t, store, given, mapping, plans));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    t.print(error.message);
    return 1;
  }
}

/** Arguments of the command. */
interface Given {
  folder: string;
  mapping: string | undefined;
  practice: string | undefined;
  rejects: string | undefined;
  isDry: boolean;
  goesOn: boolean;
}
/** Parses the arguments, or prints the usage and returns the exit code. */
function argumentsOf({ args, print }: Terminal): Given | number {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        mapping: { type: 'string' },
        practice: { type: 'string' },
        rejects: { type: 'string' },
        'dry-run': { type: 'boolean' },
        strict: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch {
    print(USAGE);
    return 2;
  }
  const {
    values,
    positionals: [folder, ...more],
  } = parsed;
  if (values.help === true || folder === undefined || more.length > 0) {
    print(USAGE);
    return values.help === true ? 0 : 2;
  }
  return {
    folder,
    mapping: values.mapping,
    practice: values.practice,
    rejects: values.rejects,
    isDry: values['dry-run'] === true,
    goesOn: values.strict !== true,
  };
}

/** Returns what a file leaves out or leaves open, a line each. */
const noteWords = (plan: FilePlan): string[] =>
  [...unusedWords(plan), ...pointWords(plan)].map((words) => `  ${plan.name}: ${words}`);
/** Columns that are not imported, with the reason or the field that is probably meant. */
const unusedWords = ({ entity, header, places }: FilePlan): string[] =>
  unusedColumns(entity, header, places).map(({ column, meant, isDouble }) => {
    const why = isDouble
      ? ', sie steht doppelt in der Kopfzeile'
      : meant === null
        ? ''
        : `; gemeint ist wohl ${meant}`;
    return `Die Spalte „${column}“ wird nicht eingelesen${why}.`;
  });
/** Meaning of a number like `1.234`, if the file has one. */
function pointWords({ points: { meaning, sample } }: FilePlan): string[] {
  if (sample === null) return [];
  if (meaning === 'unclear')
    return [
      `${sample} ist mehrdeutig, weil anderswo ein Punkt vor Dezimalstellen steht. Solche Zeilen werden abgelehnt; „points“ in der Zuordnung legt es fest.`,
    ];
  return [`In ${sample} trennt der Punkt ${meaning === 'group' ? 'Tausender' : 'Dezimalstellen'}.`];
}
function planWords({ name, entity, charset, places, header }: FilePlan): string {
  const mapped = Object.values(places).filter((at) => at !== -1).length;
  return [
    `${name}: ${entity}`,
    charset === 'utf-8' ? 'UTF-8' : 'Windows-1252',
    `${mapped} von ${header.length} Spalten zugeordnet`,
    ...(places.geaendertAm === -1 ? ['ohne Änderungszeit: es gilt die Zeit des Einlesens'] : []),
  ].join(', ');
}

/** Opens the database while its server may be running, and closes it after the work. */
async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const data = path.resolve(config.data),
    file = path.join(data, 'molar.db'),
    isLite = config.databaseUrl === undefined;
  if (isLite && !existsSync(file)) throw new Stop(`In ${data} liegen keine Daten von Molar.`);
  const release = isLite ? takeFolder(data, 'shared') : () => undefined;
  try {
    if (isLite && awaitsMigration(storedFile(data, rootKeyFileOf(config))))
      throw new Stop(
        'Die Datenbank stammt von einer älteren Fassung. Bitte starten Sie Molar einmal (npm start) und lesen Sie dann ein.',
      );
    const store = await openStore(databaseOf(config));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } finally {
    release();
  }
}

async function practiceOf(store: Store, named: string | undefined): Promise<{ cid: string }> {
  const all = await listPraxisRows(store),
    found =
      named === undefined ? all : all.filter((row) => row.cid === named || row.name === named),
    [praxis] = found;
  if (!praxis || found.length > 1)
    throw new Stop(
      all.length === 0
        ? 'Es gibt noch keine Praxis.'
        : `Welche Praxis? Bitte --practice angeben:\n${all.map((row) => `  ${row.cid}  ${row.name}`).join('\n')}`,
    );
  return praxis;
}

async function importPlans(
  t: Terminal,
  store: Store,
  { practice, rejects, isDry, goesOn }: Given,
  mapping: PvsMapping,
  plans: readonly FilePlan[],
): Promise<number> {
  const { cid } = await practiceOf(store, practice),
    workshop = workshopOf(store);
  const refused: RefusedLine[] = [],
    started = Date.now();
  const thread = fileURLToPath(new URL('read-tables.worker.js', import.meta.url));
  const result = await importFiles(
    { workshop, cid, actor: { kind: 'system', cid } },
    existsSync(thread) ? readInThread(thread) : readHere,
    plans,
    { mapping, way: 'befehl', isDry, goesOn },
    {
      ...(store.kind === 'sqlite' && { between: leaveTurns() }),
      refuse: (line) => {
        if (refused.length < KEPT) refused.push(line);
      },
      progress: (done, of) => {
        t.progress(barOf(of === 0 ? 1 : done / of));
      },
    },
  );
  const seconds = Math.max((Date.now() - started) / 1000, 0.001);
  for (const one of result.bad) t.print(badWords(one));
  for (const line of refused.slice(0, SHOWN))
    t.print(`${line.file}, Zeile ${line.line}: ${refusalWords(line)}`);
  if (refused.length > 0) {
    if (rejects !== undefined)
      writeFileSync(rejects, rejectsOf(refused, result.refused), { mode: 0o600 });
    t.print(`${number(result.refused)} Zeilen abgelehnt; ${whereRefused(result.batch, rejects)}.`);
  }
  if (result.zeros > 0) t.print(zeroWords(result.zeros));
  for (const one of result.orphans) t.print(orphanWords(one));
  t.print(resultWords(result, seconds, isDry));
  return result.outcome === 'refused' ? 1 : 0;
}

function whereRefused(batch: ImportResult['batch'], rejects: string | undefined): string {
  if (rejects !== undefined) return `sie stehen in ${path.resolve(rejects)}`;
  return batch === null
    ? '--rejects DATEI schreibt sie auf'
    : `sie liegen bei Lieferung ${batch} (Daten der Praxissoftware)`;
}

/** Postal codes of Germany that a spreadsheet had shortened. */
const zeroWords = (rows: number): string =>
  rows === 1
    ? '1 Postleitzahl hat ihre vordere Null zurück.'
    : `${number(rows)} Postleitzahlen haben ihre vordere Null zurück.`;

/** Rows that refer to nothing known. They are imported all the same. */
function orphanWords({ entity, field, rows, sample }: Orphans): string {
  const refer = rows === 1 ? '1 Zeile verweist' : `${number(rows)} Zeilen verweisen`;
  return `${entity}.${field}: ${refer} auf etwas Unbekanntes, z. B. ${sample}. Berichte zeigen sie ohne Zuordnung.`;
}

function barOf(share: number): string {
  const full = Math.round(share * BAR);
  return `[${'█'.repeat(full)}${'░'.repeat(BAR - full)}] ${Math.round(share * 100)} %`;
}

function resultWords(result: ImportResult, seconds: number, isDry: boolean): string {
  if (result.outcome === 'known')
    return `Genau diese Dateien sind schon eingelesen (Lieferung ${result.batch}).`;
  if (result.outcome === 'refused')
    return isDry
      ? 'So würde nichts eingelesen.'
      : 'Es wurde nichts eingelesen. Ohne --strict werden die guten Zeilen trotzdem genommen.';
  const speed = `${number(Math.round(result.rows / seconds))} Zeilen je Sekunde`;
  return result.outcome === 'checked'
    ? `${number(result.rows)} Zeilen sind in Ordnung (${speed}). Eingelesen wurde nichts.`
    : `Lieferung ${result.batch}: ${number(result.rows)} Zeilen eingelesen (${speed}).`;
}
