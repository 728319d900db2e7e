/** Master data of a generated practice: people, rooms, appointment types, positions. */
import type { Draw } from './draw.ts';

/** Ids that rows refer to. */
export interface Ids {
  readonly teams: readonly string[];
  readonly stamps: readonly string[];
  readonly rooms: readonly string[];
  readonly types: readonly string[];
  readonly practitioners: readonly string[];
  readonly staff: readonly string[];
  readonly patients: readonly string[];
  readonly plans: readonly string[];
  readonly invoices: readonly string[];
  readonly appointments: readonly string[];
}

const numbered = (word: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => `${word}${at + 1}`);

/** Returns the ids of a practice of this size. */
export const idsOf = (size: number): Ids => ({
  teams: numbered('tm', 2),
  stamps: numbered('s', 2),
  rooms: numbered('z', 3),
  types: numbered('ta', 6),
  practitioners: numbered('b', 4),
  staff: numbered('m', 4),
  patients: numbered('p', 25 * size),
  plans: numbered('h', 20 * size),
  invoices: numbered('r', 40 * size),
  appointments: numbered('t', 160 * size),
});

/** Positions in the spelling of the practice software: system, number, fee in cents, points. */
export const POSITIONS: readonly (readonly [string, string, number, number | null])[] = [
  ['BEMA', '01', 2304, 18],
  ['BEMA', '04', 1536, 12],
  ['BEMA', 'Ae1', 1152, 9],
  ['BEMA', '13a', 4096, 32],
  ['BEMA', '13 b', 4992, 39],
  ['BEMA', '13d', 7424, 58],
  ['BEMA', 'IP1', 2800, 20],
  ['BEMA', 'UPTa', 2304, 18],
  ['BEMA', 'UPT c', 640, 5],
  ['BEMA', '20a', 17529, 148],
  ['BEMA', 'K1', 13568, 106],
  ['GOZ', '1040', 362, 28],
  ['GOZ', '2080', 7204, 556],
  ['GOZ', '2210', 21686, 1678],
  ['GOZ', '9010', 19999, null],
  ['EIGEN', 'PZR', 9500, null],
  ['GOAE', '5000', 524, 50],
];

/** Adds teams, stamps, rooms, appointment types, practitioners, staff and positions. */
export function addMasterData(draw: Draw, ids: Ids): void {
  const { put, pick, maybe, int, day } = draw;
  ids.teams.forEach((id) => {
    put('teams', id, { name: `Team ${id}` });
  });
  ids.stamps.forEach((id) => {
    put('stempel', id, { name: `Stempel ${id}` });
  });
  ids.rooms.forEach((id) => {
    put('zimmer', id, { name: `Zimmer ${id}` });
  });
  put('termingruppen', 'g1', { name: 'Gruppe 1' });
  ids.types.forEach((id, at) => {
    put('terminarten', id, {
      name: `Art ${id}`,
      gruppe: maybe(0.5, 'g1'),
      standardgruppe: maybe(
        0.8,
        pick(['KONTROLLE', 'RECALL', 'PROPHYLAXE', 'FUELLUNG', 'ZE', 'UPT']),
      ),
      dauerMin: 20 + at * 10,
      istRecall: at === 1,
    });
  });
  ids.practitioners.forEach((id, at) => {
    put('behandler', id, {
      name: `Behandler ${id}`,
      art: at === 3 ? 'PROPHYLAXE' : 'ZAHNARZT',
      team: maybe(0.8, pick(ids.teams)),
      stempel: maybe(0.8, pick(ids.stamps)),
      austritt: at === 2 ? '2026-02-15' : null,
    });
  });
  ids.staff.forEach((id) => {
    put('mitarbeiter', id, {
      name: `Person ${id}`,
      fte: 25 * (1 + int(4)),
      team: maybe(0.8, pick(ids.teams)),
      eintritt: maybe(0.5, day('2023-01-01', '2026-06-30')),
      austritt: maybe(0.2, day('2026-07-01', '2026-12-31')),
    });
  });
  POSITIONS.slice(0, 10).forEach(([system, nr], at) => {
    put('bemagoz', `k${at}`, { system, nr, text: `Position ${nr}` });
  });
}
