// Rows of the board: people with a Mappe, people who are here, and tablets that call.

import {
  type Board,
  type BoardArrival,
  type BoardMappe,
  type BoardRoom,
  type BoardTablet,
  type BoardVisit,
  type SilenceColour,
  silenceOf,
} from '../../../../shared/exchange/board.ts';
import {
  type BoardCall,
  type StateView,
  isOver,
  leadingTask,
  stateOfMappe,
  stateOfTablet,
} from './state.ts';
import type { BoardCalls } from './calls.ts';
import { NEEDS, type Need, needOf } from './needs.ts';

/** Allowance for the latency of the undo click, ms. */
const UNDO_GRACE = 2_000;

interface BoardPerson {
  patid: string;
  name: string;
  geburtsdatum: string;
}

/** One person, or a tablet without a Mappe. */
export interface BoardRow {
  key: string;
  /** Null only for a tablet without a Mappe. */
  person: BoardPerson | null;
  /** The leading Mappe; a person who is only present has none. */
  mappe: BoardMappe | null;
  /** Further Mappen of the same person. */
  more: BoardRow[];
  tablet: BoardTablet | null;
  state: StateView;
  need: Need | null;
  silence: SilenceColour;
  /** A call for help in this Mappe, or at this tablet. */
  call: BoardCall | null;
  /** Start of the present state, ms. */
  since: number;
  termin: BoardVisit | null;
  arrival: BoardArrival | null;
  stay: BoardRoom | null;
}

/** Undone within the ten seconds: ignored by the board. */
const wasUndone = (mappe: BoardMappe): boolean =>
  mappe.tasks.every((t) => t.state === 'cancelled' && t.stateAt <= mappe.undoUntil + UNDO_GRACE);

export const rankOf = (row: BoardRow): number =>
  row.need === null ? NEEDS.length : NEEDS.indexOf(row.need);

export const isWithdrawn = (mappe: BoardMappe): boolean =>
  mappe.tasks.every((t) => t.state === 'cancelled');

/**
 * Selects the leading Mappe of a person: first those that need action, then running, ended,
 * withdrawn; the newest first.
 */
function speaksFirst(a: BoardRow, b: BoardRow): number {
  const phase = (row: BoardRow): number =>
    !row.mappe || isWithdrawn(row.mappe) ? 2 : isOver(row.mappe) ? 1 : 0;
  return rankOf(a) - rankOf(b) || phase(a) - phase(b) || b.since - a.since;
}

/** Facts about a person in addition to their Mappen. */
function placeOf(
  board: Board,
  patids: readonly string[],
): Pick<BoardRow, 'termin' | 'arrival' | 'stay'> {
  const of = <T extends { patid: string }>(list: readonly T[]): T | null =>
    list.find((one) => patids.includes(one.patid)) ?? null;
  // A child in a room does not take the parent's papers along.
  return {
    termin: of(board.expected),
    arrival: of(board.arrivals),
    stay: board.rooms.find((one) => one.patid === patids[0]) ?? null,
  };
}

/** Some finished part of the Mappe may be on its tablet. */
const mayLieThere = (mappe: BoardMappe): boolean =>
  mappe.tasks.some(
    (task) => task.isHeld === true || ['assigned', 'started', 'interrupted'].includes(task.state),
  );

/**
 * The tablet as far as it matters to a Mappe: an idle one concerns people whose result may be on
 * it, not all of its users.
 */
function speakerOf(mappe: BoardMappe, tablet: BoardTablet | null): BoardTablet | null {
  if (tablet?.mappeId === mappe.mappeId) return tablet;
  return tablet?.mappeId === null && mayLieThere(mappe) ? tablet : null;
}

/** Returns one row for each person with a Mappe, their other Mappen behind the leading one. */
export function mappeRows(board: Board, calls: BoardCalls, now: number): BoardRow[] {
  const people = new Map<string, BoardRow[]>();
  for (const mappe of board.mappen.filter((one) => !wasUndone(one))) {
    const tablet =
      board.tablets.find((t) => t.tabletId === mappe.tabletId && t.revokedAt === null) ?? null;
    const seen = speakerOf(mappe, tablet),
      call = calls.ofMappe.get(mappe.mappeId) ?? null;
    const key = mappe.patients[0]?.patid ?? mappe.mappeId;
    people.set(key, [
      ...(people.get(key) ?? []),
      {
        key: mappe.mappeId,
        person: mappe.patients[0] ?? null,
        mappe,
        more: [],
        tablet,
        call,
        state: stateOfMappe(mappe, seen, now, call),
        need: needOf(mappe, seen, now, call),
        silence: seen ? silenceOf(seen, now) : 'neutral',
        since: call?.at ?? leadingTask(mappe)?.stateAt ?? mappe.createdAt,
        ...placeOf(
          board,
          mappe.patients.map((p) => p.patid),
        ),
      },
    ]);
  }
  return [...people.values()].flatMap((rows) => {
    const [first, ...more] = rows.sort(speaksFirst);
    return first ? [{ ...first, more }] : [];
  });
}

/** Returns the tablets with a call or a loss that no Mappe shows. */
export function tabletRows(
  board: Board,
  rows: readonly BoardRow[],
  calls: BoardCalls,
  now: number,
): BoardRow[] {
  const own: BoardRow[] = [],
    bare = {
      person: null,
      mappe: null,
      more: [],
      call: null,
      termin: null,
      arrival: null,
      stay: null,
    },
    all = rows.flatMap((row) => [row, ...row.more]);
  for (const tablet of board.tablets) {
    if (tablet.lostSubmissions !== null) {
      own.push({
        ...bare,
        key: `lost:${tablet.tabletId}`,
        tablet,
        state: { key: 'attention' },
        need: 'lost',
        silence: silenceOf(tablet, now),
        since: tablet.loss?.since ?? now,
      });
    }
    const call = calls.ofTablet.get(tablet.tabletId) ?? null;
    if (
      tablet.revokedAt !== null ||
      (call === null &&
        [...all, ...own].some(
          (row) =>
            row.need !== null &&
            row.tablet?.tabletId === tablet.tabletId &&
            row.silence !== 'neutral',
        ))
    )
      continue;
    const need = needOf(null, tablet, now, call);
    if (need !== null)
      own.push({
        ...bare,
        key: tablet.tabletId,
        tablet,
        call,
        state: stateOfTablet(tablet, null, now, call),
        need,
        silence: silenceOf(tablet, now),
        since: call?.at ?? tablet.lastSeenAt ?? now,
      });
  }
  return own;
}

/**
 * Returns the people who are present without a Mappe, or in a room while another person has theirs.
 */
export function hereRows(
  board: Board,
  rows: readonly BoardRow[],
  met: ReadonlySet<string>,
): BoardRow[] {
  const seated = board.rooms.filter((one) => !rows.some((row) => row.stay?.patid === one.patid));
  const people = new Map(
    [...seated, ...board.arrivals.filter((one) => !met.has(one.patid))].map(
      ({ patid, name, geburtsdatum }) => [patid, { patid, name, geburtsdatum }],
    ),
  );
  return [...people.values()].map((person) => {
    const place = placeOf(board, [person.patid]),
      { stay, arrival } = place,
      left = arrival?.leftRoomAt ?? null;
    const since = stay?.since ?? left ?? arrival?.at ?? board.at;
    return {
      key: `here:${person.patid}`,
      person,
      mappe: null,
      more: [],
      tablet: null,
      call: null,
      state: { key: stay ? 'inRoom' : left !== null ? 'treated' : 'there', at: since },
      need: null,
      silence: 'neutral',
      since,
      ...place,
    };
  });
}
