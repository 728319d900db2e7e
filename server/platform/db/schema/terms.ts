// Tables of accepted terms, of the contract on processing, and of read news (writers: server/accounts/terms, server/accounts/news).

import type { BreachDecision, PointState } from '../../../../shared/vendor/compliance.ts';
import type { Kit } from '../kit.ts';

export const termsTables = (k: Kit) => ({
  termsAcceptance: k.table(
    'terms_acceptance',
    {
      cid: k.text().notNull(),
      version: k.text().notNull(),
      sha256: k.text().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.version] })],
  ),
  /** The contract on processing: one row for each version that a practice was offered. */
  processingContract: k.table(
    'processing_contract',
    {
      cid: k.text().notNull(),
      version: k.text().notNull(),
      offeredAt: k.big().notNull(),
      /** From then on owners cannot work without it. */
      dueAt: k.big().notNull(),
      acceptedAt: k.big(),
      sha256: k.text(),
      userId: k.text(),
      name: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.version] })],
  ),
  newsRead: k.table(
    'news_read',
    {
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      newsId: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.userId, t.newsId] })],
  ),
});

/** Checklist and register of data breaches (writer: server/vendor/compliance). */
export const complianceTables = (k: Kit) => ({
  complianceProfile: k.table(
    'compliance_profile',
    {
      cid: k.text().notNull(),
      people: k.int().notNull(),
      hasLargeDevices: k.bool().notNull(),
    },
    (t) => [k.key({ columns: [t.cid] })],
  ),
  compliancePoint: k.table(
    'compliance_point',
    {
      cid: k.text().notNull(),
      point: k.text().notNull(),
      state: k.text().$type<PointState>().notNull(),
      note: k.text().notNull(),
      nextDay: k.day(),
      at: k.big().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.point] })],
  ),
  /** The register of Art. 33(5) GDPR: rows are changed, never deleted. */
  breach: k.table(
    'breach',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      awareAt: k.big().notNull(),
      text: k.text().notNull(),
      people: k.int(),
      measures: k.text().notNull(),
      decision: k.text().$type<BreachDecision>().notNull(),
      reason: k.text().notNull(),
      reportedAt: k.big(),
      informedAt: k.big(),
      rev: k.int().notNull(),
      changedAt: k.big().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
});
