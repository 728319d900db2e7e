// The delivered rows of one entity in columns: what is true of an id is its row of the highest version, in whatever order rows come.

import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsField,
  type PvsValue,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { LEER, tagVon } from '../calendar.ts';

export type Zahlen = Int32Array | Float64Array | Int8Array;
/** Words of a column: each once, named by its place. */
export interface Woerter {
  liste: string[];
  nach: Map<string, number>;
}

/** Free words that no figure and no list reads; they stay in the database. */
const UNGELESEN: Partial<Record<PvsEntity, readonly string[]>> = {
  patient: ['strasse', 'ort', 'land', 'email', 'stichworte'],
};
/** Texts that hardly ever repeat: kept by their place, without looking each up among the others. */
const EINZELN: Partial<Record<PvsEntity, string>> = { tagesnotiz: 'text' };
/** Fields of an entity that are read into columns. */
export const gelesene = (entity: PvsEntity): readonly PvsField[] =>
  PVS_FIELDS[entity].filter((f) => !UNGELESEN[entity]?.includes(f.name));

/** State of a place: a row that others name but that was never delivered, one that is true, one that was deleted. */
export const FEHLT = 0,
  LEBT = 1,
  GELOESCHT = 2;

const leereSpalte = (type: PvsField['type'], size: number): Zahlen => {
  if (type === 'instant' || type === 'cents') return new Float64Array(size).fill(Number.NaN);
  if (type === 'word' || type === 'bool') return new Int8Array(size).fill(-1);
  if (type === 'ref' || type === 'text' || type === 'code') return new Int32Array(size).fill(-1);
  return new Int32Array(size).fill(LEER);
};

/**
 * Columns by field: `day` day numbers, `instant` ms and `cents` (NaN where empty), `int`, `factor` and `clock` whole numbers (LEER where empty),
 * `bool` 0 and 1 and `word` the place in its list (-1 where empty), `text` and `code` the place among the column's words, `ref` the place in the other table (-1 where empty).
 */
export class Tabelle {
  readonly ids: string[] = [];
  readonly nach = new Map<string, number>();
  zustand = new Uint8Array(64);
  spalten: Record<string, Zahlen> = {};
  readonly woerter: Record<string, Woerter> = {};
  /** Places whose state or values changed since somebody asked last; undefined: nobody asked yet. */
  private geaendert: Set<number> | undefined;
  private version = new Float64Array(64);
  private hash = new Float64Array(64);
  private groesse = 64;
  private readonly felder: readonly PvsField[];
  private readonly einzeln: string | undefined;
  readonly entity: PvsEntity;
  private readonly andere: (entity: PvsEntity) => Tabelle;

  constructor(entity: PvsEntity, andere: (entity: PvsEntity) => Tabelle) {
    this.entity = entity;
    this.andere = andere;
    this.felder = gelesene(entity);
    this.einzeln = EINZELN[entity];
    for (const { name, type } of this.felder) {
      this.spalten[name] = leereSpalte(type, this.groesse);
      if (type === 'text' || type === 'code') this.woerter[name] = { liste: [], nach: new Map() };
    }
  }

  get anzahl(): number {
    return this.ids.length;
  }

  /** The place of an id; made where there is none yet, since a row may be named before it comes. */
  platz(id: string): number {
    const known = this.nach.get(id);
    if (known !== undefined) return known;
    const at = this.ids.length;
    if (at === this.groesse) this.wachse();
    this.ids.push(id);
    this.nach.set(id, at);
    return at;
  }

  /** Takes a row over if it is the newest known of its id. @returns whether anything changed */
  setze(
    id: string,
    version: number,
    hash: number,
    isDeleted: boolean,
    values: Readonly<Record<string, PvsValue | undefined>>,
  ): boolean {
    const at = this.platz(id);
    if (
      this.zustand[at] !== FEHLT &&
      (version < this.version[at]! || (version === this.version[at] && hash <= this.hash[at]!))
    )
      return false;
    this.version[at] = version;
    this.hash[at] = hash;
    const zustand = isDeleted ? GELOESCHT : LEBT;
    let anders = this.zustand[at] !== zustand;
    this.zustand[at] = zustand;
    for (const feld of this.felder) {
      // First: a row that names another of its own table may make the columns grow.
      const said = values[feld.name] ?? null;
      if (feld.name === this.einzeln) {
        this.woerter[feld.name]!.liste[at] = String(said ?? '');
        this.spalten[feld.name]![at] = said === null ? -1 : at;
        anders = true;
        continue;
      }
      const value = this.zahl(feld, said);
      const spalte = this.spalten[feld.name]!;
      anders ||= !Object.is(spalte[at], value);
      spalte[at] = value;
    }
    if (anders) this.geaendert?.add(at);
    return true;
  }

  /** Places that changed since the last call; undefined at the first one: then everything is new. */
  seither(): ReadonlySet<number> | undefined {
    const before = this.geaendert;
    this.geaendert = new Set();
    return before;
  }

  /** Words of a text or code column by their place; empty where nothing was delivered. */
  text(name: string, at: number): string {
    const code = at < 0 ? -1 : this.spalten[name]![at]!;
    return code < 0 ? '' : this.woerter[name]!.liste[code]!;
  }

  private zahl({ name, type, words, to }: PvsField, value: PvsValue): number {
    if (value === null)
      return type === 'instant' || type === 'cents'
        ? Number.NaN
        : type === 'day' || type === 'int' || type === 'factor' || type === 'clock'
          ? LEER
          : -1;
    switch (type) {
      case 'day':
        return tagVon(String(value));
      case 'bool':
        return value === true || value === 1 ? 1 : 0;
      case 'word':
        return words.indexOf(String(value));
      case 'ref':
        return this.andere(to!).platz(String(value));
      case 'text':
      case 'code': {
        const text = String(value),
          { liste, nach } = this.woerter[name]!;
        let code = nach.get(text);
        if (code === undefined) {
          nach.set(text, (code = liste.length));
          liste.push(text);
        }
        return code;
      }
      default:
        return Number(value);
    }
  }

  private wachse(): void {
    this.groesse *= 2;
    const weiter = <A extends Uint8Array | Float64Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.zustand = weiter(this.zustand, new Uint8Array(this.groesse));
    this.version = weiter(this.version, new Float64Array(this.groesse));
    this.hash = weiter(this.hash, new Float64Array(this.groesse));
    for (const { name, type } of this.felder) {
      const next = leereSpalte(type, this.groesse);
      next.set(this.spalten[name]!);
      this.spalten[name] = next;
    }
  }
}
