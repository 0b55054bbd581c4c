import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Choice } from '../../ui/forms/choice.tsx';
import { documentText } from '../../ui/text/format.ts';

const SHOWN = 20;

/** The client of the sale, found by name or document. */
export function ClientField(props: {
  readonly value: number | undefined;
  readonly onChange: (clientId: number | undefined) => void;
  readonly error: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const clients = useQuery({
    queryKey: ['till-clients', search],
    queryFn: ({ signal }) => call('GET /clients', { query: { search, limit: SHOWN }, signal }),
    placeholderData: (before) => before,
  });
  const data = (clients.data?.items ?? []).map((client) => ({
    value: String(client.id),
    label: `${client.name ?? documentText(client.document)} (nº ${client.id})`,
  }));
  return (
    <Choice
      label="Cliente"
      required
      searchable
      placeholder="Nome, CPF ou CNPJ"
      nothingFoundMessage="Nenhum cliente encontrado"
      data={data}
      filter={({ options }) => options}
      // The text of the chosen one is its label.
      onSearchChange={(text) => setSearch(text.replace(/ \(nº \d+\)$/, ''))}
      value={props.value === undefined ? null : String(props.value)}
      onChange={(id) => props.onChange(id === null ? undefined : Number(id))}
      error={props.error}
    />
  );
}
