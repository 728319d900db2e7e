// View model of the reception board from the server's answer: state words, who needs attention,
// which column, which order. Pure.

import {
  type Board,
  type BoardMappe,
  type BoardTablet,
  type BoardTask,
  type BoardVisit,
} from '../../../shared/exchange/board.ts';
import { missingOf, type LedgerEntry } from './view/ledger.ts';
import { isOver, unreached, blankOn } from './view/state.ts';
import { callsOf } from './view/calls.ts';
import {
  type BoardRow,
  rankOf,
  isWithdrawn,
  mappeRows,
  tabletRows,
  hereRows,
} from './view/rows.ts';

/** An expected person: the next appointment, and the others of the same day. */
export interface ExpectedRow extends BoardVisit {
  others: BoardVisit[];
}
export interface BoardColumns {
  needs: BoardRow[];
  expected: ExpectedRow[];
  there: BoardRow[];
  done: BoardRow[];
  rooms: BoardRow[];
}

/** The talk with a person in a room is held there: the desk has nothing to do. */
const needsDesk = (row: BoardRow): boolean =>
  row.need !== null && !(row.need === 'talk' && row.stay !== null);
function columnOf(row: BoardRow): 'needs' | 'rooms' | 'there' | 'done' {
  if (needsDesk(row)) return 'needs';
  if (row.stay) return 'rooms';
  const mappen = [row, ...row.more].flatMap((one) => (one.mappe ? [one.mappe] : []));
  if (mappen.some((mappe) => !isOver(mappe))) return 'there';
  const isWaiting = row.arrival !== null && row.arrival.leftRoomAt === null;
  return isWaiting && mappen.every(isWithdrawn) ? 'there' : 'done';
}

/** Checks whether two rows show the same; appointments that did not change are the same objects. */
export function isSameExpected(a: ExpectedRow, b: ExpectedRow): boolean {
  const { others, ...one } = a,
    { others: rest, ...other } = b;
  return (
    others.length === rest.length &&
    others.every((visit, at) => visit === rest[at]) &&
    Object.keys({ ...one, ...other }).every((key) =>
      Object.is(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  );
}

/**
 * Distributes the people over the columns. Every person is listed once; a calling tablet without a
 * Mappe is among those who need attention.
 */
export function columnsOf(board: Board, now: number): BoardColumns {
  const calls = callsOf(board),
    rows = mappeRows(board, calls, now),
    isHere = (patid: string): boolean =>
      [...board.arrivals, ...board.rooms].some((one) => one.patid === patid);
  // A person whose Mappe was withdrawn and who has not come yet is expected as before.
  const isOnlyExpected = (row: BoardRow): boolean =>
    row.need === null &&
    row.termin !== null &&
    row.mappe !== null &&
    [row, ...row.more].every(
      (one) =>
        one.mappe !== null &&
        isWithdrawn(one.mappe) &&
        one.mappe.patients.every((p) => !isHere(p.patid)),
    );
  const known = rows.filter((row) => !isOnlyExpected(row)),
    met = new Set(
      known.flatMap((row) =>
        [row, ...row.more].flatMap((one) => one.mappe?.patients.map((p) => p.patid) ?? []),
      ),
    );
  const all = [...known, ...tabletRows(board, known, calls, now), ...hereRows(board, known, met)],
    of = (name: ReturnType<typeof columnOf>): BoardRow[] =>
      all.filter((row) => columnOf(row) === name);
  const expected = new Map<string, ExpectedRow>();
  for (const visit of board.expected) {
    if (met.has(visit.patid) || isHere(visit.patid)) continue;
    const first = expected.get(visit.patid);
    if (first) first.others.push(visit);
    else expected.set(visit.patid, { ...visit, others: [] });
  }
  return {
    needs: of('needs').sort((a, b) => rankOf(a) - rankOf(b) || a.since - b.since),
    expected: [...expected.values()],
    there: of('there').sort((a, b) => a.since - b.since),
    done: of('done').sort((a, b) => b.since - a.since),
    rooms: of('rooms').sort((a, b) =>
      (a.stay?.room ?? '').localeCompare(b.stay?.room ?? '', 'de', { numeric: true }),
    ),
  };
}

/** One task of the list „Ohne Abschluss“. */
export interface OpenTask extends LedgerEntry {
  task: BoardTask;
  mappe: BoardMappe;
  tablet: BoardTablet | null;
}

/**
 * Returns the ledger: every task without a proven end; first those without contact to the server
 * for a minute, then the oldest.
 */
export function openTasksOf(board: Board, now: number): OpenTask[] {
  const open = board.mappen.flatMap((mappe) => {
    const tablet = board.tablets.find((t) => t.tabletId === mappe.tabletId) ?? null;
    return mappe.tasks.flatMap((task) => {
      const entry = missingOf(task, mappe, tablet, now);
      return entry ? [{ ...entry, task, mappe, tablet }] : [];
    });
  });
  return open.sort(
    (a, b) => Number(b.isUnheard) - Number(a.isUnheard) || a.mappe.createdAt - b.mappe.createdAt,
  );
}

/**
 * Splits the appointments for the desk: upcoming ones, and separately those of more than 45 minutes
 * ago.
 */
export function splitAppointments(
  expected: readonly ExpectedRow[],
  time: string,
): { next: ExpectedRow[]; earlier: ExpectedRow[] } {
  const minutes = (text: string): number =>
    Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  // Of several appointments the last one counts: a patient who missed the first may still come to
  // the second.
  const isEarlier = (row: ExpectedRow): boolean =>
    [row, ...row.others].every((one) => minutes(one.time) < minutes(time) - 45);
  return {
    next: expected.filter((termin) => !isEarlier(termin)),
    earlier: expected.filter(isEarlier),
  };
}

/**
 * Returns the connected tablets without a Mappe or a blank form, most charge first; unknown charge
 * comes last.
 */
export function freeTablets(board: Board, now: number): BoardTablet[] {
  return board.tablets
    .filter(
      (t) =>
        t.revokedAt === null &&
        !t.isGuest &&
        t.mappeId === null &&
        !unreached(t, now) &&
        !blankOn(t),
    )
    .sort((a, b) => (b.battery ?? -1) - (a.battery ?? -1) || a.name.localeCompare(b.name, 'de'));
}

/** Returns the keys of all red alarms, for title and chime; `help:` first. */
export function alarmsOf(columns: BoardColumns): string[] {
  return columns.needs
    .flatMap((row) => [row, ...row.more])
    .flatMap((row) => {
      if (row.need === 'help')
        return [`help:${row.call?.tabletId ?? row.key}:${row.call?.at ?? 0}`];
      return row.need === 'stalled' ||
        row.need === 'unsent' ||
        row.need === 'lost' ||
        row.need === 'attention'
        ? [`${row.need}:${row.key}`]
        : [];
    });
}
