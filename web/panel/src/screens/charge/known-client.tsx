import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientDetail } from '../../../../../src/panel/clients/schema.ts';
import { call } from '../../api/call.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { documentText } from '../../ui/text/format.ts';

const SHOWN = 20;

/** Who pays, found among the shop's clients: what is known of them fills the form, and may be changed there. */
export function KnownClient({ onKnown }: { readonly onKnown: (client: ClientDetail) => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const clients = useQuery({
    queryKey: ['charged-clients', search],
    queryFn: ({ signal }) => call('GET /clients', { query: { search, limit: SHOWN }, signal }),
    placeholderData: (before) => before,
  });
  const read = useMutation({ mutationFn: (id: string) => call('GET /clients/:id', { path: { id } }) });
  const choose = (id: string | null) => {
    setChosen(id);
    // Of two that were chosen one after the other, only the last fills the form.
    if (id !== null) read.mutate(id, { onSuccess: onKnown });
  };
  return (
    <Choice
      label="Cliente cadastrado"
      description="O que se sabe dele preenche os campos"
      searchable
      clearable
      placeholder="Nome, CPF ou CNPJ"
      nothingFoundMessage="Nenhum cliente encontrado"
      data={(clients.data?.items ?? []).map(({ id, name, document }) => ({
        value: String(id),
        label: `${name ?? documentText(document)} (nº ${id})`,
      }))}
      filter={({ options }) => options}
      // The text of the chosen one is its label.
      onSearchChange={(text) => setSearch(text.replace(/ \(nº \d+\)$/, ''))}
      value={chosen}
      onChange={choose}
      error={read.error?.message}
      mb="md"
    />
  );
}
