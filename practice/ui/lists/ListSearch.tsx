// The search field of a list; F leads to it, and the address keeps its text.

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSearchText } from '../use-search-text.ts';

export function ListSearch({
  label,
  kept,
  onSearch,
}: {
  label: string;
  kept: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useSearchText(kept, onSearch);
  return (
    <TextInput
      data-list-search
      type="search"
      className="p-noprint p-list-search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
