/**
 * Template of the stories of one run: a demo practice and registered tablets, made once by the real
 * server and real browsers (tests/e2e/*.setup.ts) and copied for each story.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyDatabase } from '../../../server/platform/db/carry/snapshot.ts';
import { storedFile } from '../../../server/platform/keys/rootkey/stored-file.ts';

/** The maximum number of tablets that one story opens with. */
export const TEMPLATE_TABLETS = 3;
/**
 * All tablets of the template have this address, whatever port their server has: a browser binds
 * keys and caches to the origin.
 */
export const TEMPLATE_ORIGIN = 'http://tablet.localhost';
/** Rendering caches, and marks of a running browser. */
const NOT_KEPT =
  /^(?:GPUCache|ShaderCache|GrShaderCache|GraphiteDawnCache|DawnGraphiteCache|DawnWebGPUCache|BrowserMetrics.*|Singleton.*)$/;

/** A registered tablet, switched off. */
export interface TemplateTablet {
  name: string;
  tabletId: string;
  /** Folder of its browser; stories use a copy. */
  profile: string;
}

/** @returns the folder of this run; undefined if none is named, as in a benchmark */
const named = (): string | undefined => process.env['STORY_TEMPLATE'];
function folder(): string {
  const path = named();
  if (path === undefined) throw new Error('STORY_TEMPLATE names no folder.');
  return path;
}
const dataOf = (tablets: number): string => join(folder(), `data-${tablets}`);
const listOf = (tablets: number): string => join(folder(), `tablets-${tablets}.json`);

/**
 * Copies the practice into a data folder, in its state with this number of tablets.
 * @returns its tablets; undefined if no template was made and the folder stays unchanged
 */
export function copyTemplate(data: string, tablets: number): TemplateTablet[] | undefined {
  if (named() === undefined || !existsSync(listOf(0))) return undefined;
  const list = JSON.parse(readFileSync(listOf(tablets), 'utf8')) as TemplateTablet[];
  cpSync(dataOf(tablets), data, { recursive: true });
  return list;
}

/** Removes everything of an earlier run. */
export function emptyTemplate(): void {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
}
/**
 * Stores the current data of a running server.
 * @param count number of tablets registered in them
 */
export function keepData(
  data: string,
  count: number,
  tablets: readonly TemplateTablet[] = [],
): void {
  cpSync(data, dataOf(count), {
    recursive: true,
    filter: (file) => !/^molar\.db(-wal|-shm)?$/.test(basename(file)),
  });
  copyDatabase(storedFile(data), join(dataOf(count), 'molar.db'));
  writeFileSync(listOf(count), JSON.stringify(tablets));
}
/** Stores the profile of a browser that has ended. @returns its folder */
export function keepProfile(profile: string, at: number): string {
  const kept = join(folder(), `tablet-${at}`);
  cpSync(profile, kept, { recursive: true, filter: (file) => !NOT_KEPT.test(basename(file)) });
  return kept;
}
