/** Draws rows and positions of a generated practice from one seed. */
import { BEMA } from '../../../catalog/bema/positions.ts';
import { GOAE } from '../../../catalog/goae/positions.ts';
import { GOZ } from '../../../catalog/goz/schedule.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { choicesOf, createRandom, type Choices, type Random } from '../../reports/random.ts';

const DAY_MS = 86_400_000;

/** Returns the day this many days later. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const ALL: Readonly<Record<string, readonly string[]>> = {
  B: BEMA.map((one) => one.number),
  G: GOZ.map((one) => one.number),
  O: GOAE.map((one) => one.number),
};
const SYSTEM: Readonly<Record<string, string>> = { B: 'BEMA', G: 'GOZ', O: 'GOAE' };

interface Position {
  readonly system: string;
  readonly nr: string;
}

/**
 * Random source of one practice. Every call takes the next numbers of one sequence, so the order of
 * calls decides the data that a seed generates.
 */
export interface Draw extends Choices {
  /** Rows so far, in the order of creation. */
  readonly rows: RawRow[];
  r: Random;
  /** Adds a row under the next free id unless one is given. @returns its id */
  put: (
    entity: PvsEntity,
    values: Record<string, PvsValue>,
    id?: string,
    isDeleted?: boolean,
  ) => string;
  /** Returns a position that a rule's token names. */
  positionOf: (token: string) => Position | undefined;
}

/** Returns a position number as a practice might spell it. */
function spelled({ r, pick }: Draw, nr: string): string {
  if (/^0\d{3}$/.test(nr) && r() < 0.1) return nr.replace(/^0+/, '');
  if (nr.startsWith('Ä') && r() < 0.5)
    return pick([`Ae${nr.slice(1)}`, `Ä ${nr.slice(1)}`, `ae${nr.slice(1)}`]);
  return r() < 0.1 ? pick([nr.toLowerCase(), ` ${nr}`, nr.replace(/([a-z])$/i, ' $1')]) : nr;
}

/** Returns a draw without rows. */
export function createDraw(seed: number): Draw {
  const r = createRandom(seed);
  const choices = choicesOf(r);
  const { int, pick } = choices;
  const rows: RawRow[] = [];
  let n = 0;
  return {
    ...choices,
    rows,
    r,
    put: (entity, values, id = `${entity[0]!}${(n += 1)}`, isDeleted = false) => {
      const all = Object.fromEntries(
        PVS_FIELDS[entity].map((field) => [field.name, values[field.name] ?? null]),
      );
      rows.push({
        entity,
        id,
        version: 100,
        hash: int(1_000_000),
        isDeleted,
        values: isDeleted ? {} : all,
      });
      return id;
    },
    positionOf: (token) => {
      const [, kind = '', code = ''] = /^([BGO]):([^~@]+)/.exec(token) ?? [];
      if (kind === '') return undefined;
      const fitting = code.endsWith('*')
        ? ALL[kind]!.filter((one) => one.toUpperCase().startsWith(code.slice(0, -1).toUpperCase()))
        : [code];
      return fitting.length === 0 ? undefined : { system: SYSTEM[kind]!, nr: pick(fitting) };
    },
  };
}

export interface Service {
  readonly patient: string;
  readonly day: string;
  readonly tooth: string | null;
  readonly more?: Record<string, PvsValue>;
}

/** Adds a service of a position. */
export function addService(
  draw: Draw,
  { system, nr }: Position,
  { patient, day, tooth, more = {} }: Service,
): void {
  const { r, pick, maybe, put } = draw;
  put(
    'leistung',
    {
      patid: patient,
      behandler: r() < 0.03 ? 'b3' : pick(['b0', 'b1', 'b2']),
      datum: day,
      system,
      nr: spelled(draw, nr),
      zahn: tooth,
      flaechen: maybe(0.7, pick(['o', 'od', 'do'])),
      menge: pick([1, 1, 1, 1, 1, 2, 3, 4]),
      punkte: null,
      faktor: system === 'BEMA' ? null : pick([230, 230, 230, 180, 280, 350, 400]),
      faktorgrund: maybe(0.3, 'erschwerter Zugang'),
      honorar: 1000,
      betrag: 1000,
      status: pick(['ERBRACHT', 'ABGERECHNET', 'ABGERECHNET']),
      storno: r() < 0.03,
      ...more,
    },
    undefined,
    r() < 0.02,
  );
}
