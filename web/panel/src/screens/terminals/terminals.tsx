import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { PaymentClientState } from './payment-client.tsx';

const COLUMNS: readonly ListColumn<TerminalRow>[] = [
  {
    id: 'name',
    header: 'Terminal',
    cell: ({ row }) => (
      <Link to="/terminais/$id" params={{ id: String(row.original.id) }}>
        <b>{row.original.name}</b>
      </Link>
    ),
  },
  { id: 'id', header: 'Número', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
  { id: 'physical', header: 'Computador ou maquininha', cell: ({ row }) => row.original.physical.name },
  {
    id: 'paymentClient',
    header: 'Programa da maquininha',
    cell: ({ row }) => <PaymentClientState client={row.original.paymentClient} />,
  },
  { id: 'sells', header: 'Vende por', cell: ({ row }) => sellsBy(row.original) },
];

/** The terminals of the shop. */
export function TerminalsScreen() {
  const mayWrite = useMay('terminals.write');
  const { busca = '', arquivados: archived = false } = useSearch({ from: '/inside/terminais' });
  const navigate = useNavigate({ from: '/terminais' });
  const terminals = usePages<TerminalRow>(['terminals', busca, archived], (page, signal) =>
    call('GET /terminals', { query: { ...page, search: busca, archived }, signal }),
  );
  const add = mayWrite && (
    <Button component={Link} to="/terminais/novo" leftSection={<Icon name="plus" />}>
      Novo terminal
    </Button>
  );
  return (
    <>
      <ScreenHead title={archived ? 'Terminais arquivados' : 'Terminais'}>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/terminais" search={archived ? {} : { arquivados: true }} />
          )}
        >
          {archived ? 'Em uso' : 'Arquivados'}
        </Button>
        {!archived && add}
      </ScreenHead>
      <SearchField
        label="Nome, terminal físico ou instalação"
        value={busca}
        onSearch={(words) =>
          navigate({
            search: { ...(archived ? { arquivados: true } : {}), ...(words === '' ? {} : { busca: words }) },
            replace: true,
          })
        }
      />
      <DataList<TerminalRow>
        caption="Terminais, mais novos primeiro"
        columns={COLUMNS}
        {...terminals}
        rowKey={({ id }) => String(id)}
        filtered={archived || busca !== ''}
        card={(terminal) => (
          <Link to="/terminais/$id" params={{ id: String(terminal.id) }}>
            <b>{terminal.name}</b>
            <p className="soft">
              Número {terminal.id}
              {terminal.physical.name !== terminal.name && ` · ${terminal.physical.name}`}
            </p>
            {terminal.paymentClient === null ? (
              <span className="soft">Sem programa da maquininha</span>
            ) : (
              <PaymentClientState client={terminal.paymentClient} />
            )}
          </Link>
        )}
        empty={
          <>
            <b>Nenhum terminal ainda</b>
            <p className="soft">
              Cada caixa ou maquininha é um terminal: cada venda registra em qual deles aconteceu.
            </p>
            {add}
          </>
        }
        nothingFound={<b>{busca === '' ? 'Nenhum terminal arquivado' : `Nenhum terminal com “${busca}”`}</b>}
      />
    </>
  );
}

function sellsBy({ settings }: TerminalRow): string {
  const ways = [
    ...(settings.sellsByValue ? ['valor'] : []),
    ...(settings.sellsByProduct ? ['produto'] : []),
    ...(settings.orders ? ['pedido'] : []),
  ];
  return ways.length === 0 ? '–' : ways.join(', ');
}
