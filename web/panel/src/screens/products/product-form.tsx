import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CategoryRow } from '../../../../../src/panel/categories/schema.ts';
import type { ProductDetail } from '../../../../../src/panel/products/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { type PhotoChange, PhotoField } from '../../ui/forms/photo-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, Folded, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { missingOf, type ProductValues, productBody, productValues } from './product-values.ts';
import styles from './products.module.css';

const FIELDS = ['name', 'categoryId', 'description', 'reference', 'ean', 'price', 'quantity', 'photo'];
const DECIMAL = { decimalSeparator: ',', thousandSeparator: '.', hideControls: true, min: 0 } as const;

type Form = ReturnType<typeof useFields<ProductValues>>;

/** All fields of a product. If there is no category yet, the first one is created with it. */
export function ProductForm(props: {
  readonly product: ProductDetail | undefined;
  readonly categories: readonly CategoryRow[];
}) {
  const { product, categories } = props;
  const mayWrite = useMay('catalogue.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFields(productValues(product, categories[0]?.id));
  const [photo, setPhoto] = useState<PhotoChange>({});
  const save = useMutation({
    mutationFn: async () => {
      const categoryId = await categoryIdOf(form, client);
      const body = { ...productBody(form.values, categoryId, product?.quantity), ...photo };
      return product
        ? call('PATCH /products/:id', { path: { id: product.id }, body })
        : call('POST /products', { body });
    },
    onSuccess: async (saved) => {
      client.setQueryData(['product', String(saved.id)], saved);
      await client.invalidateQueries({ queryKey: ['products'] });
      say('Salvo.');
      await navigate({ to: '/produtos' });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values: { ...form.values, photo },
    fields: FIELDS,
    missing: missingOf(form.values),
    save,
  });
  return (
    <FormScreen
      title={product ? product.name : 'Novo produto'}
      back={{ to: '/produtos', label: 'Produtos' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
    >
      <Sheet>
        <Section title="O produto">
          <FieldGrid>
            <TextInput label="Nome" required maxLength={255} {...form.text('name')} error={faultOf('name')} />
            <Category form={form} categories={categories} faultOf={faultOf} />
            <TextInput
              label="Referência"
              description="O código dele no seu sistema"
              maxLength={255}
              {...form.text('reference')}
              error={faultOf('reference')}
            />
            <TextInput
              label="EAN"
              description="Código de barras"
              inputMode="numeric"
              maxLength={255}
              {...form.text('ean')}
              error={faultOf('ean')}
            />
          </FieldGrid>
          <Textarea
            mt="md"
            label="Descrição"
            autosize={false}
            rows={3}
            maxLength={2000}
            {...form.text('description')}
            error={faultOf('description')}
          />
        </Section>
        <Section title="Foto">
          <PhotoField
            label="Foto do produto"
            current={product?.photoUrl ?? null}
            change={photo}
            onChange={setPhoto}
            error={faultOf('photo')}
          />
        </Section>
        <Section title="Preço e estoque">
          <PriceAndStock form={form} faultOf={faultOf} />
        </Section>
        <Folded title="Dados fiscais">
          <Fiscal form={form} />
        </Folded>
      </Sheet>
    </FormScreen>
  );
}

async function categoryIdOf(
  { values }: Form,
  client: ReturnType<typeof useQueryClient>,
): Promise<number | undefined> {
  if (values.categoryId !== '') return Number(values.categoryId);
  const made = await call('POST /categories', { body: { name: values.newCategory } });
  client.invalidateQueries({ queryKey: ['categories'] });
  return made.id;
}

function Category(props: {
  readonly form: Form;
  readonly categories: readonly CategoryRow[];
  readonly faultOf: FaultOf;
}) {
  const { form, categories } = props;
  if (categories.length === 0) {
    return (
      <TextInput
        label="Categoria"
        description="A sua primeira: será criada com o produto"
        required
        maxLength={255}
        {...form.text('newCategory')}
        error={props.faultOf('categoryId')}
      />
    );
  }
  return (
    <NativeSelect
      label="Categoria"
      data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.text('categoryId')}
      error={props.faultOf('categoryId')}
    />
  );
}

function PriceAndStock({ form, faultOf }: { readonly form: Form; readonly faultOf: FaultOf }) {
  const { asksPrice, stockControlled } = form.values;
  return (
    <FieldGrid>
      <div className={styles.switches}>
        <Switch label="Perguntar o preço na venda" {...form.flag('asksPrice')} />
        {!asksPrice && <MoneyField label="Preço" {...form.money('price')} error={faultOf('price')} />}
      </div>
      <div className={styles.switches}>
        <Switch label="Controlar estoque" {...form.flag('stockControlled')} />
        {stockControlled && (
          <NumberInput
            label="Quantidade em estoque"
            decimalScale={4}
            inputMode="decimal"
            {...DECIMAL}
            {...form.number('quantity')}
            error={faultOf('quantity')}
          />
        )}
      </div>
      <Switch label="É um serviço" {...form.flag('service')} />
      <Switch label="Ativo: aparece na hora da venda" {...form.flag('active')} />
    </FieldGrid>
  );
}

function Fiscal({ form }: { readonly form: Form }) {
  return (
    <FieldGrid>
      <TextInput label="NCM" maxLength={255} {...form.text('ncm')} />
      <TextInput label="CFOP" maxLength={255} {...form.text('cfop')} />
      <TextInput label="EX TIPI" maxLength={255} {...form.text('exTipi')} />
      <TextInput label="Origem" maxLength={255} {...form.text('origin')} />
      <TextInput label="Unidade comercial" maxLength={255} {...form.text('tradeUnit')} />
      <NumberInput
        label="Quantidade comercial"
        decimalScale={4}
        {...DECIMAL}
        {...form.number('tradeQuantity')}
      />
      <TextInput label="Unidade tributária" maxLength={255} {...form.text('taxUnit')} />
      <NumberInput
        label="Quantidade tributária"
        decimalScale={4}
        {...DECIMAL}
        {...form.number('taxQuantity')}
      />
      <TextInput label="Imposto" maxLength={255} {...form.text('tax')} />
      <Textarea label="Informações complementares" rows={2} maxLength={2000} {...form.text('notes')} />
    </FieldGrid>
  );
}
