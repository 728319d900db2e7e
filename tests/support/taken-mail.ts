/** A mail server inside the test: takes mails and answers as set. */
import type { Deps } from '../../server/compose/deps.ts';

type Sender = NonNullable<NonNullable<Deps['mail']>['sender']>;
type Envelope = Parameters<Sender['send']>[0];
type Outcome = Awaited<ReturnType<Sender['send']>>['outcome'];

export interface TakenMail {
  sender: Sender;
  taken: Envelope[];
  /** Answer to the next mails; default: taken. */
  outcome: Outcome;
  /** Texts of all mails to an address, the oldest first. */
  to(address: string): string[];
  /** The secret of the newest link below `path` in a mail to this address. */
  tokenTo(address: string, path: string): string;
}

export function takenMail(): TakenMail {
  const made: TakenMail = {
    taken: [],
    outcome: 'taken',
    sender: {
      address: 'molar@example.org',
      send(envelope) {
        if (made.outcome === 'taken') made.taken.push(envelope);
        return Promise.resolve({ outcome: made.outcome, code: 'smtp_250' });
      },
      close: () => undefined,
    },
    to: (address) => made.taken.filter((one) => one.to === address).map(({ text }) => text),
    tokenTo(address, path) {
      const found = made
        .to(address)
        .flatMap((text) => [
          ...text.matchAll(new RegExp(`/practice/${path}/(lnk_[\\w-]{43})`, 'g')),
        ])
        .at(-1)?.[1];
      if (found === undefined) throw new Error(`no link to ${path}`);
      return found;
    },
  };
  return made;
}
