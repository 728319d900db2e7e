// Tables of envelopes, stored files and the practice's keys (envelope: server/desk/signature;
// document, sealVersion: server/records/documents; blob: server/platform/blobs; practiceKey:
// server/desk/signature).

import type { VoidReason } from '../../../../shared/papers/consent.ts';
import type { ProofLevel } from '../../../../shared/papers/seal/proof-level.ts';
import type { UploadKind } from '../../../../shared/papers/upload.ts';
import type { Kit } from '../kit.ts';

export const documentTables = (k: Kit) => ({
  envelope: k.table(
    'envelope',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      taskId: k.text().notNull(),
      prevEnvelopeId: k.text(),
      opId: k.text().notNull(),
      dataSha256: k.text().notNull(),
      presentedPdfSha256: k.text().notNull(),
      finalSha256: k.json<string[]>().notNull(),
      /**
       * Encrypted point file of each signer, null if nothing was drawn; salt of the birth date in
       * the evidence.
       */
      pointFiles: k.json<(string | null)[]>().notNull(),
      salt: k.text(),
      signers: k.json<unknown>().notNull(),
      evidence: k.json<unknown>(),
      level: k.text().$type<'none' | ProofLevel>().notNull(),
      signedAt: k.big().notNull(),
      receivedAt: k.big().notNull(),
      sealedAt: k.big(),
      voidedAt: k.big(),
      /** Reason and author of a void mark; the document stays. */
      voidReason: k.text().$type<VoidReason>(),
      voidedBy: k.text(),
    },
    (t) => [k.unique('envelope_task').on(t.cid, t.taskId), k.index('envelope_cid').on(t.cid)],
  ),
  document: k.table(
    'document',
    {
      fileId: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      taskId: k.text(),
      sha256: k.text().notNull(),
      title: k.text().notNull(),
      mime: k.text().notNull(),
      at: k.big().notNull(),
      /** Upload by staff, and its author; null for documents created here. */
      uploadKind: k.text().$type<UploadKind>(),
      uploadedBy: k.text(),
      /**
       * An upload to the wrong person: removed from the record since, kept until its retention
       * ends; `movedTo` is the replacing document.
       */
      voidedAt: k.big(),
      voidedBy: k.text(),
      voidedByName: k.text(),
      voidNote: k.text(),
      movedTo: k.text(),
    },
    (t) => [
      k.index('document_cid').on(t.cid, t.at),
      k.index('document_patid').on(t.cid, t.patid, t.at),
      k.index('document_sha256').on(t.cid, t.sha256),
      k.unique('document_task').on(t.cid, t.taskId),
      k.index('document_own').on(t.cid, t.fileId),
    ],
  ),
  /**
   * Each form of a sealed document: its first one, and those with later time stamps. The sealed
   * content is the same.
   */
  sealVersion: k.table(
    'seal_version',
    {
      cid: k.text().notNull(),
      sha256: k.text().notNull(),
      fileId: k.text().notNull(),
      /** As written into the file; which time-stamp service to trust is the reader's decision. */
      level: k.text().$type<ProofLevel>().notNull(),
      at: k.big().notNull(),
      /** End of the newest document time stamp (ms); null without one. */
      until: k.big(),
      /** Algorithms of that stamp; null without one, or where it was not looked at yet. */
      scheme: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.sha256] }),
      k.index('seal_version_file').on(t.cid, t.fileId),
    ],
  ),
  /**
   * One stored file per practice and content; its encrypted bytes are stored outside the database.
   */
  blob: k.table(
    'blob',
    {
      cid: k.text().notNull(),
      sha256: k.text().notNull(),
      size: k.int().notNull(),
      mime: k.text().notNull(),
      keyId: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.sha256] })],
  ),
  practiceKey: k.table(
    'practice_key',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      purpose: k
        .text()
        .$type<'blob' | 'seal' | 'authority' | 'receive' | 'escrow' | 'cells'>()
        .notNull(),
      /**
       * Private half, AES-256-GCM wrapped by the root key; null if only the public half may be
       * stored.
       */
      wrapped: k.bytes(),
      publicJwk: k.json<JsonWebKey>(),
      certificate: k.bytes(),
      createdAt: k.big().notNull(),
      /** When it was retired; it signs nothing any more. */
      retiredAt: k.big(),
      /** Seals of this instant and later are not trusted: the key was in other hands. */
      retiredFrom: k.big(),
      retiredReason: k.text().$type<'stolen' | 'lost' | 'other'>(),
    },
    (t) => [k.index('practice_key_cid').on(t.cid, t.purpose)],
  ),
  /**
   * How far the stored rows of a practice are encrypted (writer: server/platform/keys). The walk
   * continues after the row named last, whatever ended it.
   */
  cellState: k.table('cell_state', {
    cid: k.text().primaryKey(),
    /** List of encrypted columns (`SEALED_VERSION`) that all stored rows comply with. */
    complete: k.int().notNull(),
    /** The walk that runs, or ran last: its list, its key, and the last row done. */
    version: k.int().notNull(),
    keyId: k.text().notNull(),
    lastTable: k.text(),
    lastRow: k.text(),
    doneAt: k.big(),
  }),
});
