// Tables for the migration generator, pg dialect.

import { pgKit } from './kit.ts';
import { defineSchema } from './schema.ts';

export const { user, session, accessToken, firstUserToken, attempt, envelope, document, blob, practiceKey, patient, termin, roomStay, arrival, mappeRules, masterChange, installation, praxis, r4c, job, audit, auditPerson, auditHead, loginStep, passkey, recoveryCode, knownDevice, oneTimeLink, apiToken, accessGrant, mail, mailSuppression, termsAcceptance, newsRead, image, backupConfig, recoverySheet, backupRun, tablet, tabletCode, tabletPending, tabletNonce, feed, op, opHead, draft, mappe, task, answers, form, homeLink, unmatched, paperSet, ownText, doctosync, exportItem, importItem, onlineTermin, withdrawal, factoringPartner, scanPage, share, shareItem, shareSession, shareCode, shareEvent, takeover, smsGateway, smsSent, signaturePart, printedPaper } = defineSchema(pgKit);
