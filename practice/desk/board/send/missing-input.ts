// The way to the control whose input is missing.

import { endOfId } from './element-ids.ts';
import type { Missing } from './send-rules.ts';

/** Returns the id of the first control with missing input, for the jump. */
function missingId(missing: Missing): string {
  const scope = endOfId('patid' in missing ? missing.patid : undefined);
  if (missing.what === 'field') return `send-${missing.key}-${missing.field}${scope}`;
  if (missing.what === 'signer' || missing.what === 'custody') return `send-signer${scope}`;
  if (missing.what === 'signerName') return `send-name-${missing.id}`;
  if (missing.what === 'signerRole') return `send-role-${missing.id}`;
  return `send-${missing.what}${scope}`;
}

/** Focuses missing input; if there is none, the send button. */
export function goTo(missing: Missing | undefined): void {
  const target = missing
    ? document.getElementById(missingId(missing))
    : document.querySelector<HTMLElement>('.e-send [type="submit"]');
  (target?.matches('input, button') === true
    ? target
    : target?.querySelector<HTMLElement>('input, button')
  )?.focus();
}
