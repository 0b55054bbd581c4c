import { Button, Checkbox, Loader, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMe } from '../../session/session.ts';
import { Dropdown } from '../../ui/forms/dropdown.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { PERIODS, periodLabel, periodOf } from './period.ts';
import { SALE_COLUMNS } from './sale-columns.tsx';
import { chipsOf, type SaleSearch } from './sale-search.ts';
import styles from './sales.module.css';

/** With its selects it is as large as the list, so it is loaded when the filters are opened. */
const SaleFilterForm = lazy(async () => ({
  default: (await import('./sale-filter-form.tsx')).SaleFilterForm,
}));

interface BarProps {
  readonly search: SaleSearch;
  readonly onChange: (search: SaleSearch) => void;
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
  readonly children?: ReactNode;
}

/** One search field, the period, further filters and the columns. */
export function SaleFiltersBar({ search, onChange, hidden, onHide, children }: BarProps) {
  return (
    <div className={styles.filters}>
      <SearchField
        label="Buscar vendas por pedido, NSU, TID, autorização, cliente ou final do cartão"
        placeholder="Pedido, NSU, TID, final do cartão, cliente"
        value={search.search ?? ''}
        onSearch={(words) => {
          const text = words.trim();
          onChange(text === '' ? without(search, 'search') : { ...search, search: text });
        }}
      />
      <PeriodButton search={search} onChange={onChange} />
      <FiltersButton search={search} onChange={onChange} />
      <div className={styles.wide}>
        <Dropdown
          end
          label="Colunas"
          button={
            <>
              <Icon name="columns" />
              Colunas
            </>
          }
        >
          {() => (
            <div className={styles.columns}>
              {SALE_COLUMNS.slice(1).map(({ id, label }) => (
                <Checkbox
                  key={id}
                  label={label}
                  checked={!hidden.includes(id)}
                  onChange={() =>
                    onHide(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
                  }
                />
              ))}
            </div>
          )}
        </Dropdown>
      </div>
      {chipsOf(search).map(({ name, label }) => (
        <span key={name} className={styles.chip}>
          {label}
          <button
            type="button"
            aria-label={`Tirar o filtro ${label}`}
            onClick={() => onChange(without(search, name))}
          >
            <Icon name="cross" size={13} />
          </button>
        </span>
      ))}
      {children}
    </div>
  );
}

function without(search: SaleSearch, name: keyof SaleSearch): SaleSearch {
  const { [name]: _dropped, ...rest } = search;
  return rest;
}

function PeriodButton({ search, onChange }: Pick<BarProps, 'search' | 'onChange'>) {
  const { timeZone } = useMe();
  const set = (from: string | undefined, to: string | undefined) => {
    const { from: _from, to: _to, ...rest } = search;
    onChange({ ...rest, ...(from ? { from } : {}), ...(to ? { to } : {}) });
  };
  return (
    <Dropdown
      label="Período"
      button={
        <>
          <Icon name="calendar" />
          {periodLabel(search, new Date(), timeZone)}
        </>
      }
    >
      {(close) => (
        <>
          <fieldset className={styles.usual}>
            <legend className="visually-hidden">Períodos de costume</legend>
            {PERIODS.map(({ key, label }) => (
              <Button
                key={key}
                variant="default"
                size="compact-md"
                onClick={() => {
                  const { from, to } = periodOf(key, new Date(), timeZone);
                  set(from, to);
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </fieldset>
          <TextInput
            mt="sm"
            type="date"
            label="De"
            value={search.from ?? ''}
            onChange={(event) => set(event.currentTarget.value, search.to)}
          />
          <TextInput
            mt="sm"
            type="date"
            label="Até"
            value={search.to ?? ''}
            onChange={(event) => set(search.from, event.currentTarget.value)}
          />
        </>
      )}
    </Dropdown>
  );
}

function FiltersButton({ search, onChange }: Pick<BarProps, 'search' | 'onChange'>) {
  return (
    <Dropdown
      label="Filtros"
      button={
        <>
          <Icon name="filter" />
          Filtros
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<Loader />}>
          <SaleFilterForm
            search={search}
            onApply={(next) => {
              onChange(next);
              close();
            }}
          />
        </Suspense>
      )}
    </Dropdown>
  );
}
