/** Minimal React page: a heading and an input; the baseline cost of such a page. */
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
