// Sign-in page: earlier users of this workstation unlock by their tile; over plain http beyond this
// computer it explains the solution instead of asking for a password.

import { Anchor, Button, List, Text, Title } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAuthTexts } from './auth-texts.ts';
import { DeskTiles, Unlock } from './DeskPeople.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useDesk } from './use-desk.ts';

export function SignInPage() {
  const t = useAuthTexts();
  useEffect(() => {
    document.title = `${t('signIn.title')} · Molar`;
  }, [t]);
  return (
    <main className="p-center">{window.isSecureContext ? <SignInSheet /> : <InsecureSheet />}</main>
  );
}

function SignInSheet() {
  const t = useAuthTexts();
  const people = useDesk(true).data?.people ?? [];
  const [chosenId, setChosen] = useState<string | null>(null);
  const chosen = people.find((one) => one.sessionId === chosenId);
  return (
    <div className="p-sheet l-sheet">
      <div>
        <Title order={1}>{t('signIn.title')}</Title>
        <Text c="dimmed">{t('signIn.lead')}</Text>
      </div>
      {people.length > 0 && (
        <>
          <DeskTiles people={people} chosen={chosen} onChoose={(one) => setChosen(one.sessionId)} />
          {chosen ? (
            <Unlock key={chosen.sessionId} person={chosen} isNamed={false} />
          ) : (
            <Text fw={600} mt={8}>
              {t('signIn.others')}
            </Text>
          )}
        </>
      )}
      {chosen ? (
        <Button
          variant="subtle"
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setChosen(null)}
        >
          {t('lock.other')}
        </Button>
      ) : (
        <SignInForm
          goLabel={t('signIn.go')}
          foot={
            <Anchor component={Link} to="/reset" className="p-anchor">
              {t('forgotten.link')}
            </Anchor>
          }
        />
      )}
    </div>
  );
}

export function InsecureSheet() {
  const t = useAuthTexts();
  const port = location.port === '' ? '' : `:${location.port}`;
  return (
    <div className="p-sheet">
      <Title order={1}>{t('insecure.title')}</Title>
      <Text mb={12}>{t('insecure.text')}</Text>
      <List type="ordered" spacing={8}>
        <List.Item>{t('insecure.way1', { url: `http://localhost${port}/practice/` })}</List.Item>
        <List.Item>{t('insecure.way2')}</List.Item>
        <List.Item>{t('insecure.way3')}</List.Item>
      </List>
    </div>
  );
}
