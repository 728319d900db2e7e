// Caches each practice's findings and updates them with its image and its rules: a delivery
// recomputes the affected patients, any other change all.

import { istAn } from '../../../shared/analytics/billing/billing.ts';
import type { ProposalProgress } from '../../../shared/analytics/billing/billing.schema.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import {
  findingKey,
  type Finding,
  type RuleSettings,
} from '../../../shared/analytics/billing/proposal.ts';
import { mappingName, type Snapshot } from '../snapshot/snapshot.ts';
import { plusMonths, dayText } from '../snapshot/calendar.ts';
import type { SnapshotCache, State } from '../snapshot/snapshot-cache.ts';
import type { PracticeRatios } from '../rules-engine/engine.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { Settings, RuleSwitch, Environment, ProposalSource } from './store.ts';

/**
 * The engine: rules compiled for an image, findings of some patients (indexes) or of all, and the
 * findings of a single rule.
 */
export interface RuleEngine {
  prepare(snapshot: Snapshot, regeln: readonly Rule[], einstellung: RuleSettings): PreparedEngine;
}
interface PreparedEngine {
  /** Evaluates patients by index. @param rahmen all patients that will be evaluated in parts */
  evaluateRules(patienten: Int32Array, askedPatients: Int32Array): Finding[];
  /**
   * Ratios of the whole practice that findings depend on, and the patients affected by their
   * change.
   */
  ratios(askedPatients: Int32Array): PracticeRatios;
  affected(vorher: PracticeRatios, jetzt: PracticeRatios): ReadonlySet<number> | 'alle';
}
/** Rules of a practice: the built-in ones and its live custom ones. */
interface RuleSet {
  readonly alle: ReadonlyMap<string, Rule>;
  readonly eigene: ReadonlySet<string>;
  readonly an: ReadonlySet<string>;
  readonly gesagt: ReadonlyMap<string, RuleSwitch>;
  readonly einstellung: Settings;
  readonly environment: Environment;
  readonly schluessel: string;
}
export interface ProposalSnapshot {
  readonly stand: State;
  readonly ruleSet: RuleSet;
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  readonly fertigAm: number;
}
export interface Proposals {
  readonly quelle: ProposalSource;
  hole(cid: string, jetzt: number): Promise<ProposalSnapshot>;
  fortschritt(cid: string): ProposalProgress;
  /**
   * Whether findings exist, or only some patients are being recomputed: then an answer that waits
   * for them comes soon.
   */
  isNearlyReady(cid: string): boolean;
  /** The image alone, regardless of the state of the findings. */
  snapshot(cid: string, jetzt: number): Promise<Snapshot>;
  /** Forgotten positions of the last twelve months that were not recorded as offered so far. */
  neue(
    cid: string,
    jetzt: number,
  ): Promise<{ patid: string; tag: string; regel: string; zahn: string }[]>;
  /** Findings of a rule over all of the practice's history, next to the enabled rules. */
  probe(cid: string, jetzt: number, regel: Rule): Promise<{ stand: State; findings: Finding[] }>;
}
/** Number of patients evaluated before other questions are answered. */
const CHUNK_SIZE = 128;
/** Number of patients that can be recomputed within a moment. */
const FEW = 10 * CHUNK_SIZE;
const NONE = new Int32Array(0);
/** Default range of the lists; older proposals are not offered automatically. */
const MONTHS_BACK = 12;

async function ruleSetOf(
  quelle: ProposalSource,
  cid: string,
  houseRules: readonly Rule[],
): Promise<RuleSet> {
  const { gesagt, eigene, einstellung, environment } = await quelle.regeln(cid),
    said = new Map(gesagt.map((one) => [one.regel, one]));
  const own: Rule[] = eigene.map(({ regel, version, eingabe }) => ({
      ...eingabe,
      id: regel,
      version,
      mark: 'proposal',
    })),
    alle = new Map([...houseRules, ...own].map((rule) => [rule.id, rule])),
    ownIds = new Set(own.map((rule) => rule.id));
  const an = new Set(
    [...alle.values()]
      .filter((rule) =>
        ownIds.has(rule.id)
          ? (said.get(rule.id)?.isOn ?? true)
          : istAn(rule, said.get(rule.id)?.isOn),
      )
      .map((rule) => rule.id),
  );
  return {
    alle,
    eigene: ownIds,
    an,
    gesagt: said,
    einstellung,
    environment,
    schluessel: JSON.stringify([
      [...an].sort(),
      own.map((rule) => `${rule.id} ${rule.version}`).sort(),
      einstellung.mitVertretung,
      einstellung.mitAnderenTraegern,
      einstellung.schalter,
      einstellung.schwellen,
      environment,
    ]),
  };
}
const ruleSettingsOf = (ruleSet: RuleSet): RuleSettings => ({
  aus: [...ruleSet.alle.keys()].filter((id) => !ruleSet.an.has(id)),
  mitVertretung: ruleSet.einstellung.mitVertretung,
  mitAnderenTraegern: ruleSet.einstellung.mitAnderenTraegern,
  schalter: ruleSet.einstellung.schalter,
  schwellen: ruleSet.einstellung.schwellen,
  ...ruleSet.environment,
});

export function createProposalCache(
  snapshotCache: SnapshotCache,
  quelle: ProposalSource,
  engine: RuleEngine,
  houseRules: readonly Rule[],
): Proposals {
  interface CacheEntry extends ProposalSnapshot {
    mapping: string;
    ratios: PracticeRatios;
  }
  /** Patients recomputed since the offered proposals were last compared with the recorded ones. */
  const uncompared = new Map<string, Set<number> | 'alle'>();
  const kept = new Map<string, CacheEntry>(),
    busy = new Map<string, Promise<unknown>>(),
    progress = new Map<string, { done: number; of: number }>();

  async function evaluateRules(
    cid: string,
    snapshot: Snapshot,
    patients: Int32Array,
    evaluate: (places: Int32Array) => Finding[],
    into: Map<number, readonly Finding[]>,
  ): Promise<void> {
    const place = snapshot.rawRows.tables.patient.nach;
    progress.set(cid, { done: 0, of: patients.length });
    try {
      for (let from = 0; from < patients.length; from += CHUNK_SIZE) {
        const part = patients.subarray(from, from + CHUNK_SIZE);
        for (const at of part) into.delete(at);
        for (const fund of evaluate(part)) {
          const at = snapshot.mergedInto[place.get(fund.patid)!]!,
            list = into.get(at) as Finding[] | undefined;
          if (list) list.push(fund);
          else into.set(at, [fund]);
        }
        progress.set(cid, { done: from + part.length, of: patients.length });
        await new Promise((done) => {
          setImmediate(done);
        });
      }
    } finally {
      progress.delete(cid);
    }
  }
  async function refresh(cid: string, jetzt: number): Promise<ProposalSnapshot> {
    const [stand, ruleSet] = await Promise.all([
        snapshotCache.hole(cid, jetzt),
        ruleSetOf(quelle, cid, houseRules),
      ]),
      { snapshot } = stand,
      mapping = mappingName(stand.presets),
      before = kept.get(cid);
    if (
      before &&
      before.stand.snapshot === snapshot &&
      before.ruleSet.schluessel === ruleSet.schluessel
    ) {
      const same = { ...before, stand, ruleSet };
      kept.set(cid, same);
      return same;
    }
    const ready = engine.prepare(snapshot, [...ruleSet.alle.values()], ruleSettingsOf(ruleSet));
    const isPart =
      before !== undefined &&
      before.stand.snapshot.rawRows === snapshot.rawRows &&
      before.stand.snapshot.heute === snapshot.heute &&
      before.ruleSet.schluessel === ruleSet.schluessel &&
      before.mapping === mapping;
    let touched = isPart ? stand.touchedSince(before.stand.sequence) : 'alle';
    const ratios = ready.ratios(touched === 'alle' ? snapshot.live.patient : NONE);
    if (touched !== 'alle') {
      const more = ready.affected(before!.ratios, ratios);
      touched = more === 'alle' ? 'alle' : new Set([...touched, ...more]);
    }
    const findings = new Map<number, readonly Finding[]>(
      touched === 'alle' ? [] : before!.findings,
    );
    let patients: Int32Array;
    if (touched === 'alle') patients = snapshot.live.patient;
    else {
      // A merge moves rows from one record to another: both are recomputed, also where the target
      // record arrived later.
      const roots = new Set<number>(),
        { mergedInto } = snapshot,
        old = before!.stand.snapshot.mergedInto;
      for (const at of touched) roots.add(mergedInto[at]!);
      for (let at = 0; at < old.length; at += 1)
        if (old[at] !== mergedInto[at]) {
          roots.add(old[at]!);
          roots.add(mergedInto[at]!);
        }
      for (const at of roots) findings.delete(at);
      const { rowState } = snapshot.rawRows.tables.patient;
      patients = Int32Array.from(
        [...roots]
          .filter((at) => rowState[at] === LIVE && snapshot.mergedInto[at] === at)
          .sort((a, b) => a - b),
      );
    }
    // Nothing is kept until it is complete.
    kept.delete(cid);
    await evaluateRules(
      cid,
      snapshot,
      patients,
      (places) => ready.evaluateRules(places, patients),
      findings,
    );
    const made: CacheEntry = { stand, ruleSet, findings, fertigAm: Date.now(), mapping, ratios };
    kept.set(cid, made);
    const open = uncompared.get(cid);
    uncompared.set(
      cid,
      touched === 'alle' || open === 'alle' ? 'alle' : new Set([...(open ?? []), ...patients]),
    );
    return made;
  }
  return {
    quelle,
    async hole(cid, jetzt) {
      const before = busy.get(cid) ?? Promise.resolve(),
        mine = before.then(
          () => refresh(cid, jetzt),
          () => refresh(cid, jetzt),
        );
      busy.set(
        cid,
        mine.catch(() => undefined),
      );
      return mine;
    },
    isNearlyReady: (cid) => kept.has(cid) || (progress.get(cid)?.of ?? Infinity) <= FEW,
    fortschritt(cid) {
      const now = progress.get(cid);
      return {
        laeuft: now !== undefined,
        anteil: now === undefined || now.of === 0 ? 1 : now.done / now.of,
        fertigAm: kept.get(cid)?.fertigAm ?? null,
      };
    },
    snapshot: async (cid, jetzt) => (await snapshotCache.hole(cid, jetzt)).snapshot,
    async neue(cid, jetzt) {
      const {
          stand: { snapshot },
          findings,
        } = await this.hole(cid, jetzt),
        open = uncompared.get(cid);
      if (open === undefined) return [];
      const von = dayText(plusMonths(snapshot.heute, -MONTHS_BACK)),
        found = [...(open === 'alle' ? findings.keys() : open)].flatMap((at) =>
          (findings.get(at) ?? []).filter(
            (one) => one.art === 'VERGESSEN' && one.verdeckt !== true && one.tag >= von,
          ),
        );
      const noted = new Set(
          (
            await quelle.offered(
              cid,
              open === 'alle' ? 'alle' : [...new Set(found.map((one) => one.patid))],
            )
          ).map(findingKey),
        ),
        fresh = found.filter((one) => !noted.has(findingKey(one)));
      // Cleared only where nothing is left and nothing was added meanwhile: the caller records the
      // answer and asks again later.
      if (fresh.length === 0 && uncompared.get(cid) === open) uncompared.delete(cid);
      return fresh.map(({ patid, tag, regel, zahn }) => ({ patid, tag, regel, zahn }));
    },
    async probe(cid, jetzt, regel) {
      const stand = await snapshotCache.hole(cid, jetzt),
        ruleSet = await ruleSetOf(quelle, cid, houseRules),
        { snapshot } = stand,
        alle = [
          ...[...ruleSet.alle.values()].filter(
            (rule) => rule.id !== regel.id && ruleSet.an.has(rule.id) && rule.art === 'PRUEFUNG',
          ),
          regel,
        ];
      const ready = engine.prepare(snapshot, alle, { ...ruleSettingsOf(ruleSet), aus: [] }),
        findings: Finding[] = [],
        patients = snapshot.live.patient;
      for (let from = 0; from < patients.length; from += CHUNK_SIZE) {
        for (const fund of ready.evaluateRules(
          patients.subarray(from, from + CHUNK_SIZE),
          patients,
        ))
          if (fund.regel === regel.id && fund.verdeckt !== true) findings.push(fund);
        await new Promise((done) => {
          setImmediate(done);
        });
      }
      return { stand, findings };
    },
  };
}
