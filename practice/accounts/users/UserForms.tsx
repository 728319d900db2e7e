// The dialogs that invite a person and change an account; both ask for a step-up where it is due.

import type { UserView } from '../../../shared/accounts/users.schema.ts';
import type { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say } from '../../ui/toast.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { PersonForm } from './PersonForm.tsx';
import { useAct } from './use-users.ts';
import { useUsersTexts } from './users-texts.ts';

interface Props {
  /** Only an owner grants permissions; an administrator invites support staff. */
  isByOwner: boolean;
  stepUp: Pick<ReturnType<typeof useWithStepUp>, 'run'>;
  onClose: () => void;
}

/**
 * Invites a person.
 * @param id the new account's id: a retry is the same invitation
 */
export function InviteForm({ id, isByOwner, stepUp, onClose }: Props & { id: string }) {
  const t = useUsersTexts();
  const language = useLanguage();
  const act = useAct();
  return (
    <PersonForm
      title={t('invite.title')}
      lead={t('invite.lead')}
      goLabel={t('invite.go')}
      isNew
      onClose={onClose}
      start={{
        email: '',
        firstName: '',
        lastname: '',
        role: isByOwner ? 'reception' : 'support',
        behandler: false,
        mayDesign: false,
        reportGrant: null,
        behandlerId: null,
        language: language.startsWith('de') ? 'de' : 'en',
      }}
      onGo={(values) =>
        stepUp.run(async () => {
          await act({ action: 'invite', id: id, ...values });
          say(t('invited', { name: `${values.firstName} ${values.lastname}` }));
          onClose();
        })
      }
    />
  );
}

/** Changes name, role and permissions of an account. */
export function ChangeForm({ user, isByOwner, stepUp, onClose }: Props & { user: UserView }) {
  const t = useUsersTexts();
  const act = useAct();
  return (
    <PersonForm
      title={t('change.title', { name: `${user.firstName} ${user.lastname}` })}
      goLabel={t('change.go')}
      isNew={false}
      onClose={onClose}
      start={{
        email: user.email,
        firstName: user.firstName,
        lastname: user.lastname,
        role: user.role,
        behandler: user.behandler,
        mayDesign: user.mayDesign,
        reportGrant: user.reportGrant,
        behandlerId: user.behandlerId,
        language: 'de',
      }}
      onGo={({ firstName, lastname, role, behandler, mayDesign, reportGrant, behandlerId }) =>
        stepUp.run(async () => {
          await act({
            action: 'change',
            id: user.id,
            firstName,
            lastname,
            role,
            behandler,
            ...(isByOwner && {
              mayDesign,
              reportGrant,
              behandlerId: behandler ? behandlerId : null,
            }),
          });
          say(t('changed'));
          onClose();
        })
      }
    />
  );
}
