/**
 * Independent record of finished tasks and acknowledged ops, and the invariants S1 to S5, L1 and L2
 * over it.
 */
import { unpackFrame, type OpHeader, type PushHeader } from '../../shared/exchange/sync.ts';
import type { Answered } from './front.ts';
import type { Disk } from './disk.ts';
import { note, time } from './kernel.ts';
import type { Machine } from './machine.ts';
import { changesSoFar } from './sqlite.ts';

/** An ending that the screen reported to the patient as saved. */
export interface Final {
  opId: string;
  kind: string;
  taskId: string;
  taskRev: number;
  place: string;
  device: string;
  secret: string;
  at: number;
  sealed: Buffer | undefined;
  isDamaged: boolean;
  isLost: boolean;
  /** Sent from memory: the ending was on no disk when the patient saw the confirmation. */
  isFromMemory: boolean;
}
interface Acked {
  id: string;
  device: string;
  inc: string;
  n: number;
  sha256: string;
  at: number;
}
export interface OpRow {
  rowid: number;
  id: string;
  device: string;
  inc: string;
  n: number;
  kind: string;
  taskId: string;
  sha256: string;
  result: string;
  code: string | null;
  bytes: Buffer;
}

export class Violation extends Error {
  readonly rule: string;
  constructor(rule: string, text: string) {
    super(`${rule}: ${text}`);
    this.name = 'Violation';
    this.rule = rule;
  }
}
const COLUMNS =
  'select rowid, id, device, inc, n, kind, task_id as taskId, sha256, result, code, bytes from op';
/** Without a backup a tablet deletes its copy a day after the acknowledgement. */
const KEPT_MS = 24 * 3_600_000;
const short = (id: string): string => id.slice(-6);
const isBytes = (v: unknown): v is Uint8Array => v instanceof Uint8Array;

export class Oracle {
  readonly finals = new Map<string, Final>();
  readonly acked = new Map<string, Acked>();
  /** Acknowledged ops that a restore removed; tablets must resend them. */
  readonly takenBack = new Map<string, Acked>();
  /**
   * A restore may lose op numbers permanently; the tablet reports that, and the audit names the
   * gaps.
   */
  mayHaveHoles = false;
  /** Texts that only the patient and the practice may read. */
  readonly secrets = new Set<string>();
  /** Tablets that deleted an ending long before a restore removed it from the server. */
  readonly outlived = new Set<string>();
  /**
   * Tablets that must report a possible loss: the only server with an ending was restored from a
   * copy, the page that held it in memory had ended, and the disk had never stored it.
   */
  readonly unheard = new Set<string>();
  readonly #evictedAt = new Map<string, number>();
  readonly #machine: Machine;
  readonly #disks: () => readonly Disk[];
  /** Ids of ops that open pages hold in memory. */
  readonly #pages: () => readonly string[];
  constructor(machine: Machine, disks: () => readonly Disk[], pages: () => readonly string[]) {
    this.#machine = machine;
    this.#disks = disks;
    this.#pages = pages;
  }

  /** Records an ending whose patient sees „gespeichert“. */
  told(
    said: Omit<Final, 'at' | 'sealed' | 'isDamaged' | 'isLost' | 'isFromMemory'>,
    on: Disk,
  ): void {
    // An ending that may have arrived from memory is written to the disk under a second id.
    const again = on
      .rows('outbox')
      .find((r) => r.taskId === said.taskId && r.taskRev === said.taskRev && r.kind === said.kind);
    const f = { ...said, opId: typeof again?.id === 'string' ? again.id : said.opId },
      held = this.#held(f.opId);
    note(`told ${f.kind} ${short(f.opId)}`);
    this.finals.set(f.opId, {
      ...f,
      at: time(),
      sealed: held === undefined ? undefined : Buffer.from(held),
      isDamaged: false,
      isLost: false,
      isFromMemory: held === undefined || this.#carried(f.opId) !== undefined,
    });
    // A dead server cannot be queried; its acknowledged ops are checked after its next start [S1].
    if (held === undefined && !this.acked.has(f.opId) && !this.isThere(f.opId))
      throw new Violation(
        'S2',
        `${f.kind} ${short(f.opId)} was reported as saved, but neither tablet nor server has it`,
      );
    const disk = this.#disks().find((d) => d.place === f.place);
    if (disk) this.checkForgotten(disk, f.taskId, true);
  }
  /** [S4] Checks that nothing readable of an ended task remains on its tablet. */
  checkForgotten(disk: Disk, taskId: string, isWhole: boolean): void {
    const kept = this.keptOf(disk, taskId, isWhole);
    if (kept !== undefined) throw new Violation('S4', kept);
  }
  /** Returns the remains of a task that ended or moved away. */
  keptOf(disk: Disk, taskId: string, isWhole: boolean): string | undefined {
    if (disk.rows('keys').some((k) => k.id === `task:${taskId}`))
      return `key of ended task ${short(taskId)} on ${disk.place}`;
    const draft = disk.rows('drafts').find((d) => d.taskId === taskId);
    return draft && (isWhole || draft.bytes !== null)
      ? `draft of ended task ${short(taskId)} on ${disk.place}`
      : undefined;
  }
  #held(opId: string): Uint8Array | undefined {
    for (const disk of this.#disks()) {
      const row = disk.rows('outbox').find((r) => r.id === opId);
      if (row && isBytes(row.sealed)) return row.sealed;
    }
    return this.#carried(opId);
  }
  /** Returns the stored bytes of an op that was sent from memory. */
  #carried(opId: string): Uint8Array | undefined {
    for (const disk of this.#disks()) {
      const list = disk.rows('meta').find((r) => r.key === 'carried')?.value as
        | { ops: { header: OpHeader; sealed: Uint8Array }[] }
        | undefined;
      const op = list?.ops.find((o) => o.header.id === opId);
      if (op) return op.sealed;
    }
    return undefined;
  }
  /**
   * True for an ending sent from memory to a server that was restored from an older copy, after its
   * page had ended and its disk had never stored it.
   */
  #isGone(f: Final): boolean {
    if (
      !f.isFromMemory ||
      !this.takenBack.has(f.opId) ||
      this.#held(f.opId) !== undefined ||
      this.#pages().includes(f.opId)
    )
      return false;
    f.isLost = true;
    if (f.at > (this.#evictedAt.get(f.place) ?? -1)) this.unheard.add(f.place);
    note(`three disasters took ${short(f.opId)} of ${f.place}`);
    return true;
  }
  #read: { rows: readonly OpRow[]; at: number } | undefined;
  /** Reads all op rows of the server; unchanged data is cached. */
  rows(): readonly OpRow[] {
    if (!this.#machine.running) return [];
    const at = changesSoFar();
    if (this.#read?.at !== at)
      this.#read = { rows: this.#machine.rows<OpRow>(`${COLUMNS} order by rowid`), at };
    return this.#read.rows;
  }
  /** Checks whether a running server holds this op. */
  isThere(id: string): boolean {
    return this.#machine.rows('select 1 from op where id = ?', id).length > 0;
  }

  /** Records the server's response to a push. */
  heard(path: string, a: Answered, frame: Uint8Array): void {
    if (path !== '/tablet/sync/v1/push' || a.status !== 200) return;
    const { ackN } = a.json as { ackN: number };
    const header = unpackFrame(frame).header as PushHeader;
    for (const h of header.ops) if (h.n <= ackN) this.#take(header, h);
  }
  #take(header: PushHeader, h: OpHeader): void {
    const known = this.acked.get(h.id);
    if (known && (known.n !== h.n || known.inc !== header.inc))
      throw new Violation('S3', `op ${short(h.id)} acknowledged as ${known.n} and as ${h.n}`);
    this.takenBack.delete(h.id);
    if (known) return;
    note(`acked ${h.n} ${h.kind} ${short(h.id)}`);
    this.acked.set(h.id, {
      id: h.id,
      device: header.device,
      inc: header.inc,
      n: h.n,
      sha256: h.sha256,
      at: time(),
    });
  }

  /** Notes a restore: ops acknowledged since the copy count as not acknowledged. */
  restored(): void {
    this.mayHaveHoles = true;
    const there = new Set(this.rows().map((r) => r.id));
    for (const [id, a] of this.acked)
      if (!there.has(id)) {
        this.takenBack.set(id, a);
        this.acked.delete(id);
      }
    for (const f of this.finals.values()) {
      if (
        f.isLost ||
        there.has(f.opId) ||
        this.#held(f.opId) !== undefined ||
        this.#pages().includes(f.opId)
      )
        continue;
      // Two disasters: the tablet that could have resent it lost its storage before the restore.
      if (f.at <= (this.#evictedAt.get(f.place) ?? -1)) f.isLost = true;
      // The copy is older than the tablet's own retention (P7): the op cannot be recovered, and the
      // audit must name the gap (P16).
      else if (time() - (this.takenBack.get(f.opId)?.at ?? time()) >= KEPT_MS) {
        f.isLost = true;
        this.outlived.add(f.place);
      }
    }
    note(`restore took back ${this.takenBack.size}`);
  }
  /** [F23] A task reported as ended is not shown to the next patient. */
  offered(place: string, taskId: string, taskRev: number): void {
    for (const f of this.finals.values()) {
      if (
        f.place === place &&
        f.taskId === taskId &&
        f.taskRev === taskRev &&
        !f.isLost &&
        !this.#isGone(f)
      )
        throw new Violation('F23', `ended task ${short(taskId)} is offered again on ${place}`);
    }
  }
  /** The tablet's storage is gone: endings that only it held are lost and must be reported. */
  evicted(place: string): Final[] {
    const lost: Final[] = [];
    this.#evictedAt.set(place, time());
    for (const f of this.finals.values()) {
      if (f.place !== place || f.isLost || this.acked.has(f.opId) || this.isThere(f.opId)) continue;
      f.isLost = true;
      lost.push(f);
    }
    return lost;
  }
  /**
   * Updates which of these endings the server lacks: one that died right after a commit could not
   * be queried before.
   */
  stillLost(endings: readonly Final[]): Final[] {
    for (const f of endings) f.isLost = !this.isThere(f.opId);
    return endings.filter((f) => f.isLost);
  }
  /** Bits of a stored row were flipped: the op is kept and reported, never applied. */
  damaged(opId: string): void {
    const f = this.finals.get(opId);
    if (f) f.isDamaged = true;
  }

  /** [S1] [S2] [S3] Holds at any moment while the server runs. */
  check(): void {
    const rows = this.rows();
    if (!this.#machine.running) return;
    const byId = new Map<string, OpRow>(),
      heads = new Map<string, number>();
    for (const r of rows) {
      if (byId.has(r.id)) throw new Violation('S1', `op ${short(r.id)} is stored twice`);
      byId.set(r.id, r);
      const line = `${r.device}|${r.inc}`,
        head = heads.get(line) ?? 0;
      if (r.n !== head + 1 && !this.mayHaveHoles)
        throw new Violation('S3', `op ${r.n} of ${short(r.inc)} stored after ${head}`);
      heads.set(line, r.n);
    }
    for (const a of this.acked.values()) {
      const r = byId.get(a.id);
      if (!r) throw new Violation('S1', `acknowledged op ${a.n} ${short(a.id)} is not stored`);
      if (r.n !== a.n || r.inc !== a.inc || r.sha256 !== a.sha256)
        throw new Violation('S1', `acknowledged op ${short(a.id)} is stored as another`);
    }
    for (const f of this.finals.values()) {
      if (f.isLost) continue;
      const r = byId.get(f.opId);
      if (r) {
        if (f.sealed && !f.isDamaged && r.kind === f.kind && !f.sealed.equals(r.bytes))
          throw new Violation('S1', `${f.kind} ${short(f.opId)} is stored with other bytes`);
        if (f.isDamaged && r.result === 'applied' && f.sealed && !f.sealed.equals(r.bytes))
          throw new Violation('F26', `damaged ${f.kind} ${short(f.opId)} was applied`);
        continue;
      }
      if (
        this.#held(f.opId) === undefined &&
        !this.#pages().includes(f.opId) &&
        !this.#quarantined(f) &&
        !this.#isGone(f)
      )
        throw new Violation('S2', `${f.kind} ${short(f.opId)} of ${f.place} is nowhere`);
    }
  }
  #quarantined(f: Final): boolean {
    return this.#disks().some((d) =>
      d
        .rows('quarantine')
        .some(
          (q) =>
            isBytes(q.bytes) && f.sealed !== undefined && (f.isDamaged || f.sealed.equals(q.bytes)),
        ),
    );
  }
  /** Returns ops on a disk that no server has acknowledged. */
  pending(disk: Disk): Record<string, unknown>[] {
    const ackN = Number(disk.rows('meta').find((r) => r.key === 'sync')?.ackN ?? 0);
    return disk.rows('outbox').filter((r) => Number(r.n) > ackN);
  }

  /** [S4] A stolen disk reveals no word of a patient; non-extractable browser keys are excluded. */
  checkSecrets(disk: Disk): void {
    const read = (v: unknown): string => {
      if (isBytes(v)) return Buffer.from(v).toString('latin1');
      if (typeof v === 'object' && v !== null) return Object.values(v).map(read).join('\n');
      return String(v);
    };
    const all = [
      ...disk.storage.values(),
      ...disk
        .stores()
        .filter((s) => s !== 'keys')
        .flatMap((s) => disk.rows(s).map(read)),
    ].join('\n');
    for (const secret of this.secrets)
      if (all.includes(secret))
        throw new Violation('S4', `${disk.place} holds a patient's word in the clear`);
  }
}
