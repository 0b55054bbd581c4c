import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ClientRow } from '../../../../../src/panel/clients/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';

const COLUMNS: readonly ListColumn<ClientRow>[] = [
  {
    id: 'name',
    header: 'Cliente',
    cell: ({ row }) => (
      <Link to="/clientes/$id" params={{ id: String(row.original.id) }}>
        <b>{row.original.name ?? row.original.document}</b>
      </Link>
    ),
  },
  {
    id: 'document',
    header: 'CPF ou CNPJ',
    cell: ({ row }) => <span className="number">{row.original.document}</span>,
  },
  { id: 'email', header: 'E-mail', cell: ({ row }) => row.original.email ?? '–' },
  { id: 'phone', header: 'Telefone', cell: ({ row }) => row.original.phone ?? '–' },
  { id: 'reference', header: 'Referência', cell: ({ row }) => row.original.reference ?? '–' },
];

/** The customers that the shop bills repeatedly. */
export function ClientsScreen() {
  const mayWrite = useMay('clients.write');
  const { busca = '', arquivados: archived = false } = useSearch({ from: '/inside/clientes' });
  const navigate = useNavigate({ from: '/clientes' });
  const clients = usePages<ClientRow>(['clients', busca, archived], (page, signal) =>
    call('GET /clients', { query: { ...page, search: busca, archived }, signal }),
  );
  const add = mayWrite && (
    <Button component={Link} to="/clientes/novo" leftSection={<Icon name="plus" />}>
      Novo cliente
    </Button>
  );
  return (
    <>
      <ScreenHead title={archived ? 'Clientes arquivados' : 'Clientes'}>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/clientes" search={archived ? {} : { arquivados: true }} />
          )}
        >
          {archived ? 'Em uso' : 'Arquivados'}
        </Button>
        {!archived && add}
      </ScreenHead>
      <SearchField
        label="Nome, CPF ou CNPJ, e-mail, referência"
        value={busca}
        onSearch={(words) =>
          navigate({
            search: { ...(archived ? { arquivados: true } : {}), ...(words === '' ? {} : { busca: words }) },
            replace: true,
          })
        }
      />
      <DataList<ClientRow>
        caption="Clientes, mais novos primeiro"
        columns={COLUMNS}
        {...clients}
        rowKey={({ id }) => String(id)}
        filtered={archived || busca !== ''}
        card={(client) => (
          <Link to="/clientes/$id" params={{ id: String(client.id) }}>
            <b>{client.name ?? client.document}</b>
            <p className="soft">{[client.document, client.email].filter(Boolean).join(' · ')}</p>
          </Link>
        )}
        empty={
          <>
            <b>Nenhum cliente ainda</b>
            <p className="soft">Cadastre quem compra sempre para cobrar de novo sem pedir os dados.</p>
            {add}
          </>
        }
        nothingFound={<b>{busca === '' ? 'Nenhum cliente arquivado' : `Nenhum cliente com “${busca}”`}</b>}
      />
    </>
  );
}
