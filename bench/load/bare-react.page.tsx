/** The least that React can be: a heading and a field that answers; what a page of this kind costs by itself. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [typed, setTyped] = useState('');
  return (
    <main>
      <h1>Guten Tag</h1>
      <input
        aria-label="Feld"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed !== '' && <p role="status">{typed}</p>}
    </main>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Page />);
