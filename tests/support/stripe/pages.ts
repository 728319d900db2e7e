/** The hosted page of the local payment server: an account or a card is typed here and nowhere else. */
import { mandateOf, paymentMethodOf } from './objects.ts';
import { emit, get, idOf, newId, type Conduct, type World } from './world.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font:16px sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem"><h1>${title}</h1>${body}</body></html>`;

const CONDUCT: Readonly<Record<string, Conduct>> = {
  DE89370400440532013000: 'pays',
  DE08370400440532013003: 'late',
  DE62370400440532013001: 'fails',
  DE35370400440532013002: 'disputed',
  '4242424242424242': 'pays',
  '4000000000000341': 'fails',
};

/** Checks an IBAN's check digits. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (sign) =>
    String(sign.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
function isCard(text: string): boolean {
  if (!/^\d{16}$/.test(text)) return false;
  const sum = [...text].reverse().reduce((all, sign, n) => {
    const value = Number(sign) * (n % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Shows the page of a session. */
export function showPage(w: World, id: string, problem = ''): { status: number; html: string } {
  const session = get(w.sessions, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at < w.wallClock())
    return { status: 410, html: frame('Abgelaufen', '<p>Diese Seite ist nicht mehr gültig.</p>') };
  const notice = problem === '' ? '' : `<p role="alert">${escape(problem)}</p>`;
  return {
    status: 200,
    html: frame(
      'Zahlungsart hinterlegen',
      `${notice}<form method="post"><p><label>IBAN oder Kartennummer<br><input name="account" autocomplete="off" style="font:inherit;width:100%"></label></p><p>Mit „Speichern“ erteilen Sie für eine IBAN ein SEPA-Lastschriftmandat. Innerhalb von acht Wochen können Sie die Erstattung verlangen.</p><button>Speichern</button> <a href="${escape(session.cancel_url ?? '')}">Abbrechen</a></form>`,
    ),
  };
}

/** Handles a submitted form. @returns the address to redirect to, or the error as text */
export function submitPage(
  w: World,
  id: string,
  form: URLSearchParams,
): { to: string } | { problem: string } {
  const session = get(w.sessions, 'checkout.session', id),
    account = (form.get('account') ?? '').replace(/\s/g, '').toUpperCase(),
    kind = isIban(account) ? 'sepa_debit' : isCard(account) ? 'card' : undefined;
  if (session.status !== 'open' || session.expires_at < w.wallClock())
    return { problem: 'Diese Seite ist nicht mehr gültig.' };
  if (kind === undefined || session.allowed_payment_method_types?.includes(kind) !== true)
    return { problem: 'Die Nummer stimmt nicht. Bitte prüfen Sie sie.' };
  const customer = idOf(session.customer ?? ''),
    intent = get(w.setupIntents, 'setup_intent', idOf(session.setup_intent ?? '')),
    method = paymentMethodOf(w, customer, {
      kind,
      last4: account.slice(-4),
      bankCode: account.slice(4, 12),
    });
  w.paymentMethods.set(method.id, method);
  w.conduct.set(method.id, CONDUCT[account] ?? 'pays');
  if (kind === 'sepa_debit') {
    const mandate = mandateOf(w, method.id, newId(w, 'MOLAR').slice(0, 14).toUpperCase());
    w.mandates.set(mandate.id, mandate);
    intent.mandate = mandate.id;
  }
  intent.payment_method = method.id;
  intent.status = 'succeeded';
  session.status = 'complete';
  session.url = null;
  emit(w, 'payment_method.attached', method);
  emit(w, 'setup_intent.succeeded', intent);
  emit(w, 'checkout.session.completed', session);
  return { to: (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', session.id) };
}
