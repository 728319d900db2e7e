// The server side of the test practice: actors, keys, workshop, and the dependencies of tasks and
// sync.

import { v7 } from 'uuid';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { createSealKeys } from '../../../shared/exchange/sealing.ts';
import { catalogueForms } from '../forms/library/catalogue-forms.ts';
import { createFactsReader } from '../forms/library/facts-reader.ts';
import { formCheckerHere } from '../forms/library/form-check.ts';
import { practiceForms } from '../forms/library/form-library.ts';
import { withdrawProposals } from '../patient/propose-changes.ts';
import { resolvePatient } from '../patient/read-patient.ts';
import { recordSide } from '../patient/record-side.ts';
import { formLinks } from '../forms/library/form-links.ts';
import { assignParkedAnswers } from '../forms/tray/assign-parked.ts';
import { acceptBlank } from '../forms/tray/take-blank.ts';
import { appendAudit } from '../../platform/audit/store.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import { enqueueJob } from '../../platform/jobs/store.ts';
import { canonicalDocument } from '../../paper/seal/canonical.ts';
import { acceptSubmission } from '../signature/accept-submission.ts';
import { requirementFor } from '../../records/consent/partners.ts';
import type { insertTablet } from '../tablet/store.ts';
import type { TaskLinks } from '../task/links.ts';
import { declarationOn, findText, textsInUse } from '../../records/texts/text-library.ts';
import { createWorkshop, type Actor, type DomainEvent } from '../../platform/work.ts';
import { SAFE_AFTER_MS } from './core.ts';
import type { SyncDeps } from './sync-deps.ts';
import { tabletSide } from './feed.ts';
import { createInline } from './inline.ts';
import { createLiveSeals } from './live-seals.ts';

const PRACTICE = {
  name: 'Praxis Test',
  anschrift: 'Weg 1, 10115 Berlin',
  telefon: '030 1',
  mail: '',
  signsAnswers: true,
  logo: '',
  closingTime: '20:00',
  languages: ['de', 'en'],
};

/**
 * Opens a new practice in a store.
 * @param start initial time of its clock, ms
 */
export async function openPractice(store: Store, start: number, change: Partial<SyncDeps>) {
  const cid = `p-${v7()}`,
    clock = { now: start },
    events: DomainEvent[] = [],
    troubles: string[] = [],
    installation = { epoch: v7(), securityEpoch: 1 };
  const serverKeys = await createSealKeys(true),
    originKey = crypto.getRandomValues(new Uint8Array(32));
  const listening = new Set<string>(),
    seals = createLiveSeals();
  const atEnd = createInline({
    isListening: (id) => listening.has(id),
    seals,
    installation: () => installation,
    originKey: () => Promise.resolve(originKey),
  });
  const workshop = createWorkshop({
    store,
    atEnd,
    now: () => clock.now,
    newId: v7,
    appendAudit,
    enqueue: enqueueJob,
    publish: (_cid, e) => {
      events.push(e);
    },
    wakeJobs: () => undefined,
  });
  const desk = person(cid, false),
    dentist = person(cid, true);
  const forms = practiceForms(catalogueForms(), createFactsReader(formCheckerHere)),
    formSide = formLinks(forms, recordSide);
  const links: TaskLinks = {
    ...tabletSide,
    ...formSide,
    praxis: () => Promise.resolve(PRACTICE),
    findTemplate: findText,
    templatesInUse: textsInUse,
    requirementFor,
    canonicalDocument,
    declarationOn,
  };
  const publicJwk = await crypto.subtle.exportKey('jwk', serverKeys.publicKey);
  const deps: SyncDeps = {
    seals,
    store,
    clock: systemClock,
    hasBackup: () => false,
    report: (code) => {
      troubles.push(code);
    },
    workshop,
    installation: () => installation,
    openOp: (_cid, bytes, aad) => openSealed(serverKeys.privateKey, bytes, aad),
    acceptSubmission,
    acceptAnswers: formSide.acceptAnswers,
    acceptBlank: acceptBlank({ forms, marks: formSide.marks }),
    formText: formSide.formText,
    formAt: formSide.formAt,
    safeAfterMs: SAFE_AFTER_MS,
    originKey: () => Promise.resolve(originKey),
    praxisConfig: () =>
      Promise.resolve({
        praxis: { name: PRACTICE.name, phone: '030 1' },
        language: 'de',
        languages: ['de', 'en'],
        idleSeconds: 120,
        serverKey: publicJwk,
        serverKeyId: 'k1',
        escrowKey: publicJwk,
      }),
    ...change,
  };
  const tray = {
    forms,
    record: resolvePatient,
    marks: formSide.marks,
    filed: formSide.tellRecord,
    returned: withdrawProposals,
  };
  return {
    cid,
    workshop,
    deps,
    tray,
    fileParked: assignParkedAnswers(tray),
    links,
    events,
    troubles,
    listening,
    seals,
    serverKeys,
    clock,
    installation,
    dentist,
    desk,
  };
}

/** A dentist, or the reception. */
const person = (cid: string, behandler: boolean): Actor => ({
  kind: 'user',
  ip: '127.0.0.1',
  userId: behandler ? 'u-dentist' : 'u-desk',
  cid,
  role: 'reception',
  behandler,
  name: behandler ? 'Dr. Beck' : 'Frau Klein',
  sessionId: 's',
  stepUpUntil: 0,
});

/** A tablet's row: just registered, nothing received. */
export const tabletRow = (
  id: string,
  name: string,
  sealKey: JsonWebKey,
  now: number,
): Parameters<typeof insertTablet>[1] => ({
  id,
  r4cUuid: 'r4c',
  name,
  posture: 'hand',
  signKey: {},
  sealKey,
  tokenHash: id,
  gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
  exceptions: [],
  userAgent: '',
  inc: null,
  highN: 0,
  ackN: 0,
  safeN: 0,
  feedSeq: 0,
  health: null,
  activity: null,
  activityAt: null,
  helpAt: null,
  helpAnsweredAt: null,
  lostSubmissions: null,
  registeredAt: now,
  lastSeenAt: now,
  leaseUntil: now + 86_400_000,
  revokedAt: null,
});
