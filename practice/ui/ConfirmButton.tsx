// A button for irreversible actions: asks for confirmation once, in place.

import { Button, Group, Popover, Text, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useUiTexts } from './ErrorNotice.tsx';

interface Props extends ButtonProps {
  question: string;
  yes: string;
  onYes: () => void;
  children: ReactNode;
}

export function ConfirmButton({ question, yes, onYes, children, ...rest }: Props) {
  const t = useUiTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      trapFocus
      withRoles
      position="bottom-start"
    >
      <Popover.Target>
        <Button {...rest} onClick={() => setOpen(true)}>
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={question}>
        <Text size="sm" mb={12}>
          {question}
        </Text>
        <Group gap={8}>
          <Button
            size="xs"
            data-autofocus
            onClick={() => {
              setOpen(false);
              onYes();
            }}
          >
            {yes}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
