// State of the generated practice: its patients, open wishes for appointments, random generator,
// and row sink.

import type { PvsEntity, PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';
import type {
  KARIESRISIKO,
  KASSENART,
  PAR_GRAD,
  VERSICHERUNG,
} from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { dayText } from './calendar.ts';
import type { Rng } from './rng.ts';
import type { Template } from './templates.ts';
import { count, type Forgotten, type Truth } from './truth.ts';

/** Receives finished rows, each id once. */
export type Sink = (
  entity: PvsEntity,
  id: string,
  version: number,
  values: Readonly<Record<string, PvsValue>>,
  isDeleted: boolean,
) => void;
/** Kinds of appointments; the names of the practice's own types are in `masters.ts`. */
export type Kind =
  | 'KON'
  | 'NEU'
  | 'PZR'
  | 'FUE'
  | 'SCH'
  | 'END'
  | 'PRA'
  | 'EIN'
  | 'CHI'
  | 'WUN'
  | 'PAR'
  | 'ATG'
  | 'BEV'
  | 'UPT'
  | 'BER'
  | 'BIM'
  | 'SKO'
  | 'IMP'
  | 'NAK'
  | 'HAUS';
export const TOOTH = {
  sound: 0,
  filled: 1,
  crown: 2,
  root: 3,
  gone: 4,
  implant: 5,
  pontic: 6,
} as const;
export const FDI: readonly string[] = [
  '18',
  '17',
  '16',
  '15',
  '14',
  '13',
  '12',
  '11',
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '28',
  '38',
  '37',
  '36',
  '35',
  '34',
  '33',
  '32',
  '31',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '48',
];

export interface ParCase {
  readonly id: string;
  readonly grade: (typeof PAR_GRAD)[number];
  readonly single: number;
  readonly multi: number;
  readonly from: number;
  step: number;
  treated: number;
  values: Record<string, PvsValue>;
  uptEnd: number;
  lastUpt: number;
}
export interface Bucket {
  readonly id: string;
  readonly patid: string;
  readonly close: number;
  readonly art: string;
  readonly isLost: boolean;
  readonly isCancelled: boolean;
  sum: number;
}
export interface PatientModel {
  readonly id: string;
  readonly n: number;
  readonly birth: number;
  readonly birthText: string;
  readonly ins: (typeof VERSICHERUNG)[number];
  readonly kassenart: (typeof KASSENART)[number] | null;
  readonly care: number;
  readonly isHome: boolean;
  readonly risk: (typeof KARIESRISIKO)[number];
  readonly weeks: number;
  readonly isCleaner: boolean;
  readonly isReminded: boolean;
  /** Charged and forgotten positions of the last day of treatment, and the date of the chart. */
  today: { day: number; done: Set<string>; forgot: Set<string> };
  charted: number;
  /** Ever had a perio plan, whatever its outcome. */
  hadCase: boolean;
  /** Frequency of findings and pain, relative to the mean. */
  readonly need: number;
  /** Plans with a wished or booked appointment. */
  open: number;
  seat: number;
  bonus: number;
  years: number;
  teeth: Uint8Array;
  isGone: boolean;
  isNew: boolean;
  alias: string | null;
  first: number;
  last: number;
  last01: string | null;
  last04: string | null;
  last107: number;
  /** Whether an upload to the electronic patient record (ePA) was charged. */
  hasEpa: boolean;
  lastKid: number;
  lastFluoride: number;
  lastUpt: number;
  opg: number;
  denture: number;
  adviceIn: number;
  par: ParCase | null;
  bucket: Bucket | null;
  recall: Map<string, number>;
  next: Map<string, string>;
}
export interface Wish {
  readonly p: PatientModel;
  readonly kind: Kind;
  readonly made: number;
  readonly data: unknown;
  readonly tries: number;
  readonly seat?: number;
}
export interface Place {
  readonly seat: number;
  readonly id: string;
  readonly isDentist: boolean;
  readonly from: number;
  readonly until: number;
  readonly name: string;
}

export interface World {
  readonly rng: Rng;
  readonly template: Template;
  readonly truth: Truth;
  /** First day with appointments, the last past day, and the last planned day. */
  readonly start: number;
  readonly end: number;
  readonly horizon: number;
  readonly pats: PatientModel[];
  readonly wishes: Map<number, Wish[]>;
  readonly places: Place[];
  readonly closing: Map<number, Bucket[]>;
  readonly claims: Map<string, { date: number; sum: number; area: string }>;
  readonly atEnd: (() => void)[];
  emit(
    entity: PvsEntity,
    id: string,
    day: number,
    values: Readonly<Record<string, PvsValue>>,
    isDeleted?: boolean,
  ): void;
  id(prefix: string): string;
  forget(one: Forgotten): void;
}
export interface WorldParts {
  readonly rng: Rng;
  readonly template: Template;
  readonly truth: Truth;
  readonly start: number;
  readonly end: number;
  readonly horizon: number;
  readonly places: Place[];
  readonly sink: Sink;
}

export function createWorld({ sink, ...parts }: WorldParts): World {
  const counters: Record<string, number> = {};
  const { truth, end } = parts;
  return {
    ...parts,
    pats: [],
    wishes: new Map(),
    closing: new Map(),
    claims: new Map(),
    atEnd: [],
    emit(entity, id, day, values, isDeleted = false) {
      count(truth, entity, values, isDeleted, dayText(day));
      // Time at which the row is known: by the evening of its day, and not before its delivery.
      sink(entity, id, (Math.min(day, end) * 1440 + 1200) * 60_000, values, isDeleted);
    },
    id: (prefix) => `${prefix}${(counters[prefix] = (counters[prefix] ?? 0) + 1)}`,
    forget: (one) => {
      truth.vergessen.push(one);
    },
  };
}
/** Adds a wish for an appointment from `day` on, expressed on `made`. */
export function wish(
  w: World,
  p: PatientModel,
  kind: Kind,
  day: number,
  made: number,
  data: unknown = null,
  tries = 0,
): void {
  const at = Math.max(day, w.start),
    list = w.wishes.get(at),
    one: Wish = { p, kind, made, data, tries };
  if (list) list.push(one);
  else w.wishes.set(at, [one]);
}
export const isAdult = (p: PatientModel, day: number): boolean => day - p.birth >= 6575;
export const ageIn = (p: PatientModel, day: number): number =>
  Math.floor((day - p.birth) / 365.2425);
export const isGkv = (p: PatientModel): boolean => p.ins === 'GKV';
/** Returns the present teeth, without implants. */
export function teethOf(p: PatientModel): number {
  let n = 0;
  for (const one of p.teeth) if (one < TOOTH.gone) n++;
  return n;
}
export const isMolar = (zahn: string): boolean =>
  zahn[1] === '6' || zahn[1] === '7' || zahn[1] === '8';
export const isFront = (zahn: string): boolean =>
  zahn[1] === '1' || zahn[1] === '2' || zahn[1] === '3';
/**
 * Checks for several roots by the fee schedules: molars and the first upper premolars have several.
 */
export const isMulti = (zahn: string): boolean => isMolar(zahn) || zahn === '14' || zahn === '24';
/**
 * Picks a present tooth, weighted by how often its kind is treated; undefined in a toothless mouth.
 */
export function pickTooth(
  w: World,
  p: PatientModel,
  fits: (state: number, zahn: string) => boolean = (state) => state <= TOOTH.filled,
): string | undefined {
  for (let i = 0; i < 24; i++) {
    const roll = w.rng.next(),
      zahn =
        roll < 0.52 ? w.rng.pick(MOLARS) : roll < 0.82 ? w.rng.pick(PREMOLARS) : w.rng.pick(FRONT),
      state = p.teeth[FDI.indexOf(zahn)] ?? TOOTH.gone;
    if (state < TOOTH.gone && fits(state, zahn)) return zahn;
  }
  return undefined;
}
const MOLARS = ['16', '16', '17', '26', '26', '27', '36', '36', '37', '46', '46', '47', '18', '28'],
  PREMOLARS = ['14', '15', '24', '25', '34', '35', '44', '45'],
  FRONT = ['13', '12', '11', '21', '22', '23', '33', '32', '31', '41', '42', '43'];
export function setTooth(p: PatientModel, zahn: string, state: number): void {
  const at = FDI.indexOf(zahn);
  if (at >= 0) p.teeth[at] = state;
}
export const stateOf = (p: PatientModel, zahn: string): number =>
  p.teeth[FDI.indexOf(zahn)] ?? TOOTH.sound;
