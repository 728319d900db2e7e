// Chooses a practice of this server by its name; the server searches.

import { Select } from '@mantine/core';
import { useState } from 'react';
import { useClients } from './use-grants.ts';

interface Choice {
  value: string;
  label: string;
}

/** @param more choices after the practices, which are always listed */
export function PracticeSelect({
  label,
  hint,
  value,
  onChoose,
  more = [],
}: {
  label: string;
  /** Shown where more practices match than are listed. */
  hint: string;
  value: string | null;
  onChoose: (value: string | null) => void;
  more?: readonly Choice[];
}) {
  const [typed, setTyped] = useState(''),
    [chosen, setChosen] = useState<Choice | null>(null),
    // The field shows the chosen name, which is not searched for.
    clients = useClients(typed === chosen?.label ? '' : typed),
    found = (clients.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .map(({ cid, name }): Choice => ({ value: cid, label: name })),
    isListed = chosen === null || [...found, ...more].some((one) => one.value === chosen.value);
  return (
    <Select
      label={label}
      description={clients.hasNextPage ? hint : undefined}
      searchable
      allowDeselect={false}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has chosen what fits.
      filter={({ options }) => options}
      data={[...found, ...(isListed || chosen === null ? [] : [chosen]), ...more]}
      onChange={(next, option) => {
        setChosen(option);
        onChoose(next);
      }}
    />
  );
}
