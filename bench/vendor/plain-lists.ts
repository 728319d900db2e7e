/**
 * The vendor's pages as plain SQL over the same file: statements compiled once, the columns that the
 * page shows, and the rows as JSON. No session, no rights, no decryption, no check of the answer.
 */
import type Database from 'better-sqlite3';

type Row = Record<string, unknown>;
/** Answers of the plain pages by path, as JSON. */
export type PlainPages = Readonly<Record<string, () => string>>;

const PAGE = 50;
const WAITING = `due_at is not null and state <> 'solved'`;

/** Prepares the pages. @param now of the server's clock, ms */
export function plainPages(db: Database.Database, now: number): PlainPages {
  const all = (sql: string, ...fixed: unknown[]) => {
    const statement = db.prepare(sql);
    return (...values: unknown[]): Row[] => statement.all(...fixed, ...values) as Row[];
  };
  /** A statement about the practices of a page. */
  const about = (sql: string): ((cids: unknown[]) => Row[]) => {
    const read = all(
      sql.replace('(cids)', `(${Array.from({ length: PAGE }, () => '?').join(', ')})`),
    );
    return (cids) => read(...cids);
  };
  const cidsOf = (rows: readonly Row[]): unknown[] =>
    Array.from({ length: PAGE }, (_, at) => rows[at]?.cid ?? '');
  /** @param others statements that are given the practices of the page */
  const page =
    (first: () => Row[], ...others: ((cids: unknown[]) => Row[])[]) =>
    (): string => {
      const rows = first(),
        cids = cidsOf(rows);
      return JSON.stringify({
        items: rows.slice(0, PAGE),
        hasMore: rows.length > PAGE,
        others: others.map((read) => read(cids)),
      });
    };
  const counts = (sql: string, ...values: unknown[]): (() => Row[]) => {
    const read = all(sql, ...values);
    return () => read();
  };
  const fleet = (where: string, ...values: unknown[]) =>
    page(
      all(
        `select fleet_state.cid, name, light, since, reasons, facts
         from fleet_state join praxis on praxis.cid = fleet_state.cid
         ${where} order by rank, since, fleet_state.cid limit ${PAGE + 1}`,
        ...values,
      ),
      counts('select rank, count(*) as n from fleet_state group by rank'),
    );
  const tickets = (where: string) =>
    page(
      all(
        `select ticket.cid, id, helpdeskid, area, priority, subject, state, opened_at, opened_by,
           opened_name, last_at, last_side, due_at, solved_at, assignee_id, assignee_name, rating,
           rating_text, follows_id, name
         from ticket join praxis on praxis.cid = ticket.cid ${where}
         order by coalesce(due_at, ${Number.MAX_SAFE_INTEGER}), -last_at, id, ticket.cid
         limit ${PAGE + 1}`,
      ),
      counts(
        `select count(*) as waiting, sum(due_at <= ?) as late from ticket where ${WAITING}`,
        now,
      ),
      counts(
        `select rating, count(*) as n from ticket where rating is not null and solved_at >= ? group by rating`,
        now - 90 * 86_400_000,
      ),
      counts('select count(*) as n from stray_mail'),
    );
  return {
    '/support/fleet?view=all': fleet(''),
    '/support/fleet?view=all&q=praxis%2099': fleet('where search like ?', '%praxis 99%'),
    '/support/clients': page(
      all(
        `select praxis.cid, name, praxis.created_at, r4chost
         from praxis join r4c on r4c.cid = praxis.cid
         order by lower(name), praxis.cid limit ${PAGE + 1}`,
      ),
      about(
        `select cid, count(*) as n from "user" where disabled_at is null and cid in (cids) group by cid`,
      ),
      about(
        `select cid, certificate, purpose, retired_at from practice_key
         where purpose in ('seal', 'authority') and cid in (cids) order by created_at desc, id desc`,
      ),
    ),
    '/admin/contracts?view=all': page(
      all(
        `select contract.cid, subscription_id, plan, started_at, period_end, is_ending, ended_at,
           method_kind, open_since, step, notice, hold_until, paused_until, name
         from contract left join praxis on praxis.cid = contract.cid
         order by lower(coalesce(name, contract.cid)), contract.cid limit ${PAGE + 1}`,
      ),
      about(
        `select cid, status, is_attempted, is_processing, total_cents, disputed_cents, recovered_cents
         from payment_invoice where cid in (cids)
         and (status in ('open', 'uncollectible') or disputed_cents > recovered_cents)`,
      ),
      about(`select cid from held_change where cid in (cids) and state = 'waiting'`),
      about(
        `select cid, due_at, at, is_ordered, keys from debit_notice where cid in (cids) and due_at > ${now}`,
      ),
    ),
    '/support/tickets?view=waiting': tickets(`where ${WAITING}`),
    '/support/tickets?view=all': tickets(''),
  };
}
