/** Independent record of sent and acknowledged ops; a server's database is compared with it. */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { opDigestText, type OpHeader } from '../../shared/exchange/sync.ts';

export interface Verdict {
  acked: number;
  /** Acknowledged but missing; or applied but without effect. */
  lost: number;
  /** Stored twice, or with its effect twice. */
  doubled: number;
  /** Wrong bytes, a skipped number, or a row that no tablet made. */
  torn: number;
  /** Ids of stored ops that are not judged yet. */
  unjudged: string[];
  isWhole: boolean;
  notes: string[];
}

interface Row {
  device: string;
  inc: string;
  n: number;
  id: string;
  kind: OpHeader['kind'];
  task_id: string;
  task_rev: number;
  schema: number;
  sha256: string;
  bytes: Buffer;
  result: string;
}
const UNJUDGED = 'stored';

export class Witness {
  unreadable = 0;
  readonly #sent = new Map<string, Map<number, OpHeader>>();
  readonly #acked = new Map<string, number>();

  sent(device: string, inc: string, header: OpHeader): void {
    const key = `${device}|${inc}`,
      list = this.#sent.get(key) ?? new Map<number, OpHeader>();
    this.#sent.set(key, list.set(header.n, header));
  }
  acknowledged(device: string, inc: string, ackN: number): void {
    const key = `${device}|${inc}`;
    this.#acked.set(key, Math.max(this.#acked.get(key) ?? 0, ackN));
  }
  get ackedCount(): number {
    return [...this.#acked.values()].reduce((sum, n) => sum + n, 0);
  }
  /** Snapshot; later acknowledgements do not count against an earlier image of a disk. */
  snapshot(): Witness {
    const copy = new Witness();
    for (const [key, n] of this.#acked) copy.#acked.set(key, n);
    for (const [key, list] of this.#sent) copy.#sent.set(key, new Map(list));
    return copy;
  }

  /** Compares a database, possibly in use, with the witness. */
  compare(file: string): Verdict {
    const db = openFile(storedFile(dirname(file)), { readonly: true, timeout: 10_000 });
    try {
      return this.#compare(db);
    } finally {
      db.close();
    }
  }
  /** Counts the ops that are not judged yet. */
  static unjudged(file: string, ids: readonly string[]): number {
    const db = openFile(storedFile(dirname(file)), { readonly: true, timeout: 10_000 });
    try {
      const look = db.prepare('select count(*) n from op where id = ? and result = ?').pluck();
      return ids.filter((id) => look.get(id, UNJUDGED) === 1).length;
    } finally {
      db.close();
    }
  }
  #compare(db: Database.Database): Verdict {
    const verdict: Verdict = {
      acked: this.ackedCount,
      lost: 0,
      doubled: 0,
      torn: 0,
      unjudged: [],
      isWhole: true,
      notes: [],
    };
    const note = (text: string): void => {
      if (verdict.notes.length < 20) verdict.notes.push(text);
    };
    const say = (kind: 'lost' | 'doubled' | 'torn', text: string): void => {
      verdict[kind] += 1;
      note(`${kind}: ${text}`);
    };
    const look = db.transaction(() => {
      const whole = db.pragma('integrity_check', { simple: true });
      if (whole !== 'ok') {
        verdict.isWhole = false;
        note(`integrity: ${String(whole)}`);
      }
      const heads = new Map(
        (
          db.prepare('select device, inc, n from op_head').all() as {
            device: string;
            inc: string;
            n: number;
          }[]
        ).map((h) => [`${h.device}|${h.inc}`, h.n]),
      );
      const found = new Map<string, number>(),
        ids = new Set<string>(),
        applied: Row[] = [];
      for (const row of db
        .prepare('select * from op order by device, inc, n')
        .iterate() as Iterable<Row>) {
        const key = `${row.device}|${row.inc}`,
          sent = this.#sent.get(key)?.get(row.n),
          place = `${key}|${row.n}`;
        if (ids.has(row.id)) say('doubled', place);
        ids.add(row.id);
        if (row.n !== (found.get(key) ?? 0) + 1)
          say('torn', `${place} follows ${found.get(key) ?? 0}`);
        found.set(key, row.n);
        const text = opDigestText({
          id: row.id,
          kind: row.kind,
          taskId: row.task_id,
          taskRev: row.task_rev,
          schema: row.schema,
        });
        if (!sent) say('torn', `${place} was never sent`);
        else if (
          sent.id !== row.id ||
          sent.sha256 !== row.sha256 ||
          createHash('sha256').update(text).update(row.bytes).digest('hex') !== sent.sha256
        )
          say('torn', `${place} has other bytes`);
        if (row.result === UNJUDGED) verdict.unjudged.push(row.id);
        else applied.push(row);
      }
      for (const [key, head] of heads)
        if (head !== (found.get(key) ?? 0))
          say('torn', `${key} has head ${head} and ${found.get(key) ?? 0} rows`);
      for (const [key, n] of this.#acked)
        for (let at = (found.get(key) ?? 0) + 1; at <= n; at++) say('lost', `${key}|${at}`);
      this.#effects(db, applied, say);
    });
    try {
      look();
    } catch (error) {
      verdict.isWhole = false;
      note(`unreadable: ${error instanceof Error ? error.message : String(error)}`);
    }
    return verdict;
  }

  /**
   * Judged exactly once: each note is once in the audit, each accepted signature has one envelope.
   */
  #effects(
    db: Database.Database,
    rows: Row[],
    say: (kind: 'lost' | 'doubled' | 'torn', text: string) => void,
  ): void {
    const count = (sql: string): Map<string, number> =>
      new Map((db.prepare(sql).all() as { id: string; c: number }[]).map((r) => [r.id, r.c]));
    const noted = count(
      "select substr(json_extract(data, '$.code'), 7) id, count(*) c from audit where type = 'tablet.log' and json_extract(data, '$.code') like 'chaos-%' group by 1",
    );
    const parked = count(
      "select json_extract(data, '$.opId') id, count(*) c from audit where type = 'op.parked' group by 1",
    );
    const signed = count('select op_id id, count(*) c from envelope group by 1');
    for (const row of rows) {
      const times =
        row.result === 'parked'
          ? parked.get(row.id)
          : row.kind === 'log'
            ? noted.get(row.id)
            : row.kind === 'task.submit'
              ? signed.get(row.id)
              : 1;
      if (times === undefined) say('lost', `${row.kind} ${row.id} is ${row.result} without effect`);
      else if (times > 1) say('doubled', `${row.kind} ${row.id} has its effect ${times} times`);
    }
    for (const row of rows) {
      noted.delete(row.id);
      parked.delete(row.id);
      signed.delete(row.id);
    }
    for (const id of [...noted.keys(), ...parked.keys(), ...signed.keys()])
      say('torn', `effect of ${id} without its op`);
  }
}
