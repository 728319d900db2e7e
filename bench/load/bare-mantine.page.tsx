/** Minimal page with React and Mantine: provider, heading and an input. */
import '@mantine/core/styles.css';
import { MantineProvider, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [typed, setTyped] = useState('');
  return (
    <MantineProvider>
      <Title order={1}>Empfang</Title>
      <TextInput
        aria-label="Feld"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed !== '' && <Text role="status">{typed}</Text>}
    </MantineProvider>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Page />);
