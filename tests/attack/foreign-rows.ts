/** Inserts everything of Berta's practice, and lists the routes that take its ids. */
import type { Work } from '../../server/platform/work.ts';
import type { RuleInput } from '../../shared/analytics/billing/rules.schema.ts';

/** A template of the other practice. */
const FOREIGN_TICKET = '01939c3e-0000-7000-8000-000000000001';
const TEMPLATE = '0192f0aa-0000-7000-8000-00000000beef';
const words = { de: 'X', en: 'X' };
export const OWN_RULE: RuleInput = {
  gruppe: 'X',
  art: 'VERGESSEN',
  titel: words,
  grund: words,
  kasse: 'GKV',
  alterVonM: null,
  alterBisM: null,
  gueltigVon: null,
  gueltigBis: null,
  heuteEines: ['B:01'],
  heuteAlle: '',
  heuteKeines: [],
  historieKeine: [],
  historieNoetig: [],
  zusatz: '',
  position: { system: 'BEMA', nr: '04' },
  menge: '1',
  faktor: null,
  konfidenz: 0.5,
  quelle: 'X',
  noetig: words,
  dagegen: words,
};

/** Inserts factors, tokens, a grant and a picture. */
export async function insertAccountRows(w: Work, userId: string): Promise<void> {
  const at = w.now;
  await w.tx.insert(w.t.passkey, {
    id: 'passkey-of-berta',
    userId,
    publicKey: Buffer.alloc(8),
    counter: 0,
    transports: [],
    name: 'X',
    isBackedUp: false,
    createdAt: at,
    lastUsedAt: null,
    clonedAt: null,
  });
  await w.tx.insert(w.t.knownDevice, {
    hash: 'h',
    id: w.newId(),
    userId,
    agent: 'X',
    createdAt: at,
    factorAt: at,
  });
  await w.tx.insert(w.t.apiToken, {
    id: w.newId(),
    kind: 'api',
    name: 'X',
    hash: 'h',
    tail: 'xxxx',
    createdBy: userId,
    createdAt: at,
    expiresAt: null,
    lastUsedAt: null,
    endedAt: null,
    scopes: null,
  });
  await w.tx.insert(w.t.accessGrant, {
    id: w.newId(),
    kind: 'break_glass',
    userId: 'v',
    role: 'support',
    name: 'X',
    reason: 'X',
    ticket: 'X',
    mayWrite: false,
    patids: ['2002'],
    codeHash: null,
    tries: 0,
    askedAt: at,
    approvedAt: null,
    approvedBy: null,
    expiresAt: null,
    endedAt: null,
    reviewedAt: null,
    reviewedBy: null,
  });
  await w.tx.insert(w.t.ticket, {
    id: FOREIGN_TICKET,
    helpdeskid: 'T-26-BERTA',
    area: 'other',
    priority: 'p4',
    subject: 'X',
    state: 'solved',
    openedAt: at,
    openedBy: userId,
    openedName: 'X',
    lastAt: at,
    lastSide: 'practice',
    dueAt: null,
    solvedAt: at,
    assigneeId: null,
    assigneeName: null,
    rating: null,
    ratingText: null,
  });
  await w.tx.insert(w.t.image, {
    id: w.newId(),
    sha256: 'a'.repeat(64),
    mime: 'image/png',
    width: 1,
    height: 1,
    size: 1,
    purpose: 'form',
    createdBy: userId,
    createdAt: at,
  });
}

/** Inserts values, labels, templates, rules and a mapping. */
export async function insertSettings(w: Work, userId: string): Promise<void> {
  const at = w.now;
  await w.tx.insert(w.t.practiceCost, {
    id: 'cost-of-berta',
    centre: 'PRAXIS',
    target: '',
    name: 'X',
    cents: 100,
    per: 'MONAT',
    validFrom: '2026-01-01',
    validTo: null,
    changedBy: userId,
    changedAt: at,
  });
  await w.tx.insert(w.t.praxiswert, {
    id: 'value-of-berta',
    art: 'PREIS',
    schluessel: 'X',
    wert: 100,
    validFrom: '2026-01-01',
    validTo: null,
    note: '',
    changedBy: userId,
    changedAt: at,
  });
  await w.tx.insert(w.t.planLabel, {
    id: 'label-of-berta',
    name: 'X',
    color: 'teal',
    kind: 'hkp',
    position: 0,
  });
  await w.tx.insert(w.t.letterTemplate, {
    id: TEMPLATE,
    kind: 'hkp',
    name: 'X',
    subject: 'x',
    text: 'x',
    changedBy: '',
    changedAt: 1,
  });
  await w.tx.insert(w.t.abrechnungslabel, {
    id: 'proposal-label-of-berta',
    name: 'X',
    color: 'teal',
    position: 0,
  });
  await w.tx.insert(w.t.eigeneRegel, {
    regel: 'rule-of-berta',
    version: 1,
    state: 'ENTWURF',
    eingabe: OWN_RULE,
    rev: 1,
    test: null,
    by: userId,
    at,
  });
  await w.tx.insert(w.t.abrechnungAbgabe, {
    id: 'billing-of-berta',
    kzv: '',
    bereich: 'KCH',
    zeitraum: '2026-Q3',
    mitFrueheren: false,
    by: userId,
    at,
    undoneBy: null,
    undoneAt: null,
  });
  await w.tx.insert(w.t.pvsMapping, {
    id: 'mapping-of-berta',
    name: 'X',
    mapping: {},
    changedBy: userId,
    changedAt: at,
  });
}

/** Inserts a view, a note, a frozen report and a mailed one. */
export async function insertReports(w: Work, userId: string): Promise<void> {
  const at = w.now;
  await w.tx.insert(w.t.profile, {
    id: 'view-of-berta',
    name: 'X',
    owner: null,
    report: 'umsatz/zeitreihe',
    filter: {},
    position: 0,
    changedBy: userId,
    changedAt: at,
  });
  await w.tx.insert(w.t.reportNote, {
    id: 'note-of-berta',
    report: 'umsatz/zeitreihe',
    key: '2026-01',
    text: 'X',
    by: userId,
    at,
  });
  await w.tx.insert(w.t.reportSnapshot, {
    id: 'frozen-of-berta',
    report: 'umsatz/steuerbuero',
    filter: {},
    rows: Buffer.from('{}'),
    sha256: 'a'.repeat(64),
    at,
    by: userId,
  });
  await w.tx.insert(w.t.reportMail, {
    id: 'mail-of-berta',
    report: 'umsatz/zeitreihe',
    filter: {},
    weekday: 1,
    time: '07:00',
    recipients: [],
    lastAt: null,
    by: userId,
    changedAt: at,
  });
}

/** Inserts a delivery with a plan, a perio case and a recall. */
export async function insertDelivery(w: Work): Promise<void> {
  const at = w.now;
  await w.tx.insert(w.t.pvsBatch, {
    batch: 1,
    run: 'x',
    state: 'closed',
    source: 'X',
    way: 'api',
    sha256: '',
    rows: 1,
    counts: {},
    refused: 0,
    openedAt: at,
    closedAt: at,
    withdrawnAt: null,
    by: '',
    withdrawnBy: null,
  });
  await w.tx.insert(w.t.pvsHkp, {
    id: 'plan-of-berta',
    version: 1,
    hash: 1,
    batch: 1,
    deleted: false,
    patid: '2002',
    art: 'ZE',
    status: 'BEI_PATIENT',
    erstelltAm: '2026-01-01',
    gesamt: 1,
  } as never);
  await w.tx.insert(w.t.pvsParfall, {
    id: 'case-of-berta',
    version: 1,
    hash: 1,
    batch: 1,
    deleted: false,
    patid: '2002',
    status: 'BEI_KASSE',
    erstelltAm: '2026-01-01',
  } as never);
  await w.tx.insert(w.t.pvsRecall, {
    id: 'recall-of-berta',
    version: 1,
    hash: 1,
    batch: 1,
    deleted: false,
    patid: '2002',
    art: 'PZR',
    faelligAm: '2026-01-01',
  } as never);
}

interface ForeignIds {
  sessionId: string;
  deviceId: string;
  tokenId: string;
  staffId: string;
  imageId: string;
  grantId: string;
  mailId: string;
  importId: string;
}
/** Returns each route with the id of the other practice that it takes. */
export const idsByRoute = ({
  sessionId,
  deviceId,
  tokenId,
  staffId,
  imageId,
  grantId,
  mailId,
  importId,
}: ForeignIds): (readonly [route: string, id: string])[] => [
  ['put /auth/passkeys/{id}', 'passkey-of-berta'],
  ['delete /auth/passkeys/{id}', 'passkey-of-berta'],
  ['delete /auth/sessions/{id}', sessionId],
  ['delete /auth/sessions/devices/{id}', deviceId],
  ['delete /auth/token/{id}', tokenId],
  ['delete /auth/user/{id}', staffId],
  ['get /imageUploads/image/{id}', imageId],
  ['delete /imageUploads/image/{id}', imageId],
  ['post /api/grants/{id}/approve', grantId],
  ['post /api/grants/{id}/end', grantId],
  ['post /api/grants/{id}/review', grantId],
  ['get /api/tickets/{id}', FOREIGN_TICKET],
  ['post /api/tickets/{id}/entries', FOREIGN_TICKET],
  ['post /api/tickets/{id}/solved', FOREIGN_TICKET],
  ['post /api/tickets/{id}/rating', FOREIGN_TICKET],
  ['post /api/tickets/{id}/entries/{entryId}/files/{fileId}', FOREIGN_TICKET],
  ['get /api/tickets/{id}/files/{fileId}', FOREIGN_TICKET],
  ['post /api/mails/{mailId}/open', mailId],
  ['post /api/mails/{mailId}/resend', mailId],
  ['post /api/audit/alarms/{seq}/seen', '1'],
  ['get /api/hkp/{hkpid}', 'plan-of-berta'],
  ['get /api/par/{parid}', 'case-of-berta'],
  ['get /api/recall/{recallId}', 'recall-of-berta'],
  ['patch /api/hkplabels/{labelId}', 'label-of-berta'],
  ['delete /api/hkplabels/{labelId}', 'label-of-berta'],
  ['post /api/hkplabels/{labelId}/zurueck', 'label-of-berta'],
  ['delete /api/hkpvorlagen/{vorlageId}', TEMPLATE],
  ['delete /api/kosten/{costId}', 'cost-of-berta'],
  ['delete /api/staticdata/werte/{wertId}', 'value-of-berta'],
  ['get /api/arbeitsliste/patient/{patid}', '2002'],
  ['get /api/patient/{patid}', '2002'],
  ['get /api/patient/{patid}/leistungen', '2002'],
  ['get /collector/batches/{batch}', '1'],
  ['get /collector/batches/{batch}/refused', '1'],
  ['post /collector/batches/{batch}/parts/{part}', '1'],
  ['get /api/abrechnung/tag/{patid}/{tag}', '2002'],
  ['patch /api/abrechnungslabels/{labelId}', 'proposal-label-of-berta'],
  ['delete /api/abrechnungslabels/{labelId}', 'proposal-label-of-berta'],
  ['post /api/abrechnungslabels/{labelId}/zurueck', 'proposal-label-of-berta'],
  ['delete /api/abrechnung/abgaben/{abgabeId}', 'billing-of-berta'],
  ['put /api/abrechnung/regeln/{regelId}', 'rule-of-berta'],
  ['post /api/abrechnung/regeln/{regelId}/rueckrechnung', 'rule-of-berta'],
  ['get /api/abrechnung/regeln/{regelId}/rueckrechnung', 'rule-of-berta'],
  ['put /api/abrechnung/eigeneregeln/{regelId}', 'rule-of-berta'],
  ...['rueckrechnung', 'freigeben', 'zurueckziehen'].map(
    (verb) => [`post /api/abrechnung/eigeneregeln/{regelId}/${verb}`, 'rule-of-berta'] as const,
  ),
  ...['close', 'withdraw', 'restore'].map(
    (verb) => [`post /collector/batches/{batch}/${verb}`, '1'] as const,
  ),
  ['delete /api/berichtmails/{berichtMailId}', 'mail-of-berta'],
  ['delete /api/notizen/{notizId}', 'note-of-berta'],
  ['delete /api/profiles/{profilId}', 'view-of-berta'],
  ['get /api/steuerbuero/{steuerId}', 'frozen-of-berta'],
  ['get /api/steuerbuero/{steuerId}/pdf', 'frozen-of-berta'],
  ['get /api/patient/{patid}/plaene', '2002'],
  ['get /api/patient/{patid}/rechnungen', '2002'],
  ['put /collector/mappings/{mappingId}', 'mapping-of-berta'],
  ['delete /collector/mappings/{mappingId}', 'mapping-of-berta'],
  ...[
    'delete /collector/imports/{importId}',
    'get /collector/imports/{importId}/refused',
    'post /collector/imports/{importId}/files/{file}/parts/{part}',
    ...['look', 'run', 'stop'].map((verb) => `post /collector/imports/{importId}/${verb}`),
  ].map((name) => [name, importId] as const),
  ['get /api/audit/patient/{patid}', '2002'],
  ['get /api/audit/patient/{patid}/pdf', '2002'],
];
