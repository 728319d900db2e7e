/** The current state of single proposals, and of decisions whose position has arrived. */
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import type { Asked } from './lists.ts';
import { isLater, recordIndex, type FindingPlace } from './places.ts';
import { firstOfWindows, rowAt, waitingRows } from './rows.ts';
import type { DecisionRow } from './store.ts';
import { movedTo } from './arrival.ts';

/**
 * State of one proposal: `patid` is the record under which its decision is stored, without a
 * decision the currently valid record; `finding` null where the finding is gone.
 */
export interface ProposalSituation {
  ort: FindingPlace;
  patid: string;
  finding: Finding | null;
  state: ProposalState;
}

/** A decision whose position has arrived. */
export interface ArrivedDecision extends FindingPlace {
  rev: number;
  am: number | null;
}

/** Returns the state of proposals by place; null where none is offered and nothing was decided. */
export async function situationsAt(
  { viewOf, proposals: { source }, cid }: Asked,
  places: readonly FindingPlace[],
): Promise<(ProposalSituation | null)[]> {
  const { u } = await viewOf(),
    { snapshot } = u.proposals.state,
    rows = new Map<string, DecisionRow>();
  const keyOf = (one: FindingPlace): string => {
    const at = recordIndex(snapshot, one.patid);
    return [at < 0 ? one.patid : at, one.tag, one.regel, one.zahn].join('\u0000');
  };
  const from = places.reduce((first, one) => (one.tag < first ? one.tag : first), '9999-12-31'),
    to = places.reduce((last, one) => (one.tag > last ? one.tag : last), '0000-01-01');
  for (const row of await source.decisions(cid, firstOfWindows(from), to)) {
    const key = keyOf(row),
      before = rows.get(key);
    if (before === undefined || isLater(row, before)) rows.set(key, row);
  }
  return places.map((placeOf) => {
    const pat = recordIndex(snapshot, placeOf.patid),
      row = rows.get(keyOf(placeOf)),
      found = rowAt(u, placeOf, row, rows.values());
    return found
      ? {
          ort: placeOf,
          patid:
            row?.patid ?? (pat < 0 ? placeOf.patid : snapshot.rawRows.tables.patient.ids[pat]!),
          finding: found.isFiring ? found.finding : null,
          state: found.state,
        }
      : null;
  });
}

/** Returns the decisions whose position has since arrived. */
export async function arrivedDecisions({
  viewOf,
  proposals: { source },
  cid,
}: Asked): Promise<ArrivedDecision[]> {
  const { u } = await viewOf();
  return (await waitingRows(u, source, cid))
    .filter((z) => z.state === 'UMGESETZT')
    .map(({ row }) => ({
      patid: row!.patid,
      tag: row!.tag,
      regel: row!.regel,
      zahn: row!.zahn,
      rev: row!.rev,
      am: u.proposals.state.asOf,
    }));
}

/** A decision whose tooth the practice corrected, and the finding at the new one. */
export interface MovedDecision extends FindingPlace {
  rev: number;
  nach: Finding;
}
/** How far back corrections of teeth are followed. */
const FOLLOWED_YEARS = 1;

/**
 * Returns the noted and refused proposals whose tooth was corrected. Where the rule finds several
 * undecided teeth, or two decisions could be meant, none is returned: a person decides.
 */
export async function movedDecisions({
  viewOf,
  proposals: { source },
  cid,
  today,
}: Asked): Promise<MovedDecision[]> {
  const { u } = await viewOf(),
    { snapshot } = u.proposals.state,
    from = `${Number(today.slice(0, 4)) - FOLLOWED_YEARS}${today.slice(4)}`,
    rows = await source.decisions(cid, from, '9999-12-31'),
    keyOf = (pat: number, one: { tag: string; regel: string; zahn: string }): string =>
      [pat, one.tag, one.regel, one.zahn].join('\u0000'),
    decided = new Set(
      rows
        .filter(({ state }) => state !== 'NEU')
        .map((row) => keyOf(recordIndex(snapshot, row.patid), row)),
    ),
    found: MovedDecision[] = [],
    wanted = new Map<string, number>();
  for (const row of rows) {
    if (row.state !== 'VORGEMERKT' && row.state !== 'ABGELEHNT') continue;
    const pat = recordIndex(snapshot, row.patid),
      here = { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
      open = movedTo(u.proposals, pat, here).filter((one) => !decided.has(keyOf(pat, one)));
    if (open.length !== 1) continue;
    const { patid, tag, regel, zahn, rev } = row,
      key = keyOf(pat, open[0]!);
    wanted.set(key, (wanted.get(key) ?? 0) + 1);
    found.push({ patid, tag, regel, zahn, rev, nach: open[0]! });
  }
  return found.filter((one) => wanted.get(keyOf(recordIndex(snapshot, one.patid), one.nach)) === 1);
}
