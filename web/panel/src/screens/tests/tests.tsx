import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { TestRoutes } from '../../../../../src/panel/tests/schema.ts';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { CopyButton } from '../../ui/screens/facts.tsx';
import { FieldGrid, Folded } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import styles from './tests.module.css';

type Outcomes = TestRoutes['GET /tests/outcomes']['answer'];
type Brand = Outcomes['brands'][number];

const MAX_INSTALLMENTS = 12;
const INSTALLMENTS = Array.from({ length: MAX_INSTALLMENTS }, (_none, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'À vista' : `${index + 1} vezes`,
}));

/** Test cards, and sales with any outcome: only in a sandbox. */
export function TestsScreen() {
  const outcomes = useQuery({
    queryKey: ['tests', 'outcomes'],
    queryFn: ({ signal }) => call('GET /tests/outcomes', { signal }),
  });
  return (
    <>
      <ScreenHead title="Testes" />
      <p className={`soft ${styles.intro}`}>
        Nada aqui cobra de verdade: uma adquirente simulada responde conforme o número do cartão.
      </p>
      {outcomes.isPending && <Loading />}
      {outcomes.isError && <ErrorNotice error={outcomes.error} onRetry={() => outcomes.refetch()} />}
      {outcomes.data && (
        <Sheet>
          <Section title="Fazer uma venda">
            <SaleForm outcomes={outcomes.data} />
          </Section>
          <Section title="Parcelado pelo emissor">
            <IssuerPlan />
          </Section>
          <TestCards outcomes={outcomes.data} />
        </Sheet>
      )}
    </>
  );
}

/** For shop software that always sends `interestType` 4. */
function IssuerPlan() {
  const client = useQueryClient();
  const queryKey = ['tests', 'settings'];
  const settings = useQuery({ queryKey, queryFn: ({ signal }) => call('GET /tests/settings', { signal }) });
  const change = useMutation({
    mutationFn: (issuerAsStore: boolean) => call('PATCH /tests/settings', { body: { issuerAsStore } }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  const error = settings.error ?? change.error;
  return (
    <>
      <Switch
        label="Vender como parcelado da loja"
        description="A adquirente simulada não vende parcelado com juros do banco do cartão e recusa a venda. Ativo, ela vende assim mesmo, sem juros, como uma conta de verdade com este ajuste."
        checked={settings.data?.issuerAsStore ?? false}
        disabled={!settings.data || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {error && <ErrorNotice error={error} />}
    </>
  );
}

function SaleForm({ outcomes }: { readonly outcomes: Outcomes }) {
  const navigate = useNavigate();
  const form = useFields({
    scenario: '000',
    brand: 'VISA' as string,
    amount: 1_000 as number | null,
    installments: '1',
    capture: true,
  });
  const { idempotencyKey, onError } = useRequestKey();
  const sell = useMutation({
    mutationFn: () => {
      const { scenario, brand, amount, installments, capture } = form.values;
      return call('POST /tests/sales', {
        body: {
          scenario,
          brand: brand as Brand,
          amount: amount ?? 0,
          installments: Number(installments),
          capture,
        },
        idempotencyKey,
      });
    },
    onSuccess: ({ id }) => navigate({ to: '/vendas/$id', params: { id } }),
    onError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sell.mutate();
  };
  return (
    <form onSubmit={submit}>
      <FieldGrid>
        <NativeSelect
          label="O que deve acontecer"
          data={outcomes.groups.map(({ title, outcomes: items }) => ({
            group: title,
            items: items.map((one) => ({ value: one.scenario, label: one.title })),
          }))}
          {...form.text('scenario')}
        />
        <NativeSelect label="Bandeira" data={[...outcomes.brands]} {...form.text('brand')} />
        <MoneyField label="Valor" {...form.money('amount')} />
        <NativeSelect label="Parcelas" data={INSTALLMENTS} {...form.text('installments')} />
        <Switch label="Capturar na hora" {...form.flag('capture')} />
      </FieldGrid>
      {sell.isError && <ErrorNotice error={sell.error} />}
      <Button type="submit" mt="md" loading={sell.isPending}>
        Fazer a venda
      </Button>
    </form>
  );
}

function TestCards({ outcomes }: { readonly outcomes: Outcomes }) {
  const [brand, setBrand] = useState<string>('VISA');
  return (
    <Folded title="Cartões de teste">
      <NativeSelect
        className={styles.brand ?? ''}
        label="Bandeira dos cartões"
        data={[...outcomes.brands]}
        value={brand}
        onChange={(event) => setBrand(event.currentTarget.value)}
      />
      <p className="soft">Qualquer validade futura e qualquer código de segurança, menos 000.</p>
      {outcomes.groups.map(({ title, outcomes: items }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl className={styles.cards}>
            {items.map((one) => (
              <div key={one.scenario}>
                <dt>{one.title}</dt>
                <dd className="mono">
                  {one.cards[brand]}
                  <CopyButton text={one.cards[brand] ?? ''} what={`o cartão: ${one.title}`} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Folded>
  );
}
