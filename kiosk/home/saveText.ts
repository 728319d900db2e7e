// Downloads a text as a file.

/** Asks the browser to save a text under a name. */
export function saveText(name: string, text: string): void {
  // With a byte order mark: some phones guess another encoding for plain text.
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
