// A text handed to the phone as a file.

/** Asks the browser to keep a text under a name. */
export function saveText(name: string, text: string): void {
  // With the mark of its encoding: some phones read plain text as something else.
  const address = URL.createObjectURL(
    new Blob(['\uFEFF', text], { type: 'text/plain;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
