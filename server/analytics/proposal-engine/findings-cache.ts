// Caches each practice's findings and updates them with its image and its rules: a delivery or a
// signed agreement recomputes the affected patients, any other change all.

import type { ProposalProgress } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import {
  findingKey,
  isOfferedFirst,
  type Finding,
} from '../../../shared/analytics/billing/proposal.ts';
import { type Snapshot } from '../snapshot/snapshot.ts';
import { mappingName } from '../snapshot/build/group-mapping.ts';
import { plusMonths, dayText } from '../snapshot/calendar.ts';
import type { SnapshotCache, State } from '../snapshot/state.ts';
import type { PracticeRatios } from '../rules-engine/engine.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { patientsAgreedAnew, ruleSetOf, ruleSettingsOf, type RuleSet } from './rule-set.ts';
import { CHUNK_SIZE, type PreparedEngine, type RuleEngine } from './rule-engine.ts';
import type { ProposalSource } from './store.ts';
import { createTrials, type Trials } from './trial.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

export interface ProposalSnapshot {
  readonly state: State;
  readonly ruleSet: RuleSet;
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  readonly finishedAt: number;
}
export interface Proposals {
  readonly source: ProposalSource;
  /** Returns the current findings of a practice, after recomputing the changed ones. */
  load(cid: string, now: number): Promise<ProposalSnapshot>;
  progress(cid: string): ProposalProgress;
  /** Returns the newest complete findings without recomputing any. */
  kept(cid: string): ProposalSnapshot | undefined;
  /**
   * Whether findings exist, or only some patients are being recomputed: then an answer that waits
   * for them comes soon.
   */
  isNearlyReady(cid: string): boolean;
  /** The image alone, regardless of the state of the findings. */
  snapshot(cid: string, now: number): Promise<Snapshot>;
  /** Forgotten positions of the last twelve months that were not recorded as offered so far. */
  findUnrecorded(
    cid: string,
    now: number,
  ): Promise<{ patid: string; tag: string; regel: string; zahn: string }[]>;
  readonly trials: Trials;
}
/** Number of patients that can be recomputed within a moment. */
const FEW = 10 * CHUNK_SIZE;
const NONE = new Int32Array(0);
/** Default range of the lists; older proposals are not offered automatically. */
const MONTHS_BACK = 12;

interface CacheEntry extends ProposalSnapshot {
  mapping: string;
  ratios: PracticeRatios;
}
/** Dependencies of the cache, and its state by practice. */
interface CacheContext {
  readonly snapshotCache: SnapshotCache;
  readonly source: ProposalSource;
  readonly engine: RuleEngine;
  readonly houseRules: readonly Rule[];
  readonly kept: Map<string, CacheEntry>;
  readonly progress: Map<string, { done: number; of: number }>;
  /** Patients recomputed since the offered proposals were last compared with the recorded ones. */
  readonly uncompared: Map<string, Set<number> | 'all'>;
}
/** Inputs of one recomputation. */
interface Change {
  readonly state: State;
  readonly ruleSet: RuleSet;
  readonly mapping: string;
  /** Its rows, rules and mappings are the same; null where any of them changed. */
  readonly base: CacheEntry | null;
}

/** Evaluates patients in chunks and replaces their findings. */
async function evaluateInChunks(
  progress: CacheContext['progress'],
  cid: string,
  snapshot: Snapshot,
  patients: Int32Array,
  ready: PreparedEngine,
  findings: Map<number, readonly Finding[]>,
): Promise<void> {
  const rowOfPatient = snapshot.rawRows.tables.patient.slotById;
  progress.set(cid, { done: 0, of: patients.length });
  try {
    for (let from = 0; from < patients.length; from += CHUNK_SIZE) {
      const part = patients.subarray(from, from + CHUNK_SIZE);
      for (const at of part) findings.delete(at);
      for (const finding of ready.evaluateRules(part, patients)) {
        const at = snapshot.mergedInto[rowOfPatient.get(finding.patid)!]!,
          list = findings.get(at) as Finding[] | undefined;
        if (list) list.push(finding);
        else findings.set(at, [finding]);
      }
      progress.set(cid, { done: from + part.length, of: patients.length });
      await letOthersRun();
    }
  } finally {
    progress.delete(cid);
  }
}

/**
 * Returns the records of touched patients. A merge moves rows from one record to another: both are
 * recomputed, also where the target record arrived later.
 */
function recordsOf(
  touched: ReadonlySet<number>,
  mergedInto: Int32Array,
  mergedBefore: Int32Array,
): Set<number> {
  const records = new Set<number>();
  for (const at of touched) records.add(mergedInto[at]!);
  for (let at = 0; at < mergedBefore.length; at += 1)
    if (mergedBefore[at] !== mergedInto[at]) {
      records.add(mergedBefore[at]!);
      records.add(mergedInto[at]!);
    }
  return records;
}
/** Returns the records that exist and were not merged into another one, in order. */
function liveRecords(snapshot: Snapshot, records: ReadonlySet<number>): Int32Array {
  const { rowState } = snapshot.rawRows.tables.patient;
  return Int32Array.from(
    [...records]
      .filter((at) => rowState[at] === LIVE && snapshot.mergedInto[at] === at)
      .sort((a, b) => a - b),
  );
}

/** Returns the entry whose findings stay valid except for touched patients, or null. */
const baseOf = (
  before: CacheEntry | undefined,
  { snapshot }: State,
  ruleSet: RuleSet,
  mapping: string,
): CacheEntry | null =>
  before !== undefined &&
  before.state.snapshot.rawRows === snapshot.rawRows &&
  before.state.snapshot.today === snapshot.today &&
  before.ruleSet.key === ruleSet.key &&
  before.mapping === mapping
    ? before
    : null;

/** Recomputes the findings that a change affects, and keeps the result. */
async function recompute(
  context: CacheContext,
  cid: string,
  { state, ruleSet, mapping, base }: Change,
): Promise<CacheEntry> {
  const { kept, uncompared, progress } = context,
    { snapshot } = state,
    ready = context.engine.prepare(snapshot, [...ruleSet.all.values()], ruleSettingsOf(ruleSet));
  let touched = base ? state.touchedSince(base.state.sequence) : 'all';
  const ratios = ready.ratios(touched === 'all' ? snapshot.live.patient : NONE);
  if (touched !== 'all') {
    const more = ready.affected(base!.ratios, ratios);
    const agreed = [...patientsAgreedAnew(base!.ruleSet, ruleSet)].flatMap(
      (patid) => snapshot.rawRows.tables.patient.slotById.get(patid) ?? [],
    );
    touched = more === 'all' ? 'all' : new Set([...touched, ...more, ...agreed]);
  }
  const findings = new Map<number, readonly Finding[]>(touched === 'all' ? [] : base!.findings);
  let patients = snapshot.live.patient;
  if (touched !== 'all') {
    const records = recordsOf(touched, snapshot.mergedInto, base!.state.snapshot.mergedInto);
    for (const at of records) findings.delete(at);
    patients = liveRecords(snapshot, records);
  }
  // Nothing is kept until it is complete.
  kept.delete(cid);
  await evaluateInChunks(progress, cid, snapshot, patients, ready, findings);
  const made: CacheEntry = {
    state: state,
    ruleSet,
    findings,
    finishedAt: Date.now(),
    mapping,
    ratios,
  };
  kept.set(cid, made);
  const open = uncompared.get(cid);
  uncompared.set(
    cid,
    touched === 'all' || open === 'all' ? 'all' : new Set([...(open ?? []), ...patients]),
  );
  return made;
}

/** Returns current findings; recomputes only where rows, rules or mappings changed. */
async function refresh(context: CacheContext, cid: string, now: number): Promise<ProposalSnapshot> {
  const [state, ruleSet] = await Promise.all([
      context.snapshotCache.load(cid, now),
      ruleSetOf(context.source, cid, context.houseRules),
    ]),
    mapping = mappingName(state.presets),
    before = context.kept.get(cid);
  if (
    before &&
    before.state.snapshot === state.snapshot &&
    before.ruleSet.key === ruleSet.key &&
    patientsAgreedAnew(before.ruleSet, ruleSet).size === 0
  ) {
    const same: CacheEntry = { ...before, state, ruleSet };
    context.kept.set(cid, same);
    return same;
  }
  const base = baseOf(before, state, ruleSet, mapping);
  return recompute(context, cid, { state: state, ruleSet, mapping, base });
}

/** Returns offered positions that are not recorded yet, of patients recomputed meanwhile. */
async function unrecordedOf(
  { source, uncompared }: CacheContext,
  cid: string,
  { state: { snapshot }, findings }: ProposalSnapshot,
): ReturnType<Proposals['findUnrecorded']> {
  const open = uncompared.get(cid);
  if (open === undefined) return [];
  const from = dayText(plusMonths(snapshot.today, -MONTHS_BACK)),
    found = [...(open === 'all' ? findings.keys() : open)].flatMap((at) =>
      (findings.get(at) ?? []).filter(
        (one) => one.art === 'VERGESSEN' && isOfferedFirst(one) && one.tag >= from,
      ),
    );
  const recorded = await source.offered(
      cid,
      open === 'all' ? 'all' : [...new Set(found.map((one) => one.patid))],
    ),
    recordedKeys = new Set(recorded.map(findingKey)),
    fresh = found.filter((one) => !recordedKeys.has(findingKey(one)));
  // Cleared only where nothing is left and nothing was added meanwhile: the caller records the
  // answer and asks again later.
  if (fresh.length === 0 && uncompared.get(cid) === open) uncompared.delete(cid);
  return fresh.map(({ patid, tag: day, regel: rule, zahn: tooth }) => ({
    patid,
    tag: day,
    regel: rule,
    zahn: tooth,
  }));
}

/** Creates the cache of all practices' findings; each practice is refreshed one call at a time. */
export function createProposalCache(
  snapshotCache: SnapshotCache,
  source: ProposalSource,
  engine: RuleEngine,
  houseRules: readonly Rule[],
): Proposals {
  const kept: CacheContext['kept'] = new Map(),
    progress: CacheContext['progress'] = new Map(),
    busy = new Map<string, Promise<unknown>>(),
    context: CacheContext = {
      snapshotCache,
      source,
      engine,
      houseRules,
      kept,
      progress,
      uncompared: new Map(),
    };
  const load = (cid: string, now: number): Promise<ProposalSnapshot> => {
    const before = busy.get(cid) ?? Promise.resolve(),
      mine = before.then(
        () => refresh(context, cid, now),
        () => refresh(context, cid, now),
      );
    busy.set(
      cid,
      mine.catch(() => undefined),
    );
    return mine;
  };
  return {
    source,
    load,
    kept: (cid) => kept.get(cid),
    isNearlyReady: (cid) => kept.has(cid) || (progress.get(cid)?.of ?? Infinity) <= FEW,
    progress(cid) {
      const now = progress.get(cid);
      return {
        laeuft: now !== undefined,
        anteil: now === undefined || now.of === 0 ? 1 : now.done / now.of,
        fertigAm: kept.get(cid)?.finishedAt ?? null,
      };
    },
    snapshot: async (cid, now) => (await snapshotCache.load(cid, now)).snapshot,
    findUnrecorded: async (cid, now) => unrecordedOf(context, cid, await load(cid, now)),
    trials: createTrials(context),
  };
}
