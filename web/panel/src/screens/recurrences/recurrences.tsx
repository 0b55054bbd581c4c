import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { RecurrenceRow } from '../../../../../src/panel/recurrences/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { ReferenceFilter } from '../../ui/lists/reference-filter.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { type RecurrenceSearch, readRecurrenceSearch, STATE_CHOICES } from './recurrence-search.ts';
import { lastTryText, RecurrenceStatus } from './recurrence-status.tsx';

/** The monthly charges of clients' cards, newest first. */
export function RecurrencesScreen() {
  const search = useSearch({ from: '/inside/recorrencias' });
  const { ref = '', situacao = '', cliente } = search;
  const navigate = useNavigate({ from: '/recorrencias' });
  const formats = useFormats();
  const mayWrite = useMay('clients.write');
  const recurrences = usePages<RecurrenceRow>(['recurrences', ref, situacao, cliente], (page, signal) =>
    call('GET /recurrences', {
      query: {
        ...page,
        reference: ref,
        ...(situacao === '' ? {} : { view: situacao }),
        ...(cliente === undefined ? {} : { client: cliente }),
      },
      signal,
    }),
  );
  const nextText = ({ next }: RecurrenceRow) => (next ? formats.date(next.nextTryAt ?? next.dueAt) : '–');
  const columns: readonly ListColumn<RecurrenceRow>[] = [
    {
      id: 'client',
      header: 'Cliente',
      cell: ({ row: { original } }) => (
        <Link to="/recorrencias/$id" params={{ id: String(original.id) }}>
          <b>{original.client.name}</b>
        </Link>
      ),
    },
    { id: 'amount', header: 'Por mês', cell: ({ row }) => <b>{money(row.original.amount)}</b> },
    { id: 'status', header: 'Situação', cell: ({ row }) => <RecurrenceStatus {...row.original} /> },
    { id: 'paid', header: 'Pagas', cell: ({ row }) => paidText(row.original) },
    { id: 'next', header: 'Próxima', cell: ({ row }) => nextText(row.original) },
    {
      id: 'last',
      header: 'Última tentativa',
      cell: ({ row }) => <span title={lastTryText(row.original)}>{lastTryText(row.original)}</span>,
    },
    { id: 'about', header: 'Descrição', cell: ({ row }) => aboutText(row.original) },
  ];
  const filter = (change: RecurrenceSearch) =>
    navigate({ search: readRecurrenceSearch({ ...search, ...change }), replace: true });
  return (
    <>
      <ScreenHead title="Recorrências">
        {mayWrite && (
          <Button component={Link} to="/recorrencias/nova">
            Nova cobrança
          </Button>
        )}
        {cliente !== undefined && (
          <Link to="/clientes/$id" params={{ id: String(cliente) }}>
            Ver o cliente
          </Link>
        )}
      </ScreenHead>
      <ReferenceFilter search={search} choices={STATE_CHOICES} onChange={filter} />
      <DataList<RecurrenceRow>
        caption="Recorrências, mais novas primeiro"
        columns={columns}
        {...recurrences}
        rowKey={({ id }) => String(id)}
        filtered={Object.keys(search).length > 0}
        card={(recurrence) => (
          <Link to="/recorrencias/$id" params={{ id: String(recurrence.id) }}>
            <RowCard
              amount={`${money(recurrence.amount)} por mês`}
              state={<RecurrenceStatus {...recurrence} />}
              about={`${recurrence.client.name} · ${lastTryText(recurrence)}`}
              at={paidText(recurrence)}
            />
          </Link>
        )}
        empty={
          <>
            <b>Nenhuma recorrência ainda</b>
            <p className="soft">
              Cobre o cartão de um cliente todo mês, em <b>Nova cobrança</b> ou pelo sistema da loja. Cada
              mês, cada tentativa e o motivo de cada recusa aparecem aqui.
            </p>
          </>
        }
        nothingFound={<b>Nenhuma recorrência com este filtro</b>}
      />
    </>
  );
}

function paidText({ paid, months }: RecurrenceRow): string {
  return `${paid} de ${months}`;
}

function aboutText({ description, reference }: RecurrenceRow): string {
  return description ?? reference ?? '–';
}
