/** Mails in tests: ordered, and read from the outbox. */
import { AppError } from '../../shared/base/errors.ts';
import type { MailOrder } from '../../shared/accounts/mail.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns steps of the current practice. */
export function ordersOf(at: () => At) {
  let n = 0;

  const order = (over: Partial<MailOrder> = {}): MailOrder => ({
    key: `k${++n}`,
    to: `person${n}@mail.test`,
    template: 'invite',
    language: 'de',
    data: { name: 'Ayşe', by: 'Özlem Müller', link: '/practice/einladung/lnk_abc' },
    ...over,
  });
  const ask = (one: MailOrder): Promise<void> =>
    at().t.deps.workshop.write(at().p.cid, { kind: 'system', cid: at().p.cid }, (w) =>
      at().t.app.auth.mail(w, one),
    );
  const rows = () => at().t.deps.store.read.select().from(at().t.deps.store.t.mail);
  const rowOf = async (key: string) => (await rows()).find((r) => r.key === key);
  const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      await work;
    } catch (e) {
      return e instanceof AppError ? [e.code, e.extra?.name] : e;
    }
    return 'ok';
  };
  return { order, ask, rowOf, codeOf };
}
