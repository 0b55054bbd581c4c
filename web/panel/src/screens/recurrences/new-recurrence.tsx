import { NativeSelect, NumberInput, Radio, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ChangeEventHandler } from 'react';
import type { NewRecurrenceBody } from '../../../../../src/panel/recurrences/schema.ts';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { missing } from '../../ui/forms/missing.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { type Fields, useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';

const MAX_CLIENTS = 200;
const FIELDS = ['clientId', 'amount', 'months', 'firstDay', 'description', 'reference'];

/** A charge of a client's card, once or every month. */
export function NewRecurrenceScreen() {
  const { cliente } = useSearch({ from: '/inside/recorrencias/nova' });
  const mayWrite = useMay('clients.write');
  const { day } = useFormats();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { idempotencyKey, onError } = useRequestKey();
  const form = useFields({
    clientId: cliente === undefined ? '' : String(cliente),
    how: 'monthly',
    amount: null as number | null,
    months: 12 as string | number,
    firstDay: day(new Date().toISOString()),
    description: '',
    reference: '',
  });
  const { values } = form;
  const isMonthly = values.how === 'monthly';
  const save = useMutation({
    mutationFn: () => call('POST /recurrences', { body: bodyOf(values), idempotencyKey }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['recurrences'] });
      say('Cobrança criada.');
      await navigate({ to: '/recorrencias/$id', params: { id: String(id) } });
    },
    onError,
  });
  const { faultOf, general, submit } = useFaults({
    values: values,
    fields: FIELDS,
    missing: {
      clientId: missing.text(values.clientId, 'Escolha o cliente.'),
      amount: missing.amount(values.amount),
      months: isMonthly ? missing.count(values.months, 'Informe quantos meses.') : undefined,
      firstDay: missing.text(values.firstDay, 'Escolha o dia.'),
    },
    save,
  });
  return (
    <FormScreen
      title="Nova cobrança no cartão"
      back={{ to: '/recorrencias', label: 'Recorrências' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
      verb={isMonthly ? 'Criar plano mensal' : 'Cobrar'}
    >
      <Sheet>
        <Section title="De quem">
          <ClientChoice {...form.text('clientId')} error={faultOf('clientId')} />
        </Section>
        <Section title="Quanto e quando">
          <Radio.Group
            aria-label="Quantas vezes"
            value={values.how}
            onChange={(how) => form.set('how', how)}
            mb="md"
          >
            <Radio value="monthly" label="Todo mês" />
            <Radio mt="xs" value="once" label="Uma vez" />
          </Radio.Group>
          <FieldGrid>
            <MoneyField
              label={isMonthly ? 'Valor de cada mês' : 'Valor'}
              required
              {...form.money('amount')}
              error={faultOf('amount')}
            />
            {isMonthly && (
              <NumberInput
                label="Quantos meses"
                required
                min={1}
                max={360}
                allowDecimal={false}
                hideControls
                inputMode="numeric"
                {...form.number('months')}
                error={faultOf('months')}
              />
            )}
            <TextInput
              type="date"
              label={isMonthly ? 'Primeira cobrança' : 'Dia da cobrança'}
              required
              {...form.text('firstDay')}
              error={faultOf('firstDay') ?? faultOf('startsAt')}
            />
          </FieldGrid>
          <p className="soft">{sumText(isMonthly, values.amount, Number(values.months))}</p>
        </Section>
        <About form={form} faultOf={faultOf} />
      </Sheet>
    </FormScreen>
  );
}

function About({
  form,
  faultOf,
}: {
  readonly form: Pick<Fields<{ description: string; reference: string }>, 'text'>;
  readonly faultOf: FaultOf;
}) {
  return (
    <Section title="Para quê">
      <FieldGrid>
        <TextInput
          label="Descrição"
          maxLength={100}
          {...form.text('description')}
          error={faultOf('description')}
        />
        <TextInput
          label="Referência"
          maxLength={100}
          {...form.text('reference')}
          error={faultOf('reference')}
        />
      </FieldGrid>
    </Section>
  );
}

function ClientChoice(props: {
  readonly value: string;
  readonly onChange: ChangeEventHandler<HTMLSelectElement>;
  readonly error: string | undefined;
}) {
  const clients = useQuery({
    queryKey: ['clients', 'of charges'],
    queryFn: ({ signal }) => call('GET /clients', { query: { limit: MAX_CLIENTS }, signal }),
  });
  const known = clients.data?.items ?? [];
  return (
    <>
      <NativeSelect
        {...props}
        label="Cliente"
        required
        data={[
          { value: '', label: 'Escolha…' },
          ...known.map(({ id, name, document }) => ({
            value: String(id),
            label: name === null ? document : `${name} · ${document}`,
          })),
        ]}
      />
      <p className="soft" style={{ marginTop: 8 }}>
        Sem cartão salvo, a página da cobrança traz o link em que o cliente cadastra um.{' '}
        <Link to="/clientes/novo">Cadastrar outro cliente</Link>
      </p>
    </>
  );
}

function sumText(isMonthly: boolean, amount: number | null, months: number): string {
  if (amount === null || !(months > 0)) return '';
  if (!isMonthly) return 'Cobrado no cartão salvo do cliente em alguns minutos, ou no dia escolhido.';
  return `${months} cobranças, ${money(amount * months)} ao todo, no mesmo dia de cada mês.`;
}

function bodyOf(values: {
  readonly clientId: string;
  readonly how: string;
  readonly amount: number | null;
  readonly months: string | number;
  readonly firstDay: string;
  readonly description: string;
  readonly reference: string;
}): NewRecurrenceBody {
  const { clientId, how, amount, months, firstDay, description, reference } = values;
  return {
    clientId: Number(clientId),
    amount: amount ?? 0,
    months: how === 'monthly' ? Number(months) : 1,
    firstDay,
    ...(description.trim() === '' ? {} : { description }),
    ...(reference.trim() === '' ? {} : { reference }),
  };
}
