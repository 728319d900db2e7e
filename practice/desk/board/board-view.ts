// View model of the reception board from the server's answer: state words, who needs attention,
// which column, which order. Pure.

import {
  isStuck,
  silenceOf,
  type Board,
  type BoardArrival,
  type BoardMappe,
  type BoardRoom,
  type BoardTablet,
  type BoardTask,
  type BoardVisit,
  type SilenceColour,
} from '../../../shared/exchange/board.ts';
import { missingOf, type LedgerEntry } from './ledger.ts';
import type { HelpCall } from '../../../shared/desk/tablet.ts';
import type { TaskState } from '../../../shared/desk/task.ts';

const MINUTE = 60_000;
/** Allowance for the latency of the undo click, ms. */
const UNDO_GRACE = 2_000;

export type StateKey =
  | 'free'
  | 'created'
  | 'assigned'
  | 'filling'
  | 'signing'
  | 'talk'
  | 'submitted'
  | 'sealed'
  | 'filed'
  | 'help'
  | 'question'
  | 'declined'
  | 'partSigned'
  | 'paper'
  | 'interrupted'
  | 'unreached'
  | 'attention'
  | 'cancelled'
  | 'expired'
  | 'revoked'
  | 'there'
  | 'inRoom'
  | 'treated'
  | 'blank';

/** A state with the values of its words: pages, or the instant (ms) since when. */
export interface StateView {
  key: StateKey;
  page?: number;
  of?: number;
  at?: number;
  isLong?: boolean;
}

/** Reasons to act, most urgent first. */
const NEEDS = [
  'help',
  'stalled',
  'unsent',
  'lost',
  'attention',
  'unheard',
  'late',
  'wrongPerson',
  'question',
  'paper',
  'interrupted',
  'quiet',
  'unreached',
  'copy',
  'talk',
  'partSigned',
] as const;
export type Need = (typeof NEEDS)[number];

/** An unanswered call for help, and where it was made. */
export interface BoardCall extends HelpCall {
  tabletId: string;
}
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

const WORD_OF_TASK: Record<TaskState, StateKey> = {
  created: 'created',
  assigned: 'assigned',
  started: 'filling',
  submitted: 'submitted',
  sealed: 'sealed',
  filed: 'filed',
  interrupted: 'interrupted',
  talk_pending: 'talk',
  question: 'question',
  part_signed: 'partSigned',
  declined: 'declined',
  paper: 'paper',
  cancelled: 'cancelled',
  expired: 'expired',
  needs_attention: 'attention',
};

/**
 * Returns the leading task of a Mappe: first tasks that need action, then running, waiting, ended
 * ones.
 */
const SPEAKS: readonly TaskState[] = [
  'needs_attention',
  'question',
  'started',
  'interrupted',
  'paper',
  'talk_pending',
  'assigned',
  'created',
  'part_signed',
  'submitted',
  'sealed',
  'declined',
  'filed',
  'expired',
  'cancelled',
];

/** A handwritten paper that is being read on a tablet; before and after it is only paper. */
const isRead = (task: BoardTask): boolean => task.reading === 'running';
const runs = (task: BoardTask): boolean => task.state === 'started' || isRead(task);
/** Some task of the Mappe occupies its tablet. */
export const isAtTablet = (mappe: BoardMappe): boolean =>
  mappe.tasks.some((task) => task.state === 'assigned' || runs(task));

export function stateOfTask(task: BoardTask): StateView {
  if (task.isHeld === true) return { key: 'submitted' };
  const key = isRead(task) ? 'filling' : WORD_OF_TASK[task.state];
  return key === 'filling' || key === 'interrupted'
    ? { key, page: task.page, of: task.of }
    : { key };
}

export function leadingTask(mappe: BoardMappe): BoardTask | undefined {
  return SPEAKS.map((state) =>
    mappe.tasks.find((task) => (isRead(task) ? 'started' : task.state) === state),
  ).find((task) => task !== undefined);
}

const isOver = (mappe: BoardMappe): boolean =>
  mappe.tasks.every((t) =>
    ['submitted', 'sealed', 'filed', 'declined', 'cancelled', 'expired'].includes(t.state),
  );

export interface BoardCalls {
  ofMappe: ReadonlyMap<string, BoardCall>;
  ofTablet: ReadonlyMap<string, BoardCall>;
}
/**
 * Where each call for help is shown: at the Mappe in which it was made, wherever that is open; at
 * the tablet itself if there was no Mappe, or it has ended. The newest call of a place counts.
 */
export function callsOf(board: Pick<Board, 'tablets' | 'mappen'>): BoardCalls {
  const ofMappe = new Map<string, BoardCall>(),
    ofTablet = new Map<string, BoardCall>(),
    open = new Set(board.mappen.filter((one) => !isOver(one)).map((one) => one.mappeId));
  for (const { tabletId, calls } of board.tablets.filter((one) => one.revokedAt === null)) {
    for (const call of calls) {
      const isOfMappe = call.mappeId !== null && open.has(call.mappeId),
        at = isOfMappe ? ofMappe : ofTablet,
        key = isOfMappe ? (call.mappeId ?? '') : tabletId;
      if ((at.get(key)?.at ?? 0) <= call.at) at.set(key, { ...call, tabletId });
    }
  }
  return { ofMappe, ofTablet };
}

/** 60 s without contact; `isLong` after 15 min. */
function unreached(tablet: BoardTablet, now: number): StateView | undefined {
  const silent = tablet.lastSeenAt === null ? Infinity : now - tablet.lastSeenAt;
  return silent > MINUTE
    ? {
        key: 'unreached',
        at: tablet.lastSeenAt ?? tablet.registeredAt,
        isLong: silent > 15 * MINUTE,
      }
    : undefined;
}

/**
 * State texts of a Mappe: those of its leading task, unless it has a call for help or its tablet
 * has something more urgent to report.
 */
export function stateOfMappe(
  mappe: BoardMappe,
  tablet: BoardTablet | null,
  now: number,
  call: BoardCall | null = null,
): StateView {
  if (call) return { key: 'help' };
  const task = leadingTask(mappe);
  const isOnTablet = task !== undefined && (runs(task) || task.state === 'assigned');
  const gone = tablet && isOnTablet ? unreached(tablet, now) : undefined;
  if (gone) return gone;
  if (task && task.isHeld !== true && runs(task) && tablet?.activity?.taskId === task.taskId) {
    const { screen, page, of } = tablet.activity;
    // The run was lost or aborted before the server learned why: it waits for a patient again.
    if (screen === 'assigned') return { key: 'assigned' };
    return screen === 'signing' ? { key: 'signing' } : { key: 'filling', page, of };
  }
  return task ? stateOfTask(task) : { key: 'created' };
}

/** A blank form started on this tablet is being filled in; the practice has no Mappe for it. */
function blankOn({ activity }: BoardTablet): StateView | undefined {
  if (
    activity?.isBlank !== true ||
    activity.screen === 'assigned' ||
    activity.screen === 'done' ||
    activity.screen === 'idle'
  )
    return undefined;
  return { key: 'blank', page: activity.page, of: activity.of };
}

export function stateOfTablet(
  tablet: BoardTablet,
  mappe: BoardMappe | null,
  now: number,
  call: BoardCall | null = null,
): StateView {
  if (tablet.revokedAt !== null) return { key: 'revoked', at: tablet.revokedAt };
  if (call) return { key: 'help' };
  return (
    unreached(tablet, now) ??
    blankOn(tablet) ??
    (mappe ? stateOfMappe(mappe, tablet, now) : { key: 'free' })
  );
}

const entriesOf = (mappe: BoardMappe, tablet: BoardTablet | null, now: number): LedgerEntry[] =>
  mappe.tasks.flatMap((task) => missingOf(task, mappe, tablet, now) ?? []);

/** Returns the most urgent reason, or null where nothing needs action. */
export function needOf(
  mappe: BoardMappe | null,
  tablet: BoardTablet | null,
  now: number,
  call: BoardCall | null = null,
): Need | null {
  if (call) return 'help';
  const has = (state: TaskState): boolean =>
    mappe?.tasks.some((task) => task.state === state) ?? false;
  const isOnTablet = mappe !== null && isAtTablet(mappe);
  const silence = tablet ? silenceOf(tablet, now) : 'neutral';
  if (silence === 'bad')
    return tablet && isStuck(tablet, now) ? 'unsent' : isOnTablet ? 'stalled' : null;
  if (!mappe) return null;
  if (mappe.tasks.some((task) => task.state === 'needs_attention' || task.attention !== undefined))
    return 'attention';
  const unheard = entriesOf(mappe, tablet, now).filter((entry) => entry.isUnheard);
  if (unheard.some((entry) => entry.missing === 'word')) return 'unheard';
  if (unheard.some((entry) => entry.missing === 'document' || entry.missing === 'seal'))
    return 'late';
  if (mappe.wrongPersonAt !== null && (isOnTablet || has('interrupted'))) return 'wrongPerson';
  if (has('question')) return 'question';
  if (mappe.tasks.some((task) => task.state === 'paper' && !isRead(task))) return 'paper';
  if (has('interrupted')) return 'interrupted';
  if (isOnTablet && silence === 'warn')
    return tablet && unreached(tablet, now) ? 'unreached' : 'quiet';
  if (mappe.wantsPaperCopy && mappe.tasks.some((task) => task.fileId !== undefined)) return 'copy';
  return has('talk_pending') ? 'talk' : has('part_signed') ? 'partSigned' : null;
}

/** Undone within the ten seconds: ignored by the board. */
const wasUndone = (mappe: BoardMappe): boolean =>
  mappe.tasks.every((t) => t.state === 'cancelled' && t.stateAt <= mappe.undoUntil + UNDO_GRACE);

const rankOf = (row: BoardRow): number =>
  row.need === null ? NEEDS.length : NEEDS.indexOf(row.need);
const isWithdrawn = (mappe: BoardMappe): boolean =>
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

/** One row for each person with a Mappe, their other Mappen behind the leading one. */
function mappeRows(board: Board, calls: BoardCalls, now: number): BoardRow[] {
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

/** Tablets with a call or a loss that no Mappe shows. */
function tabletRows(
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

/** People who are present without a Mappe, or in a room while another person has theirs. */
function hereRows(board: Board, rows: readonly BoardRow[], met: ReadonlySet<string>): BoardRow[] {
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

/**
 * Every person is listed once, whatever they have; a calling tablet without a Mappe is among those
 * who need attention.
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
 * The ledger: every task without a proven end; first those without contact to the server for a
 * minute, then the oldest.
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

/** Appointments for the desk: upcoming ones, and separately those of more than 45 minutes ago. */
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
 * Connected tablets without a Mappe or a blank form, most charge first; unknown charge comes last.
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

/** Keys of all red alarms, for title and chime; `help:` first. */
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
