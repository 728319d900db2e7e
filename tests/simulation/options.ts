/**
 * Options of a seed: number of tablets, families of faults, length of a story; everything drawn is
 * printed with a failure.
 */
import { Dice } from './dice.ts';
import { NET_FAULTS, type NetFault } from './network.ts';

/**
 * Events that happen once in a story, by name; the table in `faults.mjs` names the fault behind
 * each.
 */
export type Event =
  | 'visit'
  | 'pause'
  | 'desk'
  | 'killPage'
  | 'powerCut'
  | 'killInWrite'
  | 'killAfterCommit'
  | 'quota'
  | 'quotaAtCommit'
  | 'diskFull'
  | 'connectionLost'
  | 'openFails'
  | 'secondWindow'
  | 'evict'
  | 'flipOutbox'
  | 'flipDraft'
  | 'flipInbox'
  | 'clockJump'
  | 'clockBack'
  | 'deviceSleeps'
  | 'lineDown'
  | 'blackHole'
  | 'portal'
  | 'deafStream'
  | 'pushBlocked'
  | 'crashBegin'
  | 'crashInside'
  | 'crashBeforeCommit'
  | 'crashAfterCommit'
  | 'crashSilent'
  | 'crashNow'
  | 'tornCheckpoint'
  | 'dbFull'
  | 'dbBusy'
  | 'dbSync'
  | 'dbReadonly'
  | 'backup'
  | 'restore'
  | 'foreignServer'
  | 'revoke'
  | 'poison'
  | 'crowd'
  | 'blank'
  | 'takeover'
  | 'parts';
/** Each family is drawn or not; a failing seed with few of them is easier to explain. */
const FAMILIES: readonly { share: number; events: readonly Event[]; most: number }[] = [
  {
    share: 0.4,
    most: 2,
    events: ['killPage', 'powerCut', 'killInWrite', 'killInWrite', 'killAfterCommit'],
  },
  {
    share: 0.2,
    most: 2,
    events: ['quota', 'quotaAtCommit', 'diskFull', 'connectionLost', 'openFails'],
  },
  {
    share: 0.4,
    most: 2,
    events: [
      'crashBegin',
      'crashInside',
      'crashBeforeCommit',
      'crashAfterCommit',
      'crashSilent',
      'crashNow',
      'tornCheckpoint',
    ],
  },
  { share: 0.15, most: 2, events: ['dbFull', 'dbBusy', 'dbSync', 'dbReadonly'] },
  {
    share: 0.35,
    most: 2,
    events: ['lineDown', 'blackHole', 'portal', 'deafStream', 'deviceSleeps'],
  },
  { share: 0.15, most: 2, events: ['clockJump', 'clockBack'] },
  { share: 0.35, most: 3, events: ['desk'] },
  { share: 0.1, most: 1, events: ['flipOutbox', 'flipDraft', 'flipInbox'] },
  { share: 0.08, most: 1, events: ['secondWindow'] },
  { share: 0.07, most: 1, events: ['poison', 'poison', 'crowd'] },
  { share: 0.1, most: 1, events: ['restore', 'foreignServer'] },
  { share: 0.06, most: 1, events: ['evict', 'revoke'] },
  { share: 0.04, most: 1, events: ['pushBlocked'] },
];

/**
 * Events around the filling in of a blank form: lost network, death of page or server, full disk,
 * another visit.
 */
const AROUND_BLANKS: readonly Event[] = [
  'lineDown',
  'lineDown',
  'killPage',
  'powerCut',
  'killInWrite',
  'killAfterCommit',
  'quota',
  'quotaAtCommit',
  'diskFull',
  'crashBeforeCommit',
  'crashAfterCommit',
  'crashSilent',
  'visit',
  'visit',
  'blank',
];
/**
 * Salt of their dice: with it no regression seed draws any, so each of these seeds still reproduces
 * its old failure.
 */
const BLANKS = 172;

/** Events around a task that moved to a phone, or a paper with several signers. */
const AROUND_DEVICES: readonly Event[] = [
  'lineDown',
  'lineDown',
  'killPage',
  'killInWrite',
  'crashBeforeCommit',
  'crashAfterCommit',
  'crashSilent',
  'pause',
  'pause',
  'pause',
  'visit',
];
/** Salt of their dice, chosen like that of blank forms. */
const DEVICES = 318;

/** Events in the middle of it; `backup` is the copy that a later `restore` brings back. */
const INTO_DEVICES: readonly Event[] = [
  'restore',
  'restore',
  'backup',
  'evict',
  'evict',
  'clockJump',
  'clockBack',
  'desk',
  'portal',
  'revoke',
];
/** Salt of their dice, chosen like that of blank forms. */
const INTO = 402;

/** `isFresh`: no tablet has contacted the server before. */
export interface Options {
  tablets: number;
  isFresh: boolean;
  events: Event[];
  rates: Partial<Record<NetFault, number>>;
  skews: number[];
}

export function drawOptions(seed: number): Options {
  const d = new Dice(seed, 1),
    tablets = d.pick([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3]),
    extra: Event[] = [];
  for (const f of FAMILIES)
    if (d.chance(f.share)) for (let i = 1 + d.int(f.most); i > 0; i--) extra.push(d.pick(f.events));
  const events: Event[] = Array.from({ length: d.chance(0.3) ? 2 : 1 }, () =>
    d.pick(['visit', 'visit', 'visit', 'pause'] as const),
  );
  for (const e of extra) events.splice(d.int(events.length + 1), 0, e);
  const rates: Options['rates'] = {};
  if (d.chance(0.55))
    for (let i = 1 + d.int(3); i > 0; i--) rates[d.pick(NET_FAULTS)] = d.pick([0.05, 0.15, 0.4]);
  const skews = Array.from({ length: tablets }, () =>
    d.chance(0.1) ? d.pick([-3_600_000, 3_600_000, -315_360_000_000, 315_360_000_000]) : 0,
  );
  const isFresh = d.chance(0.2);
  // Drawn last and with separate dice: seeds from before there were blank forms keep their stories.
  const b = new Dice(seed, BLANKS);
  if (b.chance(0.2))
    for (let i = 1 + b.int(2); i > 0; i--) {
      events.push('blank');
      for (let k = b.int(4); k > 0; k--) events.push(b.pick(AROUND_BLANKS));
    }
  const m = new Dice(seed, DEVICES);
  if (m.chance(0.06)) {
    events.push(m.pick(['takeover', 'parts'] as const));
    for (let k = m.int(4); k > 0; k--) events.push(m.pick(AROUND_DEVICES));
  }
  const n = new Dice(seed, INTO),
    begun = events.findIndex((e) => e === 'takeover' || e === 'parts') + 1;
  if (begun > 0 && n.chance(0.5))
    for (let k = 1 + n.int(3); k > 0; k--)
      events.splice(begun + n.int(events.length - begun + 1), 0, n.pick(INTO_DEVICES));
  return { tablets, isFresh, events, rates, skews };
}
