// The questions about proposals, perio cases, recalls and keywords that the thread of reports answers, by name.

import type { RecallFall } from '../../../shared/analytics/reports/worklist.ts';
import type {
  RegelEingabe,
  Rueckrechnung,
  Summe,
  VorschlaegeQuery,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { ParFall } from '../../../shared/analytics/reports/par-list.ts';
import type { Stichwortmuster } from '../../../shared/analytics/deliveries/keywords.ts';
import type { StichwortWirkung } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import type { Fund, VorschlagState } from '../../../shared/analytics/billing/proposal.ts';
import { berlinTag, tagText } from '../snapshot/calendar.ts';
import { hkpTermine } from '../cases/hkp-cases.ts';
import { parfaelle } from '../cases/par-cases.ts';
import { recallfaelle } from '../cases/recall-cases.ts';
import { patientenName } from '../reports/report-kind.ts';
import { stichwortVorschlaege, stichwortWirkung } from '../snapshot/keyword-groups.ts';
import type { Vorschlaege } from './findings-cache.ts';
import { abgelehnte, liste, tagesblatt, type Sicht } from './lists.ts';
import type { EntscheidRow } from './store.ts';
import { summeVon } from './wire.ts';
import { kpis, quartal, regelZeilen } from './statistics.ts';
import { aktenPlatz, istSpaeter, stempelMitKzv, umfeldVon, wartende, zeileAn } from './rows.ts';

export interface Ort {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}
/** How one stands: `patid` is the record that its decision is kept by, without one the record that counts now; `fund` null where nothing is found there any more. */
export interface Lage {
  ort: Ort;
  patid: string;
  fund: Fund | null;
  state: VorschlagState;
}
/** Question and answer by name. */
export interface VorschlagFragen {
  liste: [VorschlaegeQuery, Awaited<ReturnType<typeof liste>>];
  abgelehnte: [
    { von: string; bis: string; cursor: string | undefined; n: number },
    Awaited<ReturnType<typeof abgelehnte>>,
  ];
  tagesblatt: [{ patid: string; tag: string }, Awaited<ReturnType<typeof tagesblatt>>];
  lage: [{ orte: Ort[] }, (Lage | null)[]];
  /** Decisions whose position has arrived since. */
  eingetroffen: [Record<string, never>, (Ort & { rev: number; am: number | null })[]];
  /** What is offered for the first time: forgotten positions of the last twelve months that were not noted so far. */
  neue: [Record<string, never>, Ort[]];
  kpis: [
    { von: string; bis: string; behandler: string | undefined; mitBehandlern: boolean },
    Awaited<ReturnType<typeof kpis>>,
  ];
  quartal: [
    { quartal: string | undefined; kzv: string | undefined },
    Awaited<ReturnType<typeof quartal>>,
  ];
  regeln: [Record<string, never>, Awaited<ReturnType<typeof regelZeilen>>];
  /** Stamps with the KZV of each. */
  stempel: [Record<string, never>, ReturnType<typeof stempelMitKzv>];
  fortschritt: [Record<string, never>, ReturnType<Vorschlaege['fortschritt']>];
  rueckrechnung: [
    { regel: string; version: number; eingabe: RegelEingabe; von: string; bis: string },
    Omit<Rueckrechnung, 'rev' | 'am'>,
  ];
  /** Perio cases that are not ended, or one of them. */
  parfaelle: [{ id: string | undefined }, ParFall[]];
  /** Ids of plans that are not ended and have an appointment to come. */
  hkpTermine: [Record<string, never>, string[]];
  /** Recalls that were not kept, up to the last day on which somebody may be reminded already. */
  recallfaelle: [Record<string, never>, RecallFall[]];
  /** What patterns of keywords would do, and which are guessed. */
  stichwortWirkung: [
    { items: readonly Stichwortmuster[]; angebote: readonly string[] },
    StichwortWirkung,
  ];
  stichwortVorschlaege: [{ items: readonly Stichwortmuster[] }, Stichwortmuster[]];
}
export type FrageName = keyof VorschlagFragen;
const BEISPIELE = 20;
function werteIn(funde: readonly Fund[]): Pick<Summe, 'cents' | 'geschaetzt' | 'ohneWert'> {
  const { cents, geschaetzt, ohneWert } = summeVon(funde);
  return { cents, geschaetzt, ohneWert };
}

/** Answers one question. @param zu numbers of closed records: they are in no list; sums of the practice stay true. @throws AppError as what it reads throws */
export async function beantworte<N extends FrageName>(
  vorschlaege: Vorschlaege,
  name: N,
  cid: string,
  jetzt: number,
  input: VorschlagFragen[N][0],
  zu: readonly string[],
): Promise<VorschlagFragen[N][1]> {
  const { quelle } = vorschlaege,
    heute = tagText(berlinTag(jetzt));
  const sicht = async (without: readonly string[] = zu): Promise<Sicht> => ({
    u: await umfeldVon(await vorschlaege.hole(cid, jetzt), quelle, cid, without),
    quelle,
    cid,
    heute,
    fortschritt: vorschlaege.fortschritt(cid),
  });
  const all: {
    [K in FrageName]: (given: VorschlagFragen[K][0]) => Promise<VorschlagFragen[K][1]>;
  } = {
    liste: async (given) => liste(await sicht(), given),
    abgelehnte: async (given) =>
      abgelehnte(await sicht(), given.von, given.bis, given.cursor, given.n),
    tagesblatt: async (given) => tagesblatt(await sicht(), given.patid, given.tag),
    async lage({ orte }) {
      const { u } = await sicht(),
        { bild } = u.v.stand,
        rows = new Map<string, EntscheidRow>();
      const keyOf = (one: Ort): string => {
        const at = aktenPlatz(bild, one.patid);
        return [at < 0 ? one.patid : at, one.tag, one.regel, one.zahn].join('\u0000');
      };
      const von = orte.reduce((first, one) => (one.tag < first ? one.tag : first), '9999-12-31'),
        bis = orte.reduce((last, one) => (one.tag > last ? one.tag : last), '0000-01-01');
      for (const row of await quelle.entscheide(cid, von, bis)) {
        const key = keyOf(row),
          before = rows.get(key);
        if (before === undefined || istSpaeter(row, before)) rows.set(key, row);
      }
      return orte.map((ort) => {
        const pat = aktenPlatz(bild, ort.patid),
          row = rows.get(keyOf(ort)),
          found = zeileAn(u, ort, row, rows.values());
        return found
          ? {
              ort,
              patid: row?.patid ?? (pat < 0 ? ort.patid : bild.roh.tabellen.patient.ids[pat]!),
              fund: found.feuert ? found.fund : null,
              state: found.state,
            }
          : null;
      });
    },
    async eingetroffen() {
      const { u } = await sicht();
      return (await wartende(u, quelle, cid))
        .filter((z) => z.state === 'UMGESETZT')
        .map(({ row }) => ({
          patid: row!.patid,
          tag: row!.tag,
          regel: row!.regel,
          zahn: row!.zahn,
          rev: row!.rev,
          am: u.v.stand.stand,
        }));
    },
    neue: () => vorschlaege.neue(cid, jetzt),
    kpis: async (given) =>
      kpis(await sicht([]), given.von, given.bis, given.behandler, given.mitBehandlern),
    quartal: async (given) =>
      quartal(
        await sicht(),
        given.quartal ?? `${heute.slice(0, 4)}-Q${Math.ceil(Number(heute.slice(5, 7)) / 3)}`,
        given.kzv,
      ),
    regeln: async () => regelZeilen(await sicht([])),
    stempel: async () => stempelMitKzv((await sicht([])).u.v),
    parfaelle: async ({ id }) => parfaelle(await vorschlaege.bild(cid, jetzt), zu, id),
    hkpTermine: async () => hkpTermine(await vorschlaege.bild(cid, jetzt)),
    recallfaelle: async () => recallfaelle(await vorschlaege.bild(cid, jetzt), zu),
    stichwortWirkung: async (given) =>
      stichwortWirkung(await vorschlaege.bild(cid, jetzt), given, zu),
    stichwortVorschlaege: async ({ items }) =>
      stichwortVorschlaege(await vorschlaege.bild(cid, jetzt), items, zu),
    fortschritt: () => Promise.resolve(vorschlaege.fortschritt(cid)),
    async rueckrechnung({ regel, version, eingabe, von, bis }) {
      const {
          stand: { bild },
          funde,
        } = await vorschlaege.probe(cid, jetzt, {
          ...eingabe,
          id: regel,
          version,
          mark: 'proposal',
        }),
        hits = funde
          .filter((one) => one.tag >= von && one.tag <= bis)
          .sort((a, b) =>
            a.tag === b.tag ? (a.patid < b.patid ? -1 : 1) : a.tag < b.tag ? 1 : -1,
          );
      return {
        von,
        bis,
        treffer: hits.length,
        ...werteIn(hits),
        tage: new Set(hits.map((one) => one.tag)).size,
        beispiele: hits
          .filter((one) => !zu.includes(one.patid))
          .slice(0, BEISPIELE)
          .map((one) => ({
            patid: one.patid,
            name: patientenName(bild, aktenPlatz(bild, one.patid)),
            tag: one.tag,
            zahn: one.zahn,
            cents: Math.round(one.cents),
            wertArt: one.wertArt ?? null,
            schonAbgerechnet: one.belege.some((b) => b.was === 'heute' && b.nr === one.nr),
          })),
      };
    },
  };
  return all[name](input);
}
