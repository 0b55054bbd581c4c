import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Choice } from '../../ui/forms/choice.tsx';

const SHOWN = 50;

/** The shop that an account is for, found by its name or document. */
export function PersonChoice(props: {
  /** `''`: none yet. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const persons = useQuery({
    queryKey: ['persons', 'of accounts', search],
    queryFn: ({ signal }) =>
      call('GET /persons', { query: { search, kind: 'seller', status: 'active', limit: SHOWN }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Choice
      label="Loja"
      description="Pelo nome, CPF ou CNPJ"
      required
      searchable
      placeholder="Escolha a loja"
      nothingFoundMessage="Nenhuma loja encontrada"
      data={(persons.data?.items ?? []).map(({ id, name, tradeName }) => ({
        value: String(id),
        label: `${tradeName ?? name} (nº ${id})`,
      }))}
      // The service has searched, also by what the label does not say.
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(text.replace(/ \(nº \d+\)$/, ''))}
      value={props.value === '' ? null : props.value}
      onChange={(id) => props.onChange(id ?? '')}
      error={props.error}
    />
  );
}
