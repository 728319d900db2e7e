// Links of mails about payment, in the layout of every mail's link.

import { useParams } from 'react-router';
import { LinkSheet, ToSignIn } from '../../accounts/sign-in/LinkSheet.tsx';
import { OpenAgainPage } from '../../accounts/sign-in/OpenAgainPage.tsx';
import { useLinkToken } from '../../accounts/sign-in/use-link-token.ts';
import { ChangeLink, useLinkTitle } from '../../vendor/payment/ChangeLink.tsx';

type Act = 'stop' | 'confirm' | 'page';
const ACTS: Readonly<Record<string, Act>> = {
  stoppen: 'stop',
  adresse: 'confirm',
  konto: 'page',
};

function LinkOf({ act }: { act: Act }) {
  const token = useLinkToken('/zahlung');
  return (
    <LinkSheet title={useLinkTitle(act)}>
      <ChangeLink act={act} token={token} />
      <ToSignIn />
    </LinkSheet>
  );
}
export function PaymentLinkScreen() {
  const { was, token } = useParams(),
    act = ACTS[was ?? ''];
  return act === undefined || token === undefined ? <OpenAgainPage /> : <LinkOf act={act} />;
}
