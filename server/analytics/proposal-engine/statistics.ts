// What became of proposals in figures: by state, month, rule and practitioner; what is still billable in a quarter; how each rule fares.

import {
  ABGABE_BEREICHE,
  endeVon,
  istAnzubieten,
  istImStartsatz,
  gelernt,
  istVierteljaehrlich,
  haelt,
  type AbgabeBereich,
} from '../../../shared/analytics/billing/billing.ts';
import type {
  AbrechnungKpis,
  Quartal,
  RegelZeile,
  Summe,
} from '../../../shared/analytics/billing/billing.schema.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { VorschlagState } from '../../../shared/analytics/billing/proposal.ts';
import { auswahlVon } from '../snapshot/selection.ts';
import { tagVon } from '../snapshot/calendar.ts';
import { berechne } from '../metrics/compute.ts';
import { jederFall } from '../metrics/walks.ts';
import { medianVon } from '../snapshot/tables/sort-rows.ts';
import { rund } from '../reports/report-kind.ts';
import type { Sicht } from './lists.ts';
import { behandlerName, summe } from './wire.ts';
import { gelerntVon, kzvVon, stempelMitKzv, zeilenVon, type Zeile } from './rows.ts';

/** Of what is no amount. */
const KEIN_WERT = { cents: null, geschaetzt: 0, ohneWert: 0 } as const;
const IM: Readonly<Record<VorschlagState, keyof Stande>> = {
  NEU: 'offen',
  VORGEMERKT: 'vorgemerkt',
  UMGESETZT: 'umgesetzt',
  ABGELEHNT: 'abgelehnt',
  VERFALLEN: 'verfallen',
};
interface Stande {
  offen: Summe;
  vorgemerkt: Summe;
  umgesetzt: Summe;
  abgelehnt: Summe;
  verfallen: Summe;
}
function stande(zeilen: readonly Zeile[]): Stande {
  const by = (state: VorschlagState): Summe => summe(zeilen.filter((z) => z.state === state));
  return Object.fromEntries(
    (Object.keys(IM) as VorschlagState[]).map((state) => [IM[state], by(state)]),
  ) as unknown as Stande;
}
/** Accepted ones: decided so by somebody, whatever came of it. */
const istAngenommen = (z: Zeile): boolean =>
  z.state === 'VORGEMERKT' ||
  z.state === 'UMGESETZT' ||
  (z.state === 'VERFALLEN' && z.row !== undefined && z.row.state !== 'NEU');
function annahme(zeilen: readonly Zeile[]): {
  wert: number | null;
  zaehler: number;
  nenner: number;
} {
  const zaehler = zeilen.filter(istAngenommen).length,
    nenner = zaehler + zeilen.filter((z) => z.state === 'ABGELEHNT').length;
  return { wert: nenner === 0 ? null : rund(zaehler / nenner), zaehler, nenner };
}
function nach<K extends string>(zeilen: readonly Zeile[], keyOf: (z: Zeile) => K): Map<K, Zeile[]> {
  const groups = new Map<K, Zeile[]>();
  for (const z of zeilen) {
    const key = keyOf(z),
      list = groups.get(key);
    if (list) list.push(z);
    else groups.set(key, [z]);
  }
  return groups;
}
export const ohneFilter = (von: string, bis: string, behandler: readonly string[] = []) => ({
  von,
  bis,
  vergleich: 'KEIN' as const,
  behandler,
  zimmer: [],
  teams: [],
  stempel: [],
  versicherung: [],
  bereich: [],
  terminart: [],
  termingruppe: [],
  basis: 'leistung' as const,
  gruppierung: 'MONAT' as const,
  kennzahl: 'umsatz' as const,
});

/** Proposals of what was forgotten on the days of a span. */
export async function kpis(
  { u, quelle, cid }: Sicht,
  von: string,
  bis: string,
  behandler: string | undefined,
  mitBehandlern: boolean,
): Promise<AbrechnungKpis> {
  const { bild, stand } = u.v.stand,
    all = (await zeilenVon(u, quelle, cid, von, bis)).filter(
      (z) =>
        z.fund.art === 'VERGESSEN' && (behandler === undefined || z.fund.behandler === behandler),
    ),
    total = summe(all),
    own = stande(all);
  let faelle = 0;
  jederFall(
    auswahlVon(bild, ohneFilter(von, bis, behandler === undefined ? [] : [behandler])),
    () => {
      faelle += 1;
    },
  );
  const decided = all.filter((z) => z.row !== undefined && z.row.state !== 'NEU'),
    days = decided
      .flatMap(({ row }) =>
        row!.offeredAt === null
          ? []
          : [Math.max(0, tagVon(berlinDay(row!.firstAt)) - tagVon(berlinDay(row!.offeredAt)))],
      )
      .sort((a, b) => a - b);
  const monthOf = (z: Zeile): string =>
      (z.state === 'VERFALLEN' && z.verfallenAm !== null
        ? berlinDay(z.verfallenAm)
        : z.state === 'NEU' || z.row === undefined
          ? z.fund.tag
          : berlinDay(z.row.at)
      ).slice(0, 7),
    monate = nach(
      all.filter((z) => z.state !== 'VORGEMERKT'),
      monthOf,
    );
  const byValue = (a: Zeile[], b: Zeile[]): number => summe(b).cents - summe(a).cents;
  return {
    von,
    bis,
    stand,
    ...own,
    annahme: annahme(all),
    realisiert: {
      wert: total.cents === 0 ? null : rund(own.umgesetzt.cents / total.cents),
      zaehler: own.umgesetzt.cents,
      nenner: total.cents,
    },
    wertJe100Faelle: {
      wert: faelle === 0 ? null : Math.round((total.cents / faelle) * 100),
      zaehler: total.cents,
      nenner: faelle,
    },
    tageBisEntscheid:
      days.length === 0
        ? null
        : { median: medianVon(days)!, von: days[0]!, bis: days.at(-1)!, anzahl: days.length },
    monate: [...monate.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([monat, list]) => {
        const { umgesetzt, abgelehnt, verfallen, offen } = stande(list);
        return { monat, umgesetzt, abgelehnt, verfallen, offen };
      }),
    regeln: [...nach(all, (z) => z.fund.regel).entries()]
      .sort(([, a], [, b]) => byValue(a, b))
      .map(([regel, list]) => ({
        regel,
        titel: { ...(list[0]!.regel?.titel ?? { de: regel, en: regel }) },
        ...stande(list),
        annahme: annahme(list).wert,
      })),
    behandler: mitBehandlern
      ? [...nach(all, (z) => z.fund.behandler).entries()]
          .sort(([, a], [, b]) => byValue(a, b))
          .map(([id, list]) => ({
            id,
            name: behandlerName(bild, id),
            ...stande(list),
            annahme: annahme(list).wert,
          }))
      : null,
  };
}

/** What is open and noted in a quarter, by the billing that takes it, and what else is known here about it. @param kzv of one association only, with what nobody can say the association of */
export async function quartal(
  { u, quelle, cid, heute }: Sicht,
  name: string,
  kzv = '',
): Promise<
  Pick<
    Quartal,
    'kzven' | 'quartal' | 'von' | 'bis' | 'heute' | 'tageUebrig' | 'stand' | 'privat' | 'punkte'
  > & {
    bereiche: (Omit<Quartal['bereiche'][number], 'abgegeben'> & {
      abgegeben: { id: string; von: string; am: number } | null;
    })[];
  }
> {
  const bis = endeVon(name),
    jahr = name.slice(0, 4),
    q = Number(name[6]),
    months = [q * 3 - 2, q * 3 - 1, q * 3].map((m) => `${jahr}-${String(m).padStart(2, '0')}`),
    von = `${months[0]!}-01`,
    kzven = [...new Set(stempelMitKzv(u.v).map((one) => one.kzv || one.ausNummer))]
      .filter((one) => one !== '')
      .sort(),
    all = (await zeilenVon(u, quelle, cid, von, bis)).filter(
      (z) => kzv === '' || ['', kzv].includes(kzvVon(u.v, z.fund.behandler)),
    ),
    open = all.filter((z) => z.state === 'NEU'),
    noted = all.filter((z) => z.state === 'VORGEMERKT'),
    forgotten = open.filter((z) => z.fund.art === 'VERGESSEN');
  const of = (list: readonly Zeile[], bereich: AbgabeBereich, zeitraum: string): Summe =>
      summe(
        list.filter(
          (z) => z.verfaelltMit?.bereich === bereich && z.verfaelltMit.zeitraum === zeitraum,
        ),
      ),
    gone = (bereich: AbgabeBereich, zeitraum: string) =>
      u.abgaben.find(
        (one) =>
          haelt(one, bereich, zeitraum) && (one.kzv === '' || one.kzv === kzv || kzven.length < 2),
      );
  const bereiche = ABGABE_BEREICHE.flatMap((bereich) =>
    (istVierteljaehrlich(bereich) ? [name] : months).map((zeitraum) => {
      const done = gone(bereich, zeitraum);
      return {
        bereich,
        zeitraum,
        ende: endeVon(zeitraum),
        offen: of(forgotten, bereich, zeitraum),
        vorgemerkt: of(noted, bereich, zeitraum),
        abgegeben: done ? { id: done.id, von: done.by, am: done.at } : null,
      };
    }),
  );
  const gap = berechne('dokumentationsluecke', auswahlVon(u.v.stand.bild, ohneFilter(von, bis))),
    privat = (list: readonly Zeile[]): Summe =>
      summe(list.filter((z) => z.fund.art === 'VERGESSEN' && z.verfaelltMit === null));
  const days = `zeit=frei&von=${von}&bis=${bis}`;
  return {
    kzven,
    quartal: name,
    von,
    bis,
    heute,
    tageUebrig: Math.max(0, tagVon(bis) - tagVon(heute)),
    stand: u.v.stand.stand,
    bereiche,
    privat: { offen: privat(open), vorgemerkt: privat(noted) },
    punkte: [
      { was: 'karte', ...KEIN_WERT, anzahl: null, pfad: '' },
      // No page lists these appointments for a quarter.
      {
        was: 'unabgerechnet',
        ...KEIN_WERT,
        anzahl: u.v.stand.stand === null ? null : gap.zaehler,
        pfad: '',
      },
      { was: 'vorschlaege', ...summe(forgotten), pfad: `/abrechnung?${days}` },
      {
        was: 'nachtragen',
        ...summe(noted.filter((z) => z.fund.art === 'VERGESSEN')),
        pfad: `/abrechnung/nachtragen?${days}`,
      },
      {
        was: 'pruefungen',
        ...summe(open.filter((z) => z.fund.art === 'PRUEFUNG')),
        pfad: `/abrechnung/hinweise?${days}`,
      },
    ],
  };
}

/** Every rule with what became of its proposals; `gesagt.von` is the id of a person. */
export async function regelZeilen({ u, quelle, cid }: Sicht): Promise<RegelZeile[]> {
  const { werk } = u.v,
    all = nach(await zeilenVon(u, quelle, cid, '0000-01-01', '9999-12-31'), (z) => z.fund.regel);
  return [...werk.alle.values()].map((regel) => {
    const { angenommen, abgelehnt } = gelerntVon(u, regel.id),
      own = all.get(regel.id) ?? [],
      said = werk.gesagt.get(regel.id),
      isOwn = werk.eigene.has(regel.id);
    return {
      regel: {
        id: regel.id,
        version: regel.version,
        gruppe: regel.gruppe,
        art: regel.art,
        kasse: regel.kasse,
        alterVonM: regel.alterVonM,
        alterBisM: regel.alterBisM,
        gueltigVon: regel.gueltigVon,
        gueltigBis: regel.gueltigBis,
        heuteAlle: regel.heuteAlle,
        zusatz: regel.zusatz,
        menge: regel.menge,
        faktor: regel.faktor,
        konfidenz: regel.konfidenz,
        quelle: regel.quelle,
        mark: regel.mark,
        titel: { ...regel.titel },
        grund: { ...regel.grund },
        noetig: { ...regel.noetig },
        dagegen: { ...regel.dagegen },
        heuteEines: [...regel.heuteEines],
        heuteKeines: [...regel.heuteKeines],
        historieKeine: [...regel.historieKeine],
        historieNoetig: [...regel.historieNoetig],
        position: regel.position && { ...regel.position },
        ...(regel.anZaehnen && { anZaehnen: { ...regel.anZaehnen } }),
      },
      istEigen: isOwn,
      istAn: werk.an.has(regel.id),
      istStart: isOwn || istImStartsatz(regel),
      gesagt: said ? { von: said.by, am: said.at } : null,
      gelernt: gelernt(regel.konfidenz, angenommen, abgelehnt),
      angenommen,
      abgelehnt,
      umgesetzt: summe(own.filter((z) => z.state === 'UMGESETZT')),
      offen: summe(own.filter((z) => z.state === 'NEU')),
      istAnzubieten: werk.an.has(regel.id) && istAnzubieten(angenommen, abgelehnt),
    };
  });
}
