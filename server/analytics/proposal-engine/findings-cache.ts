// Keeps each practice's findings and brings them up to date with its image and its rules: a delivery works out those again whom it concerns, anything else all.

import { istAn } from '../../../shared/analytics/billing/billing.ts';
import type { Fortschritt } from '../../../shared/analytics/billing/billing.schema.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import {
  fundKey,
  type Fund,
  type RegelEinstellung,
} from '../../../shared/analytics/billing/proposal.ts';
import { zuordnungName, type Bild } from '../snapshot/snapshot.ts';
import { plusMonate, tagText } from '../snapshot/calendar.ts';
import type { Halter, Stand } from '../snapshot/snapshot-cache.ts';
import type { Praxisquoten } from '../rules-engine/engine.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import type { Einstellungen, RegelGesagt, Umgebung, VorschlagQuelle } from './store.ts';

/** The engine: rules compiled for an image, findings of some patients (places) or of all, and what one rule would have found. */
export interface Motor {
  bereite(bild: Bild, regeln: readonly Regel[], einstellung: RegelEinstellung): Bereit;
}
export interface Bereit {
  /** Evaluates patients by place. @param rahmen everybody who will be asked about part by part */
  werteAus(patienten: Int32Array, rahmen: Int32Array): Fund[];
  /** Ratios of the whole practice that findings depend on, and whom it concerns that they changed. */
  quoten(rahmen: Int32Array): Praxisquoten;
  betroffen(vorher: Praxisquoten, jetzt: Praxisquoten): ReadonlySet<number> | 'alle';
}
/** The rules of a practice: the house's and its own that are live. */
export interface Regelwerk {
  readonly alle: ReadonlyMap<string, Regel>;
  readonly eigene: ReadonlySet<string>;
  readonly an: ReadonlySet<string>;
  readonly gesagt: ReadonlyMap<string, RegelGesagt>;
  readonly einstellung: Einstellungen;
  readonly umgebung: Umgebung;
  readonly schluessel: string;
}
export interface Vorschlagsstand {
  readonly stand: Stand;
  readonly werk: Regelwerk;
  readonly funde: ReadonlyMap<number, readonly Fund[]>;
  readonly fertigAm: number;
}
export interface Vorschlaege {
  readonly quelle: VorschlagQuelle;
  hole(cid: string, jetzt: number): Promise<Vorschlagsstand>;
  fortschritt(cid: string): Fortschritt;
  /** Whether findings are there, or only those of some people are worked out again: an answer that waits for them comes soon. */
  istNah(cid: string): boolean;
  /** The image alone, whatever the findings are at. */
  bild(cid: string, jetzt: number): Promise<Bild>;
  /** Forgotten positions of the last twelve months that were not noted as offered so far. */
  neue(
    cid: string,
    jetzt: number,
  ): Promise<{ patid: string; tag: string; regel: string; zahn: string }[]>;
  /** What a rule finds in all of the practice's history, beside the rules that are on. */
  probe(cid: string, jetzt: number, regel: Regel): Promise<{ stand: Stand; funde: Fund[] }>;
}
/** Patients that are worked out before others' questions are answered. */
const STUECK = 128;
/** So many people are worked out within a moment. */
const WENIGE = 10 * STUECK;
const KEINE = new Int32Array(0);
/** So far back lists look where nothing else is asked; what is older is offered to nobody by itself. */
const MONATE = 12;

async function regelwerkVon(
  quelle: VorschlagQuelle,
  cid: string,
  haus: readonly Regel[],
): Promise<Regelwerk> {
  const { gesagt, eigene, einstellung, umgebung } = await quelle.regeln(cid),
    said = new Map(gesagt.map((one) => [one.regel, one]));
  const own: Regel[] = eigene.map(({ regel, version, eingabe }) => ({
      ...eingabe,
      id: regel,
      version,
      mark: 'proposal',
    })),
    alle = new Map([...haus, ...own].map((rule) => [rule.id, rule])),
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
    umgebung,
    schluessel: JSON.stringify([
      [...an].sort(),
      own.map((rule) => `${rule.id} ${rule.version}`).sort(),
      einstellung.mitVertretung,
      einstellung.mitAnderenTraegern,
      einstellung.schalter,
      einstellung.schwellen,
      umgebung,
    ]),
  };
}
const einstellungVon = (werk: Regelwerk): RegelEinstellung => ({
  aus: [...werk.alle.keys()].filter((id) => !werk.an.has(id)),
  mitVertretung: werk.einstellung.mitVertretung,
  mitAnderenTraegern: werk.einstellung.mitAnderenTraegern,
  schalter: werk.einstellung.schalter,
  schwellen: werk.einstellung.schwellen,
  ...werk.umgebung,
});

export function createVorschlaege(
  halter: Halter,
  quelle: VorschlagQuelle,
  motor: Motor,
  haus: readonly Regel[],
): Vorschlaege {
  interface Gehalten extends Vorschlagsstand {
    zuordnung: string;
    quoten: Praxisquoten;
  }
  /** Whose findings were worked out since what is offered was last compared with what is noted. */
  const unverglichen = new Map<string, Set<number> | 'alle'>();
  const kept = new Map<string, Gehalten>(),
    busy = new Map<string, Promise<unknown>>(),
    progress = new Map<string, { done: number; of: number }>();

  async function werteAus(
    cid: string,
    bild: Bild,
    patients: Int32Array,
    evaluate: (places: Int32Array) => Fund[],
    into: Map<number, readonly Fund[]>,
  ): Promise<void> {
    const place = bild.roh.tabellen.patient.nach;
    progress.set(cid, { done: 0, of: patients.length });
    try {
      for (let from = 0; from < patients.length; from += STUECK) {
        const part = patients.subarray(from, from + STUECK);
        for (const at of part) into.delete(at);
        for (const fund of evaluate(part)) {
          const at = bild.akte[place.get(fund.patid)!]!,
            list = into.get(at) as Fund[] | undefined;
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
  async function bring(cid: string, jetzt: number): Promise<Vorschlagsstand> {
    const [stand, werk] = await Promise.all([
        halter.hole(cid, jetzt),
        regelwerkVon(quelle, cid, haus),
      ]),
      { bild } = stand,
      zuordnung = zuordnungName(stand.vorgaben),
      before = kept.get(cid);
    if (before && before.stand.bild === bild && before.werk.schluessel === werk.schluessel) {
      const same = { ...before, stand, werk };
      kept.set(cid, same);
      return same;
    }
    const ready = motor.bereite(bild, [...werk.alle.values()], einstellungVon(werk));
    const isPart =
      before !== undefined &&
      before.stand.bild.roh === bild.roh &&
      before.stand.bild.heute === bild.heute &&
      before.werk.schluessel === werk.schluessel &&
      before.zuordnung === zuordnung;
    let touched = isPart ? stand.beruehrtSeit(before.stand.folge) : 'alle';
    const quoten = ready.quoten(touched === 'alle' ? bild.lebende.patient : KEINE);
    if (touched !== 'alle') {
      const more = ready.betroffen(before!.quoten, quoten);
      touched = more === 'alle' ? 'alle' : new Set([...touched, ...more]);
    }
    const funde = new Map<number, readonly Fund[]>(touched === 'alle' ? [] : before!.funde);
    let patients: Int32Array;
    if (touched === 'alle') patients = bild.lebende.patient;
    else {
      // A merge moves rows from one record to another: both are worked out again, also where the one that it names arrived only now.
      const roots = new Set<number>(),
        { akte } = bild,
        old = before!.stand.bild.akte;
      for (const at of touched) roots.add(akte[at]!);
      for (let at = 0; at < old.length; at += 1)
        if (old[at] !== akte[at]) {
          roots.add(old[at]!);
          roots.add(akte[at]!);
        }
      for (const at of roots) funde.delete(at);
      const { zustand } = bild.roh.tabellen.patient;
      patients = Int32Array.from(
        [...roots]
          .filter((at) => zustand[at] === LEBT && bild.akte[at] === at)
          .sort((a, b) => a - b),
      );
    }
    // Until it is whole nothing of it is kept.
    kept.delete(cid);
    await werteAus(cid, bild, patients, (places) => ready.werteAus(places, patients), funde);
    const made: Gehalten = { stand, werk, funde, fertigAm: Date.now(), zuordnung, quoten };
    kept.set(cid, made);
    const open = unverglichen.get(cid);
    unverglichen.set(
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
          () => bring(cid, jetzt),
          () => bring(cid, jetzt),
        );
      busy.set(
        cid,
        mine.catch(() => undefined),
      );
      return mine;
    },
    istNah: (cid) => kept.has(cid) || (progress.get(cid)?.of ?? Infinity) <= WENIGE,
    fortschritt(cid) {
      const now = progress.get(cid);
      return {
        laeuft: now !== undefined,
        anteil: now === undefined || now.of === 0 ? 1 : now.done / now.of,
        fertigAm: kept.get(cid)?.fertigAm ?? null,
      };
    },
    bild: async (cid, jetzt) => (await halter.hole(cid, jetzt)).bild,
    async neue(cid, jetzt) {
      const {
          stand: { bild },
          funde,
        } = await this.hole(cid, jetzt),
        open = unverglichen.get(cid);
      if (open === undefined) return [];
      const von = tagText(plusMonate(bild.heute, -MONATE)),
        found = [...(open === 'alle' ? funde.keys() : open)].flatMap((at) =>
          (funde.get(at) ?? []).filter(
            (one) => one.art === 'VERGESSEN' && one.verdeckt !== true && one.tag >= von,
          ),
        );
      const noted = new Set(
          (
            await quelle.angeboten(
              cid,
              open === 'alle' ? 'alle' : [...new Set(found.map((one) => one.patid))],
            )
          ).map(fundKey),
        ),
        fresh = found.filter((one) => !noted.has(fundKey(one)));
      // Forgotten only where nothing is left and nothing came meanwhile: whoever is told writes it down and asks again one day.
      if (fresh.length === 0 && unverglichen.get(cid) === open) unverglichen.delete(cid);
      return fresh.map(({ patid, tag, regel, zahn }) => ({ patid, tag, regel, zahn }));
    },
    async probe(cid, jetzt, regel) {
      const stand = await halter.hole(cid, jetzt),
        werk = await regelwerkVon(quelle, cid, haus),
        { bild } = stand,
        alle = [
          ...[...werk.alle.values()].filter(
            (rule) => rule.id !== regel.id && werk.an.has(rule.id) && rule.art === 'PRUEFUNG',
          ),
          regel,
        ];
      const ready = motor.bereite(bild, alle, { ...einstellungVon(werk), aus: [] }),
        funde: Fund[] = [],
        patients = bild.lebende.patient;
      for (let from = 0; from < patients.length; from += STUECK) {
        for (const fund of ready.werteAus(patients.subarray(from, from + STUECK), patients))
          if (fund.regel === regel.id && fund.verdeckt !== true) funde.push(fund);
        await new Promise((done) => {
          setImmediate(done);
        });
      }
      return { stand, funde };
    },
  };
}
