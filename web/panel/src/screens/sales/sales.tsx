import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { useActing } from '../../api/acting.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay, useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { useKept } from '../../ui/forms/use-kept.ts';
import { DataList } from '../../ui/lists/data-list.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Tabs } from '../../ui/screens/tabs.tsx';
import { boundedCount, money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { SaleCard } from './sale-card.tsx';
import { SALE_COLUMNS, saleColumns } from './sale-columns.tsx';
import { SaleFiltersBar } from './sale-filters-bar.tsx';
import { isFiltered, type SaleSearch, VIEWS } from './sale-search.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchProgress } from './search-progress.tsx';
import { useSales } from './use-sales.ts';

/** Not in the first view of the list. */
const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then((screen) => ({ default: screen.ExportDialog })),
);
/** Who sees the sales of all shops has to know whose each is. */
function usuallyHidden(ofAllShops: boolean): readonly string[] {
  return SALE_COLUMNS.filter(({ id, usual }) => !usual && !(ofAllShops && id === 'personName')).map(
    ({ id }) => id,
  );
}

/** The list of sales: views, search, filters in the URL, columns, sums and export. */
export function SalesScreen() {
  const search = useSearch({ from: '/inside/vendas' });
  const navigate = useNavigate({ from: '/vendas' });
  const formats = useFormats();
  const mayExport = useMay('sales.export');
  const acting = useActing();
  const ofAllShops = useMe().person.kind === 'operator' && acting === undefined;
  const [hidden, setHidden] = useKept<readonly string[]>(
    ofAllShops ? 'sales.hidden.all' : 'sales.hidden',
    usuallyHidden(ofAllShops),
  );
  const [now] = useState(() => new Date());
  const [exporting, setExporting] = useState(false);
  const columns = useMemo(() => saleColumns(formats), [formats]);
  const { found, error, retry, more, lookedUntil, stop } = useSales(search);
  // Nothing found yet, but older sales are still looked at.
  const rows = found?.length === 0 && (more?.loading || error) ? undefined : found;
  const setSearch = (next: SaleSearch) => navigate({ search: next });
  const shown = SALE_COLUMNS.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id);

  return (
    <>
      <ScreenHead title="Vendas">
        {mayExport && (
          <Button variant="default" leftSection={<Icon name="download" />} onClick={() => setExporting(true)}>
            Exportar
          </Button>
        )}
      </ScreenHead>
      {exporting && (
        <Suspense>
          <ExportDialog search={search} columns={shown} onClose={() => setExporting(false)} />
        </Suspense>
      )}
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
      {more?.loading && lookedUntil !== null && (
        <SearchProgress found={found?.length ?? 0} lookedUntil={lookedUntil} onStop={stop} />
      )}
      {rows && error && <ErrorNotice error={error} onRetry={retry} />}
      <DataList<SaleRow>
        caption="Vendas, mais novas primeiro"
        columns={columns}
        hidden={hidden}
        rows={rows}
        rowKey={({ id }) => id}
        card={(sale) => <SaleCard sale={sale} formats={formats} />}
        groupOf={({ createdAt }) => formats.dayTitle(createdAt, now)}
        error={error}
        onRetry={retry}
        filtered={isFiltered(search) || search.view !== undefined}
        empty={<NoSales />}
        nothingFound={
          <>
            <b>
              {more && lookedUntil !== null
                ? `Nenhuma venda com estes filtros até ${formats.date(lookedUntil)}`
                : 'Nenhuma venda com estes filtros'}
            </b>
            {more && <Button onClick={more.load}>Procurar nas mais antigas</Button>}
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
          // Else the router takes the link of all sales for the current one whatever the view is.
          activeOptions={{ exact: true }}
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
