/**
 * Faults of the model: the events that inject each one, or the place and reason of another test.
 */

/** @type {readonly { id: string, fault: string, by: readonly string[], elsewhere?: string }[]} */
export const FAULTS = [
  {
    id: 'F1',
    fault: 'page killed at every step of a write',
    by: ['killPage', 'powerCut', 'killInWrite', 'killAfterCommit'],
  },
  { id: 'F2', fault: 'draft that cannot be read', by: ['flipDraft'] },
  {
    id: 'F3',
    fault: 'request or reply lost, late, doubled',
    by: ['requestLost', 'replyLost', 'late', 'doubled'],
  },
  {
    id: 'F4',
    fault: 'server process dies around a commit or in a checkpoint',
    by: [
      'crashBegin',
      'crashInside',
      'crashBeforeCommit',
      'crashAfterCommit',
      'crashSilent',
      'crashNow',
      'tornCheckpoint',
    ],
  },
  {
    id: 'F5',
    fault: 'power cut under the server',
    by: [],
    elsewhere:
      'below SQLite, so not in one process: tests/chaos cuts the power of a loop device; here only synchronous=FULL is read back at every start',
  },
  {
    id: 'F6',
    fault: 'disk full, busy, read-only, failing sync',
    by: ['dbFull', 'dbBusy', 'dbSync', 'dbReadonly'],
  },
  { id: 'F7', fault: 'older copy restored under a new epoch', by: ['restore'] },
  { id: 'F8', fault: 'empty database behind the same address', by: ['foreignServer'] },
  {
    id: 'F9',
    fault:
      'half-open connection, black hole, captive portal, refused, foreign or unfinished answers',
    by: [
      'blackHole',
      'portal',
      'lineDown',
      'stalledBody',
      'foreign',
      'tornReply',
      'refused',
      'busy',
      'limited',
    ],
  },
  {
    id: 'F10',
    fault: 'days without a network, a crowd of ops, batches',
    by: ['deviceSleeps', 'crowd', 'lineDown', 'blank'],
  },
  { id: 'F11', fault: 'two windows at once', by: ['secondWindow'] },
  {
    id: 'F12',
    fault: 'clocks off by an hour or ten years, set back in a session',
    by: ['clockJump', 'clockBack'],
  },
  { id: 'F13', fault: 'no room at any write', by: ['quota', 'quotaAtCommit', 'diskFull'] },
  {
    id: 'F14',
    fault: 'database does not open, or its connection is lost',
    by: ['openFails', 'connectionLost'],
  },
  { id: 'F15', fault: 'storage evicted', by: ['evict'] },
  {
    id: 'F16',
    fault: 'waiting for something foreign inside a transaction',
    by: [],
    elsewhere:
      'no fault but a flaw of the source: planted here, crypto and network answer as tasks, so that it breaks as in a browser',
  },
  { id: 'F17', fault: 'ops that cannot be applied', by: ['poison'] },
  {
    id: 'F18',
    fault: 'token over or refused, tablet revoked',
    by: ['unauthorized', 'deviceSleeps', 'revoke'],
  },
  {
    id: 'F19',
    fault:
      'staff move, withdraw or restart it meanwhile; a phone takes over, another signer signs elsewhere',
    by: ['desk', 'takeover', 'parts'],
  },
  {
    id: 'F20',
    fault: 'new version while a draft is open',
    by: [],
    elsewhere: 'needs a service worker: tests/e2e/new-version.spec.ts and kiosk/app/update.test.ts',
  },
  { id: 'F21', fault: 'live stream dead but open', by: ['deafStream'] },
  {
    id: 'F22',
    fault: 'two hundred tablets come at once',
    by: [],
    elsewhere: 'a matter of load: bench/soak; the spread of one tablet is the rule `calm` here',
  },
  {
    id: 'F23',
    fault: 'idle time and signature in the same moment',
    by: [],
    elsewhere:
      'lies in the machine: kiosk/session; exactly one ending of the outbox in kiosk/outbox/outbox.dom.test.ts',
  },
  {
    id: 'F24',
    fault: 'shell reloads, back gesture, discard',
    by: ['killPage'],
    elsewhere: 'which page is shown again: tests/e2e',
  },
  {
    id: 'F25',
    fault: 'stolen disk',
    by: [],
    elsewhere: 'no event: every seed ends with a search of every disk for every word of a patient',
  },
  {
    id: 'F26',
    fault: 'turned bits, torn upload',
    by: ['flipOutbox', 'flipInbox', 'flipped', 'torn'],
  },
];
