/** Entities of records in a filled practice: transfers, consents, scans, agreements, deletions. */
import type { TestApp } from './in-process.ts';
import type { Practice } from './practice.ts';
import { NO_COUNTS } from '../../shared/records/retention.ts';

/** Adds a lifted hold, a stopped deletion and a finished export: they keep and delete nothing. */
export async function addDeletions(
  t: TestApp,
  p: Practice,
  patid: string,
): Promise<{ holdId: string; runId: string; exportId: string }> {
  const holdId = t.deps.newId(),
    runId = t.deps.newId(),
    exportId = t.deps.newId(),
    at = t.clock.now,
    by = { setBy: 'x', setByName: 'X', setAt: at, liftedAt: at, liftedBy: 'x', liftedByName: 'X' };
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(w.t.legalHold, { id: holdId, patid, reason: 'erledigt', ...by });
    await w.tx.insert(w.t.erasureRun, {
      id: runId,
      origin: 'due',
      state: 'stopped',
      releasedBy: 'x',
      releasedByName: 'X',
      releasedAt: at,
      runAfter: at,
      startedAt: null,
      endedAt: at,
      stoppedByName: 'X',
      counts: NO_COUNTS,
    });
    await w.tx.insert(w.t.personExport, {
      id: exportId,
      patid,
      state: 'over',
      sha256: null,
      size: 1,
      askedBy: 'x',
      askedByName: 'X',
      askedAt: at,
      expiresAt: at,
      takenAt: null,
      done: 1,
      total: 1,
    });
  });
  return { holdId, runId, exportId };
}

/** Adds imported data and failed exports to the practice software. */
export async function addTransfers(
  t: TestApp,
  p: Practice,
  name: string,
  { patid, taskId }: { patid: string; taskId: string },
): Promise<{ terminId: string; importId: string }> {
  const terminId = `on-${name}`,
    importId = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
    at = t.clock.now;
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(w.t.exportItem, {
      taskId,
      target: 'gdt',
      patid,
      title: `Papier Groß${name}`,
      changes: null,
      state: 'failed',
      files: [],
      marker: null,
      attempts: 14,
      error: 'folder_gone',
      queuedAt: at,
      changedAt: at,
      doneBy: null,
    });
    await w.tx.insert(w.t.importItem, {
      id: importId,
      kind: 'gdt',
      what: '6301',
      fileName: `Groß${name}.gdt`,
      at,
      outcome: 'failed',
      error: 'no_name',
      patid: null,
      count: 0,
      seenAt: null,
      seenBy: null,
    });
    await w.tx.insert(w.t.onlineTermin, {
      terminId,
      uid: `u-${name}`,
      source: 'ical',
      sequence: 0,
      stamp: at,
      state: 'open',
      patid: null,
      firstName: 'Anna',
      lastName: `Groß${name}`,
      geburtsdatum: '',
      day: '2026-11-27',
      time: '10:00',
      minutes: 30,
      zimmer: '',
      behandler: '',
      art: '',
      changedAt: at,
    });
  });
  return { terminId, importId };
}

/** Adds a billing company, and a withdrawal that can still be reverted. */
export async function addConsents(
  t: TestApp,
  p: Practice,
  name: string,
  of: { patid: string; taskId: string },
): Promise<{ partnerId: string; withdrawalId: string }> {
  const partnerId = t.deps.newId(),
    withdrawalId = t.deps.newId(),
    at = t.clock.now;
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await w.tx.insert(w.t.factoringPartner, {
      id: partnerId,
      partner: null,
      name: `Abrechnung ${name}`,
      anschrift: 'Weg 1',
      refinanzierung: 'niemand',
      form: 'paper',
      formSource: 'Vertrag',
      formDay: '2026-01-02',
      createdAt: at,
      changedAt: at,
      endedAt: null,
    });
    await w.tx.insert(w.t.withdrawal, {
      id: withdrawalId,
      ...of,
      parts: ['labor'],
      by: 'user:x',
      byName: `Frau Groß${name}`,
      at,
      undoUntil: at + 86_400_000,
      undoneAt: null,
      fileId: null,
    });
  });
  return { partnerId, withdrawalId };
}

/** Adds a scanned page that waits for assignment. */
export async function addScan(
  t: TestApp,
  p: Practice,
  name: string,
  of: { patid: string; taskId: string },
): Promise<string> {
  const id = t.deps.newId(),
    at = t.clock.now,
    hex = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    w.tx.insert(w.t.scanPage, {
      id,
      fileSha256: hex(),
      number: 1,
      sha256: hex(),
      width: 800,
      height: 1100,
      turn: 0,
      source: 'upload',
      by: 'user:x',
      byName: `Frau Groß${name}`,
      at,
      stateAt: at,
      taskId: of.taskId,
      page: 1,
      of: 1,
      state: 'tray',
      hint: 'already',
      form: null,
      patid: null,
      fileId: null,
      undoUntil: null,
      decidedBy: null,
      decidedByName: null,
      reason: null,
    }),
  );
  return id;
}

/** Adds a fee agreement that was printed and returned without a scan: it has no open step. */
export async function addAgreement(
  t: TestApp,
  p: Practice,
  name: string,
  patid: string,
): Promise<string> {
  const id = t.deps.newId(),
    data = {
      v: 1 as const,
      praxis: { name: `Praxis ${name}`, anschrift: '' },
      patient: { name: `Anna Groß${name}`, geburtsdatum: '1941-03-04' },
      payer: `Anna Groß${name}`,
      lines: [{ number: '2080', text: 'Füllung', factor: 4.5, cents: 14072 }],
    };
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    w.tx.insert(w.t.printedPaper, {
      id,
      patid,
      kind: 'fee',
      title: 'Vereinbarung',
      pages: 1,
      at: t.clock.now,
      by: 'user:x',
      byName: `Frau Groß${name}`,
      data,
      riskCents: 3127,
      backAt: t.clock.now,
      backByName: `Frau Groß${name}`,
    }),
  );
  return id;
}
