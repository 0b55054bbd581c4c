import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { TillSaleRow } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { ReferenceFilter } from '../../ui/lists/reference-filter.tsx';
import { type ReferenceSearch, readReferenceSearch } from '../../ui/lists/reference-search.ts';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { TillSaleStatus } from './till-sale-status.tsx';
import { STATUS_CHOICES } from './till-search.ts';

/** Sales made through the platform: at the web till, and by the integrated tills of the shop. */
export function TillSalesScreen() {
  const { ref = '', situacao = '' } = useSearch({ from: '/inside/caixa/vendas' });
  const navigate = useNavigate({ from: '/caixa/vendas' });
  const formats = useFormats();
  const sales = usePages<TillSaleRow>(['till-sales', ref, situacao], (page, signal) =>
    call('GET /till/sales', { query: { ...page, reference: ref, status: situacao }, signal }),
  );
  const linked = (sale: TillSaleRow) => (
    <Link to="/caixa/vendas/$id" params={{ id: String(sale.id) }}>
      <b>{money(sale.finalValue)}</b>
    </Link>
  );
  const columns: readonly ListColumn<TillSaleRow>[] = [
    { id: 'value', header: 'Valor', cell: ({ row }) => linked(row.original) },
    {
      id: 'status',
      header: 'Situação',
      cell: ({ row }) => <TillSaleStatus {...row.original} />,
    },
    { id: 'at', header: 'Quando', cell: ({ row }) => formats.short(row.original.createdAt) },
    { id: 'method', header: 'Forma', cell: ({ row }) => row.original.methodName },
    { id: 'terminal', header: 'Terminal', cell: ({ row }) => row.original.terminalName },
    { id: 'reference', header: 'Referência', cell: ({ row }) => row.original.reference ?? '–' },
    { id: 'id', header: 'Número', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
  ];
  const filter = (change: ReferenceSearch) =>
    navigate({
      search: readReferenceSearch({ ref, situacao, ...change }, STATUS_CHOICES),
      replace: true,
    });
  return (
    <>
      <ScreenHead title="Vendas do caixa" />
      <ReferenceFilter search={{ ref, situacao }} choices={STATUS_CHOICES} onChange={filter} />
      <DataList<TillSaleRow>
        caption="Vendas do caixa, mais novas primeiro"
        columns={columns}
        {...sales}
        rowKey={({ id }) => String(id)}
        filtered={ref !== '' || situacao !== ''}
        card={(sale) => (
          <Link to="/caixa/vendas/$id" params={{ id: String(sale.id) }}>
            <RowCard
              amount={money(sale.finalValue)}
              state={<TillSaleStatus {...sale} />}
              about={[sale.reference, sale.methodName, sale.terminalName].filter(Boolean).join(' · ')}
              at={formats.short(sale.createdAt)}
            />
          </Link>
        )}
        empty={
          <>
            <b>Nenhuma venda do caixa ainda</b>
            <p className="soft">
              As vendas dos terminais, do Caixa do painel e dos sistemas integrados aparecem aqui.
            </p>
          </>
        }
        nothingFound={<b>Nenhuma venda com este filtro</b>}
      />
    </>
  );
}
