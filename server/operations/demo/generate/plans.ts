// Drafts treatment plans: prosthetics with Festzuschuss and own share, private plans, implants.

import { findPosition } from '../../../../catalog/find-position.ts';
import { FINDINGS, type Bonus } from '../../../../catalog/festzuschuss/findings.ts';
import {
  bemaCents,
  bonusOf,
  gozCents,
  ownShare,
  subsidyCents,
} from '../../../../shared/analytics/billing/fees.ts';
import { bema, forgets, goz, note, pointValue, type Visit } from './visit.ts';
import { FDI, isFront, isGkv, isMolar, pickTooth, teethOf, TOOTH } from './world.ts';
import { followPlan, startPlan, sumOf, type Item } from './plan-path.ts';

interface Kind {
  readonly what: string;
  readonly art: string;
  readonly bema: readonly (readonly [string, number])[];
  readonly findings: readonly (readonly [string, number])[];
  readonly lab: number;
  readonly repair?: true;
  readonly denture?: true;
  /** Often of several teeth. */
  readonly many?: true;
}
const KINDS: Readonly<Record<string, Kind>> = {
  crown: {
    what: 'Krone',
    art: 'ZE',
    bema: [['20b', 1]],
    findings: [
      ['1.1', 1],
      ['1.3', 1],
    ],
    lab: 41_000,
    many: true,
  },
  molar: {
    what: 'Krone',
    art: 'ZE',
    bema: [['20a', 1]],
    findings: [['1.1', 1]],
    lab: 35_500,
    many: true,
  },
  part: {
    what: 'Teilkrone',
    art: 'ZE',
    bema: [['20c', 1]],
    findings: [['1.2', 1]],
    lab: 40_500,
    many: true,
  },
  bridge: {
    what: 'Brücke',
    art: 'ZE',
    bema: [
      ['91b', 2],
      ['92', 1],
    ],
    findings: [
      ['2.1', 1],
      ['2.7', 1],
    ],
    lab: 88_000,
  },
  partial: {
    what: 'Modellgussprothese',
    art: 'ZE',
    bema: [
      ['96b', 1],
      ['98a', 1],
      ['98g', 1],
      ['98h/2', 1],
    ],
    findings: [['3.1', 1]],
    lab: 78_000,
    denture: true,
  },
  tele: {
    what: 'Teleskopprothese',
    art: 'ZE',
    bema: [
      ['91d', 2],
      ['96c', 1],
      ['98a', 1],
      ['98g', 1],
    ],
    findings: [
      ['3.1', 1],
      ['3.2', 2],
      ['4.7', 2],
    ],
    lab: 235_000,
    denture: true,
  },
  full: {
    what: 'Totalprothese',
    art: 'ZE',
    bema: [
      ['97a', 1],
      ['98b', 1],
    ],
    findings: [['4.2', 1]],
    lab: 62_000,
    denture: true,
  },
  fix: {
    what: 'Wiederherstellung Prothese',
    art: 'ZE',
    bema: [['100a', 1]],
    findings: [['6.1', 1]],
    lab: 15_500,
    repair: true,
  },
  line: {
    what: 'Unterfütterung',
    art: 'ZE',
    bema: [['100d', 1]],
    findings: [['6.6', 1]],
    lab: 17_500,
    repair: true,
  },
  glue: {
    what: 'Krone wiedereingesetzt',
    art: 'ZE',
    bema: [['24a', 1]],
    findings: [['6.8', 1]],
    lab: 12_500,
    repair: true,
  },
};
const choose = (v: Visit): string => {
  const left = teethOf(v.p);
  if (left === 0)
    return v.w.rng.weigh([
      ['full', 30],
      ['fix', 35],
      ['line', 35],
    ]);
  return left < 18
    ? v.w.rng.weigh([
        ['partial', 16],
        ['tele', 12],
        ['crown', 14],
        ['fix', 26],
        ['line', 20],
        ['glue', 12],
      ])
    : v.w.rng.weigh([
        ['crown', 24],
        ['molar', 26],
        ['part', 14],
        ['bridge', 13],
        ['glue', 17],
        ['partial', 4],
        ['fix', 2],
      ]);
};

/**
 * Plans a crown, bridge, denture or repair; a private plan for patients outside the statutory
 * funds.
 */
export function planCrown(v: Visit, tooth?: string): void {
  const { w, p } = v,
    { rng } = w,
    toothNr = tooth ?? pickTooth(w, p, (state, one) => state !== TOOTH.crown && one[1] !== '8');
  if (!isGkv(p)) {
    if (toothNr !== undefined) planPrivate(v, toothNr);
    return;
  }
  let key = tooth === undefined ? choose(v) : isMolar(tooth) ? 'molar' : 'crown';
  if (toothNr === undefined) key = teethOf(p) === 0 ? key : 'fix';
  const kind =
      KINDS[key === 'crown' && toothNr !== undefined && isMolar(toothNr) ? 'molar' : key] ??
      KINDS['crown']!,
    teeth =
      toothNr === undefined || kind.denture || (kind.repair === true && key !== 'glue')
        ? []
        : key === 'bridge'
          ? [toothNr, FDI[(FDI.indexOf(toothNr) + 2) % 32] ?? toothNr]
          : kind.many
            ? several(v, toothNr)
            : [toothNr];
  const value = pointValue('ZE', null, v.text),
    isMore = !kind.repair && kind.what !== 'Totalprothese' && rng.chance(0.3),
    items: Item[] = [],
    units = kind.many ? teeth.length : 1;
  const add = (nr: string, count: number, at: string): void => {
    items.push({
      system: 'BEMA',
      nr,
      zahn: at,
      menge: count,
      factor: 0,
      cents: bemaCents(findPosition('BEMA', nr, v.text)?.points ?? 0, count, value),
    });
  };
  const extra = (nr: string, count: number, at: string): void => {
    items.push({
      system: 'GOZ',
      nr,
      zahn: at,
      menge: count,
      factor: 230,
      cents: gozCents(findPosition('GOZ', nr, v.text)?.points ?? 0, 2.3, count),
    });
  };
  for (const [nr, count] of kind.bema) {
    // Same kind as the standard treatment but beyond it: the crowns themselves are charged
    // privately.
    for (const at of units > 1 ? teeth : [teeth[0] ?? '']) {
      if (isMore && /^(20|91)[ab]$/.test(nr))
        extra(nr.startsWith('20') ? '2210' : '5010', count, at);
      else add(nr, count, at);
    }
  }
  if (isMore && teeth.length > 0 && rng.chance(0.6)) extra('2197', teeth.length, teeth[0] ?? '');
  if (teeth.length > 0 && key !== 'glue') add('19', teeth.length, teeth[0] ?? '');
  const lab = Math.round(rng.logNormal(kind.lab, kind.repair ? 0.35 : 0.75) * units),
    labOwn = isMore ? Math.round(lab * (0.35 + rng.next() * 0.5)) : 0;
  const bonus: Bonus = bonusOf(p.bonus, rng.chance(0.07));
  const feeBema = sumOf(items, 'BEMA'),
    feeGoz = sumOf(items, 'GOZ'),
    total = feeBema + feeGoz + lab + labOwn;
  const findings = kind.findings
    .filter(
      ([nr]) =>
        (nr !== '1.3' && nr !== '2.7' && nr !== '4.7') || teeth.some((one) => Number(one[1]) <= 5),
    )
    .map(([nr, count]) => ({
      cents: FINDINGS.find((one) => one.number === nr)!.cents,
      count: nr === '1.3' ? teeth.filter((one) => Number(one[1]) <= 5).length : count * units,
    }));
  const subsidy = coverable(
    items,
    lab + labOwn,
    Math.min(feeBema + lab + labOwn, subsidyCents(findings, bonus, feeBema + lab)),
  );
  const plan = startPlan(v, kind.art, kind.what, teeth, items, lab, labOwn, {
    honorarBema: feeBema,
    honorarGoz: feeGoz,
    gesamt: total,
    festzuschuss: subsidy,
    eigenanteil: ownShare(total, subsidy),
    versorgungsart: isMore ? 'GLEICHARTIG' : 'REGEL',
    bonus,
    befund: kind.findings[0]?.[0] ?? null,
  });
  if (kind.denture) plan.denture = rng.chance(0.5) ? 'OK' : 'UK';
  followPlan(v, plan, kind.repair !== true, kind.repair === true ? 0.94 : 0.74);
  if (!kind.repair && !v.done.has('7b') && rng.chance(0.5)) {
    note(v, 'Situationsmodelle, Abformung für HKP.');
    if (!forgets(v, 'Z08', 0.05, 'BEMA', '7b')) bema(v, '7b');
  }
}
/** The tooth, and usually others of the same mouth that need the same. */
function several(v: Visit, toothNr: string): string[] {
  const teeth = new Set([toothNr]);
  for (
    let i = v.w.rng.weigh([
      [0, 42],
      [1, 29],
      [2, 16],
      [3, 13],
    ]);
    i > 0;
    i--
  ) {
    const more = pickTooth(v.w, v.p, (state, one) => state !== TOOTH.crown && one[1] !== '8');
    if (more !== undefined) teeth.add(more);
  }
  return [...teeth];
}
/**
 * Part of a Festzuschuss used by whole services and the laboratory: services are never split
 * between two invoices.
 */
function coverable(items: readonly Item[], lab: number, subsidy: number): number {
  let left = subsidy;
  for (const one of items) if (one.system === 'BEMA' && one.cents <= left) left -= one.cents;
  return subsidy - left + Math.min(left, lab);
}
function planPrivate(v: Visit, toothNr: string): void {
  const { w } = v,
    nr = isFront(toothNr) || w.rng.chance(0.6) ? '2210' : w.rng.chance(0.5) ? '2170' : '2220',
    items: Item[] = [item(v, nr, toothNr, 1), item(v, '2197', toothNr, 1)];
  const lab = Math.round(w.rng.logNormal(60_000, 0.3)),
    feeGoz = sumOf(items, 'GOZ');
  const plan = startPlan(
    v,
    'KVA',
    nr === '2210' ? 'Krone privat' : 'Einlagefüllung/Teilkrone privat',
    [toothNr],
    items,
    0,
    lab,
    {
      honorarBema: 0,
      honorarGoz: feeGoz,
      gesamt: feeGoz + lab,
      festzuschuss: 0,
      eigenanteil: feeGoz + lab,
      versorgungsart: null,
      bonus: null,
      befund: null,
    },
  );
  if (!forgets(v, 'Z16', 0.05, 'GOZ', '0030')) goz(v, '0030');
  followPlan(v, plan, false, 0.66);
}
export function planImplant(v: Visit): void {
  const { w, p } = v,
    gaps = FDI.filter(
      (toothNr, at) =>
        p.teeth[at] === TOOTH.gone && Number(toothNr[1]) < 8 && Number(toothNr[1]) > 2,
    ),
    toothNr = gaps.length > 0 ? w.rng.pick(gaps) : undefined;
  if (toothNr === undefined) return;
  const hasBone = w.rng.chance(0.35),
    items = [
      item(v, '9000', toothNr, 1),
      item(v, '9010', toothNr, 1),
      item(v, '0530', '', 1),
      ...(hasBone ? [item(v, '9100', toothNr, 1)] : []),
      item(v, '9040', toothNr, 1),
      item(v, '2210', toothNr, 1),
    ];
  const lab = Math.round(w.rng.logNormal(255_000, 0.25)),
    feeGoz = sumOf(items, 'GOZ'),
    total = feeGoz + lab;
  const plan = startPlan(v, 'IMPLANTAT', `Implantat ${toothNr}`, [toothNr], items, 0, lab, {
    honorarBema: 0,
    honorarGoz: feeGoz,
    gesamt: total,
    festzuschuss: 0,
    eigenanteil: total,
    versorgungsart: isGkv(p) ? 'ANDERSARTIG' : null,
    bonus: null,
    befund: null,
  });
  note(v, `Beratung Implantat ${toothNr}.`);
  followPlan(v, plan, false, 0.6);
}

function item(v: Visit, nr: string, toothNr: string, units: number): Item {
  const factor = nr === '0530' ? 100 : 230;
  return {
    system: 'GOZ',
    nr,
    zahn: toothNr,
    menge: units,
    factor,
    cents: gozCents(findPosition('GOZ', nr, v.text)?.points ?? 0, factor / 100, units),
  };
}
