// Generates treatment plans from the draft to the claim: prosthetics with Festzuschuss and own
// share, private plans, implants; each step with its day, each loss with its reason.

import { findPosition } from '../../../../catalog/find-position.ts';
import { FINDINGS, type Bonus } from '../../../../catalog/festzuschuss/findings.ts';
import type { Gebuehr } from '../../../../catalog/position.ts';
import type { PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';
import {
  bemaCents,
  bonusOf,
  gozCents,
  ownShare,
  subsidyCents,
} from '../../../../shared/analytics/billing/fees.ts';
import { addMonths } from '../../../../shared/base/day-math.ts';
import { claimOf, into, ownShareBucket } from './billing.ts';
import { dayText } from './calendar.ts';
import { numb } from './numb.ts';
import { bema, forgets, goae, goz, note, own, pointValue, type Visit } from './visit.ts';
import {
  FDI,
  isFront,
  isGkv,
  isMolar,
  pickTooth,
  setTooth,
  teethOf,
  TOOTH,
  wish,
  type PatientModel,
} from './world.ts';

interface Item {
  readonly system: 'BEMA' | 'GOZ';
  readonly nr: string;
  readonly zahn: string;
  readonly menge: number;
  readonly factor: number;
  readonly cents: number;
}
export interface Plan {
  readonly id: string;
  readonly p: PatientModel;
  readonly what: string;
  readonly teeth: readonly string[];
  readonly items: readonly Item[];
  readonly labGkv: number;
  readonly labOwn: number;
  readonly values: Record<string, PvsValue>;
  denture: 'OK' | 'UK' | null;
  /** No temporary crown was charged. */
  isBare?: boolean;
}
const REASONS_LOST: readonly (readonly [string, number])[] = [
  ['HKP zu teuer', 35],
  ['keine Angabe', 30],
  ['Alternative Behandlung', 15],
  ['Patient wartet auf Anruf', 15],
  ['Zahnarztwechsel', 5],
];

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
 * A plan for a crown, bridge, denture or repair; a private one for patients outside the statutory
 * funds.
 */
export function planCrown(v: Visit, tooth?: string): void {
  const { w, p } = v,
    { rng } = w,
    zahn = tooth ?? pickTooth(w, p, (state, one) => state !== TOOTH.crown && one[1] !== '8');
  if (!isGkv(p)) {
    if (zahn !== undefined) planPrivate(v, zahn);
    return;
  }
  let key = tooth === undefined ? choose(v) : isMolar(tooth) ? 'molar' : 'crown';
  if (zahn === undefined) key = teethOf(p) === 0 ? key : 'fix';
  const kind =
      KINDS[key === 'crown' && zahn !== undefined && isMolar(zahn) ? 'molar' : key] ??
      KINDS['crown']!,
    teeth =
      zahn === undefined || kind.denture || (kind.repair === true && key !== 'glue')
        ? []
        : key === 'bridge'
          ? [zahn, FDI[(FDI.indexOf(zahn) + 2) % 32] ?? zahn]
          : kind.many
            ? several(v, zahn)
            : [zahn];
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
  const honorarBema = sum(items, 'BEMA'),
    honorarGoz = sum(items, 'GOZ'),
    gesamt = honorarBema + honorarGoz + lab + labOwn;
  const findings = kind.findings
    .filter(
      ([nr]) =>
        (nr !== '1.3' && nr !== '2.7' && nr !== '4.7') || teeth.some((one) => Number(one[1]) <= 5),
    )
    .map(([nr, count]) => ({
      cents: FINDINGS.find((one) => one.number === nr)!.cents,
      count: nr === '1.3' ? teeth.filter((one) => Number(one[1]) <= 5).length : count * units,
    }));
  const festzuschuss = coverable(
    items,
    lab + labOwn,
    Math.min(honorarBema + lab + labOwn, subsidyCents(findings, bonus, honorarBema + lab)),
  );
  const plan = start(v, kind.art, kind.what, teeth, items, lab, labOwn, {
    honorarBema,
    honorarGoz,
    gesamt,
    festzuschuss,
    eigenanteil: ownShare(gesamt, festzuschuss),
    versorgungsart: isMore ? 'GLEICHARTIG' : 'REGEL',
    bonus,
    befund: kind.findings[0]?.[0] ?? null,
  });
  if (kind.denture) plan.denture = rng.chance(0.5) ? 'OK' : 'UK';
  path(v, plan, kind.repair !== true, kind.repair === true ? 0.94 : 0.74);
  if (!kind.repair && !v.done.has('7b') && rng.chance(0.5)) {
    note(v, 'Situationsmodelle, Abformung für HKP.');
    if (!forgets(v, 'Z08', 0.05, 'BEMA', '7b')) bema(v, '7b');
  }
}
/** The tooth, and usually others of the same mouth that need the same. */
function several(v: Visit, zahn: string): string[] {
  const teeth = new Set([zahn]);
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
function planPrivate(v: Visit, zahn: string): void {
  const { w } = v,
    nr = isFront(zahn) || w.rng.chance(0.6) ? '2210' : w.rng.chance(0.5) ? '2170' : '2220',
    items: Item[] = [item(v, nr, zahn, 1), item(v, '2197', zahn, 1)];
  const lab = Math.round(w.rng.logNormal(60_000, 0.3)),
    honorarGoz = sum(items, 'GOZ');
  const plan = start(
    v,
    'KVA',
    nr === '2210' ? 'Krone privat' : 'Einlagefüllung/Teilkrone privat',
    [zahn],
    items,
    0,
    lab,
    {
      honorarBema: 0,
      honorarGoz,
      gesamt: honorarGoz + lab,
      festzuschuss: 0,
      eigenanteil: honorarGoz + lab,
      versorgungsart: null,
      bonus: null,
      befund: null,
    },
  );
  if (!forgets(v, 'Z16', 0.05, 'GOZ', '0030')) goz(v, '0030');
  path(v, plan, false, 0.66);
}
export function planImplant(v: Visit): void {
  const { w, p } = v,
    gaps = FDI.filter(
      (zahn, at) => p.teeth[at] === TOOTH.gone && Number(zahn[1]) < 8 && Number(zahn[1]) > 2,
    ),
    zahn = gaps.length > 0 ? w.rng.pick(gaps) : undefined;
  if (zahn === undefined) return;
  const hasBone = w.rng.chance(0.35),
    items = [
      item(v, '9000', zahn, 1),
      item(v, '9010', zahn, 1),
      item(v, '0530', '', 1),
      ...(hasBone ? [item(v, '9100', zahn, 1)] : []),
      item(v, '9040', zahn, 1),
      item(v, '2210', zahn, 1),
    ];
  const lab = Math.round(w.rng.logNormal(255_000, 0.25)),
    honorarGoz = sum(items, 'GOZ'),
    gesamt = honorarGoz + lab;
  const plan = start(v, 'IMPLANTAT', `Implantat ${zahn}`, [zahn], items, 0, lab, {
    honorarBema: 0,
    honorarGoz,
    gesamt,
    festzuschuss: 0,
    eigenanteil: gesamt,
    versorgungsart: isGkv(p) ? 'ANDERSARTIG' : null,
    bonus: null,
    befund: null,
  });
  note(v, `Beratung Implantat ${zahn}.`);
  path(v, plan, false, 0.6);
}
const sum = (items: readonly Item[], system: Gebuehr): number =>
  items.reduce((all, one) => all + (one.system === system ? one.cents : 0), 0);
function item(v: Visit, nr: string, zahn: string, menge: number): Item {
  const factor = nr === '0530' ? 100 : 230;
  return {
    system: 'GOZ',
    nr,
    zahn,
    menge,
    factor,
    cents: gozCents(findPosition('GOZ', nr, v.text)?.points ?? 0, factor / 100, menge),
  };
}

function start(
  v: Visit,
  art: string,
  what: string,
  teeth: readonly string[],
  items: readonly Item[],
  labGkv: number,
  labOwn: number,
  money: Record<string, PvsValue>,
): Plan {
  const { w } = v,
    id = w.id('H'),
    { befund, ...sums } = money;
  const values: Record<string, PvsValue> = {
    patid: v.patid,
    behandler: v.abr,
    art,
    status: 'ENTWURF',
    grund: null,
    bezeichnung: teeth.length > 0 ? `${what} ${teeth.join(', ')}` : what,
    erstelltAm: v.text,
    besprochenAm: null,
    angenommenAm: null,
    gesendetAm: null,
    beantwortetAm: null,
    genehmigtAm: null,
    terminAm: null,
    begonnenAm: null,
    eingegliedertAm: null,
    abgerechnetAm: null,
    verworfenAm: null,
    gueltigBis: null,
    ...sums,
    matLabGkv: labGkv,
    matLabPrivat: labOwn,
    ebzStatus: null,
  };
  for (const one of items)
    w.emit('hkpposition', w.id('HP'), v.day, {
      hkpid: id,
      system: one.system,
      nr: one.nr,
      zahn: one.zahn === '' ? null : one.zahn,
      menge: one.menge,
      faktor: one.factor === 0 ? null : one.factor,
      betrag: one.cents,
      befund: befund ?? null,
    });
  const plan: Plan = { id, p: v.p, what, teeth, items, labGkv, labOwn, values, denture: null },
    from = v.day;
  w.atEnd.push(() => {
    w.emit('hkp', id, from, values);
  });
  note(v, `HKP/KVA ${String(values.bezeichnung)} erstellt.`);
  return plan;
}

/**
 * Generates the events of a plan until its first appointment; events after the data's last day are
 * left out.
 */
function path(v: Visit, plan: Plan, toFund: boolean, takes: number): void {
  const { w } = v,
    { rng } = w,
    { values } = plan,
    isKnown = (day: number): boolean => day <= w.end;
  const lose = (day: number, status: string, grund: string): void => {
    if (isKnown(day)) {
      values.status = status;
      values.grund = grund;
      values.verworfenAm = status === 'VERWORFEN' ? dayText(day) : null;
    }
  };
  if (rng.chance(0.03)) {
    values.status = 'ALTERNATIVE';
    return;
  }
  const told = v.day + (rng.chance(0.6) ? 0 : rng.between(1, 12));
  if (!rng.chance(0.95) || !isKnown(told)) return;
  values.besprochenAm = dayText(told);
  values.status = 'BEI_PATIENT';
  const taken = told + Math.round(rng.logNormal(4, 1));
  if (!rng.chance(takes)) {
    if (rng.chance(0.8)) lose(told + rng.between(7, 70), 'VERWORFEN', rng.weigh(REASONS_LOST));
    return;
  }
  if (!isKnown(taken)) return;
  values.angenommenAm = dayText(taken);
  let begin = taken;
  if (toFund) {
    const sent = taken + rng.below(4);
    if (!rng.chance(0.98) || !isKnown(sent)) {
      values.status = 'BEI_PATIENT';
      return;
    }
    values.gesendetAm = dayText(sent);
    values.status = 'BEI_KASSE';
    values.ebzStatus = 'gesendet';
    const expert = rng.chance(0.02),
      answered = sent + Math.max(0, Math.round(rng.logNormal(2, 1.4))) + (expert ? 28 : 0);
    if (expert) values.status = 'BEI_GUTACHTER';
    if (!isKnown(answered)) return;
    values.beantwortetAm = dayText(answered);
    values.ebzStatus = 'beantwortet';
    if (!rng.chance(0.95)) {
      values.status = 'ABGELEHNT';
      values.grund = 'Kasse';
      return;
    }
    values.genehmigtAm = dayText(answered);
    values.gueltigBis = addMonths(dayText(answered), 6);
    values.status = 'GENEHMIGT';
    begin = answered;
  } else {
    values.genehmigtAm = values.angenommenAm;
    values.status = 'GENEHMIGT';
  }
  if (!rng.chance(0.97)) return;
  const booked = begin + rng.below(10);
  if (isKnown(booked)) {
    values.terminAm = dayText(booked);
    values.status = 'TERMINIERT';
  }
  plan.p.open += 1;
  if (plan.values.art === 'IMPLANTAT')
    wish(w, plan.p, 'IMP', booked + 12 + rng.below(22), booked, { plan, step: 0 });
  else
    wish(
      w,
      plan.p,
      toFund || (plan.teeth.length > 0 && plan.what !== 'Krone wiedereingesetzt') ? 'PRA' : 'EIN',
      booked + 7 + rng.below(22),
      booked,
      { plan },
    );
}

export function prepare(v: Visit, plan: Plan): void {
  const { w } = v;
  plan.values.begonnenAm = v.text;
  plan.values.status = 'IN_ARBEIT';
  note(v, `${plan.what} ${plan.teeth.join(', ')} präpariert, Scan/Abformung, Provisorium.`);
  if (isGkv(v.p)) {
    numb(v, plan.teeth[0] ?? '16', null);
    if (w.rng.chance(0.15)) bema(v, '8');
  } else {
    goz(v, '0090');
    note(v, 'Scan mit Primescan.');
    goz(v, '0065');
    // The forgotten temporary crown becomes apparent on the day of insertion.
    plan.isBare = /^22[012]0$/.test(plan.items[0]?.nr ?? '') && w.rng.chance(0.05);
    if (!plan.isBare) for (const zahn of plan.teeth) goz(v, '2270', { zahn });
  }
  // Bridges and several crowns have a try-in before completion.
  if (w.rng.chance(0.995))
    wish(w, v.p, 'EIN', v.day + 12 + w.rng.below(8), v.day, {
      plan,
      isTrial: plan.teeth.length > 1 || w.rng.chance(0.25),
    });
}
export function tryIn(v: Visit, plan: Plan): void {
  note(v, `${plan.what} ${plan.teeth.join(', ')} Gerüsteinprobe.`);
  wish(v.w, v.p, 'EIN', v.day + 8 + v.w.rng.below(8), v.day, { plan });
}
/** Insertion: the services of the plan, split between fund and patient, to the cent. */
export function insert(v: Visit, plan: Plan): void {
  const { w, p } = v,
    { values } = plan;
  p.open -= 1;
  values.begonnenAm ??= v.text;
  values.eingegliedertAm = v.text;
  values.status = 'EINGEGLIEDERT';
  note(v, `${plan.what} ${plan.teeth.join(', ')} eingegliedert.`);
  if (plan.isBare === true)
    for (const zahn of plan.teeth) forgets(v, 'Z13', 1, 'GOZ', '2270', { zahn });
  const isStatutory = isGkv(p) && values.art === 'ZE';
  const bucket = Number(values.eigenanteil) > 0 ? ownShareBucket(w, v.patid, v.day) : null;
  let left = Number(values.festzuschuss);
  const payerOf = (cents: number): 'GKV' | 'EIGEN' => {
    if (!isStatutory || cents > left) return 'EIGEN';
    left -= cents;
    return 'GKV';
  };
  for (const one of plan.items) {
    const payer = one.system === 'BEMA' ? payerOf(one.cents) : 'EIGEN',
      bill =
        payer === 'GKV'
          ? { rechnungId: claimOf(w, v.day, 'ZE', one.cents), isLost: false }
          : bucket && into(w, bucket, one.cents);
    const svc = {
      zahn: one.zahn,
      menge: one.menge,
      cents: one.cents,
      hkpid: plan.id,
      payer: payer === 'EIGEN' && !isGkv(p) && p.ins === 'PKV' ? ('PKV' as const) : payer,
      factor: one.factor,
      ...(bill && { bill }),
    };
    if (one.system === 'BEMA') bema(v, one.nr, svc);
    else goz(v, one.nr, svc);
  }
  const lab = (nr: string, cents: number, payer: 'GKV' | 'PKV' | 'EIGEN'): void => {
    if (cents <= 0) return;
    const bill =
      payer === 'GKV'
        ? { rechnungId: claimOf(w, v.day, 'ZE', cents), isLost: false }
        : bucket && into(w, bucket, cents);
    own(v, nr, {
      cents: 0,
      labor: cents,
      area: 'LABOR',
      payer,
      hkpid: plan.id,
      ...(bill && { bill }),
    });
  };
  const labFund = Math.min(left, plan.labGkv + plan.labOwn),
    fromOwn = Math.max(0, labFund - plan.labGkv),
    payer = !isGkv(p) && p.ins === 'PKV' ? 'PKV' : 'EIGEN';
  lab('BEL II', labFund, 'GKV');
  lab('BEL II', plan.labGkv - labFund + fromOwn, payer);
  lab('BEB', plan.labOwn - fromOwn, payer);
  const claimed = bucket?.close ?? v.day + 20;
  if (claimed <= w.end) {
    values.abgerechnetAm = dayText(claimed);
    values.status = 'ABGERECHNET';
  }
  for (const zahn of plan.teeth) {
    setTooth(p, zahn, TOOTH.crown);
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn,
      befund: 'k',
      flaechen: null,
    });
  }
  if (plan.denture) {
    p.denture = v.day;
    w.emit('prothese', w.id('PR'), v.day, {
      patid: v.patid,
      art:
        plan.what === 'Totalprothese'
          ? 'TOTAL'
          : plan.what === 'Teleskopprothese'
            ? 'TELESKOP'
            : 'MODELLGUSS',
      kiefer: plan.denture,
      eingegliedertAm: v.text,
    });
  }
  if (w.rng.chance(0.12)) wish(w, p, 'NAK', v.day + 7 + w.rng.below(10), v.day);
}
/** Implants: surgery, uncovering after three months, crown. */
export function implant(v: Visit, data: { plan: Plan; step: number }): void {
  const { w, p } = v,
    { plan } = data,
    zahn = plan.teeth[0] ?? '36',
    payer = p.ins === 'PKV' ? 'PKV' : 'EIGEN',
    now = data.step === 0 ? ['9000', '9010', '0530', '9100'] : ['9040'];
  plan.values.begonnenAm ??= v.text;
  plan.values.status = 'IN_ARBEIT';
  for (const one of plan.items.filter((one) => now.includes(one.nr))) {
    if (one.nr === '0530' && forgets(v, 'C07', 0.06, 'GOZ', '0530')) continue;
    goz(v, one.nr, {
      ...(one.zahn !== '' && { zahn: one.zahn }),
      menge: one.menge,
      cents: one.cents,
      factor: one.factor,
      hkpid: plan.id,
      payer,
    });
  }
  goz(v, '0090', { menge: 2, payer });
  if (data.step === 0) {
    note(v, `Implantation ${zahn}, Bohrschablone, DVT ausgewertet.`);
    goae(v, '5370', { payer });
    setTooth(p, zahn, TOOTH.implant);
    w.emit('zahnbefund', w.id('B'), v.day, {
      patid: v.patid,
      datum: v.text,
      zahn,
      befund: 'i',
      flaechen: null,
    });
    if (!forgets(v, 'C09', 0.05, 'GOZ', '9003')) goz(v, '9003', { payer });
    wish(w, p, 'WUN', v.day + 8, v.day, { zahn, since: v.day, isPrivate: true });
    wish(w, p, 'IMP', v.day + 95 + w.rng.below(30), v.day + 40, { plan, step: 1 });
    return;
  }
  note(v, `Freilegung ${zahn}.`);
  const rest: Plan = { ...plan, items: plan.items.filter((one) => one.nr === '2210') };
  wish(w, p, 'EIN', v.day + 21 + w.rng.below(10), v.day, { plan: rest });
}
