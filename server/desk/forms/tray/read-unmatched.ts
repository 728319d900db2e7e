// The tray as read by staff: answers that wait for a record, candidate patients, and recent
// decisions.

import { AppError } from '../../../../shared/base/errors.ts';
import { nearDays, rankCandidates } from '../../../../shared/forms/task/home.ts';
import type { Unmatched, UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import { listName, searchText } from '../../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { withStandIns } from '../../../platform/db/cells/cells.ts';
import { knownDamage } from '../../../platform/db/cells/known-damage.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { isReversible } from './decide-unmatched.ts';
import type { MatchedRecord } from './file-unmatched.ts';
import { findHomeLinks } from '../home/home-store.ts';
import type { PracticeLibrary } from '../answers/library.ts';
import { findAnswers } from '../answers/store.ts';
import {
  countUnmatched,
  decidedUnmatched,
  findUnmatched,
  openUnmatched,
  type UnmatchedHead,
  type UnmatchedRow,
} from './unmatched-store.ts';

export interface TrayDeps {
  forms: PracticeLibrary;
  /** Reads the active records behind many numbers at once (server/desk/patient). */
  records(s: Look | Work, patids: readonly string[]): Promise<ReadonlyMap<string, MatchedRecord>>;
  /** Finds active records with one of these birth dates or this folded name. */
  alike(look: Look, days: string[], search: string): Promise<MatchedRecord[]>;
  tabletNames(look: Look, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  people(look: Look): Promise<readonly { id: string; name: string }[]>;
}
/** Of a damaged row, which is shown and cannot be filed. */
const STAND_INS = {
  firstName: DAMAGED_TEXT,
  lastName: DAMAGED_TEXT,
  geburtsdatum: '',
  problems: [],
} satisfies Partial<UnmatchedHead>;
const STOPPED = 'stopped',
  MOST_OPEN = 200,
  MOST_DECIDED = 50,
  DECIDED_MS = 7 * DAY_MS;

async function entriesOf(
  look: Look,
  deps: TrayDeps,
  rows: readonly UnmatchedHead[],
): Promise<UnmatchedEntry[]> {
  if (rows.length === 0) return [];
  const [people, tabletNames, linked] = await Promise.all([
    rows.some((one) => one.decidedBy !== null) ? deps.people(look) : [],
    deps.tabletNames(
      look,
      rows.flatMap((one) => one.tabletId ?? []),
    ),
    findHomeLinks(
      look,
      rows.flatMap((one) => one.homeId ?? []),
    ),
  ]);
  const names = new Map(people.map((one) => [`user:${one.id}`, one.name])),
    links = new Map(linked.map((one) => [one.id, one]));
  const records = await deps.records(
    look,
    [...rows, ...linked].flatMap((one) => one.patid ?? []),
  );
  const named = (patid: string | null): { patid: string; name: string } | null => {
    const record = patid === null ? undefined : records.get(patid);
    return record ? { patid: record.patid, name: listName(record) } : null;
  };
  const known = await knownDamage(look, look.t.unmatched);
  return rows.map((stored) => {
    const { row, isDamaged } = withStandIns(stored, STAND_INS);
    const link = row.homeId === null ? undefined : links.get(row.homeId),
      filed = named(row.patid);
    return {
      id: row.id,
      origin: row.origin,
      firstName: row.firstName,
      lastName: row.lastName,
      geburtsdatum: row.geburtsdatum,
      form: row.form,
      title: row.title,
      language: row.language,
      answeredAt: row.answeredAt,
      receivedAt: row.receivedAt,
      problems: row.problems.filter((one) => one.code !== STOPPED).length,
      isStopped: row.problems.some((one) => one.code === STOPPED),
      state: row.state,
      tabletName: tabletNames.get(row.tabletId ?? '') ?? null,
      ...((isDamaged || known.has(row.id)) && { isDamaged: true as const }),
      label: link?.label ?? null,
      invited: named(link?.patid ?? null),
      decided:
        row.decidedAt === null
          ? null
          : {
              at: row.decidedAt,
              by: names.get(row.decidedBy ?? '') ?? '',
              patid: filed?.patid ?? null,
              patientName: filed?.name ?? null,
              reason: row.reason ?? '',
            },
    };
  });
}

/** Lists the tray. @returns all waiting answers, and those decided within a week */
export async function listUnmatched(
  look: Look,
  deps: TrayDeps,
): Promise<{ open: UnmatchedEntry[]; count: number; decided: UnmatchedEntry[] }> {
  const [open, count, decided] = await Promise.all([
    openUnmatched(look, MOST_OPEN),
    countUnmatched(look),
    decidedUnmatched(look, look.now - DECIDED_MS, MOST_DECIDED),
  ]);
  return {
    open: await entriesOf(look, deps, open),
    count,
    decided: await entriesOf(look, deps, decided),
  };
}

/**
 * Reads the summary line of the board; `oldestAt` (ms) is null if nothing waits, `stopped` counts
 * abandoned forms.
 */
export async function readTrayLine(
  look: Look,
): Promise<{ count: number; oldestAt: number | null; stopped: number }> {
  const count = await countUnmatched(look),
    open = count === 0 ? [] : await openUnmatched(look, MOST_OPEN);
  return {
    count,
    oldestAt: open[0]?.receivedAt ?? null,
    stopped: open.filter((one) =>
      withStandIns(one, STAND_INS).row.problems.some(({ code }) => code === STOPPED),
    ).length,
  };
}

/** Returns one set with its form and the candidate records. @throws AppError not_found */
export async function readUnmatched(
  look: Look,
  deps: TrayDeps,
  id: string,
): Promise<{ row: UnmatchedRow; unmatched: Unmatched }> {
  const row = await findUnmatched(look, id),
    [entry] = row ? await entriesOf(look, deps, [row]) : [];
  if (!row || !entry) throw new AppError('not_found');
  const form = await deps.forms(look).find(row.form);
  const records =
    row.state === 'open' ? await deps.alike(look, nearDays(row.geburtsdatum), searchText(row)) : [];
  const filed = row.answersId === null ? undefined : await findAnswers(look, row.answersId);
  return {
    row,
    unmatched: {
      ...entry,
      questionnaire: form ? await form.inLanguages([row.language]) : null,
      response: row.response ?? filed?.response ?? null,
      problemList: filed?.problems ?? row.problems,
      isReversible: await isReversible(look, row),
      candidates: rankCandidates(row, records).map((one) => ({
        patid: one.patid,
        name: listName(one),
        geburtsdatum: one.geburtsdatum,
        city: one.city,
        herkunft: one.herkunft,
        match: one.match,
      })),
    },
  };
}
