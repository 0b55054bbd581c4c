import { NativeSelect, NumberInput, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { NewLinkBody } from '../../../../../src/panel/links/schema.ts';
import type { ProductRow } from '../../../../../src/panel/products/schema.ts';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { missing } from '../../ui/forms/missing.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, Folded, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import styles from './links.module.css';

const MAX_INSTALLMENTS = 12;
const MAX_PRODUCTS = 200;
const FIELDS = [
  'name',
  'description',
  'productId',
  'amount',
  'minAmount',
  'maxAmount',
  'maxUses',
  'lastDay',
  'pixDiscount',
  'referenceId',
];

const EMPTY = {
  name: '',
  description: '',
  productId: '',
  open: 'no',
  amount: null as number | null,
  minAmount: null as number | null,
  maxAmount: null as number | null,
  maxUses: '' as string | number,
  lastDay: '',
  methods: 'card_pix',
  bankSlip: false,
  pixDiscount: '' as string | number,
  types: 'any',
  installments: '1',
  askDocument: false,
  referenceId: '',
};
type Form = ReturnType<typeof useFields<typeof EMPTY>>;

/** All terms of a new link. After its creation it can only be deactivated. */
export function NewLinkScreen() {
  const mayWrite = useMay('links.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFields(EMPTY);
  const { idempotencyKey, onError } = useRequestKey();
  const { open } = form.values;
  const save = useMutation({
    mutationFn: () => call('POST /links', { body: bodyOf(form.values), idempotencyKey }),
    onSuccess: async (made) => {
      client.setQueryData(['link', made.id], made);
      await client.invalidateQueries({ queryKey: ['links'] });
      say('Link criado.');
      await navigate({ to: '/links/$id', params: { id: made.id } });
    },
    onError,
  });
  const { faultOf, general, submit } = useFaults({
    values: form.values,
    fields: FIELDS,
    missing: {
      name: missing.text(form.values.name, 'Dê um nome ao link.'),
      amount: open === 'no' ? missing.amount(form.values.amount) : undefined,
    },
    save,
  });
  return (
    <FormScreen
      title="Novo link de pagamento"
      back={{ to: '/links', label: 'Links de pagamento' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
      verb="Criar link"
    >
      <Sheet>
        <Section title="O que é cobrado">
          <FieldGrid>
            <ProductChoice form={form} faultOf={faultOf} />
            <TextInput
              label="Nome do link"
              description="Só você vê, se houver uma descrição"
              required
              maxLength={100}
              {...form.text('name')}
              error={faultOf('name')}
            />
          </FieldGrid>
          <Textarea
            mt="md"
            label="Descrição para o comprador"
            description="Aparece na página de pagamento"
            rows={2}
            maxLength={300}
            {...form.text('description')}
            error={faultOf('description')}
          />
        </Section>
        <Section title="Valor">
          <Radio.Group
            aria-label="Quem decide o valor"
            value={open}
            onChange={(value) => form.set('open', value)}
          >
            <Radio value="no" label="Valor fixo" />
            <Radio mt="xs" value="yes" label="O comprador escolhe o valor" />
          </Radio.Group>
          <div className={styles.inset}>
            <Amounts form={form} faultOf={faultOf} />
          </div>
        </Section>
        <Section title="Como pode ser pago">
          <Payment form={form} faultOf={faultOf} />
        </Section>
        <Folded title="Limites e referência">
          <Limits form={form} faultOf={faultOf} />
        </Folded>
      </Sheet>
    </FormScreen>
  );
}

function ProductChoice({ form, faultOf }: { readonly form: Form; readonly faultOf: FaultOf }) {
  const products = useQuery({
    queryKey: ['products', 'of links'],
    queryFn: ({ signal }) => call('GET /products', { query: { limit: MAX_PRODUCTS }, signal }),
  });
  const sold = (products.data?.items ?? []).filter(({ active, isDefault }) => active && !isDefault);
  const choose = (id: string) => {
    form.set('productId', id);
    const product = sold.find((one) => String(one.id) === id);
    if (product) fillFrom(form, product);
  };
  return (
    <NativeSelect
      label="Produto"
      description="A foto dele aparece para o comprador"
      data={[
        { value: '', label: 'Nenhum' },
        ...sold.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={form.values.productId}
      onChange={(event) => choose(event.currentTarget.value)}
      error={faultOf('productId')}
    />
  );
}

function fillFrom(form: Form, { name, price }: ProductRow): void {
  form.set('name', name);
  if (price !== null) {
    form.set('open', 'no');
    form.set('amount', price);
  }
}

function Amounts({ form, faultOf }: { readonly form: Form; readonly faultOf: FaultOf }) {
  if (form.values.open === 'no') {
    return (
      <FieldGrid>
        <MoneyField label="Valor" required {...form.money('amount')} error={faultOf('amount')} />
      </FieldGrid>
    );
  }
  return (
    <FieldGrid>
      <MoneyField
        label="No mínimo"
        description="Vazio: R$ 1,00"
        {...form.money('minAmount')}
        error={faultOf('minAmount')}
      />
      <MoneyField
        label="No máximo"
        description="Vazio: R$ 10.000,00"
        {...form.money('maxAmount')}
        error={faultOf('maxAmount')}
      />
    </FieldGrid>
  );
}

function Payment({ form, faultOf }: { readonly form: Form; readonly faultOf: FaultOf }) {
  const { methods } = form.values;
  return (
    <FieldGrid>
      <NativeSelect
        label="Formas de pagamento"
        description="Na ordem em que o comprador vê"
        data={[
          { value: 'card_pix', label: 'Cartão e Pix' },
          { value: 'pix_card', label: 'Pix e cartão' },
          { value: 'card', label: 'Só cartão' },
          { value: 'pix', label: 'Só Pix' },
        ]}
        {...form.text('methods')}
        error={faultOf('methods')}
      />
      {methods !== 'card' && (
        <NumberInput
          label="Desconto no Pix, em %"
          description="Vazio: o das configurações da loja"
          min={0}
          max={90}
          decimalScale={2}
          decimalSeparator=","
          hideControls
          {...form.number('pixDiscount')}
          error={faultOf('pixDiscount')}
        />
      )}
      <Switch
        label="Aceitar boleto também"
        description="A página pede nome, documento e endereço"
        {...form.flag('bankSlip')}
      />
      {methods !== 'pix' && <CardTerms form={form} />}
    </FieldGrid>
  );
}

function CardTerms({ form }: { readonly form: Form }) {
  return (
    <>
      <NativeSelect
        label="Cartões"
        data={[
          { value: 'any', label: 'Crédito ou débito' },
          { value: 'credit', label: 'Só crédito' },
          { value: 'debit', label: 'Só débito' },
        ]}
        {...form.text('types')}
      />
      {form.values.types !== 'debit' && (
        <NativeSelect
          label="Parcelas no crédito"
          data={Array.from({ length: MAX_INSTALLMENTS }, (_, index) => ({
            value: String(index + 1),
            label: index === 0 ? 'Só à vista' : `Até ${index + 1}x sem juros`,
          }))}
          {...form.text('installments')}
        />
      )}
      <Switch label="Pedir CPF ou CNPJ ao comprador" {...form.flag('askDocument')} />
    </>
  );
}

function Limits({ form, faultOf }: { readonly form: Form; readonly faultOf: FaultOf }) {
  return (
    <FieldGrid>
      <NumberInput
        label="Quantas vezes pode ser pago"
        description="Vazio: sem limite"
        hideControls
        allowDecimal={false}
        min={1}
        inputMode="numeric"
        {...form.number('maxUses')}
        error={faultOf('maxUses')}
      />
      <TextInput
        type="date"
        label="Último dia"
        description="Vazio: não vence"
        {...form.text('lastDay')}
        error={faultOf('lastDay')}
      />
      <TextInput
        label="Referência"
        description="Aparece em todas as vendas; deixe em branco para criar uma"
        maxLength={100}
        {...form.text('referenceId')}
        error={faultOf('referenceId')}
      />
    </FieldGrid>
  );
}

function bodyOf(values: typeof EMPTY): NewLinkBody {
  const open = values.open === 'yes';
  const cents = (value: number | null) => value ?? undefined;
  return {
    name: values.name,
    ...given('description', values.description.trim() || undefined),
    ...given('productId', values.productId === '' ? undefined : Number(values.productId)),
    ...(open
      ? { ...given('minAmount', cents(values.minAmount)), ...given('maxAmount', cents(values.maxAmount)) }
      : { amount: cents(values.amount) ?? 0 }),
    ...given('maxUses', values.maxUses === '' ? undefined : Number(values.maxUses)),
    ...given('lastDay', values.lastDay || undefined),
    types: values.types as NewLinkBody['types'],
    installments: Number(values.installments),
    askDocument: values.askDocument,
    bankSlip: values.bankSlip,
    methods: values.methods as NonNullable<NewLinkBody['methods']>,
    ...given(
      'pixDiscount',
      values.pixDiscount === '' || values.methods === 'card'
        ? undefined
        : Math.round(Number(values.pixDiscount) * 100),
    ),
    ...given('referenceId', values.referenceId.trim() || undefined),
  };
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}
