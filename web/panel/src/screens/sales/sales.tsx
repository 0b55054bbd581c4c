import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { call, urlOf } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { boundedCount, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { SaleCard } from './sale-card.tsx';
import { SALE_COLUMNS, saleColumns } from './sale-columns.tsx';
import { SaleFiltersBar } from './sale-filters-bar.tsx';
import { isFiltered, type SaleSearch, VIEWS } from './sale-search.ts';
import { SavedViews } from './saved-views.tsx';

const REFRESH_MS = 5_000;
/** What the service gives for one page. */
const PAGE_ROWS = 50;
const USUALLY_HIDDEN = SALE_COLUMNS.filter(({ usual }) => !usual).map(({ id }) => id as string);

/** The list of sales: views, search, filters in the URL, columns, sums and export. */
export function SalesScreen() {
  const search = useSearch({ from: '/inside/vendas' });
  const navigate = useNavigate({ from: '/vendas' });
  const formats = useFormats();
  const mayExport = useMay('sales.export');
  const [hidden, setHidden] = useKept<readonly string[]>('sales.hidden', USUALLY_HIDDEN);
  const [now] = useState(() => new Date());
  const columns = useMemo(() => saleColumns(formats), [formats]);
  const sales = useSales(search);
  const found = useMemo(() => sales.data?.pages.flatMap(({ items }) => items), [sales.data]);
  const more = useFullPages(sales, found?.length ?? 0, search);
  // Nothing found yet, but older sales are still to be looked at.
  const rows = found?.length === 0 && sales.hasNextPage ? undefined : found;
  const setSearch = (next: SaleSearch) => navigate({ search: next });
  const shown = SALE_COLUMNS.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id);

  return (
    <>
      <ScreenHead title="Vendas">
        {mayExport && (
          <Button
            component="a"
            variant="default"
            href={urlOf('/sales.csv', {}, { ...search, columns: shown.join(',') })}
            download
            leftSection={<Icon name="download" />}
          >
            Exportar CSV
          </Button>
        )}
      </ScreenHead>
      <Views search={search} />
      <SaleFiltersBar search={search} onChange={setSearch} hidden={hidden} onHide={setHidden}>
        <SavedViews
          search={search}
          columns={shown}
          onOpen={(saved, columnsOfView) => {
            setSearch(saved);
            setHidden(SALE_COLUMNS.map(({ id }) => id).filter((id) => !columnsOfView.includes(id)));
          }}
        />
      </SaleFiltersBar>
      <DataList<SaleRow>
        caption="Vendas, mais novas primeiro"
        columns={columns}
        hidden={hidden}
        rows={rows}
        rowKey={({ id }) => id}
        card={(sale) => <SaleCard sale={sale} formats={formats} />}
        groupOf={({ createdAt }) => formats.dayTitle(createdAt, now)}
        error={sales.error}
        onRetry={() => sales.refetch()}
        filtered={isFiltered(search) || search.view !== undefined}
        empty={<NoSales />}
        nothingFound={
          <>
            <b>Nenhuma venda com estes filtros</b>
            <Button variant="default" onClick={() => setSearch({})}>
              Limpar os filtros
            </Button>
          </>
        }
        footer={<Summary search={search} shown={rows?.length ?? 0} />}
        more={more}
      />
    </>
  );
}

function useSales(search: SaleSearch) {
  return useInfiniteQuery({
    queryKey: ['sales', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /sales', { query: { ...search, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.items.some(isChanging) ? REFRESH_MS : false),
  });
}

/**
 * A page of a rare filter may be incomplete, because the service looks at a bounded number of sales for each: the next
 * ones are loaded until as many rows are there as were asked for.
 */
function useFullPages(sales: ReturnType<typeof useSales>, rows: number, search: SaleSearch) {
  const [asked, setAsked] = useState({ search, rows: PAGE_ROWS });
  const wanted = asked.search === search ? asked.rows : PAGE_ROWS;
  const { hasNextPage, isFetching, isError, fetchNextPage } = sales;
  const isMissing = hasNextPage && rows < wanted && !isError;
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  if (!hasNextPage) return undefined;
  return { loading: isMissing, load: () => setAsked({ search, rows: rows + PAGE_ROWS }) };
}

/** 3-D Secure, a refund in progress and an unknown outcome change by themselves. */
function isChanging({ status, movementOpen }: SaleRow): boolean {
  return status === 0 || status === 8 || status === 10 || movementOpen;
}

function useSummary(search: SaleSearch) {
  return useQuery({
    queryKey: ['sales', 'summary', search],
    queryFn: ({ signal }) => call('GET /sales/summary', { query: search, signal }),
  });
}

function Views({ search }: { readonly search: SaleSearch }) {
  const { data } = useSummary(search);
  const current = search.view ?? 'all';
  return (
    <Tabs label="Visões">
      {VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to="/vendas"
          search={({ view: _view, ...rest }) => (view === 'all' ? rest : { ...rest, view })}
          aria-current={view === current ? 'page' : undefined}
        >
          {label}
          {data && <span>{boundedCount(data.views[view])}</span>}
        </Link>
      ))}
    </Tabs>
  );
}

function Summary({ search, shown }: { readonly search: SaleSearch; readonly shown: number }) {
  const { data } = useSummary(search);
  if (!data) return null;
  return (
    <span>
      {shown} de {boundedCount(data)} {data.count === 1 ? 'venda' : 'vendas'} ·{' '}
      {data.bounded ? 'as mais recentes somam' : 'confirmado'} <b>{money(data.confirmedSum)}</b>
      {data.refundedSum > 0 && (
        <>
          {' '}
          · estornado <b>{money(data.refundedSum)}</b>
        </>
      )}
    </span>
  );
}

function NoSales() {
  return (
    <>
      <b>Ainda não há vendas</b>
      <p className="soft">
        A primeira venda feita pela integração, por um link ou pelo caixa aparece aqui na mesma hora.
      </p>
    </>
  );
}
