import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductRow } from '../../../../../src/panel/products/schema.ts';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import { Choice } from '../../ui/forms/choice.tsx';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { missingOfOrder, type OrderedProduct, orderBody, totalOfOrder } from './order-values.ts';
import styles from './orders.module.css';

const SHOWN = 50;

/** An order of products, which is paid at a till or by the shop's system. */
export function NewOrderScreen() {
  const maySell = useMay('sales.sell');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { idempotencyKey, onError } = useRequestKey();
  const form = useFields({ reference: '', note: '', items: [] as readonly OrderedProduct[] });
  const { items } = form.values;
  const save = useMutation({
    mutationFn: () => call('POST /orders', { body: orderBody(form.values), idempotencyKey }),
    onSuccess: async (made) => {
      client.setQueryData(['order', String(made.id)], made);
      await client.invalidateQueries({ queryKey: ['orders'] });
      say('Pedido criado.');
      await navigate({ to: '/pedidos/$id', params: { id: String(made.id) } });
    },
    onError,
  });
  const { faultOf, general, submit } = useFaults({
    values: form.values,
    fields: ['reference', 'note'],
    missing: missingOfOrder(items),
    save,
  });
  return (
    <FormScreen
      title="Novo pedido"
      back={{ to: '/pedidos', label: 'Pedidos' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!maySell}
      verb="Criar pedido"
    >
      <Sheet>
        <Section title="Produtos">
          <OrderedItems items={items} onChange={(changed) => form.set('items', changed)} faultOf={faultOf} />
          <ProductToAdd
            taken={items}
            onAdd={({ id, name, price }) =>
              form.set('items', [...items, { productId: id, name, price, quantity: 1 }])
            }
            error={faultOf('items')}
          />
          <p style={{ marginTop: 10 }}>
            Total: <b>{money(totalOfOrder(items))}</b>
          </p>
        </Section>
        <Section title="Sobre o pedido">
          <FieldGrid>
            <TextInput
              label="Referência"
              description="Como você o encontra: mesa, nome, comanda"
              maxLength={100}
              {...form.text('reference')}
              error={faultOf('reference')}
            />
            <Textarea
              label="Observação"
              rows={2}
              maxLength={2000}
              {...form.text('note')}
              error={faultOf('note')}
            />
          </FieldGrid>
        </Section>
      </Sheet>
    </FormScreen>
  );
}

function OrderedItems(props: {
  readonly items: readonly OrderedProduct[];
  readonly onChange: (items: readonly OrderedProduct[]) => void;
  readonly faultOf: FaultOf;
}) {
  const { items, onChange, faultOf } = props;
  const set = (index: number, more: Partial<OrderedProduct>) =>
    onChange(items.map((item, place) => (place === index ? { ...item, ...more } : item)));
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        <li key={item.productId}>
          <b>{item.name}</b>
          <NumberInput
            label={`Quantidade de ${item.name}`}
            decimalScale={4}
            decimalSeparator=","
            hideControls
            min={0}
            inputMode="decimal"
            value={item.quantity}
            onChange={(quantity) => set(index, { quantity })}
            error={faultOf(`quantity ${item.productId}`)}
          />
          <MoneyField
            label={`Preço de ${item.name}`}
            value={item.price}
            onChange={(price) => set(index, { price })}
            error={faultOf(`price ${item.productId}`)}
          />
          <Button
            variant="subtle"
            aria-label={`Tirar ${item.name}`}
            onClick={() => onChange(items.filter((_, place) => place !== index))}
          >
            Tirar
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ProductToAdd(props: {
  readonly taken: readonly OrderedProduct[];
  readonly onAdd: (product: ProductRow) => void;
  readonly error: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const products = useQuery({
    queryKey: ['products', 'of orders', search],
    queryFn: ({ signal }) => call('GET /products', { query: { search, limit: SHOWN }, signal }),
    placeholderData: (before) => before,
  });
  const open = (products.data?.items ?? []).filter(
    ({ id, active }) => active && !props.taken.some(({ productId }) => productId === id),
  );
  return (
    <Choice
      label="Adicionar produto"
      searchable
      placeholder="Nome, referência ou EAN"
      nothingFoundMessage="Nenhum produto encontrado"
      data={open.map(({ id, name, price }) => ({
        value: String(id),
        label: price === null ? name : `${name} · ${money(price)}`,
      }))}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(id) => {
        const product = open.find((one) => String(one.id) === id);
        if (product) props.onAdd(product);
        setSearch('');
      }}
      error={props.error}
    />
  );
}
