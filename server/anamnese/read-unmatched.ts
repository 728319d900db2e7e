// The tray as staff reads it: what waits for a record, whom it may belong to, and what was decided lately.

import { AppError } from '../../shared/errors.ts';
import { nearDays, rankCandidates } from '../../shared/home.ts';
import type { Unmatched, UnmatchedEntry } from '../../shared/home.schema.ts';
import { listName, searchText } from '../../shared/patient.ts';
import type { Look } from '../work.ts';
import { isReversible } from './decide-unmatched.ts';
import type { FilingDeps, MatchedRecord } from './file-unmatched.ts';
import { findHomeLink } from './home-store.ts';
import type { PracticeLibrary } from './library.ts';
import { findAnswers } from './store.ts';
import { countUnmatched, decidedUnmatched, findUnmatched, openUnmatched, type UnmatchedHead, type UnmatchedRow } from './unmatched-store.ts';

export interface TrayDeps extends Pick<FilingDeps, 'record'> {
  forms: PracticeLibrary;
  /** Living records with one of these birth days or this folded name. */
  alike(look: Look, days: string[], search: string): Promise<MatchedRecord[]>;
  tabletName(look: Look, tabletId: string): Promise<string | undefined>;
  people(look: Look): Promise<readonly { id: string; name: string }[]>;
}
const MOST_OPEN = 200, MOST_DECIDED = 50, DECIDED_MS = 7 * 86_400_000;

async function entriesOf(look: Look, deps: TrayDeps, rows: readonly UnmatchedHead[]): Promise<UnmatchedEntry[]> {
  const names = new Map((rows.some((one) => one.decidedBy !== null) ? await deps.people(look) : []).map((one) => [`user:${one.id}`, one.name])), out: UnmatchedEntry[] = [];
  const named = async (patid: string | null): Promise<{ patid: string; name: string } | null> => {
    const record = patid === null ? undefined : await deps.record(look, patid);
    return record ? { patid: record.patid, name: listName(record) } : null;
  };
  for (const row of rows) {
    const link = row.homeId === null ? undefined : await findHomeLink(look, row.homeId), filed = await named(row.patid);
    out.push({
      id: row.id, origin: row.origin, firstName: row.firstName, lastName: row.lastName, geburtsdatum: row.geburtsdatum, form: row.form, title: row.title, language: row.language, answeredAt: row.answeredAt,
      receivedAt: row.receivedAt, problems: row.problems.length, state: row.state, tabletName: row.tabletId === null ? null : ((await deps.tabletName(look, row.tabletId)) ?? null), label: link?.label ?? null,
      invited: await named(link?.patid ?? null),
      decided: row.decidedAt === null ? null : { at: row.decidedAt, by: names.get(row.decidedBy ?? '') ?? '', patid: filed?.patid ?? null, patientName: filed?.name ?? null, reason: row.reason ?? '' },
    });
  }
  return out;
}

/** @returns everything that waits, and what was decided within a week */
export async function listUnmatched(look: Look, deps: TrayDeps): Promise<{ open: UnmatchedEntry[]; count: number; decided: UnmatchedEntry[] }> {
  const [open, count, decided] = await Promise.all([openUnmatched(look, MOST_OPEN), countUnmatched(look), decidedUnmatched(look, look.now - DECIDED_MS, MOST_DECIDED)]);
  return { open: await entriesOf(look, deps, open), count, decided: await entriesOf(look, deps, decided) };
}

/** What the board says in one line; `oldestAt` (ms) is null where nothing waits. */
export async function readTrayLine(look: Look): Promise<{ count: number; oldestAt: number | null }> {
  const count = await countUnmatched(look);
  return { count, oldestAt: count === 0 ? null : ((await openUnmatched(look, 1))[0]?.receivedAt ?? null) };
}

/** One set with its form and the records it may belong to. @throws AppError not_found */
export async function readUnmatched(look: Look, deps: TrayDeps, id: string): Promise<{ row: UnmatchedRow; unmatched: Unmatched }> {
  const row = await findUnmatched(look, id), [entry] = row ? await entriesOf(look, deps, [row]) : [];
  if (!row || !entry) throw new AppError('not_found');
  const form = await deps.forms(look).find(row.form);
  const records = row.state === 'open' ? await deps.alike(look, nearDays(row.geburtsdatum), searchText(row)) : [];
  const filed = row.answersId === null ? undefined : await findAnswers(look, row.answersId);
  return {
    row,
    unmatched: {
      ...entry, questionnaire: form ? await form.inLanguages([row.language]) : null, response: row.response ?? filed?.response ?? null, problemList: filed?.problems ?? row.problems, isReversible: await isReversible(look, row),
      candidates: rankCandidates(row, records).map((one) => ({ patid: one.patid, name: listName(one), geburtsdatum: one.geburtsdatum, city: one.city, herkunft: one.herkunft, match: one.match })),
    },
  };
}
