import { Button, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { CHANNEL_NAMES, type SaleSearch } from './sale-search.ts';

const BRANDS = [
  'VISA',
  'MASTERCARD',
  'ELO',
  'AMEX',
  'HIPERCARD',
  'DINERS',
  'HIPER',
  'CABAL',
  'SOROCRED',
  'BANESCARD',
];
const INSIDE = { comboboxProps: { withinPortal: false } } as const;

/** What stands outside of this form stays. */
function withoutFilters({ view, from, to, search, person }: SaleSearch): SaleSearch {
  return Object.fromEntries(
    Object.entries({ view, from, to, search, person }).filter(([, value]) => value !== undefined),
  ) as SaleSearch;
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** Less common filters. Amounts are typed in reais and stored in centavos. */
export function SaleFilterForm({
  search,
  onApply,
}: {
  readonly search: SaleSearch;
  readonly onApply: (search: SaleSearch) => void;
}) {
  const [draft, setDraft] = useState(search);
  const set = (name: keyof SaleSearch, value: string | readonly string[] | null | undefined) => {
    const { [name]: _old, ...rest } = draft;
    const empty = value === null || value === undefined || value.length === 0;
    setDraft(empty ? rest : ({ ...rest, [name]: value } as SaleSearch));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <form onSubmit={submit}>
      <Select
        {...INSIDE}
        label="Forma de pagamento"
        clearable
        data={optionsOf(KIND_NAMES)}
        value={draft.kind ?? null}
        onChange={(value) => set('kind', value)}
      />
      <Select
        {...INSIDE}
        mt="sm"
        label="Onde foi paga"
        clearable
        data={optionsOf(CHANNEL_NAMES)}
        value={draft.channel ?? null}
        onChange={(value) => set('channel', value)}
      />
      <MultiSelect
        {...INSIDE}
        mt="sm"
        label="Bandeira"
        clearable
        data={BRANDS}
        value={draft.brand === undefined ? [] : [draft.brand].flat()}
        onChange={(value) => set('brand', value)}
      />
      <MoneyField
        mt="sm"
        label="Valor autorizado a partir de"
        {...reais(draft.amountMin, (value) => set('amountMin', value))}
      />
      <MoneyField
        mt="sm"
        label="Valor autorizado até"
        {...reais(draft.amountMax, (value) => set('amountMax', value))}
      />
      <NumberInput
        mt="sm"
        label="Parcelas, no mínimo"
        min={1}
        max={99}
        allowDecimal={false}
        value={draft.installmentsMin ?? ''}
        onChange={(value) => set('installmentsMin', String(value))}
      />
      <TextInput
        mt="sm"
        label="Adquirente"
        value={draft.provider ?? ''}
        onChange={(event) => set('provider', event.currentTarget.value)}
      />
      <Button type="submit" mt="md" fullWidth>
        Aplicar
      </Button>
      <Button mt="xs" fullWidth variant="subtle" onClick={() => onApply(withoutFilters(search))}>
        Limpar os filtros
      </Button>
    </form>
  );
}

function reais(cents: string | undefined, onChange: (cents: string | undefined) => void) {
  return {
    value: cents === undefined ? null : Number(cents),
    onChange: (typed: number | null) => onChange(typed === null ? undefined : String(typed)),
  };
}
